"""Files that were cut, changed or never were a save: refused with a reason, or loaded as far as they go."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saves import BadSave, Journal, load, read, summaries, verify
from tests.engine import toy
from tests.saves.played import games, saved


def check_cuts(path: Path, log: list[str], first: int) -> int:
    """Cuts the file at every byte from `first` on: what loads is the beginning of the game. How many did load."""
    whole = path.read_bytes()
    loads = 0
    for end in range(first, len(whole)):
        path.write_bytes(whole[:end])
        try:
            loaded = load(path, games=games)
        except BadSave:
            continue
        loads += 1
        assert loaded.session.log == log[: len(loaded.session.log)]
        if whole[end - 1 : end + 1] not in (b'"\n', b"\n" + whole[end : end + 1]):
            assert any("last line" in notice for notice in loaded.notices)
        assert path.read_bytes() == whole[:end]
    return loads


def test_a_short_game_cut_at_every_byte(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    session = saved(path, turns="1")
    whole = path.read_bytes()
    in_log = len(whole) - whole.index(b"\n[log]\n") - len("\n[log]\n")
    assert check_cuts(path, session.log, 0) == in_log


def test_a_running_game_cut_at_every_byte_of_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy, "OMENS", ["☀☀☀", "☾☾☾", "سیل", "calm"])
    path = tmp_path / "game.toml"
    session = saved(path, 55, turns="6", close=False)
    check_cuts(path, session.log, path.stat().st_size - 2048)


def test_a_torn_line_is_told_and_mended_when_the_game_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    session = saved(path, 20, turns="6", close=False)
    path.write_bytes(path.read_bytes() + f'{len(session.log)} = "red def'.encode())
    loaded = load(path, games=games)
    assert "red def" in loaded.notices[0]
    assert "was not written to its end" in verify(path, games).problem
    Journal.open(path, loaded.session, loaded).close()
    assert load(path, games=games).notices == []
    assert load(path, games=games).session.log == session.log
    assert verify(path, games).ok
    assert not list(tmp_path.glob("*.bak"))


def test_a_power_cut_may_leave_zeros_behind(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    session = saved(path, 20, turns="6", close=False)
    path.write_bytes(path.read_bytes() + bytes(300))
    assert load(path, games=games).session.log == session.log


def test_a_file_that_lost_more_than_a_line_is_kept_beside(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    session = saved(path, turns="1")
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-3]))
    loaded = load(path, games=games)
    assert "has lost its end" in loaded.notices[0]
    assert not verify(path, games).ok
    Journal.open(path, loaded.session, loaded).close()
    assert verify(path, games).ok
    assert (tmp_path / "game.toml.bak").read_bytes() == b"".join(lines[:-3])
    assert load(path, games=games).session.log == session.log[: len(loaded.session.log)]


def test_a_file_from_an_editor_with_other_line_ends_still_loads(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    session = saved(path, 30)
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n").removesuffix(b"\r\n"))
    loaded = load(path, games=games)
    assert (loaded.session.log, loaded.notices) == (session.log, [])


@given(data=st.data())
@settings(max_examples=250, deadline=None)
def test_changed_bytes_never_crash_anything(data: st.DataObject) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.toml"
        saved(path, 9, turns="1")
        content = bytearray(path.read_bytes())
        for _ in range(data.draw(st.integers(1, 3))):
            place = data.draw(st.integers(0, len(content) - 1))
            content[place : place + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
        path.write_bytes(content)
        verify(path, games)
        summaries(Path(folder))
        with suppress(BadSave):
            load(path, games=games)
        assert path.read_bytes() == content


def changed(path: Path, old: str, new: str) -> int:
    """Changes the first place that matches `old`, and says on which line."""
    text = path.read_text()
    found = re.search(old, text, re.MULTILINE)
    assert found is not None
    path.write_text(text[: found.start()] + found.expand(new) + text[found.end() :])
    return text.count("\n", 0, found.end()) + 1


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('^game = "toy"', 'game = "chess"', "no game called 'chess'"),
        ('^game = "toy"', "game = 3", "'game' must be a text, not 3"),
        ("^format = 1", "format = 99", "a newer version"),
        ("^format = 1", "format = true", "'format' must be a whole number"),
        ("^seed = 1", "seed = 1.5", "'seed' must be a whole number"),
        ("^seed = 1\n", "", "there is no seed"),
        ("^revision = 1", "revision = -1", "cannot be -1"),
        ("^created = 2", "created = 'x' #", "a date with a time"),
        (r"^awaiting = \[", "awaiting = [3,", "list of texts"),
        ('^turns = "6"', 'turns = "7"', "option 'turns' cannot be '7'"),
        ('^turns = "6"', 'speed = "fast"', "no option 'speed'"),
        ('^turns = "6"', "turns = 6", "must be a text"),
        ('^red = "human"', 'pink = "human"', "the seats of this game are red, blue, green"),
        ('^scenario = "short"', 'scenario = "long"', "no scenario 'long'"),
        (r"^\[players\]", "[playerz]", "'players' is missing"),
        (r"^\[snapshot.state\]", r"wishes = 3\n[snapshot.state]", "'snapshot.wishes' means nothing"),
        ('^digest = "', 'digest = "00', "does not have this digest"),
        (r'(^index = \d+\nchain = ")', r"\g<1>00", "do not have this hash"),
        (r"^index = \d+", "index = 3900", "can only be taken up after 3900"),
        (r"^index = \d+", "index = 7", "do not have this hash"),
        (r"^turn = \d+", "turn = 5", "does not have this digest"),
        (r'^"1\.red\.0" =', '"red" =', "no place of a hidden thing"),
        (r'^"1\.red\.0" = "', '"1.red.0" = [1] # "', "must be a text or a whole number"),
        (r'^"1\.red\.0" = "', '"1.red.0" = {json = "x"} # "', "is not JSON"),
        (r"^turn = \d+", "turn = -", "not TOML"),
        (r'^("1\.red\.0" = "\w+)"', r"\1", "not TOML"),
        ("^6 = ", "5 = ", "entry 6 should stand here"),
        ("^6 = ", "7 = ", "entry 6 should stand here"),
        ("^6 = ", "06 = ", "entry 6 should stand here"),
        ("^6 = ", r"\n6 = ", "no entry of a log"),
        ("^6 = ", r"# hm\n6 = ", "no entry of a log"),
        ("^7-red-1", "7-red-2", "answer 1 of red should stand here"),
        ("^7-red-1", "8-red-1", "entry 7 should stand here"),
        ('^0 = "draw omen', r'0 = "draw\\qomen', "backslash"),
        ('^0 = "draw omen', '0 = "draw women', "has been changed"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, old: str, new: str, reason: str) -> None:
    path = tmp_path / "game.toml"
    saved(path, 40, turns="6", close=False)
    changed(path, old, new)
    before = path.read_bytes()
    with pytest.raises(BadSave, match=re.escape(str(path)) + r":\d+: ") as caught:
        load(path, games=games)
    assert re.search(reason, caught.value.reason)
    assert path.read_bytes() == before


def test_the_line_is_the_right_one(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    session = saved(path, 40, turns="6", close=False)
    file = read(path)
    rows = path.read_text().split("\n")
    for index in range(len(session.log)):
        assert rows[file.entry_line(index) - 1].startswith(f"{index} = ")
    for number, told in enumerate(session.private):
        assert rows[file.private_line(number) - 1].startswith(f"{told.at}-{told.seat}-")
    line = changed(path, "^seed = 1", "seed = 1.5")
    with pytest.raises(BadSave) as caught:
        load(path, games=games)
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda path: path.mkdir(), "not a file"),
        (lambda path: path.touch(), "empty"),
        (lambda path: path.write_bytes(b"\xff\xfe\n[log]\n"), "UTF-8"),
        (lambda path: path.write_bytes(os.urandom(4096)), "no .log."),
        (lambda path: path.write_text("a = " + "[" * 100_000 + "\n[log]\n"), "nested without end"),
        (lambda path: path.write_text("a = " + "9" * 100_000 + "\n[log]\n"), "not TOML"),
        (lambda path: path.write_text("\n\n[log]\n"), "'format' is missing"),
        (lambda path: None, "No such file"),
        (lambda path: path.symlink_to(path), "symbolic links"),
        (os.mkfifo, "not a file"),
    ],
)
def test_what_is_no_save_is_refused(tmp_path: Path, make: Callable[[Path], object], reason: str) -> None:
    path = tmp_path / "game.toml"
    make(path)
    with pytest.raises(BadSave, match=reason):
        load(path, games=games)
    assert not verify(path, games).ok


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_one_may_not_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    saved(path)
    path.chmod(0)
    with pytest.raises(BadSave, match="Permission"):
        load(path, games=games)


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        (r'^(\d+ = "\w+ defend: )bribe', r"\1suffer", ": entry "),
        (r'^(\d+ = "roll raid: )', r"\g<1>1", ": entry "),
        (r'^(7-\w+-[01] = "\w+ plan: )rest', r"\1raid", r"open deed: 7\."),
        ('^7-red-0 = "red plan: ....', '7-red-0 = "red plan: flee', "entry 7: 'red plan: flee"),
        ("~3fb6fdcf", "~3fb6fdcc", "choices have changed"),
        ('^(5. = "[^"]*)', r"\1?", "entry 5"),
        ("^6 = ", r'6-red-0 = "red plan: raid ~3fb6fdcf"\n6 = ', "no private answer"),
        (r'^("1\.red\.0" = ")', r"\1x", "vault"),
        (r"^\[snapshot.vault.red\]", "[snapshot.vault.blue]", "vault"),
        (r"^turn = \d+", "turn = 5", "another state"),
        (r"^index = \d+", "index = 7", "checkpoint"),
        (r'^(index = \d+\nchain = ")', r"\g<1>0", "hash"),
        (r"^entries = \d+", "entries = 40", "hash"),
        (r"^entries = \d+", "entries = 5400", "there were 5400 entries"),
    ],
)
def test_verify_finds_what_was_changed(tmp_path: Path, old: str, new: str, where: str) -> None:
    path = tmp_path / "game.toml"
    saved(path, 40, turns="6", close=False)
    assert verify(path, games).ok
    changed(path, old, new)
    verdict = verify(path, games)
    assert not verdict.ok
    assert re.search(where, verdict.problem)
    assert verdict.problem.startswith(f"{path}:")


def test_verify_names_the_line_that_was_changed(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    saved(path, 40, turns="6", close=False)
    line = changed(path, r'^(\d+ = "roll raid: )', r"\g<1>1")
    assert verify(path, games).problem.startswith(f"{path}:{line}: entry ")
    assert "roll raid" in path.read_text().splitlines()[line - 1]


def test_verify_finds_another_winner(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    saved(path)
    changed(path, 'why = "turns"', 'why = "mercy"')
    assert "the rules say that" in verify(path, games).problem


def test_a_finished_game_cannot_be_changed_anywhere(tmp_path: Path) -> None:
    """Not even its last answer, after which nothing follows that could give it away."""
    path = tmp_path / "game.toml"
    for seed in range(100):
        path.unlink(missing_ok=True)
        if "bribe" in saved(path, seed=seed).log[-1]:
            break
    changed(path, r'bribe (~\w+"\n)\Z', r"suffer \1")
    assert not verify(path, games).ok
