"""The contract, tested for every game, number of seats and set of options."""

import json
import re

import pytest

import zashiki
from shapes import conforms
from support import (
    Setting,
    default_settings,
    frozen,
    play_on,
    rules_told,
    seen_by,
    settings,
    some,
    step_any,
    truth,
    walk,
)
from traced import text
from zashiki import CHANCE, OVER, Match, Rng, View
from zashiki.core.options import Options
from zashiki.core.shapes import EventView, ScoreLine

# Both lanes say the same: test_traces sees to that.
pytestmark = pytest.mark.once

every_setting = pytest.mark.parametrize("setting", settings(), ids=str)
every_game = pytest.mark.parametrize("setting", default_settings(), ids=str)


@every_setting
def test_a_game_ends_within_its_bound_and_has_winners(setting: Setting) -> None:
    for seed in range(5):
        states = walk(setting, seed)
        assert len(states) - 1 <= setting.game.max_plies(setting.seats, _options(setting))
        last = states[-1]
        assert last.turn() == OVER
        assert last.winners() == tuple(sorted(set(last.winners()))) != ()
        assert all(0 <= seat < setting.seats for seat in last.winners())
        assert all(state.winners() == () for state in states[:-1])


def _options(setting: Setting) -> Options:
    return setting.game.checked(setting.seats, setting.options)


@every_setting
def test_many_random_games_end_well(setting: Setting) -> None:
    """A small part of what `make soak` does."""
    options = _options(setting)
    bound = setting.game.max_plies(setting.seats, options)
    for seed in range(25):
        state = setting.start()
        assert 0 < state.playout(Rng(seed)) <= bound
        assert state.winners()
        assert sum(line["points"] for line in setting.game.breakdown(state)) == sum(state.scores())


@every_setting
def test_legal_moves_are_sorted_and_only_for_waiting_seats(setting: Setting) -> None:
    game = setting.game
    for state in walk(setting, 1):
        waiting = state.waiting()
        assert waiting == tuple(sorted(set(waiting)))
        assert state.turn() == (waiting[0] if waiting else OVER)
        for seat in (CHANCE, *range(setting.seats)):
            legal = state.legal(seat)
            assert legal == sorted(set(legal))
            assert bool(legal) == (seat in waiting)
            count = game.chance_count if seat == CHANCE else game.action_count
            assert all(type(action) is int and 0 <= action < count for action in legal)
        if waiting == (CHANCE,):
            weights = state.weights()
            assert len(weights) == len(state.legal(CHANCE))
            assert min(weights) > 0
        else:
            assert CHANCE not in waiting


@every_game
def test_names_and_moves_are_one_to_one(setting: Setting) -> None:
    game = setting.game
    for seat, count in ((0, game.action_count), (CHANCE, game.chance_count)):
        names = [game.name(seat, action) for action in range(count)]
        assert len(set(names)) == count
        assert [game.parse(seat, name) for name in names] == list(range(count))
        assert [game.parse(seat, f"  {name.upper().replace(' ', '   ')} ") for name in names] == list(range(count))
        for wrong in (-1, count):
            with pytest.raises(zashiki.UnknownMove, match=re.escape(game.title)):
                game.name(seat, wrong)
        for nonsense in ("", "play", "xyzzy", names[0] + " x"):
            with pytest.raises(zashiki.UnknownMove):
                game.parse(seat, nonsense)


@every_game
def test_a_clone_is_independent(setting: Setting) -> None:
    game = setting.game
    for state in some(walk(setting, 2), 12):
        before = truth(game, state)
        twin = state.clone()
        assert truth(game, twin) == before
        twin.playout(Rng(3))
        assert truth(game, state) == before
        original = state.clone()
        original.playout(Rng(3))
        assert truth(game, original) == truth(game, twin)


@every_game
def test_a_step_is_one_of_the_legal_moves(setting: Setting) -> None:
    """A game may implement `step` separately for speed; it must follow the same rules, in every field."""
    looked_at = 0
    for index, state in enumerate(some(walk(setting, 4), 60)[1:]):
        looked_at += sum(len(state.legal(seat)) for seat in state.waiting())
        if looked_at > 700:
            break
        children = set()
        for seat in state.waiting():
            for action in state.legal(seat):
                child = state.clone()
                child.apply(seat, action)
                children.add(text(child))
        for seed in range(4):
            stepped = state.clone()
            stepped.step(Rng(100 * index + seed))
            assert text(stepped) in children


@every_setting
def test_a_match_is_restored_from_its_record(setting: Setting) -> None:
    match = setting.table(seed=5)
    play_on(match, Rng(5))
    record = match.record()
    again = zashiki.replay(record)
    assert again.record() == record
    assert [seen_by(again, seat) for seat in (None, *range(setting.seats))] == [
        seen_by(match, seat) for seat in (None, *range(setting.seats))
    ]
    assert zashiki.replay(record.to_json()).record() == record
    assert zashiki.replay(json.loads(record.to_json())).record() == record
    assert zashiki.verify(record) == sum(line.startswith("*") for line in record.moves)


@every_game
def test_a_record_can_be_opened_at_any_ply(setting: Setting) -> None:
    match = setting.table(seed=6)
    stood: dict[int, Match] = {}
    rng = Rng(6)
    while not match.over:
        stood[match.ply] = match.copy()
        play_on(match, rng, most=1)
    record = match.record()
    for ply, then in list(stood.items())[:: max(1, len(stood) // 10)]:
        again = zashiki.replay(record, ply=ply)
        assert again.ply == ply
        assert [again.view(seat) for seat in range(setting.seats)] == [then.view(seat) for seat in range(setting.seats)]
    # A table taken up in the middle goes on with the very same chance.
    middle = sorted(stood)[len(stood) // 2]
    again = zashiki.replay(record, ply=middle)
    for line in record.moves[middle:]:
        who, _, name = line.partition(" ")
        if who != "*":
            again.play(int(who), again.parse(int(who), name))
    assert again.record() == record
    for wrong in (-1, len(record.moves) + 1, "3", True):
        with pytest.raises(zashiki.BadPly):
            zashiki.replay(record, ply=wrong)  # type: ignore[arg-type]


@every_setting
def test_why_not_never_disagrees_with_legal(setting: Setting) -> None:
    """For every seat and every action, in positions throughout a game."""
    game = setting.game
    rules = rules_told(setting.key)
    for state in some(walk(setting, 7), 25):
        reasons = []
        for seat in range(setting.seats):
            legal = set(state.legal(seat))
            for action in range(game.action_count):
                reason = game.why_not(state, seat, action)
                assert (reason is None) == (action in legal), (seat, game.name(seat, action), reason)
                if reason is not None:
                    assert reason.rule in rules, reason
                    assert reason.text
                    assert "{" not in reason.text
                    reasons.append(reason.data())
        json.dumps(reasons, allow_nan=False)


@every_game
def test_a_refused_move_changes_nothing(setting: Setting) -> None:
    match = setting.table(seed=8)
    rng = Rng(8)
    while not match.over:
        before = (match.record(), [seen_by(match, seat) for seat in range(setting.seats)])
        for seat in range(setting.seats):
            illegal = sorted(set(range(match.game.action_count)) - set(match.legal(seat)))
            action = illegal[int(rng.below(len(illegal)))]
            with pytest.raises(zashiki.IllegalMove) as refusal:
                match.play(seat, action)
            assert isinstance(refusal.value, zashiki.NotWaiting) == (seat not in match.waiting)
            assert refusal.value.reason.text in str(refusal.value)
            assert refusal.value.reason.rule in str(refusal.value)
        assert (match.record(), [seen_by(match, seat) for seat in range(setting.seats)]) == before
        play_on(match, rng, most=1 + match.ply // 4)


def test_a_value_of_the_wrong_shape_is_named() -> None:
    line: ScoreLine = {"seat": 0, "round": 1, "rule": "X-1", "points": 2, "code": "x", "facts": {}, "text": "x"}
    conforms(line, ScoreLine, "line")
    conforms([line], list[ScoreLine] | None, "lines")
    with pytest.raises(AssertionError, match=r"line\.seat: True is not"):
        conforms({**line, "seat": True}, ScoreLine, "line")
    with pytest.raises(AssertionError, match=r"lines\[1\]\.points: 'two' .* and lines: .* is not .*NoneType"):
        conforms([line, {**line, "points": "two"}], list[ScoreLine] | None, "lines")
    with pytest.raises(AssertionError, match=r"line: has \['seat'\], declares \['code', "):
        conforms({"seat": 0}, ScoreLine, "line")


@every_setting
def test_views_are_json_of_the_declared_shape(setting: Setting) -> None:
    match = setting.table(seed=9)
    rng = Rng(9)
    while True:
        for seat in (None, *range(setting.seats)):
            view = match.view(seat)
            assert json.loads(json.dumps(view, allow_nan=False)) == view
            conforms(view, View, "view")
            conforms(view["board"], match.game.board_type(), "board")
            assert [move["action"] for move in view["moves"]] == ([] if seat is None else match.legal(seat))
            assert view["prompt"]["text"]
        if match.over:
            break
        play_on(match, rng, most=1 + match.ply // 16)


@every_setting
def test_points_add_up_and_name_their_rules(setting: Setting) -> None:
    rules = rules_told(setting.key)
    match = setting.table(seed=10)
    rng = Rng(10)
    while True:
        sums = [0] * setting.seats
        for line in match.breakdown():
            conforms(line, ScoreLine, "line")
            sums[line["seat"]] += line["points"]
            assert line["rule"] in rules
        assert sums == match.scores
        if match.over:
            break
        play_on(match, rng, most=1 + match.ply // 8)


@every_setting
def test_events_are_numbered_alike_for_everybody(setting: Setting) -> None:
    rules = rules_told(setting.key)
    match = play_on(setting.table(seed=11), Rng(11))
    public = match.events(None)
    assert [event["n"] for event in public] == list(range(len(public)))
    assert [event["ply"] for event in public] == sorted(event["ply"] for event in public)
    for seat in (None, *range(setting.seats)):
        events = match.events(seat)
        assert [event["n"] for event in events] == [event["n"] for event in public]
        assert match.events(seat, since=len(events) - 3) == events[-3:]
        assert match.events(seat, since=len(events)) == []
        for event in events:
            conforms(event, EventView, "event")
            assert event["rule"] in rules, event


@every_setting
def test_a_resampled_state_looks_the_same_to_its_seat(setting: Setting) -> None:
    game = setting.game
    for index, state in enumerate(some(walk(setting, 12), 30)):
        for seat in range(setting.seats):
            other = state.resample(seat, Rng(index))
            assert frozen(game.board(other, seat)) == frozen(game.board(state, seat))
            assert other.waiting() == state.waiting()
            assert other.legal(seat) == state.legal(seat)
            assert game.prompt(other, seat) == game.prompt(state, seat)
            assert other.scores() == state.scores()


@every_game
def test_a_resampled_state_can_be_played_to_the_end(setting: Setting) -> None:
    game = setting.game
    for index, state in enumerate(some(walk(setting, 13), 15)):
        before = truth(game, state)
        other = state.resample(index % setting.seats, Rng(index))
        rng = Rng(index)
        while other.waiting():
            step_any(other, rng)
        assert other.winners()
        assert truth(game, state) == before


@every_game
def test_the_same_seed_gives_the_same_game(setting: Setting) -> None:
    def record(seed: int) -> zashiki.Record:
        return play_on(setting.table(seed), Rng(1)).record()

    assert record(14) == record(14)
    assert record(14) != record(15)
