"""Names that look alike: the skeletons and the mixed scripts of Unicode's Technical Standard 39.

Two names with the same skeleton can be taken for each other. `scripts/lookalikes.py` regenerates the tables.
"""

import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Final

JAPANESE: Final = frozenset({"LATIN", "HAN", "HIRAGANA", "KATAKANA"})
TOGETHER: Final = (
    JAPANESE,
    frozenset({"LATIN", "HAN", "BOPOMOFO"}),
    frozenset({"LATIN", "HAN", "HANGUL"}),
)
"""Scripts that are written together; one by itself always is."""
BESIDE_LATIN: Final = frozenset(
    {
        *("ARABIC", "ARMENIAN", "BENGALI", "DEVANAGARI", "ETHIOPIC", "GEORGIAN", "GUJARATI", "GURMUKHI", "HEBREW"),
        *("KANNADA", "KHMER", "LAO", "MALAYALAM", "MYANMAR", "ORIYA", "SINHALA", "TAMIL", "TELUGU", "THAANA", "THAI"),
        "TIBETAN",
    }
)
"""Recommended scripts, one of which may stand beside Latin: all but Cyrillic and Greek, whose letters look like it."""


@cache
def _rows(table: str) -> list[tuple[str, list[str]]]:
    text = files("zashiki.store").joinpath("unicode", f"{table}.txt").read_text("utf-8")
    return [(name, entries.split()) for name, _, entries in (line.partition("=") for line in text.splitlines())]


@cache
def _prototypes() -> dict[int, str]:
    """For each character that can be taken for another, the one it is taken for."""
    return {
        int(source, 16): "".join(chr(int(one, 16)) for one in prototype.split())
        for prototype, sources in _rows("confusables")
        for source in sources
    }


def _skeleton(text: str) -> str:
    mapped = unicodedata.normalize("NFD", text).translate(_prototypes())
    return unicodedata.normalize("NFD", mapped)


def skeletons(name: str) -> frozenset[str]:
    """What a name looks like, as written and in small letters: names that share one of these look alike."""
    plain = unicodedata.normalize("NFKC", name)
    found = (_skeleton(plain), _skeleton(plain.casefold()))
    return frozenset(" ".join(one.casefold().split()) for one in found)


@cache
def _scripts() -> tuple[list[int], list[tuple[int, str]]]:
    """The spans of all scripts by their first character: the beginnings, and the last characters with the script."""
    spans: list[tuple[int, int, str]] = []
    for script, ranges in _rows("scripts"):
        for span in ranges:
            first, _, last = span.partition("-")
            spans.append((int(first, 16), int(last, 16), script))
    spans.sort()
    return [first for first, _, _ in spans], [(last, script) for _, last, script in spans]


def _scripts_of(name: str) -> Iterator[str]:
    firsts, rest = _scripts()
    for char in name:
        index = bisect_right(firsts, ord(char)) - 1
        if index >= 0 and ord(char) <= rest[index][0]:
            yield rest[index][1]


def mixes_scripts(name: str) -> bool:
    """Whether a name mixes scripts that are not written together: beyond the "moderately restrictive" level."""
    used = frozenset(_scripts_of(name))
    others = used - {"LATIN"}
    return (
        len(used) > 1 and not any(used <= one for one in TOGETHER) and not (len(others) == 1 and others < BESIDE_LATIN)
    )
