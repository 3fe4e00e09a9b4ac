"""Every message on a websocket, in both directions. `docs/protocol.md` tells them; a test keeps it complete."""

from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import Field, TypeAdapter, ValidationError
from pydantic_core import to_json
from typing_extensions import TypedDict

from zashiki.core.shapes import EventView, View
from zashiki.table.refusals import Refused
from zashiki.table.settings import Model

PROTOCOL: Final = 1
"""Grows when a message changes so that an old client would misunderstand it."""
LONGEST: Final = 4096
"""Bytes of a message from a client."""
LONGEST_CHAT: Final = 300
"""Characters of one thing said."""

Key = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+$", description="Chosen by the client.")]


class Move(Model):
    """Make a move."""

    type: Literal["move"]
    id: Key = Field(description="A repeated one is answered with what happened the first time, also after a restart.")
    version: int = Field(ge=0, le=1_000_000, description="`ply` of the view the choice was made on.")
    action: int | str = Field(description="A move as the view lists it: its number, or its name.")
    seat: int | None = Field(default=None, description="Which of my seats; needed only where I have several.")


class Look(Model):
    """Look with the eyes of another of my seats: for tables on one device."""

    type: Literal["look"]
    id: Key
    seat: int | None = Field(description="One of my seats; null: as a spectator.")


class Sync(Model):
    """Ask for everything that was missed."""

    type: Literal["sync"]
    id: Key
    since: int = Field(default=0, ge=0, le=1_000_000, description="The number of the first event that is missing.")


class Chat(Model):
    """Say something."""

    type: Literal["chat"]
    id: Key
    text: str = Field(min_length=1, max_length=LONGEST_CHAT)


class Phrase(Model):
    """Say a preset phrase."""

    type: Literal["phrase"]
    id: Key
    code: str = Field(max_length=40)


class Ping(Model):
    """Ask whether anybody is there."""

    type: Literal["ping"]
    id: Key


Incoming: TypeAlias = Annotated[Move | Look | Sync | Chat | Phrase | Ping, Field(discriminator="type")]
INCOMING: Final[TypeAdapter[Incoming]] = TypeAdapter(Incoming)


class ClockData(TypedDict):
    """The time of one seat."""

    asked_at: float | None
    """Since when the seat is asked (seconds since 1970), by the server's clock; null if it is not."""
    deadline: float | None
    """When its time is over; null without a clock."""
    reserve: float
    """Seconds of reserve that are left, not counting the move under way."""


class SeatData(TypedDict):
    """Who sits on a seat."""

    seat: int
    kind: Literal["empty", "person", "bot"]
    player: str | None
    name: str | None
    level: int | None
    stand_in: bool
    here: bool
    """Whether somebody is connected for this seat."""
    yours: bool
    seeded: bool
    """Whether this seat has added its own seed to chance."""


class TableData(TypedDict):
    """What everybody may know about a table."""

    id: str
    game: str
    rules: int
    settings: dict[str, Any]
    status: Literal["open", "running", "over", "closed"]
    host: str | None
    commitment: str
    server_seed: str | None
    """Null until the game is over."""
    seats: list[SeatData]
    clocks: list[ClockData]
    waiting: list[int]
    scores: list[int]
    winners: list[int]
    spectators: int
    ply: int
    revision: int
    rematch: str | None
    rematch_of: str | None
    created_at: float
    started_at: float | None
    ended_at: float | None


class ChatData(TypedDict):
    """One thing said."""

    n: int
    player: str | None
    name: str
    seat: int | None
    phrase: str | None
    text: str
    said_at: float


class Welcome(TypedDict):
    """The first message on a connection: all there is to know."""

    type: Literal["welcome"]
    protocol: int
    now: float
    table: TableData
    seat: int | None
    view: View | None
    events: list[EventView]
    chat: list[ChatData]


class Update(TypedDict):
    """Something happened: the events, and the table as the seat sees it now."""

    type: Literal["update"]
    version: int
    events: list[EventView]
    view: View
    clocks: list[ClockData]
    now: float


class TableNews(TypedDict):
    """Somebody sat down, left, came back, or the settings changed."""

    type: Literal["table"]
    table: TableData


class Said(TypedDict):
    """Somebody said something."""

    type: Literal["said"]
    chat: ChatData


class Ok(TypedDict):
    """The answer to a message that was done."""

    type: Literal["ok"]
    id: str
    version: int
    """For a move: the ply it was made at. Else that of the table now."""


class No(TypedDict):
    """The answer to a message that was refused. After `stale` a `synced` with a fresh view follows."""

    type: Literal["no"]
    id: str | None
    """Null if the message was so broken that it had none."""
    code: str
    text: str
    rule: str | None
    facts: dict[str, Any]


class Synced(TypedDict):
    """A fresh view.

    It comes before the `ok` of `sync`, with the events that were missed, and of `look`, with all events; and after a
    refusal as stale, without events, for those were told already.
    """

    type: Literal["synced"]
    version: int
    seat: int | None
    view: View | None
    events: list[EventView]
    clocks: list[ClockData]
    now: float


class Bye(TypedDict):
    """The last message: the server ends the connection, and why."""

    type: Literal["bye"]
    code: str
    text: str


class YourTurn(TypedDict):
    """On the personal connection: a table waits for you."""

    type: Literal["turn"]
    table: str
    game: str
    seat: int
    deadline: float | None


class Lobby(TypedDict):
    """On the personal connection: the list of open tables, or of mine, has changed."""

    type: Literal["lobby"]
    table: str


class Hello(TypedDict):
    """The first message on the personal connection."""

    type: Literal["hello"]
    protocol: int
    now: float
    player: str


Outgoing: TypeAlias = Welcome | Update | TableNews | Said | Ok | No | Synced | Bye | YourTurn | Lobby | Hello


def read(raw: str | bytes) -> Incoming:
    """A message from outside; `Refused` says what is wrong with it."""
    size = len(raw) if isinstance(raw, bytes) else len(raw.encode(errors="replace"))
    if size > LONGEST:
        raise Refused("too-big", f"a message of {size} bytes; at most {LONGEST} are read")
    try:
        return INCOMING.validate_json(raw)
    except ValidationError as error:
        raise Refused("bad-message", described(error)) from None


def described(error: ValidationError) -> str:
    """What is wrong with some input, in one line."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(str(part) for part in first["loc"]) or "message"
    return f"{where}: {first['msg'].removeprefix('Value error, ')}"


def id_of(raw: str | bytes) -> str | None:
    """The id of a message that could not be read, if it has one after all."""
    try:
        found = _ONLY_ID.validate_json(raw)
    except ValidationError:
        return None
    key = found.get("id")
    return key if isinstance(key, str) and len(key) <= 64 else None


_ONLY_ID: Final[TypeAdapter[dict[str, Any]]] = TypeAdapter(dict[str, Any])


def write(message: Outgoing) -> str:
    """A message as it goes over the wire."""
    return to_json(message).decode()
