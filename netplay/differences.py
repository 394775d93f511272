"""Where two states part ways."""

from __future__ import annotations

from typing import Any, NamedTuple


class Difference(NamedTuple):
    field: str
    ours: str
    theirs: str


def first_difference(ours: Any, theirs: Any, field: str = "") -> Difference | None:
    """The first field that is not the same on both sides, walking in order."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in [*ours, *(key for key in theirs if key not in ours)]:
            name = f"{field}.{key}" if field else str(key)
            if key not in ours or key not in theirs:
                return Difference(name, _shown(ours.get(key)), _shown(theirs.get(key)))
            if found := first_difference(ours[key], theirs[key], name):
                return found
        return None
    if isinstance(ours, list) and isinstance(theirs, list):
        for number, (one, other) in enumerate(zip(ours, theirs, strict=False)):
            if found := first_difference(one, other, f"{field}[{number}]"):
                return found
        if len(ours) != len(theirs):
            return Difference(field, f"{len(ours)} items", f"{len(theirs)} items")
        return None
    if type(ours) is type(theirs) and ours == theirs:
        return None
    return Difference(field, _shown(ours), _shown(theirs))


def _shown(value: Any) -> str:
    return "nothing" if value is None else f"{value!r:.60}"
