"""Hagakure: the shape of the board in a view."""

from typing_extensions import TypedDict


class Card(TypedDict):
    """A card, and the move that plays it (legal or not: the view's `moves` say that)."""

    name: str
    kind: str
    action: int


class Token(TypedDict):
    """A Nobori token of a seat. `actions` are the moves that play it."""

    name: str
    used: bool
    actions: list[int]


class TrickCard(TypedDict):
    """A card in a trick."""

    seat: int
    card: Card


class Trick(TypedDict):
    """A trick: the cards in the order they were played; `winner` is who is winning it, or won it."""

    leader: int
    winner: int
    cards: list[TrickCard]


class Player(TypedDict):
    """A seat as the viewer sees it. `hand` is null unless the viewer knows those cards."""

    seat: int
    hand_count: int
    hand: list[Card] | None
    holds_no_samurai: bool
    token: str | None
    tokens: list[Token]
    tricks: int
    won: list[Card]


class Yomi(TypedDict):
    """The Yomi, empty until all hands are dealt; `cards` is null unless the viewer knows them."""

    count: int
    cards: list[Card] | None


class HagakureBoard(TypedDict):
    """The table as one seat sees it."""

    phase: str
    round: int
    rounds: int
    extra_round: int
    dealer: int | None
    first: int | None
    players: list[Player]
    yomi: Yomi
    trick: Trick | None
    last_trick: Trick | None
    sheet: list[list[int]]
