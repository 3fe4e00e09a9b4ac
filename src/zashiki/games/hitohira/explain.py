"""Hitohira: why a move may not be made, and where every point came from."""

from typing import Final

from zashiki.core.bits import BIT, count, members
from zashiki.core.jsontypes import Facts
from zashiki.core.phrases import score_line, seat_fact
from zashiki.core.reasons import Reason
from zashiki.core.shapes import ScoreLine
from zashiki.games.hitohira.legal_moves import FIRST_MOVE, moves, takable, two_are_due
from zashiki.games.hitohira.moves import (
    ABILITY_RULES,
    DIVIDE,
    DRAW,
    HIDE,
    PICK,
    PUT,
    PUT_SCREEN,
    TAKE,
    TAKE_FROM,
    TAKE_NO_MORE,
    USE,
    USE_NONE,
)
from zashiki.games.hitohira.phrases import ENGLISH, GROUP_CODES, ability_fact, ability_facts, colour_fact
from zashiki.games.hitohira.pieces import BLACK, counts, number, total, triggered
from zashiki.games.hitohira.position import (
    ABILITY,
    DIVISION,
    DRAW_OR_STOP,
    END,
    FAILED,
    HIME_TAKE,
    LAST_CHANCE,
    OTOME_TAKE,
    SCREEN,
    YOSHINO_PICK,
)
from zashiki.games.hitohira.rules import HitohiraState
from zashiki.games.hitohira.score import best_black, division_limits, group_points, line_points
from zashiki.games.hitohira.view import hidden_by, to_divide

BLOCKS: Final = (DRAW, TAKE, USE, PICK, TAKE_FROM, PUT, HIDE, DIVIDE)
"""The first move of each kind."""
NOW: Final[dict[int, tuple[str, str]]] = {
    DRAW_OR_STOP: ("reason.now_draw", "HT-3.1"),
    FAILED: ("reason.now_failed", "HT-3.5"),
    ABILITY: ("reason.now_ability", "HT-4.1"),
    SCREEN: ("reason.now_screen", "HT-5.1"),
    DIVISION: ("reason.now_division", "HT-6.2"),
}
"""The reason for a move of a kind that is not due, by phase."""


def why_not(state: HitohiraState, seat: int, action: int) -> Reason | None:
    """None if `seat` may make the move, else the reason; `moves` decides, this only explains."""
    place = action - int(FIRST_MOVE[state.phase])
    if 0 <= place < 62 and moves(state, seat) & BIT[place] != 0:
        return None
    reason = _not_at_this_table(state, action) or _not_now(state, seat)
    if reason is None and _block(action) != FIRST_MOVE[state.phase]:
        reason = _other_kind(state)
    if reason is not None:
        return _about_ability(state, action, reason) if USE <= action < USE_NONE else reason
    return _not_this(state, seat, action)


def _no(code: str, rule: str, facts: Facts) -> Reason:
    return Reason(ENGLISH, code, rule, facts)


def _block(action: int) -> int:
    return max([first for first in BLOCKS if first <= action])


def _not_at_this_table(state: HitohiraState, action: int) -> Reason | None:
    if TAKE_FROM + 6 * state.seats <= action < PUT:
        return _no("reason.no_such_seat", "HT-4.9", {"n": (action - TAKE_FROM) // 6})
    if PUT + state.seats <= action < PUT_SCREEN:
        return _no("reason.no_such_seat", "HT-4.8", {"n": action - PUT})
    if USE <= action < USE_NONE and count(state.sides) == 3 and state.sides & BIT[action - USE] == 0:
        return _no("reason.not_face_up", "HT-1.2", {"ability": ability_fact(action - USE)})
    return None


def _not_now(state: HitohiraState, seat: int) -> Reason | None:
    if state.phase == END:
        return _no("reason.over", "HT-6.1", {})
    if state.phase <= LAST_CHANCE:
        return _no("reason.wait_chance", "HT-3.1", {})
    if state.phase == DIVISION:
        return None if state.asked & BIT[seat] != 0 else _no("reason.has_divided", "HT-6.2", {})
    if seat != state.mover:
        return _no("reason.not_your_turn", "HT-2.3", {"seat": seat_fact(int(state.mover))})
    return None


def _other_kind(state: HitohiraState) -> Reason:
    if two_are_due(state):
        return _two_are_due(state)
    if state.phase in NOW:
        code, rule = NOW[state.phase]
        return _no(code, rule, {})
    return _no("reason.now_choice", ABILITY_RULES[state.ability], {"ability": ability_fact(state.ability)})


def _about_ability(state: HitohiraState, action: int, reason: Reason) -> Reason:
    """For an ability chosen too early, explain it rather than what is due now."""
    facts = ability_facts(action - USE, state.seats)
    if reason.code == "reason.not_your_turn":
        return _no("reason.ability_not_your_turn", "HT-2.3", {"seat": seat_fact(int(state.mover)), **facts})
    if reason.code == "reason.now_draw":
        return _no("reason.ability_draw", "HT-4.1", facts)
    if state.phase == FAILED:
        return _no("reason.ability_failed", "HT-3.5", facts)
    return reason


def _not_this(state: HitohiraState, seat: int, action: int) -> Reason:
    """Why a move of the right kind is not legal."""
    if action < TAKE:
        return _not_this_draw(state, action - DRAW)
    if action < USE:
        return _not_this_take(state, action)
    if action < PICK:
        return _not_this_ability(state, action - USE)
    if action < TAKE_FROM:
        return _not_this_pick(state, action - PICK)
    if action < PUT:
        return _not_from_there(state, action - TAKE_FROM)
    if action < DIVIDE:
        colour, many = hidden_by(action)
        has = int(number(state.turn_pieces, colour))
        return _no("reason.not_so_many", "HT-5.1", {"count": many, "has": has, "colour": colour_fact(colour)})
    low, high = division_limits(counts(state.screen(seat)))
    return _no("reason.division", "HT-6.2", {"low": low, "high": high, "count": to_divide(state, seat)})


def _not_this_draw(state: HitohiraState, many: int) -> Reason:
    if many == 0:
        return _no("reason.must_draw", "HT-3.1", {})
    if many > state.pouch_size:
        return _no("reason.pouch_holds", "HT-3.1", {"count": int(state.pouch_size)})
    return _no("reason.eight", "HT-3.1", {"count": int(total(state.turn_pieces))})


def _two_are_due(state: HitohiraState) -> Reason:
    code = "reason.take_second" if state.taken else "reason.take_two"
    return _no(code, "HT-R12", {"colours": [colour_fact(colour) for colour in members(takable(state))]})


def _not_this_take(state: HitohiraState, action: int) -> Reason:
    rule = "HT-4.5" if state.phase == OTOME_TAKE else "HT-3.5"
    if action == TAKE_NO_MORE:
        return _two_are_due(state) if two_are_due(state) else _no("reason.must_take", rule, {})
    colour = action - TAKE
    if colour == BLACK:
        return _no("reason.no_black", rule, {})
    if state.taken & BIT[colour] != 0:
        return _no("reason.same_colour", rule, {"colour": colour_fact(colour)})
    return _no("reason.none_drawn", rule, {"colour": colour_fact(colour)})


def _not_this_ability(state: HitohiraState, ability: int) -> Reason:
    if triggered(state.turn_pieces) & BIT[ability // 2] == 0:
        return _no("reason.trigger", "HT-4.2", ability_facts(ability, int(state.seats)))
    return _no("reason.nothing_to_take", "HT-R4", {"thing": ability_fact(ability)})


def _not_this_pick(state: HitohiraState, pick: int) -> Reason:
    place, colour = divmod(pick, 6)
    rule = ABILITY_RULES[state.ability]
    facts: Facts = {"colour": colour_fact(colour)}
    if number(state.turn_pieces if place else state.fields[state.mover], colour) == 0:
        return _no("reason.not_in_turn" if place else "reason.not_in_field", rule, facts)
    assert state.phase != YOSHINO_PICK, "any piece will do (HT-4.4)"
    if colour == BLACK:
        return _no("reason.no_black", rule, {})
    return _no("reason.nothing_to_take", "HT-R3", {"thing": colour_fact(colour)})


def _not_from_there(state: HitohiraState, choice: int) -> Reason:
    owner, colour = divmod(choice, 6)
    rule = ABILITY_RULES[state.ability]
    if owner == state.mover:
        return _no("reason.own_field", rule, {})
    if number(state.fields[owner], colour) == 0:
        return _no("reason.not_in_their_field", rule, {"seat": seat_fact(owner), "colour": colour_fact(colour)})
    if colour == BLACK:
        return _no("reason.no_black", rule, {})
    if state.chosen < 0:
        return _no("reason.nothing_to_take", "HT-R4", {"thing": colour_fact(colour)})
    first_owner, first = divmod(int(state.chosen), 6)
    if colour == first:
        return _no("reason.same_colour", "HT-R3" if state.phase == HIME_TAKE else rule, {"colour": colour_fact(first)})
    return _no("reason.same_player", rule, {"seat": seat_fact(first_owner)})


# Where the points came from


def breakdown(state: HitohiraState) -> list[ScoreLine]:
    """Every point with its rule: the lines of each field, and the groups once the screens are open.

    In the end a seat with neither has a line that says so.
    """
    lines: list[ScoreLine] = []
    for seat in range(state.seats):
        before = len(lines)
        field = counts(state.fields[seat])
        black = best_black(field)
        for colour in range(BLACK):
            pieces = field[colour] + black[colour]
            if pieces == 0:
                continue
            facts: Facts = {"count": pieces, "colour": colour_fact(colour), "black": black[colour]}
            code = "points.line_black" if black[colour] else "points.line"
            lines.append(_line(seat, "HT-7.4", line_points(pieces), code, facts))
        if state.phase == END:
            lines.extend(_group_lines(state, seat))
            if len(lines) == before:
                lines.append(_line(seat, "HT-7.1", 0, "points.nothing", {}))
    return lines


def _group_lines(state: HitohiraState, seat: int) -> list[ScoreLine]:
    lines: list[ScoreLine] = []
    for group in range(2):
        numbers = state.groups()[group]
        if numbers[seat] == 0:
            continue
        players = len([1 for other in numbers if other == numbers[seat]])
        facts: Facts = {
            "count": numbers[seat],
            "group": {"code": GROUP_CODES[group]},
            "place": 1 + len([1 for other in numbers if other > numbers[seat]]),
            "players": players,
        }
        rule = "HT-7.1" if players == 1 else "HT-7.2"
        if state.seats == 2:
            rule = "HT-7.3" if players == 1 else "HT-R6"
        code = "points.place" if players == 1 else "points.tied"
        lines.append(_line(seat, rule, group_points(group, numbers)[seat], code, facts))
    return lines


def _line(seat: int, rule: str, points: int, code: str, facts: Facts) -> ScoreLine:
    return score_line(ENGLISH, seat, 1, rule, points, code, facts)
