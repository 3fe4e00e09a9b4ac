"""Database rows as other packages see them."""

from dataclasses import dataclass
from typing import Any, Literal

By = Literal["person", "bot", "chance"]


@dataclass(frozen=True)
class MoveRow:
    """One move of a game."""

    ply: int
    seat: int
    move: str
    key: str | None
    by: By
    made_at: float


@dataclass(frozen=True)
class UndoneRow:
    """Moves that were undone because the rules have changed."""

    ply: int
    """Where the game continues."""
    rules: int
    """The version under which the moves were made."""
    moves: list[dict[str, Any]]
    """The undone moves."""
    why: str
    at: float


@dataclass(frozen=True)
class SeatRow:
    """Who sits on one seat."""

    seat: int
    player: str | None
    name: str | None
    level: int | None
    stand_in: bool
    left: bool
    agreed: str | None
    program: bool
    network: str | None
    commitment: str | None
    seed: str | None


@dataclass(frozen=True)
class TableRow:
    """A table without its seats and moves."""

    id: str
    game: str
    rules: int
    settings: dict[str, Any]
    listed: bool
    status: str
    host: str | None
    seed: bytes
    commitment: str
    revision: int
    ply: int
    clocks: list[list[float | None]]
    deadline: float | None
    summary: dict[str, Any]
    sealing: dict[str, Any]
    barred: list[dict[str, Any]]
    rematch_of: str | None
    rematch: str | None
    created_at: float
    started_at: float | None
    ended_at: float | None
    changed_at: float


@dataclass(frozen=True)
class AskedSeat:
    """A bot that a game waits for."""

    seat: int
    level: int
    asked_ply: int
    asked_at: float


@dataclass(frozen=True)
class AskedTable:
    """Whom a running table waits for."""

    table: str
    game: str
    host: str | None
    bots: tuple[AskedSeat, ...]
    seated: bool
    """Whether a person plays there, rather than bots alone."""
    timed: bool
    """Whether it also waits for a person who has a clock."""


@dataclass(frozen=True)
class ChatRow:
    """A chat message."""

    n: int
    player: str | None
    name: str
    seat: int | None
    phrase: str | None
    text: str | None
    said_at: float
    removed_at: float | None = None


@dataclass(frozen=True)
class ResultRow:
    """How a game ended for one seat."""

    seat: int
    player: str | None
    score: int
    share: float
    left: bool


@dataclass(frozen=True)
class PlayerRow:
    """A person."""

    id: str
    name: str
    login: str | None
    password: str | None
    preferences: dict[str, Any]
    created_at: float
    seen_at: float
    role: str | None = None

    @property
    def guest(self) -> bool:
        """Whether they have no account."""
        return self.login is None


@dataclass(frozen=True)
class SessionRow:
    """A browser's session, or a program's token."""

    id: str
    player: str
    kind: str
    label: str
    created_at: float
    expires_at: float
    network: str | None = None
    """A keyed hash of the network it was made from."""
    scopes: tuple[str, ...] = ()
    """What a token may do; empty for a browser."""
    confirmed_at: float = 0.0
    """When whoever uses the browser last proved who they are."""


SanctionKind = Literal["warning", "mute", "ban"]


@dataclass(frozen=True)
class SanctionRow:
    """A warning, a mute or a ban."""

    id: str
    kind: SanctionKind
    player: str | None
    network: str | None
    reason: str
    made_at: float
    until: float | None
    ended_at: float | None

    def holds(self, now: float) -> bool:
        """Whether it is in force; a warning is until it was read."""
        return self.ended_at is None and (self.until is None or now < self.until)


@dataclass(frozen=True)
class ReportRow:
    """What somebody reported."""

    id: str
    reporter: str | None
    player: str | None
    name: str | None
    table: str | None
    reason: str
    entries: list[dict[str, Any]]
    made_at: float
    changed_at: float
    closed_at: float | None


@dataclass(frozen=True)
class AuditRow:
    """What an operator did."""

    id: int
    at: float
    by: str | None
    by_name: str
    action: str
    player: str | None
    table: str | None
    why: str
    details: dict[str, Any]
