"""Hiroba's scoring, taken from the rules: what a board is worth, to whom and by which rule."""

from dataclasses import dataclass
from itertools import combinations


@dataclass(frozen=True)
class Garden:
    """A garden in play."""

    place: str
    squares: tuple[str, ...]

    def size(self) -> int:
        return len(self.squares)


@dataclass(frozen=True)
class Item:
    """Points for one seat, and the rule that gives them."""

    seat: int
    rule: str
    points: int


class Tally:
    """The scoring of a board, as if the game ended now."""

    def __init__(
        self,
        seats: int,
        gardens: list[Garden],
        ponds: dict[str, list[str]],
        pebbles: dict[str, tuple[int, int]],
        stones: dict[str, int],
    ) -> None:
        """`ponds` maps each pond to the squares beside it; `pebbles` and `stones` are keyed by square."""
        self.seats = seats
        self.gardens = gardens
        self.pebbles = pebbles
        self.stones = stones
        self.leaders = {garden: self._leaders(garden) for garden in gardens}
        self.takers = {pond: self._takers(around) for pond, around in ponds.items()}
        self.koi = [sum(seat in takers for takers in self.takers.values()) for seat in range(seats)]
        """How many koi each seat gets."""
        self.doubled = [self._doubled(seat) for seat in range(seats)]
        """The gardens where each seat places its koi."""
        self.loose_koi = [self.koi[seat] - len(self.doubled[seat]) for seat in range(seats)]
        self.gardens_won = [[garden for garden in gardens if seat in self.leaders[garden]] for seat in range(seats)]
        """Including tied gardens (HB-R7)."""

    def sums(self, squares: list[str] | tuple[str, ...]) -> list[int]:
        """For each seat, the sum of its own pebbles on these squares."""
        sums = [0] * self.seats
        for square in squares:
            if square in self.pebbles:
                owner, number = self.pebbles[square]
                sums[owner] += number
        return sums

    def _leaders(self, garden: Garden) -> list[int]:
        """HB-4.3: who has the highest sum; nobody in a garden without pebbles."""
        sums = self.sums(garden.squares)
        return [seat for seat in range(self.seats) if sums[seat] == max(sums) and sums[seat] > 0]

    def _takers(self, around: list[str]) -> list[int]:
        """HB-4.2: who has the lowest sum next to the pond, among those with a pebble there (HB-R4)."""
        sums = self.sums(around)
        there = [seat for seat in range(self.seats) if sums[seat] > 0]
        return [seat for seat in there if sums[seat] == min(sums[other] for other in there)]

    def empty(self, garden: Garden) -> list[str]:
        return [square for square in garden.squares if square not in self.pebbles and square not in self.stones]

    def room_for_koi(self, seat: int) -> list[Garden]:
        """HB-4.4: the gardens where `seat` could place a koi."""
        return [garden for garden in self.gardens if self.leaders[garden] == [seat] and self.empty(garden)]

    def _doubled(self, seat: int) -> list[Garden]:
        """A way to place the koi that scores most (HB-R5)."""
        koi, room = self.koi[seat], self.room_for_koi(seat)
        ways = [list(way) for count in range(koi + 1) for way in combinations(room, count)]
        return max(ways, key=lambda way: sum(garden.size() for garden in way) + koi - len(way))

    def items(self) -> list[Item]:
        items = []
        for seat in range(self.seats):
            items += [Item(seat, "HB-4.3", garden.size()) for garden in self.gardens_won[seat]]
            items += [Item(seat, "HB-4.4", garden.size()) for garden in self.doubled[seat]]
            items += [Item(seat, "HB-4.4", 1) for _ in range(self.loose_koi[seat])]
        return items

    def scores(self) -> list[int]:
        items = self.items()
        return [sum(item.points for item in items if item.seat == seat) for seat in range(self.seats)]

    def best(self) -> tuple[int, ...]:
        """HB-4.5: most points, then most gardens won, then shared."""
        ranks = [(points, len(won)) for points, won in zip(self.scores(), self.gardens_won, strict=True)]
        return tuple(seat for seat in range(self.seats) if ranks[seat] == max(ranks))
