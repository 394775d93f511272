"""A log replays to the same game, and a log that does not fit is stopped at its first wrong entry."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.engine import Drift, Session
from core.engine.session import PrivateLine
from tests.engine.playing import new, play

GAME_PLAYED = play(new(), ("raid", "play", "suffer"))
LOG = GAME_PLAYED.log
PRIVATE = GAME_PLAYED.private


def index_of(start: str) -> int:
    return next(index for index, line in enumerate(LOG) if line.startswith(start))


def changed(index: int, change: Callable[[str], str]) -> list[str]:
    return [change(line) if at == index else line for at, line in enumerate(LOG)]


def drift(lines: list[str], private: list[PrivateLine] = PRIVATE, session: Session | None = None) -> Drift:
    with pytest.raises(Drift) as caught:
        (session or new()).follow(lines, private)
    return caught.value


def test_a_log_replays_to_the_same_game() -> None:
    session = new()
    session.follow(LOG, PRIVATE)
    assert session.over
    assert session.log == LOG
    assert session.digest() == GAME_PLAYED.digest()
    assert session.private == PRIVATE
    assert session.table.vault == GAME_PLAYED.table.vault
    assert [event.kind for event in session.events] == [event.kind for event in GAME_PLAYED.events]


def test_following_again_from_where_one_is_changes_nothing() -> None:
    session = new()
    session.follow(LOG[:20], PRIVATE[: len([line for line in PRIVATE if line.at < 20])])
    session.follow(LOG, PRIVATE)
    session.follow(LOG, PRIVATE)
    assert session.log == LOG


def test_a_changed_answer() -> None:
    """A legal one, even: the dice after it are no longer those in the log."""
    index = index_of("red dawn")
    found = drift(changed(index, lambda line: line.replace("feast", "fast")))
    assert found.index == index + 1
    assert "the rules give 'draw omen" in found.why


def test_an_answer_that_was_never_on_offer() -> None:
    index = index_of("red dawn")
    found = drift(changed(index, lambda line: line.replace("feast", "flight")))
    assert found.index == index
    assert "is refused" in found.why


def test_changed_dice() -> None:
    index = index_of("roll raid")
    found = drift(changed(index, lambda line: "roll raid: 7 7"))
    assert found.index == index
    assert "but the log has 'roll raid: 7 7'" in found.why


def test_changed_choices() -> None:
    """As after a change in the rules: the digest of the options is another."""
    index = next(index for index, line in enumerate(LOG) if " defend:" in line)
    found = drift(changed(index, lambda line: line[:-8] + "00000000"))
    assert found.index == index
    assert "the choices have changed" in found.why


def test_somebody_elses_answer() -> None:
    found = drift(changed(0, lambda line: line.replace("red", "blue")))
    assert found.index == 0
    assert "the rules ask red for 'dawn'" in found.why


def test_a_log_that_goes_on_after_the_end() -> None:
    found = drift([*LOG, "red dawn: feast ~00000000"])
    assert found.index == len(LOG)
    assert "the rules ask nothing" in found.why


def test_a_log_that_is_cut_short_leaves_a_game_to_go_on() -> None:
    session = new()
    session.follow(LOG[:1], [])
    assert not session.over


def test_missing_private_lines() -> None:
    found = drift(LOG, [])
    assert found.index == index_of("seal plan")
    assert "the rules ask red for 'plan' and blue for 'plan'" in found.why


def test_a_missing_private_line_in_the_middle() -> None:
    found = drift(LOG, PRIVATE[1:])
    assert found.index == index_of("seal plan")


def test_a_private_line_of_another_seat_or_nonsense() -> None:
    wrong = [PRIVATE[0]._replace(seat="blue"), *PRIVATE[1:]]
    assert drift(LOG, wrong).index == PRIVATE[0].at
    assert drift(LOG, [PRIVATE[0]._replace(line="gibberish"), *PRIVATE[1:]]).index == PRIVATE[0].at


def test_a_private_line_beyond_the_log() -> None:
    found = drift(LOG[:3], [PrivateLine(99, "red", "red plan: raid ~00000000")])
    assert found.index == 3
    assert "the log ends here" in found.why


def test_a_log_of_another_seed_differs_where_chance_first_speaks_otherwise() -> None:
    found = drift(LOG, session=new(8))
    assert LOG[found.index].startswith(("draw", "open", "roll"))
    assert str(found).startswith(f"entry {found.index}: the rules give '")
    assert f"but the log has '{LOG[found.index]}'" in found.why


def test_lines_that_are_there_already_must_be_the_same() -> None:
    session = new()
    session.answer("red", "fast")
    found = drift(LOG, session=session)
    assert found.index == 0
