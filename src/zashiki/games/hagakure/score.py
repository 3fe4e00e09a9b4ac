"""Hagakure: the score of a round, as pure functions over plain numbers (HG-2.2 to 2.4, HG-4.1)."""

from typing import Final

from mypy_extensions import i64

NONE: Final = 0
DOUBLE: Final = 1
ZERO: Final = 2
VILLAGERS: Final = 3
EXCHANGE: Final = 4
LOOK: Final = 5
TOKENS: Final = ("none", "double", "zero", "villagers", "exchange", "look")
"""Names of the Nobori tokens, by number; 0 means that none was played."""

TOKEN_RULES: Final = ("HG-2.1", "HG-2.2", "HG-2.3", "HG-2.4", "HG-2.5", "HG-2.6")
"""The rule of each token, by number."""

NO_TRICK: Final = -2
VILLAGERS_BONUS: Final = 2


def villagers_needed(seats: i64) -> i64:
    """How many villagers the token asks for (HG-2.4)."""
    if seats == 5:
        return 5
    return 4


def parts(seats: i64, token: i64, tricks: i64, villagers: i64, eighteen: bool) -> tuple[i64, i64, i64, i64]:
    """One seat's round: points for tricks, for samurai 18, for winning none, and what the token adds to that.

    `tricks` is the number of tricks won, `villagers` that of villagers in them, `eighteen` whether samurai 18 is.
    """
    won: i64 = tricks
    bonus: i64 = 0
    if eighteen:
        bonus = 1
    penalty: i64 = 0
    if tricks == 0:
        penalty = NO_TRICK
    plain = won + bonus + penalty
    change: i64 = 0
    if token == DOUBLE:
        change = plain  # HG-2.2: the penalty too
    elif token == ZERO:
        change = -plain  # HG-2.3
    elif token == VILLAGERS and villagers >= villagers_needed(seats):
        change = VILLAGERS_BONUS  # HG-2.4, HG-R3
    return won, bonus, penalty, change


def points(seats: i64, token: i64, tricks: i64, villagers: i64, eighteen: bool) -> i64:
    """All points of one seat in a round."""
    won, bonus, penalty, change = parts(seats, token, tricks, villagers, eighteen)
    return won + bonus + penalty + change
