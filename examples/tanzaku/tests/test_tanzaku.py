"""Tanzaku by its rules page."""

import zashiki
from zashiki.core.game import CHANCE
from zashiki.core.rng import Rng
from zashiki.testing import check_course, check_game
from zashiki_tanzaku.game import TANZAKU
from zashiki_tanzaku.package import PACKAGE
from zashiki_tanzaku.rules import KEEP, SWAP, TanzakuState


def dealt(*cards: int) -> TanzakuState:
    """The first round, with these cards dealt."""
    state = TanzakuState(len(cards), 1)
    for card in cards:
        state.apply(CHANCE, card - 1)
    return state


def test_it_keeps_the_contract() -> None:
    """What every game must do."""
    check_game(PACKAGE)


def test_the_lessons_can_be_played_and_the_engine_agrees_with_them() -> None:
    """Every way through them, in both languages."""
    check_course(PACKAGE, ("en", "ja"))


def test_the_highest_card_scores_two_points_if_it_was_kept() -> None:
    """TA-3.1."""
    state = dealt(4, 11)
    state.apply(0, KEEP)
    state.apply(1, KEEP)
    assert state.scores() == [0, 2]
    assert state.winners() == (1,)


def test_a_swapped_card_scores_one_point() -> None:
    """TA-2.2, TA-3.1."""
    state = dealt(4, 11)
    state.apply(0, SWAP)
    assert state.turn() == CHANCE
    assert [action + 1 for action in state.legal(CHANCE)] == [1, 2, 3, 5, 6, 7, 8, 9, 10, 12]
    state.apply(CHANCE, 12 - 1)
    state.apply(1, KEEP)
    assert state.scores() == [1, 0]


def test_nobody_sees_the_cards_of_others() -> None:
    """TA-1.3: with the others' cards dealt again, the view and the events stay the same."""
    match = zashiki.new("tanzaku", seats=3, seed=5)
    view = match.view(0)
    again = match.state().resample(0, Rng(9))
    assert TANZAKU.board(again, 0) == view["board"]
    assert TANZAKU.board(again, 1) != TANZAKU.board(match.state(), 1)
