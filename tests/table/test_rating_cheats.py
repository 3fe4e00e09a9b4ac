"""Simulated cheats of each kind gain nothing on average; and honest games still order the players by strength.

The people are simulated, the rule is the one that rates real games. Each cheat is compared with the same person in the
same house, with the same luck, who plays as many games honestly.
"""

import math
import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from statistics import mean, stdev
from typing import Final

import pytest

from zashiki.store.rated_games import Pair, RatedGame, RatedSeat, Standing
from zashiki.table.rating_rule import DAY, doubt_at, rate_game

HONEST: Final = 40
NOISE: Final = 25 / 6
GAMES: Final = 40
"""How many games the cheat plays."""
TIMES: Final = 24
"""How often each cheat is tried."""


@dataclass
class Installation:
    """Accounts, their strengths and their ratings."""

    luck: random.Random
    strengths: dict[str, float] = field(default_factory=dict)
    standings: dict[str, Standing] = field(default_factory=dict)
    pairs: dict[tuple[str, str], Pair] = field(default_factory=dict)
    met: dict[str, dict[str, Pair]] = field(default_factory=dict)
    now: float = 0.0

    def copy(self, luck: random.Random) -> "Installation":
        met = {name: dict(known) for name, known in self.met.items()}
        return Installation(luck, dict(self.strengths), dict(self.standings), dict(self.pairs), met, self.now)

    def add(self, name: str, strength: float) -> str:
        self.strengths[name] = strength
        return name

    def rate(self, *seats: RatedSeat, hasty: bool = False, shared: bool = False) -> None:
        """A game that ends now."""
        names = sorted(seat.player for seat in seats if seat.player is not None)
        couples = [(a, b) for a in names for b in names if a < b]
        game = RatedGame(
            self.now,
            [replace(seat, standing=self.standings.get(seat.player or "")) for seat in seats],
            {couple: self.pairs[couple] for couple in couples if couple in self.pairs},
            {name: list(self.met.get(name, {}).values()) for name in names},
            len(self.standings),
            hasty,
            frozenset(couples) if shared else frozenset(),
        )
        outcome = rate_game(game)
        for seat, after in zip(seats, outcome.seats, strict=True):
            if seat.player is not None and after.standing is not None:
                self.standings[seat.player] = after.standing
        for pair in outcome.pairs:
            self.pairs[pair.one, pair.other] = pair
            self.met.setdefault(pair.one, {})[pair.other] = pair
            self.met.setdefault(pair.other, {})[pair.one] = pair

    def play(self, *names: str, extra: float = 0.0) -> list[RatedSeat]:
        """The seats after a game of these people; the first is stronger by `extra` than they are."""
        scores = [round(10 * self.luck.gauss(self.strengths[name], NOISE)) for name in names]
        scores[0] += round(10 * extra)
        return seats_of(names, scores)

    def partners(self, of: str, count: int = 1) -> list[str]:
        return self.luck.sample([name for name in self.strengths if name != of and name.startswith("honest")], count)

    def value(self, name: str) -> tuple[float, float]:
        """The rating and its place on the leaderboard."""
        standing = self.standings[name]
        return standing.mu, standing.mu - 3 * doubt_at(standing, self.now)


def seats_of(names: tuple[str, ...], scores: list[int]) -> list[RatedSeat]:
    return [
        RatedSeat(name, score, won=score == max(scores), left=False) for name, score in zip(names, scores, strict=True)
    ]


def thrown(winner: str, *losers: str) -> list[RatedSeat]:
    """The seats after everybody but the first has lost on purpose."""
    return seats_of((winner, *losers), [50, *[0] * len(losers)])


def old_installation() -> Installation:
    """A house after its people have played for two months."""
    installation = Installation(random.Random(1))
    for number in range(HONEST):
        installation.add(f"honest{number:02}", 15 + 20 * number / (HONEST - 1))
    installation.add("me", 25)
    everybody = list(installation.strengths)
    for _ in range(600):
        installation.now += 60 / 600 * DAY
        seats = installation.luck.choice((2, 2, 3, 4))
        installation.rate(*installation.play(*installation.luck.sample(everybody, seats)))
    # Luck so far would be lost by playing on, and kept by not playing: so one begins where one belongs.
    long = installation.copy(random.Random(2))
    values = []
    for number in range(600):
        long.now += DAY / 4
        honest(long, number)
        values.append(long.value("me")[0])
    installation.standings["me"] = replace(installation.standings["me"], mu=mean(values[100:]))
    return installation


def honest(installation: Installation, number: int) -> None:
    """What everybody else does."""
    installation.rate(*installation.play("me", *installation.partners("me")))


INSTALLATION: Final = old_installation()

# The cheats: each plays one of its games


def a_bot_plays(installation: Installation, number: int) -> None:
    """A stand-in much stronger than oneself makes the decisions; one is back before the end."""
    mine, *others = installation.play("me", *installation.partners("me"), extra=10)
    installation.rate(replace(mine, left=True, own_part=0.5), *others)


def fresh_accounts_lose(installation: Installation, number: int) -> None:
    installation.rate(*thrown("me", installation.add(f"fresh{number}", 25)))


def fresh_accounts_lose_in_company(installation: Installation, number: int) -> None:
    """Puppets at one table know each other, but only from there."""
    installation.rate(*thrown("me", *(installation.add(f"fresh{number}.{n}", 25) for n in range(3))))


def fresh_accounts_leave(installation: Installation, number: int) -> None:
    mine, other = seats_of(("me", installation.add(f"fresh{number}", 25)), [5, 50])
    installation.rate(mine, replace(other, left=True, own_part=0.1))


def the_same_puppets_lose(installation: Installation, number: int) -> None:
    installation.rate(*thrown("me", installation.add(f"puppet{number % 5}", 25)))


def leaving_lost_games(installation: Installation, number: int) -> None:
    mine, other = installation.play("me", *installation.partners("me"))
    lost = not mine.won
    installation.rate(replace(mine, left=lost, own_part=0.7 if lost else 1), replace(other, won=other.won or lost))


def a_puppet_signs_in(installation: Installation, number: int) -> None:
    """The own puppet at the table becomes nobody in games that go badly."""
    mine, *others = installation.play("me", *installation.partners("me"))
    installation.rate(mine, *others, RatedSeat(None, 0, won=False, left=True))


def a_friend_loses(installation: Installation, number: int) -> None:
    """A strong friend throws every second game."""
    if number % 2:
        honest(installation, number)
    else:
        installation.rate(*thrown("me", "honest30"))


def a_friend_leaves(installation: Installation, number: int) -> None:
    """The same, but the friend goes in the middle."""
    if number % 2:
        honest(installation, number)
        return
    mine, other = thrown("me", "honest30")
    installation.rate(mine, replace(other, left=True, own_part=0.6))


def losing_on_purpose_first(installation: Installation, number: int) -> None:
    """A sandbagger: the rating falls first, so that later wins count for more."""
    if number < GAMES / 2:
        other = installation.partners("me")[0]
        installation.rate(*thrown(other, "me"))
    else:
        honest(installation, number)


def sharing_a_network(installation: Installation, number: int) -> None:
    """The second account of one's own is well known, and always loses."""
    installation.rate(*thrown("me", "honest20"), shared=True)


def played_by_scripts(installation: Installation, number: int) -> None:
    installation.rate(*thrown("me", installation.add(f"script{number % 10}", 25)), hasty=True)


CHEATS: Final = (
    a_bot_plays,
    fresh_accounts_lose,
    fresh_accounts_lose_in_company,
    fresh_accounts_leave,
    the_same_puppets_lose,
    leaving_lost_games,
    a_puppet_signs_in,
    a_friend_loses,
    a_friend_leaves,
    losing_on_purpose_first,
    sharing_a_network,
    played_by_scripts,
)


def after(play: Callable[[Installation, int], None], seed: int) -> Installation:
    installation = INSTALLATION.copy(random.Random(seed))
    for number in range(GAMES):
        installation.now += DAY / 2
        play(installation, number)
    return installation


CONTROL: Final = [after(honest, seed).value("me") for seed in range(TIMES)]


@pytest.mark.parametrize("cheat", CHEATS, ids=lambda one: one.__name__)
def test_cheats_gain_nothing(cheat: Callable[[Installation, int], None]) -> None:
    for what in (0, 1):
        gains = [after(cheat, seed).value("me")[what] - CONTROL[seed][what] for seed in range(TIMES)]
        error = stdev(gains) / math.sqrt(TIMES)
        print(f"{cheat.__name__}, {('rating', 'place')[what]}: {mean(gains):.2f} ± {error:.2f}")
        assert mean(gains) <= 2 * error, (mean(gains), error)


def test_honest_ratings_order_the_strengths() -> None:
    installation = INSTALLATION.copy(random.Random(2))
    for what in (0, 1):
        names = sorted(
            (name for name in installation.strengths if name in installation.standings),
            key=installation.strengths.__getitem__,
        )
        values = {name: installation.value(name)[what] for name in names}
        by_rating = sorted(names, key=values.__getitem__)
        far = sum((names.index(name) - by_rating.index(name)) ** 2 for name in names)
        assert 1 - 6 * far / (len(names) * (len(names) ** 2 - 1)) > 0.85
