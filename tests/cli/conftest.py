"""A folder of saves for each test, and the toy game where the real ones hold nothing hidden."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import games
from tests.engine import toy


@pytest.fixture(autouse=True)
def saves_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "saves"
    monkeypatch.setenv("OUTREMER_SAVES", str(folder))
    return folder


@pytest.fixture
def with_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the toy a game like any other."""
    real = games.load_game
    monkeypatch.setattr(games, "GAME_IDS", (*games.GAME_IDS, "toy"))
    monkeypatch.setattr(games, "load_game", lambda game_id: toy.GAME if game_id == "toy" else real(game_id))
