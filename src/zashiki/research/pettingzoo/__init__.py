"""The games as PettingZoo environments: each has a module named after its key and a version, such as `go_v1`.

The modules are created from the registry, so every installed game has one; see docs/research.md.

There is no `parallel_env`: seats act one after the other. Where several choose simultaneously in secret, they still act
one after the other, and none sees what the others chose before all have chosen.
"""

import sys
from types import ModuleType

from zashiki import registry
from zashiki.extras import needs
from zashiki.research.observation_layout import Part, layout

with needs("pettingzoo", "zashiki.research.pettingzoo"):
    from pettingzoo import register

    from zashiki.research.pettingzoo.env import makers, versioned_name

__all__ = ["Part", "layout"]


def _module(key: str) -> ModuleType:
    """Create a game's module: `env` with PettingZoo's usual wrappers, and `raw_env` without any."""
    name = versioned_name(key)
    module = ModuleType(f"{__name__}.{name}", f"{registry.find(key).title} for PettingZoo; see `{__name__}.env`.")
    module.__dict__["env"], module.__dict__["raw_env"] = makers(key)
    sys.modules[module.__name__] = module
    register("aec", f"zashiki/{name}", f"{module.__name__}:env")
    return module


_MODULES = {versioned_name(key): _module(key) for key in registry.packages()}


def __getattr__(name: str) -> ModuleType:
    if name in _MODULES:
        return _MODULES[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}: there are {', '.join(_MODULES)}")


def __dir__() -> list[str]:
    return [*__all__, *_MODULES]
