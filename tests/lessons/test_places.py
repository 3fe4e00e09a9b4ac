"""Places that courses name: the client's table has each of them."""

import re
from pathlib import Path

import pytest

from zashiki import registry
from zashiki.games.sakura.score import SET_NAMES
from zashiki.lessons import Course, course

CLIENT = Path(__file__).parents[2] / "web/src"
COURSES = [key for key, package in registry.packages().items() if package.built_in]

ATTRIBUTE = re.compile(r'\bdata-(?:place|spot)=(?:"([^"]*)"|\{([^{}]*(?:\$\{[^{}]*\}[^{}]*)*)\})')
LITERAL = re.compile(r'"([^"]*)"|`([^`]*)`')
HOLE = re.compile(r"\$?\{([^{}]*)\}")
COMMON = re.compile(r"COMMON: [^=]*= \{([^}]*)\}")

NUMBER = r"\d+"
EXPRESSIONS = {
    "seat": NUMBER,
    "player.seat": NUMBER,
    "place": NUMBER,
    "side.number": "[1-9]",
    "index + 1": NUMBER,
    "square.name": "[a-i][1-9]",
    "token.name": "double|zero|villagers|exchange|look",
    "one.name": rf"{NUMBER}|fool",
    "set.name": "|".join(SET_NAMES),
    "row.name": "|".join(SET_NAMES),
}
"""What the expressions in the names of places can be."""


def sources(key: str) -> list[Path]:
    """The components of a game's table: its own, those that it shares with others, and those of every table."""
    own = sorted((CLIENT / "games" / key).rglob("*.svelte"))
    shared = CLIENT / "games" / "trick-taking"
    if any("../trick-taking/" in file.read_text("utf-8") for file in own):
        own += sorted(shared.rglob("*.svelte"))
    return own + sorted((CLIENT / "table").glob("*.svelte"))


def pattern(template: str) -> str:
    """What a place can be called, as a regular expression."""
    parts = HOLE.split(template)
    return "".join(f"(?:{EXPRESSIONS[part]})" if n % 2 else re.escape(part) for n, part in enumerate(parts))


def places(key: str) -> re.Pattern[str]:
    """The names of all places of a game's table."""
    common = COMMON.search((CLIENT / "lessons/lights.ts").read_text("utf-8"))
    assert common is not None
    found = set(re.findall(r"(\w+):", common[1]))
    for file in sources(key):
        for text, expression in ATTRIBUTE.findall(file.read_text("utf-8")):
            if text:
                found.add(pattern(text))
            elif expression in EXPRESSIONS:
                found.add(EXPRESSIONS[expression])
            else:
                found |= {pattern(quoted or template) for quoted, template in LITERAL.findall(expression)}
    return re.compile("|".join(found))


def named(found: Course) -> set[tuple[str, str]]:
    """Every place that a course names, and where."""
    all_of = {(f"lesson {lesson.id}: hide", place) for lesson in found.lessons.values() for place in lesson.hide}
    for lesson in found.lessons.values():
        for step in lesson.steps:
            all_of |= {(f"{lesson.id}#{step.id}", spot["place"]) for spot in step.point if spot["place"] is not None}
    for mark in found.coach:
        all_of |= {(f"coach mark {mark['id']}", spot["place"]) for spot in mark["point"] if spot["place"] is not None}
    return all_of


@pytest.mark.parametrize("key", COURSES)
def test_every_place_that_a_course_names_is_on_the_table(key: str) -> None:
    """A misspelt move is taken for a place, and a place that is not there is silently not lit, or not hidden."""
    found = course(key)
    assert found is not None
    known = places(key)
    assert {(where, place) for where, place in named(found) if not known.fullmatch(place)} == set()


@pytest.mark.parametrize(
    ("key", "wrong"), [("hagakure", "tokns"), ("hiroba", "j1"), ("hijun", "token-x"), ("sakura", "set red")]
)
def test_a_misspelt_place_would_be_found(key: str, wrong: str) -> None:
    assert not places(key).fullmatch(wrong)
