"""Observations: of the declared length, and with nothing that the seat cannot know."""

from functools import cache

import pytest
from librt.vecs import vec
from mypy_extensions import i16

from support import Setting, settings
from zashiki import CHANCE, Rng, State, registry
from zashiki.core.observation import ObservationWriter
from zashiki.testing.case import Case, frozen

# Both lanes say the same: test_traces sees to that.
pytestmark = pytest.mark.once

SOME = 9
"""About how many states of each game are tested."""

every_setting = pytest.mark.parametrize("setting", settings(), ids=str)


def some_states(setting: Setting, seed: int) -> list[State]:
    """Some states of one random game."""
    options = setting.game.checked(setting.seats, setting.options)
    case = Case(registry.package(setting.key), setting.seats, options, seed, every_state=False)
    return [state for _, state in case.some_states(SOME)]


@cache
def width(setting: Setting) -> int:
    options = setting.game.checked(setting.seats, setting.options)
    return sum(field.size for field in registry.package(setting.key).observer.fields(setting.seats, options))


def look(setting: Setting, state: State, seat: int) -> list[int]:
    """The seat's observation; the row is longer than needed, to detect writing past the end."""
    row = vec[i16]([i16(99)] * (width(setting) + 8))
    writer = ObservationWriter(row)
    registry.package(setting.key).observer.observe(state, seat, writer)
    assert int(writer.at) == width(setting)
    assert [int(number) for number in row[width(setting) :]] == [99] * 8
    return list(map(int, row[: width(setting)]))


@every_setting
def test_an_observation_has_its_declared_length_and_small_numbers(setting: Setting) -> None:
    options = setting.game.checked(setting.seats, setting.options)
    fields = registry.package(setting.key).observer.fields(setting.seats, options)
    names = [field.name for field in fields]
    assert len(set(names)) == len(names)
    assert all(field.size > 0 and field.most > 0 and field.about for field in fields)
    for state in some_states(setting, 3):
        for seat in range(setting.seats):
            row = look(setting, state, seat)
            at = 0
            for field in fields:
                part = row[at : at + field.size]
                at += field.size
                assert all(-2 * field.most <= number <= 2 * field.most for number in part), (field.name, part)


@every_setting
def test_an_observation_has_nothing_that_the_seat_cannot_know(setting: Setting) -> None:
    for index, state in enumerate(some_states(setting, 4)):
        for seat in range(setting.seats):
            seen = look(setting, state, seat)
            for number in range(2):
                assert look(setting, state.resample(seat, Rng(10 * index + number)), seat) == seen


@every_setting
def test_a_writer_can_be_reused(setting: Setting) -> None:
    """Two rows with one writer, as in a batch, through two games: old contents leave no trace."""
    wide = width(setting)
    row = vec[i16]([i16(99)] * (2 * wide))
    writer = ObservationWriter(row)
    states = [*some_states(setting, 8), *some_states(setting, 9)]
    for index, state in enumerate(states):
        for seat in range(setting.seats):
            first = wide * ((index + seat) % 2)
            writer.at = first
            registry.package(setting.key).observer.observe(state, seat, writer)
            assert int(writer.at) == first + wide
            assert list(map(int, row[first : first + wide])) == look(setting, state, seat)


@every_setting
def test_observations_differ_between_seats(setting: Setting) -> None:
    state = setting.start()
    state.resolve_chance(Rng(5))
    seen = {tuple(look(setting, state, seat)) for seat in range(setting.seats)}
    assert len(seen) == setting.seats


def learned(setting: Setting, before: State, seat: int, mover: int, action: int) -> bytes:
    """All that a seat learns of a move: its view afterwards, and its events."""
    after = before.clone()
    after.apply(mover, action)
    events = [
        (event.code, event.secret if seat in event.seers else event.facts)
        for event in setting.game.narrate(before, mover, action, after)
    ]
    return frozen([setting.game.board(after, seat), after.legal(seat), events])


def told_apart(setting: Setting, before: State, seat: int, mover: int, action: int, other: int, rng: Rng) -> bool:
    """Whether the seat can tell two moves apart, at the latest before anybody but the actor is asked for a move.

    Some are revealed only when they are complete: a draw together with its pieces, a swap with its second half.
    """
    if learned(setting, before, seat, mover, action) != learned(setting, before, seat, mover, other):
        return True
    one, two = before.clone(), before.clone()
    one.apply(mover, action)
    two.apply(mover, other)
    while True:
        waiting = one.waiting()
        if waiting != two.waiting():
            return True
        if waiting not in ((CHANCE,), (mover,)):
            return False
        same = [move for move in one.legal(waiting[0]) if move in two.legal(waiting[0])]
        if not same:
            return True
        move = same[int(rng.below(len(same)))]
        if learned(setting, one, seat, waiting[0], move) != learned(setting, two, seat, waiting[0], move):
            return True
        one.apply(waiting[0], move)
        two.apply(waiting[0], move)


def told_to_all(setting: Setting, before: State, mover: int, action: int) -> list[bytes]:
    return [learned(setting, before, seat, mover, action) for seat in range(setting.seats)]


@every_setting
def test_a_move_is_visible_to_those_who_can_tell_it_from_others(setting: Setting) -> None:
    observer = registry.package(setting.key).observer
    rng = Rng(6)
    for state in some_states(setting, 5):
        waiting = state.waiting()
        if not waiting:
            continue
        mover = waiting[int(rng.below(len(waiting)))]
        legal = state.legal(mover)
        action = legal[int(rng.below(len(legal)))]
        others = [one for one in legal if one != action][:3]
        for seat in range(setting.seats):
            visible = observer.move_visible_to(state, mover, action, seat)
            if seat == mover:
                assert visible
                continue
            alike = [one for one in others if not told_apart(setting, state, seat, mover, action, one, rng)]
            if visible and alike:
                # Moves that come to the same for everybody hide nothing from anybody.
                everybody = told_to_all(setting, state, mover, action)
                alike = [one for one in alike if told_to_all(setting, state, mover, one) != everybody]
                assert not alike, (setting.game.name(mover, action), [setting.game.name(mover, one) for one in alike])
            elif not visible and mover != CHANCE and others:
                assert alike, setting.game.name(mover, action)
