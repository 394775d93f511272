"""A game that is saved comes back as it was, whenever it is saved."""

from __future__ import annotations

import json
import tomllib
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.engine import Game, LocalTable, Refused, Session
from saves import BadSave, Header, Journal, SaveFailed, load, new_path, read, saves_folder, summaries, toml_text, verify
from saves.journal import FRESH
from tests.engine import toy
from tests.saves.played import GAMES, begun, games, journal_of, play, saved, step, what_a_player_sees

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


@every_game
@given(seed=st.integers(0, 10**6))
@settings(max_examples=12, deadline=None)
def test_a_game_loads_as_it_was_at_every_decision(game: Game, seed: int) -> None:
    session, chance = begun(game, seed), Random(seed)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.toml"
        journal = journal_of(session, path)
        while not session.over:
            assert what_a_player_sees(load(path, games=games).session) == what_a_player_sees(session)
            step(session, chance)
            journal.sync()
        loaded = load(path, games=games)
        assert what_a_player_sees(loaded.session) == what_a_player_sees(session)
        assert loaded.notices == []
        assert verify(path, games).ok


@every_game
@given(seed=st.integers(0, 10**6), stop=st.integers(0, 60))
@settings(max_examples=15, deadline=None)
def test_a_loaded_game_goes_on_as_if_it_had_never_stopped(game: Game, seed: int, stop: int) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.toml"
        session = begun(game, seed)
        journal = journal_of(session, path)
        play(session, journal, Random(seed), stop)
        loaded = load(path, games=games)
        second = Journal.open(path, loaded.session, loaded, durable=False)
        chance = Random(stop)
        play(loaded.session, second, chance)
        chance = Random(stop)
        while not session.over:
            step(session, chance)
        assert what_a_player_sees(loaded.session) == what_a_player_sees(session)
        assert verify(path, games).ok


def test_the_whole_story_is_there_when_the_whole_game_is_replayed(tmp_path: Path) -> None:
    session = saved(tmp_path / "game.toml", 40, turns="6")
    assert load(tmp_path / "game.toml", games=games).session.events != session.events
    assert load(tmp_path / "game.toml", whole=True, games=games).session.events == session.events


def test_tomllib_reads_the_same_file(tmp_path: Path) -> None:
    session = saved(tmp_path / "game.toml", 40, turns="6")
    table = tomllib.loads((tmp_path / "game.toml").read_text())
    assert [line for key, line in table["log"].items() if key.isdigit()] == session.log
    assert [line for key, line in table["log"].items() if not key.isdigit()] == [told.line for told in session.private]
    assert table["players"] == dict.fromkeys(session.setup.seats, "human")
    assert list(table)[-1] == "log"


def test_a_snapshot_is_never_far_behind(tmp_path: Path) -> None:
    session = begun(turns="6")
    journal = journal_of(session, tmp_path / "game.toml")
    chance = Random(1)
    while not session.over:
        play(session, journal, chance, 1)
        longest_turn = 25
        assert len(session.log) - read(tmp_path / "game.toml").snapshot.index <= FRESH + longest_turn


def test_entries_are_appended_and_the_rest_of_the_file_is_left_alone(tmp_path: Path) -> None:
    session = begun()
    path = tmp_path / "game.toml"
    journal = journal_of(session, path)
    before = path.read_bytes()
    play(session, journal, Random(1), 4)
    assert path.read_bytes().startswith(before)
    assert len(path.read_bytes()) > len(before)


def test_a_dict_comes_back_in_its_order() -> None:
    """Rules may go through a dict in order, so a save must not sort it, nor put tables or empty lists last."""
    army = {"z": [{"lord": "alfonso", "at": {"y": 1, "x": 2}}], "a": [], "m": [{"lord": "yusuf", "at": {}}]}
    state = {"army": army, "units": [{"id": "b"}, {"id": "a"}], "none": {}, "odd key.": {"5": True}}
    back = tomllib.loads("\n".join(toml_text.table("state", state)))["state"]
    assert back == state
    assert json.dumps(back["army"]) == json.dumps(army)


@given(name=st.text(), title=st.text())
@settings(max_examples=60, deadline=None)
def test_players_may_be_called_anything(name: str, title: str) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.toml"
        session = begun()
        Journal.create(path, session, Header.of(session, {"red": name}, title), durable=False).close()
        header = load(path, games=games).header
        assert (header.players["red"], header.title) == (name, title)


@pytest.mark.parametrize("name", ['"""', "a\nb", "\r\n[log]\n0 = 1", "\\", "\x7f\x00", "בַּלְדְּוִין", "\u2028", "'''", "#"])
def test_hostile_names_stay_names(tmp_path: Path, name: str) -> None:
    session = begun()
    journal = journal_of(session, tmp_path / "game.toml", red=name)
    play(session, journal, Random(2), 12)
    loaded = load(tmp_path / "game.toml", games=games)
    assert loaded.header.players["red"] == name
    assert loaded.session.log == session.log
    assert tomllib.loads((tmp_path / "game.toml").read_text())["players"]["red"] == name


def test_half_a_character_in_a_name_does_not_stop_the_game(tmp_path: Path) -> None:
    session = begun()
    journal_of(session, tmp_path / "game.toml", red="Bald\udce9win").close()
    assert load(tmp_path / "game.toml", games=games).header.players["red"] == "Bald?win"


def test_a_log_may_hold_quotes_and_letters_of_any_alphabet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy, "OMENS", ["sól", "ماه", 'a "storm"', "back\\slash"])
    session = saved(tmp_path / "game.toml", seed=5, turns="6")
    assert any("\\" in line for line in session.log)
    assert load(tmp_path / "game.toml", games=games).session.log == session.log
    log = tomllib.loads((tmp_path / "game.toml").read_text())["log"]
    assert [line for key, line in log.items() if key.isdigit()] == session.log


def test_a_seed_longer_than_a_toml_number_gives_the_same_dice(tmp_path: Path) -> None:
    session = begun(seed=2**127)
    journal = journal_of(session, tmp_path / "game.toml")
    play(session, journal, Random(2))
    loaded = load(tmp_path / "game.toml", whole=True, games=games)
    assert loaded.session.log == session.log
    assert loaded.header.seed == str(2**127)


def test_hidden_things_of_every_shape_come_back(tmp_path: Path) -> None:
    """A plan may hold more than words."""
    session = begun(turns="6")
    chance = Random(4)
    while session.last_checkpoint.index == 0:
        step(session, chance)
    odd = dict(zip(session.table.vault.values, [None, [1, None, "x"], {"json": "y"}, True, "true", 3], strict=False))
    session.table.vault.values.update(odd)
    Journal.create(tmp_path / "game.toml", session, Header.of(session)).close()
    vault = read(tmp_path / "game.toml").snapshot.vault
    assert vault is not None
    assert {key: vault.values[key] for key in odd} == odd


def test_a_take_back_is_in_the_file(tmp_path: Path) -> None:
    session = begun(seed=3)
    path = tmp_path / "game.toml"
    journal = journal_of(session, path)
    chance = Random(3)
    taken = 0
    while not session.over:
        seat = session.pending[0].seat
        session.answer(seat, session.offers(session.pending[0])[-1].notation)
        journal.sync()
        try:
            session.take_back(seat)
        except Refused:
            continue
        taken += 1
        if chance.random() < 0.5:  # otherwise the next answer comes before the journal knows
            journal.sync()
            assert what_a_player_sees(load(path, games=games).session) == what_a_player_sees(session)
        session.answer(seat, session.offers(session.pending[0])[0].notation)
        journal.sync()
        assert what_a_player_sees(load(path, games=games).session) == what_a_player_sees(session)
    assert taken > 5
    assert verify(path, games).ok


def test_a_finished_game_says_how_it_ended(tmp_path: Path) -> None:
    session = saved(tmp_path / "game.toml", close=False)
    outcome = tomllib.loads((tmp_path / "game.toml").read_text())["outcome"]
    assert outcome["scores"] == session.state.points
    loaded = load(tmp_path / "game.toml", games=games)
    assert loaded.session.over
    assert loaded.header.outcome == toy.outcome(session.state)


class Remote:
    """A table that is not local, as between peers. It lets a local one answer."""

    def __init__(self) -> None:
        self.local = LocalTable(1)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.local, name)


def test_the_file_of_a_networked_game_holds_no_secrets(tmp_path: Path) -> None:
    session = Session(toy.GAME, toy.GAME.setup(), Remote())
    path = tmp_path / "game.toml"
    journal = journal_of(session, path)
    play(session, journal, Random(1), 15)
    journal.close()
    table = tomllib.loads(path.read_text())
    assert session.private
    assert [key for key in table["log"] if not key.isdigit()] == []
    assert "seed" not in table
    assert "vault" not in table["snapshot"]
    with pytest.raises(BadSave, match="over the network"):
        load(path, games=games)


def test_a_game_is_not_written_over_another(tmp_path: Path) -> None:
    saved(tmp_path / "game.toml")
    before = (tmp_path / "game.toml").read_bytes()
    session = begun(seed=9)
    with pytest.raises(SaveFailed, match="already"):
        Journal.create(tmp_path / "game.toml", session, Header.of(session))
    assert (tmp_path / "game.toml").read_bytes() == before
    Journal.create(tmp_path / "game.toml", session, Header.of(session), overwrite=True).close()
    assert load(tmp_path / "game.toml", games=games).session.log == session.log


def test_games_are_listed_the_latest_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTREMER_SAVES", str(tmp_path / "deep" / "saves"))
    folder = saves_folder()
    monkeypatch.setattr("saves.journal.now", lambda: datetime(2026, 11, 18, tzinfo=UTC))
    running = saved(folder / "running.toml", 5)
    monkeypatch.setattr("saves.journal.now", lambda: datetime(2026, 11, 19, tzinfo=UTC))
    over = saved(folder / "over.toml")
    (folder / "broken.toml").write_text("game = ")
    (folder / ".over.toml.abc.tmp").write_text("left behind")
    latest, earlier, broken = summaries(folder)
    assert (latest.title, latest.over, latest.entries, latest.awaiting) == ("over", True, len(over.log), ())
    assert (earlier.title, earlier.over, earlier.entries) == ("running", False, len(running.log))
    assert earlier.headline == "turn 1"
    assert earlier.awaiting == tuple(ask.seat for ask in running.pending)
    assert "broken.toml:1:" in broken.problem


def test_entries_appended_since_are_counted_in_the_list(tmp_path: Path) -> None:
    session = begun(turns="6")
    journal = journal_of(session, tmp_path / "game.toml")
    chance = Random(1)
    for _ in range(20):
        play(session, journal, chance, 1)
        assert summaries(tmp_path)[0].entries == len(session.log)
        torn = (tmp_path / "game.toml").read_bytes()[:-3]
        (tmp_path / "torn").mkdir(exist_ok=True)
        (tmp_path / "torn" / "game.toml").write_bytes(torn)
        assert summaries(tmp_path / "torn")[0].entries == len(read(tmp_path / "torn" / "game.toml").lines)


def test_new_games_get_names_of_their_own(tmp_path: Path) -> None:
    when = datetime(2026, 11, 18, 9, 30, tzinfo=UTC)
    first = new_path(tmp_path, "byzantium", when)
    assert first.name == "byzantium-2026-11-18-0930.toml"
    first.touch()
    assert new_path(tmp_path, "byzantium", when).name == "byzantium-2026-11-18-0930-2.toml"
