"""Hiroba: why a move is the best, for a hint. Nothing is hidden here, so the worlds differ in how play goes on."""

from zashiki.core.bits import BIT
from zashiki.core.game import State
from zashiki.core.hints import SURE_OF_MANY, HintQuestion, more_often
from zashiki.core.jsontypes import Facts
from zashiki.core.shapes import Message
from zashiki.games.hiroba.phrases import garden_fact, pond_fact, square_fact
from zashiki.games.hiroba.rules import NO_STONE, STONE_MOVE, HirobaState
from zashiki.games.hiroba.score import Standing, standing
from zashiki.games.hiroba.squares import SQUARES
from zashiki.games.hiroba.view import gardens_shown, squares_of


def hint_facts(question: HintQuestion) -> Message | None:
    """The garden or koi that the move wins more often than the runner-up does, or which it leads at once."""
    state = question.state
    assert isinstance(state, HirobaState)
    assert question.second is not None
    return _won_more_often(question, state) or _lead(question, state)


def results(question: HintQuestion, action: int) -> list[Standing]:
    """The final score of each game that is played on."""
    return [_standing(after) for after in question.play_on(action)]


def _standing(state: State) -> Standing:
    assert isinstance(state, HirobaState)
    return standing(state.counts())


def _won_more_often(question: HintQuestion, state: HirobaState) -> Message | None:
    """The garden (by its size) or koi for which the two moves differ most."""
    assert question.second is not None
    own = BIT[question.seat]
    ends, other_ends = results(question, question.best), results(question, question.second)
    gardens = gardens_shown(state)
    sizes = state.counts().sizes
    found: tuple[float, Message] | None = None
    rows = [(garden, int(sizes[garden]), True) for garden in gardens]
    rows += [(garden // 2, 1, False) for garden in gardens[::2]]
    for index, points, is_garden in rows:
        won = [bool((end.winners if is_garden else end.takers)[index] & own) for end in ends]
        won_by_other = [bool((end.winners if is_garden else end.takers)[index] & own) for end in other_ends]
        value = points * (sum(won) - sum(won_by_other)) / len(won)
        if value <= (0.0 if found is None else found[0]) or not more_often(won, won_by_other, SURE_OF_MANY):
            continue
        facts: Facts = {
            "wins": sum(won),
            "other": sum(won_by_other),
            "of": len(won),
            "second": placed_fact(question.second),
        }
        if is_garden:
            facts["garden"] = garden_fact(squares_of(state, index))
        else:
            facts["pond"] = pond_fact(int(state.pond(index)))
        found = value, question.reason("hint.garden" if is_garden else "hint.koi", facts)
    return None if found is None else found[1]


def _lead(question: HintQuestion, state: HirobaState) -> Message | None:
    """The garden in which a pebble leads as soon as it lies there."""
    if question.best >= STONE_MOVE:
        return None
    garden = int(state.garden_at(question.best % SQUARES))
    after = state.clone()
    after.apply(question.seat, question.best)
    counts = after.counts()
    first = after.seats * garden
    sums = [int(counts.gardens[first + seat]) for seat in range(after.seats)]
    own = sums.pop(question.seat)
    if own <= max(sums):
        return None
    facts: Facts = {"garden": garden_fact(squares_of(state, garden)), "own": own, "other": max(sums)}
    return question.reason("hint.leads", facts)


def placed_fact(action: int) -> Facts:
    """What a move places, as a fact."""
    if action == NO_STONE:
        return {"code": "hint.no_stone"}
    if action >= STONE_MOVE:
        return {"code": "hint.stone", "square": square_fact(action - STONE_MOVE)}
    return {"code": "hint.pebble", "number": action // SQUARES + 1, "square": square_fact(action % SQUARES)}
