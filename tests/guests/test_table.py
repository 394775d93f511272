"""One game at several screens, over real SSH."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

import saves
from core.bots import random_bot
from core.engine import Refused
from tests.guests.conftest import opened
from tests.guests.visitor import Visitor, new_key
from tui.boards.levy_plan import chosen_so_far
from tui.guests import visit
from tui.guests.serving import Order, begun


async def test_two_guests_see_the_same_game_and_each_answers_for_himself() -> None:
    async with opened() as inn:
        anna, bert = await inn.comes(), await inn.comes(size=(80, 24))
        assert "trust the host" in anna.banner
        await anna.sees("hidden cards and sealed plans too", "greedy bot")
        await anna.sits("Anna", "2")
        await anna.sees("Yellow (Anna) to decide")
        await bert.sees("Anna")
        await bert.sits("Bert", "1")
        await bert.sees("Waiting for Yellow (Anna)")
        await bert.presses("1")
        assert not inn.host.table.session.log[1:], "what is not his question he cannot answer"
        await anna.chooses("Pass")
        await bert.sees("Red (Bert) to decide", seconds=20)
        await anna.sees("Waiting for Red (Bert)")
        assert "Anna sits down as yellow" in inn.told


async def test_a_guest_takes_back_his_own_answer_and_everybody_sees_it() -> None:
    async with opened("open,open,open") as inn:
        anna, bert = await inn.comes(), await inn.comes()
        await anna.sits("Anna", "2")
        await bert.sits("Bert", "1")
        session = inn.host.table.session
        begun_with = len(session.log)
        await anna.presses("2")
        await inn.until(lambda: len(session.log) > begun_with)
        await bert.presses("u")
        await bert.sees("Cannot be taken back")
        assert len(session.log) > begun_with
        await anna.presses("u")
        await inn.until(lambda: len(session.log) == begun_with)
        await anna.sees("Choose an action", "Yellow (Anna) to decide")
        await bert.sees("Please wait", "Yellow (Anna): Choose an action")


async def test_who_drops_finds_his_seat_and_the_game_as_it_is() -> None:
    key = new_key()
    async with opened() as inn:
        token = inn.token()
        anna, bert = await inn.comes(token, key=key), await inn.comes()
        await anna.sits("Anna", "2")
        await bert.sits("Bert", "1")
        await anna.goes()
        await bert.sees("Waiting for Yellow (Anna, away)")
        await inn.until(lambda: len(inn.host.table.watchers) == 2)  # what is left of her are only Bert's two screens
        back = await inn.comes("whoever", key=key)
        await back.sees("Yellow (Anna) to decide")
        await bert.sees("Waiting for Yellow (Anna):")


async def test_a_guest_without_a_key_comes_back_with_his_token() -> None:
    async with opened() as inn:
        token = inn.token()
        anna = await inn.comes(token)
        await anna.sits("Anna", "2")
        await anna.goes()
        await inn.until(lambda: not inn.host.book.guests[0].connections)
        back = await inn.comes(token)
        await back.sees("Welcome back, Anna")


async def test_a_second_connection_with_the_same_key_replaces_the_first() -> None:
    key = new_key()
    async with opened() as inn:
        first = await inn.comes(inn.token(), key=key)
        await first.sits("Anna", "2")
        second = await inn.comes("anna", key=key)
        await second.sees("Yellow (Anna) to decide")
        await first.process.wait_closed()
        assert "another connection" in first.raw


async def test_the_host_hands_a_seat_to_a_bot_until_its_guest_is_back() -> None:
    key = new_key()
    async with opened("open,open") as inn:
        anna, bert = await inn.comes(inn.token(), key=key), await inn.comes()
        await anna.sits("Anna", "1")
        await bert.sits("Bert", "2")
        await anna.goes()
        await inn.until(lambda: "Anna has left" in inn.told)
        assert inn.host.command("bot red random") == ""
        await bert.sees("Yellow (Bert) to decide")
        session = inn.host.table.session
        before = len(session.log)
        await bert.chooses("Pass")
        await inn.until(lambda: len(session.log) > before + 1)
        back = await inn.comes("anna", key=key)
        await back.sees("Welcome back, Anna")
        assert inn.host.table.players["red"] == "human:Anna"
        assert "the bot makes way" in inn.told
        assert "no seat 'purple'" in inn.host.command("bot purple")


async def test_whoever_finds_no_seat_watches() -> None:
    async with opened("open,greedy") as inn:
        anna, carl = await inn.comes(), await inn.comes()
        await anna.sits("Anna", "1")
        await carl.sees("Anna", "Watch")
        await carl.sits("Carl", "w")
        await carl.presses("1u")
        await carl.sees("Cannot be taken back")
        assert inn.host.book.find("Carl").seat == ""  # type: ignore[union-attr]


async def test_a_freed_seat_is_anybodys_and_its_guest_is_sent_out() -> None:
    async with opened("open,greedy") as inn:
        anna, carl = await inn.comes(), await inn.comes()
        await anna.sits("Anna", "1")
        inn.host.command("free red")
        await anna.process.wait_closed()
        assert "given your seat away" in anna.raw
        await carl.sees("free")
        await carl.sits("Carl", "1")
        assert inn.host.book.holder("red").name == "Carl"  # type: ignore[union-attr]


async def test_bots_wait_until_every_seat_is_taken() -> None:
    async with opened("open,greedy") as inn:
        watcher = await inn.comes()
        await watcher.sits("Carl", "w")
        session = inn.host.table.session
        before = len(session.log)
        await watcher.sees("the game begins when every seat is taken")
        await asyncio.sleep(0.3)
        assert len(session.log) == before


async def test_the_save_names_the_guests_and_goes_on_another_day(own_folders: Path) -> None:
    key = new_key()
    async with opened() as inn:
        anna = await inn.comes(inn.token(), key=key)
        await anna.sits("Anna", "2")
        await anna.presses("4")
        await inn.until(lambda: len(inn.host.table.session.log) > 1)
        path = inn.host.table.sitting.path
        assert path is not None
    assert saves.verify(path).ok
    assert "human:Anna" in path.read_text()
    assert path.with_suffix(".guests").stat().st_mode & 0o077 == 0
    async with opened("", str(path)) as inn:
        back = await inn.comes("anna", key=key)
        await back.sees("Welcome back, Anna")


async def test_names_hold_no_escapes_and_are_nobody_elses() -> None:
    async with opened() as inn:
        anna, bert = await inn.comes(), await inn.comes("anna[bold]", token=inn.token())
        await anna.sits("anna bold", "1")
        await bert.sees("annabold")
        await bert.sits("Anna Bold", "2")
        assert {guest.name for guest in inn.host.book.guests} == {"anna bold", "Anna Bold 2"}


async def test_a_screen_follows_the_size_of_the_terminal_within_reason() -> None:
    async with opened() as inn:
        anna = await inn.comes(size=(80, 24))
        await anna.sits("Anna", "2")
        await anna.sees("Map  Armies")
        assert "Money and points" not in anna.screen.text
        await anna.resizes(120, 40)
        await anna.sees("Money and points", "Story")
        terminal = inn.host.book.guests[0].terminal
        assert terminal is not None
        anna.process.change_terminal_size(60_000, 60_000)
        await inn.until(lambda: terminal.size == (400, 150))
        anna.process.change_terminal_size(1, 1)
        await inn.until(lambda: terminal.size == (20, 6))
        await anna.resizes(80, 24)
        await anna.sees("Yellow (Anna) to decide")


async def test_a_crash_of_one_screen_hurts_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened() as inn:
        anna, bert = await inn.comes(), await inn.comes()
        await anna.sits("Anna", "2")
        await bert.sees("Anna")

        def fail(screen: visit.WelcomeScreen) -> None:
            raise RuntimeError("the theme is on fire")

        with monkeypatch.context() as broken:
            broken.setattr(visit.WelcomeScreen, "action_theme", fail)
            await bert.presses("\r")
            await bert.presses("t")
            await bert.process.wait_closed()
        assert "went wrong on the host's side" in bert.raw
        assert "theme is on fire" in inn.told
        await anna.presses("4")
        await inn.until(lambda: len(inn.host.table.session.log) > 1)
        carl = await inn.comes()
        await carl.sits("Carl", "1")


@pytest.mark.parametrize("term", ["xterm-256color", "xterm", "vt100"])
async def test_a_simple_terminal_gets_simple_colours(term: str) -> None:
    async with opened() as inn:
        anna = await inn.comes(term=term)
        await anna.sees("Your name at the table")
        assert "8;2;" not in anna.raw.replace("\x1b[48;2;1;2;3m", "")


async def test_twenty_guests_at_once_and_the_table_stays_responsive() -> None:
    async with opened("open,open,open") as inn:
        visitors = await asyncio.gather(*(inn.comes(size=(100, 30)) for _ in range(20)))
        for number, visitor in enumerate(visitors):
            await visitor.sees("Your name at the table", seconds=40)
            await visitor.sits(f"Guest{number}", str(number + 1) if number < 3 else "w")
        player: Visitor = visitors[1]
        await player.sees("Yellow (Guest1) to decide")
        began = time.perf_counter()
        session = inn.host.table.session
        before = len(session.log)
        await player.presses("2")
        await inn.until(lambda: len(session.log) > before)
        question = session.pending[0].prompt[:12]
        await asyncio.gather(*(visitor.sees(f"Yellow (Guest1): {question}", seconds=15) for visitor in visitors))
        everybody = time.perf_counter() - began
        began = time.perf_counter()
        visitors[10].process.stdin.write("?")
        await visitors[10].sees("Choosing")
        key = time.perf_counter() - began
        assert everybody < 8, f"all twenty had followed after {everybody:.2f} s"
        assert key < 1, f"a key took {key:.2f} s"


async def test_guests_cannot_open_the_host_s_own_games_or_files() -> None:
    async with opened() as inn:
        anna = await inn.comes()
        await anna.sits("Anna", "w")
        await anna.presses("\x10")
        await anna.sees("Search for commands")
        await anna.presses("screenshot")
        await anna.sees("No matches found")


async def test_seats_that_cannot_be_are_told_before_anything_begins() -> None:
    from tui.exits import WrongUsage

    for seats, words in (("open,king", "nobody is called"), ("me,open", "--play"), ("me,me", "--play")):
        with pytest.raises(WrongUsage, match=words):
            begun(Order("byzantium", seats=seats))


async def test_a_guest_lays_his_plan_anew_and_nobody_else_sees_it() -> None:
    async with opened("open,open", "almoravid", scenario="A") as inn:
        bert, anna = await inn.comes(), await inn.comes()
        await bert.sits("Bert", "2")
        await anna.sits("Anna", "1")
        table, session, chance = inn.host.table, inn.host.table.session, random_bot("guests")
        while session.pending[0].name != "plan":
            table.answer(session.pending[0].seat, chance(session, session.pending[0]))
        await anna.sees("Command card 1 of")
        first, second = (option.value[1] for option in session.pending[0].options[:2])
        await anna.presses("1")
        await inn.until(lambda: chosen_so_far(session, "christian") == [first])
        await anna.presses("2")
        await inn.until(lambda: chosen_so_far(session, "christian") == [first, second])
        await anna.presses("\x1b[D\x1b[1;2D")
        await inn.until(lambda: chosen_so_far(session, "christian") == [second, first])
        await bert.sees("Christian (Anna): a secret decision")
        place = table.place_of(next(guest for guest in table.book.guests if guest.name == "Bert"))
        with pytest.raises(Refused, match="not your seat"):
            place.answer_anew("christian", [])


@pytest.mark.parametrize("term", ["xterm-kitty", "tmux-256color"])
async def test_a_guest_is_told_on_his_own_desktop_that_it_is_his_move(term: str) -> None:
    async with opened() as inn:
        anna, bert = await inn.comes(), await inn.comes(term=term)
        await anna.sits("Anna", "2")
        await bert.sees("Your name at the table")
        await bert.presses("Bert\r")
        await bert.sees("Bert")
        await asyncio.sleep(0.1)
        await bert.presses("n")
        await bert.sees("The bell and a desktop notice")
        await bert.presses("1")
        await bert.sees("Waiting for Yellow (Anna)")
        before = len(bert.raw)
        await anna.chooses("Pass")
        await bert.sees("Red (Bert) to decide", seconds=20)
        await inn.until(lambda: "777;notify" in bert.raw[before:])
        notice = "]9;Outremer: your move as Red in Byzantium\x07"
        escape = "\x1bPtmux;\x1b\x1b" if term.startswith("tmux") else "\x1b"
        assert f"{escape}{notice}" in bert.raw[before:]
        assert "777;notify" not in anna.raw


async def test_a_guest_without_a_key_is_told_at_once_and_at_the_end_how_he_comes_back() -> None:
    async with opened() as inn:
        token = inn.token()
        anna = await inn.comes(token, size=(80, 24))
        way = f"ssh -p {inn.host.port} {token}@127.0.0.1"
        await anna.sees("it is your only way back", way)
        await anna.sits("Anna", "2")
        await anna.presses("\x10")  # ctrl+p
        await anna.sees("Search for commands")
        await anna.presses("How to come")
        await anna.sees("the command for your next visit")
        await asyncio.sleep(0.5)  # until the list has come to rest
        await anna.presses("\r")
        await anna.sees("it is your only way back", way)
        await anna.presses("\x1b")
        await inn.until(lambda: way not in anna.screen.text)
        await anna.presses("q")
        await anna.sees("Your name at the table", way)
        before = len(anna.raw)
        await anna.presses("q")
        await inn.until(lambda: way in anna.raw[before:])
        assert "Farewell.\r\nTo come back to the table, also another day:" in anna.raw[before:]
        await anna.goes()
        await inn.until(lambda: not inn.host.book.guests[0].connections)
        back = await inn.comes(token)
        await back.sees("Welcome back, Anna")
        inn.host.command("kick Anna")
        await inn.until(lambda: "sent you home" in back.raw)
        await inn.until(lambda: way in back.raw[back.raw.index("sent you home") :])
        assert token not in inn.host.table.sitting.path.with_suffix(".guests").read_text()  # type: ignore[union-attr]


async def test_a_word_that_was_typed_is_in_the_way_back_and_a_key_needs_none() -> None:
    async with opened() as inn:
        token = inn.token()
        anna = await inn.comes("anna", token=token)
        await anna.sees(f"ssh -p {inn.host.port} {token}@127.0.0.1")
        bert = await inn.comes(inn.token(), key=new_key())
        await bert.sees("Your ssh key is your ticket", f"ssh -p {inn.host.port} 127.0.0.1")
