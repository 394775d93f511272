"""States as plain data and back, and their digest."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any, TypeVar

from cattrs import Converter
from cattrs.strategies import configure_union_passthrough

from core.engine.requests import Sealed

T = TypeVar("T")

CONVERTER = Converter(forbid_extra_keys=True)
CONVERTER.register_unstructure_hook(Sealed, str)
CONVERTER.register_structure_hook(Sealed, lambda text, _: Sealed.parse(text))
configure_union_passthrough(str | int | bool | None, CONVERTER)


def _without_none(value: Any) -> Any:
    """TOML has no null: what is None is left out."""
    if isinstance(value, dict):
        return {str(key): _without_none(item) for key, item in value.items() if item is not None}
    if isinstance(value, (list, tuple)):
        return [_without_none(item) for item in value]
    return value


def to_plain(state: Any) -> dict[str, Any]:
    plain = _without_none(CONVERTER.unstructure(state))
    assert isinstance(plain, dict)
    return plain


def from_plain(cls: type[T], plain: dict[str, Any]) -> T:
    return CONVERTER.structure(plain, cls)


def digest(state: Any) -> str:
    """Thirty-two hex digits, the same for equal states on every machine."""
    text = json.dumps(to_plain(state), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(text.encode()).hexdigest()[:32]
