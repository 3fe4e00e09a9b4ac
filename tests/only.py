"""Python with only some of the installed packages: `python tests/only.py PACKAGE,PACKAGE -m MODULE ARGUMENT…`.

It simulates an environment in which nothing else is installed: importing any other package fails.
"""

import importlib.metadata as metadata
import re
import runpy
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType


def closure(names: Sequence[str]) -> set[str]:
    """Return these distributions and all that they require here, by their normalized names."""
    found: set[str] = set()
    todo = [_normal(name) for name in names]
    while todo:
        name = todo.pop()
        if name in found:
            continue
        found.add(name)
        try:
            required = metadata.requires(name) or []
        except metadata.PackageNotFoundError:
            continue
        plain = [line for line in required if "extra ==" not in line]
        todo += [_normal(match[0]) for line in plain if (match := re.match(r"[\w.-]+", line))]
    return found


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


class Refused:
    """A finder that refuses the modules of packages that are not allowed."""

    def __init__(self, names: Sequence[str]) -> None:
        allowed = {"zashiki", *closure(names)}
        self.hidden = {
            module
            for module, owners in metadata.packages_distributions().items()
            if not {_normal(owner) for owner in owners} & allowed
        }

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Raise, or leave it to the next finder."""
        if name.partition(".")[0] in self.hidden:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None


def main() -> None:
    """Run a module or a program."""
    _, names, kind, what, *rest = sys.argv
    sys.meta_path.insert(0, Refused(names.split(",")))
    if kind == "-c":
        sys.argv = ["-c", *rest]
        exec(compile(what, "<program>", "exec"), {"__name__": "__main__"})
    else:
        sys.argv = [what, *rest]
        runpy.run_module(what, run_name="__main__")


if __name__ == "__main__":
    main()
