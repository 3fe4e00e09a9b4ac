"""Results and ratings: written with the last move, once; who left the game to a bot is last."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
from openskill.models import PlackettLuce
from sqlalchemy import event, func, select

from backing_services import new_postgres_database
from table.harness import PEOPLE, FakeCluster, changed, fake_cluster, play, play_on, prepare_database, settings, started
from zashiki import registry
from zashiki.bots.ratings import new_rating, rate
from zashiki.store.database import Database, Unavailable
from zashiki.store.ledger import FinishedGame, Ledger, Write
from zashiki.store.rows import ResultRow
from zashiki.store.schema import ratings, results
from zashiki.store.tables import Tables
from zashiki.table.persistence import row_of, seats_of
from zashiki.table.rating_rule import rate_game
from zashiki.table.refusals import Refused
from zashiki.table.room import Room
from zashiki.table.state import new_table_state

RATED = settings("hiroba", 3, rated=True)


async def rows_of(cluster: FakeCluster | Database, table: Any) -> list[dict[str, Any]]:
    database = cluster.databases[0] if isinstance(cluster, FakeCluster) else cluster
    async with database.reading() as connection:
        return [dict(row._mapping) for row in await connection.execute(select(table))]


async def to_the_last_move(room: Room, choices: random.Random) -> int:
    """Play until one move is left; whose it is."""
    while True:
        assert room.state.match is not None
        ahead = room.state.match.copy()
        (seat,) = ahead.waiting
        ahead.play(seat, ahead.legal(seat)[0])
        if ahead.over:
            return seat
        await play_on(room, 1, choices if ahead.ply < 30 else None)


async def test_results_and_ratings_are_written_with_the_last_move(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await started(cluster.rooms, RATED)
        seat = await to_the_last_move(room, random.Random(1))
        assert await rows_of(cluster, results) == await rows_of(cluster, ratings) == []
        counted: list[None] = []
        event.listen(cluster.databases[0].writer, "commit", lambda _: counted.append(None))
        cluster.clock.advance(5)
        after = await play(room, seat, "last")
        assert len(counted) == 1
        assert after.status == "over"
        assert after.match is not None
        # Sent again, it is written once.
        assert await room.change(lambda state: state.play(seat, 0, 0, "last", 0.0)) == after.keys[seat, "last"]
        found = sorted(await rows_of(cluster, results), key=lambda row: row["seat"])
        assert [row["player"] for row in found] == list(PEOPLE[:3])
        assert [row["score"] for row in found] == after.match.scores
        winners = after.match.winners
        assert [row["share"] for row in found] == [(one in winners) / len(winners) for one in range(3)]
        assert {(row["game"], row["seats"], row["rated"], row["left"], row["ended_at"]) for row in found} == {
            ("hiroba", 3, True, False, cluster.clock())
        }
        after_it = {row["player"]: (row["mu"], row["sigma"], row["games"]) for row in await rows_of(cluster, ratings)}
        assert after_it == {row["player"]: (row["mu"], row["sigma"], 1) for row in found}
        best = max(row["mu"] for row in found)
        assert tuple(row["seat"] for row in found if row["mu"] == best) == winners


async def test_a_second_game_continues_from_the_first_rating(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        for number in range(2):
            await play_on(await started(cluster.rooms, RATED), choices=random.Random(number))
        assert [row["games"] for row in await rows_of(cluster, ratings)] == [2, 2, 2]
        assert len(await rows_of(cluster, results)) == 6


async def test_whoever_left_ranks_last_even_if_the_bot_wins(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await started(cluster.rooms, RATED)
        await changed(room, lambda state: state.leave(PEOPLE[0], cluster.clock()))
        while room.state.status == "running":
            await cluster.bots_play()
            if room.state.waiting() not in ((), (0,)):
                await play_on(room, 1)
        found = {row["player"]: row for row in await rows_of(cluster, results)}
        assert [found[name]["left"] for name in PEOPLE[:3]] == [True, False, False]
        assert found[PEOPLE[0]]["mu"] == min(row["mu"] for row in found.values())


async def test_whoever_let_a_bot_decide_has_left_even_if_they_return(tmp_path: Path) -> None:
    """Otherwise a strong bot could play the hard part of a game for somebody."""
    async with fake_cluster(tmp_path) as cluster:
        room = await started(cluster.rooms, RATED)
        while room.state.waiting() != (0,):
            await play_on(room, 1)
        await changed(room, lambda state: state.leave(PEOPLE[0], cluster.clock()))
        while room.state.waiting() == (0,):
            await cluster.bots_play()
        await changed(room, lambda state: state.take_back(PEOPLE[0], None, cluster.clock()))
        assert [(seat.stand_in, seat.left) for seat in room.state.seats] == [(False, True)] + [(False, False)] * 2
        cluster.rooms.discard(room)
        room = await cluster.rooms.get(room.id)
        assert room.state.seats[0].left, "that is stored"
        await play_on(room)
        found = {row["player"]: row for row in await rows_of(cluster, results)}
        assert [found[name]["left"] for name in PEOPLE[:3]] == [True, False, False]
        assert found[PEOPLE[0]]["mu"] == min(row["mu"] for row in found.values())


async def test_whoever_returns_before_a_bot_has_decided_has_not_left(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await started(cluster.rooms, RATED)
        await changed(room, lambda state: state.leave(PEOPLE[0], cluster.clock()))
        await changed(room, lambda state: state.take_back(PEOPLE[0], None, cluster.clock()))
        await play_on(room)
        assert not any(row["left"] for row in await rows_of(cluster, results))


async def test_a_table_that_is_not_rated(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await started(cluster.rooms, settings("hiroba"), people=1, fill=1)
        while room.state.status == "running":
            await cluster.bots_play()
            await play_on(room, 1)
        found = await rows_of(cluster, results)
        assert [(row["player"], row["rated"], row["mu"]) for row in found] == [
            (PEOPLE[0], False, None),
            (None, False, None),
        ]
        assert await rows_of(cluster, ratings) == []


async def test_if_results_cannot_be_written_the_last_move_is_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await started(cluster.rooms, RATED)
        seat = await to_the_last_move(room, random.Random(1))
        before = room.state

        def wrong(*_: object) -> Any:
            raise RuntimeError("no sums today")

        with monkeypatch.context() as patch:
            patch.setattr("zashiki.table.persistence.rate_game", wrong)
            with pytest.raises(Refused) as refusal:
                await play(room, seat, "last")
        assert refusal.value.code == "storage"
        assert room.state is before
        assert len(await cluster.stored_moves(room.id)) == before.ply
        assert await rows_of(cluster, results) == []
        assert (await play(room, seat, "last")).status == "over"
        assert len(await rows_of(cluster, results)) == 3


def test_bots_rank_by_victory_then_points() -> None:
    model = PlackettLuce()
    before = [new_rating(), new_rating(), (31.0, 4.0), new_rating(), new_rating()]
    teams = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma in before]
    expected = [(team[0].mu, team[0].sigma) for team in model.rate(teams, ranks=[5, 1, 2, 2, 1])]
    assert rate(before, scores=[10, 30, 20, 20, 5], winners=[1, 4]) == expected


@pytest.mark.parametrize("game", sorted(registry.games()))
async def test_every_game_can_be_rated(game: str, tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        await play_on(await started(cluster.rooms, settings(game, rated=True)), choices=random.Random(2))
        found = await rows_of(cluster, results)
        assert sum(row["share"] for row in found) == pytest.approx(1)
        assert all(row["mu"] is not None for row in found)


async def test_games_that_end_simultaneously_in_several_processes_all_count() -> None:
    """On PostgreSQL, two transactions may both find that somebody was never rated."""
    url = new_postgres_database()
    await prepare_database(url)
    databases = [Database(url) for _ in range(4)]
    rows = [ResultRow(seat, PEOPLE[seat], 10 * seat, float(seat == 1), left=False) for seat in range(2)]

    ending = FinishedGame("hiroba", 2, 0.0, rows, rate_game)
    writes = []
    for number in range(8):
        state = new_table_state(f"table{number}", settings("hiroba", 2), PEOPLE[0], bytes(32), 0.0)
        await Tables(databases[0]).create(row_of(state, 0.0), seats_of(state))
        writes.append(Write(state.id, 0, {"status": "over"}, finished=ending))
    ledgers = [Ledger(database) for database in databases]
    done = await asyncio.gather(
        *(ledgers[n % 4].write(write) for n, write in enumerate(writes)), return_exceptions=True
    )
    # Whoever was refused asks again.
    for write, failed in zip(writes, done, strict=True):
        assert failed is None or isinstance(failed, Unavailable)
        if failed is not None:
            await ledgers[0].write(write)
    assert [row["games"] for row in await rows_of(databases[0], ratings)] == [8, 8]
    async with databases[0].reading() as connection:
        assert (await connection.execute(select(func.count()).select_from(results))).scalar_one() == 16
    for ledger, database in zip(ledgers, databases, strict=True):
        await ledger.close()
        await database.close()
