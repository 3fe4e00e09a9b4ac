"""Tables of Hijun with chosen cards, by way of records: chance is put in by hand.

Cards are written short: "p4" is poppy 4, "i" iris, "c" clover, "m" plum (ume).
"""

from typing import Any

import zashiki
from zashiki import CHANCE, Match
from zashiki.games.hijun import cards

COLOURS = {"p": "poppy", "i": "iris", "c": "clover", "m": "plum"}


def long(card: str) -> str:
    """The name of a card written short."""
    return f"{COLOURS[card[0]]} {card[1:]}"


def deck(seats: int) -> list[str]:
    """All cards in the game, written short."""
    return [f"{letter}{value}" for letter in COLOURS for value in range(1, 1 + int(cards.highest_value(seats)))]


def open_table(seats: int, **options: Any) -> Match:
    """A table whose chance is put in by hand; nothing has happened yet."""
    return Match(zashiki.games()["hijun"], seats, options, None)


def chance(match: Match, *outcomes: str) -> None:
    """What chance gives."""
    for outcome in outcomes:
        match.chance(match.parse(CHANCE, outcome))


def deal(match: Match, kept: list[list[str]]) -> list[list[str]]:
    """Deal a round so that each seat gets these cards and, from the rest of the deck, some to discard: which ones."""
    rest = [card for card in deck(match.seats) if not any(card in hand for hand in kept)]
    size = len(deck(match.seats)) // match.seats
    spare: list[list[str]] = []
    for hand in kept:
        spare.append(rest[: size - len(hand)])
        del rest[: size - len(hand)]
    for place in range(size):
        for hand, others in zip(kept, spare, strict=True):
            chance(match, "deal " + long([*hand, *others][place]))
    return spare


def discard(match: Match, spare: list[list[str]]) -> None:
    """Everyone discards these cards."""
    for seat, hand in enumerate(spare):
        for card in hand:
            match.play(seat, match.parse(seat, "discard " + long(card)))


def deal_any(match: Match) -> None:
    """Deal a round in the order of the deck, and let everyone discard their lowest cards."""
    deal(match, [[] for _ in range(match.seats)])
    for seat in range(match.seats):
        while seat in match.waiting:
            match.play(seat, match.legal(seat)[0])


def ready(*hands: str, leader: int = 0, **options: Any) -> Match:
    """A table in round 1, all discards made, where each seat holds the cards named ("p4 p5 i13 …")."""
    table = open_table(len(hands), **options)
    discard(table, deal(table, [hand.split() for hand in hands]))
    chance(table, f"leader {leader}")
    return table


def play(match: Match, *played: str) -> Match:
    """Cards in order, each by whoever is to act."""
    for card in played:
        (seat,) = match.waiting
        match.play(seat, match.parse(seat, "play " + long(card)))
    return match


def play_round(match: Match, winners: list[int], leader: int = 0, tokens: list[int] | None = None) -> Match:
    """A whole round whose tricks are won by these seats in turn; `leader` and `tokens` are chance's, if it is asked."""
    seats = match.seats
    for number in tokens or []:
        chance(match, f"token {number}")
    tricks: list[list[str]] = []
    for index, winner in enumerate(winners):
        # Three tricks to a colour, one card of it for everyone, the winner's the highest.
        colour, low = "picm"[index // 3], seats * (index % 3) + 1
        others = iter(range(low, low + seats - 1))
        tricks.append([f"{colour}{low + seats - 1 if seat == winner else next(others)}" for seat in range(seats)])
    discard(match, deal(match, [[trick[seat] for trick in tricks] for seat in range(seats)]))
    if match.waiting == (CHANCE,):
        chance(match, f"leader {leader}")
    for trick in tricks:
        for _ in range(seats):
            (seat,) = match.waiting
            play(match, trick[seat])
    return match


def names(match: Match, seat: int) -> list[str]:
    """The legal moves of a seat."""
    return [match.name(seat, action) for action in match.legal(seat)]


def refusal(match: Match, seat: int, move: str) -> tuple[str, str, str]:
    """Code, rule and sentence of the reason why not."""
    reason = match.why_not(seat, match.parse(seat, move))
    assert reason is not None
    return reason.code, reason.rule, reason.text


def told(match: Match, seat: int | None = None) -> list[str]:
    """The texts of all events, as the seat sees them."""
    return [event["text"] for event in match.events(seat)]


FOUR = (
    "p4 p5 p6 i1 i2 i3 c1 c2 c3",
    "p9 p10 i4 i5 i6 i7 c4 c5 c6",
    "p2 p3 i8 i9 i10 c7 c8 c9 m1",
    "i13 i12 i11 c10 c11 c12 m2 m3 m4",
)
"""Nine cards for each of four seats; seat 3 has no poppy, seats 0 and 1 no plum."""


def board(match: Match, seat: int | None = None) -> Any:
    return match.view(seat)["board"]
