"""Games are found by their entry points, and nothing else knows which there are."""

import ast
import re
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import zashiki
from zashiki import registry
from zashiki.core.package import imported

ROOT = Path(__file__).parents[2]
GAMES = sorted(path.parent.name for path in ROOT.glob("src/zashiki/games/*/package.py"))
SOURCES = ("src/zashiki", "scripts", "setup.py", "docs/sitegen", "docs/build.py", "web/contract.py", "web/build.py")
"""What must not know which games there are. Tests, benchmarks and prose may use a game as an example."""
SETTINGS = (
    "MANIFEST.in",
    "Makefile",
    "Containerfile",
    "compose.yaml",
    "docs/mkdocs.yml",
    "web/index.html",
    "web/public/manifest.webmanifest",
    "web/vite.config.ts",
)
"""The same for files that are not Python. The client's own sources are searched by `web/src/games/keys.test.ts`."""

# Both lanes say the same: nothing here is compiled.
pytestmark = pytest.mark.once


def test_the_built_in_games_come_in_by_entry_point() -> None:
    assert sorted(key for key, package in registry.packages().items() if package.built_in) == GAMES
    assert {key: package.game for key, package in registry.packages().items()} == zashiki.games()


def said(path: Path) -> Iterator[str]:
    """Every name and every text in a file, except docstrings, where a game may be an example."""
    tree = ast.parse(path.read_text("utf-8"))
    examples = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in examples:
                yield text
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name) | ast.arg(arg=name):
                yield name
            case ast.ImportFrom(module=str(name)) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name


def test_nothing_outside_a_games_folder_names_it() -> None:
    named = re.compile("|".join(GAMES), re.IGNORECASE)
    found: list[str] = []
    for source in SOURCES:
        for path in [ROOT / source] if (ROOT / source).is_file() else sorted((ROOT / source).rglob("*.py")):
            if ROOT / "src/zashiki/games" in path.parents:
                continue
            found += [f"{path.relative_to(ROOT)}: {word}" for word in said(path) if named.search(word)]
    found += [name for name in SETTINGS if named.search((ROOT / name).read_text("utf-8"))]
    assert found == []


@pytest.mark.parametrize("key", GAMES)
def test_every_drawing_that_is_named_is_there(key: str) -> None:
    package = registry.package(key)
    assert package.rules_page("en").is_file()
    assert package.rules_page("ja").is_file()
    for reference in (package.terminal, package.picture):
        assert reference is None or callable(imported(reference))


@pytest.fixture
def points(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[EntryPoint]]:
    """Entry points that stand in for those that are installed; the registry is loaded anew afterwards."""
    found: list[EntryPoint] = [EntryPoint("sakura", "zashiki.games.sakura.package:PACKAGE", registry.GROUP)]
    monkeypatch.setattr(registry, "entry_points", lambda group: found if group == registry.GROUP else [])
    registry.packages.cache_clear()
    yield found
    registry.packages.cache_clear()


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("broken", "no_such_module:PACKAGE", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("broken", "zashiki.core.rng:Rng", "zashiki.core.rng:Rng is not a GamePackage"),
        ("renamed", "zashiki.games.hijun.package:PACKAGE", "is called 'renamed', but its key is 'hijun'"),
        ("sakura", "zashiki.games.sakura.package:PACKAGE", "there already is a game with the key 'sakura'"),
    ],
)
def test_a_game_that_does_not_load_is_told_and_the_others_are_there(
    points: list[EntryPoint], name: str, value: str, why: str
) -> None:
    points.append(EntryPoint(name, value, registry.GROUP))
    with pytest.warns(registry.GameNotLoaded, match=re.escape(why)):
        assert list(registry.packages()) == ["sakura"]


def test_a_source_folder_without_entry_points_says_what_to_do(points: list[EntryPoint]) -> None:
    points.clear()
    with pytest.raises(RuntimeError, match="make packages"):
        registry.packages()
