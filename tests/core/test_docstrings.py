"""The examples in docstrings are run. They are read from the sources: doctest finds none in compiled modules."""

import ast
import doctest
import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import zashiki
from zashiki import bots, research

SOURCE = Path(__file__).parents[2] / "src"
MODULES = sorted(path for path in SOURCE.rglob("*.py") if ">>> " in path.read_text("utf-8"))


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")


def documented(path: Path) -> Iterator[tuple[str, str, int]]:
    """Every docstring of a module: its name, its text and its line."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and (text := ast.get_docstring(node)):
            yield getattr(node, "name", name_of(path)), text, getattr(node, "lineno", 0)


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_the_examples_in_docstrings_run(path: Path) -> None:
    module = importlib.import_module(name_of(path))
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for name, text, line in documented(path):
        assert not re.search("^>>> ", text, re.MULTILINE), f"{name}: indented, the documentation shows it as code"
        runner.run(doctest.DocTestParser().get_doctest(text, dict(vars(module)), name, str(path), line))
    assert runner.tries > 0
    assert runner.failures == 0


def offered() -> list[object]:
    """What the library offers to do, and what it gives to do it with; an error says all in a line."""
    found = [getattr(zashiki, name) for name in zashiki.__all__] + [bots.Bot, bots.DecisionContext, research.batch]
    found += [bots.hint, bots.level, bots.levels, bots.review]
    return [one for one in found if callable(one) and not (isinstance(one, type) and issubclass(one, Exception | dict))]


@pytest.mark.parametrize("one", offered(), ids=lambda one: str(getattr(one, "__qualname__", one)))
def test_what_the_library_offers_is_shown_by_an_example(one: object) -> None:
    text = inspect.getdoc(one) or ""
    assert ">>> " in text or one in (zashiki.lane, zashiki.load)


@pytest.mark.parametrize(
    "kind", [zashiki.Game, zashiki.Match, zashiki.Move, zashiki.Reason, zashiki.Rng, zashiki.State]
)
def test_help_tells_the_same_in_both_lanes(kind: type) -> None:
    """What is compiled keeps its docstrings, too."""
    path = SOURCE / (kind.__module__.replace(".", "/") + ".py")
    tree = next(one for one in ast.parse(path.read_text("utf-8")).body if getattr(one, "name", "") == kind.__name__)
    assert isinstance(tree, ast.ClassDef)
    assert inspect.getdoc(kind) == ast.get_docstring(tree)
    for method in tree.body:
        if isinstance(method, ast.FunctionDef) and (text := ast.get_docstring(method)):
            assert inspect.getdoc(getattr(kind, method.name)) == text, method.name
