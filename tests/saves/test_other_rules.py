"""A running game survives a change of the rules: it goes on from its snapshot, and says so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import pytest

from core.engine import Ask, Game, Option, Procedure, Roll, Sealed, Told
from core.engine.copying import copies
from saves import BadSave, Journal, Loaded, Verdict, load, read, verify
from tests.engine import toy
from tests.saves.played import play, saved, what_a_player_sees


def only(game: Game) -> Callable[[str], Game]:
    return lambda game_id: game


def harder_raid(game: toy.Toy, seat: str) -> Procedure[None]:
    """Another rule: a raid is answered with a shout, and always rolled for."""
    victim = game.seats[(game.seats.index(seat) + 1) % len(game.seats)]
    yield Ask(victim, "shout", f"{seat} raids you", [Option("shout"), Option("weep")])
    dice = yield Roll(3, name="raid")
    game.points[seat] += sum(dice)


NEW = replace(toy.GAME, revision=2)
OTHER_DATA = replace(toy.GAME, data_digest="beef")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A game of revision 1 that stopped in the middle of a turn, after raids."""
    for seed in range(100):
        session = saved(tmp_path / "game.toml", 33, seed=seed, turns="6")
        since = session.log[session.last_checkpoint.index :]
        if session.last_checkpoint.index and any(" defend: " in line for line in since):
            return tmp_path / "game.toml"
        (tmp_path / "game.toml").unlink()
    raise AssertionError("no such game")


def go_on(path: Path, game: Game, answers: int = 10**6) -> tuple[Loaded, Verdict]:
    loaded = load(path, games=only(game))
    journal = Journal.open(path, loaded.session, loaded, durable=False)
    play(loaded.session, journal, Random(0), answers)
    journal.close()
    return loaded, verify(path, only(game))


@pytest.mark.parametrize(("game", "said"), [(NEW, "revision 1"), (OTHER_DATA, "other data")])
def test_entries_that_still_fit_are_kept(path: Path, game: Game, said: str) -> None:
    before = load(path, games=only(toy.GAME)).session
    loaded = load(path, games=only(game))
    assert said in loaded.notices[0]
    assert what_a_player_sees(loaded.session) == what_a_player_sees(before)


def test_entries_that_no_longer_fit_are_left_out(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    original = read(path)
    monkeypatch.setattr(toy, "raid", harder_raid)
    loaded = load(path, games=only(NEW))
    assert "no longer fit" in loaded.notices[-1]
    kept = original.snapshot.index
    assert loaded.session.log[:kept] == original.lines[:kept]
    assert loaded.session.pending[0].name == "shout"


def test_a_game_moved_to_new_rules_can_be_verified(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    original = path.read_bytes()
    monkeypatch.setattr(toy, "raid", harder_raid)
    loaded, verdict = go_on(path, NEW)
    assert loaded.session.over
    assert verdict == Verdict(True, len(loaded.session.log))
    assert path.with_name("game.toml.bak").read_bytes() == original
    again = load(path, games=only(NEW))
    assert again.notices == []
    assert what_a_player_sees(again.session) == what_a_player_sees(loaded.session)
    assert load(path, whole=True, games=only(NEW)).session.log == loaded.session.log


def test_rules_may_change_twice(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on(path, NEW, 12)
    monkeypatch.setattr(toy, "raid", harder_raid)
    loaded, verdict = go_on(path, replace(NEW, revision=3))
    assert loaded.session.over
    assert verdict.ok
    assert len(list(path.parent.glob("game.toml.bak*"))) == 2


def test_changing_the_old_part_of_a_moved_game_is_found(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy, "raid", harder_raid)
    go_on(path, NEW)
    path.write_text(path.read_text().replace('\n1 = "deal red', '\n1 = "deal rot'))
    assert "[start]" in path.read_text()
    assert "do not have this hash" in verify(path, only(NEW)).problem


def test_rules_that_fail_on_old_entries_go_on_from_the_snapshot(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def broken_once(game: toy.Toy, seat: str) -> Procedure[None]:
        calls.append(seat)
        if len(calls) == 1:
            raise KeyError("a city that is no more")
        yield from harder_raid(game, seat)

    monkeypatch.setattr(toy, "raid", broken_once)
    loaded = load(path, games=only(NEW))
    assert "a city that is no more" in loaded.notices[-1]
    assert len(loaded.session.private) == sum(told.at < read(path).snapshot.index for told in read(path).private)


@copies
@dataclass(slots=True)
class Unlike(Told):
    """A state that has nothing in common with the old one."""

    tokens: list[Sealed]


def test_a_state_that_fits_no_more_is_refused(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(BadSave, match="cannot go on from this state"):
        load(path, games=only(replace(NEW, state_type=Unlike)))
    assert path.read_bytes() == before


def test_the_same_revision_must_fit_entirely(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody raised the revision, but the rules are others: that is a fault, and named with its line."""
    monkeypatch.setattr(toy, "raid", harder_raid)
    with pytest.raises(BadSave, match=r"game.toml:\d+: entry \d+: .*shout") as caught:
        load(path, games=only(toy.GAME))
    assert "defend" in path.read_text().splitlines()[caught.value.line - 1]
    assert not verify(path, only(toy.GAME)).ok


def test_rules_that_fail_are_told_as_a_fault_of_the_save(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(game: toy.Toy, seat: str) -> Procedure[None]:
        raise KeyError("damascus")

    monkeypatch.setattr(toy, "raid", broken)
    with pytest.raises(BadSave, match="the rules fail: KeyError") as caught:
        load(path, games=only(toy.GAME))
    assert "open deed" in path.read_text().splitlines()[caught.value.line - 1]


def test_other_rules_cannot_verify(path: Path) -> None:
    assert "only the same rules can verify it" in verify(path, only(NEW)).problem
