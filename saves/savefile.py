"""A save as it lies on the disk: header, snapshot, log. Read strictly; nothing is replayed here.

The head is TOML for `tomllib`. The log is TOML too, but is read line by line: five thousand entries in a few
milliseconds, and every complaint knows its line.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISREG
from typing import Any

from core.engine import Vault
from core.engine.log import START, chained
from core.engine.session import PrivateLine
from saves import header as head
from saves import toml_text
from saves.errors import BadSave
from saves.fields import Fields
from saves.header import Header

LOG = "\n[log]\n"

_PLAIN = r'[^"\\\x00-\x1f\x7f]*'
_ENTRY = re.compile(rf'([0-9]{{1,9}})(?:-([A-Za-z0-9_-]+)-([0-9]{{1,9}}))? = "({_PLAIN}(?:\\.{_PLAIN})*)"')
_AT_LINE = re.compile(r"at line (\d+)")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A checkpoint from which the game can be played on."""

    index: int
    """How many entries of the log came before it."""
    chain: str
    digest: str
    state: dict[str, Any]
    vault: Vault | None
    """What was hidden before it, under a local table. Who may look is as of the writing, not of the checkpoint."""


@dataclass(frozen=True, slots=True)
class SaveFile:
    path: Path
    text: str
    """The head, as it was written."""
    header: Header
    start: Snapshot | None
    """Where replaying begins, if the game was moved from other rules to these; else it begins at entry 0."""
    snapshot: Snapshot
    lines: list[str]
    private: list[PrivateLine]
    torn: str
    """What is left of a last line that was not written to its end."""

    def entry_line(self, index: int) -> int:
        """The line of the file on which an entry of the log stands, or would stand."""
        return self._first_line + index + sum(beside.at <= index for beside in self.private)

    def private_line(self, number: int) -> int:
        """The line of the file on which a private answer stands."""
        return self._first_line + number + self.private[number].at

    @property
    def _first_line(self) -> int:
        return self.text.count("\n") + 3

    def bad(self, table: str, key: str, reason: str) -> BadSave:
        """A complaint about one field of the head."""
        return Fields(self.path, self.text, table, {}).bad(key, reason)


def chain_of(lines: Sequence[str], chain: bytes = START) -> bytes:
    for line in lines:
        chain = chained(chain, line)
    return chain


def hidden_before(vault: Vault, index: int) -> Vault:
    """What had been hidden when the log had `index` entries; later things come back when the log is replayed."""
    early = [key for key in vault.values if int(key.partition(".")[0]) < index]
    return Vault({key: vault.values[key] for key in early}, {key: vault.readers[key][:] for key in early})


# --- writing ------------------------------------------------------------------------------------------


def head_text(header: Header, start: Snapshot | None, snapshot: Snapshot) -> str:
    """All that comes before the log."""
    parts = [*head.written(header)]
    if start is not None:
        parts += _snapshot_text("start", start)
    parts += _snapshot_text("snapshot", snapshot)
    return "\n".join(parts) + "\n"


def _snapshot_text(name: str, snapshot: Snapshot) -> Iterator[str]:
    fields = {"index": snapshot.index, "chain": snapshot.chain, "digest": snapshot.digest}
    yield from toml_text.table(name, fields)
    yield from toml_text.table(f"{name}.state", snapshot.state)
    if snapshot.vault is not None:
        known: dict[str, dict[str, Any]] = {}
        for key, value in snapshot.vault.values.items():
            plain = value if type(value) in (str, int) else {"json": json.dumps(value, ensure_ascii=False)}
            known.setdefault(" ".join(snapshot.vault.readers[key]), {})[key] = plain
        yield from toml_text.table(f"{name}.vault", known)


def log_text(lines: Sequence[str], private: Sequence[PrivateLine], entry: int = 0, beside: int = 0) -> str:
    """The log from an entry and a private answer on, a private answer before the entry it stands beside."""
    text: list[str] = []
    for number in range(beside, len(private)):
        at, seat, line = private[number]
        text += [f"{index} = {toml_text.quoted(lines[index])}\n" for index in range(entry, at)]
        entry = max(entry, at)
        text.append(f"{at}-{seat}-{_number(private, number)} = {toml_text.quoted(line)}\n")
    text += [f"{index} = {toml_text.quoted(lines[index])}\n" for index in range(entry, len(lines))]
    return "".join(text)


def _number(private: Sequence[PrivateLine], place: int) -> int:
    """The how-manieth answer of its seat in its dialog this is."""
    at, seat, _ = private[place]
    number = 0
    while place > 0 and private[place - 1].at == at:
        place -= 1
        number += private[place].seat == seat
    return number


# --- reading ------------------------------------------------------------------------------------------


def read(path: Path) -> SaveFile:
    """The file taken apart and checked for form. Raises `BadSave`."""
    top, body = _halves(path, contents(path))
    text = _decoded(path, top, 0)
    fields = Fields(path, text, "", _toml(path, text))
    header = head.parsed(fields)
    start = _snapshot(fields.table("start")) if fields.has("start") else None
    snapshot = _snapshot(fields.table("snapshot"))
    fields.done()
    lines, private, torn = _log(path, body, text.count("\n") + 3)
    return SaveFile(path, text, header, start, snapshot, lines, private, torn)


def read_header(path: Path) -> tuple[Header, int]:
    """Only the header, and how many entries the log has: for lists of games."""
    top, body = _halves(path, contents(path))
    text = _decoded(path, re.split(rb"\n\[(?:start|snapshot)\]\n", top, maxsplit=1)[0], 0)
    fields = Fields(path, text, "", _toml(path, text))
    header = head.parsed(fields)
    fields.done()
    end = max(body.rfind(b"\n"), 0)  # what comes after may be torn
    last = re.compile(rb"([0-9]{1,9})( =|-)").match(body, body.rfind(b"\n", 0, end) + 1)
    if last is None:
        return header, 0
    return header, int(last[1]) + (last[2] == b" =")


def contents(path: Path) -> bytes:
    try:
        if not S_ISREG(path.stat().st_mode):
            raise BadSave(path, 0, "this is not a file")
        data = path.read_bytes()
    except OSError as error:
        raise BadSave(path, 0, f"cannot be read: {error.strerror or error}") from error
    except ValueError as error:
        raise BadSave(path, 0, f"cannot be read: {error}") from error
    if not data:
        raise BadSave(path, 0, "the file is empty")
    return data.replace(b"\r\n", b"\n")


def _halves(path: Path, data: bytes) -> tuple[bytes, bytes]:
    top, found, body = data.partition(LOG.encode())
    if not found:
        reason = "there is no [log] here: this is not a save, or its end has been cut off"
        raise BadSave(path, data.count(b"\n") + 1, reason)
    return top, body


def _decoded(path: Path, data: bytes, above: int) -> str:
    """`above` is how many lines of the file came before."""
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = above + data.count(b"\n", 0, error.start) + 1
        raise BadSave(path, line, "this is not UTF-8 text") from error


def _toml(path: Path, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except ValueError as error:  # most are TOMLDecodeError, but dates and huge numbers may raise others
        line = _AT_LINE.search(str(error))
        raise BadSave(path, int(line[1]) if line else 1, f"this is not TOML: {error}") from error
    except RecursionError as error:
        raise BadSave(path, 1, "this is not a save: its tables are nested without end") from error


def _snapshot(fields: Fields) -> Snapshot:
    snapshot = Snapshot(
        fields.count("index"),
        fields.take("chain", str),
        fields.take("digest", str),
        fields.take("state", dict),
        _vault(fields) if fields.has("vault") else None,
    )
    fields.done()
    return snapshot


def _vault(fields: Fields) -> Vault:
    vault = Vault()
    for readers, known in fields.mapping("vault", dict).items():
        for key, value in known.items():
            if key in vault.values:
                raise fields.bad("vault", f"'{key}' is twice in the vault")
            if not re.fullmatch(r"[0-9]{1,9}\..+\.[0-9]{1,9}", key):
                raise fields.bad("vault", f"'{key}' in the vault is no place of a hidden thing")
            vault.values[key] = _hidden(fields, key, value)
            vault.readers[key] = readers.split()
    return vault


def _hidden(fields: Fields, key: str, value: Any) -> Any:
    if type(value) in (str, int):
        return value
    if isinstance(value, dict) and list(value) == ["json"] and isinstance(value["json"], str):
        try:
            return json.loads(value["json"])
        except (ValueError, RecursionError):
            raise fields.bad("vault", f"'{key}' in the vault is not JSON") from None
    raise fields.bad("vault", f"'{key}' in the vault must be a text or a whole number, not {value!r:.60}")


def _log(path: Path, body: bytes, first: int) -> tuple[list[str], list[PrivateLine], str]:
    """Lines, private answers, and what is left of a line that was not written to its end."""
    end = body.rfind(b"\n") + 1
    rows = _decoded(path, body[:end], first - 1).split("\n")[:-1]
    last = body[end:].decode(errors="replace")
    torn = ""
    if last:
        if _ENTRY.fullmatch(last):
            rows.append(last)
        else:
            torn = last
    lines: list[str] = []
    private: list[PrivateLine] = []
    for number, row in enumerate(rows):
        entry = _ENTRY.fullmatch(row)
        if entry is None:
            raise BadSave(path, first + number, f"this is no entry of a log: {row:.60}")
        index, seat, place, line = entry.groups()
        if "\\" in line:
            line = _unquoted(path, first + number, line)
        if index != str(len(lines)):
            raise BadSave(path, first + number, f"entry {len(lines)} should stand here, not entry {index}")
        if seat is None:
            lines.append(line)
            continue
        private.append(PrivateLine(len(lines), seat, line))
        if place != (right := str(_number(private, len(private) - 1))):
            raise BadSave(path, first + number, f"answer {right} of {seat} should stand here, not answer {place}")
    return lines, private, torn


def _unquoted(path: Path, line: int, text: str) -> str:
    try:
        plain = json.loads(f'"{text}"')
    except ValueError:
        plain = ""
    if toml_text.quoted(plain) != f'"{text}"':
        raise BadSave(path, line, f"there is a backslash here that does not belong: {text:.60}")
    assert isinstance(plain, str)
    return plain
