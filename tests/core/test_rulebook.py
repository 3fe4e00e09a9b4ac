"""The rules pages and the tests keep step: every rule is cited by a test, every citation names a rule."""

import re
from pathlib import Path

import pytest

import zashiki
from support import rules_page

ROOT = Path(__file__).parents[2]
RULE_ID = re.compile(r"\b[A-Z]{2}-R?\d+(?:\.\d+)?\b")
KEYS = sorted(zashiki.games())


def rule_ids(key: str) -> list[str]:
    """The ids that a rules page defines, in order."""
    return re.findall(r"^- \*\*([A-Z]{2}-R?\d+(?:\.\d+)?)(?: [^*]+)?\*\*", rules_page(key), re.MULTILINE)


def cited_in(folder: Path) -> set[str]:
    return {found for file in folder.rglob("*.py") for found in RULE_ID.findall(file.read_text("utf-8"))}


@pytest.mark.parametrize("key", KEYS)
def test_every_rule_is_cited_by_a_test_of_its_game(key: str) -> None:
    ids = rule_ids(key)
    assert len(ids) > 10
    assert len(set(ids)) == len(ids)
    assert set(ids) - cited_in(ROOT / "tests" / key) == set()


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
