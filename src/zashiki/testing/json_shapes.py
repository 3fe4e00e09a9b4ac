"""Check that a JSON value has the shape that a type declares."""

import types
import typing
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Union

from typing_extensions import is_typeddict

from zashiki.core.jsontypes import Json

Fits = Callable[[Any], bool]


def conforms(value: Any, shape: Any, where: str) -> None:
    """Raise an AssertionError that names where `value` is not of the type `shape`."""
    if not _fits(shape)(value):
        _name_the_place(value, shape, where)
        raise AssertionError(f"{where}: {value!r} is not {shape}")


@cache
def _hints(shape: Any) -> dict[str, Any]:
    return typing.get_type_hints(shape, localns={"Json": Json})


@cache
def _fits(shape: Any) -> Fits:
    """Return a predicate for this type; cached, for views are large."""
    origin = typing.get_origin(shape)
    if shape is Any or shape is Json:
        return lambda value: True
    if isinstance(shape, typing.TypeVar):
        return _fits(shape.__bound__)
    if origin in (Union, types.UnionType):
        some = [_fits(one) for one in typing.get_args(shape)]
        return lambda value: any(fits(value) for fits in some)
    if origin is list:
        item = _fits(typing.get_args(shape)[0])
        return lambda value: type(value) is list and all(map(item, value))
    if origin is dict or origin is Mapping:
        held = _fits(typing.get_args(shape)[1])
        return lambda value: type(value) is dict and all(map(held, value.values()))
    if is_typeddict(shape):
        # A type may be recursive, so inner types are resolved lazily.
        hints = _hints(shape)
        return lambda value: (
            type(value) is dict
            and value.keys() == hints.keys()
            and all(_fits(hint)(value[key]) for key, hint in hints.items())
        )
    expected = type(None) if shape is None else shape
    return lambda value: type(value) is expected


def _name_the_place(value: Any, shape: Any, where: str) -> None:
    origin = typing.get_origin(shape)
    if origin in (Union, types.UnionType):
        _name_all_places(value, typing.get_args(shape), where)
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
        hints = _hints(shape)
        assert set(value) == set(hints), f"{where}: has {sorted(value)}, declares {sorted(hints)}"
        for key, hint in hints.items():
            conforms(value[key], hint, f"{where}.{key}")


def _name_all_places(value: Any, shapes: tuple[Any, ...], where: str) -> None:
    problems: list[str] = []
    for shape in shapes:
        try:
            conforms(value, shape, where)
        except AssertionError as problem:
            problems.append(str(problem))
    raise AssertionError(" and ".join(problems))
