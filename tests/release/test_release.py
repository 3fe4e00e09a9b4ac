"""A release is consistent: its version has a section in the changelog, and third-party licences are listed."""

import re
import sys
import tomllib
from datetime import date
from importlib.metadata import distribution
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "scripts"))

import licences

ROOT = Path(__file__).parents[2]
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
CHANGELOG = (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_the_version_has_a_dated_section_in_the_changelog() -> None:
    headings = re.findall(r"^## (.*)$", CHANGELOG, re.MULTILINE)
    assert headings[0] == "Unreleased", "others write there what they change"
    released = [re.fullmatch(r"(\d+\.\d+\.\d+) \((\d{4}-\d\d-\d\d)\)", heading) for heading in headings[1:]]
    assert all(released), headings
    found = [(one[1], date.fromisoformat(one[2])) for one in released if one]
    assert found[0][0] == VERSION
    assert found == sorted(found, key=lambda one: (number(one[0]), one[1]), reverse=True), "the newest is on top"
    for section in re.split(r"^## .*$", CHANGELOG, flags=re.MULTILINE)[2:]:
        assert re.search(r"^- ", section, re.MULTILINE), "a release that changed nothing"


def number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def test_the_citation_is_of_this_version() -> None:
    citation = dict(
        line.split(": ", 1) for line in (ROOT / "CITATION.cff").read_text("utf-8").splitlines() if ": " in line
    )
    assert citation["version"] == VERSION
    assert f"## {VERSION} ({citation['date-released']})" in CHANGELOG
    assert citation["license"] == "MIT"


def test_supported_versions_are_listed() -> None:
    minor = VERSION.rpartition(".")[0]
    assert f"| {minor}.x | yes |" in (ROOT / "SECURITY.md").read_text("utf-8")


def test_the_command_line_page_shows_the_version() -> None:
    assert f"zashiki {VERSION} (compiled, " in (ROOT / "docs" / "cli.md").read_text("utf-8")


def test_the_licences_page_lists_every_locked_package() -> None:
    page = (ROOT / "docs" / "licences.md").read_text("utf-8")
    lock = (ROOT / "requirements" / "run.txt").read_text("utf-8")
    pinned = re.findall(r"^([a-z0-9][a-z0-9._-]*)==([^\s;\\]+)", lock, re.MULTILINE)
    assert len(pinned) > 40
    for name, version in pinned:
        row = re.search(rf"^\| {re.escape(name)} \| (.*) \| \S.* \|$", page, re.MULTILINE)
        assert row, f"{name} is missing: `make licences`"
        assert version in row[1].split(", "), f"{name} {version} is missing: `make licences`"


def test_the_licences_page_is_up_to_date() -> None:
    assert licences.page() == licences.PAGE.read_text("utf-8"), "`make licences`"


def test_the_licence_of_the_compilers_runtime_is_current() -> None:
    files = distribution("mypy").files or []
    (path,) = [one for one in files if str(one).endswith(".dist-info/licenses/LICENSE")]
    assert (ROOT / "licences" / "mypyc.txt").read_text("utf-8") == path.read_text("utf-8"), "copy it anew"
