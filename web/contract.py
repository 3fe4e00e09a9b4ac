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
from zashiki.core.game import Game
from zashiki.core.package import GamePackage
from zashiki.core.phrases import COMMON
from zashiki.core.shapes import Place
from zashiki.server.app import create_app
from zashiki.server.games import game_data
from zashiki.table.messages import Incoming, Outgoing
from zashiki.table.phrases import PHRASES
from zashiki.table.refusals import CODES, REASONS

FOLDER: Final = Path(__file__).parent / "contract"


def built_in() -> dict[str, GamePackage]:
    """The games that the client has tables for; whatever else is installed is drawn from its view."""
    return {key: one for key, one in registry.packages().items() if one.built_in}


def _games() -> list[Game]:
    return [package.game for package in built_in().values()]


def schema() -> dict[str, Any]:
    """For each file of types, a JSON schema with all its definitions."""
    api = create_app().openapi()["components"]["schemas"]
    found: dict[str, Any] = {
        "incoming": _named("Incoming", Incoming),
        "outgoing": _named("Outgoing", Outgoing),
        "api": _plain({"$defs": json.loads(json.dumps(api).replace("#/components/schemas/", "#/$defs/"))}),
    }
    found["board"] = _named("Places", list[Place])
    for game in _games():
        found[game.key] = _named("Board", game.board_type())
    return found


def phrases() -> dict[str, dict[str, str]]:
    """Every English sentence of the server, by catalogue and code."""
    return {
        "common": dict(COMMON),
        "chat": dict(PHRASES),
        "refusals": {**CODES, **REASONS},
        **{game.key: dict(game.catalogue) for game in _games()},
    }


def games() -> list[dict[str, Any]]:
    """The games, as `GET /api/v1/games` lists them."""
    return [dict(game_data(game)) for game in _games()]


def pieces() -> dict[str, dict[str, Any]]:
    """By game: what the client must know of its pieces before it sees a board."""
    return {key: package.client_data() for key, package in built_in().items() if package.client_data is not None}


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
