"""Typed options of a game: their defaults, their limits, and clear errors.

An `Option` has all that a client needs to offer it: its `kind`, its limits or choices, a value written out as a
starting point, and every problem with a value. No client has to know which option of which game it is.
"""

from abc import ABC, abstractmethod
from typing import Final, final

from mypy_extensions import mypyc_attr

from zashiki.core.errors import BadOption, UnknownOption
from zashiki.core.jsontypes import Facts, Json
from zashiki.core.phrases import COMMON, Catalogue, sentence
from zashiki.core.shapes import OptionProblemData

Options = dict[str, Json]
"""Every option of a game with its value."""

NUMBER: Final = "number"
"""A whole number from `low` to `high`."""
CHOICE: Final = "choice"
"""One of `choices`."""
TABLE: Final = "table"
"""One of `choices`, or a table of whole numbers from `low` to `high`, such as `example`."""


@final
class OptionProblem:
    """One problem with the value of an option."""

    def __init__(
        self, catalogue: Catalogue, option: str, at: int | None, code: str, rule: str | None, facts: Facts
    ) -> None:
        self.option = option
        """The option's key; `seats` for the number of seats."""
        self.at = at
        """The item of a list, from 0; None for the whole value."""
        self.code = code
        """The kind of problem, for programs and translations."""
        self.rule = rule
        """The id of the rule that refuses, if one does."""
        self.facts = facts
        """The details."""
        self.text = sentence(catalogue, code, facts)
        """The English sentence."""

    def data(self) -> OptionProblemData:
        """The problem as JSON."""
        return {
            "option": self.option,
            "at": self.at,
            "code": self.code,
            "rule": self.rule,
            "facts": self.facts,
            "text": self.text,
        }

    def __str__(self) -> str:
        return self.text if self.rule is None else f"{self.text} ({self.rule})"

    def __repr__(self) -> str:
        return f"OptionProblem({self.option!r}, {self.code!r}, {self.text!r})"


@mypyc_attr(allow_interpreted_subclasses=True)
class Option(ABC):
    """Something that can be set for a match."""

    def __init__(self, key: str, about: str, kind: str, low: int | None = None, high: int | None = None) -> None:
        self.key = key
        """The keyword it is set by."""
        self.about = about
        """What it means, in one sentence."""
        self.kind = kind
        """How a client offers it: `number`, `choice`, `table`, or a kind that a game adds."""
        self.low = low
        """The smallest number, or the fewest items; None if there is no such limit."""
        self.high = high
        """The largest number, or the most items."""

    def __repr__(self) -> str:
        return f"<Option {self.key}: {self.allowed()}>"

    @abstractmethod
    def default(self, seats: int) -> Json:
        """The default value."""

    @abstractmethod
    def allowed(self) -> str:
        """What it accepts, in words."""

    @abstractmethod
    def check(self, value: Json, seats: int) -> Json:
        """The value in its plain JSON form; `BadOption` if it is not accepted."""

    @abstractmethod
    def examples(self, seats: int) -> list[Json]:
        """Values worth testing, the limits among them."""

    def choices(self, seats: int) -> list[Json] | None:
        """The words or numbers to choose from, the default first; None if any value in range will do."""
        return None

    def example(self, seats: int) -> Json:
        """The default written out, as a starting point for one's own value; None if there is nothing to write out."""
        return None

    def problems(self, value: Json, seats: int) -> list[OptionProblem]:
        """Every problem with a value; empty if `check` accepts it."""
        try:
            self.check(value, seats)
        except BadOption as error:
            return [not_allowed(self.key, error.expected)]
        return []

    def read(self, text: str) -> Json:
        """The value that a text means, where only text can be given; `check` decides whether it is accepted."""
        return text

    def refuse(self, value: object) -> BadOption:
        """The error for a value that is not allowed."""
        return BadOption(value, self.allowed(), f"option {self.key}")


@final
class WholeNumber(Option):
    """A whole number within limits."""

    def __init__(self, key: str, about: str, low: int, high: int, defaults: dict[int, int]) -> None:
        super().__init__(key, about, NUMBER, low, high)
        self._least = low
        self._most = high
        self.defaults = defaults
        """The default for each number of seats."""

    def default(self, seats: int) -> Json:
        return self.defaults[seats]

    def allowed(self) -> str:
        return f"a whole number from {self._least} to {self._most}"

    def check(self, value: Json, seats: int) -> Json:
        if isinstance(value, bool) or not isinstance(value, int) or not self._least <= value <= self._most:
            raise self.refuse(value)
        return value

    def examples(self, seats: int) -> list[Json]:
        return [self._least, self.defaults[seats], self._most]


@final
class Choice(Option):
    """One of a few words or numbers; the first is the default."""

    def __init__(self, key: str, about: str, by_seats: dict[int, list[Json]]) -> None:
        super().__init__(key, about, CHOICE)
        self.by_seats = by_seats
        """What may be chosen, for each number of seats."""

    def default(self, seats: int) -> Json:
        return self.by_seats[seats][0]

    def allowed(self) -> str:
        if len({repr(row) for row in self.by_seats.values()}) == 1:
            return "one of " + _listed(next(iter(self.by_seats.values())))
        return "one of " + "; ".join(f"{_listed(row)} with {seats} seats" for seats, row in self.by_seats.items())

    def check(self, value: Json, seats: int) -> Json:
        for choice in self.by_seats[seats]:
            # `True == 1` in Python; an option that takes 1 should still refuse True.
            if type(choice) is type(value) and choice == value:
                return choice
        raise self.refuse(value)

    def examples(self, seats: int) -> list[Json]:
        return list(self.by_seats[seats])

    def choices(self, seats: int) -> list[Json] | None:
        return list(self.by_seats[seats])


@final
class NumberTable(Option):
    """A table of whole numbers, or a word that stands for a well-known one; the first word is the default."""

    def __init__(
        self,
        key: str,
        about: str,
        words: list[str],
        rows: int,
        columns: int,
        low: int,
        high: int,
        usual: Json,
        tested: Json,
    ) -> None:
        super().__init__(key, about, TABLE, low, high)
        self._least = low
        self._most = high
        self.words = words
        self.rows = rows
        self.columns = columns
        self.usual = usual
        """The table that the default stands for."""
        self.tested = tested
        """Another table, worth testing."""

    def default(self, seats: int) -> Json:
        return self.words[0]

    def allowed(self) -> str:
        words = ", ".join(repr(word) for word in self.words)
        return f"{words}, or {self.rows} rows of {self.columns} whole numbers from {self._least} to {self._most}"

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
            if isinstance(number, bool) or not isinstance(number, int) or not self._least <= number <= self._most:
                raise self.refuse(table)
        return list(row)

    def examples(self, seats: int) -> list[Json]:
        return [*self.words, self.check(self.tested, seats)]

    def choices(self, seats: int) -> list[Json] | None:
        return list(self.words)

    def example(self, seats: int) -> Json:
        return self.check(self.usual, seats)

    def read(self, text: str) -> Json:
        """`1 2 3/4 5 6` as rows of numbers."""
        rows = [row.split() for row in text.split("/")]
        if len(rows) == 1 or not all(number.isdecimal() for row in rows for number in row):
            return text
        return [[int(number) for number in row] for row in rows]


def checked_options(options: tuple[Option, ...], given: Options, seats: int) -> Options:
    """Every option with its value: those given are checked, the others have their default."""
    known = [option.key for option in options]
    for key in given:
        if key not in known:
            expected = "one of " + ", ".join(known) if known else "no options: this game has none"
            raise UnknownOption(key, expected, "options")
    return {
        option.key: option.check(given[option.key], seats) if option.key in given else option.default(seats)
        for option in options
    }


def option_problems(options: tuple[Option, ...], given: Options, seats: int) -> list[OptionProblem]:
    """Every problem that `checked_options` would find, not only the first."""
    known: list[Json] = [option.key for option in options]
    found = [
        OptionProblem(COMMON, key, None, "option.unknown", None, {"option": key, "known": known})
        for key in given
        if key not in known
    ]
    for option in options:
        if option.key in given:
            found += option.problems(given[option.key], seats)
    return found


def not_allowed(key: str, expected: str) -> OptionProblem:
    """The problem of a value that an option does not accept."""
    return OptionProblem(COMMON, key, None, "option.value", None, {"option": key, "expected": expected})


def _listed(values: list[Json]) -> str:
    return ", ".join(repr(value) for value in values)
