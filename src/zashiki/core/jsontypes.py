"""Types of what may leave the engine: JSON and nothing else."""

from typing import TypeAlias, Union

Json: TypeAlias = Union[None, bool, int, float, str, list["Json"], dict[str, "Json"]]
"""Any JSON value."""

Facts: TypeAlias = dict[str, Json]
"""The facts of a sentence, by name."""
