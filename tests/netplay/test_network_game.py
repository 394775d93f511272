"""The table itself, without a network: what players do there, what cheats try, and what comes back after a crash."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import saves
from core.engine import Refused, Roll
from netplay.entries import BadEntry, Entry, Feeds, SaidTwoThings
from netplay.files import Record, Secrets, read_record
from netplay.network_game import ChatLine, NetworkGame
from saves import BadSave, SaveFailed
from tests.netplay.company import Company


@pytest.fixture
def company(tmp_path: Path) -> Iterator[Company]:
    made = Company(tmp_path)
    yield made
    made.close()


@pytest.fixture
def people(tmp_path: Path) -> Iterator[Company]:
    """Two people, no bots."""
    made = Company(tmp_path, bots=False, turns="3")
    made.carry()
    yield made
    made.close()


def clean_end(company: Company) -> None:
    for game in company.everybody:
        assert game.complaints == []
        assert game.session is not None
        assert game.session.over
        assert game.verdict == "clean"
        assert game.finished
    assert len({game.session.digest() for game in company.everybody if game.session}) == 1
    assert len({game.feeds.counts()[0] for game in company.everybody}) == 1


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from([2, 3]))
def test_a_game_in_any_order(tmp_path_factory: pytest.TempPathFactory, seed: int, players: int) -> None:
    company = Company(tmp_path_factory.mktemp("game"), players, seed=seed)
    company.play()
    clean_end(company)
    company.close()


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from([2, 3]))
def test_crashing_at_any_moment(tmp_path_factory: pytest.TempPathFactory, seed: int, players: int) -> None:
    """Also in the middle of a private dialog, and between a word and its being carried away."""
    company = Company(tmp_path_factory.mktemp("game"), players, seed=seed)
    company.play(crashes=0.03)
    clean_end(company)
    company.close()


def test_nobody_begins_before_all_have_agreed(tmp_path: Path) -> None:
    company = Company(tmp_path, 3)
    assert [game.peer for game in company.everybody] == [None] * 4
    company.games[0].say("anybody there?")
    company.carry()
    assert all(game.peer is not None for game in company.everybody)
    assert company.watcher.chat == [ChatLine(0, "anybody there?")]
    company.close()


# --- people at the table -----------------------------------------------------------------------------


def test_chat_is_shown_without_tricks(people: Company) -> None:
    anna, basil = people.games
    anna._write("chat", {"text": "\x1b[2Jhello\u202e dlrow\x07\u200b"})
    anna.say("  two\nlines  ")
    people.carry()
    assert basil.chat == [ChatLine(0, "[2Jhello dlrow"), ChatLine(0, "two lines")]


def test_a_whisper_is_for_one_pair_of_ears(tmp_path: Path) -> None:
    company = Company(tmp_path, 3, bots=False)
    company.carry()
    anna, basil, constance = company.games
    anna.say("let us attack Constance", to=1)
    company.carry()
    assert basil.chat == [ChatLine(0, "let us attack Constance", 1)]
    assert anna.chat == basil.chat
    assert constance.chat == company.watcher.chat == []
    for name in ("Anna", "Constance", "watcher"):
        assert "attack" not in (tmp_path / f"{name}.record").read_text()
    company.close()


def until_back_is_possible(company: Company) -> tuple[NetworkGame, str]:
    for _ in range(100):
        for game in company.games:
            for ask in game.asks():
                assert game.peer is not None
                if not game.peer.in_private and game.peer.why_no_take_back(ask.seat) is None:
                    return game, ask.seat
        game = next(game for game in company.games if game.asks())
        ask = game.asks()[0]
        game.answer(ask.seat, ask.options[0].notation)
        company.carry()
    raise AssertionError("nobody could take anything back")


def test_a_take_back_needs_the_others(tmp_path: Path) -> None:
    company = Company(tmp_path, 3, bots=False, turns="3")
    company.carry()
    game, seat = until_back_is_possible(company)
    others = [each for each in company.games if each is not game]
    assert game.session is not None
    before = list(game.session.log)
    game.take_back(seat)
    company.carry()
    assert others[0].back_asked is not None
    assert others[0].back_asked.seat == seat
    others[0].allow_take_back(True)
    company.carry()
    assert game.session.log == before
    others[1].allow_take_back(True)
    company.carry()
    for each in company.everybody:
        assert each.session is not None
        assert each.session.log == before[:-1]
        assert each.complaints == []
    company.close()


def test_a_take_back_can_be_refused(people: Company) -> None:
    game, seat = until_back_is_possible(people)
    (other,) = [each for each in people.games if each is not game]
    assert game.session is not None
    before = list(game.session.log)
    game.take_back(seat)
    people.carry()
    other.allow_take_back(False)
    people.carry()
    assert game.session.log == before
    assert game.back_asked is None
    assert any("would rather not" in notice for notice in game.notices)


def test_nobody_plays_while_the_game_is_paused(people: Company) -> None:
    anna, basil = people.games
    basil.pause()
    people.carry()
    assert anna.asks() == []
    with pytest.raises(Refused, match="paused"):
        anna.answer("red", "feast")
    anna.pause(False)
    people.carry()
    assert anna.asks() or basil.asks()


def test_whoever_resigns_leaves_his_seat_to_a_bot(people: Company) -> None:
    for game in people.games:
        game.resign(game.seats[0])
    people.play()
    clean_end(people)
    assert sorted(people.watcher.resigned) == ["blue", "red"]


# --- cheats ------------------------------------------------------------------------------------------


def cheat(company: Company, kind: str, body: dict[str, Any]) -> list[str]:
    """Basil writes something; what Anna and the watcher say of it, which must be the same."""
    company.carry()
    company.games[1]._write(kind, body)
    company.carry()
    anna, watcher = company.games[0].complaints, company.watcher.complaints
    assert anna == watcher
    return anna


def forged_message(company: Company, **changes: Any) -> dict[str, Any]:
    basil = company.games[1].peer
    assert basil is not None
    message = {"turn": basil.turn, "seat": "blue", "kind": "answer", "body": {"notation": "feast"},
               "agreed": basil.agreed, "state": basil._state(), "to": ""}  # fmt: skip
    return {**message, **changes}


def test_speaking_for_somebody_else(people: Company) -> None:
    (complaint,) = cheat(people, "game", {"messages": [forged_message(people, seat="red")]})
    assert complaint == "Basil (blue) spoke in the name of red"


def test_answering_out_of_turn(people: Company) -> None:
    (complaint,) = cheat(people, "game", {"messages": [forged_message(people)]})
    assert complaint.startswith("blue answered 'feast'")


def test_taking_back_without_asking(people: Company) -> None:
    (complaint,) = cheat(people, "game", {"messages": [forged_message(people, kind="back", body={})]})
    assert complaint == "Basil (blue) took back an answer of blue without asking"
    message = forged_message(people, kind="back", body={})
    complaint = cheat(people, "back", {"message": message, "allowed": [0, 0]})[-1]
    assert complaint == "Basil (blue) took back an answer of blue though not all had allowed it"


def test_a_complaint_quotes_nothing_that_moves_the_cursor(people: Company) -> None:
    message = forged_message(people, body={"notation": "\x1b[2J\u202efeast"})
    (complaint,) = cheat(people, "game", {"messages": [message]})
    assert complaint.startswith("blue answered ' [2Jfeast'")


def test_resigning_for_somebody_else(people: Company) -> None:
    (complaint,) = cheat(people, "resign", {"seat": "red"})
    assert complaint == "Basil (blue) resigned for red"
    assert people.games[0].resigned == []


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("dance", {}),
        ("game", {}),
        ("game", {"messages": 7}),
        ("game", {"messages": [{"turn": 1}]}),
        ("letter", {"to": 0, "what": [], "box": "00"}),
        ("letter", {"to": 0, "what": [], "box": "00" * 80}),
        ("whisper", {"to": 0, "box": "zz"}),
        ("chat", {"text": 7}),
        ("chat", {}),
        ("ask-back", {}),
        ("allow-back", {"turn": []}),
        ("back", {"message": {}, "allowed": 7}),
        ("dispute", {"index": 0}),
        ("done", {"audit": None}),
        ("agree", {}),
    ],
)
def test_nonsense_is_named_and_the_game_goes_on(tmp_path: Path, kind: str, body: dict[str, Any]) -> None:
    company = Company(tmp_path)
    company.carry()
    company.games[1]._write(kind, body)
    company.play()
    for game in company.games[:1]:
        assert game.session is not None
        assert game.session.over
        assert f"sent a '{kind}' that makes no sense" in game.complaints[0]
        assert game.verdict == game.complaints[0]
    company.close()


def test_two_different_words_for_one_place_stop_the_game(people: Company) -> None:
    """Basil goes on from an old copy of his files as if nothing had been said since."""
    anna, basil = people.games
    old = Feeds(people.charter.digest, people.charter.keys)
    for entry in basil.feeds.of(1):
        old.accept(entry)
    basil.say("march")
    people.carry()
    with pytest.raises(SaidTwoThings) as proof:
        anna.feeds.accept(old.write(people.identities[1], 1, "chat", {"text": "retreat"}))
    anna.said_two_things(proof.value.author, proof.value.number)
    assert "Basil (blue) signed two different entries" in anna.halted
    assert anna.asks() == []
    people.carry()
    assert basil.halted


def test_another_state_stops_play_and_the_first_difference_is_named(people: Company) -> None:
    anna, basil = people.games
    assert basil.peer is not None
    basil.peer.session.last_checkpoint.state.points["red"] = 9
    basil._checkpoints[-1][1].points["red"] = 9
    basil.peer._digested = None
    for _ in range(20):
        movers = [game for game in people.games if game.asks()]
        if not movers:
            break
        ask = movers[0].asks()[0]
        movers[0].answer(ask.seat, ask.options[0].notation)
        people.carry()
    for game, ours, theirs in ((anna, 0, 9), (basil, 9, 0)):
        assert game.halted
        assert f"points.red is {ours} here and {theirs} with" in game.report
        assert game.asks() == []
    assert anna.session is not None
    assert read_record(anna.record.path)[1]  # and nothing is lost


# --- files -------------------------------------------------------------------------------------------


def test_secrets_stay_out_of_the_files_that_travel(company: Company) -> None:
    company.carry()
    for _ in range(60):
        movers = [game for game in company.games if game.next_bot() is not None]
        if movers:
            movers[0].step()
        company.carry()
        records = "".join(path.read_text() for path in company.folder.glob("*.record"))
        if company.watcher.session and company.watcher.session.over:
            break
        for secrets in company.secrets:
            assert secrets.box.hex() not in records
            for seed in secrets.seeds.values():
                assert seed.hex() not in records


def test_a_torn_last_line_is_dropped(company: Company) -> None:
    company.play()
    path = company.games[0].record.path
    company.close()
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    record, charter, said = Record.open(path)
    record.close()
    assert charter.digest == company.charter.digest
    assert len(said) == whole.count(b'\n"') - 1
    assert path.read_bytes().endswith(b"\n")


def test_a_changed_record_is_found_out(company: Company) -> None:
    company.play()
    path = company.games[0].record.path
    company.close()
    path.write_text(path.read_text().replace('"notation":"', '"notation":"un', 1))
    charter, said, _ = read_record(path)
    with pytest.raises(BadEntry, match="did not sign"):
        NetworkGame(company.game, charter, company.games[0].record, said=said)


@pytest.mark.parametrize("line", ["nonsense", '"0.x" = []', *(f'"0.0" = {text!r}' for text in ("[1,2,3]", "{", "[]"))])
def test_a_damaged_record_says_where(company: Company, line: str) -> None:
    path = company.games[0].record.path
    company.close()
    text = path.read_text()
    number = text[: text.index("[entries]\n")].count("\n") + 2
    path.write_text(text.replace("[entries]\n", f"[entries]\n{line}\n"))
    with pytest.raises(BadSave, match=f"Anna.record:{number}: "):
        read_record(path)


def test_a_game_can_be_open_only_once(company: Company) -> None:
    with pytest.raises(SaveFailed, match="another program has this game open"):
        Record.open(company.games[0].record.path)


def test_damaged_secrets_say_so(tmp_path: Path) -> None:
    path = tmp_path / "x.secret"
    path.write_text("box = 7")
    with pytest.raises(saves.BadSave, match="your secrets in this game cannot be read"):
        Secrets.open(path)


def test_what_is_carried_is_plain_json(company: Company) -> None:
    company.play()
    for author in range(2):
        for entry in company.watcher.feeds.of(author):
            assert Entry.from_plain(json.loads(entry.to_json())) == entry


# --- dice that fall before the entry with their link is proved ----------------------------------------


def about_to_roll(people: Company) -> tuple[NetworkGame, NetworkGame, Entry]:
    """Somebody waits for dice, and the other has just said his link; the entry is still on its way."""
    for _ in range(100):
        game = next(game for game in people.games if game.asks())
        other = next(each for each in people.games if each is not game)
        ask = game.asks()[0]
        game.answer(ask.seat, ask.options[0].notation)
        assert game.session is not None
        assert other.me is not None
        if isinstance(game.session.stalled, Roll):
            for entry in game.feeds.of(1 - other.me)[other.feeds.counts()[1 - other.me] :]:
                assert other.feeds.accept(entry)
                other.hear([entry])
            return game, other, other.feeds.of(other.me)[-1]
        people.carry()
    raise AssertionError("nobody had to roll")


def test_dice_fall_as_soon_as_their_links_are_here(people: Company) -> None:
    game, other, entry = about_to_roll(people)
    game.foresee([entry])
    assert game.session is not None
    assert other.session is not None
    assert other.session.log[-1].startswith("roll ")
    assert game.session.log[: len(other.session.log)] == other.session.log
    assert game.me is not None
    before = len(game.feeds.of(game.me))
    game.say("six!")
    assert game.asks() == [], "nothing is said upon it before it is proved"
    assert [entry.kind for entry in game.feeds.of(game.me)[before:]] == ["chat"]
    game.feeds.accept(entry)
    game.hear([entry])
    people.carry()
    assert any(each.asks() for each in people.games)
    assert game.complaints == []
    assert read_record(game.record.path)[1].count(entry) == 1


def test_a_true_link_in_a_forged_entry_changes_nothing_that_is_said(people: Company) -> None:
    game, _, entry = about_to_roll(people)
    forged = replace(entry, signature=bytes(64))
    game.foresee([forged])
    with pytest.raises(BadEntry):
        game.feeds.accept(forged)
    assert game.asks() == []
    people.carry()  # the honest entry comes after all
    assert all(each.complaints == [] for each in people.everybody)
    assert any(each.asks() for each in people.games)


def test_a_false_link_is_not_believed_and_nobody_is_blamed_for_it(people: Company) -> None:
    game, _, entry = about_to_roll(people)
    (message,) = entry.body["messages"]
    for false in (
        {**message, "body": {**message["body"], "link": "00" * 32}},
        {**message, "body": 7},
        {**message, "state": "0" * 32},
        {**message, "seat": game.seats[0]},
        "a link",
    ):
        game.foresee([replace(entry, body={"messages": [false]})])
    game.foresee([replace(entry, author=7), replace(entry, body={}), replace(entry, number=99)])
    assert game.session is not None
    assert isinstance(game.session.stalled, Roll)
    people.carry()
    assert all(each.complaints == [] for each in people.everybody)
    assert any(each.asks() for each in people.games)


def test_the_others_get_our_link_before_we_have_worked_out_what_comes_of_it(people: Company) -> None:
    seen: list[tuple[str, bool]] = []
    for game in people.games:

        def look(game: NetworkGame = game) -> None:
            assert game.session is not None
            assert game.me is not None
            said = game.feeds.of(game.me)[-1]
            seen.append((said.body["messages"][-1]["kind"], game.session.stalled is not None))
            assert read_record(game.record.path)[1][-1] == said

        game.on_said = look
    about_to_roll(people)
    assert ("link", True) in seen
    assert all(waiting for _, waiting in seen)


def test_what_counts_as_a_number_but_is_none_is_no_entry() -> None:
    for plain in ([True, 0, "chat", {}, "00"], [0, True, "chat", {}, "00"]):
        with pytest.raises(BadEntry, match="not an entry"):
            Entry.from_plain(plain)
