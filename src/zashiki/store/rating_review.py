"""Ratings for operators: pairs of people that look odd, and games that are annulled."""

from dataclasses import dataclass
from typing import Any, Final, final

from sqlalchemy import Connection, delete, insert, or_, select, update

from zashiki.store.audit import Operator
from zashiki.store.database import Database
from zashiki.store.rated_games import Pair, Rule, pair_of, rate_game, rating_values
from zashiki.store.rows import ResultRow
from zashiki.store.schema import audit, pairs, players, ratings, results

SHOWN: Final = 100
ODD_DEVIATION: Final = 2.0
"""Standard deviations from the expected score from which a pair is shown."""
ODD_MEETINGS: Final = 8.0
ODD_GAMES: Final = 3
"""So many games that one left, or that were too fast, are shown."""


class NotRated(Exception):
    """The table has no rated result: there is nothing to annul."""


@dataclass(frozen=True)
class OddPair:
    """Two accounts whose rated games look odd, with the facts."""

    game: str
    names: tuple[str, str]
    pair: Pair
    signs: tuple[str, ...]
    """What is odd: `network`, `one_sided`, `met_often`, `left`, `hasty`."""


@dataclass(frozen=True)
class TableRating:
    """What a finished game has done to the rating of one seat."""

    seat: int
    rating: float
    doubt: float
    weight: float
    reasons: tuple[str, ...]


@final
class RatingReview:
    """Reads what is odd, and annuls games."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def odd_pairs(self, limit: int = SHOWN) -> list[OddPair]:
        """The pairs that look odd, those with the most signs first."""
        one, other = players.alias(), players.alias()
        query = (
            select(pairs, one.c.name.label("_one"), other.c.name.label("_other"))
            .join(one, one.c.id == pairs.c.one)
            .join(other, other.c.id == pairs.c.other)
            .where(or_(pairs.c.games >= ODD_GAMES, pairs.c.shared_at.is_not(None)))
        )
        found: list[OddPair] = []
        async with self.database.reading() as connection:
            for row in (await connection.execute(query)).mappings():
                values: Any = {name: value for name, value in row.items() if name not in ("_one", "_other")}
                pair = pair_of(values)
                if signs := _signs(pair):
                    found.append(OddPair(row["game"], (row["_one"], row["_other"]), pair, signs))
        found.sort(key=lambda odd: (-len(odd.signs), -abs(odd.pair.deviation), odd.pair.one, odd.pair.other))
        return found[:limit]

    async def of_table(self, table: str) -> list[TableRating]:
        """What the game at this table has done to ratings; empty if it was not rated."""
        where = (results.c.table == table) & results.c.rated & results.c.mu.is_not(None)
        async with self.database.reading() as connection:
            found = await connection.execute(select(results).where(where).order_by(results.c.seat))
            return [
                # What was rated before weights were stored counted in full.
                TableRating(
                    row.seat, row.mu, row.sigma, 1.0 if row.weight is None else row.weight, tuple(row.reasons or ())
                )
                for row in found
            ]

    async def annul(self, by: Operator, now: float, table: str, why: str, rule: Rule) -> int:
        """Let a rated game count for nobody, and compute the ratings of its kind again; returns from how many games."""

        def work(connection: Connection, _: None) -> int:
            where = (results.c.table == table) & results.c.rated
            game = connection.execute(select(results.c.game).where(where).limit(1)).scalar_one_or_none()
            if game is None:
                raise NotRated(table)
            annulled = {"rated": False, **rating_values(None)}
            connection.execute(update(results).where(where).values(annulled))
            connection.execute(
                insert(audit).values(
                    at=now,
                    by=by.id,
                    by_name=by.name,
                    action="annul",
                    player=None,
                    table=table,
                    why=why,
                    details={"game": game},
                )
            )
            return recompute(connection, game, rule)

        return await self.database.transact(work, None)


def _signs(pair: Pair) -> tuple[str, ...]:
    odd = {
        "network": pair.shared_at is not None,
        "one_sided": pair.games >= ODD_GAMES and abs(pair.deviation) >= ODD_DEVIATION,
        "met_often": pair.recent >= ODD_MEETINGS,
        "left": pair.left >= ODD_GAMES,
        "hasty": pair.hasty >= ODD_GAMES,
    }
    return tuple(sign for sign, there in odd.items() if there)


def recompute(connection: Connection, game: str, rule: Rule) -> int:
    """Compute all ratings of a game again, from its results in order; returns how many games that were."""
    shared = connection.execute(
        select(pairs.c.one, pairs.c.other, pairs.c.shared_at).where(
            pairs.c.game == game, pairs.c.shared_at.is_not(None)
        )
    )
    seen_together = {(row.one, row.other): row.shared_at for row in shared}
    connection.execute(delete(pairs).where(pairs.c.game == game))
    connection.execute(delete(ratings).where(ratings.c.game == game))
    rated = select(results).where(results.c.game == game, results.c.rated)
    by_table: dict[str, list[Any]] = {}
    for row in connection.execute(rated.order_by(results.c.ended_at, results.c.table, results.c.seat)):
        by_table.setdefault(row.table, []).append(row)
    for table, rows in by_table.items():
        told = [ResultRow(row.seat, row.player, row.score, row.share, row.left) for row in rows]
        outcome = rate_game(connection, table, game, rows[0].ended_at, told, [None] * len(rows), rule, seen_together)
        for row, seat in zip(rows, outcome.seats, strict=True):
            where = (results.c.table == table) & (results.c.seat == row.seat)
            connection.execute(update(results).where(where).values(rating_values(seat)))
    return len(by_table)
