"""The types of everything that leaves the engine as JSON. Each game adds its board in `games/<game>/shapes.py`.

Modules named `shapes` are never compiled: native code keeps no annotations, and the types of other languages are
generated from these.
"""

from collections.abc import Mapping
from typing import Any, Generic, Literal, NotRequired

from typing_extensions import TypedDict, TypeVar

from zashiki.core.jsontypes import Facts, Json


class Message(TypedDict):
    """A sentence: show `text`, or make it in another language from `code` and `facts`."""

    code: str
    facts: Facts
    text: str


class ReasonData(TypedDict):
    """Why a move is not allowed."""

    code: str
    rule: str
    facts: Facts
    text: str


class OptionProblemData(TypedDict):
    """One problem with the value of an option; `at` is the item of a list, from 0."""

    option: str
    at: int | None
    code: str
    rule: str | None
    facts: Facts
    text: str


class MoveData(TypedDict):
    """A legal move as a view lists it."""

    action: int
    name: str
    label: Message


class ScoreLine(TypedDict):
    """Points with their rule."""

    seat: int
    round: int
    rule: str
    points: int
    code: str
    facts: Facts
    text: str


class Piece(TypedDict):
    """A piece as a client that does not know the game draws it."""

    key: str
    """A stable id while the piece is visible, so that its movement can be shown."""
    label: Message
    """What it is, in words."""
    face: str | None
    """What is written on it: a few letters or digits; null if it lies face down or says nothing."""
    action: int | None
    """The move that touching it means, legal or not; null if it cannot be touched."""


class Place(TypedDict):
    """Somewhere pieces lie. A board with a list of `places` is drawn by clients that do not know the game."""

    key: str
    title: Message
    seat: int | None
    """Whose it is; null if it is everybody's."""
    pieces: list[Piece]


BoardT = TypeVar("BoardT", bound=Mapping[str, Any], default=Mapping[str, Any])
"""The type of a game's board: `HagakureBoard`, for instance."""


class View(TypedDict, Generic[BoardT]):
    """All that one seat (or a spectator) may know. `board` is the game's own part."""

    game: str
    version: int
    seats: int
    options: dict[str, Json]
    seat: int | None
    ply: int
    waiting: list[int]
    over: bool
    prompt: Message
    moves: list[MoveData]
    scores: list[int]
    winners: list[int]
    board: BoardT


class EventView(TypedDict):
    """One event as a seat may see it. `n` counts the events from 0, alike for everybody."""

    n: int
    ply: int
    rule: str
    code: str
    facts: Facts
    text: str


class FairData(TypedDict):
    """The chance of a record. `server_seed` is null until it is revealed."""

    algorithm: str
    commitment: str
    server_seed: str | None
    player_seeds: list[str]
    seat_commitments: NotRequired[list[str]]
    """What each seat was committed to before any seed was revealed. Only `zashiki-fair/2` has it."""
    attempt: NotRequired[int]
    """How often the seats had to commit themselves until all seeds were revealed. Only `zashiki-fair/2` has it."""


class ResultData(TypedDict):
    """The result at the end of a record."""

    plies: int
    over: bool
    scores: list[int]
    winners: list[int]


class RecordPlayer(TypedDict):
    """Who sat on a seat: a person, who may have no name here, or a bot of some level."""

    kind: Literal["person", "bot"]
    name: str | None
    level: int | None


class RecordData(TypedDict):
    """A record."""

    format: str
    game: str
    version: int
    seats: int
    options: dict[str, Json]
    players: NotRequired[list[RecordPlayer | str]]
    """The players by seat, if known. Records of earlier versions have texts: a name, or `level 3` for a bot."""
    fair: FairData | None
    moves: list[str]
    result: ResultData
    checksum: str


class FrameData(TypedDict):
    """The table of a replay after `ply` moves, with the last of them."""

    ply: int
    mover: int | None
    """Who made the move: a seat, -1 for chance, null at the start."""
    move: Message | None
    """The move in words; null at the start, for chance, and where the viewer did not see it."""
    view: View
    events: list[EventView]


_From = TypedDict("_From", {"from": int})


class ReplayData(_From):
    """A recorded game, or part of it: the frames `from` this number on."""

    game: str
    version: int
    seats: int
    options: dict[str, Json]
    players: list[RecordPlayer]
    """The players by seat; people without a name where they are unknown."""
    plies: int
    """The number of moves in the whole game, which is the number of its last frame."""
    move_seats: list[int]
    """Who made each of these moves: a seat, or -1 for chance."""
    viewer: int | Literal["open"] | None
    """Who sees it: a seat, everybody together ("open"), or a spectator (null)."""
    frames: list[FrameData]
    scores: list[ScoreLine]
    """Every point of the whole game."""


class DrawData(TypedDict):
    """An outcome of chance: of outcomes with these weights, the one at `index` came up, the move `name`."""

    ply: int
    weights: list[int]
    index: int
    name: str


class ChanceData(TypedDict):
    """Every outcome of chance in a record, and the seeds that must reproduce them."""

    fair: FairData | None
    draws: list[DrawData]
