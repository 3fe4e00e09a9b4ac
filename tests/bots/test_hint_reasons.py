"""Why a hint prefers a move: what it says is true in the worlds it was counted in."""

import inspect
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import zashiki
from support import Setting, default_settings
from zashiki import Rng, registry
from zashiki.bots import Budget, analysis, hint
from zashiki.bots.analysis import RatedMove
from zashiki.bots.race import race
from zashiki.core.game import State
from zashiki.core.hints import SURE_OF_MANY, WORLDS, HintQuestion, gain, mean_fact, more_often, points_reason
from zashiki.core.package import GamePackage, SearchConfig
from zashiki.core.shapes import Message
from zashiki.games.hagakure.cards import FOOL
from zashiki.games.hagakure.rules import FIGHT, NOBORI, HagakureState
from zashiki.games.hijun.rules import HijunState
from zashiki.games.hiroba.rules import HirobaState
from zashiki.games.hiroba.score import standing
from zashiki.games.hitohira.position import DRAW_OR_STOP
from zashiki.games.hitohira.rules import HitohiraState
from zashiki.games.sakura.rules import SakuraState
from zashiki.games.sakura.score import sets
from zashiki.testing.case import play_at_random

# Never compiled, so the same in both lanes.
pytestmark = pytest.mark.once

FEW = Budget(iterations=60)


def questions(key: str, games: int = 2, every: int = 5, most: int = 60) -> Iterator[tuple[HintQuestion, Message]]:
    """Decisions of some games that the game's own `hint_facts` has something to say about."""
    package = registry.package(key)
    assert package.hint_facts is not None
    for seed in range(games):
        match = zashiki.new(key, seed=seed)
        for turn in range(most):
            if match.over:
                break
            seat = match.waiting[0]
            state = match.state()
            best = int(package.heuristics.greedy(state.resample(seat, Rng(turn)), seat))
            others = [action for action in match.legal(seat) if action != best]
            if turn % every == 0 and others:
                second = others[(seed + turn) % len(others)]
                question = HintQuestion(match.game, package.heuristics, state, seat, best, second, Rng(turn))
                reason = package.hint_facts(question)
                if reason is not None:
                    yield question, reason
            match.play(seat, best)


@pytest.mark.parametrize("setting", default_settings(), ids=str)
def test_the_best_move_of_a_hint_has_a_reason_and_the_others_have_none(setting: Setting) -> None:
    match = play_at_random(setting.table(3), Rng(3), most=9)
    seat = match.waiting[-1]
    best, *others = hint(match, seat, FEW)
    assert not best.close
    assert all(move.reason is None for move in others)
    for move in others:
        noise = 1.96 * (best.error**2 + move.error**2) ** 0.5
        assert move.close == (best.chance - move.chance <= noise and best.chance - move.chance < 0.05)
    assert best.reason is not None
    assert best.reason["code"].startswith("hint.")
    assert "{" not in best.reason["text"]
    assert [best, *others] == hint(match, seat, FEW)


@pytest.mark.parametrize("setting", default_settings(), ids=str)
def test_a_reason_is_counted_in_the_worlds_of_the_search(setting: Setting) -> None:
    """A race through as many worlds finds the same chances, to the last digit."""
    match = play_at_random(setting.table(4), Rng(4), most=8)
    seat = match.waiting[0]
    heuristics = registry.package(setting.key).heuristics
    moves = len(match.legal(seat))
    config = SearchConfig("race", WORLDS * moves, tolerance=-1.0)
    for estimate in race(heuristics, match.state(), seat, Rng(9), config, all_moves=True):
        action = int(estimate.action)
        question = HintQuestion(match.game, heuristics, match.state(), seat, action, None, Rng(9))
        shares = [heuristics.evaluate(state)[seat] for state in question.play_on(action)]
        assert sum(shares) / WORLDS == pytest.approx(estimate.chance, abs=1e-12)


def test_hagakure_tells_how_often_a_card_wins_the_trick() -> None:
    codes = set()
    for question, reason in questions("hagakure", games=3, every=3):
        state, facts = question.state, reason["facts"]
        assert isinstance(state, HagakureState)
        codes.add(reason["code"])
        if state.phase == NOBORI:
            gained = [after.scores()[question.seat] for after in question.play_on(question.best)]
            assert facts["points"] == mean_fact([points - state.scores()[question.seat] for points in gained])
            continue
        assert state.phase == FIGHT
        won = [_wins_trick(world, question) for world in question.worlds]
        stated = facts["of"] - facts["losses"] if "losses" in facts else facts["wins"]  # type: ignore[operator]
        assert stated == sum(won)
        if reason["code"] == "hint.saves":
            saved = facts["saved"]
            assert isinstance(saved, dict)
            assert saved["n"] > question.best or question.best == FOOL  # type: ignore[operator]
            assert f"play {saved['n']}" in [question.game.name(0, action) for action in _held(state, question.seat)]
    assert "hint.saves" in codes
    assert codes & {"hint.token", "hint.token_than", "hint.token_saved", "hint.no_token"}
    assert codes & {"hint.trick", "hint.first_trick", "hint.trick_than"}


def _held(state: HagakureState, seat: int) -> list[int]:
    lone = state.clone()
    lone.trick_size = 0  # whoever leads may play anything
    return lone.legal(seat)


def _wins_trick(world: State, question: HintQuestion) -> bool:
    """Played by hand: one card after the other, until everybody has one more trick than before."""
    after = world.clone()
    assert isinstance(after, HagakureState)
    tricks = [int(number) for number in after.tricks]
    after.apply(question.seat, question.best)
    while after.phase == FIGHT and sum(after.tricks) == sum(tricks):
        question.heuristics.playout_move(after, Rng(0))
    ended = after.tricks if after.phase == FIGHT else after.sheet[-1].tricks
    return int(ended[question.seat]) > tricks[question.seat]


def test_a_card_that_decides_the_trick_wins_it_in_all_deals_or_in_none() -> None:
    """The last seat sees all the others' cards: nothing is left to chance."""
    package = registry.package("hagakure")
    match = zashiki.new("hagakure", seed=5)
    while True:
        seat, state = match.waiting[0], match.state()
        assert isinstance(state, HagakureState)
        if state.phase == FIGHT and state.trick_size == state.seats - 1 and len(match.legal(seat)) > 1:
            break
        match.play(seat, int(package.heuristics.greedy(state, seat)))
    card, other = match.legal(seat)[:2]
    question = HintQuestion(match.game, package.heuristics, state, seat, card, other, Rng(1))
    assert package.hint_facts is not None
    reason = package.hint_facts(question)
    assert reason is not None
    count = reason["facts"].get("wins", reason["facts"].get("losses"))
    assert count in (0, len(question.worlds))


def test_hijun_tells_how_often_exactly_two_tricks_are_reached() -> None:
    codes = set()
    for question, reason in questions("hijun", every=4):
        facts = reason["facts"]
        codes.add(reason["code"])
        if reason["code"] == "hint.spoils":
            continue
        ends = question.play_on(question.best)
        hits = sum(_rounds(end)[-1].tricks[question.seat] == 2 for end in ends)
        assert (facts["hits"], facts["of"]) == (hits, len(question.worlds))
        assert hits > 0, "what never happens is no reason"
        state = question.state
        assert isinstance(state, HijunState)
        assert facts["need"] == 2 - state.tricks[question.seat]
        if "other" in facts:
            assert facts["other"] < facts["hits"]  # type: ignore[operator]
    assert codes & {"hint.discard", "hint.discard_than"}
    assert codes & {"hint.needs", "hint.needs_than"}


def _rounds(state: State) -> tuple[Any, ...]:
    assert isinstance(state, (HijunState, SakuraState))
    return state.sheet


def test_hiroba_tells_of_gardens_and_koi() -> None:
    codes = set()
    for question, reason in questions("hiroba", every=2):
        state, facts = question.state, reason["facts"]
        assert isinstance(state, HirobaState)
        codes.add(reason["code"])
        if reason["code"] == "hint.leads":
            after = state.clone()
            after.apply(question.seat, question.best)
            winners = standing(after.counts()).winners
            assert winners[state.garden_at(question.best % 81)] == 1 << question.seat
            continue
        assert facts["wins"] > facts["other"]  # type: ignore[operator]
        best_share = _share(question, question.best, reason)
        assert best_share == facts["wins"]
        assert question.second is not None
        assert _share(question, question.second, reason) == facts["other"]
    assert codes & {"hint.garden", "hint.koi"}


def _share(question: HintQuestion, action: int, reason: Message) -> int:
    """In how many of the games the seat gets the garden or koi, by the score sheet of each."""
    lines = [
        [line for line in question.game.breakdown(end) if line["seat"] == question.seat]
        for end in question.play_on(action)
    ]
    if reason["code"] == "hint.garden":
        garden = reason["facts"]["garden"]
        return sum(
            any(line["facts"].get("garden") == garden and line["code"] != "points.doubled" for line in own)
            for own in lines
        )
    square = reason["facts"]["pond"]["square"]  # type: ignore[call-overload, index]
    state = question.state
    assert isinstance(state, HirobaState)
    place = next(
        n
        for n in range(9)
        if state.in_play(n) and f"{'abcdefghi'[state.pond(n) % 9]}{9 - state.pond(n) // 9}" == square
    )
    ends = [end for end in question.play_on(action) if isinstance(end, HirobaState)]
    return sum(standing(end.counts()).takers[place] >> question.seat & 1 for end in ends)


def test_hitohira_tells_how_often_a_draw_fails() -> None:
    """What the table shows beside the draw."""
    drawn = 0
    for question, reason in questions("hitohira", games=3, every=2):
        state = question.state
        assert isinstance(state, HitohiraState)
        if state.phase != DRAW_OR_STOP:
            continue
        assert question.second is not None
        many = int(question.best or question.second)
        board = question.game.board(state, question.seat)
        failing = board["turn"]["failing"]  # type: ignore[index]
        assert reason["facts"]["percent"] == round(100 * failing[many - 1])
        drawn += 1
    assert drawn >= 5


def test_sakura_tells_of_captures_and_sets() -> None:
    codes = set()
    for question, reason in questions("sakura", games=3, every=2):
        state, facts = question.state, reason["facts"]
        assert isinstance(state, SakuraState)
        codes.add(reason["code"])
        if reason["code"] in ("hint.captures", "hint.captures_for"):
            after = state.clone()
            after.apply(question.seat, question.best)
            new = [
                card for card in range(48) if after.captured[question.seat] & ~state.captured[question.seat] & 1 << card
            ]
            assert len(facts["cards"]) == len(new)  # type: ignore[arg-type]
        elif reason["code"] in ("hint.set", "hint.denies"):
            side = question.seat % int(state.sides)
            index = [line["code"] for line in _all_sets()].index(facts["set"]["code"])  # type: ignore[index, call-overload]
            ends = [_rounds(end)[-1].captured for end in question.play_on(question.best)]
            own = reason["code"] == "hint.set"
            hits = sum(
                any(sets(cards) >> index & 1 and (one == side) == own for one, cards in enumerate(end)) for end in ends
            )
            assert facts["hits"] == hits
    assert codes & {"hint.captures", "hint.captures_for"}


def _all_sets() -> list[dict[str, Any]]:
    from zashiki.games.sakura.phrases import set_fact

    return [set_fact(index) for index in range(8)]


def test_a_game_without_facts_of_its_own_speaks_of_points(monkeypatch: pytest.MonkeyPatch) -> None:
    package = replace(registry.package("hiroba"), hint_facts=None)
    original = registry.package

    def without_facts(key: str) -> GamePackage:
        return package if key == "hiroba" else original(key)

    monkeypatch.setattr(registry, "package", without_facts)
    match = play_at_random(zashiki.new("hiroba", seed=4), Rng(4), most=8)
    seat = match.waiting[0]
    codes = {_reason_code(hint(match, seat, FEW, seed)[0]) for seed in range(4)}
    assert codes <= {"hint.points", "hint.rivals", "hint.alike", "hint.chances"}


def test_without_a_significant_fact_the_hint_gives_the_chances_that_the_search_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def nothing(_: HintQuestion) -> None:
        return None

    monkeypatch.setattr(analysis, "points_reason", nothing)
    package = replace(registry.package("hagakure"), hint_facts=None)
    monkeypatch.setattr(registry, "package", lambda key: package)
    codes = set()
    for seed in range(12):
        match = play_at_random(zashiki.new("hagakure", seed=seed), Rng(seed), most=12)
        best, second, *_ = hint(match, match.waiting[0], FEW)
        codes.add(_reason_code(best))
        assert _reason_code(best) == ("hint.alike" if second.close else "hint.chances")
        if not second.close:
            assert best.reason is not None
            facts = best.reason["facts"]
            assert facts["percent"] == pytest.approx(100 * best.chance, abs=0.05)
            assert facts["other"] == pytest.approx(100 * second.chance, abs=0.05)
    assert codes == {"hint.alike", "hint.chances"}


def _reason_code(move: RatedMove) -> str:
    assert move.reason is not None
    return move.reason["code"]


def test_the_only_move_says_so() -> None:
    match = zashiki.new("hagakure", seed=2)
    package = registry.package("hagakure")
    while len(match.legal(match.waiting[0])) > 1:
        seat = match.waiting[0]
        match.play(seat, int(package.heuristics.greedy(match.state(), seat)))
    (only,) = hint(match, match.waiting[0], FEW)
    assert _reason_code(only) == "hint.only"


@pytest.mark.parametrize("key", sorted(zashiki.games()))
def test_every_reason_for_a_hint_is_used(key: str) -> None:
    """A phrase that is never used is dead, or its code is misspelt."""
    source = inspect.getsource(inspect.getmodule(registry.package(key).hint_facts) or pytest)
    used = set(re.findall(r'"(hint\.[a-z_]+)"', source))
    assert used == {code for code in zashiki.games()[key].catalogue if code.startswith("hint.")}


def test_noise_is_no_difference() -> None:
    even, odd = [True, False] * 25, [False, True] * 25
    assert not more_often(even, odd)
    assert not more_often([True] * 3 + [False] * 47, [False] * 50)
    assert more_often([True] * 4 + [False] * 46, [False] * 50)
    assert not more_often([True] * 8 + [False] * 42, [False] * 50, SURE_OF_MANY)
    assert not more_often([False] * 50, [True] * 50), "less often is not more often"
    assert gain([1.0, 0.0] * 25, [0.0, 1.0] * 25) == 0
    assert gain([2.0] * 50, [1.0] * 50) == 1
    assert (mean_fact([1, 2]), mean_fact([2, 2]), mean_fact([0, 0, 1])) == (1.5, 2, 0.3)


def test_points_are_compared_in_the_same_worlds() -> None:
    package = registry.package("hagakure")
    match = zashiki.new("hagakure", seed=1)
    seat = match.waiting[0]
    pass_, token = match.legal(seat)[:2]
    question = HintQuestion(match.game, package.heuristics, match.state(), seat, pass_, token, Rng(1))
    assert [end.scores() for end in question.play_on(pass_)] == [end.scores() for end in question.play_on(pass_)]
    assert points_reason(question) == points_reason(question)
