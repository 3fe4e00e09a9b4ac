"""The pages keep step with the code: a name that is not documented fails here."""

import re
from pathlib import Path

import pytest

import zashiki
from support import rules_page

ROOT = Path(__file__).parents[2]
LIBRARY = (ROOT / "docs" / "library.md").read_text("utf-8")


@pytest.mark.parametrize("name", zashiki.__all__)
def test_every_public_name_is_documented(name: str) -> None:
    assert re.search(rf"\b{name}\b", LIBRARY)


@pytest.mark.parametrize("kind", [zashiki.Table, zashiki.State, zashiki.Reason, zashiki.Rng])
def test_every_public_method_is_documented(kind: type) -> None:
    for name in dir(kind):
        if not name.startswith("_"):
            assert re.search(rf"[`.\s]{name}\b", LIBRARY), f"{kind.__name__}.{name}"


@pytest.mark.parametrize("key", sorted(zashiki.games()))
def test_every_option_is_in_the_rules_page(key: str) -> None:
    for option in zashiki.games()[key].options:
        assert f"`{option.key}`" in rules_page(key)
        assert option.about


def test_the_examples_of_the_library_page_run() -> None:
    blocks = re.findall(r"```python\n(.*?)```", LIBRARY, re.DOTALL)
    assert len(blocks) == 2
    shared: dict[str, object] = {}
    for block in blocks:
        exec(block, shared)
    table = shared["t"]
    assert isinstance(table, zashiki.Table)
    assert table.over


@pytest.mark.parametrize("page", sorted(ROOT.glob("*.md")) + sorted(ROOT.glob("docs/*.md")), ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", page.read_text("utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target


def test_every_make_command_is_told() -> None:
    commands = re.findall(r"^([a-z]+):.*## ", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    told = (ROOT / "README.md").read_text("utf-8") + (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    assert {"play", "test", "lint", "golden", "bench"} <= set(commands)
    for command in commands:
        assert f"make {command}" in told, command
