"""One board with all secrets open, from the boards of all seats."""

from collections.abc import Mapping
from typing import Any


def open_hands(boards: list[Mapping[str, object]]) -> dict[str, object]:
    """The first board, with every null filled in from a board that has a value there.

    The boards are of one state, so they differ only in what each viewer may know. Whatever else depends on the viewer
    stays as the first board has it.
    """
    whole: dict[str, object] = dict(boards[0])
    for board in boards[1:]:
        whole = {key: _fuller(value, board.get(key)) for key, value in whole.items()}
    return whole


def _fuller(here: Any, there: Any) -> Any:
    if here is None:
        return there
    if isinstance(here, dict) and isinstance(there, dict):
        return {key: _fuller(value, there.get(key)) for key, value in here.items()}
    if isinstance(here, list) and isinstance(there, list) and len(here) == len(there):
        return [_fuller(one, other) for one, other in zip(here, there, strict=True)]
    return here
