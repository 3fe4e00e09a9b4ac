"""Telling people that it is their turn: on their personal connection, and to the host's webhook."""

import asyncio
import hashlib
import hmac
import json
from collections import defaultdict
from dataclasses import asdict
from typing import Final, final

import httpx
import structlog

from zashiki.server.config import Config
from zashiki.table.messages import write
from zashiki.table.room import Listener
from zashiki.table.rooms import Notice

TRIES: Final = 4
"""How often a webhook is tried."""
PAUSE: Final = 2.0
"""Seconds before the second try; then twice as long each time."""
WAITING: Final = 1000
"""Notices that wait for a webhook; if it is slower than that, the oldest are dropped."""

log = structlog.get_logger("zashiki.hub")


@final
class Notifications:
    """The personal connections of this process, and the webhook."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self._ears: defaultdict[str, set[Listener]] = defaultdict(set)
        self._notices: asyncio.Queue[Notice] = asyncio.Queue(WAITING)

    def enter(self, player: str, ear: Listener) -> None:
        """Somebody listens for news of their own."""
        self._ears[player].add(ear)

    def exit(self, player: str, ear: Listener) -> None:
        """They do not any more."""
        self._ears[player].discard(ear)
        if not self._ears[player]:
            del self._ears[player]

    def turn(self, notice: Notice) -> None:
        """It is somebody's turn."""
        if notice.player in self._ears:
            text = write(
                {
                    "type": "turn",
                    "table": notice.table,
                    "game": notice.game,
                    "seat": notice.seat,
                    "deadline": notice.deadline,
                }
            )
            for ear in self._ears[notice.player]:
                ear.hear(text)
        if self.config.webhook is not None and notice.ours and not notice.here:
            if self._notices.full():
                log.warning("webhook too slow; a notice is dropped", table=self._notices.get_nowait().table)
            self._notices.put_nowait(notice)

    def lobby(self, table: str, people: list[str] | None) -> None:
        """Lists of tables may have changed: these people's, or (None) everybody's."""
        text = write({"type": "lobby", "table": table})
        for player in list(self._ears) if people is None else people:
            for ear in self._ears.get(player, ()):
                ear.hear(text)

    async def call_out(self) -> None:
        """Tell the webhook, for as long as the house is open."""
        if self.config.webhook is None:
            return
        async with httpx.AsyncClient(timeout=10, follow_redirects=False) as client:
            while True:
                await self._call(client, self.config.webhook, await self._notices.get())

    async def _call(self, client: httpx.AsyncClient, url: str, notice: Notice) -> None:
        about = {key: value for key, value in asdict(notice).items() if key not in ("ours", "here")}
        base = self.config.public_url
        about |= {"event": "turn", "url": None if base is None else f"{base.rstrip('/')}/table/{notice.table}"}
        body = json.dumps(about).encode()
        headers = {"Content-Type": "application/json"}
        if self.config.webhook_secret is not None:
            digest = hmac.new(self.config.webhook_secret.encode(), body, hashlib.sha256).hexdigest()
            headers["X-Zashiki-Signature"] = f"sha256={digest}"
        for tried in range(TRIES):
            try:
                answer = await client.post(url, content=body, headers=headers)
                if answer.status_code < 500:
                    return
                failure = f"status {answer.status_code}"
            except (httpx.HTTPError, httpx.InvalidURL) as error:
                failure = type(error).__name__
            await asyncio.sleep(PAUSE * 2**tried)
        log.warning("webhook not reached", table=notice.table, failure=failure)
