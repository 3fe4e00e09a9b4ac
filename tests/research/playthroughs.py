"""Playthroughs in OpenSpiel's format: everything that each state of a short game returns.

They are cut to a readable size: a long line is its beginning and a digest, equal lines in a row are counted, and the
parts of an information state tensor that repeat the observation are left out.

Run as a program (`python tests/research/playthroughs.py`) it regenerates every file in `tests/research/golden`; read
the diff. `test_openspiel.py` compares.
"""

import re
from hashlib import sha256
from itertools import groupby
from pathlib import Path

from open_spiel.python.algorithms.generate_playthrough import playthrough

from zashiki import registry
from zashiki.research.openspiel import PREFIX

FOLDER = Path(__file__).parent / "golden"
SEED = 2026
LONG = 120
REPEATED = re.compile(r"InformationStateTensor\(\d\)\.(?!moves)")

SHORT = {
    "hagakure": "seats=3,rounds=1,rewards=points",
    # Tokens so high that the game is over as soon as anybody scores.
    "hijun": "tokens=10 11 12 13/10 11 12 13/10 11 12 13/10 11 12 13/10 11 12 13",
    "hiroba": "seats=2",
    # With Shin Sumizome, whose draws only one seat sees.
    "hitohira": "seats=2,abilities=yoshino sumizome kumagai",
    "sakura": "seats=2,rounds=1,rewards=points",
}
"""A short game of each kind."""


def name(key: str) -> str:
    """Return the short game's OpenSpiel string."""
    return f"{PREFIX}{key}({SHORT[key]})"


def path_of(key: str) -> Path:
    """Return the path of its playthrough."""
    return FOLDER / f"{key}.txt"


def played(key: str) -> str:
    """Generate its playthrough."""
    whole = playthrough(name(key), None, seed=SEED).splitlines()
    kept = [line for line in whole if not REPEATED.match(line)]
    return "".join(f"{_cut(line)}{_times(len(list(equal)))}\n" for line, equal in groupby(kept))


def _cut(line: str) -> str:
    return line if len(line) <= LONG else f"{line[:LONG]} ... {sha256(line.encode()).hexdigest()[:16]}"


def _times(count: int) -> str:
    return f" ({count} times)" if count > 1 else ""


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for key in registry.packages():
        path_of(key).write_text(played(key), "utf-8")
