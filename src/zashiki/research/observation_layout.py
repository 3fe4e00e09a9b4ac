"""What stands where in an observation: the same for the batch and for PettingZoo."""

from dataclasses import dataclass

from zashiki import registry
from zashiki.core.errors import BadSeats
from zashiki.core.game import Game
from zashiki.core.jsontypes import Json
from zashiki.core.options import Options
from zashiki.registry import find


@dataclass(frozen=True)
class Part:
    """Some numbers of an observation that belong together."""

    name: str
    """What it is called."""
    place: slice
    """Where in a row they are: `row[part.place]`."""
    about: str
    """What they say."""
    most: int
    """What they are divided by: 1 for marks that are there or not, else the largest the number usually gets."""


def layout(game: str, seats: int | None = None, **options: Json) -> list[Part]:
    """The parts of an observation, in their order. Of parts that all seats have, the one who looks comes first."""
    _, count, settled = setting(game, seats, options)
    parts: list[Part] = []
    at = 0
    for field in registry.package(game).observer.fields(count, settled):
        parts.append(Part(field.name, slice(at, at + field.size), field.about, field.most))
        at += field.size
    return parts


def setting(key: str, seats: int | None, options: Options) -> tuple[Game, int, Options]:
    """A game as it is to be played: with so many seats (the usual number, if not given) and all its options."""
    game = find(key)
    count = game.usual_seats if seats is None else seats
    if type(count) is not int:
        raise BadSeats(count, "a whole number", "seats")
    return game, count, game.checked(count, options)
