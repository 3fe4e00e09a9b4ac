"""Hijun for PettingZoo; see `zashiki.research.pettingzoo.env` for what the environment does."""

from zashiki.research.pettingzoo.env import makers

env, raw_env = makers("hijun")
