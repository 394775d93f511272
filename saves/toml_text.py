"""TOML as we write it: one line a thing, in the order given.

A writer of our own, because a state's dicts must come back in the order they had (rules may go through
them in order), which a general writer does not promise, and because it is ten times faster.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def quoted(text: str) -> str:
    """A TOML string. JSON escapes the same things the same way, but for one."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def key(text: str) -> str:
    return text if _BARE.fullmatch(text) else quoted(text)


def value(thing: Any) -> str:
    """Anything plain, on one line."""
    match thing:
        case bool():
            return "true" if thing else "false"
        case int():
            return str(thing)
        case str():
            return quoted(thing)
        case list() | tuple():
            return f"[{', '.join(map(value, thing))}]"
        case Mapping():
            return f"{{{', '.join(f'{key(name)} = {value(item)}' for name, item in thing.items())}}}"
        case datetime():
            return thing.astimezone(UTC).isoformat()
        case _:
            raise TypeError(f"a save cannot hold {thing!r}: only texts, whole numbers, truth values, lists and tables")


def pairs(fields: Mapping[str, Any]) -> Iterator[str]:
    """`name = value` lines; a list of tables takes a line for each."""
    for name, thing in fields.items():
        if isinstance(thing, list) and thing and isinstance(thing[0], Mapping):
            yield f"{key(name)} = ["
            yield from (f"    {value(item)}," for item in thing)
            yield "]"
        else:
            yield f"{key(name)} = {value(thing)}"


def table(name: str, fields: Mapping[str, Any]) -> Iterator[str]:
    """A table, and below it one for each of its fields that is itself a table."""
    yield f"\n[{name}]"
    yield from pairs({field: thing for field, thing in fields.items() if not isinstance(thing, Mapping)})
    for field, thing in fields.items():
        if isinstance(thing, Mapping):
            yield f"\n[{name}.{key(field)}]"
            yield from pairs(thing)
