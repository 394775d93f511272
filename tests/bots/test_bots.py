"""Bots are fair, have no memory, and the greedy one is worth playing against."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.bots import Bot, BotFailed, ScriptDoesNotFit, greedy_bot, random_bot, script_bot
from core.bots.view import secrets_of, view
from core.engine import Ask, Hidden, LocalTable, Session
from core.games import load_game
from core.match import Loss, play_out
from tests.engine import toy


def toy_session(seed: int = 1) -> Session:
    return Session(toy.GAME, toy.GAME.setup("short", 3), LocalTable(seed))


def played(make: Callable[[str], Bot], seed: int = 1) -> Session:
    session = toy_session(seed)
    play_out(session, {seat: make(f"{seed} {seat}") for seat in session.setup.seats})
    return session


@pytest.mark.parametrize("make", [random_bot, greedy_bot])
def test_the_same_seeds_give_the_same_game(make: Callable[[str], Bot]) -> None:
    one, other = played(make), played(make)
    assert one.over
    assert (one.log, one.private) == (other.log, other.private)
    assert played(make, seed=2).log != one.log


def test_a_bot_answers_the_same_when_it_is_asked_again_after_a_load() -> None:
    whole = played(random_bot)
    resumed = toy_session()
    resumed.follow(whole.log[:9], [line for line in whole.private if line.at < 9])
    play_out(resumed, {seat: random_bot(f"1 {seat}") for seat in resumed.setup.seats})
    assert resumed.log == whole.log


def test_the_random_bot_comes_to_every_option() -> None:
    session = toy_session()
    (ask, *_) = session.pending
    answers = {random_bot(str(seed))(session, ask) for seed in range(40)}
    assert answers == {option.notation for option in session.offers(ask)}


def test_thinking_changes_nothing() -> None:
    session = toy_session()
    before = session.digest(), list(session.log), dict(session.table.vault.values)
    for ask in session.pending:
        greedy_bot("x")(session, ask)
    assert (session.digest(), session.log, session.table.vault.values) == before


def test_the_greedy_bot_begins_with_something_that_scores() -> None:
    """Nobody begins Byzantium by passing, taxing or standing about while cities and thrones are free."""
    game = load_game("byzantium")
    for seed in range(3):
        session = Session(game, game.setup(players=4), LocalTable(seed))
        seat = session.pending[0].seat
        points = game.value(session.state, seat)
        play = greedy_bot(str(seed))
        while session.pending[0].seat == seat:
            session.answer(seat, play(session, session.pending[0]))
        assert game.value(session.state, seat) > points


def test_the_greedy_bot_beats_three_random_ones() -> None:
    game, wins = load_game("byzantium"), 0
    for seed in range(8):
        session = Session(game, game.setup(players=4), LocalTable(seed), listen=False)
        seats = session.setup.seats
        hero = seats[seed % 4]
        play_out(session, {seat: (greedy_bot if seat == hero else random_bot)(f"{seed} {seat}") for seat in seats})
        outcome = game.outcome(session.state)
        assert outcome is not None
        wins += outcome.winners == (hero,)
    assert wins >= 6


# --- what a seat may see -------------------------------------------------------------------------


def test_a_view_shows_ones_own_hand_and_nobody_elses() -> None:
    session = toy_session()
    ask = session.pending[0]
    shown = view(session, ask)
    own = set(map(str, session.state.hands[ask.seat]))
    assert own
    assert set(shown["secrets"]) == own
    assert shown["state"]["hands"][ask.seat] == sorted(own)
    others = [seat for seat in session.setup.seats if seat != ask.seat]
    assert all(not own & set(secrets_of(session, seat)) for seat in others)
    with pytest.raises(Hidden):
        session.table.vault.peek(others[0], session.state.hands[ask.seat][0])


# --- bots that fail ------------------------------------------------------------------------------


def broken(session: Session, ask: Ask) -> str:
    raise BotFailed("it fell asleep")


def test_a_bot_that_fails_loses_its_seat_and_the_match_goes_on() -> None:
    session = toy_session()
    bots: dict[str, Bot] = {"red": random_bot("a"), "blue": broken, "green": random_bot("b")}
    losses = play_out(session, bots, substitute=random_bot)
    assert session.over
    assert losses == [Loss("blue", "it fell asleep")]


def test_without_a_substitute_the_match_ends_there() -> None:
    session = toy_session()
    losses = play_out(session, dict.fromkeys(session.setup.seats, broken))
    assert len(losses) == 1
    assert not session.over


# --- scripts -------------------------------------------------------------------------------------


def with_script(text: str) -> Session:
    session = toy_session()
    bots = {seat: random_bot(seat) for seat in session.setup.seats}
    play_out(session, bots | {"red": script_bot("red.txt", text, random_bot("red"))})
    return session


def test_a_script_is_followed_and_then_chance() -> None:
    session = with_script("# the plan\nraid  # at once\n\nrest\nthen random\n")
    assert session.over
    assert [line.line.split(" ~")[0] for line in session.private if line.seat == "red"][:2] == [
        "red plan: raid",
        "red plan: rest",
    ]


def test_a_line_that_does_not_fit_is_told_with_its_place_and_what_would_be_right() -> None:
    with pytest.raises(ScriptDoesNotFit, match=r"red\.txt:3: red is asked 'plan' .*'fly' was refused: .*raid, rest"):
        with_script("# the plan\nraid\nfly\n")


def test_running_out_of_lines_is_told_too() -> None:
    with pytest.raises(ScriptDoesNotFit, match=r"red\.txt:2: .*the script has ended; it could say: raid, rest, or end"):
        with_script("raid")
