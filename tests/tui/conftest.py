"""Every test has its own configuration and saves, and a terminal with colours."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tui.settings import Settings, save_settings


@pytest.fixture(autouse=True)
def own_folders(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Settings and saves of this test alone, under a name that is as long in every run, for it is on the screen."""
    with TemporaryDirectory(prefix="o") as name:
        folder = Path(name)
        monkeypatch.setenv("OUTREMER_CONFIG", str(folder / "config"))
        monkeypatch.setenv("OUTREMER_SAVES", str(folder / "saves"))
        monkeypatch.delenv("NO_COLOR", raising=False)
        monkeypatch.setenv("COLORTERM", "truecolor")
        monkeypatch.setattr("tui.screens.new_game.fresh_seed", lambda: 5)
        save_settings(Settings(name="Irene", bot_speed="instant", animation=False))
        yield folder
