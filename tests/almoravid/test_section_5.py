"""Section 5: victory."""

from __future__ import annotations

from core.games.almoravid.data import CHRISTIAN, MUSLIM
from core.games.almoravid.politics import account
from core.games.almoravid.sequence import end, outcome, plan_campaign
from core.games.almoravid.state import Almoravid
from core.games.levy.calendar import disband
from tests.almoravid.position import empty, put, settle_status
from tests.levy.script import run


def test_5_1_every_marker_has_its_worth_in_half_points() -> None:
    g = empty()
    g.conquered = {"toledo": 3, "zamora": 1}
    g.ravaged = {"talavera": CHRISTIAN, "coria": MUSLIM}
    g.jihad, g.cathedrals, g.box_vp = {"ucles": 3}, ["toledo"], 2
    settle_status(g)
    assert account(g) == {
        CHRISTIAN: {"conquered": 6, "ravaged": 1, "reconquista": 6, "parias": 16, "cathedrals": 2},
        MUSLIM: {"conquered": 2, "taifas box": 4, "ravaged": 1, "jihad": 3},
    }


def test_5_2_a_side_without_lords_loses_in_a_campaign_only() -> None:
    g = empty()
    emir = put(g, "al_mustain", "zaragoza")
    put(g, "sancho", "jaca")
    run(disband(g, emir))
    assert not g.winner
    assert run(plan_campaign(g)).result == "campaign over"
    assert g.winner == CHRISTIAN


def last_campaign() -> Almoravid:
    g = empty()
    g.box = g.last_box
    g.campaigning = True
    return g


def test_5_3_more_points_win_and_equal_points_are_a_draw() -> None:
    for box_vp, winners in ((8, (CHRISTIAN,)), (9, (CHRISTIAN, MUSLIM)), (10, (MUSLIM,))):
        g = last_campaign()
        g.box_vp = box_vp
        run(end(g))
        result = outcome(g)
        assert result is not None
        assert result.winners == winners
