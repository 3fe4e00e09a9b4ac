"""The arena: bots against each other over duplicate deals.

Every deal is played once for each seating, with the same chance, so that the luck of the deal and of the seat affects
everybody alike. A deal is one work item; its result depends only on the contest and its number, so any process can play
deals in any order, and an interrupted run resumes with the deals that are missing.
"""

import itertools
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Final, TypedDict

from zashiki import registry
from zashiki.bots.bot import Budget
from zashiki.bots.entrants import runner
from zashiki.bots.referee import Outcome, Referee
from zashiki.bots.runners import Runner
from zashiki.core.errors import BadBot
from zashiki.core.options import Options
from zashiki.core.rng import Rng

MOST_ENTRANTS: Final = 12


class GameLine(TypedDict):
    """One game: the bot on each seat (by index), and the result."""

    seating: list[int]
    scores: list[int]
    winners: list[int]
    decisions: list[int]
    seconds: list[float]


class ForfeitLine(TypedDict):
    """One decision that `greedy` made, because the bot failed."""

    bot: str
    game: int
    seat: int
    ply: int
    why: str
    detail: str


class DealLine(TypedDict):
    """One deal with all its seatings: a line of the journal."""

    deal: int
    games: list[GameLine]
    forfeits: list[ForfeitLine]


@dataclass(frozen=True)
class Contest:
    """What is played in an arena. Equal contests give equal results, if the budgets are in iterations."""

    game: str
    """The key of the game."""
    bots: tuple[str, ...]
    """The bots, as on the command line."""
    seats: int
    """The number of seats."""
    seed: int = 0
    """Determines the deals and the bots' own generators."""
    options: Options = field(default_factory=dict)
    """Options of the game, where they differ from the default."""
    seconds: float | None = None
    """Time for a decision; None leaves it to the bots."""

    def names(self) -> list[str]:
        """A name for each bot; bots entered twice are numbered."""
        return [
            word if self.bots.count(word) == 1 else f"{word} #{self.bots[: index + 1].count(word)}"
            for index, word in enumerate(self.bots)
        ]

    def seatings(self) -> list[tuple[int, ...]]:
        """The bot on each seat, for each game of a deal: every bot is on every seat equally often."""
        count = len(self.bots)
        found: list[tuple[int, ...]] = []
        groups: list[tuple[int, ...]] = [tuple(range(count))]
        if count > self.seats:
            groups = list(itertools.combinations(range(count), self.seats))
        for group in groups:
            for first in range(len(group)):
                row = tuple(group[(first + seat) % len(group)] for seat in range(self.seats))
                for shift in range(self.seats):
                    rotated = row[shift:] + row[:shift]
                    if rotated not in found:
                        found.append(rotated)
        return found

    def data(self) -> dict[str, object]:
        """The contest as JSON data."""
        return asdict(self) | {"bots": list(self.bots)}


def checked(contest: Contest) -> Contest:
    """The contest with all options filled in; an error says what is wrong with it."""
    game = registry.find(contest.game)
    if not 2 <= len(contest.bots) <= MOST_ENTRANTS:
        raise BadBot(list(contest.bots), f"2 to {MOST_ENTRANTS} bots", "bots")
    options = game.checked(contest.seats, contest.options)
    for word in contest.bots:
        runner(word, contest.game).close()
    return Contest(contest.game, contest.bots, contest.seats, contest.seed, options, contest.seconds)


class ArenaWorker:
    """Plays deals of a contest in one process."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        """What is played."""
        self.game = registry.find(contest.game)
        self.seatings = contest.seatings()
        # A program answers one question at a time, so one process can play several seats.
        self.runners = [runner(word, contest.game) for word in contest.bots]

    def play(self, deal: int) -> DealLine:
        """One deal, once for each seating."""
        contest = self.contest
        names = contest.names()
        games: list[GameLine] = []
        forfeits: list[ForfeitLine] = []
        for number, seating in enumerate(self.seatings):
            outcome = self._game(deal, number, [self.runners[bot] for bot in seating])
            games.append(
                {
                    "seating": list(seating),
                    "scores": outcome.scores,
                    "winners": list(outcome.winners),
                    "decisions": outcome.decisions,
                    "seconds": [round(seconds, 4) for seconds in outcome.seconds],
                }
            )
            for lost in outcome.forfeits:
                name = names[seating[lost.seat]]
                forfeits.append(
                    {
                        "bot": name,
                        "game": number,
                        "seat": lost.seat,
                        "ply": lost.ply,
                        "why": lost.why,
                        "detail": lost.detail,
                    }
                )
        return {"deal": deal, "games": games, "forfeits": forfeits}

    def _game(self, deal: int, number: int, runners: Sequence[Runner]) -> Outcome:
        contest = self.contest
        luck = Rng((contest.seed << 64) + deal)
        # A bot's generator depends on its seat and the game, not on its opponents.
        rngs = [Rng((((contest.seed << 64) + deal) << 16) + number * 16 + seat + 1) for seat in range(contest.seats)]
        return Referee(self.game, contest.options, runners, luck, rngs, Budget(contest.seconds)).run()

    def close(self) -> None:
        """End the bots' processes."""
        for one in self.runners:
            one.close()
