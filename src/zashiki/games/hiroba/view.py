"""Hiroba: what everybody sees, and the prompts. Nothing is hidden."""

from zashiki.core.bits import BIT, members
from zashiki.core.jsontypes import Facts
from zashiki.core.phrases import message, seat_fact
from zashiki.core.shapes import Message
from zashiki.games.hiroba.phrases import ENGLISH, square_fact
from zashiki.games.hiroba.rules import (
    END,
    FULL_HAND,
    NO_STONE,
    PEBBLE,
    PHASES,
    SECOND,
    STONE,
    STONE_MOVE,
    TILES,
    TURNINGS,
    HirobaState,
)
from zashiki.games.hiroba.score import Counts, Standing, standing
from zashiki.games.hiroba.shapes import Garden, HirobaBoard, Player, Pond, Side, Square, Tile
from zashiki.games.hiroba.squares import SQUARE_NAMES, SQUARES, listed, neighbours
from zashiki.games.hiroba.tile_turns import tile_at
from zashiki.games.hiroba.tiles import PLACE_NAMES, PLACES


def is_turned(state: HirobaState, place: int) -> bool:
    """Whether the tile of a place is drawn and turned."""
    return state.phase > TURNINGS or (state.phase == TURNINGS and place < state.place)


def gardens_shown(state: HirobaState) -> list[int]:
    """The gardens of all tiles that are turned and not water, as numbers of the state."""
    places = [place for place in range(PLACES) if is_turned(state, place) and state.in_play(place)]
    return [garden for place in places for garden in (2 * place, 2 * place + 1)]


def squares_of(state: HirobaState, garden: int) -> list[int]:
    """The squares of a garden."""
    return state.tiles.garden(state.face(garden // 2), garden // 2, garden % 2)


def board(state: HirobaState) -> HirobaBoard:
    """The whole table; nothing is secret."""
    counts = state.counts()
    result = standing(counts)
    gardens = gardens_shown(state)
    ponds = [garden // 2 for garden in gardens[::2]]
    return {
        "phase": PHASES[state.phase],
        "first": int(state.first) if state.phase >= PEBBLE else None,
        "final": state.phase == END,
        "tiles": [_tile(state, place) for place in range(PLACES)],
        "squares": _squares(state, gardens, result),
        "gardens": [_garden(state, garden, counts, result) for garden in gardens],
        "ponds": [_pond(state, place, counts, result) for place in ponds],
        "players": [_player(state, seat, result) for seat in range(state.seats)],
        "no_stone_action": NO_STONE,
    }


def _tile(state: HirobaState, place: int) -> Tile:
    drawn = state.phase > TILES or place < state.place
    return {
        "place": PLACE_NAMES[place],
        "tile": int(tile_at(state.order, place)) + 1 if drawn else None,
        "degrees": int(state.face(place)) % 4 * 90 if is_turned(state, place) else None,
        "water": not state.in_play(place),
    }


def _squares(state: HirobaState, gardens: list[int], result: Standing) -> list[Square]:
    garden_of = {square: garden for garden in gardens for square in squares_of(state, garden)}
    found = [_square(state, square) for square in range(SQUARES)]
    for square, garden in garden_of.items():
        found[square]["terrain"] = "garden"
        found[square]["garden"] = gardens.index(garden)
    for place in [garden // 2 for garden in gardens[::2]]:
        start = int(state.tiles.start_square[PLACES * state.face(place) + place])
        for square in listed(start, 0) if place < 6 else listed(0, start):
            found[square]["start"] = True
        pond = found[int(state.pond(place))]
        pond["terrain"] = "pond"
        pond["koi"] = state.phase >= PEBBLE and (state.phase < END or result.takers[place] == 0)
    return found


def _square(state: HirobaState, square: int) -> Square:
    place = square // 27 * 3 + square % 9 // 3
    seat, number = divmod(int(state.board[square]), 10)
    return {
        "name": SQUARE_NAMES[square],
        "row": 9 - square // 9,
        "column": square % 9 + 1,
        "place": place,
        "terrain": "bare" if state.in_play(place) else "water",
        "garden": None,
        "start": False,
        "pebble": {"seat": seat - 1, "number": number} if number else None,
        "stone": seat - 1 if seat and not number else None,
        "koi": False,
        "pebble_actions": [SQUARES * before + square for before in range(9)],
        "stone_action": STONE_MOVE + square,
    }


def _garden(state: HirobaState, garden: int, counts: Counts, result: Standing) -> Garden:
    squares = squares_of(state, garden)
    leaders = members(result.winners[garden])
    return {
        "place": garden // 2,
        "squares": [SQUARE_NAMES[square] for square in squares],
        "empty": [SQUARE_NAMES[square] for square in squares if state.board[square] == 0],
        "sums": [int(counts.gardens[state.seats * garden + seat]) for seat in range(state.seats)],
        "leaders": leaders,
        "koi": leaders[0] if result.doubled[garden] else None,
    }


def _pond(state: HirobaState, place: int, counts: Counts, result: Standing) -> Pond:
    square = int(state.pond(place))
    return {
        "place": place,
        "square": SQUARE_NAMES[square],
        "beside": [SQUARE_NAMES[other] for other in neighbours(square)],
        "sums": [int(counts.ponds[state.seats * place + seat]) for seat in range(state.seats)],
        "takers": members(result.takers[place]),
    }


def _player(state: HirobaState, seat: int, result: Standing) -> Player:
    return {
        "seat": seat,
        "pebbles_left": pebbles_left(state, seat),
        "sides": [_side(state, seat, number) for number in range(1, 10)],
        "stones": int(state.stones[seat]),
        "out": state.out & BIT[seat] != 0,
        "gardens": int(result.won[seat]),
        "koi": int(result.koi[seat]),
        "loose_koi": int(result.loose[seat]),
        "points": int(result.points[seat]),
    }


def _side(state: HirobaState, seat: int, number: int) -> Side:
    low, high = state.spots(seat, number)
    to_place = state.phase == PEBBLE and state.mover == seat
    return {
        "number": number,
        "back": 10 - number,
        "left": sides_left(state, seat, number),
        "squares": [SQUARE_NAMES[square] for square in listed(low, high)] if to_place else [],
    }


def sides_left(state: HirobaState, seat: int, number: int) -> int:
    """How many pebbles the seat has left that can show the number."""
    return len([bit for bit in (number, number + SECOND) if state.hand[seat] & BIT[bit] != 0])


def pebbles_left(state: HirobaState, seat: int) -> int:
    """How many pebbles the seat has left."""
    return sum(sides_left(state, seat, number) for number in range(1, 6))


def label(action: int) -> Message:
    """A move in words."""
    if action == NO_STONE:
        return message(ENGLISH, "move.no_stone", {})
    if action >= STONE_MOVE:
        return message(ENGLISH, "move.stone", {"square": square_fact(action - STONE_MOVE)})
    facts: Facts = {"number": action // SQUARES + 1, "square": square_fact(action % SQUARES)}
    return message(ENGLISH, "move.pebble", facts)


def prompt(state: HirobaState, viewer: int | None) -> Message:
    """What the viewer has to do, or whom everybody is waiting for."""
    mover = int(state.mover)
    if viewer != mover:
        code = "prompt.wait_stone" if state.phase == STONE else "prompt.wait_pebble"
        return message(ENGLISH, code, {"seat": seat_fact(mover)})
    if state.phase == STONE:
        return message(ENGLISH, "prompt.stone", {"count": int(state.stones[mover])})
    return message(ENGLISH, "prompt.first" if state.hand[mover] == FULL_HAND else "prompt.pebble", {})
