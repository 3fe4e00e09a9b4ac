"""The settings of a table."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Annotated, Any, Final, Literal, final

from pydantic import BaseModel, ConfigDict, Field, JsonValue, PlainSerializer, model_validator

from zashiki import registry
from zashiki.bots.levels import COUNT
from zashiki.core.errors import ZashikiError
from zashiki.core.game import Game
from zashiki.core.jsontypes import Facts
from zashiki.core.options import CHOICE, NUMBER, Options
from zashiki.table.input_errors import InputError, Where, shown_value
from zashiki.table.refusals import REASONS

LevelNumber = Annotated[int, Field(ge=1, le=COUNT, description="How well a bot plays, from 1 to 5.")]


NO_NUL: Final = r"^[^\x00]*$"
"""A text that every database can store."""


FEWEST: Final = min(min(game.seat_counts) for game in registry.games().values())
MOST: Final = max(max(game.seat_counts) for game in registry.games().values())
"""The fewest and most seats of any game."""


class Model(BaseModel):
    """Input from clients: no unknown fields, no coercion, immutable."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _whole_numbers(cls, data: Any) -> Any:
        """JSON does not distinguish 7.0 from 7."""
        if not isinstance(data, dict):
            return data
        return {key: int(one) if isinstance(one, float) and one.is_integer() else one for key, one in data.items()}


class Clock(Model):
    """How long a player may think."""

    kind: Literal["none", "move", "days"] = Field(
        default="none", description="No clock; seconds per move with a reserve for the game; or days per move."
    )
    seconds: int = Field(default=30, ge=5, le=600, description="Per move (kind `move`).")
    reserve: int = Field(
        default=120, ge=0, le=7200, description="Seconds for the whole game, used when a move takes longer."
    )
    days: int = Field(default=3, ge=1, le=14, description="Per move (kind `days`).")

    @property
    def per_move(self) -> float | None:
        """Seconds per move; None without a clock."""
        if self.kind == "none":
            return None
        return float(self.seconds) if self.kind == "move" else 86_400.0 * self.days

    @property
    def bank(self) -> float:
        """Seconds of reserve at the start."""
        return float(self.reserve) if self.kind == "move" else 0.0


@final
class ReadOnlyOptions(Mapping[str, JsonValue]):
    """Options that nobody can write to: a list among them comes out as a copy."""

    def __init__(self, options: Options) -> None:
        self._options = options

    def __getitem__(self, key: str) -> JsonValue:
        return deepcopy(self._options[key])

    def __iter__(self) -> Iterator[str]:
        return iter(self._options)

    def __len__(self) -> int:
        return len(self._options)

    def __repr__(self) -> str:
        return repr(self._options)


def _described(schema: dict[str, Any]) -> None:
    """Mark `seats` as optional: it has a default, which depends on the game."""
    schema["required"].remove("seats")


class Settings(Model):
    """How a table is set up."""

    model_config = ConfigDict(json_schema_extra=_described)

    game: str = Field(max_length=20, description="The game's key.", json_schema_extra={"enum": [*registry.games()]})
    seats: int = Field(
        description="How many seats; by default the game's usual number.",
        json_schema_extra={"minimum": FEWEST, "maximum": MOST},  # the game itself gives a better error
    )
    options: Annotated[Mapping[str, JsonValue], PlainSerializer(dict, return_type=dict[str, JsonValue])] = Field(
        default_factory=dict, description="Options of the game; missing ones have their defaults."
    )
    access: Literal["open", "link"] = Field(
        default="link", description="Who may join: everybody (the table is listed), or whoever has the link."
    )
    spectators: bool = Field(default=True, description="Whether others may watch.")
    clock: Clock = Field(default=Clock(), description="How long a player may think.")
    rated: bool = Field(default=False, description="Whether the game is rated: people only, no hints.")
    chat: bool = Field(default=True, description="Whether free chat is allowed; preset phrases always are.")
    spectator_chat: bool = Field(default=False, description="Whether spectators may chat while the game is running.")
    hints: bool = Field(default=True, description="Whether players may ask for hints.")
    one_device: bool = Field(default=False, description="Pass and play: all people share the host's device.")
    stand_in: LevelNumber = Field(
        default=3, description="The level of bots that take over for players who left or ran out of time."
    )

    @model_validator(mode="before")
    @classmethod
    def _usual_seats(cls, data: Any) -> Any:
        if isinstance(data, dict) and "seats" not in data and isinstance(data.get("game"), str):
            game = registry.games().get(data["game"])
            data = {**data, "seats": 0 if game is None else game.usual_seats}  # an unknown game is reported as such
        if isinstance(data, dict) and data.get("rated") is True:
            data = {"hints": False, **data}
        return data

    @model_validator(mode="after")
    def _possible(self) -> "Settings":
        # A frozen model has no other way to complete itself.
        object.__setattr__(self, "options", ReadOnlyOptions(self._checked_options()))
        if self.rated and self.hints:
            raise _conflict("settings.rated_hints", ("hints",), self.hints, [False])
        if self.rated and self.one_device:
            raise _conflict("settings.rated_one_device", ("one_device",), self.one_device, [False])
        if self.one_device and self.clock.kind != "none":
            raise _conflict("settings.one_device_clock", ("clock", "kind"), self.clock.kind, ["none"])
        if self.one_device and self.access == "open":
            raise _conflict("settings.one_device_open", ("access",), self.access, ["link"])
        return self

    def _checked_options(self) -> Options:
        """All options in canonical form; `InputError` if the game, the number of seats or an option is wrong."""
        game, options = registry.games().get(self.game), dict(self.options)
        try:
            return registry.find(self.game).checked(self.seats, options)
        except ZashikiError as error:
            facts: Facts = {"text": str(error).removeprefix(f"{error.where}: ")}
            if game is None:
                raise InputError(str(error), ("game",), self.game, [*registry.games()], facts) from None
            if self.seats not in game.seat_counts:
                raise InputError(str(error), ("seats",), self.seats, [*game.seat_counts], facts) from None
            problem = next(iter(game.problems(self.seats, options)))
            where = ("options", problem.option) if problem.at is None else ("options", problem.option, problem.at)
            value = shown_value((), options.get(problem.option))
            expected = _accepted(game, problem.option, self.seats)
            raise InputError(str(error), where, value, expected, facts) from None


def _conflict(reason: str, where: Where, value: JsonValue, expected: JsonValue) -> InputError:
    """The error for a setting that does not go with another one."""
    return InputError(REASONS[reason], where, value, expected, {"reason": reason})


def _accepted(game: Game, key: str, seats: int) -> JsonValue:
    """What an option of the game accepts, or which options there are."""
    option = next((one for one in game.options if one.key == key), None)
    if option is None:
        return [one.key for one in game.options]
    choices = option.choices(seats)
    if option.kind == NUMBER:
        return {"type": "integer", "min": option.low, "max": option.high}
    return choices if option.kind == CHOICE else {"type": option.kind, "values": choices}
