"""`zashiki new-game NAME`: a package for a game of one's own, which passes its tests from the start.

It is a copy of the example game with other names: small, with chance and a secret, so that there is something to
change rather than something to fill in.
"""

import keyword
import re
import tomllib
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from zashiki import registry
from zashiki.cli.console import CommandError, Output

_NAME: Final = re.compile(r"[a-z]{3,20}")
_NOT_COPIED: Final = re.compile(r"__pycache__|\.egg-info|\.pyc$|\.pytest_cache|^build$")


def new_game(output: Output, name: str, folder: str | None) -> int:
    """Write the package; the exit code."""
    key = _checked(name)
    target = Path(folder if folder is not None else f"zashiki-{key}")
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise CommandError(f"{target} exists already and is not an empty folder; choose another one with --folder")
    try:
        for path, text in sorted(_files(key)):
            file = target / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
    except OSError as error:
        raise CommandError(f"cannot write to {target}: {error.strerror or error}") from None
    output.say(
        f"{key}: a game that can be played, in {target}",
        "",
        f"  cd {target}",
        "  pip install -e . pytest",
        "  pytest                        # its own tests and the contract that every game keeps",
        f"  zashiki play {key}",
        "",
        f"Begin in src/zashiki_{key}/rules.py. The documentation has a tutorial: adding a game.",
    )
    return 0


def _checked(name: str) -> str:
    key = name.lower()
    if not _NAME.fullmatch(key) or keyword.iskeyword(key):
        expected = "3 to 20 letters, such as 'koikoi'"
        raise CommandError(f"{name!r} is no name for a game: {expected}")
    if key in registry.packages():
        raise CommandError(f"there already is a game called {key}")
    return key


def _files(key: str) -> Iterator[tuple[str, str]]:
    """Every file of the new package: its path and its text, with the example's names replaced."""
    example = dict(_walk(example_folder(), ""))
    project = tomllib.loads(example["pyproject.toml"])["project"]
    (old,) = project["entry-points"][registry.GROUP]
    kanji = re.search(r'kanji="(.+)"', example[f"src/zashiki_{old}/game.py"])
    assert kanji is not None, "the example game has no Japanese name"
    names = {
        f"{old.capitalize()} {kanji[1]}": key.capitalize(),
        old: key,
        old.capitalize(): key.capitalize(),
        old.upper(): key.upper(),
        f"{old[:2].upper()}-": f"{key[:2].upper()}-",  # rule ids
        kanji[1]: key.capitalize(),
    }
    for path, text in example.items():
        for name, new in names.items():
            text, path = text.replace(name, new), path.replace(name, new)
        yield path, text


def _walk(folder: Traversable, path: str) -> Iterator[tuple[str, str]]:
    for item in folder.iterdir():
        if _NOT_COPIED.search(item.name):
            continue
        if item.is_dir():
            yield from _walk(item, f"{path}{item.name}/")
        else:
            yield path + item.name, item.read_text("utf-8")


def example_folder() -> Traversable:
    """The example: in the package, or beside the sources if Zashiki runs from them."""
    shipped = resources.files("zashiki").joinpath("example_game")
    if shipped.is_dir():
        return shipped
    sources = sorted(Path(__file__).parents[3].glob("examples/*/pyproject.toml"))
    if not sources:
        raise CommandError("the example game is missing from this installation")
    return sources[0].parent
