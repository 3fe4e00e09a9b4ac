"""Hagakure: when to play which Nobori token.

What a hand will score is the sum of the values of its cards, and of the value of the seat's place in turn order. A
token played now is missing in later rounds. What the tokens still in hand gain then is in a table, computed backwards
from the last round over hands of all strengths, each played with the token that suits it best.

The numbers come from 60,000 rounds of self-play for each number of seats.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.bits import BIT, lowest
from zashiki.core.win_chances import no_chances
from zashiki.games.hagakure.cards import LOOK_SEAT, PASS, TOKEN_BASE
from zashiki.games.hagakure.rules import ALL_TOKENS, HagakureState
from zashiki.games.hagakure.score import DOUBLE, EXCHANGE, LOOK, NO_TRICK, VILLAGERS, VILLAGERS_BONUS, ZERO


def _row(numbers: str) -> list[float]:
    return [float(number) for number in numbers.split()]


# Each row below is there three times: for 3, 4 and 5 seats.

POINTS: Final = [
    _row(
        "0 0 0 0 0 0 -0.31 -0.3 -0.3 -0.3 -0.29 -0.27 -0.21 -0.12 0.03 0.21 0.4 0.6 1.46 0.85 0.97 1.07 1.05 "
        "0 0 0 0 0 0.62 -0.56 -0.67"
    ),
    _row(
        "0 0 0 0 0 0 -0.41 -0.41 -0.4 -0.39 -0.39 -0.39 -0.36 -0.35 -0.3 -0.22 -0.05 0.19 0.83 0.68 0.91 1.18 "
        "1.38 0 0 0 0 0 0.81 -0.76 -1.2"
    ),
    _row(
        "0 -0.38 -0.36 -0.36 -0.36 -0.36 -0.36 -0.35 -0.36 -0.36 -0.35 -0.37 -0.35 -0.34 -0.32 -0.3 -0.26 "
        "-0.19 -0.09 0.16 0.27 0.4 0.57 0.77 1.02 1.26 1.46 1.32 0.85 -0.64 -0.96"
    ),
]
"""What each card of a hand adds to its score, by its bit: 28 to 30 are the first, second and third old fool."""
POINTS_BY_PLACE: Final = [
    _row("0.28 0.03 0.48"),
    _row("-0.17 -0.12 -0.06 0.44"),
    _row("-0.14 -0.05 0.09 -0.02 0.25"),
]
"""What the place adds: first player, second and so on."""
CHANCE: Final = [
    _row(
        "0 0 0 0 0 0 -0.09 -0.09 -0.09 -0.09 -0.08 -0.07 -0.05 -0.01 0.05 0.12 0.19 0.26 0.2 0.25 0.25 0.24 "
        "0.15 0 0 0 0 0 0.05 -0.06 -0.05"
    ),
    _row(
        "0 0 0 0 0 0 -0.07 -0.06 -0.06 -0.06 -0.05 -0.06 -0.05 -0.04 -0.02 0.02 0.1 0.23 0.09 0.16 0.18 0.24 "
        "0.25 0 0 0 0 0 0.11 -0.08 -0.07"
    ),
    _row(
        "0 -0.05 -0.06 -0.05 -0.05 -0.05 -0.05 -0.05 -0.05 -0.05 -0.05 -0.05 -0.05 -0.04 -0.04 -0.03 -0 0.03 "
        "0.01 0.07 0.08 0.1 0.13 0.15 0.19 0.23 0.27 0.25 0.1 -0.05 -0.07"
    ),
]
"""What each card adds to the chance of winning the villagers that the token asks for."""
CHANCE_BY_PLACE: Final = [
    _row("0.08 0.05 0.09"),
    _row("-0.01 0.04 0.03 0.13"),
    _row("-0.01 0.03 0.05 0.03 0.06"),
]
"""What the place adds to that."""
STRENGTHS: Final = [
    _row("-0.32 0.33 0.71 1.01 1.27 1.52 1.78 2.04 2.32 2.64 3.04 3.84"),
    _row("-1.3 -0.6 -0.32 -0.05 0.19 0.49 0.76 1.03 1.29 1.58 2.04 2.88"),
    _row("-1.49 -0.83 -0.48 -0.18 0.08 0.35 0.65 0.96 1.25 1.59 2.08 3.02"),
]
"""The scores of twelve hands from the weakest to the strongest, each as likely as any other."""
STRENGTH_CHANCES: Final = [
    _row("0.03 0.12 0.2 0.25 0.3 0.36 0.42 0.46 0.52 0.57 0.65 0.79"),
    _row("0.03 0.05 0.06 0.16 0.2 0.27 0.25 0.31 0.34 0.43 0.49 0.61"),
    _row("0 0.01 0.03 0.07 0.12 0.17 0.22 0.26 0.31 0.37 0.45 0.61"),
]
"""Their chances of winning those villagers."""
MEAN_POINTS: Final[list[float]] = [1.68, 0.67, 0.58]
"""What a hand that nobody has seen will score."""
LOOKING: Final = 0.08
"""What it gains to see other cards."""
SECOND_HAND: Final = 1.5
"""How much worse the Yomi is, once it is a hand that somebody gave away (HG-2.5)."""

GONE: Final = -99.0
"""In place of a gain: the token has been used."""
MARGIN: Final = 1.5
"""A token that gains this many points less than the best is not searched."""
FAR: Final = 10
"""The number of rounds to come is capped at this."""


def _by_seats(rows: list[list[float]], width: int) -> vec[float]:
    """Three rows, for 3, 4 and 5 seats, in one, each filled up to the width."""
    flat: list[float] = []
    for row in rows:
        flat += row + [0.0] * (width - len(row))
    return vec[float](flat)


_POINTS: Final = _by_seats(POINTS, 32)
_POINTS_BY_PLACE: Final = _by_seats(POINTS_BY_PLACE, 5)
_CHANCE: Final = _by_seats(CHANCE, 32)
_CHANCE_BY_PLACE: Final = _by_seats(CHANCE_BY_PLACE, 5)
_MEAN_POINTS: Final = vec[float](MEAN_POINTS)


def _table_of_tokens() -> vec[float]:
    """What tokens gain on average, at ((seats - 3) * (FAR + 1) + rounds to come) * 64 + tokens."""
    values: list[float] = []
    for kind in range(3):
        values += [0.0] * 64
        for _ in range(FAR):
            later = values[-64:]
            values += [_mean_gain(kind, tokens, later) for tokens in range(64)]
    return vec[float](values)


def _mean_gain(kind: int, tokens: int, later: list[float]) -> float:
    """The mean over hands of all strengths of what the best token gains, with what the others gain later."""
    if tokens & ~ALL_TOKENS != 0:
        return 0.0
    total = 0.0
    for points, chance in zip(STRENGTHS[kind], STRENGTH_CHANCES[kind], strict=True):
        gains = [0.0, points, -points, VILLAGERS_BONUS * chance, MEAN_POINTS[kind] - points, LOOKING]
        total += max(
            gain + later[tokens & ~(2**token)]
            for token, gain in enumerate(gains)
            if token == 0 or tokens & 2**token != 0
        )
    return total / len(STRENGTHS[kind])


_TOKENS: Final = _table_of_tokens()


def tokens_value(seats: i64, rounds: i64, tokens: i64) -> float:
    """The points that these tokens will gain on average in the rounds to come."""
    if rounds > FAR:
        rounds = FAR
    return _TOKENS[((seats - 3) * (FAR + 1) + rounds) * 64 + tokens]


def _table_of_places() -> vec[float]:
    """The remaining value of a place in turn order, at ((seats - 3) * 5 + rounds to come % seats) * 5 + place."""
    values: list[float] = []
    for seats in (3, 4, 5):
        row = POINTS_BY_PLACE[seats - 3]
        mean = sum(row) / seats
        for rounds in range(5):
            # The deal moves on to the left, so the third player will be the second one in the next round (HG-1.4).
            values += [sum(row[(place - n) % seats] - mean for n in range(rounds % seats)) for place in range(5)]
    return vec[float](values)


_PLACES: Final = _table_of_places()


def place_value(seats: i64, rounds: i64, place: i64) -> float:
    """The points that a seat at this place gains on average, by the order of play, in the rounds to come."""
    return _PLACES[((seats - 3) * 5 + rounds % seats) * 5 + place]


def hand_points(seats: i64, hand: i64, place: i64) -> float:
    """What a hand will score without a token; `place` is 0 for the first player, 1 for the second and so on."""
    value = _POINTS_BY_PLACE[(seats - 3) * 5 + place]
    row = (seats - 3) * 32
    while hand != 0:
        value += _POINTS[row + lowest(hand)]
        hand &= hand - 1
    if value < float(NO_TRICK):
        return float(NO_TRICK)
    return value


def villagers_chance(seats: i64, hand: i64, place: i64) -> float:
    """The chance that a hand wins as many villagers as the token asks for (HG-2.4)."""
    value = _CHANCE_BY_PLACE[(seats - 3) * 5 + place]
    row = (seats - 3) * 32
    while hand != 0:
        value += _CHANCE[row + lowest(hand)]
        hand &= hand - 1
    if value < 0.0:
        return 0.0
    return value


def token_gains(state: HagakureState, seat: i64) -> vec[float]:
    """By token (0: none), what it gains to play it now rather than keep it; far below 0 for those already played."""
    seats = state.seats
    place = place_of(state, seat)
    later = state.rounds - state.round
    if later < 0:
        later = 0
    left = state.tokens_left[seat]
    hand = state.cards[seat]
    points = hand_points(seats, hand, place)
    gains = no_chances(6)
    gains[DOUBLE] = points
    gains[ZERO] = -points
    gains[VILLAGERS] = float(VILLAGERS_BONUS) * villagers_chance(seats, hand, place)
    gains[EXCHANGE] = _MEAN_POINTS[seats - 3] - points
    if exchanged(state):
        gains[EXCHANGE] -= SECOND_HAND
    gains[LOOK] = LOOKING
    kept = tokens_value(seats, later, left)
    token: i64 = DOUBLE
    while token <= LOOK:
        if left & BIT[token] != 0:
            gains[token] += tokens_value(seats, later, left & ~BIT[token]) - kept
        else:
            gains[token] = GONE
        token += 1
    return gains


def place_of(state: HagakureState, seat: i64) -> i64:
    """0 for the first player of the round, 1 for the second and so on."""
    place = seat - state.dealer - 1
    if place < 0:
        place += state.seats
    return place


def exchanged(state: HagakureState) -> bool:
    """Whether somebody exchanged in this round."""
    for token in state.tokens:  # noqa: SIM110 - a generator would be slow here
        if token == EXCHANGE:
            return True
    return False


def best_token(state: HagakureState, seat: i64) -> i64:
    """The token move to make; it follows from what the seat knows."""
    gains = token_gains(state, seat)
    choice: i64 = 0
    token: i64 = DOUBLE
    while token <= LOOK:
        if gains[token] > gains[choice]:
            choice = token
        token += 1
    return token_move(state, seat, choice)


def promising_tokens(state: HagakureState, seat: i64) -> list[int]:
    """The token moves worth searching, best first."""
    gains = token_gains(state, seat)
    moves: list[int] = []
    least = GONE
    while True:
        choice: i64 = 0
        token: i64 = DOUBLE
        while token <= LOOK:
            if gains[token] > gains[choice]:
                choice = token
            token += 1
        if gains[choice] <= least:
            return moves
        if len(moves) == 0:
            least = gains[choice] - MARGIN
        moves.append(token_move(state, seat, choice))
        gains[choice] = GONE


def token_move(state: HagakureState, seat: i64, token: i64) -> i64:
    """The move that plays a token (0: none); a look goes to the left, to the hand that plays next."""
    if token == 0:
        return PASS
    if token == LOOK:
        return LOOK_SEAT + state.after(seat)
    return TOKEN_BASE + token
