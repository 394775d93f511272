"""Reads a game's tables of facts from TOML, and says exactly what is wrong with a bad one."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import MISSING, fields
from enum import Enum
from hashlib import sha256
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

T = TypeVar("T")


class DataError(Exception):
    """A table that cannot be used: file, entry, field and why."""


own_folder: Path | None = None
"""Where a player keeps tables he has corrected, in a folder for each game."""


def use_own_tables(folder: Path | None) -> None:
    """Before any game is loaded, for tables are read once."""
    global own_folder
    own_folder = folder


def table_file(folder: Path, name: str) -> Path:
    """The player's own copy of a game's table if he has one, else the one in the game's data `folder`."""
    mine = own_folder / folder.parent.name / name if own_folder else None
    return mine if mine is not None and mine.is_file() else folder / name


def own_tables(game_id: str) -> list[Path]:
    """The player's own tables for a game."""
    return sorted((own_folder / game_id).glob("*.toml")) if own_folder else []


def read_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise DataError(f"{path.name}: {error}") from error


def rows(path: Path, data: dict[str, Any], section: str, cls: type[T]) -> list[T]:
    """The `[[section]]` entries as frozen objects of `cls`."""
    entries = data.get(section)
    if not isinstance(entries, list) or not entries:
        raise DataError(f"{path.name}: there are no [[{section}]] entries")
    return [row(path, f"{section} {_entry_name(entry, number)}", entry, cls) for number, entry in enumerate(entries, 1)]


def _entry_name(entry: Any, number: int) -> str:
    if isinstance(entry, dict) and "id" in entry:
        return f"'{entry['id']}'"
    return f"number {number}"


def row(path: Path, where: str, entry: Any, cls: type[T]) -> T:
    """One entry as a frozen object of `cls`."""
    if not isinstance(entry, dict):
        raise DataError(f"{path.name}: {where}: must be a table")
    hints = get_type_hints(cls)
    known = {field.name: field for field in fields(cls)}  # type: ignore[arg-type]
    for name in entry:
        if name not in known:
            raise DataError(f"{path.name}: {where}: there is no field '{name}'; there is: {', '.join(known)}")
    for name, field in known.items():
        if name not in entry and field.default is MISSING and field.default_factory is MISSING:
            raise DataError(f"{path.name}: {where}: field '{name}' is missing")
    return cls(**{name: _value(path, f"{where}: field '{name}'", value, hints[name]) for name, value in entry.items()})


def _value(path: Path, where: str, value: Any, hint: Any) -> Any:
    if get_origin(hint) is UnionType:
        hint = next(part for part in get_args(hint) if part is not NoneType)
    if get_origin(hint) is tuple and isinstance(value, list):
        return tuple(_value(path, where, item, get_args(hint)[0]) for item in value)
    if isinstance(hint, type) and issubclass(hint, Enum):
        try:
            return hint(value)
        except ValueError:
            allowed = ", ".join(str(member.value) for member in hint)
            raise DataError(f"{path.name}: {where}: '{value}' is none of {allowed}") from None
    if hint is float and type(value) is int:
        return float(value)
    if not isinstance(hint, type) or type(value) is not hint:
        wanted = getattr(hint, "__name__", str(hint))
        raise DataError(f"{path.name}: {where}: must be {wanted}, not {value!r}")
    return value


def files_digest(paths: Sequence[Path]) -> str:
    """Sixteen hex digits that change when any of the files does."""
    total = sha256()
    for path in paths:
        total.update(path.name.encode() + b"\0" + path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return total.hexdigest()[:16]
