"""What an arena's deals say about its bots: win shares with their intervals, scores, ratings."""

import math
from collections.abc import Iterable, Sequence
from typing import Final, TypedDict

from zashiki.bots.arena import Contest, DealLine, GameLine
from zashiki.bots.ratings import Rating, new_rating, rate

CONFIDENCE: Final = 1.959964
"""Standard errors on either side of a mean that make a 95% interval."""


class Row(TypedDict):
    """One bot's results."""

    bot: str
    games: int
    """Games it took part in."""
    share: float
    """Its part of the victories in them, shared ones split."""
    even: float
    """What its part would be if all were equally strong."""
    low: float
    """Lower end of the 95% interval of the share."""
    high: float
    """Upper end."""
    score: float
    """Mean points of a seat."""
    rating: float
    """OpenSkill's mu."""
    doubt: float
    """OpenSkill's sigma."""
    forfeits: int
    """Decisions it lost to `greedy`."""


class Speed(TypedDict):
    """How long one bot thought. The only part of a report that is not the same every time."""

    bot: str
    decisions: int
    milliseconds: float


def rows(contest: Contest, deals: Sequence[DealLine]) -> list[Row]:
    """The results of each bot, in the order in which they were entered."""
    names = contest.names()
    ratings = _ratings(contest, deals)
    return [_row(contest, deals, bot, names[bot], ratings[bot]) for bot in range(len(names))]


def _row(contest: Contest, deals: Sequence[DealLine], bot: int, name: str, rating: Rating) -> Row:
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
    """The bot's part of the victory in one game."""
    return sum(game["seating"][seat] == bot for seat in game["winners"]) / len(game["winners"])


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """Mean and its standard error; with fewer than two values the error is as large as it can be."""
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
    """How long each bot thought about a decision."""
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
