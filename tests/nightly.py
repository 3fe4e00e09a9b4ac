"""How much the open-ended tests do: a fixed amount, unless `make night` asks for more through the environment.

`scripts/night.py` sets the numbers and reads the counts; the commands in its report set them by hand.
"""

import os
from collections import Counter

counts: Counter[str] = Counter()
"""What was done in this process: games, kills, requests."""
largest: dict[str, int] = {}
"""The largest of what was measured in this process."""


def number(name: str, usual: int) -> int:
    """Return a number that the environment may set."""
    text = os.environ.get(name, "")
    assert text.isdecimal() or not text, f"{name} should be a number, not {text!r}"
    return int(text) if text else usual


def examples(usual: int) -> int:
    """Return the number of Hypothesis examples; at night `ZASHIKI_EXAMPLES` times as many."""
    return usual * number("ZASHIKI_EXAMPLES", 1)


def tally(what: str, count: int = 1) -> None:
    """Count something that was done."""
    counts[what] += count


def worst(what: str, value: int) -> None:
    """Remember the largest of some measured values."""
    largest[what] = max(largest.get(what, value), value)
