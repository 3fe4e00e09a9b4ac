"""What people agree to before a rated game, who may sit down at it, and whom the host keeps away."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from table.harness import BEGIN, PEOPLE, agreeing, changed, fake_cluster, settings, table_of, timed
from zashiki.table import serializers
from zashiki.table.agreement import Caller, terms_at
from zashiki.table.persistence import row_of, seats_of
from zashiki.table.refusals import Refused
from zashiki.table.settings import Clock, Settings
from zashiki.table.state import TableState, new_table_state

ANNA, BERT, CLEO = PEOPLE[:3]
RATED = settings("hiroba", 2, rated=True)


def new(chosen: Settings = RATED) -> TableState:
    """Anna hosts and sits."""
    state = new_table_state("table", chosen, ANNA, bytes(32), BEGIN)
    return state.sit(ANNA, ANNA, 0, None, caller=agreeing(state)).after


def full(chosen: Settings = RATED) -> TableState:
    state = new(chosen)
    return state.sit(BERT, BERT, 1, None, caller=agreeing(state)).after


def refused(code: str, ask: Callable[[], object], reason: str | None = None) -> Refused:
    with pytest.raises(Refused) as refusal:
        ask()
    assert (refusal.value.code, refusal.value.facts.get("reason")) == (code, reason)
    return refusal.value


def test_a_rated_table_is_for_accounts_only() -> None:
    """Guests cost nothing: whoever could be rated against them would play against their own."""
    guest, program = Caller(), Caller(account=True, program=True, terms=terms_at(RATED))
    refused("account-needed", lambda: new().sit(BERT, BERT, 1, None))
    refused("account-needed", lambda: new().sit(BERT, BERT, 1, None, caller=replace(guest, terms=terms_at(RATED))))
    refused("forbidden", lambda: new().sit(BERT, BERT, 1, None, caller=program), "rated.program")
    casual = settings("hiroba", 2)
    state = new(casual).sit(BERT, BERT, 1, None).after
    refused("account-needed", lambda: new(casual).set_up(ANNA, RATED))
    rated = state.set_up(ANNA, RATED, Caller(account=True)).after
    refused("account-needed", lambda: rated.agree(BERT, replace(guest, terms=terms_at(RATED))))
    assert refused("not-agreed", lambda: rated.start(ANNA, BEGIN)).facts == {"seats": [1]}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (settings("hiroba", 2), RATED),
        (RATED, settings("hiroba", 2, rated=True, clock=timed(15))),
        (RATED, settings("hiroba", 2, rated=True, clock=Clock(kind="days"))),
        (settings("hagakure", 3, rated=True), RATED),
    ],
    ids=["rated", "clock", "days", "game"],
)
def test_everybody_agrees_anew_when_the_terms_change(before: Settings, after: Settings) -> None:
    """Nobody finds out at the deal that the game is rated, or how short its clock is."""
    state = full(before).set_up(ANNA, after, Caller(account=True)).after
    assert refused("not-agreed", lambda: state.start(ANNA, BEGIN)).facts == {"seats": [1]}
    old = Caller(account=True, terms=terms_at(before))
    refused("stale", lambda: state.agree(BERT, old), "rated.terms_changed")
    agreed = state.agree(BERT, Caller(account=True, terms=terms_at(after))).after
    assert agreed.start(ANNA, BEGIN).after.status == "running"


def test_whoever_sat_down_to_other_terms_has_not_agreed() -> None:
    """The host may change them while the request is on its way."""
    shown = Caller(account=True, terms=terms_at(RATED))
    changed_terms = new().set_up(ANNA, settings("hiroba", 2, rated=True, clock=timed(15)), shown).after
    state = changed_terms.sit(BERT, BERT, 1, None, caller=shown).after
    refused("not-agreed", lambda: state.start(ANNA, BEGIN))
    back = state.set_up(ANNA, RATED, Caller(account=True)).after
    assert back.start(ANNA, BEGIN).after.status == "running", "these are the terms that both have agreed to"


def test_what_is_no_term_changes_nothing() -> None:
    state = full().set_up(ANNA, settings("hiroba", 2, rated=True, chat=False), Caller(account=True)).after
    assert state.start(ANNA, BEGIN).after.status == "running"


def test_at_a_table_that_is_not_rated_nobody_has_to_agree() -> None:
    state = full(settings("hiroba", 2)).set_up(ANNA, settings("hiroba", 2, clock=timed(5)), Caller()).after
    assert state.start(ANNA, BEGIN).after.status == "running"
    assert serializers.table_data(state, BERT)["terms"] is None


@pytest.mark.parametrize("seconds", [5, 14])
def test_the_clock_of_a_rated_table_is_not_too_short(seconds: int) -> None:
    hasty = settings("hiroba", 2, rated=True, clock=timed(seconds))
    error = refused("bad-settings", lambda: new().set_up(ANNA, hasty, Caller(account=True)), "settings.rated_clock")
    assert (error.value, error.expected, error.where) == (seconds, {"min": 15}, ["settings", "clock", "seconds"])
    casual = settings("hiroba", 2, clock=timed(seconds))
    assert new().set_up(ANNA, casual, Caller()).after.settings == casual


def test_whoever_was_sent_away_stays_away_until_the_host_lets_them_in() -> None:
    state = full().clear(ANNA, 1).after
    for _ in range(20):
        refused("removed", lambda: state.sit(BERT, BERT, 1, None, caller=agreeing(state)))
    assert state.sit(CLEO, CLEO, 1, None, caller=agreeing(state)).after.seats[1].player == CLEO
    refused("forbidden", lambda: state.readmit(BERT, BERT))
    back = state.readmit(ANNA, BERT).after
    assert back.sit(BERT, BERT, 1, None, caller=agreeing(back)).after.seats[1].player == BERT


def test_a_new_guest_from_the_same_network_is_kept_away_too() -> None:
    home, elsewhere = Caller(network="home"), Caller(network="elsewhere")
    state = new(settings("hiroba", 2)).sit(BERT, BERT, 1, None, caller=home).after.clear(ANNA, 1).after
    refused("removed", lambda: state.sit(CLEO, CLEO, 1, None, caller=home))
    for other in (elsewhere, Caller(), replace(home, account=True)):
        assert state.sit(CLEO, CLEO, 1, None, caller=other).after.seats[1].player == CLEO


def test_whoever_gets_up_may_sit_down_again() -> None:
    state = full().clear(BERT, 1).after
    assert state.barred == ()
    assert full().leave(BERT, BEGIN).after.barred == ()
    assert state.sit(BERT, BERT, 1, None, caller=agreeing(state)).after.seats[1].agreed == terms_at(RATED)


def test_only_the_host_is_told_who_was_sent_away() -> None:
    state = full().clear(ANNA, 1).after
    assert [one["player"] for one in serializers.table_data(state, ANNA)["barred"]] == [BERT]
    for other in (BERT, CLEO, None):
        assert serializers.table_data(state, other)["barred"] == []


async def test_agreement_and_bars_are_stored_and_networks_forgotten(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await table_of(cluster.rooms, RATED)
        home = replace(agreeing(room.state), network="home")
        await changed(room, lambda state: state.agree(BERT, home))
        cluster.rooms.discard(room)
        room = await cluster.rooms.get(room.id)
        assert [(seat.agreed, seat.network) for seat in room.state.seats] == [(home.terms, None), (home.terms, "home")]
        await changed(room, lambda state: state.clear(ANNA, 1))
        cluster.rooms.discard(room)
        room = await cluster.rooms.get(room.id)
        assert [(one.player, one.name, one.network) for one in room.state.barred] == [(BERT, BERT, "home")]
        state = room.state.readmit(ANNA, BERT).after.sit(BERT, BERT, 1, None, caller=home).after
        dealt = state.start(ANNA, BEGIN).after
        assert row_of(dealt, BEGIN).barred == []
        assert [row.network for row in seats_of(dealt)] == [None, "home"], "until the ratings are counted"
        assert [row.network for row in seats_of(replace(dealt, status="over"))] == [None, None]
