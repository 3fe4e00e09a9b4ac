"""Sakura: why a move may not be made, and where every point came from."""

from zashiki.core.bits import BIT, count, members
from zashiki.core.jsontypes import Facts
from zashiki.core.phrases import score_line, seat_fact, seat_facts
from zashiki.core.reasons import Reason
from zashiki.core.shapes import ScoreLine
from zashiki.games.sakura.cards import FIREWORKS, FOUR, LEAVE, MATES, MONTH, OAK_CARDS, STACK, TAKE
from zashiki.games.sakura.phrases import ENGLISH, card_fact, card_facts, plant_fact, set_fact
from zashiki.games.sakura.rules import CAPTURE, END, PLAY, SakuraState
from zashiki.games.sakura.score import SET_COST, Tally, parts, sets


def why_not(state: SakuraState, seat: int, action: int) -> Reason | None:
    """None if `seat` may make the move, else the reason; `moves` decides, this only explains."""
    first = TAKE if state.phase == CAPTURE else 0
    if 0 <= action - first <= LEAVE and state.moves(seat) & BIT[action - first] != 0:
        return None
    reason = _not_now(state, seat)
    if reason is not None:
        return reason
    if state.phase == PLAY:
        return _not_played(state, seat, action)
    return _not_captured(state, action)


def _no(code: str, rule: str, facts: Facts) -> Reason:
    return Reason(ENGLISH, code, rule, facts)


def _not_now(state: SakuraState, seat: int) -> Reason | None:
    if state.phase == END:
        return _no("reason.over", "SK-6.3", {})
    turn = int(state.turn())
    if turn < 0:
        return _no("reason.wait_chance", "SK-3.1", {})
    if seat == turn:
        return None
    if state.phase == PLAY:
        return _no("reason.wait_play", "SK-3.1", {"seat": seat_fact(turn)})
    return _no("reason.wait_capture", "SK-3.2", {"seat": seat_fact(turn), "card": card_fact(int(state.card))})


def _not_played(state: SakuraState, seat: int, action: int) -> Reason:
    if action >= TAKE:
        return _no("reason.play_first", "SK-3.1", {})
    if action < FOUR:
        return _no("reason.card_not_held", "SK-3.1", {"card": card_fact(action)})
    month = action - FOUR
    lacking = MONTH[month] & ~(state.hands[seat] | state.field)
    if lacking == 0:  # SK-R8: all four lie in the field
        return _no("reason.four_in_field", "SK-4.1", {"plant": plant_fact(month)})
    return _no("reason.not_four", "SK-4.1", {"plant": plant_fact(month), "cards": card_facts(lacking)})


def _not_captured(state: SakuraState, action: int) -> Reason:
    card = int(state.card)
    if action < TAKE:
        return _no("reason.choose_first", "SK-3.2", {"card": card_fact(card)})
    choice = action - TAKE
    if choice == LEAVE:
        if card == FIREWORKS:
            return _no("reason.wild_must", "SK-R3", {"cards": card_facts(state.field & OAK_CARDS)})
        met: Facts = {"card": card_fact(card), "cards": card_facts(state.field & MATES[card])}
        return _no("reason.must_capture", "SK-3.2", met)
    if choice >= STACK:
        if state.stacked & MONTH[choice - STACK] == 0:
            return _no("reason.no_stack", "SK-2.4", {"plant": plant_fact(choice - STACK)})
    elif state.field & BIT[choice] == 0:
        return _no("reason.not_in_field", "SK-3.2", {"card": card_fact(choice)})
    if card == FIREWORKS:
        return _no("reason.in_stack", "SK-R6", {"card": card_fact(choice), "plant": plant_fact(choice >> 2)})
    return _no("reason.other_month", "SK-3.2", {"card": card_fact(card), "plant": plant_fact(card >> 2)})


def breakdown(state: SakuraState) -> list[ScoreLine]:
    """Every point of every finished round, with its rule."""
    lines: list[ScoreLine] = []
    for index, tally in enumerate(state.sheet):
        for seat in range(state.seats):
            lines.extend(_lines(state, tally, seat, index + 1))
    return lines


def _lines(state: SakuraState, tally: Tally, seat: int, round_number: int) -> list[ScoreLine]:
    """One seat's round: its side's cards by kind, then every set of another side (SK-6.2; in teams SK-7.2).

    A side with neither has a line that says so.
    """
    rule = "SK-6.2" if state.sides == state.seats else "SK-7.2"
    own = seat % int(state.sides)
    lines: list[ScoreLine] = []
    for kind, number, points in parts(tally.captured[own]):
        lines.append(_line(seat, round_number, rule, points, "points." + kind, {"count": number}))
    for side in range(state.sides):
        if side != own:
            for index in members(sets(tally.captured[side])):
                facts: Facts = {"seats": seat_facts(side_seats(state, side)), "set": set_fact(index)}
                lines.append(_line(seat, round_number, rule, -SET_COST, "points.set", facts))
    if not lines:
        chaff = int(count(tally.captured[own]))
        code = "points.chaff" if chaff > 0 else "points.no_cards"
        lines.append(_line(seat, round_number, rule, 0, code, {"count": chaff}))
    return lines


def side_seats(state: SakuraState, side: int) -> list[int]:
    """The seats of a side (SK-7.1)."""
    return list(range(side, int(state.seats), int(state.sides)))


def _line(seat: int, round_number: int, rule: str, points: int, code: str, facts: Facts) -> ScoreLine:
    return score_line(ENGLISH, seat, round_number, rule, points, code, facts)
