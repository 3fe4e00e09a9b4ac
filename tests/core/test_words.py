"""One word, one meaning: the glossary names what exists, and names that were given up do not come back."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text("utf-8")
FOLDERS = ("src", "tests", "bench", "scripts", "docs", "examples")
RETIRED = {
    *("Alone", "Bus", "Chair", "Crew", "Desk", "Estate", "EYES", "Eyes", "Finding", "Guard", "Hall", "Hub", "Limiter"),
    *("Many", "Pen", "PLAYS", "Place", "Plan", "Play", "SHELF", "Sight", "Sitting", "Sweeper", "Thinkers", "Ticking"),
    *("Trouble", "Turnstile", "Turns", "Voice", "Worth", "WorthData"),
    *("bus", "chairs", "crew", "desk", "estate", "eyes", "hub", "hunch", "hunches", "laid_open", "limiter", "one_of"),
    *("pen", "sight", "sitting", "sittings", "tickings", "turnstile", "wander"),
}
"""Names of earlier versions; docs/glossary.md has what these things are called now."""
ELSEWHERE = {
    ("src/zashiki/core/shapes.py", "Place"),  # where pieces lie, in the view of any game
    ("src/zashiki/drawing/generic_picture.py", "Place"),
    ("examples/tanzaku/src/zashiki_tanzaku/view.py", "Place"),
    ("src/zashiki/server/tables.py", "Play"),  # the body of the request that makes a move
    ("tests/models/hagakure.py", "Place"),  # a hand or the Yomi
    ("tests/models/hitohira_play.py", "Play"),  # the part of the model that plays
    ("tests/hitohira/test_model.py", "Play"),
    ("tests/hijun/test_model.py", "one_of"),  # Hypothesis
    ("tests/research/test_batch.py", "Alone"),  # a game played apart from a batch
    ("bench/server.py", "Place"),  # where a measured server runs
    ("scripts/quick.py", "Plan"),  # which tests a quick run chooses
    ("scripts/checks/chosen.py", "Plan"),
}
"""The same words in a plain sense of their own."""

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
    return [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]


def test_names_that_were_given_up_do_not_come_back() -> None:
    found = []
    for path in sources():
        here = path.relative_to(ROOT).as_posix()
        allowed = {word for file, word in ELSEWHERE if file == here}
        found += [f"{here}: {word}" for word in sorted(names(path) & RETIRED - allowed)]
    assert found == []


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
            assert word in modules or (f"{parent}.__init__" in modules and name in known), word
        else:
            assert word in known or word in ("None", "code"), word
