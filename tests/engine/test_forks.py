"""Thinking ahead: a fork is the same game with other dice, and knows no more than its seat."""

from __future__ import annotations

import pytest

from core.engine import Ask, Hidden, Option, Procedure, Roll, Session
from core.engine.vault import ALL
from tests.engine.playing import asks, new, play
from tests.engine.test_session import playing
from tests.engine.toy import Toy


def at_defence(seed: int = 7) -> Session:
    """Late enough that both hold cards, in the middle of a turn."""
    session = play(new(seed), ("raid", "bribe"), until=lambda s: s.state.turn == 1)
    return play(session, ("raid", "bribe"), until=asks("defend", "blue"))


def test_a_fork_is_in_the_same_position_and_leaves_the_game_alone() -> None:
    session = at_defence()
    before = session.digest(), session.log[:], session.table.vault.copy(), len(session.events)
    fork = session.fork("blue")
    assert fork.digest() == session.digest()
    assert [ask.name for ask in fork.pending] == ["defend"]
    offers, imagined = session.offers(session.pending[0]), fork.offers(fork.pending[0])
    assert [option.notation for option in imagined] == [option.notation for option in offers]
    fork.answer("blue", "suffer")
    assert (session.digest(), session.log, session.table.vault, len(session.events)) == before


def gamble(game: Toy) -> Procedure[None]:
    yield Ask("red", "gamble", "?", [Option("roll")])
    dice = yield Roll(8)
    game.omens = [str(die) for die in dice]
    yield Ask("red", "done", "?", [Option("on")])


def test_its_dice_are_not_the_real_ones_and_differ_by_its_seed() -> None:
    """Or a bot could look before it leaps."""
    session = playing(gamble)
    games = [session, session.fork("red", 1), session.fork("red", 2), session.fork("red", 2)]
    for game in games:
        game.answer("red", "roll")
    real, one, two, two_again = ("".join(game.state.omens) for game in games)
    assert len({real, one, two}) == 3
    assert two == two_again


def test_it_holds_no_secret_of_another_seat() -> None:
    session = at_defence()
    real = session.table.vault
    for seat in ("red", "blue"):
        vault = session.fork(seat).table.vault
        assert vault.values.keys() == {key for key, readers in real.readers.items() if {seat, ALL} & set(readers)}
        assert any(seat in readers for readers in vault.readers.values())
    assert any(key not in session.fork("blue").table.vault.values for key in real.values)
    assert session.fork("").table.vault.values.keys() == {k for k, readers in real.readers.items() if ALL in readers}


def test_opening_what_it_cannot_know_ends_the_thought() -> None:
    session = play(new(), ("raid", "bribe"), until=asks("defend", "blue"))
    fork = session.fork("blue")
    with pytest.raises(Hidden, match="blue cannot know what red@"):
        play(fork, ("bribe",))


def test_within_a_plan_the_own_answers_so_far_come_along_and_those_of_others_do_not() -> None:
    session = play(new(), until=asks("plan"))
    session.answer("red", "raid")
    session.answer("blue", "rest")
    fork = session.fork("red")
    assert [ask.seat for ask in fork.pending] == ["red"]
    assert [line.seat for line in fork.private] == ["red"]
    fork.answer("red", "rest")
    assert fork.pending == ()
    assert not fork.over
    assert session.ask_for("red") is not None


def test_secrets_of_a_thought_never_share_a_token() -> None:
    """What is dealt and sealed in a thought must not overwrite what was dealt or sealed before."""
    session = new(turns="1", camps="off")
    fork = session.fork("red", "elsewhere")
    own = [key for key in fork.table.vault.values if key.split(".")[1] == "red"]
    fork.answer("red", "raid")
    fork.answer("red", "raid")
    after = fork.table.vault.values
    assert len([key for key in after if key.split(".")[1] == "red"]) == len(own) + 2
    assert [after[key] for key in own] == [session.table.vault.values[key] for key in own]

    dawn = new().fork("red", "x")  # before anything was dealt
    dawn.answer("red", "feast")
    dealt = {key: value for key, value in dawn.table.vault.values.items() if value.startswith("red")}
    dawn.answer("red", "raid")
    dawn.answer("red", "rest")
    assert dealt.items() <= dawn.table.vault.values.items()


def test_a_fork_keeps_no_log_no_events_and_no_checkpoints() -> None:
    fork = at_defence().fork("blue")
    fork.answer("blue", "bribe")
    assert (fork.log, fork.events, fork._marks) == ([], [], [])
