"""Levels: five for each game, each with a name, a sentence and a bot that answers legally."""

import json
from pathlib import Path

import pytest

import zashiki
from support import Setting, settings
from zashiki import Rng
from zashiki.bots import Budget, DecisionContext, Level, level, levels
from zashiki.bots.entrants import meaning

LADDER = Path(__file__).parents[2] / "bench" / "ladder.json"


@pytest.mark.parametrize("key", sorted(zashiki.games()))
def test_each_game_has_five_described_levels(key: str) -> None:
    found = levels(key)
    assert [one.number for one in found] == [1, 2, 3, 4, 5]
    assert len({one.name for one in found}) == 5
    assert len({one.about for one in found}) == 5
    assert all(one.about.endswith(".") and len(one.about) > 30 for one in found)
    assert [one.seconds for one in found] == [0.1, 0.1, 0.1, 0.1, 1.0]


@pytest.mark.once
def test_the_measured_levels_search_as_they_did_when_they_were_measured() -> None:
    """`make ladder` finds a result by these words: if they are written otherwise, it plays for hours again."""
    measured = [json.loads(contest) for contest in json.loads(LADDER.read_text("utf-8"))]
    assert len(measured) > 40
    for contest in measured:
        assert contest["players"] == [meaning(bot, contest["game"]) for bot in contest["bots"]]


@pytest.mark.parametrize("number", [0, 6, -1, True, "3", 2.0, None])
def test_an_unknown_level_is_refused(number: object) -> None:
    with pytest.raises(zashiki.BadLevel, match="expected a level from 1 to 5"):
        level("hagakure", number)  # type: ignore[arg-type]


@pytest.mark.once
@pytest.mark.parametrize("setting", settings(), ids=str)
def test_every_level_answers_legally_everywhere(setting: Setting) -> None:
    """Some decisions of one game of every setting, with small budgets."""
    rng = Rng(7)
    state = setting.start()
    options = setting.game.checked(setting.seats, setting.options)
    asked = 0
    while asked < 10:
        state.resolve_chance(rng)
        if not state.waiting():
            break
        for seat in state.waiting():
            if len(state.legal(seat)) > 1 and rng.below(6) == 0:
                one = level(setting.key, 1 + asked % 5)
                context = DecisionContext(setting.game, options, state, seat, rng.branch(), Budget(iterations=1))
                assert one.bot().act(context) in state.legal(seat)
                asked += 1
        seat = state.waiting()[-1]
        legal = state.legal(seat)
        state.apply(seat, legal[rng.below(len(legal))])
    assert asked > 0


@pytest.mark.parametrize("key", sorted(zashiki.games()))
def test_the_same_seed_and_iterations_give_the_same_move(key: str) -> None:
    match = zashiki.new(key, seed=4)
    seat = match.waiting[0]
    for one in levels(key):

        def move(level: Level = one) -> int:
            context = DecisionContext(match.game, match.options, match.state(), seat, Rng(11), Budget(iterations=20))
            return level.bot().act(context)

        assert move() == move()
