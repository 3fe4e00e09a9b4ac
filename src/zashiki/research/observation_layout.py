"""The layout of an observation, shared by the batch and PettingZoo."""

from dataclasses import dataclass

from zashiki import registry
from zashiki.core.errors import BadSeats
from zashiki.core.game import Game
from zashiki.core.jsontypes import Json
from zashiki.core.options import Options
from zashiki.registry import find


@dataclass(frozen=True)
class Part:
    """A field of an observation: columns that belong together."""

    name: str
    """The name of the field."""
    place: slice
    """Its columns: `row[part.place]`."""
    about: str
    """A description."""
    most: int
    """The divisor that scales it: 1 for flags, else the usual maximum."""


def layout(game: str, seats: int | None = None, **options: Json) -> list[Part]:
    """Return the fields of an observation, in order. In a field with a part for each seat, the observer comes first."""
    _, count, settled = setting(game, seats, options)
    parts: list[Part] = []
    at = 0
    for field in registry.package(game).observer.fields(count, settled):
        parts.append(Part(field.name, slice(at, at + field.size), field.about, field.most))
        at += field.size
    return parts


def setting(key: str, seats: int | None, options: Options) -> tuple[Game, int, Options]:
    """Return the game, the number of seats (the usual one if not given) and all options with their values."""
    game = find(key)
    count = game.usual_seats if seats is None else seats
    if type(count) is not int:
        raise BadSeats(count, "a whole number", "seats")
    return game, count, game.checked(count, options)
