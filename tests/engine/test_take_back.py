"""Taking back: one's own last choices, never dice, reveals, or what others did since."""

from __future__ import annotations

import pytest

from core.engine import CHECKPOINT, Ask, Deal, LocalTable, Option, Procedure, Refused, Session
from core.engine.plain import digest
from tests.engine.playing import asks, new, play
from tests.engine.test_session import playing, snapshot
from tests.engine.toy import Toy


def refuses(session: Session, seat: str, why: str) -> None:
    before = snapshot(session)
    with pytest.raises(Refused, match=why):
        session.take_back(seat)
    assert snapshot(session) == before


def three_choices(game: Toy) -> Procedure[None]:
    """Red chooses thrice, then blue, with a checkpoint after red's second choice."""
    while len(game.omens) < 3:
        if len(game.omens) == 2:
            yield CHECKPOINT
        name = ("one", "two", "three")[len(game.omens)]
        choice = yield Ask("red", name, "?", [Option("left"), Option("right")])
        game.omens.append(choice.notation)
        game.tell("chose", how=choice.notation)
    yield Ask("blue", "blue", "?", [Option("fine")])


def test_choices_are_taken_back_one_by_one() -> None:
    session = playing(three_choices)
    start = session.digest()
    session.answer("red", "left")
    after_one = session.digest()
    session.answer("red", "right")
    session.take_back("red")
    assert session.digest() == after_one
    assert [ask.name for ask in session.pending] == ["two"]
    session.take_back("red")
    assert session.digest() == start
    assert session.log == []
    assert session.rewinds == 2
    refuses(session, "red", "not a choice")


def test_events_are_those_of_the_choices_that_stand() -> None:
    session = playing(three_choices)
    for notation in ("left", "right"):
        session.answer("red", notation)
    session.take_back("red")
    session.answer("red", "left")
    assert [event.facts["how"] for event in session.events] == ["left", "left"]
    session.answer("red", "right")
    session.take_back("red")
    assert [event.facts["how"] for event in session.events] == ["left", "left"]


def test_what_is_chosen_instead_counts_as_if_it_were_the_first_choice() -> None:
    straight, wavering = playing(three_choices), playing(three_choices)
    for session in (straight, wavering):
        session.answer("red", "left")
    wavering.answer("red", "right")
    wavering.answer("red", "right")
    wavering.take_back("red")
    wavering.take_back("red")
    for session in (straight, wavering):
        session.answer("red", "left")
    assert wavering.log == straight.log
    assert wavering.chain == straight.chain
    assert wavering.digest() == straight.digest()


def test_a_checkpoint_alone_does_not_stop_it() -> None:
    session = play(new(), until=asks("dusk"))
    before = session.digest()
    session.answer("red", "fast")
    assert [ask.name for ask in session.pending] == ["dawn"]
    assert session.last_checkpoint.index == len(session.log)
    session.take_back("red")
    assert session.digest() == before
    assert [ask.name for ask in session.pending] == ["dusk"]
    assert digest(session.last_checkpoint.state) != before  # the one before that turn
    play(session)
    assert session.over


def test_dice_stop_it() -> None:
    session = play(new(), until=asks("defend"))
    victim = session.pending[0].seat
    session.answer(victim, "suffer")
    assert any(line.startswith("roll") for line in session.log)
    refuses(session, victim, "was not a choice")


def test_a_reveal_stops_it() -> None:
    session = play(new(), until=asks("defend"))
    victim = session.pending[0].seat
    session.answer(victim, "bribe")
    assert session.log[-1].startswith("open")
    refuses(session, victim, "was not a choice")


def test_dice_before_a_choice_stop_it_there() -> None:
    session = play(new(), until=asks("dusk"))
    session.answer("red", "feast")
    session.take_back("red")
    refuses(session, "red", "was not a choice")


def test_somebody_elses_answer_stops_it() -> None:
    session = playing(three_choices)
    for _ in range(3):
        session.answer("red", "left")
    session.take_back("red")
    session.answer("red", "left")
    session.answer("blue", "fine")
    refuses(session, "red", "blue has answered since")


def test_between_answers_of_others_only_the_latest_is_taken_back() -> None:
    def in_turn(game: Toy) -> Procedure[None]:
        for seat in ("red", "blue", "blue", "red"):
            yield Ask(seat, "x", "?", [Option("on")])

    session = playing(in_turn)
    for seat in ("red", "blue", "blue"):
        session.answer(seat, "on")
    session.take_back("blue")
    session.take_back("blue")
    refuses(session, "blue", "red has answered since")
    refuses(session, "red", "somebody else's answer came in between")  # blue had seen it, and thought about it


def holding(game: Toy) -> Procedure[None]:
    """Red holds a card it may play, and is asked again afterwards."""
    (token,) = yield Deal("red", ["red4"], name="hand")
    for name in ("before", "use", "after", "last"):
        hand = [token] if name == "use" else []
        yield Ask("red", name, "?", [Option("pass")], hand=hand, play=lambda card: Option(f"play {card}"))


def test_a_played_card_stops_it_however_often_one_takes_back() -> None:
    session = playing(holding, LocalTable(1))
    for notation in ("pass", "play red4", "pass"):
        session.answer("red", notation)
    session.take_back("red")
    refuses(session, "red", "came in between")
    session.answer("red", "pass")
    session.take_back("red")
    refuses(session, "red", "came in between")


def test_not_playing_the_card_can_be_taken_back() -> None:
    session = playing(holding, LocalTable(1))
    for notation in ("pass", "pass"):
        session.answer("red", notation)
    session.take_back("red")
    session.answer("red", "play red4")
    assert session.log[-1].startswith("red use: play red4")


def test_inside_a_private_dialog_but_not_once_it_is_sealed() -> None:
    session = play(new(), until=asks("plan"))
    refuses(session, "red", "have not answered anything yet")
    session.answer("red", "raid")
    session.answer("blue", "raid")
    session.take_back("red")
    assert [(line.seat, line.line.split()[2]) for line in session.private] == [("blue", "raid")]
    assert session.ask_for("red") is not None
    session.answer("red", "rest")
    session.answer("red", "rest")
    refuses(session, "red", "What is sealed stays sealed")
    session.answer("blue", "rest")
    refuses(session, "red", "not a choice")
    assert [deed for deed in session.table.vault.values.values() if deed in ("raid", "rest")] == [
        "rest", "rest", "raid", "rest"
    ]  # fmt: skip


def test_a_game_without_checkpoints_cannot() -> None:
    session = new(keep=False)
    session.answer("red", "feast")
    refuses(play(session, until=asks("dusk")), "red", "keeps no checkpoints")


def test_before_the_first_answer_there_is_nothing() -> None:
    refuses(new(), "red", "not a choice")


def test_a_private_dialog_can_be_answered_anew_in_another_order() -> None:
    session = play(new(), until=asks("plan"))
    session.answer("red", "raid")
    session.answer("blue", "rest")
    session.answer_anew("red", ["rest"])
    assert [(line.seat, line.line.split()[2]) for line in session.private] == [("blue", "rest"), ("red", "rest")]
    assert session.rewinds == 1
    session.answer("red", "raid")
    session.answer("blue", "rest")
    assert [deed for deed in session.table.vault.values.values() if deed in ("raid", "rest")] == [
        "rest", "raid", "rest", "rest"
    ]  # fmt: skip
    again = new()
    again.follow(session.log, session.private)
    assert again.digest() == session.digest()


def test_answers_that_are_not_on_offer_when_their_turn_comes_are_left_out() -> None:
    session = play(new(), until=asks("plan"))
    session.answer("red", "raid")
    session.answer_anew("red", ["dance", "rest"])
    assert session.private == []
    assert session.ask_for("red") is not None


def test_answering_anew_never_seals() -> None:
    session = play(new(), until=asks("plan"))
    session.answer("red", "raid")
    before = snapshot(session)
    with pytest.raises(Refused, match="sealed stays sealed"):
        session.answer_anew("red", ["rest", "rest"])
    assert snapshot(session) == before
    session.answer("red", "raid")
    with pytest.raises(Refused, match="nothing open"):
        session.answer_anew("red", ["rest"])


def test_outside_a_private_dialog_nothing_is_answered_anew() -> None:
    session = new()
    with pytest.raises(Refused, match="nothing open"):
        session.answer_anew("red", ["feast"])
