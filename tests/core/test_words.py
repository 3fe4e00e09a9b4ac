"""One word, one meaning: the glossary names what exists, and names that were given up do not come back."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from zashiki import games

ROOT = Path(__file__).parents[2]
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text("utf-8")
FOLDERS = ("src", "tests", "bench", "deploy", "scripts", "docs", "examples")
RETIRED = {
    *("Alone", "Bus", "Chair", "Crew", "Desk", "Estate", "EYES", "Eyes", "Finding", "Guard", "Hall", "House", "Hub"),
    *("Limiter", "Many", "Pen", "PLAYS", "Place", "Plan", "Play", "SHELF", "Sight", "Sitting", "Sweeper", "Thinkers"),
    *("Ticking", "Trouble", "Turnstile", "Turns", "Voice", "Worth", "WorthData"),
    *("bus", "chairs", "crew", "desk", "estate", "eyes", "hub", "hunch", "hunches", "laid_open", "limiter", "one_of"),
    *("pen", "sight", "sitting", "sittings", "tickings", "turnstile", "wander"),
    *("actor", "actors", "movers", "worth", "worths", "_worth", "WORTH", "WORTHS", "_WORTH"),
}
"""Names of earlier versions; docs/glossary.md has what these things are called now."""
ELSEWHERE = {
    ("src/zashiki/core/shapes.py", "Place"),  # where pieces lie, in the view of any game
    ("src/zashiki/drawing/generic_picture.py", "Place"),
    ("examples/tanzaku/src/zashiki_tanzaku/view.py", "Place"),
    ("web/contract.py", "Place"),
    ("tests/models/hagakure.py", "Place"),  # a hand or the Yomi
    ("tests/models/hitohira_play.py", "Play"),  # the part of the model that plays
    ("tests/hitohira/test_model.py", "Play"),
    ("tests/hijun/test_model.py", "one_of"),  # Hypothesis
    ("tests/research/test_batch.py", "Alone"),  # a game played apart from a batch
}
"""The same words in a plain sense of their own."""
RETIRED_PARTS = {"house", "houses", "shelf", "shelves", "estate", "advice", "advise", "advised"}
"""Words that no name may contain, in Python or in the client. Players may read them: texts are not names."""
RETIRED_MODULES = {
    *("bots/advice", "bots/chairs", "bots/crew", "bots/entries", "bots/players", "bots/standing"),
    *("cli/shelf", "cli/show", "cli/speech", "core/eyes", "core/laidopen", "core/many", "core/outlook", "core/play"),
    *("core/table", "house", "research/arrays", "research/credit", "research/endings", "research/layout"),
    *("research/memory", "research/stakes", "server/answers", "server/client", "server/estate", "server/guard"),
    *("server/hub", "server/limiter", "server/routes", "server/shelf", "server/sweep", "server/who"),
    *("table/bus", "table/desk", "table/keeping", "table/seen", "table/sitting", "table/thinking", "table/turns"),
    *("table/turnstile",),
}
"""Modules of earlier versions: each is called after its job now."""
RETIRED_IN_GAMES = {"believe", "narrate", "odds", "plan", "prospects", "quick", "tell", "values", "worth"}
"""The same in the games: what happened is told in `events`, what a player knows is in `strategy`."""
GAME_MODULES = {
    *("events", "explain", "observer", "package", "phrases", "picture", "rules", "score", "shapes", "view"),
    *("strategy/heuristics", "strategy/hint_facts"),
}
"""The modules that every built-in game has, each for the same job."""
TWICE = {"Move": ["core/moves.py", "table/messages.py"]}
"""A move of a match, and the message that makes one: messages are named after their `type`."""
RETIRED_IN_CLIENT = {"alcove", "cushion", "sitting", "theatre", "worth"}
"""The same for the client alone: elsewhere they are a rule's word, or part of the sentence that is a test's name."""

pytestmark = pytest.mark.once


@cache
def names(path: Path) -> frozenset[str]:
    """Every name that a file defines or uses: modules, classes, functions, variables, attributes, arguments."""
    return frozenset(_names(ast.parse(path.read_text("utf-8"))))


def _names(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.arg(arg=name) | ast.Attribute(attr=name) | ast.alias(name=name):
                yield from name.split(".")
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.keyword(arg=str(name)):
                yield name


def sources() -> list[Path]:
    found = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
    return found + sorted((ROOT / "web").glob("*.py"))


def test_names_that_were_given_up_do_not_come_back() -> None:
    found = []
    for path in sources():
        here = path.relative_to(ROOT).as_posix()
        allowed = {word for file, word in ELSEWHERE if file == here}
        found += [f"{here}: {word}" for word in sorted(names(path) & RETIRED - allowed)]
    assert found == []


def test_modules_that_were_given_up_do_not_come_back() -> None:
    package = ROOT / "src" / "zashiki"
    found = {path.relative_to(package).with_suffix("").as_posix() for path in package.rglob("*.py")}
    assert found & RETIRED_MODULES == set()
    assert {path for path in found if path.startswith("games/") and path.split("/")[-1] in RETIRED_IN_GAMES} == set()


@pytest.mark.parametrize("key", sorted(games()))
def test_modules_for_the_same_job_have_the_same_name_in_every_game(key: str) -> None:
    folder = ROOT / "src" / "zashiki" / "games" / key
    found = {path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.py")}
    assert sorted(GAME_MODULES - found) == []


def test_a_class_has_a_name_of_its_own() -> None:
    package = ROOT / "src" / "zashiki"
    found: dict[str, list[str]] = {}
    for path in sorted(package.rglob("*.py")):
        here = path.relative_to(package)
        if here.parts[0] == "games":
            continue  # each game has its own cards and tokens
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append(here.as_posix())
    assert {name: files for name, files in found.items() if len(files) > 1} == TWICE


def parts(name: str) -> set[str]:
    """The words of a name, however it is spelt: `own_house`, `ownHouse`, `own-house`, `OWN_HOUSE`."""
    return {word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)}


def client_sources() -> list[Path]:
    folder = ROOT / "web" / "src"
    return [path for path in sorted(folder.rglob("*.*")) if path.suffix in (".ts", ".svelte", ".css")]


def client_names(path: Path) -> set[str]:
    """The names in a file of the client: identifiers, CSS classes and custom properties; no comments, no texts."""
    text = re.sub(r"<!--.*?-->|/\*.*?\*/|(?<!:)//[^\n]*", "", path.read_text("utf-8"), flags=re.DOTALL)
    classes = " ".join(re.findall(r'\bclass="([^"{]*)"', text))
    text = re.sub(r"""\"(?:[^"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'""", "", text)
    if path.suffix == ".svelte":  # of the markup only what stands in braces: the rest is read by people
        blocks = re.findall(r"<(?:script|style)[^>]*>(.*?)</(?:script|style)>", text, re.DOTALL)
        text = " ".join([*blocks, *re.findall(r"\{[^{}]*\}|\bclass:[\w-]+", text)])
    return set(re.findall(r"[A-Za-z_$][\w$-]*", f"{text} {classes}"))


def test_no_name_contains_a_metaphor() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in sources()
        if path.parent.name != "versions"  # migrations keep the names of their time
        for name in sorted({*names(path), path.stem})
        if parts(name) & RETIRED_PARTS
    ]
    retired = RETIRED_PARTS | RETIRED_IN_CLIENT
    for path in client_sources():
        here = sorted({*client_names(path), path.stem})
        found += [f"{path.relative_to(ROOT)}: {name}" for name in here if parts(name) & retired]
    assert found == []


def test_names_in_the_client_are_found_and_texts_are_not(tmp_path: Path) -> None:
    file = tmp_path / "Example.svelte"
    file.write_text(
        """<!-- a shelf --><script>const ownHouse = t("the house"); // a house
        </script>
        <p class="seal old" class:cushion={theatre}>the house</p>
        <style>.alcove { width: var(--shelf-size); }</style>""",
        "utf-8",
    )
    found = {name for name in client_names(file) if parts(name) & (RETIRED_PARTS | RETIRED_IN_CLIENT)}
    assert {name.removeprefix("--") for name in found} == {*("ownHouse", "cushion", "theatre", "alcove", "shelf-size")}


def test_every_name_in_the_glossary_exists() -> None:
    known = {name for path in sources() if (ROOT / "src") in path.parents for name in names(path)}
    modules = {".".join(path.relative_to(ROOT / "src").with_suffix("").parts) for path in (ROOT / "src").rglob("*.py")}
    quoted = [word for word in re.findall(r"`([\w./\"]+)`", GLOSSARY) if not word.startswith('"')]
    assert len(quoted) > 25
    for word in quoted:
        if "/" in word:
            assert (ROOT / word).exists(), word
        elif "." in word:
            parent, _, name = word.rpartition(".")
            is_module = word in modules or f"{word}.__init__" in modules
            assert is_module or (f"{parent}.__init__" in modules and name in known), word
        else:
            assert word in known or word in ("None", "code"), word
