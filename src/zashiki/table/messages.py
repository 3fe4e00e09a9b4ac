"""All websocket messages, in both directions. `docs/protocol.md` describes them; a test keeps it complete."""

from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import Field, TypeAdapter, ValidationError
from pydantic_core import to_json
from typing_extensions import TypedDict

from zashiki.core.jsontypes import Facts
from zashiki.core.shapes import EventView, View
from zashiki.table.input_errors import refused_input
from zashiki.table.refusals import Refused
from zashiki.table.settings import Model

PROTOCOL: Final = 1
"""Incremented when a message changes in a way that old clients would misunderstand."""
LONGEST: Final = 4096
"""Most bytes of a message from a client."""
LONGEST_CHAT: Final = 300
"""Most characters of a chat message."""

Key = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+$", description="Chosen by the client.")]


class Move(Model):
    """Make a move."""

    type: Literal["move"]
    id: Key = Field(description="A repeated message gets the result of the first one, even after a restart.")
    version: int = Field(ge=0, le=1_000_000, description="`ply` of the view the choice was made on.")
    action: int | str = Field(description="A move as the view lists it: its number, or its name.")
    seat: int | None = Field(default=None, description="Which of my seats; needed only where I have several.")


class Look(Model):
    """Switch to the view of another of my seats, at a table on one device."""

    type: Literal["look"]
    id: Key
    seat: int | None = Field(description="One of my seats; null: the spectators' view.")


class Sync(Model):
    """Request everything that was missed."""

    type: Literal["sync"]
    id: Key
    since: int = Field(default=0, ge=0, le=1_000_000, description="The number of the first missing event.")


class Chat(Model):
    """Send a chat message."""

    type: Literal["chat"]
    id: Key
    text: str = Field(min_length=1, max_length=LONGEST_CHAT)


class Phrase(Model):
    """Send a preset phrase."""

    type: Literal["phrase"]
    id: Key
    code: str = Field(max_length=40)


class Ping(Model):
    """Check the connection."""

    type: Literal["ping"]
    id: Key


Incoming: TypeAlias = Annotated[Move | Look | Sync | Chat | Phrase | Ping, Field(discriminator="type")]
INCOMING: Final[TypeAdapter[Incoming]] = TypeAdapter(Incoming)


class ClockData(TypedDict):
    """The clock of one seat."""

    asked_at: float | None
    """When the seat was asked (seconds since 1970, by the server's clock); null if it is not."""
    deadline: float | None
    """When its time is up; null without a clock."""
    reserve: float
    """Seconds of reserve left, not counting the current move."""


class SeatData(TypedDict):
    """Who sits on a seat."""

    seat: int
    kind: Literal["empty", "person", "bot"]
    player: str | None
    name: str | None
    guest_code: str | None
    """The code of a guest who has not chosen a name, such as `3yy7`; their `name` is made up from it, in English."""
    level: int | None
    stand_in: bool
    left: bool
    """Whether a bot has decided something for the person, who is last in a rating then."""
    program: bool
    """Whether a program has taken the seat or made a move for the person."""
    agreed: bool
    """Whether the person has agreed to the `terms` of a rated game."""
    here: bool
    """Whether the player is connected."""
    yours: bool
    commitment: str | None
    """The SHA-256 of the seat's seed. Null for an empty seat, and in games of `zashiki-fair/1`."""
    own_seed: bool
    """Whether the seed is the player's own, not one that the server made."""
    revealed: bool
    """Whether the seed is revealed to the server."""


class UnrevealedData(TypedDict):
    """A seat that did not reveal its seed in time."""

    attempt: int
    seat: int
    name: str | None
    """Null once the game is dealt."""


class SealingData(TypedDict):
    """How far the seats are with their seeds."""

    algorithm: str
    attempt: int
    """How often the seats have been, or will have been, sealed."""
    sealed_at: float | None
    """When the seats were sealed (seconds since 1970); null while they can change, and after the deal."""
    reveal_by: float | None
    """When seats that have not revealed their seeds are emptied; null unless the seats are sealed."""
    seal: str | None
    """One hash of all that is fixed: game, rules, options and all commitments; null before the seats are sealed."""
    failures: list[UnrevealedData]
    """The seats that did not reveal their seeds in earlier attempts."""


class BarredData(TypedDict):
    """Somebody whom the host has sent away."""

    player: str
    name: str | None
    guest_code: str | None
    """As at a seat."""


class TableData(TypedDict):
    """What everybody may know about a table."""

    id: str
    game: str
    rules: int
    settings: dict[str, Any]
    terms: str | None
    """A digest of what everybody has to agree to before a rated game; null if the game is not rated."""
    status: Literal["open", "running", "over", "closed"]
    host: str | None
    commitment: str
    server_seed: str | None
    """Null until the game is over."""
    sealing: SealingData
    barred: list[BarredData]
    """Whom the host has sent away; only the host is told."""
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
    """A chat message."""

    n: int
    player: str | None
    name: str
    guest_code: str | None
    """As at a seat."""
    seat: int | None
    phrase: str | None
    text: str
    """Empty if an operator has removed the message."""
    said_at: float
    removed: bool
    """Whether an operator has removed it."""


class WelcomeWithoutEvents(TypedDict):
    """A `welcome` whose events are added as they were worked out."""

    type: Literal["welcome"]
    protocol: int
    now: float
    table: TableData
    seat: int | None
    view: View | None
    chat: list[ChatData]


class Welcome(WelcomeWithoutEvents):
    """The first message on a connection: the complete state."""

    events: list[EventView]


class Update(TypedDict):
    """Something happened: the events, and the view after them."""

    type: Literal["update"]
    version: int
    events: list[EventView]
    view: View
    clocks: list[ClockData]
    now: float


class TableNews(TypedDict):
    """The table has changed: seats, presence, settings or status."""

    type: Literal["table"]
    table: TableData


class Said(TypedDict):
    """Somebody sent a chat message."""

    type: Literal["said"]
    chat: ChatData


class Removed(TypedDict):
    """An operator has removed a chat message."""

    type: Literal["removed"]
    n: int


class Ok(TypedDict):
    """The answer to a successful message."""

    type: Literal["ok"]
    id: str
    version: int
    """For a move, the ply at which it was made; else the table's current ply."""


class No(TypedDict):
    """The answer to a refused message. After `stale`, a `synced` with a fresh view follows."""

    type: Literal["no"]
    id: str | None
    """Null if the message had no readable id."""
    code: str
    text: str
    rule: str | None
    facts: dict[str, Any]
    value: Any
    expected: Any
    where: list[str | int] | None


class SyncedWithoutEvents(TypedDict):
    """A `synced` whose events are added as they were worked out."""

    type: Literal["synced"]
    version: int
    seat: int | None
    view: View | None
    clocks: list[ClockData]
    now: float


class Synced(SyncedWithoutEvents):
    """A fresh view.

    It precedes the `ok` of `sync`, with the missed events, and that of `look`, with all events; and it follows the
    refusal of a stale move, without events, since those were sent already.
    """

    events: list[EventView]


class Bye(TypedDict):
    """The last message: why the server closes the connection."""

    type: Literal["bye"]
    code: str
    text: str
    rule: str | None
    facts: dict[str, Any]
    value: Any
    expected: Any
    where: list[str | int] | None


class YourTurn(TypedDict):
    """On the personal connection: it is your turn at a table."""

    type: Literal["turn"]
    table: str
    game: str
    seat: int
    deadline: float | None


class Lobby(TypedDict):
    """On the personal connection: a list of tables has changed."""

    type: Literal["lobby"]
    table: str


class AboutMe(TypedDict):
    """On the personal connection: something about you has changed, such as your name, or an operator has warned you."""

    type: Literal["me"]


class Hello(TypedDict):
    """The first message on the personal connection."""

    type: Literal["hello"]
    protocol: int
    now: float
    player: str


Outgoing: TypeAlias = (
    Welcome | Update | TableNews | Said | Removed | Ok | No | Synced | Bye | YourTurn | Lobby | AboutMe | Hello
)


def read(raw: str | bytes) -> Incoming:
    """Parse a message from a client; `Refused` says what is wrong with it."""
    size = len(raw) if isinstance(raw, bytes) else len(raw.encode(errors="replace"))
    if size > LONGEST:
        facts: Facts = {"bytes": size, "limit": LONGEST}
        raise Refused("too-big", "message.too_long", facts, value=size, expected={"max_bytes": LONGEST})
    try:
        return INCOMING.validate_json(raw)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise refused_input("bad-message", {**first, "loc": _without_tag(first["loc"])}) from None


def _without_tag(where: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """The path within the message: pydantic puts the type of the message first."""
    return where[1:]


def described(error: ValidationError) -> str:
    """The first validation error, in one line."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(str(part) for part in first["loc"]) or "message"
    return f"{where}: {first['msg'].removeprefix('Value error, ')}"


def id_of(raw: str | bytes) -> str | None:
    """The id of an invalid message, if it has one."""
    try:
        found = _ONLY_ID.validate_json(raw)
    except ValidationError:
        return None
    key = found.get("id")
    return key if isinstance(key, str) and len(key) <= 64 else None


_ONLY_ID: Final[TypeAdapter[dict[str, Any]]] = TypeAdapter(dict[str, Any])


def write(message: Outgoing) -> str:
    """Serialise a message."""
    return to_json(message).decode()
