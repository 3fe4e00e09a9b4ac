"""Takes one bot's turn: thinks about it, waits until its answer is due, makes the move.

A bot answers at a time that depends only on what everybody knows: when it was asked, and its level. Otherwise the time
it takes would reveal something about its hand.
"""

import asyncio
from collections.abc import Callable
from typing import Final, Protocol, final

import structlog

from zashiki.bots.levels import level as level_of
from zashiki.table.bot_pool import Job, job_of
from zashiki.table.bot_turn import BotTurn
from zashiki.table.refusals import Refused
from zashiki.table.rooms import Rooms
from zashiki.table.state import TableState

MARGIN: Final = 0.15
"""Seconds on top of a level's thinking time until its move is made."""

log = structlog.get_logger("zashiki.bots")


class MoveChooser(Protocol):
    """Thinks for bots."""

    async def choose(self, job: Job) -> int:
        """A bot's move."""


@final
class BotPlayer:
    """Plays the bots' turns that this process takes."""

    def __init__(self, rooms: Rooms, chooser: MoveChooser | None, pace: float) -> None:
        self.rooms = rooms
        self.chooser = chooser
        """None in a process that takes no turns."""
        self.pace = pace
        """The fewest seconds after which a bot moves; 0: it moves at once."""

    async def take_turn(self, turn: BotTurn, thought: Callable[[], None] = lambda: None) -> None:
        """Decide and move, unless the turn is not due any more. Failures are logged: its deadline brings it back.

        `thought` is called when the decision is made, but the move perhaps not due yet.
        """
        try:
            await self._take(turn, thought)
        except Refused as refused:
            log.warning("bot's turn refused", turn=turn.key, code=refused.code)
        except Exception:
            log.exception("bot's turn failed", turn=turn.key)

    async def _take(self, turn: BotTurn, thought: Callable[[], None]) -> None:
        room = await self.rooms.get(turn.table)
        if not self.rooms.context.alone and not _is_due(room.state, turn):
            await room.catch_up()
        if not _is_due(room.state, turn):
            return
        action = await self.think(room.state, turn, thought)
        try:
            room = await self.rooms.get(turn.table)  # the table may have been evicted and loaded again meanwhile
            now = self.rooms.context.now
            # Without a key: once the decision was made it is not due any more, so a second answer comes too late.
            await room.change(lambda state: state.play(turn.seat, action, turn.asked_ply, None, now(), bot=True))
        except Refused as refused:
            if refused.code not in ("stale", "not-running", "illegal"):
                raise
            log.info("bot's move came too late", turn=turn.key, code=refused.code)

    async def think(self, state: TableState, turn: BotTurn, thought: Callable[[], None] = lambda: None) -> int:
        """The bot's move, once its answer is due."""
        assert self.chooser is not None
        game = state.settings.game
        action = await self.chooser.choose(job_of(state, turn.seat, turn.level, level_of(game, turn.level).seconds))
        thought()
        await asyncio.sleep(max(0.0, due_at(turn, self.pace, game) - self.rooms.context.now()))
        return action


def due_at(turn: BotTurn, pace: float, game: str) -> float:
    """When a bot makes its move."""
    return turn.asked_at + (max(pace, level_of(game, turn.level).seconds + MARGIN) if pace > 0 else 0.0)


def _is_due(state: TableState, turn: BotTurn) -> bool:
    return turn.key in {due.key for due in state.bots_due()}
