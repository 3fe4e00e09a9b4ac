"""Hijun: the score of a round and the end of the game, as pure functions over plain numbers (HJ-3.4 to HJ-4.2).

A score pad needs no game: `round_points` asks for what people can count at a real table.
"""

from typing import Final

from mypy_extensions import i64

from zashiki.core.jsontypes import Json

ROUNDS: Final = 5
GOAL: Final = 10
"""The round in which somebody reaches this many points is the last (HJ-4.2)."""
ROW: Final = 4
"""Tokens in a round (HJ-1.2)."""
EXACT: Final = 2
"""The number of tricks that scores (HJ-4.1)."""

ASCENDING: Final = "ascending"
FLAT: Final = "flat"


def token_table(tokens: Json) -> list[list[int]]:
    """The tokens of each round, for a value of the option `tokens` (HJ-R1)."""
    if isinstance(tokens, list):
        return [[number for number in row if isinstance(number, int)] for row in tokens if isinstance(row, list)]
    growth = 0 if tokens == FLAT else 1
    return [[1 + growth * index + place for place in range(ROW)] for index in range(ROUNDS)]


def points(tricks: i64, token: i64) -> i64:
    """A seat's points in a round, from its tricks and the token it took (0: none): HJ-3.5, HJ-R2, HJ-4.1."""
    if tricks == EXACT:
        return token
    return 0


def takes_token(tricks: i64, taken: i64) -> bool:
    """Whether a seat takes a token after winning its latest trick, given how many are gone (HJ-3.4, HJ-R2)."""
    return tricks == EXACT and taken < ROW


def is_last_round(round_number: i64, most_points: i64) -> bool:
    """Whether the game is over after this round (HJ-4.2)."""
    return round_number >= ROUNDS or most_points >= GOAL


def tokens_taken(seats: int, takers: list[int], row: list[int]) -> list[int | None]:
    """The token that each seat took (HJ-3.4), None for none.

    `takers` are the seats that won a second trick, in the order in which they did; `row` is the tokens as they lay.
    """
    taken: list[int | None] = [None] * seats
    # HJ-R2: whoever comes after the last token gets none.
    for seat, token in zip(takers, row, strict=False):
        taken[seat] = token
    return taken


def round_points(tricks: list[int], takers: list[int], row: list[int]) -> list[int]:
    """What a round gives each seat, from its tricks, the order of second tricks and the row of tokens.

    `ValueError` if `takers` does not name each seat with two or more tricks exactly once.
    """
    expected = [seat for seat, won in enumerate(tricks) if won >= EXACT]
    if sorted(takers) != expected:
        raise ValueError(f"takers: {takers} are not the seats with two or more tricks, which are {expected}")
    taken = tokens_taken(len(tricks), takers, row)
    return [int(points(won, token or 0)) for won, token in zip(tricks, taken, strict=True)]


def winners(totals: list[int]) -> list[int]:
    """The seats with the most points (HJ-4.2)."""
    best = max(totals)
    return [seat for seat, total in enumerate(totals) if total == best]
