"""Rated games: the facts that a rating rule needs, and what it makes of them, in the transaction of the last move."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from math import sqrt
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Row, delete, func, insert, or_, select, update

from zashiki.store.rows import ResultRow
from zashiki.store.schema import moves, pairs, players, ratings

NEVER: Final = 0.0


@dataclass(frozen=True)
class Standing:
    """The rating of one account in one game."""

    mu: float
    sigma: float
    games: int = 0
    """Games that counted."""
    rated_at: float | None = None
    """When the last of them ended."""


@dataclass(frozen=True)
class Pair:
    """What two accounts have had to do with each other in one game; of `one` are those numbers that have a side.

    All sums fade: what is a month old counts half.
    """

    one: str
    other: str
    games: int = 0
    """All of their rated games."""
    met_at: float = NEVER
    """When the last of them ended."""
    recent: float = 0.0
    """How many, faded."""
    surplus: float = 0.0
    """How much more than expected `one` has scored against `other`."""
    spread: float = 0.0
    """The variance of what was expected."""
    gain_one: float = 0.0
    gain_other: float = 0.0
    """What each has gained from the other."""
    left: int = 0
    """Games that one of them left."""
    hasty: int = 0
    """Games that were played too fast for people."""
    shared_at: float | None = None
    """When they were last seen in the same network."""
    always_with: tuple[str, ...] = ()
    """Who else sat at each of their tables."""

    @property
    def deviation(self) -> float:
        """By how many standard deviations `one` has scored more against `other` than expected."""
        return self.surplus / sqrt(self.spread + 0.5)


@dataclass(frozen=True)
class RatedSeat:
    """One seat of a rated game that is over."""

    player: str | None
    """The account; None for a guest, and for somebody who is gone."""
    score: int
    won: bool
    left: bool
    own_part: float = 1.0
    """The part of their decisions that they made themselves."""
    standing: Standing | None = None
    """Before the game; None for somebody who was never rated."""


@dataclass(frozen=True)
class RatedGame:
    """A rated game that is over, with what is known about its people."""

    ended_at: float
    seats: Sequence[RatedSeat]
    pairs: Mapping[tuple[str, str], Pair] = field(default_factory=dict)
    """Of those who have met before, in order of their ids."""
    met: Mapping[str, Sequence[Pair]] = field(default_factory=dict)
    """Everybody whom each of them has met, in any game."""
    accounts: int = 0
    """How many accounts are rated on this server, in any game."""
    hasty: bool = False
    """Whether it was played too fast for people."""
    shared: frozenset[tuple[str, str]] = frozenset()
    """Who came from the same network."""


@dataclass(frozen=True)
class SeatOutcome:
    """What a rated game has done to one seat's rating."""

    standing: Standing | None
    """After the game; None for a seat without an account."""
    weight: float = 0.0
    """How much the game counted, from 0 to 1."""
    reasons: tuple[str, ...] = ()
    """Why it did not count in full."""


@dataclass(frozen=True)
class RatedOutcome:
    """What a rated game has done."""

    seats: Sequence[SeatOutcome]
    pairs: Sequence[Pair]


Rule = Callable[[RatedGame], RatedOutcome]
"""How ratings follow from a game."""


def rating_values(outcome: SeatOutcome | None) -> dict[str, Any]:
    """What is stored with a result."""
    if outcome is None or outcome.standing is None:
        return {"mu": None, "sigma": None, "weight": None, "reasons": None}
    standing = outcome.standing
    return {
        "mu": standing.mu,
        "sigma": standing.sigma,
        "weight": outcome.weight,
        "reasons": [*outcome.reasons],
    }


HASTY: Final = 0.5
"""Seconds per decision, on average, below which nobody has thought."""


def rate_game(
    connection: Connection,
    table: str,
    game: str,
    ended_at: float,
    results: Sequence[ResultRow],
    networks: Sequence[str | None],
    rule: Rule,
    seen_together: Mapping[tuple[str, str], float] | None = None,
) -> RatedOutcome:
    """Apply the rule to a game whose moves are stored, and write the ratings.

    `seen_together` tells when two were in the same network, for games whose networks are forgotten.
    """
    accounts = _accounts(connection, results)
    standings = _standings(connection, game, accounts)
    met = _met(connection, accounts)
    parts, hasty = _decisions(connection, table, len(results))
    facts = RatedGame(
        ended_at,
        [
            RatedSeat(
                player,
                row.score,
                row.share > 0,
                row.left,
                parts[row.seat],
                None if player is None else standings.get(player),
            )
            for row, player in zip(results, accounts, strict=True)
        ],
        {key: pair for (where, *_), pair, key in met if where == game},
        _by_person(pair for _, pair, _ in met),
        connection.execute(select(func.count(func.distinct(ratings.c.player)))).scalar_one(),
        hasty,
        _shared(accounts, networks) | {who for who, at in (seen_together or {}).items() if ended_at <= at},
    )
    outcome = rule(facts)
    _write(connection, game, outcome, [seat.player for seat in facts.seats], standings)
    return outcome


def _accounts(connection: Connection, results: Sequence[ResultRow]) -> list[str | None]:
    """Whose ratings may change: accounts, each once."""
    asked = [row.player for row in results if row.player is not None]
    query = select(players.c.id).where(players.c.id.in_(asked), players.c.login.is_not(None))
    left = {row.id for row in connection.execute(query)}
    accounts: list[str | None] = []
    for row in results:
        accounts.append(row.player if row.player in left else None)
        left.discard(row.player)
    return accounts


def _standings(connection: Connection, game: str, accounts: Sequence[str | None]) -> dict[str, Standing]:
    """The ratings before the game; their rows stay locked until the commit, and with them those of the pairs."""
    found = connection.execute(
        select(ratings)
        .where(ratings.c.game == game, ratings.c.player.in_([one for one in accounts if one is not None]))
        .order_by(ratings.c.player)
        .with_for_update()
    )
    return {row.player: standing_of(row) for row in found}


def standing_of(row: Row[Any]) -> Standing:
    """From the database."""
    return Standing(row.mu, row.sigma, row.games, row.rated_at)


def opponents_of(player: ColumnElement[str], game: str) -> ColumnElement[int]:
    """How many different accounts somebody has met in rated games, not counting those of their own network."""
    where = (pairs.c.game == game) & pairs.c.shared_at.is_(None) & or_(pairs.c.one == player, pairs.c.other == player)
    return select(func.count()).select_from(pairs).where(where).scalar_subquery()


def _met(connection: Connection, accounts: Sequence[str | None]) -> list[tuple[tuple[str], Pair, tuple[str, str]]]:
    asked = [one for one in accounts if one is not None]
    found = connection.execute(select(pairs).where(or_(pairs.c.one.in_(asked), pairs.c.other.in_(asked)))).mappings()
    return [((row["game"],), pair_of(row), (row["one"], row["other"])) for row in found]


def pair_of(row: Mapping[Any, Any]) -> Pair:
    """From the database."""
    values = {name: value for name, value in row.items() if name != "game"}
    return Pair(**{**values, "always_with": tuple(values["always_with"])})


def _by_person(found: Iterable[Pair]) -> dict[str, list[Pair]]:
    by_person: defaultdict[str, list[Pair]] = defaultdict(list)
    for pair in found:
        by_person[pair.one].append(pair)
        by_person[pair.other].append(pair)
    return dict(by_person)


def _decisions(connection: Connection, table: str, seats: int) -> tuple[list[float], bool]:
    """The part of its decisions that each seat's person made, and whether they were made too fast for people."""
    found = connection.execute(
        select(
            moves.c.seat,
            moves.c.by,
            func.count().label("n"),
            func.min(moves.c.made_at).label("first"),
            func.max(moves.c.made_at).label("last"),
        )
        .where(moves.c.table == table, moves.c.by != "chance")
        .group_by(moves.c.seat, moves.c.by)
    ).all()
    counts: defaultdict[int, dict[str, int]] = defaultdict(dict)
    for row in found:
        counts[row.seat][row.by] = row.n
    parts = [_part(counts[seat]) for seat in range(seats)]
    people = sum(by.get("person", 0) for by in counts.values())
    lasted = max((row.last for row in found), default=0.0) - min((row.first for row in found), default=0.0)
    return parts, people > 0 and lasted < HASTY * people


def _part(counts: Mapping[str, int]) -> float:
    total = sum(counts.values())
    return counts.get("person", 0) / total if total else 1.0


def _shared(accounts: Sequence[str | None], networks: Sequence[str | None]) -> frozenset[tuple[str, str]]:
    known = [(one, network) for one, network in zip(accounts, networks, strict=True) if one and network]
    return frozenset((a, b) for a, at in known for b, where in known if a < b and at == where)


def _write(
    connection: Connection,
    game: str,
    outcome: RatedOutcome,
    accounts: Sequence[str | None],
    before: Mapping[str, Standing],
) -> None:
    """Write ratings and pairs, in the same order for all games, which prevents deadlocks."""
    after = {
        player: seat.standing
        for player, seat in zip(accounts, outcome.seats, strict=True)
        if player is not None and seat.standing is not None
    }
    for player, standing in sorted(after.items()):
        if player in before:
            which = (ratings.c.player == player) & (ratings.c.game == game)
            connection.execute(update(ratings).where(which).values(asdict(standing)))
        else:
            connection.execute(insert(ratings).values(player=player, game=game, **asdict(standing)))
    for pair in sorted(outcome.pairs, key=lambda one: (one.one, one.other)):
        which = (pairs.c.game == game) & (pairs.c.one == pair.one) & (pairs.c.other == pair.other)
        connection.execute(delete(pairs).where(which))
        connection.execute(insert(pairs).values({"game": game, **asdict(pair), "always_with": [*pair.always_with]}))
