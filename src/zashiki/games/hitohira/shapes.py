"""Hitohira: the shape of the board in a view."""

from typing_extensions import TypedDict

from zashiki.core.shapes import Message


class Pieces(TypedDict):
    """A number of pieces of one colour."""

    colour: str
    count: int


class Pile(TypedDict):
    """Pieces of one colour on the table. `actions` are the moves that selecting them may mean, legal or not."""

    colour: str
    count: int
    actions: list[int]


class Line(TypedDict):
    """A line of a field. `black` is how many black pieces are best counted as this colour; `points` includes them."""

    colour: str
    count: int
    black: int
    points: int
    actions: list[int]


class Ability(TypedDict):
    """A face-up ability. `met`: this turn's pieces meet its trigger (false once that step is over).

    `offered`: it can be used now.
    """

    name: str
    trigger: str
    rule: str
    about: Message
    met: bool
    offered: bool
    in_use: bool
    action: int


class Turn(TypedDict):
    """The current turn. `draw_actions` draw 1 to 8 pieces; `most` is how many may still be drawn.

    `failing` is the risk that a draw of 1, 2, … `most` pieces fails, as far as the viewer can tell. It is null when
    nothing can be drawn, and with strict memory, where it would give away what players must remember.
    After a failure, `failure` says why, and `culprits` are the colours that made it fail.
    """

    seat: int
    pieces: list[Pile]
    last_draw: list[Pieces]
    draws_made: int
    draws_left: int
    most: int
    failing: list[float] | None
    failed: bool
    failure: Message | None
    culprits: list[str]
    taken: list[str]
    shown: list[Pile]
    giving: str | None
    draw_actions: list[int]
    stop_action: int
    take_no_more_action: int
    no_ability_action: int
    hide_nothing_action: int


class Screen(TypedDict):
    """What is behind a screen. `seen` are the pieces that everyone saw go there, `unknown` is the number of the others.

    `secret` are those others, null unless the viewer knows them. With strict memory, everything behind other players'
    screens is null until the screens are opened.
    """

    open: bool
    count: int | None
    seen: list[Pieces] | None
    unknown: int | None
    secret: list[Pieces] | None
    actions: list[int]


class Division(TypedDict):
    """How many of a seat's white and black pieces join each group, and how many can join neither."""

    red_yellow: int
    light_blue_blue: int
    uncounted: int


class Player(TypedDict):
    """A seat as the viewer sees it. `put_action` puts a piece drawn with Kenrokuen Kumagai in this field."""

    seat: int
    field: list[Line]
    field_points: int
    screen: Screen
    divides: bool
    has_divided: bool
    division: Division | None
    put_action: int


class Group(TypedDict):
    """A group behind the screens at the end: each seat's number of pieces, and its points."""

    name: str
    numbers: list[int]
    points: list[int]


class HitohiraBoard(TypedDict):
    """The table as one seat sees it.

    `unseen` counts the pieces the viewer has not seen (in the pouch, removed, or behind a screen); null with strict
    memory.
    `groups` is null until the screens are open.
    """

    phase: str
    start: int | None
    pouch: int
    removed: int
    unseen: list[Pieces] | None
    abilities: list[Ability]
    turn: Turn | None
    players: list[Player]
    groups: list[Group] | None
    idle_turns: int
    idle_limit: int
