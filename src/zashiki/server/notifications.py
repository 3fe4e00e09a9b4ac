"""Tells people that it is their turn: on their personal websocket, and through the operator's webhook."""

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
from zashiki.table.notices import TurnNotice
from zashiki.table.room import Listener

TRIES: Final = 4
"""How often a webhook is called before it is given up."""
PAUSE: Final = 2.0
"""Seconds before the second try; doubled each time."""
QUEUED: Final = 1000
"""Notices that wait for the webhook; if it is too slow, the oldest are dropped."""

log = structlog.get_logger("zashiki.notifications")


@final
class Notifications:
    """The personal websockets of this process, and the webhook."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._queue: asyncio.Queue[TurnNotice] = asyncio.Queue(QUEUED)

    def add(self, player: str, listener: Listener) -> None:
        """Add a personal connection."""
        self._listeners[player].add(listener)

    def remove(self, player: str, listener: Listener) -> None:
        """Remove a personal connection."""
        self._listeners[player].discard(listener)
        if not self._listeners[player]:
            del self._listeners[player]

    def your_turn(self, notice: TurnNotice) -> None:
        """It is somebody's turn."""
        if notice.player in self._listeners:
            text = write(
                {
                    "type": "turn",
                    "table": notice.table,
                    "game": notice.game,
                    "seat": notice.seat,
                    "deadline": notice.deadline,
                }
            )
            for listener in self._listeners[notice.player]:
                listener.send(text)
        if self.config.webhook is not None and notice.local and not notice.connected:
            if self._queue.full():
                log.warning("webhook too slow; a notice is dropped", table=self._queue.get_nowait().table)
            self._queue.put_nowait(notice)

    def lists_changed(self, table: str, people: list[str] | None) -> None:
        """Lists of tables may have changed: these people's, or (None) everybody's."""
        text = write({"type": "lobby", "table": table})
        for player in list(self._listeners) if people is None else people:
            for listener in self._listeners.get(player, ()):
                listener.send(text)

    def player_changed(self, player: str) -> None:
        """Something has changed about a person: their open pages ask what."""
        for listener in self._listeners.get(player, ()):
            listener.send(write({"type": "me"}))

    async def call_webhook(self) -> None:
        """Deliver notices to the webhook until cancelled."""
        if self.config.webhook is None:
            return
        async with httpx.AsyncClient(timeout=10, follow_redirects=False) as client:
            while True:
                await self._call(client, self.config.webhook, await self._queue.get())

    async def _call(self, client: httpx.AsyncClient, url: str, notice: TurnNotice) -> None:
        about = {key: value for key, value in asdict(notice).items() if key not in ("local", "connected")}
        base = self.config.public_url
        about |= {"event": "turn", "url": None if base is None else f"{base.rstrip('/')}/table/{notice.table}"}
        body = json.dumps(about).encode()
        headers = {"Content-Type": "application/json"}
        if self.config.webhook_secret is not None:
            digest = hmac.new(self.config.webhook_secret.encode(), body, hashlib.sha256).hexdigest()
            headers["X-Zashiki-Signature"] = f"sha256={digest}"
        for tried in range(TRIES):
            try:
                response = await client.post(url, content=body, headers=headers)
                if response.status_code < 500:
                    return
                failure = f"status {response.status_code}"
            except (httpx.HTTPError, httpx.InvalidURL) as error:
                failure = type(error).__name__
            await asyncio.sleep(PAUSE * 2**tried)
        log.warning("webhook not reached", table=notice.table, failure=failure)
