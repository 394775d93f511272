"""A network game on the disk, three files with one name:

byzantium-3f9c12ab07.toml   the save that everybody can read
byzantium-3f9c12ab07.record the charter and everything that was said, signed; any player's can host the game again
byzantium-3f9c12ab07.secret our own secrets, for our eyes only; never sent
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from core.engine.session import PrivateLine
from netplay.charter import BadCharter, Charter
from netplay.entries import BadEntry, Entry
from netplay.fairplay.messages import from_hex
from saves import BadSave, SaveFailed, disk, toml_text

try:
    import fcntl
except ImportError:  # no locks on this system: whoever opens a game twice must know what he does
    fcntl = None  # type: ignore[assignment]

ENTRIES = "\n[entries]\n"
_LINE = re.compile(r""""(\d{1,9})\.(\d{1,9})" = '([^'\x00-\x1f]*)'""")


def record_path(save: Path) -> Path:
    return save.with_suffix(".record")


def secret_path(save: Path) -> Path:
    return save.with_suffix(".secret")


# --- the record --------------------------------------------------------------------------------------


class Record:
    """Everything that was said, in the order in which it reached us. Written before it is acted upon."""

    def __init__(self, path: Path, handle: int) -> None:
        self.path = path
        self._handle = handle
        self._synced = True

    @classmethod
    def create(cls, path: Path, charter: Charter) -> Record:
        plain = charter.to_plain()
        head = ["# What the players of this game agreed to and said, each entry signed by its author.",
                *toml_text.table("charter", plain)]  # fmt: skip
        try:
            disk.replace(path, ("\n".join(head) + "\n" + ENTRIES).encode(), durable=True)
            path.chmod(0o644)
        except OSError as error:
            raise SaveFailed(path, error.strerror or str(error)) from error
        return cls(path, _locked(path))

    @classmethod
    def open(cls, path: Path) -> tuple[Record, Charter, list[Entry]]:
        """Goes on with a record; a torn last line is cut off."""
        handle = _locked(path)
        try:
            charter, entries, whole = read_record(path)
            os.ftruncate(handle, whole)
        except BaseException:
            os.close(handle)
            raise
        return cls(path, handle), charter, entries

    def append(self, *entries: Entry) -> None:
        """Survives our own end at once, and that of the machine after `sync`."""
        try:
            disk.write_all(self._handle, b"".join(map(_line, entries)))
        except OSError as error:
            raise SaveFailed(self.path, error.strerror or str(error)) from error
        self._synced = False

    def sync(self) -> None:
        if not self._synced:
            os.fsync(self._handle)
            self._synced = True

    def close(self) -> None:
        if self._handle >= 0:
            self.sync()
            os.close(self._handle)
            self._handle = -1


def _line(entry: Entry) -> bytes:
    row = entry.to_row().replace(b"'", b"\\u0027")  # so that it can stand between single quotes
    return b"\"%d.%d\" = '%b'\n" % (entry.author, entry.number, row)


def _locked(path: Path) -> int:
    try:
        handle = os.open(path, os.O_RDWR | os.O_APPEND)
    except OSError as error:
        raise SaveFailed(path, error.strerror or str(error)) from error
    if fcntl is not None:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(handle)
            raise SaveFailed(path, "another program has this game open; end it first") from error
    return handle


def read_record(path: Path) -> tuple[Charter, list[Entry], int]:
    """The charter, the entries, and how many bytes of the file are whole. Raises `BadSave`. Checks no signature."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadSave(path, 0, f"cannot be read: {error.strerror or error}") from error
    top, found, body = data.partition(ENTRIES.encode())
    if not found:
        raise BadSave(path, 0, "there are no [entries] here: this is no record of a network game, or it was cut off")
    try:
        charter = Charter.from_plain(tomllib.loads(top.decode())["charter"])
    except (ValueError, KeyError, BadCharter) as error:
        raise BadSave(path, 0, f"the charter cannot be read: {error}") from error
    first = top.count(b"\n") + 3
    end = body.rfind(b"\n") + 1
    entries = list(_entries(path, body[:end].decode(errors="replace"), first))
    return charter, entries, len(top) + len(found) + end


def _entries(path: Path, text: str, first: int) -> Iterator[Entry]:
    for number, row in enumerate(text.split("\n")[:-1], first):
        line = _LINE.fullmatch(row)
        try:
            if line is None:
                raise BadEntry(f"this is no entry: {row:.60}")
            kind, body, signature = json.loads(line[3])
            yield Entry.from_plain([int(line[1]), int(line[2]), kind, body, signature])
        except (ValueError, RecursionError) as error:
            raise BadSave(path, number, str(error)) from error


# --- the secrets -------------------------------------------------------------------------------------


class Secrets:
    """What only we know in one game: the seeds of our seats, the key to our letters, our private answers."""

    def __init__(self, path: Path, box: bytes, seeds: dict[str, bytes], private: list[PrivateLine]) -> None:
        self.path = path
        self.box = box
        self.seeds = seeds
        self.private = private
        self.door: tuple[str, int] = ("", 0)
        """The address and port at which we hosted it last, so that the others find us there again."""
        self.invitation = ""
        """The one with which we came last, so that we find the host again."""

    @classmethod
    def open(cls, path: Path) -> Secrets:
        """Those in the file, or fresh ones without a seat."""
        if not path.exists():
            return cls(path, os.urandom(32), {}, [])
        try:
            plain: Any = tomllib.loads(path.read_text("utf-8"))
            seeds = {seat: _seed(text) for seat, text in plain["seeds"].items()}
            private = [PrivateLine(int(at), str(seat), str(line)) for at, seat, line in plain["private"]]
            secrets = cls(path, _seed(plain["box"]), seeds, private)
            secrets.door = str(plain.get("address", "")), int(plain.get("port", 0))
            secrets.invitation = str(plain.get("invitation", ""))
            return secrets
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise BadSave(path, 0, f"your secrets in this game cannot be read: {error}") from error

    def seed_for(self, seat: str) -> bytes:
        """The secret of one seat, made when first asked for. It is never made twice."""
        if seat not in self.seeds:
            self.seeds[seat] = os.urandom(32)
            self.write()
        return self.seeds[seat]

    def write(self) -> None:
        lines = ["# Your secrets in one game. Whoever reads this file can cheat you: it never leaves your machine."]
        lines += toml_text.pairs({"box": self.box.hex(), "private": [list(line) for line in self.private]})
        lines += toml_text.pairs({"address": self.door[0], "port": self.door[1], "invitation": self.invitation})
        lines += toml_text.table("seeds", {seat: seed.hex() for seat, seed in self.seeds.items()})
        try:
            disk.replace(self.path, ("\n".join(lines) + "\n").encode(), durable=True)  # made readable by us alone
        except OSError as error:
            raise SaveFailed(self.path, error.strerror or str(error)) from error


def _seed(text: str) -> bytes:
    seed = from_hex(text)
    if len(seed) != 32:
        raise ValueError("a secret has 32 bytes")
    return seed
