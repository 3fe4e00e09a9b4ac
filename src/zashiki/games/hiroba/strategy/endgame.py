"""Hiroba: the last few pebbles, searched to the end.

Nothing is hidden and nothing is random any more, so near the end every line can be searched. Everybody plays for their
own chance of winning (a shared victory counts in parts); the mover takes the best they can get. Chances add up to 1,
so a line is cut off as soon as another seat's share leaves too little for the mover (shallow pruning).
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.bits import BIT, count, lowest
from zashiki.core.win_chances import no_chances
from zashiki.games.hiroba.layout import Layout
from zashiki.games.hiroba.rules import END, PEBBLE, HirobaState
from zashiki.games.hiroba.score import standing, victors
from zashiki.games.hiroba.squares import SQUARES
from zashiki.games.hiroba.strategy.garden_values import EVERY, pebbles, ranked


def victory_shares(state: HirobaState) -> vec[float]:
    """Each seat's share of the victory, as if the game were over (HB-4.5)."""
    bits = victors(standing(state.counts()))
    parts = no_chances(state.seats)
    each = 1.0 / float(count(bits))
    while bits != 0:
        parts[lowest(bits)] = each
        bits &= bits - 1
    return parts


def placements_left(state: HirobaState) -> i64:
    """How many pebbles are still to come: those of seats that are not out (HB-R3)."""
    total: i64 = 0
    seat: i64 = 0
    while seat < state.seats:
        if state.out & BIT[seat] == 0:
            total += pebbles(state.hand[seat])
        seat += 1
    return total


@final
class EndgameSolver:
    """One search to the end, with a limit on its work."""

    def __init__(self, layout: Layout, budget: i64) -> None:
        self.layout = layout
        self.budget: i64 = budget
        """How many positions may still be looked at; below 0, the search gave up and its answers mean nothing."""
        self.choice: i64 = -1
        """The best move of the position that was searched last."""

    def search(self, state: HirobaState, enough: float) -> vec[float]:
        """Each seat's share of the victory with best play; of lines that give the mover `enough`, the first will do."""
        if state.phase == END:
            return victory_shares(state)
        seat = state.mover
        best = no_chances(state.seats)
        highest = -1.0
        choice: i64 = -1
        for action in self._moves(state, seat):
            self.budget -= 1
            if self.budget < 0:
                break
            twin = state.clone()
            twin.apply(seat, action)
            limit = enough
            if twin.mover != seat:
                limit = min(1.0, 1.0 - highest)
            parts = self.search(twin, limit)
            if parts[seat] > highest:
                highest = parts[seat]
                best = parts
                choice = action
                if highest >= enough:
                    break
        self.choice = choice
        return best

    def _moves(self, state: HirobaState, seat: i64) -> list[int]:
        """All moves, the most promising first; of the very last pebble only one for each effect."""
        moves = ranked(state, seat, self.layout, EVERY)
        if state.phase != PEBBLE or state.stones[seat] > 0 or placements_left(state) > 1:
            return moves
        seen: set[int] = set()
        kept: list[int] = []
        for action in moves:
            square: i64 = action % SQUARES
            effect = (action // SQUARES * 32 + self.layout.garden[square]) * 512 + self.layout.ponds[square]
            if effect not in seen:
                seen.add(effect)
                kept.append(action)
        return kept
