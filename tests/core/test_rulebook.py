"""The rules pages agree with the tests and the games.

Every rule is proved by a test that carries its id in a marker (`@pytest.mark.rules("HG-3.1")`), and every marker names
a rule. Every page begins with a summary of its game and ends with a table of its options, in both languages.
"""

import ast
import itertools
import json
import re
from pathlib import Path

import pytest

import zashiki
from support import rules_page
from zashiki.core.jsontypes import Json
from zashiki.core.options import Choice, Option

ROOT = Path(__file__).parents[2]
RULE_ID = re.compile(r"\b[A-Z]{2}-R?\d+(?:\.\d+)?\b")
KEYS = sorted(zashiki.games())
LANGUAGES = ("en", "ja")
IN_SHORT = {"en": "In short", "ja": "ゲームの概要"}
OPTIONS = {"en": "Options", "ja": "設定"}
PAGES = pytest.mark.parametrize(("key", "language"), list(itertools.product(KEYS, LANGUAGES)))


def rule_ids(key: str, language: str = "en") -> list[str]:
    """The ids that a rules page defines, in order."""
    return re.findall(r"^- \*\*([A-Z]{2}-R?\d+(?:\.\d+)?)(?: [^*]+)?\*\*", rules_page(key, language), re.MULTILINE)


def sections(key: str, language: str) -> list[tuple[str, str]]:
    """The sections of a rules page: title and text. Whatever stands before the first has the title of the page."""
    title, *rest = re.split(r"^## (.*)\n", rules_page(key, language), flags=re.MULTILINE)
    return [("", title), *zip(rest[::2], rest[1::2], strict=True)]


def codes(cell: str) -> list[tuple[str, set[int]]]:
    """Every piece of code in a cell, with the whole numbers in the words after it: the numbers of players it is for."""
    pieces = re.findall(r"`([^`]+)`([^`]*)", cell)
    return [(code, {int(number) for number in re.findall(r"\d+", words)}) for code, words in pieces]


def spelled(code: str) -> list[str]:
    """All values of a code: `a/b c/d` is one of `a` and `b`, and then one of `c` and `d`."""
    return [" ".join(words) for words in itertools.product(*(word.split("/") for word in code.split(" ")))]


def plain(value: Json) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def by_value(option: Option, seat_counts: tuple[int, ...]) -> dict[str, set[int]]:
    """The choices of an option, each with the numbers of players that have it; none are named if all have it."""
    found: dict[str, set[int]] = {}
    for seats in seat_counts:
        for value in option.examples(seats):
            found.setdefault(plain(value), set()).add(seats)
    return {value: set() if seats == set(seat_counts) else seats for value, seats in found.items()}


def defaults(option: Option, seat_counts: tuple[int, ...]) -> dict[str, set[int]]:
    """The defaults of an option, each with the numbers of players it is for; none are named if all have the same."""
    found: dict[str, set[int]] = {}
    for seats in seat_counts:
        found.setdefault(plain(option.default(seats)), set()).add(seats)
    return found if len(found) > 1 else {value: set() for value in found}


def cited_in(folder: Path) -> set[str]:
    return {found for file in folder.rglob("*.py") for found in RULE_ID.findall(file.read_text("utf-8"))}


def is_rules_marker(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and ast.unparse(node) == "pytest.mark.rules"


def marked_in(file: Path) -> list[str]:
    """The rules that the tests of a file prove: what `@pytest.mark.rules(...)` names on its test functions."""
    tree = ast.parse(file.read_text("utf-8"), str(file))
    found: list[str] = []
    markers = 0
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or not node.name.startswith("test_"):
            continue
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Call) and is_rules_marker(decorator.func):
                ids = [ast.literal_eval(argument) for argument in decorator.args]
                assert ids, f"{file}: the marker of {node.name} names no rule"
                assert len(set(ids)) == len(ids), f"{file}: the marker of {node.name} names a rule twice"
                assert decorator.keywords == []
                markers += 1
                found += ids
    used = sum(is_rules_marker(node) for node in ast.walk(tree))
    assert used == markers, f"{file}: only a test function takes this marker, as a decorator"
    return found


def proved_by(key: str) -> set[str]:
    """The rules that the tests of a game prove."""
    return {rule for file in (ROOT / "tests" / key).rglob("test_*.py") for rule in marked_in(file)}


@pytest.mark.parametrize("key", KEYS)
def test_every_rule_is_proved_by_a_test_of_its_game(key: str) -> None:
    ids = rule_ids(key)
    assert len(ids) > 10
    assert len(set(ids)) == len(ids)
    assert proved_by(key) == set(ids)


def test_every_marker_names_a_rule_that_exists() -> None:
    ids = {rule for key in KEYS for rule in rule_ids(key)}
    for file in (ROOT / "tests").rglob("*.py"):
        assert set(marked_in(file)) <= ids, file


@pytest.mark.parametrize(
    "source",
    [
        "@pytest.mark.rules()\ndef test_it(): ...",
        "@pytest.mark.rules('HG-1.1', 'HG-1.1')\ndef test_it(): ...",
        "@pytest.mark.rules\ndef test_it(): ...",
        "@pytest.mark.rules('HG-1.1')\ndef helper(): ...",
        "pytestmark = pytest.mark.rules('HG-1.1')",
        "CASES = [pytest.param(1, marks=pytest.mark.rules('HG-1.1'))]",
    ],
)
def test_a_marker_that_proves_nothing_is_refused(source: str, tmp_path: Path) -> None:
    file = tmp_path / "test_it.py"
    file.write_text(source, "utf-8")
    with pytest.raises(AssertionError):
        marked_in(file)


@pytest.mark.parametrize("key", KEYS)
def test_code_and_tests_cite_only_rules_that_exist(key: str) -> None:
    ids = set(rule_ids(key))
    prefix = next(iter(ids))[:2]
    for folder in (ROOT / "src", ROOT / "tests" / key, ROOT / "tests" / "models"):
        assert {found for found in cited_in(folder) if found.startswith(prefix)} <= ids


def test_every_citation_belongs_to_a_game() -> None:
    prefixes = {rule_ids(key)[0][:2] for key in KEYS}
    assert len(prefixes) == len(KEYS)
    games = {found[:2] for found in cited_in(ROOT / "src" / "zashiki" / "games")}
    assert games == prefixes


@PAGES
def test_both_languages_have_the_same_rules(key: str, language: str) -> None:
    assert rule_ids(key, language) == rule_ids(key)


@PAGES
def test_a_page_begins_with_the_game_in_short(key: str, language: str) -> None:
    (_, before), (title, text), *_ = sections(key, language)
    assert re.fullmatch(r"# .+\n+", before)
    assert title == IN_SHORT[language]
    lines = text.strip().splitlines()
    assert 3 <= len(lines) <= 5
    for line in lines:
        assert line.startswith("- ")
        assert len(re.findall(r"[.。](?=\s|$)", line)) == 1, f"not one sentence: {line}"
    assert RULE_ID.findall(text) == []


@PAGES
def test_a_page_ends_with_all_options_as_they_are(key: str, language: str) -> None:
    game = zashiki.games()[key]
    title, text = sections(key, language)[-1]
    assert title == OPTIONS[language]
    head, _, *rows = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("|")]
    assert [len(row) for row in rows] == [len(head)] * len(rows) == [5] * len(game.options)
    written = rules_page(key, language)
    for option, (name, about, values, usual, rule) in zip(game.options, rows, strict=True):
        assert codes(name) == [(option.key, set())]
        assert about.strip()
        assert dict(codes(usual)) == defaults(option, game.seat_counts)
        if isinstance(option, Choice):
            found = {value: seats for code, seats in codes(values) for value in spelled(code)}
            assert found == by_value(option, game.seat_counts)
        else:
            # Whatever the option says that it takes: its words and its limits.
            allowed = option.allowed()
            words = re.findall(r"'([^']+)'", allowed)
            numbers = set(re.findall(r"\d+", re.sub(r"'[^']+'", "", allowed)))
            assert [code for code, _ in codes(values) if not code.isdecimal()] == words
            assert set(re.findall(r"\d+", values)) == numbers
        (cited,) = RULE_ID.findall(rule)
        entry = re.search(rf"^- \*\*{re.escape(cited)}\*\*(.*?)(?=^- |^\n\S|^## )", written, re.MULTILINE | re.DOTALL)
        assert entry is not None
        assert f"`{option.key}`" in entry[1]
