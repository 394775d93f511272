"""A copy of a state in a few microseconds: the code is written once from the fields' types."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")

_PLAIN = (int, str, bool, bytes, float, NoneType)


def _is_immutable(hint: Any) -> bool:
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return all(_is_immutable(part) for part in get_args(hint))
    if origin in (tuple, frozenset):
        return all(part is Ellipsis or _is_immutable(part) for part in get_args(hint))
    if origin is Literal:
        return True
    if isinstance(hint, type) and is_dataclass(hint):
        hints = get_type_hints(hint)
        frozen = bool(hint.__dataclass_params__.frozen)  # type: ignore[attr-defined]
        return frozen and all(_is_immutable(hints[field.name]) for field in fields(hint))
    return hint in _PLAIN or (isinstance(hint, type) and issubclass(hint, Enum))


def _expression(hint: Any, name: str, depth: int = 0) -> str:
    if _is_immutable(hint):
        return name
    origin, arguments, item = get_origin(hint), get_args(hint), f"v{depth}"
    if origin is list:
        inner = _expression(arguments[0], item, depth + 1)
        return f"{name}[:]" if inner == item else f"[{inner} for {item} in {name}]"
    if origin is dict:
        inner = _expression(arguments[1], item, depth + 1)
        return f"{name}.copy()" if inner == item else f"{{k{depth}: {inner} for k{depth}, {item} in {name}.items()}}"
    if origin in (Union, UnionType):
        parts = [part for part in arguments if part is not NoneType]
        if len(parts) == 1:
            return f"(None if {name} is None else {_expression(parts[0], name, depth)})"
    if isinstance(hint, type) and is_dataclass(hint) and hasattr(hint, "copy"):
        return f"{name}.copy()"
    raise TypeError(f"a state cannot hold {hint}: plain values, lists, dicts and dataclasses that are @copies only")


def copies(cls: type[T]) -> type[T]:
    """Class decorator: gives a slotted dataclass a `copy()` equal to `deepcopy`, some thirty times faster."""
    made: list[Callable[[T], T]] = []

    def copy(self: T) -> T:
        if not made:
            hints = get_type_hints(cls)
            parts = ", ".join(_expression(hints[field.name], f"s.{field.name}") for field in fields(cls))  # type: ignore[arg-type]
            made.append(eval(f"lambda s: cls({parts})", {"cls": cls}))
            cls.copy = made[0]  # type: ignore[attr-defined]
        return made[0](self)

    cls.copy = copy  # type: ignore[attr-defined]
    return cls
