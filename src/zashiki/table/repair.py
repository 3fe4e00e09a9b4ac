"""Running tables after a change of the rules: which go on as they are, which not, and how to put them right.

A table goes on by the version of the rules it began under, as long as that is still played; else by the newest. It is
replayed under these rules: every move as it was made, every outcome of chance as the seeds give it. Where that comes to
an end before the moves do, the game goes on from there; the moves beyond are taken back and kept aside. So every record
still verifies when the game is over.
"""

from dataclasses import asdict, dataclass, replace
from typing import Literal

from pydantic import ValidationError

from zashiki import house
from zashiki.core.game import CHANCE
from zashiki.store.ledger import Write
from zashiki.store.rows import MoveRow, SeatRow, TableRow, UndoneRow
from zashiki.table.keeping import sitting_of, write_of
from zashiki.table.messages import told
from zashiki.table.places import Ticking
from zashiki.table.refusals import Refused
from zashiki.table.settings import Settings
from zashiki.table.sitting import Change, Sitting

Kind = Literal["fine", "moved on", "broken", "stuck"]


@dataclass(frozen=True)
class Finding:
    """How a running table stands under the rules by which it can go on."""

    table: TableRow
    kind: Kind
    """Fine; every move fits, but the rules are of a newer version; broken, and can be repaired; or cannot be."""
    ply: int
    """How many of its moves fit."""
    why: str = ""
    """What does not fit there."""
    repair: Write | None = None
    """What would put it right."""


async def look(row: TableRow, places: list[SeatRow], made: list[MoveRow], now: float, closed_at: float) -> Finding:
    """Play a table again. Clocks of a repaired table go on as if its players were asked when the house was closed."""
    try:
        Settings.model_validate(row.settings)
    except ValidationError as error:
        return Finding(row, "stuck", 0, told(error).removeprefix("message: "))
    bare = await sitting_of(replace(row, status="open"), places, [])
    again, ply, why = _again(bare, row, made)
    if not why and row.rules == again.rules:
        return Finding(row, "fine", ply)
    tickings = tuple(_ticking(seat, old, again, closed_at, fits=not why) for seat, old in enumerate(bare.tickings))
    after = replace(
        again,
        places=bare.places,
        tickings=tickings,
        revision=row.revision + 1,
        started_at=row.started_at,
        ended_at=now if again.status == "over" else None,
    )
    write = write_of(replace(bare, status="running"), Change(after, _new_moves(again, ply, now)), now)
    lost = [asdict(move) for move in made if move.ply >= ply]
    write = replace(
        write,
        values={**write.values, "rules": after.rules},
        undone=UndoneRow(ply, row.rules, lost, why, now) if lost else None,
    )
    return Finding(row, "broken" if why else "moved on", ply, why, write)


def _again(bare: Sitting, row: TableRow, made: list[MoveRow]) -> tuple[Sitting, int, str]:
    """The game as far as its moves fit, the number of those, and why no more: nothing if all do."""
    begun = row.created_at if row.started_at is None else row.started_at
    seated = replace(bare, places=tuple(replace(place, stand_in=False) for place in bare.places))
    sitting = seated.deal(begun, house.find(row.game).of_version(row.rules)).after
    for ply in range(row.ply):
        if ply >= len(made) or made[ply].ply != ply:
            return sitting, ply, "the move is missing"
        move = made[ply]
        assert sitting.table is not None
        if ply < sitting.ply:
            seat, action = sitting.table.moves(ply)[0]
            name = sitting.game.name(seat, action)
            if (move.seat, move.move) != (seat, name):
                return sitting, ply, f"chance gives {name!r} here now"
            continue
        try:
            sitting = _played(sitting, move)
        except Refused as refused:
            return sitting, ply, str(refused) if refused.rule is None else f"{refused} ({refused.rule})"
    if sitting.ply > row.ply:
        return sitting, row.ply, "chance has something to decide here now"
    return sitting, row.ply, "the game is over here now" if sitting.status == "over" else ""


def _played(sitting: Sitting, move: MoveRow) -> Sitting:
    """The sitting after a move that was made before. Chance needs none: it has acted by itself."""
    if sitting.status == "over":
        raise Refused("not-running", "the game is over here now")
    if move.seat == CHANCE:
        raise Refused("illegal", "chance has nothing to decide here now")
    if not 0 <= move.seat < len(sitting.places):
        raise Refused("no-such-seat", f"there is no seat {move.seat}")
    change = sitting.play(move.seat, move.move, sitting.ply, None, move.made_at)
    assert isinstance(change, Change)
    return change.after


def _new_moves(again: Sitting, ply: int, now: float) -> tuple[MoveRow, ...]:
    """What chance has decided anew."""
    assert again.table is not None
    return tuple(
        MoveRow(ply + offset, seat, again.game.name(seat, action), None, "chance", now)
        for offset, (seat, action) in enumerate(again.table.moves(ply))
    )


def _ticking(seat: int, old: Ticking, again: Sitting, asked_at: float, *, fits: bool) -> Ticking:
    """The clock of a seat. Time that went into moves that were taken back is given back, as far as it is known."""
    reserve = old.reserve if fits else max(old.reserve, again.tickings[seat].reserve)
    if seat not in again.waiting():
        return Ticking(reserve=reserve)
    if fits and old.asked_ply is not None:
        return old
    return Ticking(again.ply, asked_at, reserve)
