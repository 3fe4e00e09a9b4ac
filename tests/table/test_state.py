"""What people may do at a table before, during and after a game, and what is refused with which code."""

import random
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from support import record_of, seen_by
from table.harness import BEGIN, PEOPLE, STRANGER, PlayedOn, agreeing, settings, timed
from zashiki import registry
from zashiki.core.fair import Fair, SealedFair
from zashiki.core.record import bot, person
from zashiki.table.persistence import record_of_rows, row_of, seats_of
from zashiki.table.refusals import CODES, Refused
from zashiki.table.seats import Seat
from zashiki.table.settings import Settings
from zashiki.table.stand_ins import ABSENCE
from zashiki.table.state import Change, TableState, new_table_state

ANNA, BERT, CLEO, DORA = PEOPLE[:4]
SECRET = bytes(range(32))


def new(chosen: Settings | None = None) -> TableState:
    return new_table_state("table", chosen or settings(), ANNA, SECRET, BEGIN)


def seated(*people: str, chosen: Settings | None = None) -> TableState:
    state = new(chosen)
    for seat, name in enumerate(people):
        state = state.sit(name, name, seat, None, caller=agreeing(state)).after
    return state


def running(*people: str, chosen: Settings | None = None) -> TableState:
    """These people, and bots on the other seats."""
    return seated(*people, chosen=chosen).start(ANNA, BEGIN, fill=1).after


def over(state: TableState) -> TableState:
    while state.status == "running":
        assert state.match is not None
        seat = state.waiting()[0]
        bot = state.bot_level(seat) is not None
        done = state.play(seat, state.match.legal(seat)[0], state.ply, None, BEGIN, bot=bot)
        assert isinstance(done, Change)
        state = done.after
    return state


def names(state: TableState) -> list[str | int | None]:
    return [seat.level if seat.kind == "bot" else seat.name for seat in state.seats]


def refused(code: str, ask: Callable[[], object]) -> Refused:
    with pytest.raises(Refused) as refusal:
        ask()
    assert refusal.value.code == code
    return refusal.value


# Sitting down and getting up


def test_any_empty_seat_or_a_certain_one() -> None:
    state = new().sit(ANNA, ANNA, 1, None).after
    assert names(state.sit(BERT, BERT, None, None).after) == [BERT, ANNA, None]
    assert names(state.sit(BERT, BERT, 2, None).after) == [None, ANNA, BERT]
    refused("seat-taken", lambda: state.sit(BERT, BERT, 1, None))
    refused("no-such-seat", lambda: state.sit(BERT, BERT, 3, None))
    refused("no-such-seat", lambda: state.sit(BERT, BERT, -1, None))


def test_a_full_table() -> None:
    refused("table-full", lambda: seated(ANNA, BERT, CLEO).sit(DORA, DORA, None, None))


def test_moving_over_leaves_the_old_seat_empty() -> None:
    state = seated(ANNA, BERT)
    assert names(state.sit(ANNA, ANNA, 2, None).after) == [None, BERT, ANNA]


def test_sitting_down_again_changes_name_and_commitment() -> None:
    state = seated(ANNA, BERT).sit(ANNA, "Anne", None, "a" * 64).after
    assert state.seats[0] == Seat(ANNA, "Anne", commitment="a" * 64)
    assert state.seats_of(ANNA) == (0,)


@pytest.mark.parametrize("commitment", ["a" * 63, "a" * 65, "A" * 64, "g" * 64, "", "٣" * 64])
def test_a_commitment_that_cannot_be_used(commitment: str) -> None:
    refused("bad-request", lambda: new().sit(ANNA, ANNA, None, commitment))


def test_the_host_is_replaced() -> None:
    state = seated(ANNA, BERT, CLEO).leave(ANNA, BEGIN).after
    assert (state.host, state.status, names(state)) == (BERT, "open", [None, BERT, CLEO])
    state = state.leave(CLEO, BEGIN).after
    assert state.host == BERT
    state = state.leave(BERT, BEGIN).after
    assert (state.host, state.status) == (None, "closed")
    refused("not-open", lambda: state.sit(DORA, DORA, None, None))


def test_only_seated_players_can_leave() -> None:
    refused("not-seated", lambda: seated(ANNA).leave(STRANGER, BEGIN))
    refused("not-your-seat", lambda: seated(ANNA, BERT).leave(ANNA, BEGIN, seat=1))


def test_only_the_host_closes_a_table() -> None:
    refused("forbidden", lambda: seated(ANNA, BERT).close(BERT))
    closed = seated(ANNA, BERT).close(ANNA).after
    assert closed.status == "closed"
    assert new().given_up().after.status == "closed"
    for ask in (lambda: closed.close(ANNA), lambda: closed.start(ANNA, BEGIN), closed.given_up):
        refused("not-open", ask)


# Bots


def test_the_host_adds_and_removes_bots() -> None:
    state = seated(ANNA, BERT).put_bot(ANNA, 2, 4).after
    assert names(state) == [ANNA, BERT, 4]
    assert names(state.put_bot(ANNA, 2, 1).after) == [ANNA, BERT, 1]
    assert names(state.clear(ANNA, 2).after) == [ANNA, BERT, None]
    assert names(state.clear(ANNA, 1).after) == [ANNA, None, 4]
    assert names(state.clear(BERT, 1).after) == [ANNA, None, 4]
    refused("forbidden", lambda: state.clear(BERT, 2))
    refused("forbidden", lambda: state.clear(BERT, 0))
    refused("forbidden", lambda: state.put_bot(BERT, 2, 1))
    refused("seat-taken", lambda: state.put_bot(ANNA, 1, 1))
    refused("seat-taken", lambda: state.sit(CLEO, CLEO, 2, None))
    refused("no-such-seat", lambda: state.put_bot(ANNA, 9, 1))
    refused("no-such-seat", lambda: state.clear(ANNA, 9))
    for level in (0, 6, True):
        refused("bad-request", lambda level=level: state.put_bot(ANNA, 2, level))  # type: ignore[misc]


# Settings


def test_other_settings_keep_the_people() -> None:
    state = seated(ANNA, BERT, CLEO).set_up(ANNA, settings("hijun", 5)).after
    assert names(state) == [ANNA, BERT, CLEO, None, None]
    assert len(state.clocks) == 5
    assert state.rules == registry.find("hijun").version
    refused("forbidden", lambda: state.set_up(BERT, settings()))


A, B, C = ("a" * 64, "b" * 64, "c" * 64)


def test_with_fewer_seats_people_move_up_and_bots_go() -> None:
    state = new(settings("hagakure", 5)).put_bot(ANNA, 0, 1).after
    state = state.sit(ANNA, ANNA, 3, A).after.sit(BERT, BERT, 4, B).after.sit(CLEO, CLEO, 1, C).after
    after = state.set_up(ANNA, settings("hagakure", 3)).after
    assert names(after) == [ANNA, CLEO, BERT]
    assert [seat.commitment for seat in after.seats] == [A, C, B]
    refused("bad-settings", lambda: state.set_up(ANNA, settings("hiroba", 2)))


def test_one_device() -> None:
    state = new(settings(one_device=True))
    for seat, name in enumerate(("Ann", "Ben", "Cid")):
        state = state.sit(ANNA, name, None, None).after
        assert state.seats_of(ANNA) == tuple(range(seat + 1))
    refused("table-full", lambda: state.sit(ANNA, "Dee", None, None))
    refused("forbidden", lambda: state.sit(BERT, BERT, None, None))
    assert names(state.leave(ANNA, BEGIN, seat=1).after) == ["Ann", None, "Cid"]
    started = state.start(ANNA, BEGIN).after
    seats = {started.own_seat(ANNA, seat) for seat in range(3)}
    assert seats == {0, 1, 2}
    assert started.own_seat(ANNA, None) in started.waiting()


def test_leaving_one_device_mode_keeps_one_seat_per_person() -> None:
    state = new(settings(one_device=True))
    for name in ("Ann", "Ben", "Cid"):
        state = state.sit(ANNA, name, None, None).after
    after = state.set_up(ANNA, settings(access="open")).after
    assert names(after) == ["Ann", None, None]


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"game": "go"}, "one of hagakure"),
        ({"game": "hagakure", "seats": 2}, "3, 4 or 5"),
        ({"game": "hagakure", "options": {"rounds": 0}}, "whole number"),
        ({"game": "hagakure", "options": {"dice": 2}}, "one of rounds"),
        ({"game": "hagakure", "rated": True, "hints": True}, "without hints"),
        ({"game": "hagakure", "rated": True, "one_device": True}, "device for each"),
        ({"game": "hagakure", "one_device": True, "clock": timed()}, "no clock"),
        ({"game": "hagakure", "one_device": True, "access": "open"}, "cannot be open"),
        ({"game": "hagakure", "stand_in": 6}, "less than or equal to 5"),
        ({"game": "hagakure", "seats": "3"}, "valid integer"),
        ({"game": "hagakure", "extra": 1}, "not permitted"),
    ],
)
def test_impossible_settings(given: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Settings(**given)


def test_settings_by_default() -> None:
    chosen = Settings(game="hagakure")  # type: ignore[call-arg]
    assert (chosen.seats, chosen.options) == (4, {"rounds": 8})
    assert not Settings(game="hagakure", rated=True).hints  # type: ignore[call-arg]
    assert Settings.model_validate(chosen.model_dump(mode="json")) == chosen


# Starting


def test_who_starts_and_when() -> None:
    state = seated(ANNA, BERT)
    refused("not-full", lambda: state.start(ANNA, BEGIN))
    refused("forbidden", lambda: state.start(BERT, BEGIN, fill=1))
    refused("bad-request", lambda: state.start(ANNA, BEGIN, fill=9))
    change = state.start(ANNA, BEGIN + 5, fill=2)
    assert names(change.after) == [ANNA, BERT, 2]
    assert (change.after.status, change.after.started_at) == ("running", BEGIN + 5)
    assert [move.by for move in change.moves] == ["chance"] * change.after.ply
    assert state.status == "open"
    for ask in (
        lambda: change.after.start(ANNA, BEGIN),
        lambda: change.after.sit(CLEO, CLEO, None, None),
        lambda: change.after.put_bot(ANNA, 2, 1),
        lambda: change.after.clear(ANNA, 2),
        lambda: change.after.set_up(ANNA, settings()),
        lambda: change.after.close(ANNA),
    ):
        refused("not-open", ask)


def test_a_rated_table_is_for_people_only() -> None:
    state = seated(ANNA, BERT, chosen=settings(rated=True))
    refused("bad-settings", lambda: state.start(ANNA, BEGIN, fill=1))
    refused("bad-settings", lambda: state.put_bot(ANNA, 2, 1).after.start(ANNA, BEGIN))
    assert state.sit(CLEO, CLEO, None, None, caller=agreeing(state)).after.start(ANNA, BEGIN).after.status == "running"


def test_the_rules_are_those_of_the_start() -> None:
    waited = replace(seated(ANNA, BERT, CLEO), rules=0)  # since before an upgrade
    assert waited.start(ANNA, BEGIN).after.rules == registry.find("hagakure").version


# Chance


@pytest.mark.parametrize("game", sorted(registry.games()))
def test_every_seat_has_a_seed_and_the_record_verifies(game: str) -> None:
    people = PEOPLE[: registry.find(game).seat_counts[0] - 1]
    state = running(*people, chosen=settings(game))
    assert state.match is not None
    assert isinstance(state.match.fair, SealedFair)
    assert state.match.fair.seat_commitments == tuple(seat.commitment for seat in state.seats)
    assert len(set(state.match.fair.player_seeds)) == len(state.seats)
    assert state.commitment == Fair(SECRET).commitment
    refused("no-record", lambda: record_of_rows(row_of(state, 0.0), seats_of(state), []))
    done = over(state)
    record = record_of(done)
    assert record.players == [*(person(name) for name in people), bot(1)]
    assert registry.verify(record) > 0
    assert record.data["fair"] is not None
    assert record.data["fair"]["server_seed"] == SECRET.hex()


# Playing


def test_who_may_move_and_what() -> None:
    state = running(ANNA, BERT, CLEO)
    match = state.match
    assert match is not None
    (seat,) = state.waiting()
    other = (seat + 1) % 3
    legal = match.legal(seat)[0]

    def ask(who: int, action: int | str, version: int = state.ply) -> Callable[[], object]:
        return lambda: state.play(who, action, version, "key", BEGIN)

    refused("unknown-move", ask(seat, "dance"))
    refused("unknown-move", ask(seat, -1))
    refused("unknown-move", ask(seat, 10**30))
    refused("stale", ask(seat, legal, state.ply + 1))
    refused("stale", ask(seat, legal, state.ply - 1))
    illegal = next(action for action in range(match.game.action_count) if action not in match.legal(seat))
    reason = match.why_not(seat, illegal)
    assert reason is not None
    refusal = refused("illegal", ask(seat, illegal))
    assert (refusal.rule, str(refusal), refusal.facts["reason"]) == (reason.rule, reason.text, reason.code)
    waiting = refused("illegal", ask(other, legal))
    assert waiting.rule is not None
    refused("not-running", lambda: new().play(0, 0, 0, "key", BEGIN))
    assert isinstance(state.play(seat, match.name(seat, legal), state.ply, "key", BEGIN), Change)


def test_a_repeated_message_is_recognised_even_after_the_end() -> None:
    state = running(ANNA, BERT, CLEO)
    (seat,), ply = state.waiting(), state.ply
    assert state.match is not None
    change = state.play(seat, state.match.legal(seat)[0], ply, "before", BEGIN)
    assert isinstance(change, Change)
    assert change.after.play(seat, 0, 0, "before", BEGIN) == ply
    done = over(change.after)
    assert done.play(seat, 0, 0, "before", BEGIN) == ply
    refused("not-running", lambda: done.play(seat, 0, 0, "another", BEGIN))
    refused("not-running", lambda: done.play((seat + 1) % 3, 0, 0, "before", BEGIN))


def snapshot(state: TableState) -> object:
    """Everything a state holds or shows, as plain values that share nothing with it."""
    shown = [seen_by(state.match, seat) for seat in (None, *range(len(state.seats)))] if state.match else []
    moves = [] if state.match is None else state.match.history()
    return deepcopy((row_of(state, BEGIN), seats_of(state), dict(state.keys), moves, shown))


def test_a_state_is_unchanged_by_everything_that_follows_it() -> None:
    states = [running(ANNA, BERT, CLEO, chosen=settings(clock=timed(30, 60)))]
    before = [snapshot(states[0])]
    luck = random.Random(3)
    while states[-1].status == "running":
        state = states[-1]
        assert state.match is not None
        seat = luck.choice(state.waiting())
        action = luck.choice(state.match.legal(seat))
        if luck.random() < 0.1:
            state.leave(PEOPLE[seat], BEGIN + state.ply)  # not committed: the others never see it
        change = state.play(seat, action, state.ply, f"key{state.ply}", BEGIN + state.ply)
        assert isinstance(change, Change)
        states.append(change.after)
        before.append(snapshot(change.after))
    assert [snapshot(state) for state in states] == before
    assert [len(state.keys) for state in states] == list(range(len(states)))


def test_a_states_keys_cannot_be_written_to() -> None:
    state = running(ANNA, BERT, CLEO)
    with pytest.raises(TypeError):
        state.keys[0, "key"] = 1  # type: ignore[index]


def test_a_states_options_cannot_be_written_to() -> None:
    layouts = registry.find("hiroba").options[0].example(2)
    chosen = Settings(game="hiroba", seats=2, options={"tiles": layouts})
    state = new_table_state("table", chosen, ANNA, SECRET, BEGIN)
    with pytest.raises(TypeError):
        state.settings.options["tiles"] = []  # type: ignore[index]
    tiles = state.settings.options["tiles"]
    assert isinstance(tiles, list)
    tiles.clear()
    assert state.settings.options == {"tiles": layouts}
    assert state.settings.model_dump(mode="json")["options"] == {"tiles": layouts}


def test_a_states_match_cannot_be_played_on() -> None:
    state = running(ANNA, BERT, CLEO)
    assert state.match is not None
    (seat,) = state.waiting()
    action = state.match.legal(seat)[0]
    with pytest.raises(PlayedOn):
        state.match.play(seat, action)
    done = over(state).match
    assert done is not None
    with pytest.raises(PlayedOn):
        done.undo()
    state.match.copy().play(seat, action)


# Leaving and coming back


def test_a_bot_takes_over_for_whoever_leaves() -> None:
    state = running(ANNA, BERT, CLEO, chosen=settings(stand_in=2))
    (seat,) = state.waiting()
    person = PEOPLE[seat]
    left = state.leave(person, BEGIN + 7).after
    assert left.seats[seat].stand_in
    assert left.seats[seat].player == person
    assert left.bot_level(seat) == 2
    (turn,) = left.bots_due()
    assert (turn.seat, turn.level, turn.asked_at) == (seat, 2, BEGIN + 7)
    assert left.match is not None
    legal = left.match.legal(seat)[0]
    refused("stand-in", lambda: left.play(seat, legal, left.ply, "key", BEGIN))
    back = left.take_back(person, None, BEGIN + 8).after
    assert back.bots_due() == []
    refused("stale", lambda: back.play(seat, legal, turn.asked_ply, None, BEGIN, bot=True))
    assert isinstance(back.play(seat, legal, back.ply, "key", BEGIN), Change)


def test_leaving_or_returning_twice_changes_nothing() -> None:
    state = running(ANNA, BERT, CLEO)
    assert state.take_back(ANNA, None, BEGIN + 9).after is state
    left = state.leave(ANNA, BEGIN).after
    assert left.leave(ANNA, BEGIN + 9).after is left


def test_all_seats_of_one_device_are_left_and_taken_back() -> None:
    state = new(settings(one_device=True))
    for name in ("Ann", "Ben", "Cid"):
        state = state.sit(ANNA, name, None, None).after
    left = state.start(ANNA, BEGIN).after.leave(ANNA, BEGIN).after
    assert [seat.stand_in for seat in left.seats] == [True, True, True]
    assert [seat.stand_in for seat in left.take_back(ANNA, 1, BEGIN).after.seats] == [True, False, True]
    assert [seat.stand_in for seat in left.take_back(ANNA, None, BEGIN).after.seats] == [False, False, False]


def test_only_ones_own_seat_can_be_taken_back() -> None:
    left = running(ANNA, BERT, CLEO).leave(ANNA, BEGIN).after
    refused("not-seated", lambda: left.take_back(STRANGER, None, BEGIN))
    refused("not-your-seat", lambda: left.take_back(BERT, 0, BEGIN))
    refused("not-running", lambda: over(left).take_back(ANNA, None, BEGIN))
    refused("not-running", lambda: new().take_back(ANNA, None, BEGIN))
    refused("not-open", lambda: over(left).leave(ANNA, BEGIN))


def test_replacing_an_absent_player() -> None:
    state = running(ANNA, BERT, CLEO)
    (seat,) = state.waiting()
    other = PEOPLE[(seat + 1) % 3]
    refused("too-soon", lambda: state.replace_absent(other, seat, BEGIN + ABSENCE - 1))
    refused("no-choice", lambda: state.replace_absent(other, (seat + 1) % 3, BEGIN + ABSENCE))
    refused("not-seated", lambda: state.replace_absent(STRANGER, seat, BEGIN + ABSENCE))
    refused("no-such-seat", lambda: state.replace_absent(other, 7, BEGIN + ABSENCE))
    after = state.replace_absent(other, seat, BEGIN + ABSENCE).after
    assert after.seats[seat].stand_in
    refused("no-choice", lambda: after.replace_absent(other, seat, BEGIN + 2 * ABSENCE))


def test_absent_players_are_not_replaced_with_a_clock() -> None:
    state = running(ANNA, BERT, CLEO, chosen=settings(clock=timed(600)))
    (seat,) = state.waiting()
    refused("too-soon", lambda: state.replace_absent(PEOPLE[(seat + 1) % 3], seat, BEGIN + ABSENCE))


# Secrets and codes


def test_the_server_seed_is_not_in_the_repr() -> None:
    for state in (new(), seated(ANNA), running(ANNA, BERT, CLEO)):
        for text in (repr(state), str(state), repr(state.leave(ANNA, BEGIN) if state.seats[0].player else "")):
            assert SECRET.hex() not in text
            assert repr(SECRET)[2:-1] not in text


def test_every_code_has_a_sentence() -> None:
    no_input = {"value": None, "expected": None, "where": None}
    for code, text in CODES.items():
        assert code == code.lower()
        assert text.endswith((".", "!"))
        assert Refused(code).data() == {"code": code, "text": text, "rule": None, "facts": {}, **no_input}
