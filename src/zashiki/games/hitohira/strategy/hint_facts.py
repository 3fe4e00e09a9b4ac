"""Hitohira: why a move is the best, for a hint."""

from zashiki.core.game import State
from zashiki.core.hints import HintQuestion
from zashiki.core.jsontypes import Facts
from zashiki.core.shapes import Message
from zashiki.games.hitohira.draw_odds import chance_to_fail
from zashiki.games.hitohira.moves import DRAW, HIDE
from zashiki.games.hitohira.phrases import piece_facts
from zashiki.games.hitohira.pieces import counts
from zashiki.games.hitohira.position import DRAW_OR_STOP, SCREEN
from zashiki.games.hitohira.rules import HitohiraState
from zashiki.games.hitohira.score import field_points
from zashiki.games.hitohira.view import unseen


def hint_facts(question: HintQuestion) -> Message | None:
    """How often a draw fails, what stopping keeps, and what is left of the field's points."""
    state = question.state
    assert isinstance(state, HitohiraState)
    if state.phase == DRAW_OR_STOP:
        return _draw_reason(question, state)
    if state.phase == SCREEN:
        return _screen_reason(question, state)
    return None


def percent(state: HitohiraState, seat: int, many: int) -> int:
    """In how many of 100 cases this draw fails, exactly: the table shows the same number."""
    return round(100 * chance_to_fail(state.turn_pieces, unseen(state, seat), many))


def _draw_reason(question: HintQuestion, state: HitohiraState) -> Message:
    assert question.second is not None
    seat = question.seat
    if question.best == DRAW:
        more = question.second - DRAW
        facts: Facts = {"pieces": piece_facts(state.turn_pieces), "more": more, "percent": percent(state, seat, more)}
        return question.reason("hint.stop", facts)
    many = question.best - DRAW
    facts = {"count": many, "percent": percent(state, seat, many)}
    if question.second == DRAW:
        return question.reason("hint.draw", facts)
    other = question.second - DRAW
    fails = percent(state, seat, other)
    if fails == facts["percent"]:
        return question.reason("hint.draw", facts)
    return question.reason("hint.draw_than", {**facts, "second": other, "other": fails})


def field_after(state: State, seat: int, action: int) -> int:
    """The points of the seat's field after putting these pieces behind its screen."""
    after = state.clone()
    after.apply(seat, action)
    assert isinstance(after, HitohiraState)
    return int(field_points(counts(after.fields[seat])))


def _screen_reason(question: HintQuestion, state: HitohiraState) -> Message:
    assert question.second is not None
    facts: Facts = {
        "points": field_after(state, question.seat, question.best),
        "other": field_after(state, question.seat, question.second),
    }
    if question.best == HIDE:
        return question.reason("hint.hide_nothing", facts)
    return question.reason("hint.hide", facts)
