"""Hagakure: why a move is the best, for a hint."""

from zashiki.core.game import State
from zashiki.core.hints import HintQuestion, gain, mean_fact, more_often
from zashiki.core.jsontypes import Facts
from zashiki.core.shapes import Message
from zashiki.games.hagakure.cards import FOOL, FOOL_BITS, LOOK_YOMI, PASS, TOKEN_BASE, listed
from zashiki.games.hagakure.phrases import card_fact
from zashiki.games.hagakure.rules import FIGHT, HagakureState
from zashiki.games.hagakure.score import LOOK, TOKENS


def hint_facts(question: HintQuestion) -> Message | None:
    """How often a card wins the trick and what it saves; what a token does for the points of the round."""
    state = question.state
    assert isinstance(state, HagakureState)
    assert question.second is not None
    return _card_reason(question, state) if state.phase == FIGHT else _token_reason(question)


def wins(question: HintQuestion, card: int) -> list[bool]:
    """For each world, whether the card wins the trick."""
    return [_winner(after) == question.seat for after in question.play_on(card, _trick_is_over)]


def _trick_is_over(state: State) -> bool:
    assert isinstance(state, HagakureState)
    return state.trick_size == 0


def _winner(state: State) -> int:
    assert isinstance(state, HagakureState)
    return int(state.best)


def _card_reason(question: HintQuestion, state: HagakureState) -> Message | None:
    assert question.second is not None
    seat, card, other = question.seat, question.best, question.second
    won, won_by_other = wins(question, card), wins(question, other)
    number, of = sum(won), len(won)
    facts: Facts = {"card": card_fact(card), "wins": number, "of": of}
    if 2 * number >= of:
        if more_often(won, won_by_other):
            return question.reason("hint.trick_than", {**facts, "second": card_fact(other), "other": sum(won_by_other)})
        return question.reason("hint.first_trick" if state.tricks[seat] == 0 else "hint.trick", facts)
    strongest = max((held for held in listed(state.cards[seat] & ~FOOL_BITS) if held != card), default=0)
    if strongest > card or (card == FOOL and strongest > 0):
        saved: Facts = {"card": card_fact(card), "losses": of - number, "of": of, "saved": card_fact(strongest)}
        return question.reason("hint.saves", saved)
    return None


def round_points(question: HintQuestion, action: int) -> list[float]:
    """For each world, the points of the round after this token."""
    seat = question.seat
    before = question.state.scores()[seat]
    return [float(after.scores()[seat] - before) for after in question.play_on(action)]


def _token_reason(question: HintQuestion) -> Message | None:
    assert question.second is not None
    points, other = round_points(question, question.best), round_points(question, question.second)
    facts: Facts = {"points": mean_fact(points), "other": mean_fact(other), "of": len(points)}
    if question.best == PASS:
        return question.reason("hint.no_token", {**facts, "token": _token_fact(question.second)})
    more = gain(points, other)
    if more > 0 and question.second == PASS:
        return question.reason("hint.token", facts)
    if more != 0 and question.second != PASS:
        code = "hint.token_than" if more > 0 else "hint.token_saved"
        return question.reason(code, {**facts, "token": _token_fact(question.second)})
    return None


def _token_fact(action: int) -> Facts:
    return {"code": "token." + TOKENS[LOOK if action >= LOOK_YOMI else action - TOKEN_BASE]}
