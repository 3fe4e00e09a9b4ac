"""The strength of our search compared with OpenSpiel's, on our own games.

OpenSpiel's `ISMCTSBot` plays Hagakure and Sakura through `zashiki.research.openspiel`, with our resampler. Only its
Python version accepts a resampler, so it spends most of its time in Python, and the two play each other in three ways:
with equal time per move; with equal playouts (its simulations); and with equal random playouts, where ours is a tree
that knows as little about the game as the rival's. The rival has OpenSpiel's usual settings: UCT, one random rollout
per simulation, the most visited move. Games have their usual length with equal time, and are short (`--short`) in all
three ways: its rollouts go to the end of the game, so it makes more of them in a shorter one.

Deals are duplicate deals, as in the arena: each is played with the seats exchanged. Every finished deal is written to a
journal, so that a run that was interrupted, or is over its `--minutes`, resumes the next time. One process; all
pairings get about the same share of its time.
"""

import argparse
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

import zashiki
from zashiki import registry
from zashiki.bots.arena import Contest, DealLine, GameLine
from zashiki.bots.bot import Budget, DecisionContext
from zashiki.bots.builtin import SearchBot, search
from zashiki.bots.entrants import builtin_bot
from zashiki.bots.estimate import best
from zashiki.bots.journal import Journal
from zashiki.bots.statistics import BotResult, bot_results, speeds
from zashiki.core.game import CHANCE, Game
from zashiki.core.package import SearchConfig
from zashiki.core.rng import Rng
from zashiki.research.openspiel import Resampler

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.rates import machine, versions
from bench.showing import markdown

JOURNALS: Final = Path(__file__).parent / "journals"

TABLES: Final = (("hagakure", 4), ("sakura", 2))
"""Games with their seats."""
UNLIMITED: Final = 10_000_000
"""A number of playouts that is never reached: the clock stops the search."""
RIVAL: Final = "ismcts"


Way = tuple[str, str, int, float | None]
"""What is equal, our bot, the rival's simulations, and the time per move."""


class Entry(GameLine):
    """One game, as stored."""

    simulations: list[int]
    """The total number of playouts or simulations of each seat."""


class TimeIsUp(Exception):
    """A search has run out of time."""


class Rival(ISMCTSBot):  # type: ignore[misc]
    """OpenSpiel's search, which also stops at a deadline and counts its simulations."""

    def __init__(self, game: Any, simulations: int, exploration: float, seed: int) -> None:
        evaluator = RandomRolloutEvaluator(1, np.random.RandomState(seed))
        super().__init__(game, evaluator, exploration, simulations, random_state=np.random.RandomState(seed + 1))
        self.set_resampler(Resampler(seed))
        self.made = 0
        """Simulations of the current decision."""
        self._deadline = 0.0

    def sample_root_state(self, state: Any) -> Any:
        """OpenSpiel's loop asks for a world before each simulation: here it can be stopped."""
        # The first simulation only creates the root: before the second one there is nothing to choose by.
        if self._deadline and self.made >= 2 and time.perf_counter() >= self._deadline:
            raise TimeIsUp
        self.made += 1
        return super().sample_root_state(state)

    def choose(self, state: Any, seconds: float | None) -> int:
        """Return its move."""
        self._deadline = 0.0 if seconds is None else time.perf_counter() + seconds
        self.made = 0
        try:
            policy = self.run_search(state)
        except TimeIsUp:
            policy = self.get_final_policy(state, self._root_node)
        actions, odds = zip(*policy, strict=True)
        return int(self._random_state.choice(actions, p=odds))


@dataclass(frozen=True)
class Pairing:
    """One of our bots against the rival."""

    equal: str
    """What both have the same amount of."""
    contest: Contest

    @property
    def label(self) -> str:
        """A readable name."""
        return f"{self.contest.game}, {self.contest.options['rounds']} rounds, {self.equal}"


def pairings(short: int, seconds: float, playouts: int, exploration: float, seed: int) -> list[Pairing]:
    """Return all pairings."""
    time_for_a_move: Way = (f"{seconds:g} s a move", f"search:{UNLIMITED}", UNLIMITED, seconds)
    ways: tuple[Way, ...] = (
        time_for_a_move,
        (f"{playouts} playouts a move", f"search:{playouts}", playouts, None),
        (f"{playouts} random playouts a move", f"tree:{playouts}:plain", playouts, None),
    )
    found = []
    for key, seats in TABLES:
        game = registry.find(key)
        played = [(game.checked(seats, {}), time_for_a_move)]
        played += [(game.checked(seats, {"rounds": short}), way) for way in ways]
        for options, (equal, ours, most, limit) in played:
            bots = (ours, f"{RIVAL}:{most}:{exploration:g}")
            found.append(Pairing(equal, Contest(key, bots, seats, seed, options, limit)))
    return found


def spiel_name(contest: Contest) -> str:
    """Return the contest's game as an OpenSpiel game."""
    given = {"seats": contest.seats} | contest.options
    return f"zashiki_{contest.game}({','.join(f'{key}={value}' for key, value in given.items())})"


class Duel:
    """Plays the deals of one contest."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.game: Game = registry.find(contest.game)
        self.spiel = pyspiel.load_game(spiel_name(contest))
        bot = builtin_bot(contest.bots[0], contest.game)
        assert isinstance(bot, SearchBot)
        self.plan: SearchConfig = bot.config
        _, simulations, exploration = contest.bots[1].split(":")
        self.simulations = int(simulations)
        self.exploration = float(exploration)

    def play(self, deal: int) -> DealLine:
        """Play one deal, once for each seating."""
        games: list[GameLine] = [
            self._game(deal, number, seating) for number, seating in enumerate(self.contest.seatings())
        ]
        return {"deal": deal, "games": games, "forfeits": []}

    def _game(self, deal: int, number: int, seating: tuple[int, ...]) -> Entry:
        contest = self.contest
        seats = contest.seats
        # As in the arena: chance depends only on the deal, a player's generator also on its seat and the game.
        luck = Rng((contest.seed << 64) + deal)
        rngs = [Rng((((contest.seed << 64) + deal) << 16) + number * 16 + seat + 1) for seat in range(seats)]
        rivals = [Rival(self.spiel, self.simulations, self.exploration, rng.below(2**31 - 1)) for rng in rngs]
        state = self.game.start(seats, contest.options)
        table = self.spiel.new_initial_state()
        decisions, simulations, seconds = [0] * seats, [0] * seats, [0.0] * seats
        while (seat := state.turn()) >= CHANCE:
            legal = state.legal(seat)
            if seat == CHANCE:
                action = legal[luck.pick(state.weights())]
            elif len(legal) == 1:
                action = legal[0]  # nobody is asked where there is nothing to choose
            else:
                began = time.perf_counter()
                if seating[seat] == 0:
                    context = DecisionContext(
                        self.game, contest.options, state, seat, rngs[seat], Budget(contest.seconds)
                    )
                    action, made = thought(self.plan, context)
                else:
                    action = rivals[seat].choose(table, contest.seconds)
                    made = rivals[seat].made
                seconds[seat] += time.perf_counter() - began
                decisions[seat] += 1
                simulations[seat] += made
            assert table.legal_actions() == legal, "both tables are in step"
            state.apply(seat, action)
            table.apply_action(action)
        return {
            "seating": list(seating),
            "scores": state.scores(),
            "winners": list(state.winners()),
            "decisions": decisions,
            "seconds": [round(spent, 4) for spent in seconds],
            "simulations": simulations,
        }


def thought(config: SearchConfig, context: DecisionContext) -> tuple[int, int]:
    """Return the answer of `SearchBot`, and how many playouts it took."""
    listed = context.heuristics.shortlist(context.state, context.seat)
    if len(listed) == 1:
        return listed[0], 0
    proved = context.heuristics.solve(context.state, context.seat, config.playouts)
    if proved >= 0:
        return int(proved), 0
    estimates = search(config, context)
    return int(best(estimates).action), sum(int(estimate.playouts) for estimate in estimates)


def simulations_per_move(deals: list[DealLine], bot: int) -> float:
    """Return how many playouts or simulations a bot made for a decision."""
    made = asked = 0
    for deal in deals:
        for game in cast(list[Entry], deal["games"]):
            for seat, who in enumerate(game["seating"]):
                if who == bot:
                    made += game["simulations"][seat]
                    asked += game["decisions"][seat]
    return made / max(1, asked)


def interval(row: BotResult, deals: int) -> tuple[float, float]:
    """Return the 95% interval of a share, as in the arena; if all deals ended alike, by the rule of three."""
    if row["low"] < row["high"]:
        return row["low"], row["high"]
    return max(0.0, row["share"] - 3 / deals), min(1.0, row["share"] + 3 / deals)


def page(results: list[tuple[Pairing, list[DealLine]]], about: str) -> str:
    """Return the table of all pairings that have started."""
    heads = ["game", "seats", "rounds", "equal", "deals", "games", "our win share", "95% interval"]
    heads += ["our ms a move", "its ms", "our playouts a move", "its simulations"]
    lines = []
    for pairing, deals in results:
        if not deals:
            continue
        contest = pairing.contest
        row = bot_results(contest, deals)[0]
        low, high = interval(row, len(deals))
        share = f"**{row['share']:.1%}**" if low > row["even"] else f"{row['share']:.1%}"
        cells = [contest.game, str(contest.seats), str(contest.options["rounds"]), pairing.equal]
        cells += [f"{len(deals):,}", f"{row['games']:,}", share]
        cells.append(f"{low:.1%} to {high:.1%}")
        cells += [f"{speed['milliseconds']:.3g}" for speed in speeds(contest, deals)]
        cells += [f"{simulations_per_move(deals, bot):,.0f}" for bot in (0, 1)]
        lines.append(cells)
    return "\n".join(["# Strength beside OpenSpiel's search", "", about, "", *markdown(heads, lines, left=4), ""])


def main() -> None:
    """Play until the time is over or all deals are played, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=200, help="duplicate deals for each pairing")
    parser.add_argument("--minutes", type=float, default=60.0, help="when to stop, with the deal that is being played")
    parser.add_argument("--short", type=int, default=3, help="rounds of a short game: 1, 3, 6 or 12")
    parser.add_argument("--seconds", type=float, default=0.2, help="for a move, where time is what is equal")
    parser.add_argument("--playouts", type=int, default=100, help="for a move, where their number is")
    parser.add_argument("--exploration", type=float, default=1.0, help="the rival's UCT constant; returns span 1")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--journals", type=Path, default=JOURNALS, help="folder of the journals")
    parser.add_argument(
        "--only", action="append", metavar="WORDS", help="only pairings with these words in their names"
    )
    parser.add_argument("--write", type=Path, help="write the table into this Markdown file")
    arguments = parser.parse_args()
    arguments.journals.mkdir(parents=True, exist_ok=True)
    chosen = [
        (pairing, journal_of(pairing, arguments.journals))
        for pairing in pairings(
            arguments.short, arguments.seconds, arguments.playouts, arguments.exploration, arguments.seed
        )
        if not arguments.only or any(words in pairing.label for words in arguments.only)
    ]
    where = machine(busy=False)  # the deals may come from several runs
    with suppress(KeyboardInterrupt):  # report what is done
        play(chosen, arguments.deals, time.monotonic() + 60 * arguments.minutes)
    about = (
        f"{versions('open_spiel', 'numpy')}. {where}. OpenSpiel's `ISMCTSBot` in Python with our resampler, UCT "
        f"constant {arguments.exploration:g}; duplicate deals; an even share is 50%. "
        "Where time is equal, ours stops earlier once it is sure. Made by `bench/rivals.py`, which says more."
    )
    text = page([(pairing, list(journal.deals.values())) for pairing, journal in chosen], about)
    Console(width=160).print(text, markup=False)
    if arguments.write is not None:
        arguments.write.write_text(text, "utf-8")


def journal_of(pairing: Pairing, folder: Path) -> Journal:
    """Return the journal of one pairing."""
    contest = pairing.contest
    rounds = contest.options["rounds"]
    words = "-".join(word.replace(":", "_") for word in contest.bots)
    # With equal time, the lane decides how far ours gets.
    name = f"rivals-{contest.game}-{rounds}-{words}-{contest.seconds}-{contest.seed}-{zashiki.lane()}.jsonl"
    return Journal(folder / name, contest)


def play(chosen: list[tuple[Pairing, Journal]], deals: int, until: float) -> None:
    """Play deal after deal, always of the pairing that had the least time so far."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        duels = [Duel(pairing.contest) for pairing, _ in chosen]
        tasks = [
            progress.add_task(pairing.label, total=deals, completed=len(journal.deals)) for pairing, journal in chosen
        ]
        spent = [0.0] * len(chosen)
        while time.monotonic() < until:
            open_ones = [index for index, (_, journal) in enumerate(chosen) if len(journal.deals) < deals]
            if not open_ones:
                return
            index = min(open_ones, key=lambda one: spent[one])
            journal = chosen[index][1]
            began = time.monotonic()
            journal.add(duels[index].play(next(deal for deal in range(deals) if deal not in journal.deals)))
            spent[index] += time.monotonic() - began
            progress.advance(tasks[index])


if __name__ == "__main__":
    main()
