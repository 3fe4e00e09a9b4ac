"""The results of an arena: win shares with intervals, scores, ratings."""

import math
from collections.abc import Iterable, Sequence
from typing import Final, TypedDict

from zashiki.bots.arena import Contest, DealLine, GameLine
from zashiki.bots.ratings import Rating, new_rating, rate

CONFIDENCE: Final = 1.959964
"""Standard errors on either side of a mean that make a 95% interval."""


class BotResult(TypedDict):
    """One bot's results."""

    bot: str
    games: int
    """Games played."""
    share: float
    """Its share of the victories, shared ones split."""
    even: float
    """What its share would be if all bots were equally strong."""
    low: float
    """Lower end of the 95% interval of the share."""
    high: float
    """Upper end."""
    score: float
    """Mean points per game and seat."""
    rating: float
    """OpenSkill's mu."""
    doubt: float
    """OpenSkill's sigma."""
    forfeits: int
    """Decisions that `greedy` made in its place."""


class Speed(TypedDict):
    """One bot's thinking time: the only part of a report that differs from run to run."""

    bot: str
    decisions: int
    milliseconds: float


def bot_results(contest: Contest, deals: Sequence[DealLine]) -> list[BotResult]:
    """The results of each bot, in the order of entry."""
    names = contest.names()
    ratings = _ratings(contest, deals)
    return [_result(contest, deals, bot, names[bot], ratings[bot]) for bot in range(len(names))]


def _result(contest: Contest, deals: Sequence[DealLine], bot: int, name: str, rating: Rating) -> BotResult:
    shares: list[float] = []
    points: list[int] = []
    games = 0
    seats = 0
    for deal in deals:
        own = [game for game in deal["games"] if bot in game["seating"]]
        games += len(own)
        shares.append(sum(_share(game, bot) for game in own) / len(own))
        for game in own:
            seats += game["seating"].count(bot)
            points += [score for score, who in zip(game["scores"], game["seating"], strict=True) if who == bot]
    mean, error = mean_and_error(shares)
    return {
        "bot": name,
        "games": games,
        "share": mean,
        "even": seats / (games * contest.seats) if games else 0.0,
        "low": max(0.0, mean - CONFIDENCE * error),
        "high": min(1.0, mean + CONFIDENCE * error),
        "score": sum(points) / len(points) if points else 0.0,
        "rating": rating[0],
        "doubt": rating[1],
        "forfeits": sum(lost["bot"] == name for deal in deals for lost in deal["forfeits"]),
    }


def _share(game: GameLine, bot: int) -> float:
    """The bot's share of the victory in one game."""
    return sum(game["seating"][seat] == bot for seat in game["winners"]) / len(game["winners"])


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error; with fewer than two values, the largest possible error."""
    count = len(values)
    if count == 0:
        return 0.0, 1.0
    mean = sum(values) / count
    if count == 1:
        return mean, 1.0
    return mean, math.sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count)


def _ratings(contest: Contest, deals: Sequence[DealLine]) -> list[Rating]:
    """The bots' ratings after all games, in the order of the deals. Every game is one match between its seats' bots."""
    ratings = [new_rating() for _ in contest.names()]
    for deal in sorted(deals, key=lambda line: line["deal"]):
        for game in deal["games"]:
            _rate(ratings, game)
    return ratings


def _rate(ratings: list[Rating], game: GameLine) -> None:
    if len(set(game["seating"])) == 1:
        return
    after = rate([ratings[bot] for bot in game["seating"]], game["scores"], game["winners"])
    for bot in set(game["seating"]):
        own = [after[seat] for seat, who in enumerate(game["seating"]) if who == bot]
        # A bot on several seats gets the mean of their ratings.
        ratings[bot] = sum(mu for mu, _ in own) / len(own), sum(sigma for _, sigma in own) / len(own)


def speeds(contest: Contest, deals: Iterable[DealLine]) -> list[Speed]:
    """Each bot's mean thinking time for a decision."""
    names = contest.names()
    decisions = [0] * len(names)
    seconds = [0.0] * len(names)
    for deal in deals:
        for game in deal["games"]:
            for seat, bot in enumerate(game["seating"]):
                decisions[bot] += game["decisions"][seat]
                seconds[bot] += game["seconds"][seat]
    return [
        {"bot": name, "decisions": decisions[bot], "milliseconds": 1000 * seconds[bot] / max(1, decisions[bot])}
        for bot, name in enumerate(names)
    ]
