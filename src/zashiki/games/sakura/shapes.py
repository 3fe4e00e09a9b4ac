"""Sakura: the shape of the board in a view."""

from typing_extensions import TypedDict


class Card(TypedDict):
    """A card. `action` is the move that touching it means (legal or not: the view's `moves` say that), if it has one.

    `kind` is bright, scroll, hawthorn, animal, rain or chaff.
    """

    name: str
    month: int
    plant: str
    kind: str
    value: int
    action: int | None


class HandCard(Card):
    """A card in hand; `meets` names the cards of the field that it could capture now."""

    meets: list[str]


class FieldMonth(TypedDict):
    """The cards of one month in the field. A stack of three is touched as one: `action` takes it with the wildcard.

    A card of the month that is no part of the stack has an `action` of its own: a wildcard that was left beside it.
    """

    month: int
    plant: str
    stack: bool
    action: int | None
    cards: list[Card]


class Four(TypedDict):
    """Four of a kind of a month in the viewer's hand. `lacking` is neither there nor in the field."""

    month: int
    plant: str
    action: int
    lacking: list[str]


class SetProgress(TypedDict):
    """A set of three and which of its cards a side has captured."""

    name: str
    cards: list[str]
    captured: list[str]
    complete: bool


class Side(TypedDict):
    """A player or a team: what its captured cards are worth together, and its sets."""

    seats: list[int]
    value: int
    sets: list[SetProgress]
    total: int


class Captured(TypedDict):
    """A player's captured cards by kind. The yellow hawthorn and the rain man are kinds of their own."""

    bright: list[Card]
    scroll: list[Card]
    hawthorn: list[Card]
    animal: list[Card]
    rain: list[Card]
    chaff: list[Card]


class Player(TypedDict):
    """A seat as the viewer sees it. `hand` is null unless it is the viewer's own."""

    seat: int
    side: int
    hand_count: int
    hand: list[HandCard] | None
    captured: Captured


class Pending(TypedDict):
    """The card that was played or flipped and whose capture is being chosen. `leave` is the move that leaves it.

    `interrupted`: it is the wildcard, somebody had four of a kind with its first choice, and its player chooses again.
    """

    seat: int
    card: Card
    flipped: bool
    interrupted: bool
    leave: int


class Wildcard(TypedDict):
    """Who captured the wildcard, and what it is paired with: these cards stay together."""

    seat: int
    cards: list[Card]


class Apart(TypedDict):
    """What everybody can conclude: none of these seats holds all of these cards."""

    seats: list[int]
    cards: list[str]


class SheetRow(TypedDict):
    """A finished round: by side, the captured value and the names of its sets; by seat, the points."""

    dealer: int
    values: list[int]
    sets: list[list[str]]
    points: list[int]


class SakuraBoard(TypedDict):
    """The table as one seat sees it."""

    phase: str
    round: int
    rounds: int
    dealer: int | None
    first: int | None
    mover: int | None
    players: list[Player]
    sides: list[Side]
    field: list[FieldMonth]
    pile_count: int
    pending: Pending | None
    fours: list[Four]
    wildcard: Wildcard | None
    wildcard_left: bool
    """Whether the fireworks lie in the field because they were left there: an oak that takes them gets the wildcard."""
    apart: Apart | None
    sheet: list[SheetRow]
