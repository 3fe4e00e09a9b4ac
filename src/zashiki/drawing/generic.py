"""A generic table, drawn from the JSON of any board: for games without their own drawing.

A list of `places` (`core/shapes.py`) is drawn place by place, each with its pieces.
"""

from collections.abc import Mapping
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from zashiki.core.shapes import Piece
from zashiki.drawing.style import QUIET, pairs, sheet

FOR_PROGRAMS: Final = ("action", "actions")
"""Fields that only programs need."""

INDENT: Final = 2


def draw(board: Mapping[str, Any]) -> RenderableType:
    """Draw everything on the board that is not empty: short values on a line, lists of objects as tables."""
    things: list[RenderableType] = []
    short: list[tuple[str, RenderableType]] = []
    for key, value in board.items():
        if _empty(key, value):
            continue
        if key == "places":
            things.append(pairs(*((place["title"]["text"], _pieces(place["pieces"])) for place in value)))
            continue
        if _is_short(value):
            short.append((_words(key), inline(value)))
        else:
            things += [Text(_words(key), QUIET), Padding(_block(value), (0, 0, 0, INDENT), expand=False)]
    # Short values come first: otherwise a table could push the round and the phase off the screen.
    return Group(pairs(*short), *things) if short else Group(*things)


def _pieces(pieces: list[Piece]) -> Text:
    """Show pieces in a row, each by its face or its label."""
    return Text("  ").join(Text(f"[{piece['face'] or piece['label']['text']}]") for piece in pieces)


def inline(value: Any) -> str:
    """Format a value on one line. An object with a name is shown by its name and flags: `double (used)`."""
    if isinstance(value, Mapping):
        rest = {key: item for key, item in value.items() if not _empty(key, item)}
        if isinstance(value.get("text"), str) and "code" in value:  # a sentence
            return str(value["text"])
        if isinstance(value.get("name"), str):
            marks = [_words(key) for key, item in rest.items() if item is True]
            return f"{value['name']} ({', '.join(marks)})" if marks else str(value["name"])
        return ", ".join(_words(key) if item is True else f"{_words(key)} {inline(item)}" for key, item in rest.items())
    if isinstance(value, list):
        between = "; " if any(isinstance(item, (list, Mapping)) and not _named(item) for item in value) else ", "
        return between.join(inline(item) for item in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "–" if value is None else str(value)


def _block(value: Any) -> RenderableType:
    if isinstance(value, Mapping):
        return draw(value)
    if all(isinstance(item, Mapping) for item in value):
        return _table(value)
    if all(isinstance(item, list) for item in value):
        return _matrix(value)
    return Group(*(Text(inline(item)) for item in value))


def _matrix(rows: list[list[Any]]) -> RenderableType:
    """Rows of a board or a score pad, with aligned columns."""
    grid = Table.grid(padding=(0, 2))
    for _ in range(max(len(row) for row in rows)):
        grid.add_column(justify="right")
    for row in rows:
        grid.add_row(*(inline(cell) for cell in row))
    return grid


def _table(rows: list[Mapping[str, Any]]) -> RenderableType:
    """Objects, one per row; empty columns are left out."""
    keys = [key for key in dict.fromkeys(key for row in rows for key in row) if key not in FOR_PROGRAMS]
    keys = [key for key in keys if not all(_empty(key, row.get(key)) for row in rows)]
    numbers = tuple(_words(key) for key in keys if all(_is_number(row.get(key)) for row in rows))
    table = sheet(*(_words(key) for key in keys), right=numbers)
    for row in rows:
        table.add_row(*("" if _empty(key, row.get(key)) else inline(row[key]) for key in keys))
    return table


def _empty(key: str, value: Any) -> bool:
    """Return whether there is nothing to show: no value, no items, a flag that is not set. Zero is not empty."""
    return key in FOR_PROGRAMS or value is None or value is False or value in ("", [], {})


def _is_short(value: Any) -> bool:
    if isinstance(value, Mapping):
        return _named(value) or all(_is_short(item) and not isinstance(item, Mapping) for item in value.values())
    if isinstance(value, list):
        return all(_named(item) or not isinstance(item, (list, Mapping)) for item in value)
    return True


def _named(value: Any) -> bool:
    return isinstance(value, Mapping) and isinstance(value.get("name"), str)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _words(key: str) -> str:
    return key.replace("_", " ")
