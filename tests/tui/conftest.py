"""Every test has its own configuration and saves, and a terminal with colours."""

from pathlib import Path

import pytest

from tui.settings import Settings, save_settings


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OUTREMER_CONFIG", str(tmp_path / "config"))
    monkeypatch.setenv("OUTREMER_SAVES", str(tmp_path / "saves"))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr("tui.screens.new_game.fresh_seed", lambda: 5)
    save_settings(Settings(name="Irene", bot_speed="instant", animation=False))
    return tmp_path
