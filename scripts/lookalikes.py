"""Regenerates the tables by which look-alike names are recognised, from Unicode's data in a package.

The package is needed only here: `uv run --with confusable_homoglyphs==3.3.1 python scripts/lookalikes.py`. Its
data is that of UTS 39 (`confusables.txt`) and of `Scripts.txt`. The tables are text, one entry a line, so that a
change of them can be read.
"""

import json
from collections import defaultdict
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).parents[1] / "src" / "zashiki" / "store" / "unicode"
WILD: Final = ("COMMON", "INHERITED")
"""Scripts of characters that go with all others."""


def confusables(data: dict[str, list[dict[str, Any]]]) -> dict[str, str]:
    """Each character with its prototype: the member of its class that all others are listed with."""
    listed: dict[str, set[str]] = defaultdict(set)
    for char, entries in data.items():
        listed[_bare(char)] |= {_bare(entry["c"]) for entry in entries}
    found: dict[str, str] = {}
    for char, others in listed.items():
        if len(char) == 1 and len(others) == 1:
            (other,) = others
            if len(listed[other]) > 1 or _rank(other) < _rank(char):
                found[char] = other
    return found


def _bare(text: str) -> str:
    """Without the marks of direction around texts that are written from the right."""
    return text.strip("\u200e\u200f")


def _rank(text: str) -> tuple[bool, bool, str]:
    """Of two that only stand for each other, the prototype is what has several characters, or is a letter."""
    return len(text) == 1, not text.isalpha(), text


def main() -> None:
    """Write both tables."""
    source = files("confusable_homoglyphs")
    pairs = confusables(json.loads(source.joinpath("confusables.json").read_text("utf-8")))
    sources: dict[str, list[str]] = defaultdict(list)
    for char, prototype in pairs.items():
        sources[prototype].append(f"{ord(char):X}")
    lines = [
        f"{' '.join(f'{ord(one):X}' for one in prototype)}={' '.join(sources[prototype])}" for prototype in sources
    ]
    HERE.mkdir(exist_ok=True)
    HERE.joinpath("confusables.txt").write_text("\n".join(sorted(lines)) + "\n", "utf-8")
    data = json.loads(source.joinpath("categories.json").read_text("utf-8"))
    spans: dict[str, list[list[int]]] = defaultdict(list)
    for first, last, script, _ in sorted(data["code_points_ranges"]):
        name = data["iso_15924_aliases"][script]
        if spans[name] and spans[name][-1][1] == first - 1:
            spans[name][-1][1] = last
        else:
            spans[name].append([first, last])
    rows = [
        f"{name}={' '.join(f'{first:X}-{last:X}' for first, last in found)}"
        for name, found in sorted(spans.items())
        if name not in WILD
    ]
    HERE.joinpath("scripts.txt").write_text("\n".join(rows) + "\n", "utf-8")


if __name__ == "__main__":
    main()
