"""The games' rules: without pictures, which only the client can draw, and with an anchor for every rule id."""

import re
from pathlib import Path
from typing import Any, Final

from sitegen.dialect import japanese

LANGUAGES: Final = ("en", "ja")
"""The languages of the rules pages on the site."""

_PICTURE: Final = re.compile(r"^ *!\[[^\]]*\]\(picture:[a-z0-9-]+\)\n\n?", re.MULTILINE)
_ID: Final = r"[A-Z]{2}-(?:R\d+|\d+\.\d+)"
_RULE: Final = re.compile(rf"^- \*\*({_ID})\*\* ", re.MULTILINE)
_NAMED: Final = re.compile(rf"(?<![\w#*/\[-])({_ID})(?![\w\]-]|\.\d)")
_RULING: Final = re.compile(r"^- \*\*([A-Z]{2}-R\d+)\*\* (.*?)(?=^-|^#|^!|^\||\n\n|\Z)", re.MULTILINE | re.DOTALL)
_OTHER: Final = {
    "en": "The same page [in Japanese]({other}). With pictures, it is on every server at `/rules/{game}`.",
    "ja": "[英語版]({other})もあります。図の入ったページは、座敷の `/rules/{game}` にあります。",
}


def games(root: Path) -> list[str]:
    """The games that have a rules page."""
    return sorted(page.parent.name for page in root.glob("src/zashiki/games/*/rules.md"))


def source(root: Path, game: str, language: str = "en") -> Path:
    """The file with the rules of a game."""
    return root / "src" / "zashiki" / "games" / game / ("rules.md" if language == "en" else f"rules.{language}.md")


def contents(root: Path) -> list[Any]:
    """What the navigation lists under Rules: the English pages by the games' titles, then those in Japanese."""
    english, japanese = (
        [{_title(root, game, language): address(game, language)} for game in games(root)] for language in LANGUAGES
    )
    return [*english, {"日本語": japanese}]


def address(game: str, language: str) -> str:
    """The page with the rules of a game, on the site."""
    return f"rules/{game}.md" if language == "en" else f"rules/{game}.{language}.md"


def _title(root: Path, game: str, language: str) -> str:
    """The title of a rules page, with the Japanese name in front."""
    words = source(root, game, language).read_text("utf-8").partition("\n")[0].removeprefix("# ").split()
    return " ".join(sorted(words, key=str.isascii)) if language == "en" else words[0]


def page(text: str, game: str, language: str) -> str:
    """A rules page for the site."""
    known = set(_RULE.findall(text))
    title, _, rest = text.partition("\n")
    rest = _PICTURE.sub("", rest)
    rest = _NAMED.sub(lambda match: f"[{match[1]}](#{match[1]})" if match[1] in known else match[1], rest)
    rest = _RULE.sub(r"- **\1**{ #\1 .rule } ", rest)
    if language == "ja":
        rest = japanese(rest)
    other = f"{game}.ja.md" if language == "en" else f"{game}.md"
    about = _OTHER[language].format(other=other, game=game)
    return f"---\nlang: {language}\n---\n{title}\n\n{about}\n{rest}"


def rulings(root: Path) -> str:
    """All our rulings by game, with links to the rules pages."""
    parts: list[str] = []
    for game in games(root):
        text = source(root, game).read_text("utf-8")
        title = text.partition("\n")[0].removeprefix("# ")
        parts.append(f"## {title}\n")
        for name, words in sorted(_RULING.findall(text), key=lambda found: int(found[0].partition("R")[2])):
            sentence = _NAMED.sub(rf"[\1](../rules/{game}.md#\1)", " ".join(words.split()))
            parts.append(f"- **[{name}](../rules/{game}.md#{name})** {sentence}")
        parts.append("")
    return "\n".join(parts)
