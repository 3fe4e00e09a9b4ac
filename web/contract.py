"""Writes what the client knows about the Python side: `make contract`.

`contract/schema.json` has the shapes of all messages, boards and responses, from which TypeScript types are generated;
`contract/phrases.json` every English sentence by its code; `contract/games.json` the games; `contract/pieces.json` the
faces of their pieces. A test fails when they no longer match the code.
"""

import json
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter

from zashiki import registry
from zashiki.core.phrases import COMMON
from zashiki.games.hiroba.rules import FULL_HAND, SECOND
from zashiki.games.hiroba.tiles import TILES
from zashiki.games.hitohira.moves import ABILITIES, SHORT_NAMES
from zashiki.games.hitohira.pieces import COLOURS, counts, in_game, removed_unseen, total
from zashiki.games.hitohira.score import FIELD_POINTS
from zashiki.games.sakura.cards import FIREWORKS, KINDS, NAMES, PLANTS, kind
from zashiki.games.sakura.score import SET_CARDS
from zashiki.server.app import create_app
from zashiki.server.games import game_data
from zashiki.table.messages import Incoming, Outgoing
from zashiki.table.phrases import PHRASES
from zashiki.table.refusals import CODES

FOLDER: Final = Path(__file__).parent / "contract"


def schema() -> dict[str, Any]:
    """For each file of types, a JSON schema with all its definitions."""
    api = create_app().openapi()["components"]["schemas"]
    found: dict[str, Any] = {
        "incoming": _named("Incoming", Incoming),
        "outgoing": _named("Outgoing", Outgoing),
        "api": _plain({"$defs": json.loads(json.dumps(api).replace("#/components/schemas/", "#/$defs/"))}),
    }
    for game in registry.games().values():
        found[game.key] = _named("Board", game.board_type())
    return found


def phrases() -> dict[str, dict[str, str]]:
    """Every English sentence of the server, by catalogue and code."""
    return {
        "common": dict(COMMON),
        "chat": dict(PHRASES),
        "refusals": dict(CODES),
        **{game.key: dict(game.catalogue) for game in registry.games().values()},
    }


def games() -> list[dict[str, Any]]:
    """The games, as `GET /api/v1/games` lists them."""
    return [dict(game_data(game)) for game in registry.games().values()]


def pieces() -> dict[str, dict[str, Any]]:
    """By game, the faces of its pieces, for pictures that have no board (rules pages)."""
    return {
        "hiroba": hiroba_pieces(),
        "hitohira": hitohira_pieces(),
        "sakura": sakura_pieces(),
    }


def hiroba_pieces() -> dict[str, Any]:
    """The tiles as three rows each (HB-R1), and each kind of pebble: its two sides and its number (HB-1.2)."""
    return {
        "tiles": [tile.split() for tile in TILES],
        "pebbles": [[side, 10 - side, 1 + (FULL_HAND >> (SECOND + side) & 1)] for side in range(1, 6)],
    }


def hitohira_pieces() -> dict[str, Any]:
    """The number of pieces per colour, the size of the pouch by players, and the points of lines."""
    return {
        "colours": dict(zip(COLOURS, counts(in_game(4)), strict=True)),
        "pouch": {seats: total(in_game(seats)) - removed_unseen(seats) for seats in (2, 3, 4)},
        "lines": FIELD_POINTS,
        "abilities": dict(zip(ABILITIES, SHORT_NAMES, strict=True)),
    }


def sakura_pieces() -> dict[str, Any]:
    """The deck, four cards per plant; the kinds (SK-1.1); the sets (SK-1.2); the wildcard (SK-5.1)."""
    return {
        "plants": PLANTS,
        "cards": NAMES,
        "kinds": {one: [name for card, name in enumerate(NAMES) if kind(card) == one] for one in KINDS},
        "sets": [{"name": name, "cards": cards} for name, cards in SET_CARDS.items()],
        "wildcard": NAMES[FIREWORKS],
    }


def contract() -> dict[str, str]:
    """All files, by name."""
    parts = {"schema.json": schema(), "phrases.json": phrases(), "games.json": games(), "pieces.json": pieces()}
    return {name: json.dumps(part, indent=1, ensure_ascii=False, sort_keys=True) + "\n" for name, part in parts.items()}


def _named(name: str, type_: Any) -> dict[str, Any]:
    """The schema of a type under this name, with its parts under theirs."""
    one = TypeAdapter(type_).json_schema(mode="serialization")
    plain: dict[str, Any] = _plain({"$defs": {**one.pop("$defs", {}), name: one}})
    return plain


def _plain(value: Any, names: bool = False) -> Any:
    """Without titles, which would become a type per field, and without discriminators."""
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        key: _plain(item, key in ("properties", "$defs"))
        for key, item in value.items()
        if names or key not in ("title", "discriminator")
    }


def main() -> None:
    """Write all files."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in contract().items():
        (FOLDER / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
