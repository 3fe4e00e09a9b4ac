"""Hijun: the shape of the board in a view."""

from typing_extensions import TypedDict


class Card(TypedDict):
    """A card. `action` is the move that touching it means now, to discard or to play it, legal or not."""

    name: str
    colour: str
    value: int
    action: int


class Token(TypedDict):
    """A token of the row. `state` is "left", "taken" (`seat` has it) or "out" (`seat` covered it)."""

    number: int
    state: str
    seat: int | None


class TrickCard(TypedDict):
    """A card in a trick."""

    seat: int
    card: Card


class Trick(TypedDict):
    """A trick: the cards in the order they were played; `winner` is who is winning it, or won it."""

    leader: int
    winner: int
    colour: str
    cards: list[TrickCard]


class Player(TypedDict):
    """A seat as the viewer sees it. `hand` and `discards` are null unless they are the viewer's own.

    `owes` is how many cards the seat is still to discard, `lacks` the colours it did not follow in this round.
    """

    seat: int
    hand_count: int
    hand: list[Card] | None
    discard_count: int
    discards: list[Card] | None
    owes: int
    lacks: list[str]
    tricks: int
    token: int | None
    covered: bool


class HijunBoard(TypedDict):
    """The table as one seat sees it.

    `leader` leads the trick that is being played or comes next; null if chance is still to name them. `to_lay` are
    tokens that chance has not yet laid out. `token_table` has the tokens of every round; `sheet` the points of each
    finished round, seat by seat. `played` are all cards played in this round, ascending.
    """

    phase: str
    round: int
    rounds: int
    goal: int
    highest_value: int
    discards_due: int
    leader: int | None
    tokens: list[Token]
    to_lay: list[int]
    token_table: list[list[int]]
    players: list[Player]
    trick: Trick | None
    last_trick: Trick | None
    played: list[Card]
    sheet: list[list[int]]
