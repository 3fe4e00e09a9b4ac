"""Hagakure: how to play it well."""

from typing import Final, final

from mypy_extensions import i64

from zashiki.core.game import State
from zashiki.core.play import Play
from zashiki.games.hagakure.rules import HagakureState


@final
class HagakurePlay(Play):
    """What a good player of Hagakure knows."""

    def greedy(self, state: State, seat: i64) -> i64:
        assert isinstance(state, HagakureState)
        return state.legal(seat)[0]


PLAY: Final = HagakurePlay()
