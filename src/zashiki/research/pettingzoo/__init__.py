"""The games as PettingZoo environments: one module for each, `hagakure_v1` and so on; see docs/research.md.

There is no `parallel_env`: seats act one after the other, and where several choose at once (in secret) they are still
asked one after the other, and none of them sees what the others chose before all have.
"""

from pettingzoo import register

from zashiki.games import GAMES
from zashiki.research.observation_layout import Part, layout

__all__ = ["Part", "layout"]

for _key in GAMES:
    register("aec", f"zashiki/{_key}_v1", f"{__name__}.{_key}_v1:env")
