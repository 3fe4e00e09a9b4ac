"""Helpers for the suite: settings to test, random play, the truth of a state as text."""

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from librt.vecs import vec
from mypy_extensions import i16

import zashiki
from zashiki import CHANCE, Game, Match, Rng, State, registry
from zashiki.bots import Budget, DecisionContext
from zashiki.core.observation import ObservationWriter
from zashiki.core.options import Options
from zashiki.table.persistence import player_of
from zashiki.table.state import TableState
from zashiki.testing.case import frozen


@dataclass(frozen=True)
class Setting:
    """A game as one table might set it up."""

    key: str
    seats: int
    given: tuple[tuple[str, str], ...] = ()
    """Options that are not left to their default, their values as JSON text."""

    @property
    def game(self) -> Game:
        return zashiki.games()[self.key]

    @property
    def options(self) -> Options:
        return {name: json.loads(value) for name, value in self.given}

    def __str__(self) -> str:
        return "-".join([self.key, str(self.seats), *(f"{name}={value}" for name, value in self.given)])

    def start(self) -> State:
        return self.game.start(self.seats, self.game.checked(self.seats, self.options))

    def table(self, seed: int) -> Match:
        given: dict[str, Any] = dict(self.options)
        return zashiki.new(self.key, seats=self.seats, seed=seed, **given)


@cache
def settings() -> list[Setting]:
    """Every game with every number of seats, with its defaults and with each option at each value worth testing."""
    found: list[Setting] = []
    for game in zashiki.games().values():
        for seats in game.seat_counts:
            found.append(Setting(game.key, seats))
            for option in game.options:
                values = [value for value in option.examples(seats) if value != option.default(seats)]
                found += [Setting(game.key, seats, ((option.key, json.dumps(value)),)) for value in values]
    return found


def default_settings() -> list[Setting]:
    """Every game with every number of seats and its default options."""
    return [setting for setting in settings() if not setting.given]


def truth(game: Game, state: State) -> bytes:
    """All that anybody can see of a state, to be compared."""
    viewers: list[int | None] = [None, *range(state.seats)]
    whole: list[Any] = [game.board(state, seat) for seat in viewers]
    whole += [state.legal(seat) for seat in range(state.seats)]
    whole += [state.waiting(), state.scores(), state.winners(), state.legal(CHANCE), game.breakdown(state)]
    return frozen(whole)


def seen_by(match: Match, seat: int | None) -> bytes:
    """Everything that leaves a table for a seat (None: a spectator) and what a bot there is handed, for comparison."""
    everybody = [match.breakdown()]
    if seat is None:
        return frozen([match.view(seat), match.events(seat), everybody])
    context = DecisionContext(match.game, match.options, match.state(), seat, Rng(match.ply), Budget(), match.ply)
    looked = seen_as_numbers(match.game, match.options, match.state(), seat)
    handed = [truth(match.game, context.state), context.legal, context.view, int(context.rng.word())]
    return frozen([match.view(seat), match.events(seat), match.legal(seat), everybody, handed, looked])


def seen_as_numbers(game: Game, options: Options, state: State, seat: int) -> list[int]:
    """What the seat sees of a state, as programs that learn have it."""
    observer = registry.package(game.key).observer
    row = vec[i16]([i16(0)] * sum(field.size for field in observer.fields(int(state.seats), options)))
    observer.observe(state, seat, ObservationWriter(row))
    return list(map(int, row))


def seen_by_name(match: Match, seat: int) -> dict[str, list[int]]:
    """The same, part by part."""
    numbers = seen_as_numbers(match.game, match.options, match.state(), seat)
    parts: dict[str, list[int]] = {}
    for field in registry.package(match.game.key).observer.fields(match.seats, match.options):
        parts[field.name], numbers = numbers[: field.size], numbers[field.size :]
    return parts


def one_hot(many: int, which: int | None) -> list[int]:
    """One-hot list of length `many`; all zeros for None."""
    return [int(place == which) for place in range(many)]


def dumped(value: Any) -> str:
    return json.dumps(value, sort_keys=True, allow_nan=False)


def rules_page(key: str, language: str = "en") -> str:
    """The rules page of a game, as the package ships it."""
    name = "rules.md" if language == "en" else f"rules.{language}.md"
    return (resources.files("zashiki") / "games" / key / name).read_text("utf-8")


def changed(record: zashiki.Record, **fields: Any) -> dict[str, Any]:
    """The JSON of a record with other fields and a checksum that fits them: a forger's work."""
    from zashiki.core.record import checksum

    data: dict[str, Any] = json.loads(record.to_json())
    data.update(fields)
    data["checksum"] = checksum(data)  # type: ignore[arg-type]
    return data


def record_of(state: TableState) -> zashiki.Record:
    """The record of a game that is over, from the game itself; the server builds it from database rows."""
    assert state.match is not None
    return state.match.record(players=[player_of(place) for place in state.seats])
