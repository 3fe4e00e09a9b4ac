"""Learn a game by playing it, in a few minutes on a CPU: `python examples/learn.py --option rounds=1 --minutes 4`.

One small network plays all seats of many games at once (`zashiki.research.batch`) and learns from how they end: PPO
with shared weights and no knowledge but the rules. While it learns, its share of the victories against
`random` is shown; afterwards it plays `random` and `greedy`, the built-in heuristics, over the same deals from every
seat.

Needs NumPy and PyTorch:

    pip install 'zashiki[batch]'
    pip install torch --index-url https://download.pytorch.org/whl/cpu
"""

import argparse
import json
import math
import time
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn, track
from rich.table import Table as Grid
from torch import Tensor, nn

import zashiki
from zashiki import Rng
from zashiki.bots import Bot, Budget, DecisionContext
from zashiki.bots.builtin import GreedyBot, RandomBot
from zashiki.bots.referee import Referee
from zashiki.bots.runners import BuiltinRunner
from zashiki.research import batch
from zashiki.research.advantages import advantages
from zashiki.research.numpy_batch import Batch

console = Console(highlight=False)


class Policy(nn.Module):
    """A policy and a value, computed from what a seat sees."""

    factors: Tensor

    def __init__(self, games: Batch, hidden: int) -> None:
        super().__init__()
        self.register_buffer("factors", torch.from_numpy(1 / games.scales))
        self.body = nn.Sequential(
            nn.Linear(games.width, hidden),
            nn.ReLU(),
            nn.Linear(hidden, hidden),
            nn.ReLU(),
        )
        self.moves = nn.Linear(hidden, games.actions)
        self.value = nn.Linear(hidden, 1)
        for layer in (self.moves, self.value):
            nn.init.orthogonal_(layer.weight, 0.01)  # initially all moves are equally likely

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """The log-probabilities of the moves, negligible for illegal ones, and the value for the player to move."""
        seen = self.body(observations * self.factors)
        logits = self.moves(seen).masked_fill(~masks, -1e9)
        return torch.log_softmax(logits, 1), self.value(seen)[:, 0]

    @torch.no_grad()
    def choose(self, observations: Any, masks: Any, *, best: bool) -> tuple[Any, Any, Any]:
        """For each row: a move (the likeliest, or sampled), its log-probability, and the value for its player."""
        chances, values = self(torch.from_numpy(observations.astype(np.float32)), torch.from_numpy(masks.copy()))
        # The maximum after adding Gumbel noise is a sample from the distribution.
        noise = 0 if best else -torch.log(-torch.log(torch.rand_like(chances).clamp_min(1e-20)))
        moves = (chances + noise).argmax(1)
        return moves.numpy(), chances.gather(1, moves[:, None])[:, 0].numpy(), values.numpy()


@dataclass
class Played:
    """The decisions of some steps in all games."""

    observations: Any
    masks: Any
    moves: Any
    chances: Any
    better: Any
    values: Any


def play(games: Batch, policy: Policy, steps: int) -> tuple[Played, int]:
    """Play on with the policy in all seats; returns the decisions and the number of games that ended."""
    shape = (steps, games.n)
    observations = np.empty((*shape, games.width), np.int16)
    masks = np.empty((*shape, games.actions), np.bool_)
    moves, players = np.empty(shape, np.int64), np.empty(shape, np.int64)
    chances, values = np.empty(shape, np.float32), np.empty(shape, np.float32)
    ended, rewards = np.empty(shape, np.bool_), np.empty((*shape, games.seats), np.float32)
    for step in range(steps):
        # The batch reuses its arrays, so they are copied.
        observations[step], masks[step], players[step] = games.observations, games.masks, games.current_players
        moves[step], chances[step], values[step] = policy.choose(games.observations, games.masks, best=False)
        games.step(moves[step])
        ended[step], rewards[step] = games.ended, games.rewards
    better, known = advantages(values, players, ended, rewards)
    # Decisions with only one legal move teach nothing about moves: they are left out as well.
    known &= masks.sum(2) > 1
    kept = [torch.from_numpy(one[known]) for one in (observations, masks, moves, chances, better, better + values)]
    return Played(*kept), int(ended.sum())


def learn(policy: Policy, optimiser: torch.optim.Optimizer, played: Played, args: argparse.Namespace) -> None:
    """PPO: make good moves likelier, in small steps."""
    better = (played.better - played.better.mean()) / (played.better.std() + 1e-6)
    for _ in range(args.epochs):
        order = torch.randperm(len(better))
        for first in range(0, len(order), args.rows):
            rows = order[first : first + args.rows]
            chances, values = policy(played.observations[rows].float(), played.masks[rows])
            ratio = (chances.gather(1, played.moves[rows, None])[:, 0] - played.chances[rows]).exp()
            gain = torch.min(ratio * better[rows], ratio.clamp(0.8, 1.2) * better[rows]).mean()
            variety = -(chances.exp() * chances).sum(1).mean()
            error = (values - played.values[rows]).square().mean()
            loss = 0.5 * error - gain - args.variety * variety
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimiser.step()


def against_random(games: Batch, policy: Policy, seed: int) -> tuple[float, float]:
    """The policy's share of the victories on one seat of each table, the others at random, and its standard error."""
    games.reset(seed)
    own = np.arange(games.n) % games.seats
    shares = np.full(games.n, np.nan)
    while np.isnan(
        shares
    ).any():  # only the first game of each row counts: otherwise short games would count more often
        moves = games.sample()
        mine = np.flatnonzero((games.current_players == own) & np.isnan(shares))
        if mine.size:
            moves[mine] = policy.choose(games.observations[mine], games.masks[mine], best=True)[0]
        games.step(moves)
        over = np.flatnonzero(games.ended & np.isnan(shares))
        shares[over] = games.rewards[over, own[over]] + 1 / games.seats
    return float(shares.mean()), float(shares.std() / math.sqrt(games.n))


class LearntBot(Bot):
    """The policy as a bot for the arena: it plays the likeliest move."""

    def __init__(self, games: Batch, policy: Policy) -> None:
        self.games = games
        self.policy = policy

    def act(self, context: DecisionContext) -> int:
        mask = np.zeros((1, self.games.actions), np.bool_)
        mask[0, context.legal] = True
        return int(self.policy.choose(self.games.observe(context.state, context.seat)[None], mask, best=True)[0][0])


def match(games: Batch, learnt: Bot, other: Bot, deals: int, name: str) -> tuple[float, float]:
    """The bot's share against others of one kind, once from every seat of each deal, and half its 95% interval."""
    shares = []
    for deal in track(range(deals), f"against {name}", console=console, transient=True):
        total = 0.0
        for seat in range(games.seats):
            runners = [BuiltinRunner(learnt if place == seat else other) for place in range(games.seats)]
            rngs = [Rng(1_000 * deal + 10 * seat + place + 1) for place in range(games.seats)]
            outcome = Referee(games.game, games.options, runners, Rng(-1 - deal), rngs, Budget()).run()
            assert not outcome.forfeits, outcome.forfeits
            total += (seat in outcome.winners) / len(outcome.winners)
        shares.append(total / games.seats)
    return float(np.mean(shares)), 1.96 * float(np.std(shares)) / math.sqrt(deals)


def parsed() -> argparse.Namespace:
    """The command's arguments."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="hagakure", choices=list(zashiki.games()))
    parser.add_argument("--seats", type=int, help="the game's usual number if not given")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="an option of the game")
    parser.add_argument("--minutes", type=float, default=4, help="how long to train")
    parser.add_argument("--deals", type=int, default=1000, help="deals of each match at the end, one game per seat")
    parser.add_argument("--rewards", default="win", choices=("win", "points"), help="what it learns from")
    parser.add_argument("--games", type=int, default=256, help="games at once")
    parser.add_argument("--steps", type=int, default=64, help="decisions per game between updates")
    parser.add_argument("--epochs", type=int, default=2, help="passes over the decisions per update")
    parser.add_argument("--rows", type=int, default=1024, help="size of a minibatch")
    parser.add_argument("--hidden", type=int, default=128, help="width of the network")
    parser.add_argument("--rate", type=float, default=1e-3, help="initial learning rate")
    parser.add_argument("--variety", type=float, default=0.01, help="weight of the entropy bonus")
    parser.add_argument(
        "--threads", type=int, default=1, help="PyTorch threads; a small network gains little from more"
    )
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def train(games: Batch, trial: Batch, policy: Policy, args: argparse.Namespace) -> None:
    """Train until the time is up, and print the progress."""
    optimiser = torch.optim.Adam(policy.parameters(), args.rate, eps=1e-5)
    limit = 60 * args.minutes
    began = time.perf_counter()
    decisions = ended = 0
    told = -limit
    columns = (TextColumn("learning"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=limit)
        while True:
            spent = time.perf_counter() - began
            progress.update(task, completed=spent)
            if spent - told >= limit / 12 or spent >= limit:
                told = spent
                share, error = against_random(trial, policy, args.seed)
                bar = "█" * round(20 * share)
                console.print(
                    f"{spent:4.0f} s {ended:9,} games {decisions:11,} decisions  "
                    f"{share:6.1%} ± {1.96 * error:4.1%} against random {bar}"
                )
            if spent >= limit:
                return
            optimiser.param_groups[0]["lr"] = args.rate * max(0.05, 1 - spent / limit)
            played, over = play(games, policy, args.steps)
            learn(policy, optimiser, played, args)
            decisions += args.steps * games.n
            ended += over


def main() -> None:
    """Learn, then play the built-in bots."""
    args = parsed()
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    words = dict(one.split("=", 1) for one in args.option)
    options = {key: json.loads(value) if value.lstrip("-").isdecimal() else value for key, value in words.items()}
    games = batch(args.game, args.seats, args.games, args.seed, args.rewards, **options)
    trial = batch(args.game, args.seats, 1000, args.seed, **options)
    policy = Policy(games, args.hidden)
    weights = sum(one.numel() for one in policy.parameters())
    console.print(
        f"{games.game.title} with {games.seats} seats {games.options}: {games.width} numbers seen, {games.actions} "
        f"moves, {weights:,} weights; zashiki {zashiki.__version__} ({zashiki.lane()}), PyTorch {torch.__version__}"
    )
    train(games, trial, policy, args)
    grid = Grid("against", "games", "share of victories", "95% interval", "even")
    learnt = LearntBot(games, policy)
    for name, other in (("random", RandomBot()), ("greedy", GreedyBot())):
        share, half = match(games, learnt, other, args.deals, name)
        interval = f"{share - half:.1%} to {share + half:.1%}"
        grid.add_row(name, f"{args.deals * games.seats:,}", f"{share:.1%}", interval, f"{1 / games.seats:.1%}")
    console.print(grid)


if __name__ == "__main__":
    main()
