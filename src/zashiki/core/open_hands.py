"""All hands on the table: one board from the boards of all seats."""

from collections.abc import Mapping
from typing import Any


def open_hands(boards: list[Mapping[str, object]]) -> dict[str, object]:
    """The first board; wherever it has nothing (null) and another has something, that is taken.

    The boards are of one state, so they differ only in what each viewer may know. What they have alike but for the
    viewer (what touching a thing would mean, for instance) stays as the first has it.
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
