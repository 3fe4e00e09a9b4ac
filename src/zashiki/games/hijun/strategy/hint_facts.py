"""Hijun: why a move is the best, for a hint."""

from zashiki.core.game import State
from zashiki.core.hints import HintQuestion, gain, mean_fact, more_often
from zashiki.core.jsontypes import Facts
from zashiki.core.shapes import Message
from zashiki.games.hijun.cards import DISCARD_BASE
from zashiki.games.hijun.phrases import card_fact
from zashiki.games.hijun.rules import DISCARD, HijunState
from zashiki.games.hijun.score import EXACT


def hint_facts(question: HintQuestion) -> Message | None:
    """How often the round ends with exactly two tricks; beyond that, what the others still score."""
    state = question.state
    assert isinstance(state, HijunState)
    assert question.second is not None
    tricks = int(state.tricks[question.seat])
    if tricks > EXACT:
        return _spoils(question)
    hits, hits_by_other = reaches_two(question, question.best), reaches_two(question, question.second)
    base = DISCARD_BASE if state.phase == DISCARD else 0
    facts: Facts = {
        "card": card_fact(question.best - base),
        "hits": sum(hits),
        "of": len(hits),
        "need": EXACT - tricks,
    }
    code, code_than = (
        ("hint.discard", "hint.discard_than")
        if base
        else ("hint.safe", "hint.safe_than")
        if tricks == EXACT
        else ("hint.needs", "hint.needs_than")
    )
    if more_often(hits_by_other, hits) or not any(hits):
        return None  # then the points say more
    if more_often(hits, hits_by_other):
        second: Facts = {"second": card_fact(question.second - base), "other": sum(hits_by_other)}
        return question.reason(code_than, {**facts, **second})
    return question.reason(code, facts)


def reaches_two(question: HintQuestion, action: int) -> list[bool]:
    """For each world, whether the seat ends the round with exactly two tricks."""
    return [_tricks(after)[question.seat] == EXACT for after in question.play_on(action)]


def _tricks(state: State) -> list[int]:
    """The tricks of the round that has just ended."""
    assert isinstance(state, HijunState)
    return [int(won) for won in state.sheet[-1].tricks]


def others_points(question: HintQuestion, action: int) -> list[float]:
    """For each world, what all the others together score in this round."""
    before = _sum_of_others(question.state, question.seat)
    return [float(_sum_of_others(after, question.seat) - before) for after in question.play_on(action)]


def _sum_of_others(state: State, seat: int) -> int:
    scores = state.scores()
    return sum(scores) - scores[seat]


def _spoils(question: HintQuestion) -> Message | None:
    assert question.second is not None
    points, other = others_points(question, question.best), others_points(question, question.second)
    if gain(other, points) <= 0:
        return None
    return question.reason(
        "hint.spoils",
        {
            "card": card_fact(question.best),
            "second": card_fact(question.second),
            "points": mean_fact(points),
            "other": mean_fact(other),
            "of": len(points),
        },
    )
