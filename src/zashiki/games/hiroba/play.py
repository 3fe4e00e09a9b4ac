"""Hiroba: how to play it well."""

from typing import Final, final

from mypy_extensions import i64

from zashiki.core.game import State
from zashiki.core.play import Play
from zashiki.games.hiroba.rules import HirobaState


@final
class HirobaPlay(Play):
    """What a good player of Hiroba knows."""

    def greedy(self, state: State, seat: i64) -> i64:
        assert isinstance(state, HirobaState)
        return state.legal(seat)[0]


PLAY: Final = HirobaPlay()
