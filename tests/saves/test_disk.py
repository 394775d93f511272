"""Disks fill up, programs crash, people open a game twice: what was saved stays saved."""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from core.engine import LocalTable, Session
from saves import Header, Journal, SaveFailed, load, saves_folder, verify
from tests.engine import toy
from tests.saves.played import begun, games, journal_of, play, step, what_a_player_sees


@contextmanager
def no_file_may_grow_beyond(size: int) -> Iterator[None]:
    """As if the disk were full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk_loses_nothing_and_the_next_sync_catches_up(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    session, chance = begun(turns="6"), Random(1)
    journal = journal_of(session, path)
    play(session, journal, chance, 5)
    before = path.read_bytes()
    step(session, chance)
    with no_file_may_grow_beyond(len(before) + 10), pytest.raises(SaveFailed, match="File too large"):
        journal.sync()
    assert path.read_bytes() == before
    journal.sync()
    assert what_a_player_sees(load(path, games=games).session) == what_a_player_sees(session)


def test_a_disk_that_is_full_when_the_whole_file_is_written(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    session, chance = begun(turns="6"), Random(1)
    journal = journal_of(session, path)
    play(session, journal, chance, 3)
    before = path.read_bytes()
    while not session.over:
        step(session, chance)
    with no_file_may_grow_beyond(len(before)):
        for _ in range(2):
            with pytest.raises(SaveFailed):
                journal.sync()
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["game.toml"]
    journal.close()
    assert verify(path, games).ok
    assert load(path, games=games).session.over


def test_a_folder_that_is_gone_is_told(tmp_path: Path) -> None:
    session = begun()
    with pytest.raises(SaveFailed, match="No such file"):
        Journal.create(tmp_path / "nowhere" / "game.toml", session, Header.of(session))


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("OUTREMER_SAVES", str(tmp_path / "file" / "saves"))
    with pytest.raises(SaveFailed, match="cannot be made"):
        saves_folder()


def test_a_file_that_was_deleted_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    session = begun()
    journal = journal_of(session, path)
    path.unlink()
    play(session, journal, Random(1), 1)
    assert load(path, games=games).session.log == session.log


def test_a_game_opened_twice_is_not_garbled(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    session = begun()
    first = journal_of(session, path)
    loaded = load(path, games=games)
    second = Journal.open(path, loaded.session, loaded, durable=False)
    play(loaded.session, second, Random(1), 5)
    with pytest.raises(SaveFailed, match="another program"):
        play(session, first, Random(2), 5)
    assert load(path, games=games).session.log == loaded.session.log


def test_leavings_of_a_crash_are_in_nobodys_way(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    for name in (".game.toml.tmp", ".game.toml.x1.tmp", "game.toml.tmp", "game.toml~"):
        (tmp_path / name).write_text("junk")
    session = begun()
    journal = journal_of(session, path)
    play(session, journal, Random(1))
    journal.close()
    assert verify(path, games).ok
    assert (tmp_path / ".game.toml.x1.tmp").read_text() == "junk"
    assert len(os.listdir(tmp_path)) == 5


def test_durable_games_reach_the_disk_with_every_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced = []
    really = os.fsync

    def fsync(handle: int) -> None:
        synced.append(handle)
        really(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    session = begun()
    play(session, journal_of(session, tmp_path / "batch.toml"), Random(1), 5)
    assert synced == []
    session = begun()
    journal = Journal.create(tmp_path / "game.toml", session, Header.of(session))
    for _ in range(5):
        synced.clear()
        play(session, journal, Random(1), 1)
        assert synced
    synced.clear()
    journal.sync()
    assert synced == []


def test_a_save_behind_a_link_stays_behind_it(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    link = tmp_path / "game.toml"
    link.symlink_to(tmp_path / "far" / "game.toml")
    session = begun()
    journal_of(session, link).close()
    assert link.is_symlink()
    assert load(link, games=games).session.log == session.log


def test_an_interrupted_write_is_made_up_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.toml"
    session, chance = begun(turns="6"), Random(1)
    journal = Journal.create(path, session, Header.of(session))
    really = os.fsync

    def interrupted(handle: int) -> None:
        raise KeyboardInterrupt

    while not session.over:
        step(session, chance)
        monkeypatch.setattr(os, "fsync", interrupted)
        with pytest.raises(KeyboardInterrupt):
            journal.sync()
        monkeypatch.setattr(os, "fsync", really)
        journal.sync()
        assert load(path, games=games).session.log == session.log
        play(session, journal, chance, 1)
    journal.close()
    assert verify(path, games).ok


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="such a link is simply written over there")
def test_a_link_that_leads_to_itself_is_told(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    path.symlink_to(path)
    with pytest.raises(SaveFailed):
        journal_of(begun(), path)


def test_a_closed_journal_writes_no_more(tmp_path: Path) -> None:
    session = begun()
    journal = journal_of(session, tmp_path / "game.toml")
    journal.close()
    (tmp_path / "game.toml").unlink()
    journal.close()
    with pytest.raises(ValueError, match="closed"):
        journal.sync()
    assert os.listdir(tmp_path) == []


def test_a_session_without_checkpoints_cannot_be_saved(tmp_path: Path) -> None:
    session = Session(toy.GAME, toy.GAME.setup(), LocalTable(1), keep=False)
    with pytest.raises(ValueError, match="keeps no checkpoints"):
        journal_of(session, tmp_path / "game.toml")
