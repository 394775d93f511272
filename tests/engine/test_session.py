"""A game under way: what is asked, what is refused, what is remembered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from core.engine import (
    CHECKPOINT,
    SILENCE,
    Ask,
    LocalTable,
    Option,
    Place,
    Procedure,
    Refused,
    Roll,
    Secret,
    Session,
)
from tests.engine.playing import asks, new, play
from tests.engine.toy import GAME, Toy, begin


def snapshot(session: Session) -> tuple[Any, ...]:
    return (session.log[:], session.digest(), session.chain, session.private[:], len(session.events),
            session.table.vault.copy(), session.pending, session.rewinds)  # fmt: skip


@pytest.mark.parametrize(
    ("seat", "notation", "why"),
    [
        ("blue", "flee", r"Nobody flees here. \(2.2\)"),
        ("blue", "sufer", r"'sufer' is no answer to this question; try suffer"),
        ("blue", "play blue0", "no answer to this question"),
        ("red", "suffer", "It is not red's turn to answer."),
        ("purple", "suffer", "It is not purple's turn to answer."),
    ],
)
def test_a_refused_answer_teaches_and_changes_nothing(seat: str, notation: str, why: str) -> None:
    session = play(new(), until=asks("defend", "blue"))
    before = snapshot(session)
    with pytest.raises(Refused, match=why):
        session.answer(seat, notation)
    assert snapshot(session) == before
    assert session.explain(seat, notation) is not None


def test_an_offer_needs_no_explanation_and_is_taken() -> None:
    session = play(new(), until=asks("defend"))
    ask = session.pending[0]
    for option in session.offers(ask):
        assert session.explain(ask.seat, option.notation) is None


def test_when_the_game_is_over_nobody_is_asked() -> None:
    session = play(new())
    assert session.over
    assert session.pending == ()
    assert session.game.outcome(session.state) is not None
    with pytest.raises(Refused, match="The game is over"):
        session.answer("red", "suffer")


def test_the_same_answers_under_the_same_seed_give_the_same_game_and_others_do_not() -> None:
    first, again, other = play(new(3)), play(new(3)), play(new(4))
    assert first.log == again.log
    assert first.digest() == again.digest()
    assert first.log != other.log


def test_a_golden_game_so_that_all_machines_agree() -> None:
    session = Session(GAME, GAME.setup(players=2), LocalTable(7))
    count = 0
    while not session.over:
        ask = session.pending[0]
        offers = session.offers(ask)
        session.answer(ask.seat, offers[count % len(offers)].notation)
        count += 1
    assert session.log[:8] == [
        "draw omen: storm",
        "deal red hand: 1",
        "open low: 1.red.0=-",
        "deal blue hand: 1",
        "open low: 3.blue.0=-",
        "seal plan: red 2, blue 2",
        "open deed: 5.red.0=raid",
        "blue defend: bribe ~82a724ff",
    ]
    assert len(session.log) == 36
    assert session.chain.hex()[:16] == "9afe9f1889214ebc"


def test_dice_depend_on_the_choice_they_follow() -> None:
    """Whoever looks ahead and then chooses otherwise sees other dice."""
    omens = []
    for how in ("feast", "fast"):
        rolls = []
        for seed in range(20):
            session = new(seed)
            session.answer("red", how)
            rolls.append(session.log[1])
        omens.append(rolls)
    assert omens[0] != omens[1]


def test_seats_plan_at_the_same_time_and_in_any_order() -> None:
    logs = []
    for order in (("red", "blue"), ("blue", "red")):
        session = play(new(), until=asks("plan"))
        assert [ask.seat for ask in session.pending] == ["red", "blue"]
        for seat in order:
            session.answer(seat, "raid")
            session.answer(seat, "rest")
        logs.append(session.log)
    assert logs[0] == logs[1]


def test_private_answers_are_beside_the_log_not_in_it() -> None:
    session = play(new(), until=asks("plan"))
    here = len(session.log)
    session.answer("red", "scout red-path1")
    assert len(session.log) == here
    assert [(line.at, line.seat, line.line.partition(" ~")[0]) for line in session.private] == [
        (here, "red", "red plan: scout red-path1")
    ]
    play(session, ("rest",), until=asks("dusk"))
    assert session.log[here] == "seal plan: red 2, blue 2"


def test_events_tell_chance_and_the_games_own_news_in_order() -> None:
    session = play(new(), until=asks("defend"))
    kinds = [event.kind for event in session.events]
    assert kinds[:3] == ["camp", "draw", "deal"]
    assert "sealed" in kinds
    assert kinds[-1] == "open"
    assert session.events[-1].facts == {"seat": "red", "shown": ["raid"], "why": "deed"}


def test_a_playout_keeps_neither_checkpoints_nor_events() -> None:
    session = play(new(turns="6", keep=False, listen=False))
    assert session.over
    assert session._marks == []
    assert session.events is SILENCE
    assert SILENCE == []


def test_only_so_many_checkpoints_are_kept_as_take_back_can_reach() -> None:
    session = play(new(turns="6"))
    assert len(session._marks) <= 2


def test_a_game_goes_on_from_the_state_of_a_checkpoint() -> None:
    session = play(new(), until=lambda session: session.state.turn == 2)
    mark = session.last_checkpoint
    table = LocalTable(7, session.table.vault.copy())
    again = Session(GAME, session.setup, table, state=mark.state.copy(), history=session.log[: mark.index])
    play(session)
    play(again)
    assert again.log == session.log
    assert again.digest() == session.digest()


# --- odd procedures --------------------------------------------------------------------------------


def playing(procedure: Any, table: Any = None) -> Session:
    def rules(game: Toy) -> Procedure[None]:
        yield CHECKPOINT
        yield from procedure(game)

    return Session(replace(GAME, play=rules, begin=begin), GAME.setup(players=2), table or LocalTable(1))


def silent(*values: str) -> Any:
    def dialog(peek: Any) -> Procedure[Sequence[str]]:
        return values
        yield

    return dialog


def test_a_secret_whose_dialogs_ask_nothing_is_sealed_at_once() -> None:
    def rules(game: Toy) -> Procedure[None]:
        sealed = yield Secret({"red": silent("a", "b"), "blue": silent()}, name="quiet")
        game.hands["red"] = list(sealed["red"])
        yield Ask("red", "next", "?", [Option("on")])

    session = playing(rules)
    assert session.log == ["seal quiet: red 2, blue 0"]
    assert [ask.name for ask in session.pending] == ["next"]
    assert session.table.vault.peek("red", session.state.hands["red"][1]) == "b"


def test_a_private_dialog_may_only_ask() -> None:
    def peeking(peek: Any) -> Procedure[Sequence[str]]:
        yield Roll(1)
        return []

    def rules(game: Toy) -> Procedure[None]:
        yield Secret({"red": peeking})

    with pytest.raises(TypeError, match="a private dialog may only ask"):
        playing(rules)


class SlowTable(LocalTable):
    """Cannot say anything until it is told to."""

    ready = False

    def roll(self, request: Roll, place: Place) -> Any:
        return super().roll(request, place) if self.ready else None

    def sealed(self, request: Secret, place: Place) -> Any:
        return super().sealed(request, place) if self.ready else None


def test_while_the_table_waits_nobody_is_asked_and_nothing_is_taken_back() -> None:
    def rules(game: Toy) -> Procedure[None]:
        yield Ask("red", "storm", "?", [Option("storm")])
        (die,) = yield Roll(1)
        game.points["red"] = die
        yield Ask("red", "next", "?", [Option("on")])

    table = SlowTable(1)
    session = playing(rules, table)
    session.answer("red", "storm")
    assert session.pending == ()
    assert isinstance(session.stalled, Roll)
    session.proceed()
    assert len(session.log) == 1
    assert "cannot be taken back" in str(session.why_no_take_back("red"))
    with pytest.raises(Refused, match="not red's turn"):
        session.answer("red", "storm")
    table.ready = True
    session.proceed()
    assert session.stalled is None
    assert [ask.name for ask in session.pending] == ["next"]
    assert session.state.points["red"] in range(1, 7)


class Onlooker(LocalTable):
    """Plays for nobody, and waits for what others seal."""

    def plays_for(self, seat: str) -> bool:
        return False


def test_who_plays_for_nobody_is_asked_nothing_while_others_plan() -> None:
    session = Session(GAME, GAME.setup(players=2, options={"camps": "on"}), Onlooker(1))
    session.answer("red", "feast")
    assert isinstance(session.stalled, Secret)
    assert session.pending == ()
    assert session.private == []
    session.proceed()
    assert isinstance(session.stalled, Secret)


def test_what_a_seat_peeks_at_in_its_dialog_must_be_its_own() -> None:
    seen: list[Any] = []

    def rules(game: Toy) -> Procedure[None]:
        sealed = yield Secret({"red": silent("mine")})

        def curious(peek: Any) -> Procedure[Sequence[str]]:
            seen.append(peek(sealed["red"][0]))
            return []
            yield

        yield Secret({"red": curious})
        yield Secret({"blue": curious})

    with pytest.raises(Exception, match="blue may not look"):
        playing(rules)
    assert seen == ["mine"]
