"""Types of what may leave the engine: JSON and nothing else."""

from typing import TypeAlias

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None
"""Any JSON value."""

Facts: TypeAlias = dict[str, Json]
"""The facts of a sentence, by name."""
