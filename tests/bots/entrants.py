"""Bots of other people's, good and bad, for the tests."""

import os
import time

from zashiki.bots import Bot, Sight


class Last(Bot):
    """Always the last legal move."""

    def act(self, sight: Sight) -> int:
        return sight.legal[-1]


class Raises(Bot):
    def act(self, sight: Sight) -> int:
        raise ValueError("no\nidea")


class Hangs(Bot):
    def act(self, sight: Sight) -> int:
        while True:
            time.sleep(10)


class Wrong(Bot):
    def act(self, sight: Sight) -> int:
        return 10_000


class Silent(Bot):
    def act(self, sight: Sight) -> int:
        return None  # type: ignore[return-value]


class Dies(Bot):
    def act(self, sight: Sight) -> int:
        os._exit(3)


class Leaves(Bot):
    def act(self, sight: Sight) -> int:
        raise SystemExit


class Clings(Bot):
    """Swallows every exception."""

    def act(self, sight: Sight) -> int:
        while True:
            try:
                time.sleep(10)
            except BaseException:
                continue


class Broken(Bot):
    def __init__(self) -> None:
        raise RuntimeError("no model file")

    def act(self, sight: Sight) -> int:
        raise NotImplementedError


class NoBot:
    pass
