"""Hitohira by names: positions laid out by hand, and chance put in by hand."""

import re
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

import zashiki
from zashiki import CHANCE
from zashiki.games.hitohira.pieces import COLOURS, counts, heap_of, total
from zashiki.games.hitohira.rules import HitohiraState

GAME = zashiki.games()["hitohira"]
PIECES = re.compile(r"(\d+) (red|yellow|light blue|blue|white|black)")


def numbers(text: str) -> list[int]:
    """Six numbers from words such as "2 red 1 light blue"."""
    found = [0] * 6
    for many, colour in PIECES.findall(text):
        found[COLOURS.index(colour)] += int(many)
    assert PIECES.sub("", text).strip() == "", text
    return found


def heap(text: str) -> int:
    return heap_of(numbers(text))


def one_by_one(text: str) -> list[str]:
    """The colours of the pieces, one for each piece."""
    return [COLOURS[colour] for colour, many in enumerate(numbers(text)) for _ in range(many)]


class Scenario:
    """A game that is played by names."""

    def __init__(
        self,
        seats: int = 3,
        abilities: str = "yoshino hime kumagai",
        fields: dict[int, str] | None = None,
        screens: dict[int, str] | None = None,
        pouch: str | None = None,
        removed: str = "1 red 1 yellow 1 blue",
        memory: str = "aid",
        failure: str = "free",
    ) -> None:
        """Lay pieces out before the game begins; what `pouch` does not name goes to the last seat's field."""
        options = GAME.checked(seats, {"abilities": abilities, "memory": memory, "failure": failure})
        state = GAME.start(seats, options)
        assert isinstance(state, HitohiraState)
        self.state = state
        laid = [heap((fields or {}).get(seat, "")) for seat in range(seats)]
        hidden = [heap((screens or {}).get(seat, "")) for seat in range(seats)]
        state.pouch -= sum(laid) + sum(hidden)
        if pouch is not None:
            kept = heap(pouch) + (heap(removed) if seats == 2 else 0)
            laid[-1] += state.pouch - kept
            state.pouch = kept
        assert min(counts(state.pouch)) >= 0
        state.pouch_size = total(state.pouch)
        state.fields = vec[i64](laid)
        state.screens = vec[i64](hidden)
        self.log: list[tuple[int, int]] = []
        self.laid = state.clone()
        self.events: list[str] = []
        if seats == 2:
            self.do(*[f"remove {colour}" for colour in one_by_one(removed)])
        self.do("start 0")

    def do(self, *moves: str) -> "Scenario":
        """Moves and outcomes of chance by name, in order, each by whoever is to act."""
        for name in moves:
            seat = self.state.waiting()[0]
            action = GAME.parse(seat, name)
            assert action in self.state.legal(seat), f"{name}: not among {self.may(seat)}"
            before = self.state.clone()
            self.state.apply(seat, action)
            self.log.append((seat, action))
            texts = [event.code for event in GAME.narrate(before, seat, action, self.state)]
            self.events += texts
        return self

    def draw(self, pieces: str) -> "Scenario":
        """A draw of just these pieces."""
        colours = one_by_one(pieces)
        return self.do(f"draw {len(colours)}").come(pieces)

    def come(self, pieces: str) -> "Scenario":
        """These pieces come out of the pouch."""
        return self.do(*[f"draw {colour}" for colour in one_by_one(pieces)])

    def may(self, seat: int | None = None) -> list[str]:
        """The legal moves of a seat, or of whoever is to act."""
        who = self.state.waiting()[0] if seat is None else seat
        return [GAME.name(who, action) for action in self.state.legal(who)]

    def why(self, move: str, seat: int | None = None) -> tuple[str, str, str]:
        """Code, rule and sentence of the reason why not."""
        who = self.state.waiting()[0] if seat is None else seat
        reason = GAME.why_not(self.state, who, GAME.parse(who, move))
        assert reason is not None
        return reason.code, reason.rule, reason.text

    def board(self, seat: int | None = None) -> Any:
        return GAME.board(self.state, seat)

    @property
    def phase(self) -> str:
        return str(self.board()["phase"])

    def field(self, seat: int) -> list[int]:
        return counts(self.state.fields[seat])

    def screen(self, seat: int) -> list[int]:
        return counts(self.state.screen(seat))

    def pouch(self) -> list[int]:
        return counts(self.state.pouch)


def drawn_again(scenario: Scenario, log: list[tuple[int, int]]) -> HitohiraState | None:
    """The state after other moves from the same beginning; None if one of them cannot be."""
    state = scenario.laid.clone()
    for seat, action in log:
        if action not in state.legal(seat):
            return None
        state.apply(seat, action)
    return state


def chances(log: list[tuple[int, int]], word: str) -> list[int]:
    """Where in a log chance gave an outcome that begins with this word."""
    return [
        index for index, (seat, action) in enumerate(log) if seat == CHANCE and GAME.name(seat, action).startswith(word)
    ]
