"""Hitohira: the pieces and the set-up, rule by rule."""

from collections import Counter

import pytest

import zashiki
from hitohira.positions import Scenario
from zashiki import CHANCE, Rng
from zashiki.games.hitohira import moves, pieces
from zashiki.testing.case import move_at_random


@pytest.mark.rules("HT-1.1", "HT-2.1")
@pytest.mark.parametrize(("seats", "each", "black"), [(4, 18, 6), (3, 15, 5), (2, 13, 4)])
def test_what_is_in_the_pouch(seats: int, each: int, black: int) -> None:
    """By number of players; with 2 players three pieces leave unseen."""
    assert pieces.counts(pieces.in_game(seats)) == [each] * 5 + [black]
    match = zashiki.new("hitohira", seats=seats, seed=1)
    board = match.view(0)["board"]
    assert board["pouch"] == {4: 96, 3: 80, 2: 66}[seats]
    assert board["removed"] == (3 if seats == 2 else 0)
    assert sum(line["count"] for line in board["unseen"]) == 5 * each + black
    removals = [line for line in match.record().moves if line.startswith("* remove")]
    assert len(removals) == board["removed"]


@pytest.mark.rules("HT-2.1")
def test_pieces_come_as_often_as_there_are() -> None:
    """Chance is weighted by what the pouch still holds, piece by piece."""
    scenario = Scenario(pouch="3 red 2 blue 1 black")
    scenario.do("draw 3")
    assert scenario.may(CHANCE) == ["draw red", "draw blue", "draw black"]
    assert scenario.state.weights() == [3, 2, 1]
    scenario.do("draw black", "draw red")
    assert scenario.state.weights() == [2, 2]
    before = Scenario(pouch="3 red 2 blue 1 black").do("draw 1").state
    for by_step in (True, False):
        came: Counter[str] = Counter()
        rng = Rng(3)
        for _ in range(6000):
            state = before.clone()
            if by_step:
                state.step(rng)
            else:
                move_at_random(state, rng)
            came[pieces.COLOURS[int(pieces.colour_at(state.batch, 0))]] += 1
        assert abs(came["red"] - 3000) < 150
        assert abs(came["blue"] - 2000) < 150


@pytest.mark.rules("HT-1.2", "HT-R1", "HT-2.2")
def test_one_ability_for_each_trigger_is_face_up() -> None:
    """Eight combinations, the usual one by default, or chance."""
    match = zashiki.new("hitohira", seed=1)
    shown = [(ability["name"], ability["trigger"]) for ability in match.view(0)["board"]["abilities"]]
    assert shown == [("somei yoshino", "4 colours"), ("sakuya hime", "2 pairs"), ("kenrokuen kumagai", "6 pieces")]
    combinations = moves.combinations()
    assert len(set(combinations)) == 8
    for choice in combinations:
        names = [ability["name"] for ability in Scenario(abilities=choice).board()["abilities"]]
        assert [name.split()[-1] for name in names] == choice.split()
    with pytest.raises(zashiki.BadOption):
        zashiki.new("hitohira", seed=1, abilities="yoshino otome hime")
    found: Counter[tuple[str, ...]] = Counter()
    for seed in range(200):
        random = zashiki.new("hitohira", seed=seed, abilities="random")
        assert [line.split()[1:3] for line in random.record().moves[:3]] == [["face", "up"]] * 3
        found[tuple(ability["name"] for ability in random.view(0)["board"]["abilities"])] += 1
    assert len(found) == 8
    assert min(found.values()) > 8


@pytest.mark.rules("HT-2.3")
def test_turns_go_clockwise_from_a_random_start() -> None:
    """Each seat may begin; the others follow in order."""
    starts = Counter(zashiki.new("hitohira", seats=4, seed=seed).waiting[0] for seed in range(200))
    assert set(starts) == {0, 1, 2, 3}
    assert min(starts.values()) > 25
    scenario = Scenario(seats=4)
    for seat in (0, 1, 2, 3, 0):
        assert scenario.state.waiting() == (seat,)
        scenario.draw("1 red").do("stop", "hide nothing")
