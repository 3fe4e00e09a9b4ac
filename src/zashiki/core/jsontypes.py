"""Types of what may leave the engine: JSON and nothing else.

Never compiled: programs that make other languages' types, or check what comes in, read these at run time.
"""

from typing import TypeAlias

from typing_extensions import TypeAliasType

Json = TypeAliasType("Json", "bool | int | float | str | list[Json] | dict[str, Json] | None")
"""Any JSON value."""

Facts: TypeAlias = dict[str, Json]
"""The facts of a sentence, by name."""
