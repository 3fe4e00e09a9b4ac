"""Hiroba: why a move may not be made, and where every point comes from."""

from zashiki.core.bits import BIT, members
from zashiki.core.jsontypes import Facts
from zashiki.core.phrases import score_line, seat_fact, seat_facts
from zashiki.core.reasons import Reason
from zashiki.core.shapes import ScoreLine
from zashiki.games.hiroba.phrases import ENGLISH, garden_fact, square_fact, square_facts
from zashiki.games.hiroba.rules import (
    END,
    FULL_HAND,
    PEBBLE,
    STONE,
    STONE_MOVE,
    HirobaState,
)
from zashiki.games.hiroba.score import LOOSE_KOI, Counts, Standing, standing
from zashiki.games.hiroba.squares import COLUMN_NAMES, ROW_NAMES, SQUARES, listed
from zashiki.games.hiroba.tiles import PLACE_OF
from zashiki.games.hiroba.view import gardens_shown, sides_left, squares_of


def why_not(state: HirobaState, seat: int, action: int) -> Reason | None:
    """None if `seat` may make the move, else the reason; the state decides, this only explains."""
    if state.allows(seat, action):
        return None
    reason = _not_now(state, seat)
    if reason is not None:
        return reason
    if action >= STONE_MOVE:
        return _not_this_stone(state, seat, action)
    return _not_this_pebble(state, seat, action // SQUARES + 1, action % SQUARES)


def _no(code: str, rule: str, facts: Facts) -> Reason:
    return Reason(ENGLISH, code, rule, facts)


def _not_now(state: HirobaState, seat: int) -> Reason | None:
    if state.phase == END:
        return _no("reason.over", "HB-4.1", {})
    if state.phase < PEBBLE:
        return _no("reason.set_up", "HB-2.1", {})
    if seat == state.mover:
        return None
    if state.hand[seat] == 0:
        return _no("reason.all_placed", "HB-1.2", {})
    if state.out & BIT[seat] != 0:
        return _no("reason.out", "HB-R3", {})
    waits_for: Facts = {"seat": seat_fact(int(state.mover))}
    if state.phase == STONE:
        return _no("reason.wait_stone", "HB-2.3", waits_for)
    return _no("reason.wait_pebble", "HB-2.3", waits_for)


def _not_this_stone(state: HirobaState, seat: int, action: int) -> Reason:
    if state.phase == PEBBLE:
        if state.stones[seat] == 0:
            return _no("reason.no_stone_left", "HB-1.3", {})
        return _no("reason.pebble_first", "HB-3.4", {})
    reason = _not_free(state, action - STONE_MOVE, "HB-3.4")
    assert reason is not None
    return reason


def _not_this_pebble(state: HirobaState, seat: int, number: int, square: int) -> Reason:
    if state.phase == STONE:
        return _no("reason.one_pebble", "HB-3.1", {})
    if sides_left(state, seat, number) == 0:
        return _no("reason.no_such_pebble", "HB-1.2", {"number": number})
    return _not_free(state, square, "HB-3.1") or _not_in_reach(state, seat, square) or _there(state, number, square)


def _not_free(state: HirobaState, square: int, rule: str) -> Reason | None:
    facts: Facts = {"square": square_fact(square)}
    if not state.in_play(PLACE_OF[square]):
        return _no("reason.water", "HB-2.2", facts)
    if square == state.pond(PLACE_OF[square]):
        return _no("reason.pond", rule, facts)
    if state.board[square] != 0:
        return _no("reason.pebble_there" if state.board[square] % 10 else "reason.stone_there", rule, facts)
    return None


def _not_in_reach(state: HirobaState, seat: int, square: int) -> Reason | None:
    reach = listed(state.reach[2 * seat], state.reach[2 * seat + 1])
    if square in reach:
        return None
    if state.hand[seat] == FULL_HAND:
        starts = square_facts([start for start in reach if state.board[start] == 0])
        return _no("reason.not_a_start", "HB-3.2", {"square": square_fact(square), "starts": starts})
    return _no("reason.not_in_line", "HB-3.2", _row_and_column(square))


def _row_and_column(square: int) -> Facts:
    return {"row": ROW_NAMES[square // 9], "column": COLUMN_NAMES[square % 9]}


def _there(state: HirobaState, number: int, square: int) -> Reason:
    """The same number in the row, the column or the garden (HB-3.3)."""
    garden = squares_of(state, int(state.garden_at(square)))
    alike = [other for other in range(SQUARES) if state.board[other] % 10 == number]
    facts: Facts = {"number": number, **_row_and_column(square)}
    for other in alike:
        if other // 9 == square // 9:
            return _no("reason.in_row", "HB-3.3", {**facts, "other": square_fact(other)})
    for other in alike:
        if other % 9 == square % 9:
            return _no("reason.in_column", "HB-3.3", {**facts, "other": square_fact(other)})
    for other in alike:
        if other in garden:
            facts["garden"] = garden_fact(garden)
            return _no("reason.in_garden", "HB-3.3", {**facts, "other": square_fact(other)})
    raise AssertionError("unreachable: the square is free, in reach and lacks the number")


def breakdown(state: HirobaState) -> list[ScoreLine]:
    """Every point with its rule, seat by seat, as it would be if the game ended now.

    In the end a seat without points has a line that says so.
    """
    counts = state.counts()
    result = standing(counts)
    gardens = gardens_shown(state)
    lines: list[ScoreLine] = []
    for seat in range(state.seats):
        before = len(lines)
        for garden in gardens:
            lines += _garden_lines(state, seat, garden, counts, result)
        loose = int(result.loose[seat])
        if loose:
            lines.append(_line(seat, "HB-4.4", LOOSE_KOI * loose, "points.koi", {"count": loose}))
        if state.phase == END and len(lines) == before:
            lines.append(_line(seat, "HB-4.3", 0, "points.nothing", {}))
    return lines


def _garden_lines(state: HirobaState, seat: int, garden: int, counts: Counts, result: Standing) -> list[ScoreLine]:
    winners = members(result.winners[garden])
    if seat not in winners:
        return []
    facts: Facts = {"garden": garden_fact(squares_of(state, garden))}
    size = int(counts.sizes[garden])
    if len(winners) > 1:
        facts["seats"] = seat_facts([other for other in winners if other != seat])
        return [_line(seat, "HB-4.3", size, "points.garden_tied", facts)]
    lines = [_line(seat, "HB-4.3", size, "points.garden", facts)]
    if result.doubled[garden]:
        lines.append(_line(seat, "HB-4.4", size, "points.doubled", facts))
    return lines


def _line(seat: int, rule: str, points: int, code: str, facts: Facts) -> ScoreLine:
    return score_line(ENGLISH, seat, 1, rule, points, code, facts)
