"""Bots for the tests, good and bad."""

import os
import time

from zashiki.bots import Bot, DecisionContext


class Last(Bot):
    """Always the last legal move."""

    def act(self, context: DecisionContext) -> int:
        return context.legal[-1]


class Raises(Bot):
    def act(self, context: DecisionContext) -> int:
        raise ValueError("no\nidea")


class Hangs(Bot):
    def act(self, context: DecisionContext) -> int:
        while True:
            time.sleep(10)


class Wrong(Bot):
    def act(self, context: DecisionContext) -> int:
        return 10_000


class Silent(Bot):
    def act(self, context: DecisionContext) -> int:
        return None  # type: ignore[return-value]


class Dies(Bot):
    def act(self, context: DecisionContext) -> int:
        os._exit(3)


class Leaves(Bot):
    def act(self, context: DecisionContext) -> int:
        raise SystemExit


class Clings(Bot):
    """Swallows every exception."""

    def act(self, context: DecisionContext) -> int:
        while True:
            try:
                time.sleep(10)
            except BaseException:
                continue


class Broken(Bot):
    def __init__(self) -> None:
        raise RuntimeError("no model file")

    def act(self, context: DecisionContext) -> int:
        raise NotImplementedError


class NoBot:
    pass
