"""What a seat at a shared table may know, told with a small game of hidden hands and sealed plans."""

from __future__ import annotations

import pytest

from core.bots import random_bot
from core.engine import LocalTable, Refused, Secret, Session
from core.engine.vault import Hidden
from tests.engine import toy
from tui.guests.guestbook import Claim, Guest, Guestbook
from tui.guests.shared import SharedSeat, SharedTable
from tui.sitting import Sitting


def shared(players: dict[str, str]) -> tuple[SharedTable, dict[str, SharedSeat]]:
    """The toy at the moment when all plan in secret, with a guest at each seat that is a person's."""
    session = Session(toy.GAME, toy.GAME.setup(players=len(players)), LocalTable(3))
    bot = random_bot("before")
    while not isinstance(session.stalled, Secret):
        session.answer(session.pending[0].seat, bot(session, session.pending[0]))
    book = Guestbook()
    table = SharedTable(Sitting(session, players, None, None), book, 0.0)
    seats = {}
    for seat in players:
        if table.is_free(seat):
            guest = comes(book)
            table.sit(guest, seat)
            seats[seat] = table.place_of(guest)
    return table, seats


def comes(book: Guestbook) -> Guest:
    guest = book.enter(Claim(book.invite()))
    assert guest is not None
    return guest


async def test_each_plans_at_his_own_screen_and_sees_nothing_of_the_other_s_question() -> None:
    table, seats = shared({"red": "human", "blue": "human"})
    red, blue = seats["red"], seats["blue"]
    mine, his = red.awaited(), blue.awaited()
    assert mine is not None
    assert his is not None
    assert (mine.seat, his.seat) == ("red", "blue")
    bot = random_bot("red")
    while (ask := table.session.ask_for("red")) is not None and isinstance(table.session.stalled, Secret):
        red.answer("red", bot(table.session, ask))
    waits = red.awaited()
    assert waits is not None
    assert (waits.seat, waits.prompt, waits.options, waits.rule) == ("blue", "a secret decision", [], "")
    assert red.is_elsewhere(waits)


async def test_nobody_answers_or_takes_back_for_another() -> None:
    table, seats = shared({"red": "human", "blue": "human"})
    ask = table.session.ask_for("blue")
    assert ask is not None
    with pytest.raises(Refused, match="not your seat"):
        seats["red"].answer("blue", table.session.offers(ask)[0].notation)
    seats["blue"].answer("blue", table.session.offers(ask)[0].notation)
    with pytest.raises(Refused, match="not your seat"):
        seats["red"].take_back("blue")
    assert seats["red"].who_can_take_back() == ""
    seats["blue"].take_back("blue")


async def test_who_watches_answers_nothing_and_may_read_no_hidden_card() -> None:
    table, _ = shared({"red": "human", "blue": "human"})
    watcher = table.place_of(comes(table.book))
    ask = watcher.awaited()
    assert ask is not None
    assert watcher.is_elsewhere(ask)
    assert not ask.options
    with pytest.raises(Refused):
        watcher.answer("", "pass")
    hidden = [key for key, readers in table.session.table.vault.readers.items() if readers == ["red"]]
    assert hidden, "red holds something"
    for key in hidden:
        with pytest.raises(Hidden):
            table.session.table.vault.peek(watcher.viewer, toy.Sealed("red", key))


async def test_people_answer_after_the_bots_in_a_secret_dialog() -> None:
    _, seats = shared({"red": "human", "blue": "random"})
    waits = seats["red"].awaited()
    assert waits is not None
    assert waits.seat == "blue"
    with pytest.raises(Refused, match="not your turn"):
        seats["red"].answer("red", "anything")


async def test_who_lost_his_seat_cannot_answer_from_an_old_screen() -> None:
    table, seats = shared({"red": "human", "blue": "human"})
    ask = table.session.ask_for("red")
    assert ask is not None
    table.free("red")
    with pytest.raises(Refused, match="not your seat"):
        seats["red"].answer("red", table.session.offers(ask)[0].notation)


async def test_a_seat_is_taken_once() -> None:
    table, _ = shared({"red": "human", "blue": "human"})
    with pytest.raises(Refused, match="not free"):
        table.sit(comes(table.book), "red")
