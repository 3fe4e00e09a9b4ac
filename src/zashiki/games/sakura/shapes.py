"""Sakura: the shape of the board in a view."""

from typing_extensions import TypedDict


class Card(TypedDict):
    """A card. `action` is what selecting it does, if anything; `moves` of the view lists the legal moves.

    `kind` is bright, scroll, hawthorn, animal, rain or chaff.
    """

    name: str
    month: int
    plant: str
    kind: str
    value: int
    action: int | None


class HandCard(Card):
    """A card in hand. `meets` names the cards in the field that it could capture now."""

    meets: list[str]


class FieldMonth(TypedDict):
    """The cards of one month in the field. A stack of three is selected as one: `action` takes it with the wildcard.

    A card beside the stack has its own `action`: a wildcard that was left there.
    """

    month: int
    plant: str
    stack: bool
    action: int | None
    cards: list[Card]


class Four(TypedDict):
    """A month in the viewer's hand. `action` declares four of a kind; `lacking` are in neither hand nor field."""

    month: int
    plant: str
    action: int
    lacking: list[str]


class SetProgress(TypedDict):
    """A set of three, and which of its cards a side has captured."""

    name: str
    cards: list[str]
    captured: list[str]
    complete: bool


class Side(TypedDict):
    """A player or a team: the total value of its captured cards, and its sets."""

    seats: list[int]
    value: int
    sets: list[SetProgress]
    total: int


class Captured(TypedDict):
    """A player's captured cards by kind. The yellow hawthorn and the rain man each count as a kind."""

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
    """A played or flipped card whose player is choosing what it captures. `leave` is the move that leaves it.

    `interrupted`: it is the wildcard, and its player chooses again because someone had four of a kind with the first
    choice.
    """

    seat: int
    card: Card
    flipped: bool
    interrupted: bool
    leave: int


class Wildcard(TypedDict):
    """Who captured the wildcard, and the cards it is paired with: they stay together."""

    seat: int
    cards: list[Card]


class Apart(TypedDict):
    """What everyone can conclude: none of these seats holds all of these cards."""

    seats: list[int]
    cards: list[str]


class SheetRow(TypedDict):
    """A finished round: each side's captured value and the names of its sets, and each seat's points."""

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
    """Whether the fireworks were left in the field: an oak that takes them captures the wildcard."""
    apart: Apart | None
    sheet: list[SheetRow]
