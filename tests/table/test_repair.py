"""Running tables after a change of the rules. Here it is the moves that change; to a repair that is all the same."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, select, update

import zashiki
from old_databases import BEGIN, KINDS, SampleDatabase, new_address, opened, random_move
from support import record_of
from zashiki import CHANCE, Rng
from zashiki.bots.bot import Budget
from zashiki.games.sakura.rules import SakuraState
from zashiki.store.ledger import Conflict, Ledger
from zashiki.store.schema import moves, ratings, results, undone
from zashiki.store.tables import Tables
from zashiki.table.bot_pool import job_of
from zashiki.table.persistence import row_of, seats_of, table_state_of
from zashiki.table.refusals import Refused
from zashiki.table.repair import Diagnosis, diagnose
from zashiki.table.settings import Settings
from zashiki.table.state import TableState, new_table_state

CLOSED = BEGIN + 1000
NOW = BEGIN + 5000
HIROBA = zashiki.games()["hiroba"]


async def found(sample: SampleDatabase, table: str = "t") -> Diagnosis:
    known = await Tables(sample.database).find(table)
    assert known is not None
    return await diagnose(*known, NOW, CLOSED)


async def repaired(sample: SampleDatabase, finding: Diagnosis) -> TableState:
    assert finding.repair is not None
    ledger = Ledger(sample.database)
    await ledger.write(finding.repair)
    await ledger.close()
    again = await found(sample) if finding.repair.finished is None else None
    assert again is None or again.kind == "fine", "what is repaired needs no second repair"
    return await taken_up(sample)


async def taken_up(sample: SampleDatabase) -> TableState:
    known = await Tables(sample.database).find("t")
    assert known is not None
    return await table_state_of(*known)


async def goes_on(sample: SampleDatabase, state: TableState) -> None:
    """Play to the end: every move is written down, and the record verifies."""
    rng = Rng(9)
    while state.status == "running":
        state = await sample.write(state, random_move(state, rng, f"again {state.ply}", NOW), NOW)
    assert record_of(await taken_up(sample)) == record_of(state)
    assert zashiki.verify(record_of(state)) > 0


def ply_of(state: TableState, seat: int | None, after: int = 20) -> int:
    """The ply of a move of a seat (None: any of them), not among the first ones."""
    assert state.match is not None
    made = list(enumerate(state.match.history()))[after:]
    return next(ply for ply, (who, _) in made if (who == seat if seat is not None else who != CHANCE))


def another(state: TableState, ply: int, *, legal: bool) -> str:
    """The word for another move at this ply."""
    assert state.match is not None
    before = zashiki.replay(state.match.record(), ply).state()
    seat, made = state.match.history()[ply]
    every = range(HIROBA.chance_count if seat == CHANCE else HIROBA.action_count)
    return HIROBA.name(seat, next(one for one in every if one != made and (one in before.legal(seat)) == legal))


async def change_move(sample: SampleDatabase, at: int, **values: Any) -> None:
    async with sample.database.writing() as connection:
        await connection.execute(update(moves).where(moves.c.table == "t", moves.c.ply == at).values(**values))


async def test_a_table_that_fits_is_left_alone(tmp_path: Path) -> None:
    async with opened(new_address("sqlite", tmp_path)) as database:
        sample = SampleDatabase(database)
        await sample.create()
        await sample.table("t", moves=8, clock={"kind": "move"})
        finding = await found(sample)
        assert (finding.kind, finding.ply, finding.why, finding.repair) == ("fine", finding.table.ply, "", None)


@pytest.mark.parametrize("kind", KINDS)
async def test_every_move_fits_the_newer_rules(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(new_address(kind, tmp_path)) as database:
        sample = SampleDatabase(database)
        await sample.create()
        before = await sample.table("t", moves=8, clock={"kind": "move"})
        monkeypatch.setattr(HIROBA, "version", 2)
        with pytest.raises(Refused, match="rules of the game have changed"):
            await taken_up(sample)
        finding = await found(sample)
        assert (finding.kind, finding.ply) == ("moved on", before.ply)
        after = await repaired(sample, finding)
        assert (after.rules, after.revision, after.ply) == (2, before.revision + 1, before.ply)
        assert (after.clocks, after.seats) == (before.clocks, before.seats)
        assert (await sample.everything())["undone"] == []
        await goes_on(sample, after)


@pytest.mark.parametrize("kind", KINDS)
async def test_a_move_that_is_illegal_now(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(new_address(kind, tmp_path)) as database:
        sample = SampleDatabase(database)
        await sample.create()
        before = await sample.table("t", moves=8, clock={"kind": "move", "seconds": 5, "reserve": 60})
        assert before.match is not None
        assert [one.reserve for one in before.clocks] == reserves(before.match.history()), "every move was slow"
        ply = ply_of(before, None, after=22)
        await change_move(sample, ply, move=another(before, ply, legal=False))
        monkeypatch.setattr(HIROBA, "version", 2)
        finding = await found(sample)
        assert (finding.kind, finding.ply) == ("broken", ply)
        assert "(HB-" in finding.why, "the reason names its rule"
        after = await repaired(sample, finding)
        assert (after.ply, after.rules, after.revision) == (ply, 2, before.revision + 1)
        assert after.match is not None
        assert after.match.history() == before.match.history()[:ply]
        (seat,) = after.waiting()
        assert (after.clocks[seat].asked_ply, after.clocks[seat].asked_at) == (ply, CLOSED)
        assert [one.reserve for one in after.clocks] == reserves(after.match.history()), "time is given back"
        async with database.reading() as connection:
            row = (await connection.execute(select(undone))).one()
        assert (row.table, row.ply, row.rules, row.why, row.at) == ("t", ply, 1, finding.why, NOW)
        assert [(one["ply"], one["seat"]) for one in row.moves] == [
            (ply + offset, who) for offset, (who, _) in enumerate(before.match.history()[ply:])
        ]
        await goes_on(sample, after)


def reserves(made: list[tuple[int, int]]) -> list[int]:
    """Of 60 seconds, after moves that took 5 seconds too long."""
    return [60 - 5 * sum(who == seat for who, _ in made) for seat in (0, 1)]


async def test_a_draw_with_another_outcome(tmp_path: Path) -> None:
    async with opened(new_address("sqlite", tmp_path)) as database:
        sample = SampleDatabase(database)
        await sample.create()
        before = await sample.table("t", moves=3)
        ply = 5  # in the set-up
        await change_move(sample, ply, move=another(before, ply, legal=True))
        finding = await found(sample)
        assert before.match is not None
        name = HIROBA.name(*before.match.history()[ply])
        assert (finding.kind, finding.ply, finding.why) == ("broken", ply, f"chance gives {name!r} here now")
        after = await repaired(sample, finding)
        assert after.match is not None
        assert after.match.history() == before.match.history()[: after.ply], (
            "chance has acted again, from the same seeds"
        )
        assert after.ply > ply
        await goes_on(sample, after)


@pytest.mark.parametrize("moves_made", [0, 3])
async def test_an_additional_draw(tmp_path: Path, moves_made: int) -> None:
    async with opened(new_address("sqlite", tmp_path)) as database:
        sample = SampleDatabase(database)
        await sample.create()
        before = await sample.table("t", moves=moves_made)
        assert before.match is not None
        chances = [ply for ply, (who, _) in enumerate(before.match.history()) if who == CHANCE]
        async with database.writing() as connection:
            await connection.execute(delete(moves).where(moves.c.ply >= chances[-1]))
        await sample.change("t", ply=chances[-1])
        finding = await found(sample)
        assert (finding.kind, finding.ply) == ("broken", chances[-1])
        assert finding.why == "chance has something to decide here now"
        after = await repaired(sample, finding)
        assert after.ply == chances[-1] + 1
        assert (await sample.everything())["undone"] == [], "nothing had to be taken back"
        await goes_on(sample, after)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"seat": CHANCE}, "chance has nothing to decide here now"),
        ({"seat": 7}, "there is no seat 7"),
        ({"move": "fly away"}, "fly away"),
        ({"ply": 999}, "the move is missing"),
    ],
)
async def test_invalid_moves(tmp_path: Path, change: dict[str, Any], why: str) -> None:
    async with opened(new_address("sqlite", tmp_path)) as database:
        sample = SampleDatabase(database)
        await sample.create()
        before = await sample.table("t", moves=8)
        ply = ply_of(before, None)
        await change_move(sample, ply, **change)
        finding = await found(sample)
        assert (finding.kind, finding.ply) == ("broken", ply)
        assert why in finding.why
        await goes_on(sample, await repaired(sample, finding))


async def test_a_game_that_ends_earlier(tmp_path: Path) -> None:
    async with opened(new_address("sqlite", tmp_path)) as database:
        sample = SampleDatabase(database)
        await sample.create(accounts=True)
        given: dict[str, Any] = {"game": "hagakure", "options": {"rounds": 3}}
        before = await sample.table("t", moves=25, **given)
        assert before.status == "running"
        assert before.match is not None
        settings = before.settings.model_dump(mode="json")
        await sample.change("t", settings={**settings, "options": {"rounds": 1}, "rated": True, "hints": False})
        finding = await found(sample)
        assert finding.kind == "broken"
        assert finding.why == "the game is over here now"
        after = await repaired(sample, finding)
        assert (after.status, after.ended_at, after.ply) == ("over", NOW, finding.ply)
        assert zashiki.verify(record_of(after)) > 0
        async with database.reading() as connection:
            assert len((await connection.execute(select(results))).all()) == 4
            assert len((await connection.execute(select(ratings))).all()) == 4


@pytest.mark.parametrize(
    ("change", "why"),
    [({"game": "chess"}, "'chess'"), ({"options": {"wings": 2}}, "'wings'"), ({"seats": 9}, "expected 2, 3 or 4")],
)
async def test_a_table_that_cannot_be_repaired(tmp_path: Path, change: dict[str, Any], why: str) -> None:
    async with opened(new_address("sqlite", tmp_path)) as database:
        sample = SampleDatabase(database)
        await sample.create()
        before = await sample.table("t", moves=3)
        await sample.change("t", settings={**before.settings.model_dump(mode="json"), **change})
        finding = await found(sample)
        assert (finding.kind, finding.ply, finding.repair) == ("stuck", 0, None)
        assert why in finding.why


async def test_a_stand_in_remains(tmp_path: Path) -> None:
    async with opened(new_address("sqlite", tmp_path)) as database:
        sample = SampleDatabase(database)
        await sample.create()
        before = await sample.table("t", moves=4)
        before = await sample.write(before, before.leave("p2", BEGIN), BEGIN)
        ply = ply_of(before, None)
        await change_move(sample, ply, move="fly away")
        after = await repaired(sample, await found(sample))
        assert after.seats == before.seats
        assert [seat.stand_in for seat in after.seats] == [False, True]


async def test_a_repair_conflicts_with_play(tmp_path: Path) -> None:
    async with opened(new_address("sqlite", tmp_path)) as database:
        sample = SampleDatabase(database)
        await sample.create()
        before = await sample.table("t", moves=8)
        await change_move(sample, ply_of(before, None), move="fly away")
        finding = await found(sample)
        await sample.write(before, before.touched(), BEGIN)
        rows = await sample.everything()
        assert finding.repair is not None
        ledger = Ledger(database)
        with pytest.raises(Conflict):
            await ledger.write(finding.repair)
        await ledger.close()
        assert await sample.everything() == rows


@pytest.mark.parametrize("kind", KINDS)
async def test_a_table_continues_with_an_earlier_supported_version(kind: str, tmp_path: Path) -> None:
    """Nothing has to be repaired: people finish the game that they began, and bots play by the same rules."""
    async with opened(new_address(kind, tmp_path)) as database:
        sample = SampleDatabase(database)
        await sample.create()
        before = await sample.table("t", moves=3, game="sakura", rules=1)
        assert zashiki.games()["sakura"].version > 1
        finding = await found(sample)
        assert (finding.kind, finding.ply, finding.repair) == ("fine", before.ply, None)
        again = await taken_up(sample)
        assert (again.rules, again.game.version, again.ply) == (1, 1, before.ply)
        (seat,) = again.waiting()
        state = job_of(again, seat, 3, 1.0).context(Budget(seconds=1.0)).state
        assert isinstance(state, SakuraState)
        assert state.version == 1
        await goes_on(sample, again)
        assert record_of(await taken_up(sample)).data["version"] == 1


async def test_a_broken_table_is_repaired_by_the_version_it_began_under(tmp_path: Path) -> None:
    async with opened(new_address("sqlite", tmp_path)) as database:
        sample = SampleDatabase(database)
        await sample.create()
        before = await sample.table("t", moves=3, game="sakura", rules=1)
        ply = ply_of(before, None)
        await change_move(sample, ply, move="fly away")
        finding = await found(sample)
        assert (finding.kind, finding.ply) == ("broken", ply)
        after = await repaired(sample, finding)
        assert (after.rules, after.ply) == (1, ply)
        await goes_on(sample, after)


async def test_a_table_is_played_by_the_rules_of_its_beginning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Set up before an upgrade, started after it."""
    async with opened(new_address("sqlite", tmp_path)) as database:
        sample = SampleDatabase(database)
        await sample.create()
        settings = Settings(game="hiroba", seats=2, one_device=True)
        state = new_table_state("t", settings, "p1", bytes(32), BEGIN)
        await Tables(database).create(row_of(state, BEGIN), seats_of(state))
        monkeypatch.setattr(HIROBA, "version", 2)
        for _ in range(2):
            state = await sample.write(state, state.sit("p1", "Aki", None, None), BEGIN)
        state = await sample.write(state, state.start("p1", BEGIN), BEGIN)
        assert (await taken_up(sample)).rules == 2
        assert (await found(sample)).kind == "fine"
