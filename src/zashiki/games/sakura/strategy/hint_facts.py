"""Sakura: why a move is the best, for a hint."""

from zashiki.core.bits import BIT, members
from zashiki.core.game import State
from zashiki.core.hints import SURE_OF_MANY, HintQuestion, gain, mean_fact, more_often
from zashiki.core.jsontypes import Facts
from zashiki.core.shapes import Message
from zashiki.games.sakura.cards import FOUR, LEAVE, STACK, TAKE
from zashiki.games.sakura.phrases import card_fact, card_facts, plant_fact, set_fact
from zashiki.games.sakura.rules import SakuraState
from zashiki.games.sakura.score import SET_NAMES, SETS, sets, value


def hint_facts(question: HintQuestion) -> Message | None:
    """A set that is completed at once, or more often than after the runner-up, by oneself or by others; a capture."""
    state = question.state
    assert isinstance(state, SakuraState)
    assert question.second is not None
    return _completes(question, state) or _sets(question, state) or _captures(question, state) or _points(question)


def captured_by(state: SakuraState, seat: int, action: int) -> int:
    """What the move itself captures, before any card is flipped."""
    after = state.clone()
    after.apply(seat, action)
    return int(after.captured[seat] & ~state.captured[seat])


def _completes(question: HintQuestion, state: SakuraState) -> Message | None:
    side = question.seat % int(state.sides)
    before = state.pooled()[side]
    new = sets(before | captured_by(state, question.seat, question.best)) & ~sets(before)
    if new == 0:
        return None
    return question.reason("hint.completes", {"sets": [set_fact(index) for index in members(new)]})


def complete_sets(question: HintQuestion, action: int) -> list[list[int]]:
    """For each world, the sets of each side at the end of the round, as bits."""
    return [[int(sets(captured)) for captured in _captured(after)] for after in question.play_on(action)]


def _captured(state: State) -> list[int]:
    """The cards of each side in the round that has just ended."""
    assert isinstance(state, SakuraState)
    return [int(cards) for cards in state.sheet[-1].captured]


def _sets(question: HintQuestion, state: SakuraState) -> Message | None:
    """The set for which the two moves differ most."""
    assert question.second is not None
    side = question.seat % int(state.sides)
    ends, other_ends = complete_sets(question, question.best), complete_sets(question, question.second)
    found: tuple[int, Message] | None = None
    for index in range(len(SET_NAMES)):
        for own in (True, False):
            hits = [_has(end, side, index, own) for end in ends]
            hits_by_other = [_has(end, side, index, own) for end in other_ends]
            better, worse = (hits, hits_by_other) if own else (hits_by_other, hits)
            more = sum(better) - sum(worse)
            if more <= (0 if found is None else found[0]) or not more_often(better, worse, SURE_OF_MANY):
                continue
            facts: Facts = {
                "set": set_fact(index),
                "hits": sum(hits),
                "other": sum(hits_by_other),
                "of": len(hits),
                "second": played_fact(question.second),
            }
            found = more, question.reason("hint.set" if own else "hint.denies", facts)
    return None if found is None else found[1]


def _has(end: list[int], side: int, index: int, own: bool) -> bool:
    """Whether the side itself, or another one, has completed the set."""
    return any(bits & BIT[index] != 0 and (holder == side) == own for holder, bits in enumerate(end))


def _captures(question: HintQuestion, state: SakuraState) -> Message | None:
    cards = captured_by(state, question.seat, question.best)
    points = int(value(cards))
    if points == 0:
        return None
    pooled = state.pooled()
    side = question.seat % int(state.sides)
    after = pooled[side] | cards
    # Two of a set that nobody else can complete any more, or has begun.
    begun = [
        set_fact(index)
        for index in range(len(SET_NAMES))
        if cards & SETS[index] != 0
        and len(members(after & SETS[index])) == 2
        and all(held & SETS[index] == 0 for other, held in enumerate(pooled) if other != side)
    ]
    facts: Facts = {"cards": card_facts(cards), "points": points}
    if begun:
        return question.reason("hint.captures_for", {**facts, "sets": [*begun]})
    return question.reason("hint.captures", facts)


def round_points(question: HintQuestion, action: int) -> list[float]:
    """For each world, the points of the round."""
    before = question.state.scores()[question.seat]
    return [float(after.scores()[question.seat] - before) for after in question.play_on(action)]


def _points(question: HintQuestion) -> Message | None:
    assert question.second is not None
    points, other = round_points(question, question.best), round_points(question, question.second)
    if gain(points, other) <= 0:
        return None
    facts: Facts = {"points": mean_fact(points), "other": mean_fact(other), "of": len(points)}
    return question.reason("hint.round", {**facts, "second": played_fact(question.second)})


def played_fact(action: int) -> Facts:
    """What a move plays or takes, as a fact."""
    if action < FOUR:
        return card_fact(action)
    if action < TAKE:
        return {"code": "hint.four", "plant": plant_fact(action - FOUR)}
    if action == TAKE + LEAVE:
        return {"code": "hint.leave"}
    if action >= TAKE + STACK:
        return {"code": "hint.stack", "plant": plant_fact(action - TAKE - STACK)}
    return card_fact(action - TAKE)
