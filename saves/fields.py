"""A table of a file, read strictly: every field of the right type, none unknown, each complaint with its line."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from saves.errors import BadSave

T = TypeVar("T")

_KINDS = {str: "a text", int: "a whole number", list: "a list", dict: "a table", datetime: "a date with a time"}


class Fields:
    def __init__(self, path: Path, text: str, name: str, table: dict[str, Any]) -> None:
        """`text` is what the table was read from; `name` is empty for the fields before all tables."""
        self._path = path
        self._text = text
        self._name = name
        self._left = dict(table)

    def bad(self, key: str, reason: str) -> BadSave:
        """A complaint about one field, or with an empty key about the table."""
        start = 0
        if self._name:
            header = re.search(rf"^\[{re.escape(self._name)}[\].]", self._text, re.MULTILINE)
            start = header.start() if header else 0
        field = re.compile(rf'^(\[[^\n]*)?"?{re.escape(key)}\b', re.MULTILINE).search(self._text, start)
        return BadSave(self._path, self._text.count("\n", 0, field.start() if field else start) + 1, reason)

    def has(self, key: str) -> bool:
        return key in self._left

    def take(self, key: str, kind: type[T]) -> T:
        if key not in self._left:
            raise self.bad("", f"'{self._full(key)}' is missing")
        value = self._left.pop(key)
        if type(value) is not kind:
            raise self.bad(key, f"'{self._full(key)}' must be {_KINDS[kind]}, not {value!r:.60}")
        return value

    def count(self, key: str) -> int:
        number = self.take(key, int)
        if number < 0:
            raise self.bad(key, f"'{self._full(key)}' cannot be {number}")
        return number

    def seed(self, key: str) -> int | str | None:
        """A number or a text, or nothing."""
        if key not in self._left:
            return None
        return self.take(key, str) if isinstance(self._left[key], str) else self.take(key, int)

    def moment(self, key: str) -> datetime:
        when = self.take(key, datetime)
        return when if when.tzinfo else when.replace(tzinfo=UTC)

    def texts(self, key: str) -> tuple[str, ...]:
        items = self.take(key, list)
        if not all(isinstance(item, str) for item in items):
            raise self.bad(key, f"'{self._full(key)}' must be a list of texts")
        return tuple(items)

    def mapping(self, key: str, kind: type[T]) -> dict[str, T]:
        table = self.take(key, dict)
        for name, item in table.items():
            if type(item) is not kind:
                raise self.bad(key, f"'{self._full(key)}.{name}' must be {_KINDS[kind]}, not {item!r:.60}")
        return table

    def table(self, key: str) -> Fields:
        return Fields(self._path, self._text, self._full(key), self.take(key, dict))

    def done(self) -> None:
        """Refuses what nobody asked for."""
        for key in self._left:
            raise self.bad(key, f"'{self._full(key)}' means nothing in a save")

    def _full(self, key: str) -> str:
        return f"{self._name}.{key}" if self._name else key
