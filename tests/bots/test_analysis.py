"""Hints and reviews."""

import math
import xml.etree.ElementTree as ElementTree

import pytest

import zashiki
from support import Setting, default_settings
from zashiki import Match, Rng
from zashiki.bots import Budget, Decision, RatedMove, Review, hint, plot, review
from zashiki.testing.case import play_at_random

# Never compiled, so the same in both lanes.
pytestmark = pytest.mark.once

FEW = Budget(iterations=40)


@pytest.mark.parametrize("setting", default_settings(), ids=str)
def test_a_hint_rates_every_legal_move_the_best_first(setting: Setting) -> None:
    match = play_at_random(setting.table(2), Rng(2), most=7)
    seat = match.waiting[-1]
    moves = hint(match, seat, FEW)
    assert sorted(move.action for move in moves) == match.legal(seat)
    assert [move.chance for move in moves] == sorted((move.chance for move in moves), reverse=True)
    for move in moves:
        assert move.playouts >= 1
        assert 0 <= move.chance <= 1
        assert move.error > 0
        assert match.parse(seat, move.name) == move.action
        assert move.label
    assert moves == hint(match, seat, FEW)


def test_a_hint_depends_on_nothing_the_seat_cannot_know() -> None:
    """Two matches that differ only in another seat's hand."""
    match = zashiki.new("hagakure", seats=3, seed=1, rounds=1)
    seat = match.waiting[0]
    record = match.record()
    moves = list(record.moves)
    # The deal goes round from the seat after the dealer, who is first to be asked: the next two cards are others'.
    deals = [index for index, line in enumerate(moves) if line.startswith("* deal ")]
    moves[deals[1]], moves[deals[2]] = moves[deals[2]], moves[deals[1]]
    other = Match(match.game, 3, match.options, None)
    for line in moves:
        other.chance(other.parse(zashiki.CHANCE, line[2:]))
    assert other.view(seat) == match.view(seat)
    assert other.view((seat + 1) % 3) != match.view((seat + 1) % 3)
    assert hint(other, seat, FEW) == hint(match, seat, FEW)


def test_more_playouts_give_smaller_errors() -> None:
    match = zashiki.new("hagakure", seats=3, seed=1, rounds=1)
    seat = match.waiting[0]
    few = hint(match, seat, Budget(iterations=80))[0]
    many = hint(match, seat, Budget(iterations=1280))[0]
    assert many.error < 0.5 * few.error


def test_a_seat_that_may_not_act_gets_no_hint() -> None:
    match = zashiki.new("hagakure", seed=1)
    asked = match.waiting[0]
    with pytest.raises(zashiki.NoChoice, match="a seat that has to move now"):
        hint(match, (asked + 1) % 4)
    for seat in (-1, 4, "0", True):
        with pytest.raises(zashiki.NoSuchSeat):
            hint(match, seat)  # type: ignore[arg-type]


def test_a_review_rates_every_decision_of_the_seat() -> None:
    match = play_at_random(zashiki.new("hagakure", seats=3, seed=4, rounds=1), Rng(4))
    record = match.record()
    heard: list[tuple[int, int]] = []
    found = review(record, 1, FEW, progress=lambda done, total: heard.append((done, total)))
    own = [ply for ply, line in enumerate(record.moves) if line.startswith("1 ")]
    expected = [ply for ply in own if len(zashiki.replay(record, ply).legal(1)) > 1]
    assert [decision.ply for decision in found.decisions] == expected
    for decision in found.decisions:
        assert record.moves[decision.ply] == f"1 {decision.made.name}"
        assert decision.best.chance == max(move.chance for move in decision.moves)
        assert decision.loss >= 0
    assert heard == [(done, len(own)) for done in range(1, len(own) + 1)]
    assert found.won == (1 / len(match.winners) if 1 in match.winners else 0)
    assert found == review(record, 1, FEW)


def test_a_game_in_progress_is_not_reviewed() -> None:
    match = zashiki.new("hagakure", seats=3, seed=4, rounds=1)
    match.play(match.moves()[0])
    with pytest.raises(zashiki.BadRecord, match="expected a finished game"):
        review(match.record(), 0, FEW)


def rated(action: int, chance: float, error: float = 0.01) -> RatedMove:
    return RatedMove(action, f"move {action}", f"Move {action}", chance, error, 100)


def decision(ply: int, made: RatedMove, best: RatedMove) -> Decision:
    return Decision(ply, made, best, (best, made))


def test_an_insignificant_loss_is_zero() -> None:
    assert decision(1, rated(1, 0.50), rated(2, 0.60)).loss == pytest.approx(0.10)
    assert decision(1, rated(1, 0.50, 0.05), rated(2, 0.60, 0.05)).loss == 0
    assert decision(1, rated(1, 0.50), rated(1, 0.50)).loss == 0
    assert 1.96 * math.hypot(0.05, 0.05) > 0.10


def test_plots_are_labelled_svg() -> None:
    decisions = tuple(decision(ply, rated(1, 0.3), rated(2, 0.3 + ply / 20)) for ply in range(5))
    found = Review("hagakure", 0, decisions, (decisions[4],), 0.0)
    drawn = plot.chances("A <title>", "and more", found)
    words = [one.text for one in ElementTree.fromstring(drawn).iter("{http://www.w3.org/2000/svg}text")]
    assert "A <title>" in words
    assert any("ply 4: move 1 (better: move 2), −20.0%" in (word or "") for word in words)
    ElementTree.fromstring(plot.chances("Empty", "", Review("hagakure", 0, (), (), 0.0)))


def test_ratings_and_reviews_print_in_one_line() -> None:
    assert str(rated(1, 0.5)) == "Move 1: 50.0% ± 2.0%"
    one = decision(9, rated(1, 0.5), rated(2, 0.6))
    assert repr(one) == "<Decision at ply 9: move 1, best move 2, loss 10.0%>"
    found = Review("hagakure", 0, (one,), (one,), 0.0)
    assert repr(found) == "<Review: hagakure, seat 0, 1 decisions, 0 as the search would have played, mean loss 10.00%>"
