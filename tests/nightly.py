"""How much the open-ended tests do: as much as always, unless `make night` asks for more through the environment.

`scripts/night.py` sets the numbers and reads what was counted; by hand they work as well, and its report tells them.
"""

import os
from collections import Counter

counts: Counter[str] = Counter()
"""What was done in this process: games, kills, requests."""


def number(name: str, usual: int) -> int:
    """A number that the environment may set."""
    text = os.environ.get(name, "")
    assert text.isdecimal() or not text, f"{name} should be a number, not {text!r}"
    return int(text) if text else usual


def examples(usual: int) -> int:
    """So many examples of Hypothesis; at night `ZASHIKI_EXAMPLES` times as many."""
    return usual * number("ZASHIKI_EXAMPLES", 1)


def tally(what: str, many: int = 1) -> None:
    """Count something that was done."""
    counts[what] += many
