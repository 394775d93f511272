"""It becomes my move while I look at another window: what the terminal is sent."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events

from tui.app import Outremer
from tui.notices import desktop_notice
from tui.settings import load_settings, settings_file

WORDS = "your move as Red in Byzantium"
BOTH = f"\x1b]9;Outremer: {WORDS}\x07\x1b]777;notify;Outremer;{WORDS}\x07"
WRAPPED = f"\x1bPtmux;\x1b\x1b]9;Outremer: {WORDS}\x07\x1b\\\x1bPtmux;\x1b\x1b]777;notify;Outremer;{WORDS}\x07\x1b\\"


def test_the_bytes_of_a_desktop_notice() -> None:
    assert desktop_notice(WORDS, in_tmux=False) == BOTH
    assert desktop_notice(WORDS, in_tmux=True) == WRAPPED


def test_nothing_in_the_words_ends_the_sequence_or_begins_another() -> None:
    notice = desktop_notice("a\x07b\x1b]0;evil\x1b\\c;d\u202e\x9c" + "z" * 500, in_tmux=False)
    assert notice.count("\x1b") == 2
    assert notice.count("\x07") == 2
    assert notice.count(";") == 4
    assert "\x9c" not in notice
    assert len(notice) < 320


class Written:
    """Everything that goes to the terminal."""

    def __init__(self, app: Outremer, monkeypatch: pytest.MonkeyPatch) -> None:
        self.data: list[str] = []
        monkeypatch.setattr(app._driver, "write", self.data.append)
        monkeypatch.setattr(app, "bell", lambda: self.data.append("\x07"))

    def take(self) -> list[str]:
        mine = [each for each in self.data if each == "\x07" or "777" in each]
        self.data.clear()
        return mine


async def test_off_the_bell_or_the_desktop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TMUX", raising=False)
    app = Outremer()
    async with app.run_test():
        written = Written(app, monkeypatch)
        app.call_player(WORDS)
        assert written.take() == ["\x07"]
        app.settings.notice = "off"
        app.call_player(WORDS)
        assert written.take() == []
        app.settings.notice = "desktop"
        app.call_player(WORDS)
        assert written.take() == ["\x07", BOTH]


async def test_no_notice_on_the_desktop_while_the_player_looks_at_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMUX", "/tmp/tmux-0/default,1,0")
    app = Outremer()
    app.settings.notice = "desktop"
    async with app.run_test() as pilot:
        written = Written(app, monkeypatch)
        app.post_message(events.AppFocus())
        await pilot.pause()
        app.call_player(WORDS)
        assert written.take() == ["\x07"]
        app.post_message(events.AppBlur())
        await pilot.pause()
        app.call_player(WORDS)
        assert written.take() == ["\x07", WRAPPED]


async def test_the_setting_is_chosen_kept_and_checked() -> None:
    app = Outremer()
    async with app.run_test(size=(120, 40)) as pilot:
        from tui.screens.settings import SettingsScreen
        from tui.widgets.form import Form

        app.push_screen(SettingsScreen())
        await pilot.pause()
        app.screen.query_one(Form).visit("notice")
        await pilot.press("right")
        await pilot.pause()
    settings, complaints = load_settings()
    assert settings.notice == "desktop"
    assert not complaints
    file: Path = settings_file()
    file.write_text('notice = "loud"\n')
    settings, complaints = load_settings()
    assert settings.notice == "bell"
    assert "'notice' must be one of off, bell, desktop" in complaints[0]
