"""An object of the engine as text: all its attributes, the same compiled and interpreted."""

import json
from functools import cache
from inspect import get_annotations
from types import GetSetDescriptorType
from typing import Any


@cache
def _native_attributes(kind: type[object]) -> list[str]:
    """The attributes of a compiled class: they are not in `__dict__`."""
    native = [name for name in dir(kind) if isinstance(getattr(kind, name), GetSetDescriptorType)]
    return [name for name in native if not name.startswith("__")]


@cache
def _defaults(kind: type[object]) -> dict[str, Any]:
    """The fields of an interpreted class that have a default: an object holds them only after an assignment."""
    classes = [base for base in reversed(kind.__mro__) if base is not object]
    return {name: vars(base)[name] for base in classes for name in get_annotations(base) if name in vars(base)}


def attributes_of(thing: Any) -> Any:
    """An object of the engine as JSON."""
    if isinstance(thing, Exception):
        return [type(thing).__name__, str(thing)]
    kind: Any = type(thing)
    native = {name: getattr(thing, name) for name in _native_attributes(kind) if hasattr(thing, name)}
    if hasattr(thing, "__dict__"):  # an interpreted class, perhaps of a compiled one
        return {**native, **_defaults(kind), **vars(thing)}
    return list(thing) if hasattr(thing, "__len__") else native


def text_of(value: Any) -> str:
    """A value as JSON, with the objects of the engine in it."""
    return json.dumps(value, default=attributes_of, sort_keys=True, ensure_ascii=False)
