"""Hitohira: abilities (HT-1.2), moves and outcomes of chance as numbers, and their names."""

from typing import Final

from zashiki.games.hitohira.pieces import COLOURS

YOSHINO: Final = 0
OTOME: Final = 1
SUMIZOME: Final = 2
HIME: Final = 3
KUMAGAI: Final = 4
KOKONOE: Final = 5
ABILITIES: Final = ("somei yoshino", "komatsu otome", "shin sumizome", "sakuya hime", "kenrokuen kumagai", "kokonoe")
"""Abilities 2t and 2t + 1 are the two sides of the card with trigger t (HT-R1)."""
SHORT_NAMES: Final = ("yoshino", "otome", "sumizome", "hime", "kumagai", "kokonoe")
ABILITY_RULES: Final = ("HT-4.4", "HT-4.5", "HT-4.6", "HT-4.7", "HT-4.8", "HT-4.9")
USUAL: Final = "yoshino hime kumagai"
"""The face-up sides for a first game (HT-2.2)."""
RANDOM: Final = "random"

# Moves of a seat. Each kind of decision has its own block; legal moves are bits counted from the block's first move.
DRAW: Final = 0
"""0 stops, 1 to 8 draw that many pieces."""
TAKE: Final = 9
"""+ colour, into the field: after a failure, or from what Komatsu Otome shows."""
TAKE_NO_MORE: Final = 15
USE: Final = 16
"""+ ability."""
USE_NONE: Final = 22
PICK: Final = 23
"""+ colour from the own field, + 6 + colour from this turn's pieces: for Somei Yoshino and Sakuya Hime."""
TAKE_FROM: Final = 35
"""+ 6 * seat + colour, from a field: for Sakuya Hime and Kokonoe."""
PUT: Final = 59
"""+ seat, into that field: for Kenrokuen Kumagai."""
PUT_SCREEN: Final = 63
HIDE: Final = 64
"""0 hides nothing, 1 + 3 * colour + (n - 1) hides n pieces; there are never more than three, or two black."""
DIVIDE: Final = 82
"""+ how many white and black pieces join red & yellow."""
MOST_TO_DIVIDE: Final = 24

# Outcomes of chance.
START: Final = 0
FACE_UP: Final = 4
DRAWN: Final = 10
REMOVED: Final = 16


def sides(choice: str) -> int:
    """The face-up abilities that a value of the option names, as bits; 0 if chance decides."""
    return sum([2**ability for ability, name in enumerate(SHORT_NAMES) if name in choice.split()])


def combinations() -> list[str]:
    """The eight choices of face-up sides, the usual one first (HT-2.2)."""
    names = [
        f"{SHORT_NAMES[four]} {SHORT_NAMES[pairs]} {SHORT_NAMES[six]}"
        for four in (YOSHINO, OTOME)
        for pairs in (SUMIZOME, HIME)
        for six in (KUMAGAI, KOKONOE)
    ]
    return [USUAL] + [name for name in names if name != USUAL]


def move_names() -> list[str]:
    """The word for every move of a seat, in order."""
    names = ["stop"] + [f"draw {many}" for many in range(1, 9)]
    names += [f"take {colour}" for colour in COLOURS] + ["take no more"]
    names += [f"use {ability}" for ability in ABILITIES] + ["use no ability"]
    names += [f"pick {place} {colour}" for place in ("field", "turn") for colour in COLOURS]
    names += [f"take {colour} from {seat}" for seat in range(4) for colour in COLOURS]
    names += [f"put in field {seat}" for seat in range(4)] + ["put behind screen"]
    names += ["hide nothing"]
    names += [f"hide {colour} {many}" for colour in COLOURS for many in (1, 2, 3)][:-1]
    names += [f"divide {many}" for many in range(MOST_TO_DIVIDE + 1)]
    return names


def chance_names() -> list[str]:
    """The word for every outcome of chance, in order."""
    names = [f"start {seat}" for seat in range(4)]
    names += [f"face up {ability}" for ability in ABILITIES]
    names += [f"draw {colour}" for colour in COLOURS]
    names += [f"remove {colour}" for colour in COLOURS]
    return names
