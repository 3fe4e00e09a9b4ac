"""Seeds before the deal: committed to by every seat, sealed by the start, revealed to the seal, and used once."""

import copy
import hashlib
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from support import record_of
from table.harness import BEGIN, PEOPLE, changed, fake_cluster, play_on, settings
from zashiki import registry
from zashiki.core.fair import SealedFair, commitment_of, seal_of, seal_of_record
from zashiki.table import sealing
from zashiki.table.persistence import row_of, seat_of, seats_of, table_state_of
from zashiki.table.refusals import Refused
from zashiki.table.sealing import REVEAL
from zashiki.table.settings import Clock
from zashiki.table.state import TableState, new_table_state

ANNA, BERT, CLEO, DORA = PEOPLE[:4]
SECRET = bytes(range(32))
DAY = 86_400.0


def seed(name: str, use: int = 0) -> str:
    """A seed that only this person knows."""
    return hashlib.sha256(f"{name} {use}".encode()).hexdigest()


def refused(code: str, reason: str | None, ask: Callable[[], object]) -> None:
    with pytest.raises(Refused) as refusal:
        ask()
    assert (refusal.value.code, refusal.value.facts.get("reason")) == (code, reason)


def committed(*people: str, seats: int = 3, **more: Any) -> TableState:
    """These people, each with a seed of their own."""
    state = new_table_state("table", settings(seats=seats, **more), ANNA, SECRET, BEGIN)
    for seat, name in enumerate(people):
        state = state.sit(name, name, seat, commitment_of(seed(name))).after
    return state


def sealed(*people: str, **more: Any) -> TableState:
    """The same after the start, with bots on the other seats."""
    return committed(*people, **more).start(ANNA, BEGIN, fill=1).after


def reveal(state: TableState, *names: str, use: int = 0, at: float = BEGIN + 1) -> TableState:
    for name in names:
        own = dict.fromkeys(state.seats_of(name), seed(name, use))
        state = state.reveal(name, sealing.seal(state) or "", own, at).after
    return state


# In order


def test_nothing_is_dealt_before_all_have_revealed() -> None:
    state = sealed(ANNA, BERT)
    assert (state.status, state.match, sealing.unrevealed(state)) == ("open", None, (0, 1))
    state = reveal(state, BERT)
    assert (state.status, sealing.unrevealed(state)) == ("open", (0,))
    state = reveal(state, ANNA)
    assert state.status == "running"
    assert state.sealing.sealed_at is None
    assert state.match is not None
    assert isinstance(state.match.fair, SealedFair)
    assert state.match.fair.player_seeds[:2] == (seed(ANNA), seed(BERT))
    assert state.match.fair.attempt == 1


def test_the_list_is_complete_and_the_same_before_and_after() -> None:
    waiting = committed(ANNA, BERT)
    assert sealing.commitments(waiting)[2] is None
    assert sealing.seal(waiting) is None, "nothing is fixed"
    state = waiting.start(ANNA, BEGIN, fill=1).after
    listed = sealing.commitments(state)
    assert listed[:2] == (commitment_of(seed(ANNA)), commitment_of(seed(BERT)))
    assert None not in listed, "bots are committed, too"
    seal = sealing.seal(state)
    options = dict(state.settings.options)
    assert seal == seal_of(state.settings.game, state.rules, options, state.commitment, [one or "" for one in listed])
    dealt = reveal(state, ANNA, BERT)
    assert (sealing.seal(dealt), sealing.commitments(dealt)) == (seal, listed)


def test_the_seal_is_of_the_game_and_its_options() -> None:
    seals = {
        sealing.seal(sealed(ANNA, BERT, **more))
        for more in ({}, {"game": "hitohira"}, {"options": {"rounds": 2}}, {"options": {"rounds": 3}})
    }
    assert len(seals) == 4


def test_without_seeds_of_their_own_they_are_dealt_at_once() -> None:
    state = new_table_state("table", settings(), ANNA, SECRET, BEGIN).sit(ANNA, ANNA, 0, None).after
    assert state.start(ANNA, BEGIN, fill=1).after.status == "running"


def test_every_seed_changes_the_deal_and_so_does_their_order() -> None:
    def dealt(*names: str, use: int = 0) -> object:
        state = new_table_state("table", settings(), ANNA, SECRET, BEGIN)
        for seat, name in enumerate(names):
            state = state.sit(name, name, seat, commitment_of(seed(name, use))).after
        match = reveal(state.start(ANNA, BEGIN, fill=1).after, *names, use=use).match
        assert match is not None
        return tuple(match.history())

    deals = [dealt(ANNA, BERT), dealt(BERT, ANNA), dealt(ANNA), dealt(ANNA, BERT, CLEO), dealt(ANNA, BERT, use=1)]
    assert len(set(deals)) == len(deals)
    assert dealt(ANNA, BERT) == deals[0]


def test_committing_anew_replaces_what_was_there() -> None:
    state = committed(ANNA, BERT).commit(BERT, {1: commitment_of(seed(BERT, 1))}).after
    assert state.seats[1].name == BERT, "the seat stays as it is"
    state = state.start(ANNA, BEGIN, fill=1).after
    refused("bad-request", "seal.wrong_seed", lambda: reveal(state, BERT))
    assert reveal(state, ANNA).reveal(BERT, sealing.seal(state) or "", {1: seed(BERT, 1)}, BEGIN).after.match
    refused("not-your-seat", None, lambda: committed(ANNA, BERT).commit(BERT, {0: commitment_of(seed(BERT))}))
    refused("bad-request", "seal.commitment", lambda: committed(ANNA, BERT).commit(BERT, {1: "A" * 64}))


def test_whoever_moves_over_takes_no_commitment_along_by_mistake() -> None:
    state = committed(ANNA, BERT).sit(BERT, BERT, 2, None).after
    assert state.seats[1].commitment is None
    assert state.seats[2].commitment is None, "the browser commits itself for the new seat"


def test_one_device_has_a_seed_for_every_person_at_it() -> None:
    state = new_table_state("table", settings(one_device=True), ANNA, SECRET, BEGIN)
    own = {seat: seed(ANNA, seat) for seat in range(3)}
    for seat, one in own.items():
        state = state.sit(ANNA, ANNA, seat, commitment_of(one), guest=f"guest {seat}").after
    state = state.start(ANNA, BEGIN).after
    seal = sealing.seal(state) or ""
    part = state.reveal(ANNA, seal, {0: own[0]}, BEGIN).after
    assert sealing.unrevealed(part) == (1, 2)
    assert part.reveal(ANNA, seal, {1: own[1], 2: own[2]}, BEGIN).after.status == "running"


# What is refused


def test_sealed_seats_do_not_change() -> None:
    state = sealed(ANNA, BERT)
    for ask in (
        lambda: state.sit(CLEO, CLEO, 2, None),
        lambda: state.sit(BERT, BERT, 1, commitment_of(seed(BERT, 1))),
        lambda: state.commit(BERT, {1: commitment_of(seed(BERT, 1))}),
        lambda: state.put_bot(ANNA, 2, 2),
        lambda: state.clear(ANNA, 1),
        lambda: state.set_up(ANNA, settings("hitohira", 3)),
        lambda: state.start(ANNA, BEGIN),
        lambda: state.close(ANNA),
    ):
        refused("not-open", "seal.sealed", ask)


def test_seeds_are_for_one_seal_and_one_seat() -> None:
    state = sealed(ANNA, BERT)
    seal = sealing.seal(state) or ""
    refused("stale", "seal.changed", lambda: state.reveal(BERT, "0" * 64, {1: seed(BERT)}, BEGIN))
    refused("bad-request", "seal.wrong_seed", lambda: state.reveal(BERT, seal, {1: seed(ANNA)}, BEGIN))
    refused("bad-request", "seal.wrong_seed", lambda: state.reveal(BERT, seal, {1: "no seed"}, BEGIN))
    refused("not-your-seat", None, lambda: state.reveal(BERT, seal, {0: seed(ANNA)}, BEGIN))
    refused("not-seated", None, lambda: state.reveal(CLEO, seal, {2: seed(CLEO)}, BEGIN))
    refused("not-open", "seal.none", lambda: committed(ANNA).reveal(ANNA, seal, {0: seed(ANNA)}, BEGIN))
    assert reveal(state, BERT).revision == state.revision + 1


def test_a_repeated_reveal_changes_nothing() -> None:
    state = reveal(sealed(ANNA, BERT), ANNA)
    assert reveal(state, ANNA) is state
    dealt = reveal(state, BERT)
    assert reveal(dealt, ANNA, BERT) is dealt
    refused("bad-request", "seal.wrong_seed", lambda: reveal(dealt, ANNA, use=1))


# Seeds that are kept back


def test_whoever_keeps_a_seed_back_has_no_part_in_the_next_deal() -> None:
    state = reveal(sealed(ANNA, BERT, CLEO), ANNA, CLEO)
    assert state.deadline(BEGIN + 2) == BEGIN + REVEAL
    assert state.time_out(BEGIN + REVEAL - 0.1) is None
    change = state.time_out(BEGIN + REVEAL)
    assert change is not None
    again = change.after
    assert (again.status, again.match, again.sealing.sealed_at) == ("open", None, None)
    assert [seat.name for seat in again.seats] == [ANNA, None, CLEO]
    assert [seat.commitment for seat in again.seats] == [None] * 3, "nobody is bound by a seed that is known now"
    assert again.sealing.attempt == 2
    assert [(one.attempt, one.seat, one.name) for one in again.sealing.failures] == [(1, 1, BERT)]
    refused("forbidden", "seal.barred", lambda: again.sit(BERT, BERT, None, None))
    # The seeds of the failed attempt do not come back.
    for name, seat in ((ANNA, 0), (CLEO, 2)):
        again = again.commit(name, {seat: commitment_of(seed(name, 1))}).after
    second = again.start(ANNA, BEGIN + 60, fill=1).after
    refused("bad-request", "seal.wrong_seed", lambda: reveal(second, ANNA))
    dealt = reveal(second, ANNA, CLEO, use=1)
    assert isinstance(dealt.match and dealt.match.fair, SealedFair)
    assert dealt.sealing.attempt == 2
    assert [(one.attempt, one.seat, one.player, one.name) for one in dealt.sealing.failures] == [(1, 1, None, None)]


def test_leaving_sealed_seats_is_keeping_a_seed_back() -> None:
    """Also for somebody who has revealed it: whoever knows the deal cannot have another one."""
    state = reveal(sealed(ANNA, BERT, CLEO), ANNA)
    for name, host in ((ANNA, BERT), (BERT, ANNA)):
        again = state.leave(name, BEGIN + 1).after
        assert (again.status, again.host, again.sealing.attempt) == ("open", host, 2)
        refused("forbidden", "seal.barred", lambda: again.sit(name, name, None, None))  # noqa: B023 - called here


def test_a_table_without_people_is_closed() -> None:
    alone = sealed(ANNA)
    change = alone.time_out(BEGIN + REVEAL)
    assert change is not None
    assert (change.after.status, change.after.host) == ("closed", None)


def test_with_days_per_move_there_are_days_to_reveal() -> None:
    state = sealed(ANNA, BERT, clock=Clock(kind="days", days=2))
    assert state.time_out(BEGIN + 2 * DAY - 1) is None
    assert state.time_out(BEGIN + 2 * DAY) is not None


# Kept


async def test_sealed_seats_survive_a_restart(tmp_path: Path) -> None:
    for state in (committed(ANNA, BERT), sealed(ANNA, BERT), reveal(sealed(ANNA, BERT), BERT)):
        same = await table_state_of(row_of(state, BEGIN), seats_of(state), [])
        assert replace(same, match=state.match) == state
        assert tuple(seat_of(row) for row in seats_of(state)) == state.seats
        assert sealing.seal(same) == sealing.seal(state)


@pytest.mark.parametrize("game", sorted(registry.games()))
async def test_the_record_of_a_sealed_game_verifies(game: str, tmp_path: Path) -> None:
    choices = random.Random(game)
    async with fake_cluster(tmp_path) as cluster:
        room = await cluster.rooms.create(settings(game), ANNA)
        await changed(room, lambda state: state.sit(ANNA, ANNA, 0, commitment_of(seed(ANNA))))
        await changed(room, lambda state: state.start(ANNA, cluster.clock(), fill=1))
        seal = sealing.seal(room.state)
        assert seal is not None
        await changed(room, lambda state: state.reveal(ANNA, seal, {0: seed(ANNA)}, cluster.clock()))
        while room.state.status == "running":
            await play_on(room, 40, choices)
        record = record_of(room.state)
        assert record.data["fair"] is not None
        assert record.data["fair"]["player_seeds"][0] == seed(ANNA)
        assert seal_of_record(record.data) == seal
        assert registry.verify(record) > 0


def test_a_sealed_table_is_dealt_by_the_rules_in_its_seal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if a server with newer rules takes over between the seal and the deal."""
    waiting = committed(ANNA, BERT)
    state = waiting.start(ANNA, BEGIN, fill=1).after
    seal = sealing.seal(state)
    now = registry.find(state.settings.game)
    newer = copy.copy(now)
    newer.version, newer.earlier = now.version + 1, (now,)
    monkeypatch.setattr(registry, "find", lambda key: newer)
    assert state.game is now
    dealt = reveal(state, ANNA, BERT)
    assert (dealt.rules, dealt.status) == (now.version, "running")
    assert sealing.seal(dealt) == seal
    later = waiting.start(ANNA, BEGIN, fill=1).after
    assert later.rules == newer.version, "what was not sealed yet is played by the newest rules"
    assert sealing.seal(later) != seal


async def test_the_time_to_reveal_stands_still_while_no_server_runs(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await cluster.rooms.create(settings(), ANNA)
        await changed(room, lambda state: state.sit(ANNA, ANNA, 0, commitment_of(seed(ANNA))))
        await changed(room, lambda state: state.start(ANNA, cluster.clock(), fill=1))
        tables = cluster.rooms.context.tables
        await tables.alive(cluster.clock(), 5.0)
        sealed_at = cluster.clock()
        cluster.clock.advance(3600)
        assert await tables.alive(cluster.clock(), 5.0) == 3600
        found = await tables.find(room.id)
        assert found is not None
        state = await table_state_of(*found)
        assert state.sealing.sealed_at == sealed_at + 3600
        assert await tables.due(cluster.clock()) == []
        cluster.clock.advance(REVEAL + 1)
        assert await tables.due(cluster.clock()) == [room.id]
