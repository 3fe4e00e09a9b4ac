"""What a host with the database in hand, a player or bad luck might try between the seal and the deal."""

import asyncio
import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Text, cast, select

from support import record_of
from table.harness import PEOPLE, FakeCluster, changed, fake_cluster, play_on, settings
from zashiki import registry
from zashiki.core.fair import SealedFair, commitment_of, server_made_seed
from zashiki.store.people import GONE, People
from zashiki.store.schema import tables
from zashiki.table import sealing
from zashiki.table.agreement import GUEST
from zashiki.table.refusals import Refused
from zashiki.table.rematch import join_rematch
from zashiki.table.room import Room
from zashiki.table.sealing import REVEAL
from zashiki.table.seats import Seat
from zashiki.table.serializers import table_data
from zashiki.table.state import Change, TableState

ANNA, BERT, CLEO, DORA = PEOPLE[:4]


def seed(name: str, use: int = 0) -> str:
    """A seed that only this person knows."""
    return hashlib.sha256(f"{name} {use}".encode()).hexdigest()


def reveals(name: str, cluster: FakeCluster, use: int = 0) -> Callable[[TableState], Change]:
    """An honest device: it reveals to the seal that it is shown."""

    def decide(state: TableState) -> Change:
        own = dict.fromkeys(state.seats_of(name), seed(name, use))
        return state.reveal(name, sealing.seal(state) or "", own, cluster.clock())

    return decide


async def seated(cluster: FakeCluster, *people: str, own: bool = True) -> Room:
    """A table of three at which these people sit, each with a seed of their own."""
    room = await cluster.rooms.create(settings(seats=3), people[0])
    for seat, name in enumerate(people):
        commitment = commitment_of(seed(name)) if own else None
        await changed(room, lambda state: state.sit(name, name, seat, commitment))  # noqa: B023
    return room


async def sealed(cluster: FakeCluster, *people: str) -> Room:
    """The same after the start, with bots on the other seats."""
    room = await seated(cluster, *people)
    await changed(room, lambda state: state.start(people[0], cluster.clock(), fill=1))
    return room


def refused(code: str, reason: str | None, ask: Callable[[], object]) -> None:
    with pytest.raises(Refused) as refusal:
        ask()
    assert (refusal.value.code, refusal.value.facts.get("reason")) == (code, reason)


async def test_two_servers_that_get_the_last_seeds_at_once_deal_one_game(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path, workers=2) as cluster:
        here = await sealed(cluster, ANNA, BERT)
        there = await cluster.all_rooms[1].get(here.id)
        seal = sealing.seal(here.state)
        assert sealing.seal(there.state) == seal
        await asyncio.gather(changed(here, reveals(ANNA, cluster)), changed(there, reveals(BERT, cluster)))
        await cluster.settle()
        await asyncio.gather(here.catch_up(), there.catch_up())
        assert (here.state.status, there.state.status) == ("running", "running")
        assert here.state.match is not None
        assert there.state.match is not None
        assert here.state.match.history() == there.state.match.history()
        assert sealing.seal(here.state) == sealing.seal(there.state) == seal
        assert [row.ply for row in await cluster.stored_moves(here.id)] == list(range(here.state.ply))


async def test_seeds_revealed_before_a_restart_need_not_be_revealed_again(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        table = (await sealed(cluster, ANNA, BERT)).id
        await changed(await cluster.rooms.get(table), reveals(ANNA, cluster))
    async with fake_cluster(tmp_path) as cluster:
        room = await cluster.rooms.get(table)
        assert sealing.unrevealed(room.state) == (1,)
        await changed(room, reveals(BERT, cluster))
        assert room.state.status == "running"
        assert isinstance(room.state.match and room.state.match.fair, SealedFair)


async def test_a_rematch_begins_with_new_seeds(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await sealed(cluster, ANNA, BERT)
        for name in (ANNA, BERT):
            await changed(room, reveals(name, cluster))
        while room.state.status == "running":
            await play_on(room, 40)
        old = room.state
        again = await join_rematch(cluster.rooms, old, ANNA, ANNA, None, commitment_of(seed(ANNA, 1)), GUEST)
        await join_rematch(cluster.rooms, old, BERT, BERT, None, None, GUEST)
        state = again.state
        assert state.server_seed != old.server_seed
        assert state.commitment != old.commitment
        assert (state.sealing.attempt, state.sealing.sealed_at, state.sealing.failures) == (1, None, ())
        before = {*sealing.commitments(old)}
        assert not before & {*sealing.commitments(state)}, "nobody is committed to a seed that is known"
        assert [seat.seed for seat in state.seats] == [None] * 3
        await changed(again, lambda state: state.start(ANNA, cluster.clock()))
        with pytest.raises(Refused):
            await changed(again, reveals(ANNA, cluster))
        await changed(again, reveals(ANNA, cluster, use=1))
        assert again.state.match is not None
        assert old.match is not None
        assert again.state.match.history() != old.match.history()


async def test_a_copied_commitment_cannot_be_revealed_without_its_seed(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await seated(cluster, ANNA, BERT)
        copied = commitment_of(seed(ANNA))
        await changed(room, lambda state: state.commit(BERT, {1: copied}))
        await changed(room, lambda state: state.start(ANNA, cluster.clock(), fill=1))
        with pytest.raises(Refused):
            await changed(room, reveals(BERT, cluster))
        await changed(room, reveals(ANNA, cluster))
        shown = json.dumps([table_data(room.state, name) for name in (ANNA, BERT, None)])
        assert seed(ANNA) not in shown, "nor does the copier learn it from the other's reveal"
        cluster.clock.advance(REVEAL)
        await changed(room, lambda state: state.time_out(cluster.clock()))
        assert [seat.name for seat in room.state.seats][:2] == [ANNA, None]


async def test_a_seat_without_a_seed_of_its_own_has_the_servers_beside_people(tmp_path: Path) -> None:
    """A program that commits itself to nothing, and a bot: their seeds are fixed by the server's."""
    async with fake_cluster(tmp_path) as cluster:
        room = await seated(cluster, ANNA)
        await changed(room, lambda state: state.sit(BERT, BERT, 1, None))
        await changed(room, lambda state: state.start(ANNA, cluster.clock(), fill=1))
        about = table_data(room.state, ANNA)
        assert [seat["own_seed"] for seat in about["seats"]] == [True, False, False]
        secret = room.state.server_seed
        made = [server_made_seed(secret, seat, 1) for seat in (1, 2)]
        assert [seat["commitment"] for seat in about["seats"]][1:] == [commitment_of(one) for one in made]
        refused("bad-request", "seal.wrong_seed", lambda: reveals(BERT, cluster)(room.state))
        await changed(room, reveals(ANNA, cluster))
        assert [seat.seed for seat in room.state.seats] == [seed(ANNA), *made]
        assert [seat["own_seed"] for seat in table_data(room.state, ANNA)["seats"]] == [True, False, False]


async def test_a_stand_in_changes_no_seed(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await sealed(cluster, ANNA, BERT)
        for name in (ANNA, BERT):
            await changed(room, reveals(name, cluster))
        seal, seats = sealing.seal(room.state), [seat.seed for seat in room.state.seats]
        await changed(room, lambda state: state.leave(BERT, cluster.clock()))
        assert sealing.seal(room.state) == seal
        await changed(room, lambda state: state.take_back(BERT, None, cluster.clock()))
        assert ([seat.seed for seat in room.state.seats], sealing.seal(room.state)) == (seats, seal)
        while room.state.status == "running":
            await play_on(room, 40)
        assert registry.verify(record_of(room.state)) > 0


async def test_commitments_stay_with_their_people_when_the_host_changes_the_seats(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await cluster.rooms.create(settings(seats=5), ANNA)
        for seat, name in ((0, ANNA), (4, BERT)):
            await changed(room, lambda state: state.sit(name, name, seat, commitment_of(seed(name))))  # noqa: B023
        await changed(room, lambda state: state.set_up(ANNA, settings(seats=3)))
        (seat,) = room.state.seats_of(BERT)
        assert room.state.seats[seat].commitment == commitment_of(seed(BERT))
        await changed(room, lambda state: state.clear(ANNA, seat))
        assert room.state.seats[seat] == Seat(), "whoever is sent away leaves no seed behind"
        await changed(room, lambda state: state.sit(CLEO, CLEO, seat, None))
        assert room.state.seats[seat].commitment is None


async def test_nobody_joins_between_the_seal_and_the_deal_or_later(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await sealed(cluster, ANNA, BERT)
        late = commitment_of(seed(CLEO))
        refused("not-open", "seal.sealed", lambda: room.state.sit(CLEO, CLEO, 2, late))
        refused("not-open", "seal.sealed", lambda: room.state.given_up())
        for name in (ANNA, BERT):
            await changed(room, reveals(name, cluster))
        for ask in (
            lambda: room.state.sit(CLEO, CLEO, 2, late),
            lambda: room.state.commit(BERT, {1: late}),
            lambda: room.state.start(ANNA, cluster.clock()),
        ):
            refused("not-open", None, ask)


async def test_a_guest_who_becomes_an_account_while_sealed_can_still_reveal(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await sealed(cluster, ANNA, BERT)
        seal = sealing.seal(room.state)
        await People(cluster.databases[0]).merge(BERT, DORA)
        await room.catch_up()
        assert room.state.seats_of(DORA) == (1,)
        assert sealing.seal(room.state) == seal
        await changed(room, reveals(ANNA, cluster))
        await changed(room, lambda state: state.reveal(DORA, seal or "", {1: seed(BERT)}, cluster.clock()))
        assert room.state.status == "running"


async def test_whoever_kept_a_seed_back_as_a_guest_cannot_sit_down_as_an_account(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await sealed(cluster, ANNA, BERT)
        await changed(room, lambda state: state.leave(BERT, cluster.clock()))
        refused("forbidden", "seal.barred", lambda: room.state.sit(BERT, BERT, 1, None))
        assert room.id in await People(cluster.databases[0]).merge(BERT, DORA)
        await room.catch_up()
        refused("forbidden", "seal.barred", lambda: room.state.sit(DORA, DORA, 1, None))
        assert [one.name for one in room.state.sealing.failures] == [BERT], "everybody still sees who it was"


async def test_whoever_deletes_their_data_while_sealed_stops_that_deal_alone(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await sealed(cluster, ANNA, BERT)
        await changed(room, reveals(ANNA, cluster))
        await People(cluster.databases[0]).delete(BERT, 0.0)
        await room.catch_up()
        assert (room.state.seats[1].name, sealing.unrevealed(room.state)) == (GONE, (1,))
        cluster.clock.advance(REVEAL)
        await changed(room, lambda state: state.time_out(cluster.clock()))
        assert (room.state.status, room.state.host, room.state.seats[1]) == ("open", ANNA, Seat())
        await changed(room, lambda state: state.commit(ANNA, {0: commitment_of(seed(ANNA, 1))}))
        await changed(room, lambda state: state.start(ANNA, cluster.clock(), fill=1))
        await changed(room, reveals(ANNA, cluster, use=1))
        assert room.state.status == "running"


async def test_a_table_whose_host_is_deleted_while_sealed_goes_to_somebody_else(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await sealed(cluster, ANNA, BERT)
        await changed(room, reveals(BERT, cluster))
        await People(cluster.databases[0]).delete(ANNA, 0.0)
        await room.catch_up()
        cluster.clock.advance(REVEAL)
        await changed(room, lambda state: state.time_out(cluster.clock()))
        assert (room.state.status, room.state.host) == ("open", BERT)


async def test_a_host_without_a_seat_who_goes_does_not_stop_a_sealed_deal(tmp_path: Path) -> None:
    """Whoever is deleted or banned leaves all their tables."""
    async with fake_cluster(tmp_path) as cluster:
        room = await cluster.rooms.create(settings(seats=3), DORA)
        await changed(room, lambda state: state.sit(ANNA, ANNA, 0, commitment_of(seed(ANNA))))
        await changed(room, lambda state: state.start(DORA, cluster.clock(), fill=1))
        await cluster.service.remove_player(DORA)
        await People(cluster.databases[0]).delete(DORA, 0.0)
        await room.catch_up()
        assert (room.state.status, room.state.host) == ("open", None)
        await changed(room, reveals(ANNA, cluster))
        assert room.state.status == "running"


async def test_nothing_is_left_of_the_name_of_a_deleted_person_who_kept_a_seed_back(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await sealed(cluster, ANNA, BERT)
        await changed(room, lambda state: state.leave(BERT, cluster.clock()))
        await People(cluster.databases[0]).delete(BERT, 0.0)
        await room.catch_up()
        assert [(one.seat, one.player, one.name) for one in room.state.sealing.failures] == [(1, None, None)]
        async with cluster.databases[0].reading() as connection:
            (stored,) = (await connection.execute(select(cast(tables.c.sealing, Text)))).one()
        assert BERT not in stored


async def test_no_seed_is_written_to_the_log_or_in_an_error(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(0)
    async with fake_cluster(tmp_path) as cluster:
        room = await sealed(cluster, ANNA, BERT)
        with pytest.raises(Refused) as refusal:
            await changed(room, lambda state: state.reveal(ANNA, sealing.seal(state) or "", {0: seed(BERT)}, 0.0))
        for name in (ANNA, BERT):
            await changed(room, reveals(name, cluster))
        secrets = [seed(ANNA), seed(BERT), room.state.server_seed.hex()]
        told = f"{caplog.text}{capfd.readouterr()}{refusal.value!r}{refusal.value.facts}{room.state!r}"
        assert not [secret for secret in secrets if secret in told]
