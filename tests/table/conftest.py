"""Whatever a test of tables does: the match inside a state is never played on."""

from collections.abc import Callable, Generator
from typing import Any
from weakref import WeakSet

import pytest

from table.harness import PlayedOn
from zashiki.core.match import Match
from zashiki.table.state import TableState


@pytest.fixture(autouse=True, scope="module")
def _the_match_of_a_state_is_never_played_on() -> Generator[None]:
    owned: WeakSet[Match] = WeakSet()
    init = TableState.__init__

    def make(state: TableState, *fields: Any, **more: Any) -> None:
        init(state, *fields, **more)
        if state.match is not None:
            owned.add(state.match)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TableState, "__init__", make)
        for name in ("_advance", "_rewind"):  # every change of a match goes through one of them
            patch.setattr(Match, name, _refusing(getattr(Match, name), owned))
        yield


def _refusing(change: Callable[[Match, object], None], owned: WeakSet[Match]) -> Callable[[Match, object], None]:
    def refuse_or_change(match: Match, moves: object) -> None:
        if match in owned:
            raise PlayedOn(match)
        change(match, moves)

    return refuse_or_change
