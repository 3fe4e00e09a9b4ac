"""Who is banned, muted or warned: kept in memory, because every request asks, and followed through the audit log.

Whatever an operator does, with `zashiki admin` or through another process, is noticed here within a second.
"""

from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, final

import structlog
from starlette.requests import HTTPConnection

from zashiki.core.jsontypes import Facts
from zashiki.server.addresses import network_at
from zashiki.server.word_list import WordList
from zashiki.store.audit import Audit
from zashiki.store.database import Database
from zashiki.store.operations import Operations
from zashiki.store.reports import Reports
from zashiki.store.rows import AuditRow, SanctionRow
from zashiki.store.sanctions import Sanctions, network_hash
from zashiki.table.refusals import Refused

if TYPE_CHECKING:
    from zashiki.server.table_events import TableEvents
    from zashiki.table.service import TableService

FOLLOW_EVERY: Final = 1.0
"""Seconds between looks at what operators have done elsewhere."""
SANCTIONS: Final = frozenset({"warn", "mute", "unmute", "ban", "unban", "merge"})
"""Actions after which the sanctions are read again."""

log = structlog.get_logger("zashiki.moderation")


@final
class Moderation:
    """The sanctions that hold, and what running tables and connections do about them."""

    def __init__(
        self,
        database: Database,
        table_service: "TableService",
        events: "TableEvents",
        contact: str | None,
        words: WordList,
    ) -> None:
        self.table_service = table_service
        self.events = events
        self.words = words
        self.contact = contact
        """How people reach the operators."""
        self.now = table_service.context.now
        self.operations = Operations(database)
        self.sanctions = Sanctions(database)
        self.reports = Reports(database)
        self.audit = Audit(database)
        self._key = b""
        self._seen = 0
        """The last row of the audit log that was acted on."""
        self._bans: dict[str, SanctionRow] = {}
        self._networks: dict[str, SanctionRow] = {}
        self._mutes: dict[str, SanctionRow] = {}
        self._warnings: dict[str, list[SanctionRow]] = {}

    async def open(self) -> None:
        """Load what holds, and act on what was done while no server was running."""
        self._key = await self.sanctions.network_key()
        self._seen = await self.audit.last()
        await self.reload()
        for player in list(self._bans):
            await self._leave_tables(player)
        self.table_service.context.tasks.repeat(FOLLOW_EVERY, self.follow)

    async def reload(self) -> None:
        """Read everything that holds."""
        bans: dict[str, SanctionRow] = {}
        networks: dict[str, SanctionRow] = {}
        mutes: dict[str, SanctionRow] = {}
        warnings: defaultdict[str, list[SanctionRow]] = defaultdict(list)
        for one in await self.sanctions.in_force(self.now()):
            if one.network is not None:
                networks[one.network] = one
            elif one.player is None:
                continue
            elif one.kind == "warning":
                warnings[one.player].append(one)
            else:
                (bans if one.kind == "ban" else mutes)[one.player] = one
        self._bans, self._networks, self._mutes, self._warnings = bans, networks, mutes, dict(warnings)

    # What holds

    def network_hash(self, connection: HTTPConnection) -> str:
        """The network that a request comes from, as it is stored."""
        return network_hash(self._key, network_at(connection))

    def check_network(self, connection: HTTPConnection) -> None:
        """`Refused` if a request comes from a banned network."""
        if self._networks:  # hashing is not free, and there is rarely anything to find
            self._refuse(self._networks.get(self.network_hash(connection)))

    def check_person(self, player: str) -> None:
        """`Refused` if a person is banned."""
        self._refuse(self._bans.get(player))

    def _refuse(self, ban: SanctionRow | None) -> None:
        if ban is None or not ban.holds(self.now()):
            return
        facts: Facts = {"why": ban.reason, **_until(ban)}
        if self.contact is None:
            if ban.until is None:
                raise Refused("banned", "ban.for_good", facts)
            raise Refused("banned", "ban.until", facts)
        facts = {**facts, "contact": self.contact}
        if ban.until is None:
            raise Refused("banned", "ban.for_good_contact", facts)
        raise Refused("banned", "ban.until_contact", facts)

    def check_chat(self, player: str) -> None:
        """`Refused` if a person may not write."""
        mute = self._mutes.get(player)
        if mute is None or not mute.holds(self.now()):
            return
        facts: Facts = {"why": mute.reason, **_until(mute)}
        if mute.until is None:
            raise Refused("muted", "mute.for_good", facts)
        raise Refused("muted", "mute.until", facts)

    def warnings(self, player: str) -> list[SanctionRow]:
        """The warnings that a person has not read yet, the oldest first."""
        return self._warnings.get(player, [])

    async def acknowledge(self, player: str, warning: str) -> bool:
        """A person has read a warning; False if there is none."""
        done = await self.sanctions.acknowledge(player, warning, self.now())
        left = [one for one in self._warnings.pop(player, []) if one.id != warning]
        if left:
            self._warnings[player] = left
        return done

    # Following what operators do

    async def follow(self) -> None:
        """Act on everything that operators have done since the last time, in whatever process."""
        self._reload_words()
        rows = await self.audit.since(self._seen)
        if any(row.action in SANCTIONS for row in rows):
            await self.reload()
        for row in rows:
            self._seen = row.id
            try:
                await self._act_on(row)
            except Refused as refused:  # such as a table of rules that are not supported any more
                log.warning("an action of an operator has no effect", action=row.action, error=str(refused))

    def _reload_words(self) -> None:
        try:
            self.words.reload()
        except (OSError, ValueError) as error:
            log.warning("the word list was not read again", error=str(error))

    async def _act_on(self, row: AuditRow) -> None:
        if row.action == "ban" and row.player is not None:
            await self._leave_tables(row.player)
        if row.action == "remove-chat" and row.table is not None:
            room = self.table_service.rooms.find_loaded(row.table)
            if room is not None:
                room.send_removed_chat(row.details["n"])
        await self.table_service.read_again(row.details.get("tables", []))
        people = [one for one in (row.player, row.details.get("old")) if one is not None]
        await self._people_changed(people)
        if row.details.get("network") is not None:
            await self._people_changed(list(self.events.connections))

    async def _people_changed(self, people: Iterable[str]) -> None:
        for player in people:
            await self.events.player_changed(player)

    async def _leave_tables(self, player: str) -> None:
        """Bots play for somebody who is banned, at every table that is running."""
        if player in self._bans:
            await self.table_service.remove_player(player)


def _until(sanction: SanctionRow) -> Facts:
    return {} if sanction.until is None else {"until": shown_time(sanction.until)}


def shown_time(at: float) -> str:
    """A time as everybody reads it alike."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")
