"""Running tables after a change of the rules: which can continue, which cannot, and how to repair them.

A table continues with the version of the rules it began under as long as that is supported, else with the newest. It is
replayed under these rules: every move as it was made, every draw as the seeds give it. If a move does not fit, the game
continues from there; the moves from there on are undone and archived. So every record still verifies at the end.
"""

from dataclasses import asdict, dataclass, replace
from typing import Literal

from pydantic import ValidationError

from zashiki import registry
from zashiki.core.game import CHANCE
from zashiki.store.ledger import Write
from zashiki.store.rows import MoveRow, SeatRow, TableRow, UndoneRow
from zashiki.table.messages import described
from zashiki.table.persistence import table_state_of, write_of
from zashiki.table.refusals import Refused
from zashiki.table.seats import SeatClock
from zashiki.table.settings import Settings
from zashiki.table.state import Change, TableState

Kind = Literal["fine", "moved on", "broken", "stuck"]


@dataclass(frozen=True)
class Diagnosis:
    """Whether a running table fits the rules by which it can continue."""

    table: TableRow
    kind: Kind
    """Fine; every move fits, but a newer version of the rules; broken but repairable; or not repairable."""
    ply: int
    """The number of moves that fit."""
    why: str = ""
    """Why the next one does not fit."""
    repair: Write | None = None
    """The change that repairs it."""


async def diagnose(
    row: TableRow, seats: list[SeatRow], moves: list[MoveRow], now: float, closed_at: float
) -> Diagnosis:
    """Replay a table. Clocks of a repaired table continue as if its players were asked when the server stopped."""
    try:
        Settings.model_validate(row.settings)
    except ValidationError as error:
        return Diagnosis(row, "stuck", 0, described(error).removeprefix("message: "))
    bare = await table_state_of(replace(row, status="open"), seats, [])
    again, ply, why = _replay(bare, row, moves)
    if not why and row.rules == again.rules:
        return Diagnosis(row, "fine", ply)
    clocks = tuple(_clock(seat, old, again, closed_at, fits=not why) for seat, old in enumerate(bare.clocks))
    after = replace(
        again,
        seats=bare.seats,
        clocks=clocks,
        revision=row.revision + 1,
        started_at=row.started_at,
        ended_at=now if again.status == "over" else None,
    )
    write = write_of(replace(bare, status="running"), Change(after, _new_moves(again, ply, now)), now)
    lost = [asdict(move) for move in moves if move.ply >= ply]
    write = replace(
        write,
        values={**write.values, "rules": after.rules},
        undone=UndoneRow(ply, row.rules, lost, why, now) if lost else None,
    )
    return Diagnosis(row, "broken" if why else "moved on", ply, why, write)


def _replay(bare: TableState, row: TableRow, moves: list[MoveRow]) -> tuple[TableState, int, str]:
    """The game as far as its moves fit, their number, and why the next one does not; empty if all do."""
    begun = row.created_at if row.started_at is None else row.started_at
    seated = replace(bare, seats=tuple(replace(seat, stand_in=False) for seat in bare.seats))
    state = seated.deal(begun, registry.find(row.game).of_version(row.rules)).after
    for ply in range(row.ply):
        if ply >= len(moves) or moves[ply].ply != ply:
            return state, ply, "the move is missing"
        move = moves[ply]
        assert state.match is not None
        if ply < state.ply:
            seat, action = state.match.history(ply)[0]
            name = state.game.name(seat, action)
            if (move.seat, move.move) != (seat, name):
                return state, ply, f"chance gives {name!r} here now"
            continue
        if (why := _misfit(state, move)) is not None:
            return state, ply, why
        try:
            state = _played(state, move)
        except Refused as refused:
            return state, ply, str(refused) if refused.rule is None else f"{refused} ({refused.rule})"
    if state.ply > row.ply:
        return state, row.ply, "chance has something to decide here now"
    return state, row.ply, "the game is over here now" if state.status == "over" else ""


def _misfit(state: TableState, move: MoveRow) -> str | None:
    """Why no player can make this move here, for the operator; None if the rules decide."""
    if state.status == "over":
        return "the game is over here now"
    if move.seat == CHANCE:
        return "chance has nothing to decide here now"
    return None if 0 <= move.seat < len(state.seats) else f"there is no seat {move.seat}"


def _played(state: TableState, move: MoveRow) -> TableState:
    """The state after repeating a player's move; draws happen by themselves."""
    change = state.play(move.seat, move.move, state.ply, None, move.made_at)
    assert isinstance(change, Change)
    return change.after


def _new_moves(again: TableState, ply: int, now: float) -> tuple[MoveRow, ...]:
    """Draws that are new in this version of the rules."""
    assert again.match is not None
    return tuple(
        MoveRow(ply + offset, seat, again.game.name(seat, action), None, "chance", now)
        for offset, (seat, action) in enumerate(again.match.history(ply))
    )


def _clock(seat: int, old: SeatClock, again: TableState, asked_at: float, *, fits: bool) -> SeatClock:
    """The clock of a seat. Time spent on undone moves is given back as far as it is known."""
    reserve = old.reserve if fits else max(old.reserve, again.clocks[seat].reserve)
    if seat not in again.waiting():
        return SeatClock(reserve=reserve)
    if fits and old.asked_ply is not None:
        return old
    return SeatClock(again.ply, asked_at, reserve)
