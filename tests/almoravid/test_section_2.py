"""Section 2: the Calendar with its boxes 0 and 17+."""

from __future__ import annotations

from core.games.almoravid.data import CHRISTIAN
from core.games.almoravid.politics import score_text
from core.games.levy.calendar import check_service, shift_cylinder, shift_service
from tests.almoravid.position import empty, put, wait
from tests.levy.script import run


def test_2_2_3_nothing_shifts_beyond_box_0_or_17() -> None:
    g = empty()
    alfonso, sir = put(g, "alfonso", "leon"), wait(g, "sir", 1)
    shift_service(g, alfonso, 9)
    shift_cylinder(g, sir, -3)
    assert (alfonso.service, sir.box) == (17, 0)


def test_2_2_4_those_beyond_their_service_leave_first_on_both_sides() -> None:
    """Sancho is at his limit, the emir beyond his: the Parias Coin comes while Sancho is still there to take it."""
    g = empty()
    sancho, emir = put(g, "sancho", "jaca"), put(g, "al_mustain", "zaragoza")
    put(g, "alfonso", "leon")
    sancho.service, emir.service = g.box, g.box - 1
    asked = run(check_service(g), "rest sancho")
    assert len(asked.named("spoils")) == 1
    assert asked.named("spoils")[0].seat == CHRISTIAN


def test_2_2_5_half_points_are_shown_as_on_the_victory_markers() -> None:
    assert [score_text(halves) for halves in (0, 1, 16, 17)] == ["0", "½", "8", "8½"]
