"""People: guests and accounts, their sessions, their statistics."""

import hashlib
import secrets
import unicodedata
from collections.abc import Callable, Sequence
from typing import Any, Final, final

from sqlalchemy import ColumnElement, Row, Text, cast, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from zashiki.store.database import Database
from zashiki.store.names import NameTaken, claim, give_up, is_reserved
from zashiki.store.rated_games import Standing, opponents_of, standing_of
from zashiki.store.rows import PlayerRow, SessionRow
from zashiki.store.schema import (
    blocks,
    chat,
    devices,
    mutes,
    pairs,
    passkeys,
    players,
    ratings,
    recovery_codes,
    reports,
    reserved_names,
    results,
    sanctions,
    seats,
    sessions,
    tables,
    totp,
)

GONE: Final = "Somebody"
"""The name of deleted players."""
BOARD_GAMES: Final = 10
BOARD_OPPONENTS: Final = 3
"""Who has had fewer games that counted, or fewer opponents, is not on the leaderboard yet."""
OPEN_PAIRS: Final = tuple(column for column in pairs.c if column.name != "shared_at")
"""What somebody may be told about themselves and another person: not when both were in the same place."""
LONGEST_LOGIN: Final = 80
"""Most characters of a folded name."""
OPERATOR: Final = "operator"
"""The role of those who may use the page for operators, and the kind of their sessions there."""
TOKEN: Final = "zsk_"
"""The prefix of tokens, by which secret scanners can find them."""


def folded(name: str) -> str:
    """A name folded for comparison: names must not differ in case, width or spaces only."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def key_of(secret: str) -> str:
    """What is stored of a cookie or token."""
    return hashlib.sha256(secret.encode()).hexdigest()


@final
class People:
    """Reads and writes people."""

    def __init__(self, database: Database) -> None:
        self.database = database

    # Sessions

    async def new_guest(self, player: str, name: str, now: float) -> PlayerRow:
        """Create a guest."""
        row = PlayerRow(player, name, None, None, {}, now, now)
        async with self.database.writing() as connection:
            await connection.execute(insert(players).values(vars(row)))
        return row

    async def new_session(
        self,
        player: str,
        kind: str,
        label: str,
        now: float,
        seconds: float,
        network: str | None = None,
        *,
        scopes: Sequence[str] = (),
        confirmed_at: float = 0.0,
    ) -> str:
        """Create a session, from a network given as its hash; returns its secret, which is not stored."""
        secret = (TOKEN if kind == "token" else "") + secrets.token_urlsafe(32)
        async with self.database.writing() as connection:
            await connection.execute(delete(sessions).where(sessions.c.expires_at < now))
            await connection.execute(
                insert(sessions).values(
                    key=key_of(secret),
                    id=secrets.token_hex(8),
                    player=player,
                    kind=kind,
                    label=label,
                    created_at=now,
                    expires_at=now + seconds,
                    network=network,
                    scopes=" ".join(scopes),
                    confirmed_at=confirmed_at,
                )
            )
        return secret

    async def renew_session(self, player: str, session: str, now: float, seconds: float) -> str:
        """Give a session another secret, and end all others of the person; returns the secret, which is not stored."""
        secret = secrets.token_urlsafe(32)
        values = {"key": key_of(secret), "expires_at": now + seconds, "confirmed_at": now}
        async with self.database.writing() as connection:
            await connection.execute(delete(sessions).where(sessions.c.player == player, sessions.c.id != session))
            await connection.execute(update(sessions).where(sessions.c.id == session).values(values))
        return secret

    async def confirm_session(self, session: str, now: float) -> None:
        """Note that whoever uses this session has just proved who they are."""
        async with self.database.writing() as connection:
            await connection.execute(update(sessions).where(sessions.c.id == session).values(confirmed_at=now))

    async def by_secret(self, secret: str, kind: str, now: float) -> tuple[PlayerRow, SessionRow] | None:
        """The player and session with this secret."""
        return await self._by(now, sessions.c.key == key_of(secret), sessions.c.kind == kind)

    async def by_session(self, session: str, now: float) -> tuple[PlayerRow, SessionRow] | None:
        """The player and session with this id; None if it has ended."""
        return await self._by(now, sessions.c.id == session)

    async def _by(self, now: float, *which: ColumnElement[bool]) -> tuple[PlayerRow, SessionRow] | None:
        async with self.database.reading() as connection:
            found = await connection.execute(select(sessions).where(*which, sessions.c.expires_at > now))
            session = found.one_or_none()
            if session is None:
                return None
            row = (await connection.execute(select(players).where(players.c.id == session.player))).one_or_none()
            return None if row is None else (_player(row), _session(session))

    async def prolong(self, player: str, session: str, now: float, seconds: float) -> None:
        """Extend a session: it lasts from now on."""
        async with self.database.writing() as connection:
            await connection.execute(update(players).where(players.c.id == player).values(seen_at=now))
            await connection.execute(update(sessions).where(sessions.c.id == session).values(expires_at=now + seconds))

    async def sessions(self, player: str) -> list[SessionRow]:
        """All sessions and tokens of a person, the newest first; not those at the page for operators."""
        own = (sessions.c.player == player) & (sessions.c.kind != OPERATOR)
        async with self.database.reading() as connection:
            found = await connection.execute(select(sessions).where(own).order_by(sessions.c.created_at.desc()))
            return [_session(row) for row in found]

    async def end_session(self, player: str, session: str) -> bool:
        """End a session or token; False if there is none."""
        async with self.database.writing() as connection:
            done = await connection.execute(
                delete(sessions).where(sessions.c.player == player, sessions.c.id == session)
            )
            return done.rowcount == 1

    # Profiles

    async def find(self, player: str) -> PlayerRow | None:
        """The person with this id."""
        async with self.database.reading() as connection:
            row = (await connection.execute(select(players).where(players.c.id == player))).one_or_none()
            return None if row is None else _player(row)

    async def by_login(self, name: str) -> PlayerRow | None:
        """The account with this name."""
        async with self.database.reading() as connection:
            row = (await connection.execute(select(players).where(players.c.login == folded(name)))).one_or_none()
            return None if row is None else _player(row)

    async def is_reserved(self, name: str, player: str | None, now: float) -> bool:
        """Whether somebody else's account has a name that looks like this one, or had it until lately."""
        async with self.database.reading() as connection:
            return await is_reserved(connection, name, player, now)

    async def change(self, player: str, **values: Any) -> None:
        """Update a person."""
        async with self.database.writing() as connection:
            await connection.execute(update(players).where(players.c.id == player).values(**values))

    async def reset_password(self, player: str, hashed: str) -> None:
        """Give an account another password, and end all its sessions and tokens."""
        async with self.database.writing() as connection:
            await connection.execute(update(players).where(players.c.id == player).values(password=hashed))
            await connection.execute(delete(sessions).where(sessions.c.player == player))

    async def name_account(self, player: str, name: str, now: float, **values: Any) -> bool:
        """Give an account this name; False if it is taken, or looks like one that is."""
        try:
            async with self.database.writing() as connection:
                await claim(connection, player, name, now)
                values |= {"name": name, "login": folded(name)}
                await connection.execute(update(players).where(players.c.id == player).values(**values))
        except (IntegrityError, NameTaken):
            return False
        return True

    async def merge(self, guest: str, account: str) -> list[str]:
        """Merge a guest into an account; returns the tables that this has changed."""
        async with self.database.writing() as connection:
            return await merge_people(connection, guest, account)

    async def delete(self, player: str, now: float) -> list[str]:
        """Delete a person and their chat; games stay without the name. Returns the tables that this has changed."""
        async with self.database.writing() as connection:
            await give_up(connection, player, now)
            return await delete_person(connection, player)

    # Muting

    async def mute(self, player: str, other: str, *, on: bool) -> None:
        """Mute or unmute somebody."""
        async with self.database.writing() as connection:
            await connection.execute(delete(mutes).where(mutes.c.player == player, mutes.c.muted == other))
            if on:
                await connection.execute(insert(mutes).values(player=player, muted=other))

    async def muted(self, player: str) -> list[str]:
        """Whom a person has muted."""
        async with self.database.reading() as connection:
            found = await connection.execute(select(mutes.c.muted).where(mutes.c.player == player))
            return sorted(row.muted for row in found)

    # Blocking

    async def block(self, player: str, other: str, *, on: bool) -> None:
        """Block or unblock somebody."""
        async with self.database.writing() as connection:
            await connection.execute(delete(blocks).where(blocks.c.player == player, blocks.c.blocked == other))
            if on:
                await connection.execute(insert(blocks).values(player=player, blocked=other))

    async def blocked(self, player: str) -> list[str]:
        """Whom a person has blocked."""
        async with self.database.reading() as connection:
            found = await connection.execute(select(blocks.c.blocked).where(blocks.c.player == player))
            return sorted(row.blocked for row in found)

    async def blocking(self, player: str) -> frozenset[str]:
        """Who has blocked a person."""
        async with self.database.reading() as connection:
            found = await connection.execute(select(blocks.c.player).where(blocks.c.blocked == player))
            return frozenset(row.player for row in found)

    async def unheard(self, player: str) -> frozenset[str]:
        """Whose chat a person does not get: whom they have muted or blocked."""
        async with self.database.reading() as connection:
            silenced = select(mutes.c.muted).where(mutes.c.player == player)
            blocked = select(blocks.c.blocked).where(blocks.c.player == player)
            return frozenset(row[0] for row in await connection.execute(silenced.union(blocked)))

    # Statistics

    async def statistics(self, player: str, doubt: Callable[[Standing], float]) -> list[dict[str, Any]]:
        """For each game that this person has played: games, wins, scores, rating, and the doubt of it today."""
        async with self.database.reading() as connection:
            played = await connection.execute(
                select(
                    results.c.game,
                    func.count().label("games"),
                    func.sum(results.c.share).label("wins"),
                    func.avg(results.c.score).label("mean"),
                    func.max(results.c.score).label("best"),
                    func.max(results.c.ended_at).label("last"),
                )
                .where(results.c.player == player)
                .group_by(results.c.game)
                .order_by(results.c.game)
            )
            rows = {row.game: dict(row._mapping) for row in played}
            found = await connection.execute(select(ratings).where(ratings.c.player == player))
            rated = {row.game: standing_of(row) for row in found if row.games > 0}
        return [
            {
                "game": game,
                "games": int(row["games"]),
                "wins": float(row["wins"]),
                "mean_score": float(row["mean"]),
                "best_score": int(row["best"]),
                "last_played_at": float(row["last"]),
                "rated_games": rated[game].games if game in rated else 0,
                "rating": rated[game].mu if game in rated else None,
                "doubt": doubt(rated[game]) if game in rated else None,
            }
            for game, row in rows.items()
        ]

    async def leaderboard(self, game: str, limit: int, doubt: Callable[[Standing], float]) -> list[dict[str, Any]]:
        """The best rated accounts of a game, by a conservative estimate: the rating minus three times today's doubt.

        Whoever has played little, or only with the same few people, is not on it yet.
        """
        async with self.database.reading() as connection:
            found = await connection.execute(
                select(players.c.id, players.c.name, ratings)
                .join(ratings, ratings.c.player == players.c.id)
                .where(
                    ratings.c.game == game,
                    players.c.login.is_not(None),
                    ratings.c.games >= BOARD_GAMES,
                    opponents_of(ratings.c.player, game) >= BOARD_OPPONENTS,
                )
            )
            rows = [(standing_of(row), row) for row in found]
        leaders = [
            {
                "player": row.id,
                "name": row.name,
                "rating": standing.mu,
                "doubt": doubt(standing),
                "rated_games": standing.games,
            }
            for standing, row in rows
        ]
        leaders.sort(key=lambda one: (3 * one["doubt"] - one["rating"], one["player"]))
        return leaders[:limit]

    async def everything(self, player: str) -> dict[str, Any]:
        """Everything stored about a person except their records."""
        async with self.database.reading() as connection:
            row = (await connection.execute(select(players).where(players.c.id == player))).one()
            about = {name: value for name, value in row._mapping.items() if name != "password"}
            stored: dict[str, Any] = {"player": {**about, "has_password": row.password is not None}}
            queries = {
                "sessions": select(sessions).where(sessions.c.player == player),
                "passkeys": select(passkeys.c.label, passkeys.c.created_at, passkeys.c.used_at).where(
                    passkeys.c.player == player
                ),
                "authenticator_apps": select(totp.c.confirmed_at).where(
                    totp.c.player == player, totp.c.confirmed_at.is_not(None)
                ),
                "devices": select(devices.c.created_at, devices.c.seen_at).where(devices.c.player == player),
                "hosted": select(
                    tables.c.id, tables.c.game, tables.c.settings, tables.c.status, tables.c.created_at
                ).where(tables.c.host == player),
                "seats": select(seats).where(seats.c.player == player).order_by(seats.c.table),
                "results": select(results).where(results.c.player == player).order_by(results.c.ended_at),
                "ratings": select(ratings).where(ratings.c.player == player),
                "pairs": select(*OPEN_PAIRS).where((pairs.c.one == player) | (pairs.c.other == player)),
                "chat": select(chat).where(chat.c.player == player).order_by(chat.c.said_at),
                "muted": select(mutes.c.muted).where(mutes.c.player == player),
                "blocked": select(blocks.c.blocked).where(blocks.c.player == player),
                "reports": select(reports).where(reports.c.reporter == player).order_by(reports.c.made_at),
                "sanctions": select(sanctions).where(sanctions.c.player == player).order_by(sanctions.c.made_at),
            }
            for name, query in queries.items():
                found = await connection.execute(query)
                stored[name] = [{key: value for key, value in one._mapping.items() if key != "key"} for one in found]
            left = select(func.count()).where(recovery_codes.c.player == player)
            stored["recovery_codes_left"] = int(await connection.scalar(left) or 0)
            return stored


async def merge_people(connection: AsyncConnection, old: str, new: str) -> list[str]:
    """Give one person's games to another, and delete the first; returns the tables that this has changed.

    Nobody gets a second seat by it: where the other sits too, the seat becomes nobody's. Ratings are not taken over.
    """
    changed = sorted({*await tables_of(connection, old), *await _change_failures(connection, old, {"player": new})})
    await _give_up_seats(connection, old, await _shared_tables(connection, old, new))
    for table, column in (
        (seats, seats.c.player),
        (tables, tables.c.host),
        (results, results.c.player),
        (chat, chat.c.player),
        # Whoever was warned, muted or reported as a guest still is.
        (sanctions, sanctions.c.player),
        (reports, reports.c.player),
    ):
        await connection.execute(update(table).where(column == old).values({column.name: new}))
    await raise_revisions(connection, changed)
    await connection.execute(update(reserved_names).where(reserved_names.c.player == old).values(player=new))
    await connection.execute(delete(players).where(players.c.id == old))
    return changed


async def delete_person(connection: AsyncConnection, player: str) -> list[str]:
    """Delete a person and their chat; games stay without the name. Returns the tables that this has changed."""
    unrevealed = await _change_failures(connection, player, {"player": None, "name": None})
    changed = sorted({*await tables_of(connection, player), *unrevealed})
    running = select(tables.c.id).where(tables.c.status == "running")
    await connection.execute(
        update(seats).where(seats.c.player == player, seats.c.table.in_(running)).values(stand_in=True, left=True)
    )
    await connection.execute(update(seats).where(seats.c.player == player).values(name=GONE, player=None))
    await connection.execute(delete(chat).where(chat.c.player == player))
    await raise_revisions(connection, changed)
    await connection.execute(delete(players).where(players.c.id == player))
    return changed


async def tables_of(connection: AsyncConnection, player: str) -> list[str]:
    """The tables where a person sits or that they host."""
    own = await connection.execute(select(seats.c.table).where(seats.c.player == player).distinct())
    hosted = await connection.execute(select(tables.c.id).where(tables.c.host == player))
    return sorted({row.table for row in own} | {row.id for row in hosted})


async def _shared_tables(connection: AsyncConnection, one: str, other: str) -> list[str]:
    """The tables at which both have a seat."""
    theirs = select(seats.c.table).where(seats.c.player == other)
    found = await connection.execute(select(seats.c.table).where(seats.c.player == one, seats.c.table.in_(theirs)))
    return sorted({row.table for row in found})


async def _give_up_seats(connection: AsyncConnection, player: str, at: Sequence[str]) -> None:
    """Make the seats of a person at these tables nobody's: where a game is not over, a bot plays on."""
    own = seats.c.player == player
    over = select(tables.c.id).where(tables.c.id.in_(at), tables.c.status == "over")
    await _empty_seats(connection, player, at)
    await connection.execute(
        update(seats).where(own, seats.c.table.in_(at), seats.c.table.not_in(over)).values(stand_in=True, left=True)
    )
    await connection.execute(update(seats).where(own, seats.c.table.in_(at)).values(player=None))
    await connection.execute(
        update(results).where(results.c.player == player, results.c.table.in_(at)).values(player=None)
    )


async def _empty_seats(connection: AsyncConnection, player: str, at: Sequence[str]) -> None:
    """Empty the seats of a person at those of these tables that are open and not sealed."""
    found = await connection.execute(
        select(tables.c.id, tables.c.sealing).where(tables.c.id.in_(at), tables.c.status == "open")
    )
    unsealed = [row.id for row in found if row.sealing.get("sealed_at") is None]
    nobody = {"player": None, "name": None, "agreed": None, "network": None, "commitment": None, "seed": None}
    which = (seats.c.player == player, seats.c.table.in_(unsealed))
    await connection.execute(update(seats).where(*which).values(program=False, **nobody))


async def _change_failures(connection: AsyncConnection, player: str, values: dict[str, str | None]) -> list[str]:
    """Change what tables without a deal know of a person who kept a seed back there; the tables."""
    named = cast(tables.c.sealing, Text).contains(f'"{player}"')
    found = await connection.execute(select(tables.c.id, tables.c.sealing).where(tables.c.status != "over", named))
    changed: list[str] = []
    for row in found:
        failures = [{**one, **(values if one["player"] == player else {})} for one in row.sealing["failures"]]
        after = {**row.sealing, "failures": failures}
        await connection.execute(update(tables).where(tables.c.id == row.id).values(sealing=after))
        changed.append(row.id)
    return changed


async def raise_revisions(connection: AsyncConnection, changed: Sequence[str]) -> None:
    """Let every process read these tables again."""
    await connection.execute(update(tables).where(tables.c.id.in_(changed)).values(revision=tables.c.revision + 1))


def _player(row: Row[Any]) -> PlayerRow:
    return PlayerRow(**row._mapping)


def _session(row: Row[Any]) -> SessionRow:
    values = {key: value for key, value in row._mapping.items() if key != "key"}
    return SessionRow(**{**values, "scopes": tuple(row.scopes.split())})
