"""The threat model names tests that exist, for every promise; or says plainly that there is no defence."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "threat-model.md"
HEAD = "| promise | attack | defence | test |"


def rows() -> list[list[str]]:
    """The cells of every row with a promise."""
    found: list[list[str]] = []
    inside = False
    for line in PAGE.read_text("utf-8").splitlines():
        inside = line == HEAD or (inside and line.startswith("|"))
        if inside and line != HEAD and not line.startswith("|---"):
            found.append([cell.strip() for cell in line.strip("|").split(" | ")])
    return found


def existing() -> set[str]:
    """The names of all tests."""
    files = [*ROOT.glob("tests/**/test_*.py"), *ROOT.glob("tests/**/*test*.py")]
    return {name for file in files for name in re.findall(r"def (test_\w+)", file.read_text("utf-8"))}


def test_every_promise_has_an_attack_a_defence_and_a_test_that_exists() -> None:
    assert len(rows()) > 50
    tests = existing()
    for row in rows():
        promise, attack, defence, named = row
        assert promise, row
        assert attack, row
        if defence.startswith("not defended"):
            assert named == "–", f"{promise}: what is tested is defended"
            continue
        names = re.findall(r"`(test_\w+)`", named)
        assert names, f"{promise}: no test"
        assert set(names) <= tests, f"{promise}: {sorted(set(names) - tests)}"


def test_nothing_is_promised_twice() -> None:
    promises = [row[0] for row in rows()]
    assert sorted(set(promises)) == sorted(promises)


def test_the_page_is_linked_where_promises_are_made() -> None:
    for page in ("SECURITY.md", "docs/fair-play.md", "docs/hosting.md", "README.md"):
        assert "threat-model.md" in (ROOT / page).read_text("utf-8"), page
