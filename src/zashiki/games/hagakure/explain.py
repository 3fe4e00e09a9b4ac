"""Hagakure: why a move may not be made, and where every point came from."""

from zashiki.core.bits import BIT
from zashiki.core.jsontypes import Facts
from zashiki.core.phrases import score_line, seat_fact
from zashiki.core.reasons import Reason
from zashiki.core.shapes import ScoreLine
from zashiki.games.hagakure.cards import (
    FOOL,
    LOOK_SEAT,
    LOOK_YOMI,
    PASS,
    SAMURAI_BITS,
    TOKEN_BASE,
    deck,
    kinds,
)
from zashiki.games.hagakure.phrases import ENGLISH, card_fact, card_facts
from zashiki.games.hagakure.rules import END, FIGHT, NOBORI, HagakureState
from zashiki.games.hagakure.score import LOOK, TOKEN_RULES, TOKENS, parts, villagers_needed


def why_not(state: HagakureState, seat: int, action: int) -> Reason | None:
    """None if `seat` may make the move, else the reason; `moves` decides, this only explains."""
    if state.moves(seat) & BIT[action] != 0:
        return None
    reason = _not_at_this_table(state, action) or _not_now(state, seat)
    if reason is not None:
        return reason
    if state.phase == NOBORI:
        return _not_this_token(state, seat, action)
    return _not_this_card(state, seat, action)


def _no(code: str, rule: str, facts: Facts) -> Reason:
    return Reason(ENGLISH, code, rule, facts)


def _not_at_this_table(state: HagakureState, action: int) -> Reason | None:
    if PASS < action <= FOOL and kinds(deck(state.seats)) & BIT[action] == 0:
        facts: Facts = {"card": card_fact(action), "seats": int(state.seats)}
        return _no("reason.card_not_in_game", "HG-1.1", facts)
    if action >= LOOK_SEAT + state.seats:
        return _no("reason.no_such_place", "HG-2.6", {"n": action - LOOK_SEAT})
    return None


def _not_now(state: HagakureState, seat: int) -> Reason | None:
    if state.phase == END:
        return _no("reason.over", "HG-5.1", {})
    if state.turn() < 0:
        return _no("reason.wait_deal", "HG-1.3", {})
    if seat != state.mover:
        waits_for: Facts = {"seat": seat_fact(int(state.mover))}
        if state.phase == NOBORI:
            return _no("reason.wait_token", "HG-2.1", waits_for)
        return _no("reason.wait_card", "HG-3.1", waits_for)
    return None


def _not_this_token(state: HagakureState, seat: int, action: int) -> Reason:
    if action <= FOOL:
        return _no("reason.tokens_first", "HG-2.1", {})
    token = LOOK if action >= LOOK_YOMI else action - TOKEN_BASE
    if state.tokens_left[seat] & BIT[token] == 0:
        return _no("reason.token_used", "HG-1.2", {"token": {"code": "token." + TOKENS[token]}})
    return _no("reason.look_self", "HG-2.6", {})


def _not_this_card(state: HagakureState, seat: int, action: int) -> Reason:
    assert state.phase == FIGHT
    if action == PASS or action > FOOL:
        return _no("reason.tokens_closed", "HG-2.1", {})
    hand = state.cards[seat]
    if kinds(hand) & BIT[action] == 0:
        return _no("reason.card_not_held", "HG-3.1", {"card": card_fact(action)})
    led = state.trick[state.leader]
    following: Facts = {"cards": card_facts(hand & SAMURAI_BITS)}
    if led == FOOL:
        return _no("reason.must_follow_fool", "HG-3.2", following)
    return _no("reason.must_follow", "HG-3.2", {"led": card_fact(led), **following})


def breakdown(state: HagakureState) -> list[ScoreLine]:
    """Every point of every finished round, with its rule."""
    lines: list[ScoreLine] = []
    for index, tally in enumerate(state.sheet):
        for seat in range(state.seats):
            token = int(tally.tokens[seat])
            tricks = int(tally.tricks[seat])
            villagers = int(tally.villagers(seat))
            won, eighteen, penalty, change = parts(state.seats, token, tricks, villagers, tally.eighteen(seat))
            if tricks > 0:
                lines.append(_line(seat, index, "HG-4.1", won, "points.tricks", {"count": tricks}))
            if eighteen:
                lines.append(_line(seat, index, "HG-4.1", eighteen, "points.eighteen", {}))
            if penalty:
                lines.append(_line(seat, index, "HG-4.1", penalty, "points.no_trick", {}))
            if change:
                facts: Facts = {
                    "plain": int(won + eighteen + penalty),
                    "count": villagers,
                    "needed": int(villagers_needed(state.seats)),
                }
                lines.append(_line(seat, index, TOKEN_RULES[token], change, "points." + TOKENS[token], facts))
    return lines


def _line(seat: int, index: int, rule: str, points: int, code: str, facts: Facts) -> ScoreLine:
    return score_line(ENGLISH, seat, index + 1, rule, int(points), code, facts)
