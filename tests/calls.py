"""Find functions that neither importing the package nor playing the traces calls.

Run by `core/test_traces.py`, in its own process: `python tests/calls.py FILE…` plays traces until every function in
these files was called, and prints the names of the others as JSON.
"""

import ast
import builtins
import json
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any

left: set[str] = set()
"""Functions that were not called yet."""


class Marker(ast.NodeTransformer):
    """Instruments every function of a file to record that it is called: a debugger hook would be three times slower."""

    def __init__(self, file: str) -> None:
        self.names = [file]

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        self.names.append(node.name)
        self.generic_visit(node)
        self.names.pop()
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.names.append(node.name)
        self.generic_visit(node)
        # An abstract method cannot be called.
        if not any(isinstance(one, ast.Name) and one.id == "abstractmethod" for one in node.decorator_list):
            name = " ".join(self.names)
            left.add(name)
            node.body.insert(0, ast.parse(f"__called__({name!r})").body[0])
        self.names.pop()
        return node


def mark(files: list[str]) -> None:
    """Instrument these files when they are imported."""
    usual = SourceFileLoader.get_code

    def get_code(loader: Any, module: str) -> CodeType | None:
        path = loader.get_filename(module)
        if path not in files:
            return usual(loader, module)
        tree = Marker(module).visit(ast.parse(Path(path).read_text("utf-8")))
        code: CodeType = compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)
        return code

    SourceFileLoader.get_code = get_code  # type: ignore[assignment, method-assign]
    builtins.__called__ = left.discard  # type: ignore[attr-defined]


def play() -> None:
    """Play the traces until nothing is left, starting with those that call the most."""
    import zashiki
    from traced import traces

    games = zashiki.games()
    first = [f"{game.key}-{game.seat_counts[0]}" for game in games.values()]
    names = sorted(traces(), reverse=True)
    names.sort(key=lambda name: (name not in first, "=" in name or name[-1].isdigit()))
    for name in names:
        # A game calls its own functions, and those that belong to no game.
        others = [f"zashiki.games.{key}" for key in games if not name.startswith(key)]
        if len(others) < len(games) and all(one.startswith(tuple(others)) for one in left):
            continue
        for _ in traces()[name].lines():
            if not left:
                return


if __name__ == "__main__":
    mark(sys.argv[1:])
    play()
    missing = set(sys.argv[1:]) - {str(getattr(module, "__file__", "")) for module in sys.modules.values()}
    sys.stdout.write(json.dumps(sorted(left | missing)))
