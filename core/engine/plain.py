"""States as plain data and back, and their digest."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from hashlib import sha256
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from cattrs import Converter
from cattrs.strategies import configure_union_passthrough

from core.engine.requests import Sealed

T = TypeVar("T")

CONVERTER = Converter(forbid_extra_keys=True)
CONVERTER.register_unstructure_hook(Sealed, str)
CONVERTER.register_structure_hook(Sealed, lambda text, _: Sealed.parse(text))
configure_union_passthrough(str | int | bool | None, CONVERTER)

_COMPACT = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


_SIMPLE = frozenset({str, int, bool, float})
"""What nothing can be left out of; asked first, because most things in a state are of these kinds."""


def must_be_plain(cls: type[Any], checked: tuple[type[Any], ...] = ()) -> None:
    """Raises TypeError if some value of a dataclass would not come back from a save as it was.

    TOML has no null: a field that is None is left out and comes back by its default. Nothing else may be None.
    """
    hints = get_type_hints(cls)
    for entry in fields(cls):
        hint, where = hints[entry.name], f"{cls.__name__}.{entry.name}"
        if _may_be_none(hint) and entry.default is not None:
            raise TypeError(f"{where} may be None, so None must be its default: a save leaves it out")
        _check_parts(hint, where, (*checked, cls))


def _may_be_none(hint: Any) -> bool:
    return hint is NoneType or (get_origin(hint) in (Union, UnionType) and NoneType in get_args(hint))


def _check_parts(hint: Any, where: str, checked: tuple[type[Any], ...]) -> None:
    if isinstance(hint, type) and is_dataclass(hint):
        if hint not in checked:
            must_be_plain(hint, checked)
    elif get_origin(hint) is not Literal:
        for part in get_args(hint):
            if get_origin(hint) not in (Union, UnionType) and _may_be_none(part):
                raise TypeError(f"{where} cannot be {hint}: None in a list or dict is lost in a save; leave it out")
            _check_parts(part, where, checked)


def _without_none(value: Any) -> Any:
    """What is None is left out; see `must_be_plain`."""
    if isinstance(value, dict):
        return {
            str(key): item if type(item) in _SIMPLE else _without_none(item)
            for key, item in value.items()
            if item is not None
        }
    if isinstance(value, (list, tuple)):
        return [item if type(item) in _SIMPLE else _without_none(item) for item in value]
    return value


def to_plain(state: Any) -> dict[str, Any]:
    plain = _without_none(CONVERTER.unstructure(state))
    assert isinstance(plain, dict)
    return plain


def from_plain(cls: type[T], plain: dict[str, Any]) -> T:
    return CONVERTER.structure(plain, cls)


def digest(state: Any) -> str:
    """Thirty-two hex digits, the same for equal states on every machine."""
    return sha256(_COMPACT.encode(to_plain(state)).encode()).hexdigest()[:32]
