"""Peers as separate programs on this machine, and a bad network between them."""

from __future__ import annotations

import json
import os
import random
import select
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
HERE = "127.0.0.1"


@dataclass
class PeerProgram:
    """`outremer` on a machine of its own: own key, own saves."""

    name: str
    folder: Path
    process: subprocess.Popen[str] | None = None
    home: Path | None = None
    """Where `~` is, for those who have a `~/.ssh`."""

    def run(self, *arguments: str) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        env = {**os.environ, "OUTREMER_HOME": str(self.folder), "OUTREMER_SAVES": str(self.folder / "saves")}
        if self.home is not None:
            env["HOME"] = str(self.home)
        self.process = subprocess.Popen(
            [sys.executable, str(ROOT / "outremer.py"), *arguments],
            cwd=ROOT,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def play(self, command: str, what: str, *more: str, bot: str = "random") -> None:
        self.run(command, what, "--headless", "--bot", bot, "--json", "--patience", "25", *more)

    def kill(self) -> None:
        """As if the power went out."""
        assert self.process is not None
        self.process.kill()
        self.process.communicate()

    def end(self, seconds: float = 40) -> tuple[int, str, str]:
        assert self.process is not None
        try:
            out, err = self.process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            out, err = self.process.communicate()
            raise AssertionError(f"{self.name} did not end; it said:\n{out}\n{err}") from None
        return self.process.returncode, out, err

    def result(self) -> dict[str, Any]:
        code, out, err = self.end()
        assert code == 0, f"{self.name} failed: {out}\n{err}"
        found = json.loads(out.splitlines()[-1])
        assert isinstance(found, dict)
        return found

    @property
    def save(self) -> Path:
        (save,) = (self.folder / "saves").glob("*.record")
        return save.with_suffix(".toml")


def peers(folder: Path, *names: str) -> list[PeerProgram]:
    return [PeerProgram(name, folder / name) for name in names]


def lines_of(path: Path, seconds: float = 20) -> list[str]:
    """What is in a file, once it is there."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        with suppress(FileNotFoundError):
            return path.read_text().splitlines()
        time.sleep(0.02)
    raise AssertionError(f"{path} was not written")


def wait_for_entries(peer: PeerProgram, count: int, seconds: float = 30) -> None:
    """Until a peer has heard so many entries."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for record in (peer.folder / "saves").glob("*.record"):
            if record.read_bytes().count(b'\n"') >= count:
                return
        time.sleep(0.01)
    raise AssertionError(f"{peer.name} never heard {count} entries")


def same_end(results: Sequence[dict[str, Any]]) -> None:
    """All tell the same story of the same clean game."""
    told = {key: {json.dumps(result[key]) for result in results} for key in ("digest", "winner", "scores", "decisions")}
    assert all(len(values) == 1 for values in told.values()), told
    assert {result["audit"] for result in results} == {"clean"}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HERE, 0))
        return int(probe.getsockname()[1])


class BadRoad:
    """A way to a port that breaks, dawdles, and now and then spits garbage before the SSH greeting."""

    def __init__(self, port: int, seed: int, every: tuple[float, float] = (0.3, 1.0), breaks: int = 5) -> None:
        self.port, self.chance, self.every, self.breaks = port, random.Random(seed), every, breaks
        self.broken = 0
        self._listener = socket.create_server((HERE, 0))
        self.own_port = int(self._listener.getsockname()[1])
        self._open = True
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while self._open:
            try:
                guest, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._carry, args=(guest,), daemon=True).start()

    def _carry(self, guest: socket.socket) -> None:
        breaks = self.broken < self.breaks
        mood = self.chance.random()
        with guest, suppress(OSError), socket.create_connection((HERE, self.port)) as host:
            if breaks and mood < 0.15:
                self.broken += 1
                guest.sendall(self.chance.randbytes(200))
                return
            if breaks and mood < 0.3:
                host.sendall(self.chance.randbytes(200))
            until = time.monotonic() + self.chance.uniform(*self.every) if breaks else float("inf")
            while self._open and time.monotonic() < until:
                for end in select.select([guest, host], [], [], 0.05)[0]:
                    data = end.recv(1 << 16)
                    if not data:
                        return
                    if breaks and self.chance.random() < 0.05:
                        time.sleep(self.chance.uniform(0, 0.03))
                    other = host if end is guest else guest
                    if breaks and time.monotonic() > until:
                        data = data[: len(data) // 2]
                    other.sendall(data)
            self.broken += 1

    def close(self) -> None:
        self._open = False
        self._listener.close()


@contextmanager
def bad_road(port: int, seed: int, **how: Any) -> Iterator[BadRoad]:
    road = BadRoad(port, seed, **how)
    try:
        yield road
    finally:
        road.close()


def by_road(invitation: str, road: BadRoad) -> str:
    """The same invitation, over a bad road."""
    return invitation.replace(f":{road.port}/", f":{road.own_port}/")
