"""How far each level is from unbeatable play, where that can be computed exactly.

Endgames of real games (`zashiki.research.endgames`) go through OpenSpiel's best response: how much more often would a
seat win if it knew how the others play and responded optimally, while the others play on as before? Added up over the
seats this is NashConv: 0 means that nobody has anything to gain.

    python bench/exact.py --write bench/exact.md

- **Hagakure**, 3 seats, one round: the last two tricks. All three have looked at the Yomi, so the six cards left in
  hand are known, but not who holds which: up to 90 worlds.
- **Hiroba**, 2 seats: the last pebbles. Perfect information.
- **Hitohira**, 2 seats: the division behind the screens at the end (HT-6.2), which both choose simultaneously.

The moves before are played by the heuristics (`greedy`). Endgames in which moves hardly matter are left out: those in
which even random play has a NashConv below 0.05.
"""

import argparse
import math
import platform
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from statistics import fmean, stdev
from textwrap import fill

from open_spiel.python.algorithms import cfr, exploitability
from open_spiel.python.policy import Policy, UniformRandomPolicy
from rich.console import Console
from rich.progress import track

import zashiki
from zashiki import Rng, State
from zashiki.bots import Bot, Budget, DecisionContext, level
from zashiki.bots.builtin import GreedyBot
from zashiki.core.game import CHANCE
from zashiki.games.hagakure.rules import HagakureState
from zashiki.research.endgames import BotPolicy, Endgame, size, worlds
from zashiki.research.perfect_recall import Setting

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.showing import Sheet

MATTERS = 0.05
"""Endgames in which random play has a smaller NashConv are left out."""
FIRST_FOOL = 28
LEVELS = 5
PLAYERS = ("random", *(f"level {number}" for number in range(1, LEVELS + 1)), "CFR+")


@dataclass(frozen=True)
class Kind:
    """One kind of endgame."""

    key: str
    seats: int
    options: dict[str, int]
    what: str

    @property
    def title(self) -> str:
        """The name of the game."""
        return zashiki.games()[self.key].title

    @property
    def setting(self) -> Setting:
        """The game, its seats and its options."""
        game = zashiki.games()[self.key]
        return Setting(self.key, self.seats, game.checked(self.seats, dict(self.options)))


KINDS = (
    Kind("hagakure", 3, {"rounds": 1}, "the last two tricks"),
    Kind("hiroba", 2, {}, "the last pebbles"),
    Kind("hitohira", 2, {}, "the division"),
)


def decided(setting: Setting, state: State, bot: Bot, luck: Rng) -> None:
    """Make one move of the player to act."""
    seat = state.turn()
    if seat == CHANCE:
        state.step(luck)
    else:
        state.apply(seat, bot.act(DecisionContext(setting.game, setting.options, state, seat, luck, Budget())))


def hagakure_end(setting: Setting, seed: int) -> list[State]:
    """Play until every hand has two cards and all others are known to everybody."""
    luck = Rng(seed)
    state = setting.game.start(setting.seats, setting.options)
    state.resolve_chance(luck)
    for _ in range(setting.seats):
        state.apply(state.turn(), setting.game.parse(0, "look yomi"))
    for _ in range(3 * setting.seats):
        decided(setting, state, GreedyBot(), luck)
    assert isinstance(state, HagakureState)
    fools = sum(int(state.cards[seat] >> FIRST_FOOL).bit_count() for seat in range(setting.seats))
    # Fools are alike: with several of them some worlds would be likelier than others.
    return [] if fools > 1 else worlds(setting, state, seed)


def hiroba_end(setting: Setting, seed: int, most: int) -> list[State]:
    """Play until few enough positions are left."""
    luck = Rng(seed)
    state = setting.game.start(setting.seats, setting.options)
    past: list[State] = []
    while state.turn() >= CHANCE:
        if state.turn() >= 0:
            past.append(state.clone())
        decided(setting, state, GreedyBot(), luck)
    end: list[State] = []
    while past and size(past[-1], most) <= most:
        end = [past.pop()]
    return end


def hitohira_end(setting: Setting, seed: int) -> list[State]:
    """Play until both divide; return None if only one of them has a choice."""
    luck = Rng(seed)
    state = setting.game.start(setting.seats, setting.options)
    while state.turn() >= CHANCE and len(state.waiting()) < 2:
        decided(setting, state, GreedyBot(), luck)
    return worlds(setting, state, seed, most=50) if state.turn() >= 0 else []


def endings(kind: Kind, most: int) -> Iterator[Endgame]:
    """Return endgames of one kind in which the choice of moves matters."""
    setting = kind.setting
    seed = 0
    while True:
        seed += 1
        if kind.key == "hagakure":
            found = hagakure_end(setting, seed)
        elif kind.key == "hiroba":
            found = hiroba_end(setting, seed, most)
        else:
            found = hitohira_end(setting, seed)
        if not found:
            continue
        game = Endgame(setting, found)
        if exploitability.nash_conv(game, UniformRandomPolicy(game)) >= MATTERS:
            yield game


def policy(player: str, kind: Kind, game: Endgame, times: int, iterations: int) -> Policy:
    """Return a player's policy in an endgame."""
    if player == "random":
        return UniformRandomPolicy(game)
    if player == "CFR+":
        solver = cfr.CFRPlusSolver(game)
        for _ in range(iterations):
            solver.evaluate_and_update_policy()
        return solver.average_policy()
    return BotPolicy(game, level(kind.key, int(player.split()[1])).bot, times)


@dataclass(frozen=True)
class Found:
    """The results for one kind of endgame."""

    kind: Kind
    worlds: float
    """The average number of worlds."""
    gains: dict[str, list[float]]
    """For each player, the NashConv in each endgame."""


def measured(kind: Kind, args: argparse.Namespace, console: Console) -> Found:
    """Measure every player in every endgame of a kind."""
    gains: dict[str, list[float]] = {player: [] for player in PLAYERS}
    many = 0
    steps = zip(range(args.endings), endings(kind, args.positions), strict=False)
    for _, game in track(steps, f"{kind.key}: {kind.what}", args.endings, console=console):
        many += len(game.roots)
        for player in PLAYERS if kind.seats == 2 else PLAYERS[:-1]:
            plays = policy(player, kind, game, args.times, args.iterations)
            gains[player].append(float(exploitability.nash_conv(game, plays)))
    return Found(kind, many / args.endings, gains)


def format_gains(gains: list[float]) -> str:
    """Format the mean and its standard error."""
    if not gains:
        return "–"
    error = stdev(gains) / math.sqrt(len(gains)) if len(gains) > 1 else math.nan
    return f"{fmean(gains):.3f} ± {error:.3f}"


def main() -> None:
    """Measure, print, and write the table if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--endings", type=int, default=12, help="how many of each kind")
    parser.add_argument("--positions", type=int, default=1000, help="maximum in an endgame of Hiroba")
    parser.add_argument("--times", type=int, default=12, help="how often a bot is asked in each information state")
    parser.add_argument("--iterations", type=int, default=100, help="of CFR+")
    parser.add_argument("--write", type=Path, help="write the table into this Markdown file")
    args = parser.parse_args()
    console = Console()
    began = time.perf_counter()
    found = [measured(kind, args, console) for kind in KINDS]
    heads = ["player", *(f"{one.kind.key}, {one.kind.seats} seats: {one.kind.what}" for one in found)]
    sheet = Sheet(heads, [[player, *(format_gains(one.gains[player]) for one in found)] for player in PLAYERS])
    sheet.show()
    console.print(f"{time.perf_counter() - began:.0f} s")
    if args.write:
        args.write.write_text(page(args, found, sheet), "utf-8")


def page(args: argparse.Namespace, found: list[Found], sheet: Sheet) -> str:
    """Return the table in Markdown, with an explanation."""
    about = f"""
        NashConv, mean ± standard error over {args.endings} endings of each kind: how much more often, in shares of a
        victory and added up over the seats, those would win who knew how the others play and answered as well as can
        be. 0: nobody has anything to gain. Lane: {zashiki.lane()}, Python {platform.python_version()}, open_spiel
        {version("open_spiel")}. Made by `python bench/exact.py --write bench/exact.md`, which tells what the endings
        are.
    """
    ways = ", ".join(f"{one.worlds:.0f} in {one.kind.title}" for one in found)
    notes = f"""
        In how many ways the secrets may lie, on average: {ways}. A bot's policy is how often it gave each answer in
        {args.times} tries. `CFR+` is what {args.iterations} iterations of OpenSpiel's come to: with two seats an
        equilibrium, but for what is left of it.
    """
    title = "# How far the levels are from play that cannot be beaten"
    return "\n\n".join([title, filled(about), "\n".join(sheet.lines), filled(notes)]) + "\n"


def filled(text: str) -> str:
    """Wrap a paragraph."""
    return fill(" ".join(text.split()), 120, break_on_hyphens=False)


if __name__ == "__main__":
    main()
