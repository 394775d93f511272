"""A game written down as it is played.

Entries are appended as they come. The whole file is written anew, with a fresh snapshot, when the old snapshot
has fallen behind, after a take-back, when the game ends and when the journal is closed.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from core.engine import LocalTable, Session, digest, to_plain
from core.engine.session import PrivateLine
from saves import disk
from saves.errors import SaveFailed
from saves.header import Header, now
from saves.loading import Loaded
from saves.savefile import LOG, Snapshot, head_text, hidden_before, log_text

FRESH = 50
"""A snapshot with more entries than this after it is replaced at the next checkpoint."""


class Journal:
    """Made by `create` or `open`; call `sync` after each answer and `close` at the end."""

    def __init__(self, path: Path, session: Session, header: Header, start: Snapshot | None, durable: bool) -> None:
        if set(header.players) != set(session.setup.seats):
            raise ValueError(f"the header names {list(header.players)}, but the game seats {session.setup.seats}")
        try:
            self._snapshot = session.last_checkpoint.index
        except IndexError:
            raise ValueError("a session that keeps no checkpoints cannot be saved: begin it with keep=True") from None
        self.path = path
        self.header = header
        self._session = session
        self._start = start
        self._durable = durable
        self._local = isinstance(session.table, LocalTable)
        self._handle = -1
        self._known = (0, 0)
        """Which file is ours, and how long we left it."""
        self._log = bytearray()
        self._entries = self._beside = 0
        self._rewinds = session.rewinds
        self._appended = False
        """Whether the header is older than the log."""
        self._closed = False
        self._write_whole()

    @classmethod
    def create(
        cls, path: Path, session: Session, header: Header, durable: bool = True, overwrite: bool = False
    ) -> Journal:
        """A new file. `durable` waits for the disk at every `sync`; batch runs do without."""
        path = _real(path)
        if path.exists() and not overwrite:
            raise SaveFailed(path, "there is a file of this name already; choose another name")
        return cls(path, session, header, None, durable)

    @classmethod
    def open(cls, path: Path, session: Session, loaded: Loaded, durable: bool = True) -> Journal:
        """Goes on with a loaded game. A file that was damaged or of other rules is written anew here; where that
        leaves something out, the original is kept beside it as `.bak`."""
        path = _real(path)
        if loaded.keep_original and path.exists():
            _keep(path)
        return cls(path, session, loaded.header, loaded.start, durable)

    def sync(self) -> None:
        """Writes what is new. After `SaveFailed` the next call tries again."""
        if self._closed:
            raise ValueError("this journal is closed; open another to go on")
        session = self._session
        rewound = session.rewinds != self._rewinds
        behind = self._handle < 0
        if not (rewound or behind or len(session.log) > self._entries or len(self._private) > self._beside):
            return
        old = len(session.log) - self._snapshot > FRESH and session.last_checkpoint.index > self._snapshot
        if self._is_as_we_left_it() and not (rewound or old or session.over):
            self._append()
        else:
            self._write_whole()

    def close(self) -> None:
        """Leaves a file whose header is up to date."""
        if self._closed:
            return
        self.sync()
        if self._appended:
            self._write_whole()
        self._release()
        self._closed = True

    def note_audit(self, verdict: str) -> None:
        """Puts what the audit found into the file."""
        self.header = replace(self.header, audit=verdict)
        self._write_whole()

    @property
    def _private(self) -> list[PrivateLine]:
        """Private answers are for a local game's file only: a peer's secrets never go into a file that travels."""
        return self._session.private if self._local else []

    def _render(self) -> bytes:
        """What the log has that `self._log` has not."""
        return log_text(self._session.log, self._private, self._entries, self._beside).encode()

    def _rendered(self) -> None:
        self._entries, self._beside = len(self._session.log), len(self._private)

    def _append(self) -> None:
        data = self._render()
        try:
            disk.write_all(self._handle, data)
            if self._durable:
                os.fsync(self._handle)
        except BaseException as error:  # whatever stopped it, the next sync writes everything anew
            with suppress(OSError):  # a torn line at the end does no harm, but it is nicer without
                os.ftruncate(self._handle, self._known[1])
            self._release()
            if isinstance(error, OSError):
                raise SaveFailed(self.path, error.strerror or str(error)) from error
            raise
        self._log += data
        self._known = (self._known[0], self._known[1] + len(data))
        self._appended = True
        self._rendered()

    def _write_whole(self) -> None:
        self._release()  # until all is written, there is no file to append to
        session = self._session
        if session.rewinds != self._rewinds:
            self._log.clear()
            self._entries = self._beside = 0
            self._rewinds = session.rewinds
        self._log += self._render()
        self._rendered()
        self.header = replace(
            self.header,
            updated=now(),
            headline=session.game.headline(session.state),
            awaiting=tuple(ask.seat for ask in session.pending),
            entries=len(session.log),
            chain=session.chain.hex(),
            outcome=session.game.outcome(session.state) if session.over else None,
        )
        snapshot = self._taken()
        data = (head_text(self.header, self._start, snapshot) + LOG).encode() + self._log
        try:
            disk.replace(self.path, data, self._durable)
            self._handle = os.open(self.path, os.O_WRONLY | os.O_APPEND)
        except OSError as error:
            raise SaveFailed(self.path, error.strerror or str(error)) from error
        self._known = (os.fstat(self._handle).st_ino, len(data))
        self._snapshot = snapshot.index
        self._appended = False

    def _taken(self) -> Snapshot:
        """A snapshot of the last checkpoint. What was hidden since then comes back when the log is replayed."""
        mark = self._session.last_checkpoint
        vault = hidden_before(self._session.table.vault, mark.index) if self._local else None
        return Snapshot(mark.index, mark.chain.hex(), digest(mark.state), to_plain(mark.state), vault)

    def _is_as_we_left_it(self) -> bool:
        """False if the file has to be written anew. If somebody else wrote it, it is not ours to write."""
        if self._handle < 0:
            return False
        try:
            found = os.stat(self.path)
        except FileNotFoundError:
            return False
        except OSError as error:
            raise SaveFailed(self.path, error.strerror or str(error)) from error
        if (found.st_ino, found.st_size) != self._known:
            raise SaveFailed(self.path, "another program has written to this file; go on there, or save elsewhere")
        return True

    def _release(self) -> None:
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


def _real(path: Path) -> Path:
    """Where the file really is, so that a link to it stays a link."""
    try:
        return path.resolve()
    except (OSError, RuntimeError) as error:  # a link that leads to itself
        raise SaveFailed(path, str(error)) from error


def _keep(path: Path) -> None:
    """Copies a file to the first free name: `game.toml.bak`, `game.toml.bak2`, …"""
    number = 1
    while (beside := path.with_name(f"{path.name}.bak{number if number > 1 else ''}")).exists():
        number += 1
    try:
        shutil.copy2(path, beside)
    except OSError as error:
        raise SaveFailed(path, f"the original could not be kept as {beside.name}: {error.strerror or error}") from error
