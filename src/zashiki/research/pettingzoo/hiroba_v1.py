"""Hiroba for PettingZoo; see `zashiki.research.pettingzoo.env` for what the environment does."""

from pettingzoo import AECEnv

from zashiki.core.jsontypes import Json
from zashiki.research.pettingzoo.env import ZashikiEnv, wrapped


def raw_env(
    seats: int | None = None,
    rewards: str = "win",
    render_mode: str | None = None,
    max_cycles: int | None = None,
    **options: Json,
) -> ZashikiEnv:
    """The environment without wrappers: an illegal move is refused with its reason."""
    return ZashikiEnv("hiroba", seats, rewards, render_mode, max_cycles, **options)


def env(
    seats: int | None = None,
    rewards: str = "win",
    render_mode: str | None = None,
    max_cycles: int | None = None,
    **options: Json,
) -> AECEnv:
    """The environment with PettingZoo's usual wrappers; `options` are those of the game."""
    return wrapped(raw_env(seats, rewards, render_mode, max_cycles, **options))
