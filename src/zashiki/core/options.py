"""Typed options of a game: their defaults, their limits, and clear errors."""

from abc import ABC, abstractmethod
from typing import final

from zashiki.core.errors import BadOption, UnknownOption
from zashiki.core.jsontypes import Json

Options = dict[str, Json]
"""Every option of a game with its value."""


class Option(ABC):
    """One thing that a table may set."""

    def __init__(self, key: str, about: str) -> None:
        self.key = key
        """The keyword it is set by."""
        self.about = about
        """One sentence for people."""

    @abstractmethod
    def default(self, seats: int) -> Json:
        """The value when nobody sets it."""

    @abstractmethod
    def allowed(self) -> str:
        """What it takes, in words."""

    @abstractmethod
    def check(self, value: Json, seats: int) -> Json:
        """The value in its plain JSON form; `BadOption` if it may not be."""

    @abstractmethod
    def examples(self, seats: int) -> list[Json]:
        """Values worth testing, the limits among them."""

    def refuse(self, value: object) -> BadOption:
        """The error for a value that is not allowed."""
        return BadOption(value, self.allowed(), f"option {self.key}")


@final
class WholeNumber(Option):
    """A whole number within limits."""

    def __init__(self, key: str, about: str, low: int, high: int, defaults: dict[int, int]) -> None:
        super().__init__(key, about)
        self.low = low
        self.high = high
        self.defaults = defaults
        """The default for each number of seats."""

    def default(self, seats: int) -> Json:
        return self.defaults[seats]

    def allowed(self) -> str:
        return f"a whole number from {self.low} to {self.high}"

    def check(self, value: Json, seats: int) -> Json:
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            raise self.refuse(value)
        return value

    def examples(self, seats: int) -> list[Json]:
        return [self.low, self.defaults[seats], self.high]


@final
class Choice(Option):
    """One of a few words or numbers; the first is the default."""

    def __init__(self, key: str, about: str, choices: dict[int, list[Json]]) -> None:
        super().__init__(key, about)
        self.choices = choices
        """What may be chosen, for each number of seats."""

    def default(self, seats: int) -> Json:
        return self.choices[seats][0]

    def allowed(self) -> str:
        if len({repr(row) for row in self.choices.values()}) == 1:
            return "one of " + _listed(next(iter(self.choices.values())))
        return "one of " + "; ".join(f"{_listed(row)} with {seats} seats" for seats, row in self.choices.items())

    def check(self, value: Json, seats: int) -> Json:
        for choice in self.choices[seats]:
            # `True == 1` in Python; an option that takes 1 should still refuse True.
            if type(choice) is type(value) and choice == value:
                return choice
        raise self.refuse(value)

    def examples(self, seats: int) -> list[Json]:
        return list(self.choices[seats])


@final
class NumberTable(Option):
    """A table of whole numbers, or a word that stands for a well-known one; the first word is the default."""

    def __init__(
        self, key: str, about: str, words: list[str], rows: int, columns: int, low: int, high: int, example: Json
    ) -> None:
        super().__init__(key, about)
        self.words = words
        self.rows = rows
        self.columns = columns
        self.low = low
        self.high = high
        self.example = example
        """A table worth testing."""

    def default(self, seats: int) -> Json:
        return self.words[0]

    def allowed(self) -> str:
        words = ", ".join(repr(word) for word in self.words)
        return f"{words}, or {self.rows} rows of {self.columns} whole numbers from {self.low} to {self.high}"

    def check(self, value: Json, seats: int) -> Json:
        if isinstance(value, str) and value in self.words:
            return value
        if not isinstance(value, list) or len(value) != self.rows:
            raise self.refuse(value)
        return [self._row(row, value) for row in value]

    def _row(self, row: Json, table: Json) -> Json:
        if not isinstance(row, list) or len(row) != self.columns:
            raise self.refuse(table)
        for number in row:
            if isinstance(number, bool) or not isinstance(number, int) or not self.low <= number <= self.high:
                raise self.refuse(table)
        return list(row)

    def examples(self, seats: int) -> list[Json]:
        return [*self.words, self.check(self.example, seats)]


def settle(options: tuple[Option, ...], given: Options, seats: int) -> Options:
    """All options with their values: the given ones checked, the others by default."""
    known = [option.key for option in options]
    for key in given:
        if key not in known:
            expected = "one of " + ", ".join(known) if known else "no options: this game has none"
            raise UnknownOption(key, expected, "options")
    return {
        option.key: option.check(given[option.key], seats) if option.key in given else option.default(seats)
        for option in options
    }


def _listed(values: list[Json]) -> str:
    return ", ".join(repr(value) for value in values)
