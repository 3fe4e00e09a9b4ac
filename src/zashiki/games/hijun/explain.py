"""Hijun: why a move may not be made, and where every point came from."""

from zashiki.core.bits import BIT
from zashiki.core.jsontypes import Facts
from zashiki.core.phrases import score_line, seat_fact, seat_facts
from zashiki.core.reasons import Reason
from zashiki.core.shapes import ScoreLine
from zashiki.games.hijun.cards import (
    CARDS,
    COLOUR_COUNT,
    DISCARD_BASE,
    add_cards,
    colour_of,
    discards_due,
    highest_value,
    value_of,
)
from zashiki.games.hijun.phrases import ENGLISH, card_fact, card_facts, colour_fact
from zashiki.games.hijun.rules import DEAL, DISCARD, END, PLAY, TOKENS, HijunState
from zashiki.games.hijun.score import EXACT


def why_not(state: HijunState, seat: int, action: int) -> Reason | None:
    """None if `seat` may make the move, else the reason; `open_colours` decides, this only explains."""
    card = action % CARDS
    discards = action >= DISCARD_BASE
    right_kind = discards == (state.phase == DISCARD)
    if right_kind and _holds(state, seat, card) and state.open_colours(seat) & BIT[colour_of(card)] != 0:
        return None
    reason = _not_in_game(state, card) or _not_now(state, seat)
    if reason is not None:
        return reason
    if state.phase == DISCARD:
        return _no_discard(state, seat, card, discards)
    return _no_play(state, seat, card, discards)


def _no(code: str, rule: str, facts: Facts) -> Reason:
    return Reason(ENGLISH, code, rule, facts)


def _holds(state: HijunState, place: int, card: int) -> bool:
    return state.cards[COLOUR_COUNT * place + colour_of(card)] & BIT[value_of(card)] != 0


def _not_in_game(state: HijunState, card: int) -> Reason | None:
    highest = int(highest_value(state.seats))
    if value_of(card) <= highest:
        return None
    facts: Facts = {"card": card_fact(card), "seats": int(state.seats), "highest": highest}
    return _no("reason.card_not_in_game", "HJ-1.1", facts)


def _not_now(state: HijunState, seat: int) -> Reason | None:
    if state.phase == END:
        return _no("reason.over", "HJ-4.2", {})
    if state.turn() < 0:
        rule = "HJ-2.1" if state.phase == TOKENS else "HJ-2.2" if state.phase == DEAL else "HJ-2.4"
        return _no("reason.setting_up", rule, {})
    if state.phase == PLAY and seat != state.mover:
        return _no("reason.wait_card", "HJ-3.2", {"seat": seat_fact(int(state.mover))})
    return None


def _no_discard(state: HijunState, seat: int, card: int, discards: bool) -> Reason:
    owed = int(state.owes[seat])
    if not discards and owed > 0:
        return _no("reason.discard_first", "HJ-2.3", {"owed": owed})
    if not discards:
        return _no("reason.wait_discards", "HJ-2.3", {"seats": seat_facts(state.waiting())})
    if owed == 0:
        return _no("reason.discards_done", "HJ-2.3", {"count": int(discards_due(state.seats))})
    return _not_in_hand(state, seat, card, "HJ-2.3")


def _no_play(state: HijunState, seat: int, card: int, discards: bool) -> Reason:
    if discards:
        return _no("reason.discards_closed", "HJ-2.3", {})
    if not _holds(state, seat, card):
        return _not_in_hand(state, seat, card, "HJ-3.1" if state.trick_size == 0 else "HJ-3.2")
    colour = int(state.trick_colour)
    cards: list[int] = []
    add_cards(cards, state.cards[COLOUR_COUNT * seat + colour], colour, 0)
    return _no("reason.must_follow", "HJ-3.2", {"colour": colour_fact(colour), "cards": card_facts(cards)})


def _not_in_hand(state: HijunState, seat: int, card: int, rule: str) -> Reason:
    if _holds(state, state.seats + seat, card):
        return _no("reason.card_discarded", "HJ-2.3", {"card": card_fact(card)})
    return _no("reason.card_not_held", rule, {"card": card_fact(card)})


def breakdown(state: HijunState) -> list[ScoreLine]:
    """What every seat got in every round, with its rule; where that is nothing, why."""
    lines: list[ScoreLine] = []
    for index, tally in enumerate(state.sheet):
        for seat in range(state.seats):
            tricks = int(tally.tricks[seat])
            number = int(tally.token(seat))
            if tricks < EXACT:
                code = "points.few" if tricks > 0 else "points.no_trick"
                lines.append(_line(seat, index, "HJ-4.1", 0, code, {"tricks": tricks, "needed": EXACT}))
            elif tally.taken[seat] == 0:
                lines.append(_line(seat, index, "HJ-R2", 0, "points.no_token", {}))
            elif tricks == EXACT:
                lines.append(_line(seat, index, "HJ-4.1", int(tally.points(seat)), "points.token", {"number": number}))
            else:
                facts: Facts = {"number": number, "tricks": tricks}
                lines.append(_line(seat, index, "HJ-3.5", int(tally.points(seat)), "points.covered", facts))
    return lines


def _line(seat: int, index: int, rule: str, points: int, code: str, facts: Facts) -> ScoreLine:
    return score_line(ENGLISH, seat, index + 1, rule, points, code, facts)
