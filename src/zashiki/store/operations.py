"""What operators can do. Every action and its row in the audit log share a transaction."""

import secrets
from typing import Any, Final, Literal, final

from sqlalchemy import delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from zashiki.store.audit import Operator, note
from zashiki.store.database import Database
from zashiki.store.names import NameTaken, claim, is_reserved
from zashiki.store.people import OPERATOR, folded, merge_people, raise_revisions, tables_of
from zashiki.store.rows import SanctionKind
from zashiki.store.schema import chat, devices, passkeys, players, recovery_codes, sanctions, seats, sessions, totp

COMMAND_LINE: Final = Operator(None, "command line")
"""Whoever can run `zashiki admin` has the database anyway."""


@final
class Operations:
    """Warns, mutes, bans, removes, renames, merges; all of it is in the audit log."""

    def __init__(self, database: Database) -> None:
        self.database = database

    # Sanctions

    async def warn(self, by: Operator, now: float, player: str, reason: str) -> str:
        """Warn a person, who is shown the reason until they have read it; returns the warning's id."""
        return await self._sanction(by, now, "warning", reason, player=player)

    async def mute(self, by: Operator, now: float, player: str, until: float | None, reason: str) -> str:
        """Let a person write no chat; what they were muted for before is replaced."""
        return await self._sanction(by, now, "mute", reason, player=player, until=until)

    async def ban(self, by: Operator, now: float, player: str, until: float | None, reason: str) -> str:
        """Ban a person."""
        return await self._sanction(by, now, "ban", reason, player=player, until=until)

    async def ban_network(self, by: Operator, now: float, network: str, until: float | None, reason: str) -> str:
        """Ban a network, given as its hash."""
        return await self._sanction(by, now, "ban", reason, network=network, until=until)

    async def _sanction(
        self,
        by: Operator,
        now: float,
        kind: SanctionKind,
        reason: str,
        *,
        player: str | None = None,
        network: str | None = None,
        until: float | None = None,
    ) -> str:
        made = secrets.token_hex(8)
        async with self.database.writing() as connection:
            if kind != "warning":
                await _end(connection, now, kind, player=player, network=network)
            row = {"player": player, "network": network, "reason": reason, "made_at": now, "until": until}
            await connection.execute(insert(sanctions).values(id=made, kind=kind, **row))
            details: dict[str, Any] = {} if kind == "warning" else {"until": until}
            if network is not None:
                details["network"] = network
            action = {"warning": "warn", "mute": "mute", "ban": "ban"}[kind]
            await note(connection, by, now, action, reason, player=player, **details)
        return made

    async def lift(
        self,
        by: Operator,
        now: float,
        kind: Literal["mute", "ban"],
        why: str,
        *,
        player: str | None = None,
        network: str | None = None,
    ) -> bool:
        """Lift a mute or a ban; False if there is none."""
        async with self.database.writing() as connection:
            if not await _end(connection, now, kind, player=player, network=network):
                return False
            details = {} if network is None else {"network": network}
            await note(connection, by, now, f"un{kind}", why, player=player, **details)
            return True

    # Chat and names

    async def remove_chat(self, by: Operator, now: float, table: str, number: int, why: str) -> bool:
        """Remove a chat message; its text stays in the audit log only. False if there is none."""
        which = (chat.c.table == table) & (chat.c.n == number) & chat.c.removed_at.is_(None)
        async with self.database.writing() as connection:
            line = (await connection.execute(select(chat).where(which).with_for_update())).one_or_none()
            if line is None:
                return False
            await connection.execute(update(chat).where(which).values(text=None, phrase=None, removed_at=now))
            about = {"n": number, "text": line.text or line.phrase}
            await note(connection, by, now, "remove-chat", why, player=line.player, table=table, **about)
            return True

    async def rename(self, by: Operator, now: float, player: str, name: str, why: str) -> list[str]:
        """Give a person another name, at their tables and in their chat too; returns the tables."""
        try:
            async with self.database.writing() as connection:
                found = (await connection.execute(select(players).where(players.c.id == player))).one()
                login = None if found.login is None else folded(name)
                if login is not None:
                    await claim(connection, player, name, now)
                elif await is_reserved(connection, name, player, now):
                    raise NameTaken
                await connection.execute(update(players).where(players.c.id == player).values(name=name, login=login))
                changed = await tables_of(connection, player)
                # At a table on one device the host's friends have names of their own.
                own = (seats.c.player == player) & (seats.c.name == found.name)
                await connection.execute(update(seats).where(own).values(name=name))
                await connection.execute(update(chat).where(chat.c.player == player).values(name=name))
                await raise_revisions(connection, changed)
                about = {"old": found.name, "new": name, "tables": changed}
                await note(connection, by, now, "rename", why, player=player, **about)
                return changed
        except IntegrityError:
            raise NameTaken from None

    # Accounts

    async def reset_password(self, by: Operator, now: float, player: str, hashed: str, why: str) -> dict[str, int]:
        """Give an account another password, and end all other ways into it; returns how many of each there were."""
        async with self.database.writing() as connection:
            await connection.execute(update(players).where(players.c.id == player).values(password=hashed))
            # Whoever had got in may have left a key behind, or a browser that may try more passwords than others.
            removed: dict[str, int] = {}
            for table in (sessions, passkeys, recovery_codes, totp, devices):
                removed[table.name] = (await connection.execute(delete(table).where(table.c.player == player))).rowcount
            await note(connection, by, now, "reset-password", why, player=player, removed=removed)
            return removed

    async def merge(self, by: Operator, now: float, old: str, new: str, why: str) -> list[str]:
        """Merge one person into another; returns the tables that this has changed."""
        async with self.database.writing() as connection:
            changed = await merge_people(connection, old, new)
            await note(connection, by, now, "merge", why, player=new, old=old, tables=changed)
            return changed

    async def set_role(self, by: Operator, now: float, player: str, role: str | None, why: str) -> None:
        """Make an account an operator, or (None) no longer."""
        async with self.database.writing() as connection:
            await connection.execute(update(players).where(players.c.id == player).values(role=role))
            if role is None:
                only = (sessions.c.player == player) & (sessions.c.kind == OPERATOR)
                await connection.execute(delete(sessions).where(only))
            action = "revoke-operator" if role is None else "grant-operator"
            await note(connection, by, now, action, why, player=player)

    async def operators(self) -> list[tuple[str, str]]:
        """The id and name of every operator."""
        async with self.database.reading() as connection:
            query = select(players.c.id, players.c.name).where(players.c.role == OPERATOR).order_by(players.c.name)
            return [(row.id, row.name) for row in await connection.execute(query)]


async def _end(connection: AsyncConnection, now: float, kind: str, *, player: str | None, network: str | None) -> bool:
    whom = sanctions.c.player == player if player is not None else sanctions.c.network == network
    holds = sanctions.c.ended_at.is_(None) & or_(sanctions.c.until.is_(None), sanctions.c.until > now)
    done = await connection.execute(update(sanctions).where(whom, holds, sanctions.c.kind == kind).values(ended_at=now))
    return done.rowcount > 0
