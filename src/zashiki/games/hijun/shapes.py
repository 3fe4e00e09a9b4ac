"""Hijun: the shape of the board in a view."""

from typing_extensions import TypedDict


class Card(TypedDict):
    """A card. `action` is what selecting it does now, discard or play it, legal or not."""

    name: str
    colour: str
    value: int
    action: int


class Token(TypedDict):
    """A token in the row. `state` is "left", "taken" (`seat` has it) or "out" (`seat` has covered it)."""

    number: int
    state: str
    seat: int | None


class TrickCard(TypedDict):
    """A card in a trick, and the seat that played it."""

    seat: int
    card: Card


class Trick(TypedDict):
    """A trick: its cards in the order they were played. `winner` is winning it so far, or has won it."""

    leader: int
    winner: int
    colour: str
    cards: list[TrickCard]


class Player(TypedDict):
    """A seat as the viewer sees it. `hand` and `discards` are null unless they are the viewer's own.

    `owes` is how many cards the seat must still discard, `lacks` the colours it has failed to follow in this round.
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

    `leader` leads the current or the next trick; null until chance has chosen a leader. `to_lay` lists the tokens that
    chance has not laid out yet. `token_table` has the tokens of every round, `sheet` the points of each finished round,
    seat by seat. `played` lists all cards played in this round, ascending.
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
