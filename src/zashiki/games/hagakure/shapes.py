"""Hagakure: the shape of the board in a view."""

from typing_extensions import TypedDict


class Card(TypedDict):
    """A card. `action` is the move that plays it, legal or not: `moves` of the view lists the legal ones."""

    name: str
    kind: str
    action: int


class Token(TypedDict):
    """One of a seat's Nobori tokens. `actions` are the moves that play it."""

    name: str
    used: bool
    actions: list[int]


class TrickCard(TypedDict):
    """A card in a trick, and the seat that played it."""

    seat: int
    card: Card


class Trick(TypedDict):
    """A trick: its cards in the order they were played. `winner` is winning it so far, or has won it."""

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
    """The Yomi, empty until all hands are dealt. `cards` is null unless the viewer knows them."""

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
