"""Hiroba: what happened, for everybody."""

from zashiki.core.bits import BIT, members
from zashiki.core.game import Event
from zashiki.core.jsontypes import Facts
from zashiki.core.phrases import seat_fact, seat_facts
from zashiki.games.hiroba.phrases import garden_fact, pond_fact, square_fact
from zashiki.games.hiroba.rules import (
    END,
    FIRST,
    NO_STONE,
    STONE_MOVE,
    TILES,
    TURN_BASE,
    TURNINGS,
    WATER,
    WATER_BASE,
    HirobaState,
)
from zashiki.games.hiroba.score import Counts, Standing, standing
from zashiki.games.hiroba.squares import SQUARES
from zashiki.games.hiroba.tile_turns import tile_at
from zashiki.games.hiroba.tiles import PLACE_NAMES, WATER_RUNS
from zashiki.games.hiroba.view import gardens_shown, pebbles_left, squares_of


def narrate(before: HirobaState, seat: int, action: int, after: HirobaState) -> list[Event]:
    """What happened when `seat` made this move."""
    phase = before.phase
    if phase == TILES:
        return []  # announced when the tile is turned
    if phase == TURNINGS:
        return [_turned(before, action - TURN_BASE)]
    if phase == WATER:
        places = [PLACE_NAMES[place] for place in sorted(WATER_RUNS[action - WATER_BASE])]
        return [Event("event.water", "HB-2.2", {"places": [*places]})]
    if phase == FIRST:
        return _begun(after)
    return [_moved(seat, action), *_gone_out(before, after), *(_ended(after) if after.phase == END else [])]


def _turned(state: HirobaState, turn: int) -> Event:
    tile = int(tile_at(state.order, state.place)) + 1
    facts: Facts = {"tile": tile, "place": PLACE_NAMES[state.place], "degrees": 90 * turn}
    return Event("event.tile", "HB-2.1", facts)


def _begun(state: HirobaState) -> list[Event]:
    events = [Event("event.first", "HB-2.3", {"seat": seat_fact(int(state.first))})]
    for turn in range(state.seats):
        seat = int(state.first + turn) % int(state.seats)
        facts: Facts = {"seat": seat_fact(seat), "count": int(state.stones[seat])}
        events.append(Event("event.stones", "HB-1.3", facts))
    return events


def _moved(seat: int, action: int) -> Event:
    if action == NO_STONE:
        return Event("event.no_stone", "HB-3.4", {"seat": seat_fact(seat)})
    square = square_fact(action - STONE_MOVE if action >= STONE_MOVE else action % SQUARES)
    if action >= STONE_MOVE:
        return Event("event.stone", "HB-3.4", {"seat": seat_fact(seat), "square": square})
    facts: Facts = {"seat": seat_fact(seat), "number": action // SQUARES + 1, "square": square}
    return Event("event.pebble", "HB-3.1", facts)


def _gone_out(before: HirobaState, after: HirobaState) -> list[Event]:
    """Those who were passed over now for the first time, with pebbles left."""
    events: list[Event] = []
    for turn in range(1, after.seats + 1):
        seat = int(before.mover + turn) % int(after.seats)
        left = pebbles_left(after, seat)
        if after.out & ~before.out & BIT[seat] != 0 and left > 0:
            events.append(Event("event.out", "HB-R3", {"seat": seat_fact(seat), "count": left}))
    return events


def _ended(state: HirobaState) -> list[Event]:
    counts = state.counts()
    result = standing(counts)
    gardens = gardens_shown(state)
    events = [_koi_taken(state, garden // 2, counts, result) for garden in gardens[::2]]
    for garden in gardens:
        events += _garden_won(state, garden, counts, result)
    for seat in range(state.seats):
        loose = int(result.loose[seat])
        if loose:
            events.append(Event("event.loose", "HB-4.4", {"seat": seat_fact(seat), "count": loose}))
    for seat in range(state.seats):
        points: Facts = {"points": int(result.points[seat]), "gardens": int(result.won[seat])}
        events.append(Event("event.total", "HB-4.5", {"seat": seat_fact(seat), **points}))
    events.append(Event("event.over", "HB-4.5", {"winners": seat_facts(state.winners())}))
    return events


def _koi_taken(state: HirobaState, place: int, counts: Counts, result: Standing) -> Event:
    takers = members(result.takers[place])
    facts: Facts = {"pond": pond_fact(int(state.pond(place)))}
    if not takers:
        return Event("event.koi_nobody", "HB-R4", facts)
    facts["seats"] = seat_facts(takers)
    facts["sum"] = int(counts.ponds[state.seats * place + takers[0]])
    return Event("event.koi", "HB-4.2", facts)


def _garden_won(state: HirobaState, garden: int, counts: Counts, result: Standing) -> list[Event]:
    winners = members(result.winners[garden])
    where = garden_fact(squares_of(state, garden))
    if not winners:
        return [Event("event.garden_nobody", "HB-4.3", {"garden": where})]
    total = int(counts.gardens[state.seats * garden + winners[0]])
    facts: Facts = {"seats": seat_facts(winners), "garden": where, "sum": total}
    events = [Event("event.garden", "HB-4.3", facts)]
    if result.doubled[garden]:
        events.append(Event("event.doubled", "HB-4.4", {"seat": seat_fact(winners[0]), "garden": where}))
    return events
