"""Hijun: how to play it well."""

from typing import Final, final

from mypy_extensions import i64

from zashiki.core.game import State
from zashiki.core.play import Play
from zashiki.games.hijun.rules import HijunState


@final
class HijunPlay(Play):
    """What a good player of Hijun knows."""

    def greedy(self, state: State, seat: i64) -> i64:
        assert isinstance(state, HijunState)
        return state.legal(seat)[0]


PLAY: Final = HijunPlay()
