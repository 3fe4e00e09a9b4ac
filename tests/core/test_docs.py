"""The documentation is complete: every public name is described, and every example runs."""

import inspect
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import zashiki
from support import rules_page
from zashiki import bots
from zashiki.bots import Bot, Budget, Decision, DecisionContext, Forfeit, Level, RatedMove, Review
from zashiki.bots.arena import ArenaWorker, Contest, checked

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "zashiki"
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
BOTS = (ROOT / "docs" / "bots.md").read_text("utf-8")
LIBRARY = (ROOT / "docs" / "library.md").read_text("utf-8")


@pytest.mark.parametrize("name", zashiki.__all__)
def test_every_public_name_is_documented(name: str) -> None:
    assert re.search(rf"\b{name}\b", LIBRARY)


@pytest.mark.parametrize(
    "kind", [zashiki.Match, zashiki.Move, zashiki.State, zashiki.Reason, zashiki.Record, zashiki.Rng]
)
def test_every_public_method_is_documented(kind: type) -> None:
    for name in dir(kind):
        if not name.startswith("_"):
            assert re.search(rf"[`.\s]{name}\b", LIBRARY), f"{kind.__name__}.{name}"


@pytest.mark.parametrize("name", bots.__all__)
def test_every_name_of_the_bots_is_documented(name: str) -> None:
    assert re.search(rf"\b{name}\b", BOTS)


@pytest.mark.parametrize("kind", [Bot, Budget, Decision, Forfeit, Level, Review, DecisionContext, RatedMove])
def test_every_field_of_what_a_bot_gets_or_returns_is_documented(kind: type) -> None:
    for name in {*dir(kind), *getattr(kind, "__annotations__", {}), *fields_of(kind)}:
        if not name.startswith("_"):
            assert re.search(rf"`[^`]*\b{name}\b[^`]*`", BOTS), f"{kind.__name__}.{name}"


def fields_of(kind: type) -> set[str]:
    """What `__init__` sets on every object."""
    return set(re.findall(r"self\.(\w+) = ", inspect.getsource(kind)))


@pytest.mark.parametrize("key", sorted(zashiki.games()))
def test_every_level_is_described_in_the_bots_page(key: str) -> None:
    for level in bots.levels(key):
        assert level.about in " ".join(BOTS.split()), level


@pytest.mark.parametrize("key", sorted(zashiki.games()))
def test_every_option_is_in_the_rules_page(key: str) -> None:
    for option in zashiki.games()[key].options:
        assert f"`{option.key}`" in rules_page(key)
        assert option.about


def test_the_examples_of_the_library_page_run() -> None:
    first, *others = re.findall(r"```python\n(.*?)```", LIBRARY, re.DOTALL)
    assert len(others) == 7
    shared: dict[str, Any] = {}
    exec(first, shared)
    assert shared["match"].over
    for block in others:
        exec(block, shared)
        if "tiles=tiles" in block:
            assert shared["match"].options["tiles"] == shared["tiles"]
    assert not shared["refused"].legal
    assert shared["start"].ply == 0
    assert shared["again"].view(0) == zashiki.replay(shared["record"]).view(0)
    assert shared["state"].turn() == zashiki.OVER
    assert isinstance(shared["master"], Bot)


@pytest.mark.parametrize("page", sorted(ROOT.glob("*.md")) + sorted(ROOT.glob("docs/*.md")), ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", page.read_text("utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target


def test_every_module_in_the_layout_of_the_architecture_page_exists() -> None:
    folder, named = "", 0
    for line in layout_lines():
        if found := re.match(r"  (\w[\w<>/]*/)\s", line):
            folder = found[1].replace("<g>", "*")
        elif re.match(r"  \w", line):
            folder = ""
        for name in re.findall(r"[\w./]+\.(?:py|md)\b|(?<=\s)\w+/(?=[\s,])", line):
            assert [*SOURCE.glob(folder + name), *SOURCE.glob(name)], f"{folder}{name}"
            named += 1
    assert named > 80


def test_the_architecture_page_and_the_linter_agree_on_the_layers() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    layers = next(one["layers"] for one in contracts if one["name"] == "Imports point one way")
    expected = " → ".join(layer.replace("zashiki.", "") for layer in layers)
    assert f"Imports point one way: `{expected}`" in ARCHITECTURE
    assert {name for layer in layers for name in re.findall(r"zashiki\.(\w+)", layer)} >= {
        path.name for path in SOURCE.iterdir() if (path / "__init__.py").exists() and path.name != "testing"
    }


def layout_lines() -> list[str]:
    """The lines of the layout that are about the package."""
    block = ARCHITECTURE.split("```\nsrc/zashiki/\n", 1)[1].split("```", 1)[0]
    return [line for line in block.splitlines() if line.startswith("  ")]


def test_every_make_command_is_documented() -> None:
    commands = re.findall(r"^([a-z]+):.*## ", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    pages = (ROOT / "README.md").read_text("utf-8") + (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    assert {"play", "test", "lint", "golden", "bench"} <= set(commands)
    for command in commands:
        assert f"make {command}" in pages, command


def test_the_examples_of_the_bots_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hints, class_text, program_text = re.findall(r"```python\n(.*?)```", BOTS, re.DOTALL)
    shared: dict[str, object] = {}
    exec(hints, shared)
    assert isinstance(shared["found"], Review)
    (tmp_path / "my_bots.py").write_text(class_text, "utf-8")
    (tmp_path / "my_program.py").write_text(program_text, "utf-8")
    monkeypatch.chdir(tmp_path)
    words = ("my_bots.py:Careful", f"run:{sys.executable} my_program.py")
    contest = checked(Contest("hagakure", words, 3, 0, {"rounds": 1}))
    worker = ArenaWorker(contest)
    line = worker.play(0)
    worker.close()
    assert line["forfeits"] == []
    assert all(game["winners"] for game in line["games"])


OWNERS: dict[str, Any] = {
    "match": zashiki.Match,
    "record": zashiki.Record,
    "rng": zashiki.Rng,
    "state": zashiki.State,
    "zashiki": zashiki,
}
CALL = re.compile(r"`(?P<owner>\w+)\.(?P<name>\w+)\((?P<arguments>[^`()]*)\)`")


@pytest.mark.skipif(zashiki.lane() == "compiled", reason="compiled functions keep no signatures")
def test_calls_in_the_library_page_have_the_parameters_of_the_code() -> None:
    checked = 0
    for call in CALL.finditer(LIBRARY):
        if call["owner"] not in OWNERS:
            continue
        function = getattr(OWNERS[call["owner"]], call["name"])
        assert callable(function), f"{call[0]} is a property"
        parameters = inspect.signature(function).parameters
        for argument in call["arguments"].split(","):
            name = argument.partition("=")[0].strip().lstrip("*")
            if name.isidentifier() and name != "None":
                assert name in parameters, f"{call[0]} has no parameter {name}: it has {', '.join(parameters)}"
        checked += 1
    assert checked > 15


def test_links_to_headings_lead_to_headings() -> None:
    """Within and between the pages; the site's build checks its own links, these are for readers of the sources."""
    pages = {path: path.read_text("utf-8") for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]}
    wrong = []
    for path, text in pages.items():
        for target, anchor in re.findall(r"\]\(([\w./-]*\.md)?#([\w.-]+)\)", text):
            there = (path.parent / target).resolve() if target else path
            if there in pages and anchor not in anchors(pages[there]):
                wrong.append(f"{path.relative_to(ROOT)}: {target}#{anchor}")
    assert wrong == []


def anchors(text: str) -> set[str]:
    """The anchors of a page: its headings as GitHub and MkDocs write them, and those given by hand."""
    plain = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    heads = [
        re.sub(r"[`*\[\]]|\]\([^)]*\)", "", head).strip().lower() for head in re.findall(r"^#+ (.+)$", plain, re.M)
    ]
    by_hand = re.findall(r'id="([\w.-]+)"|\{ ?#([\w.-]+)', text)
    return {re.sub(r"[^\w\- ]", "", head).replace(" ", "-") for head in heads} | {one or two for one, two in by_hand}
