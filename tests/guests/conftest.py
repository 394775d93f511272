"""Every test has its own folders, a fast table, and a host whose door is open on the loopback."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Protocol

import pytest

from tests.guests.visitor import Inn
from tui.guests import serving
from tui.settings import Settings, save_settings


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OUTREMER_CONFIG", str(tmp_path / "config"))
    monkeypatch.setenv("OUTREMER_SAVES", str(tmp_path / "saves"))
    monkeypatch.setenv("OUTREMER_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("SSH_AUTH_SOCK", raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    save_settings(Settings(name="Irene", bot_speed="instant", animation=False))
    return tmp_path


class Opening(Protocol):
    def __call__(self, seats: str = ..., what: str = ..., **more: object) -> AsyncIterator[Inn]: ...


@asynccontextmanager
async def opened(seats: str = "open,open,greedy", what: str = "byzantium", **more: object) -> AsyncIterator[Inn]:
    """A host with an open door; everybody is sent home at the end."""
    order = serving.Order(what, seats=seats, address="127.0.0.1", port=0)
    if what == "byzantium":
        order = replace(order, seed=5)
    order = replace(order, **more)  # type: ignore[arg-type]
    sitting, host_seat = serving.begun(order)
    inn = Inn(serving.Host(order, sitting, host_seat))
    serving_task = asyncio.create_task(inn.host.run())
    try:
        await inn.until(lambda: inn.host.port or serving_task.done())
        yield inn
    finally:
        for visitor in inn.visitors:
            visitor.connection.abort()
        inn.host.command("quit")
        await asyncio.wait_for(serving_task, 20)
        sitting.close()
