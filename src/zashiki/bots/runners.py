"""Running bots: how to get an answer out of each kind.

Built-in bots run in this process. All others run in a process of their own, so that whatever they do (raise, hang, die,
eat memory) ends that process and not the game.
"""

import json
import os
import select
import signal
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic
from typing import Final, Literal, final

from zashiki.bots.bot import Bot, Budget, DecisionContext
from zashiki.core.shapes import EventView

GRACE: Final = 0.5
"""Seconds beyond its budget after which a bot has hung."""
PATIENCE: Final = 10.0
"""Seconds for one decision where the budget names no time."""
LONGEST_ANSWER: Final = 65_536
"""The most bytes of an answer."""

FailureKind = Literal["raised", "hung", "illegal", "gone"]
"""How a bot can fail: an error, no answer in time, an answer that is not a legal move, a process that is gone."""


class Failed(Exception):
    """A bot gave no valid answer."""

    def __init__(self, why: FailureKind, detail: str) -> None:
        super().__init__(f"{why}: {detail}")
        self.why: FailureKind = why
        """How it failed."""
        self.detail = detail
        """What happened, in one line."""


class Runner(ABC):
    """Runs a bot, whatever it is made of."""

    wants_events = False
    """Whether the bot also wants the events of the game."""

    @abstractmethod
    def ask(self, context: DecisionContext, events: Sequence[EventView]) -> object:
        """The bot's answer to one decision; `Failed` if there is none."""

    def close(self) -> None:  # noqa: B027 - most have nothing to do
        """Release what the bot holds."""


@final
class BuiltinRunner(Runner):
    """Runs a bot in this process."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        """The bot."""

    def ask(self, context: DecisionContext, events: Sequence[EventView]) -> object:
        try:
            return self.bot.act(context)
        except Exception as error:
            raise Failed("raised", described(error)) from error


@final
class ForkedRunner(Runner):
    """Runs somebody else's bot in a fork of this process, one for each decision."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        """The bot. It keeps nothing from one decision to the next."""

    def ask(self, context: DecisionContext, events: Sequence[EventView]) -> object:
        if not hasattr(os, "fork"):
            return BuiltinRunner(self.bot).ask(context, events)
        return forked(lambda: self.bot.act(context), allowed(context.budget))


def allowed(budget: Budget) -> float:
    """Seconds after which a bot has hung."""
    return PATIENCE if budget.seconds is None else budget.seconds + GRACE


def described(error: BaseException) -> str:
    """An error in one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())[:300]


def forked(work: Callable[[], object], seconds: float) -> object:
    """What `work` returns in a fork of this process; `Failed` if it raises, dies or takes longer than `seconds`."""
    reader, writer = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child == 0:
        _work_and_exit(work, reader, writer)
    os.close(writer)
    try:
        answer = _read(reader, monotonic() + seconds)
    finally:
        os.close(reader)
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    if answer is None:
        raise Failed("hung", f"no answer within {seconds:.1f} s")
    if not answer:
        raise Failed("gone", "its process died without an answer")
    kind, value = json.loads(answer)
    if kind == "raised":
        raise Failed("raised", value)
    return value


def _work_and_exit(work: Callable[[], object], reader: int, writer: int) -> None:
    """The child's part: write one answer to the pipe and exit, without the parent's cleanup."""
    try:
        os.close(reader)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            value = work()
            answer = ["answered", value if type(value) is int else repr(value)[:200]]
        except Exception as error:
            answer = ["raised", described(error)]
        os.write(writer, json.dumps(answer).encode()[:LONGEST_ANSWER])
    finally:
        os._exit(0)


def _read(reader: int, deadline: float) -> bytes | None:
    """Everything from the pipe until it is closed; None if that takes too long."""
    parts: list[bytes] = []
    while True:
        ready, _, _ = select.select([reader], [], [], max(0.0, deadline - monotonic()))
        if not ready:
            return None
        part = os.read(reader, LONGEST_ANSWER)
        if not part:
            return b"".join(parts)
        parts.append(part)
