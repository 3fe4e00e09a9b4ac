"""Does a JSON value have the shape that a type declares?"""

import types
import typing
from collections.abc import Mapping
from typing import Any, Union

from typing_extensions import is_typeddict

from zashiki.core.jsontypes import Json


def conforms(value: Any, shape: Any, where: str) -> None:
    """Raise an AssertionError that names the place where `value` is not of the type `shape`."""
    origin = typing.get_origin(shape)
    if shape is Any or shape is Json:
        return
    if origin in (Union, types.UnionType):
        _conforms_to_one(value, typing.get_args(shape), where)
    elif origin is list:
        assert type(value) is list, f"{where}: {value!r} is not a list"
        for index, item in enumerate(value):
            conforms(item, typing.get_args(shape)[0], f"{where}[{index}]")
    elif origin is dict or origin is Mapping:
        assert type(value) is dict, f"{where}: {value!r} is not a dict"
        for key, item in value.items():
            conforms(item, typing.get_args(shape)[1], f"{where}.{key}")
    elif is_typeddict(shape):
        assert type(value) is dict, f"{where}: {value!r} is not a dict"
        hints = typing.get_type_hints(shape, localns={"Json": Json})
        assert set(value) == set(hints), f"{where}: has {sorted(value)}, declares {sorted(hints)}"
        for key, hint in hints.items():
            conforms(value[key], hint, f"{where}.{key}")
    else:
        expected = type(None) if shape is None else shape
        assert type(value) is expected, f"{where}: {value!r} is not {shape}"


def _conforms_to_one(value: Any, shapes: tuple[Any, ...], where: str) -> None:
    problems: list[str] = []
    for shape in shapes:
        try:
            conforms(value, shape, where)
        except AssertionError as problem:
            problems.append(str(problem))
        else:
            return
    raise AssertionError(" and ".join(problems))
