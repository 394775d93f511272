"""Section 6: scenarios, Curias, Winter."""

from __future__ import annotations

import pytest

from core.games.almoravid import GAME
from core.games.almoravid.data import CHRISTIAN, INDEPENDENT, MUSLIM, PARIAS, SCENARIOS
from core.games.almoravid.politics import points
from core.games.almoravid.sequence import arts
from core.games.almoravid.state import Almoravid
from core.games.almoravid.winter import curias, winter, winter_disband
from core.games.levy.muster import muster_vassal
from core.games.levy.state import CALENDAR, MAP, MAT
from tests.almoravid.position import empty, put, scenario
from tests.levy.script import run


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("adjustments", ["printed", "adjusted_2023_02"])
def test_6_1_a_scenario_scores_what_its_victory_markers_show(name: str, adjustments: str) -> None:
    g = scenario(name, adjustments=adjustments)
    assert points(g) == {side: 2 * shown for side, shown in SCENARIOS[name].vp.items()}


def test_6_1_the_adjustments_change_purses_cards_and_hands() -> None:
    assert "coin" not in scenario("A", adjustments="printed").lords["al_mutamid"].assets
    assert scenario("A").lords["al_mutamid"].assets["coin"] == 3
    assert scenario("F", adjustments="printed").lords["alfonso"].cards == ["C1"]
    assert scenario("F").lords["alfonso"].cards == []
    assert scenario("D").lords["al_mustain"].cards == ["M17", "M14"]
    assert scenario("B", adjustments="printed").edge[CHRISTIAN] == ["C20", "C21"]
    assert scenario("B").edge[CHRISTIAN] == []


def autumn(**options: str) -> Almoravid:
    """Box 5 of scenario F with nobody on the map."""
    g = empty(**options)
    g.scenario, g.box, g.first_box, g.phase = "F", 5, 1, "arts"
    g.box_vp = 6
    return g


def test_6_2_1_curias_count_markers_not_points() -> None:
    g = autumn(adjustments="printed")
    g.conquered["toledo"] = 3
    g.jihad["ucles"] = 3
    assert not run(curias(g)).result
    g.ravaged["talavera"] = CHRISTIAN
    assert not run(curias(g), "no").result
    assert run(curias(g), "yes").result
    assert (g.box, g.curias, g.box_vp) == (7, [5, 6], 4)


def test_6_2_2_curias_are_no_choice_with_the_errata_and_the_counts_go_home() -> None:
    g = autumn()
    g.special = ["curias_forced", "curias_counts_go_home"]
    g.ravaged["talavera"] = CHRISTIAN
    put(g, "pedro_ansurez", "simancas")
    sancho = put(g, "sancho", "jaca")
    g.lords["pedro_ansurez"].service = sancho.service = 6
    assert not run(arts(g))
    assert g.phase == "winter"
    assert (sancho.where, sancho.service) == (MAP, 7)
    assert (g.lords["pedro_ansurez"].where, g.lords["pedro_ansurez"].box) == (CALENDAR, 11)


def test_6_2_2_vassals_with_service_of_their_own_move_with_their_lord() -> None:
    g = autumn(vassal_service="on")
    g.special = ["curias_forced"]
    g.ravaged["talavera"] = CHRISTIAN
    alfonso = put(g, "alfonso", "leon")
    muster_vassal(g, alfonso, "froila")
    alfonso.service, alfonso.vassal_boxes["froila"] = 5, 6
    run(curias(g))
    assert (alfonso.service, alfonso.vassal_boxes["froila"]) == (7, 8)


def test_6_3_1_lords_go_home_and_the_taifas_stay_as_they_are() -> None:
    g = autumn()
    g.box = 7
    g.special = ["winter_coin"]
    emir = put(g, "al_mustain", "zaragoza", coin=2, light_horse=1)
    g.edge[MUSLIM] = ["M22"]
    run(winter_disband(g))
    assert (emir.where, g.taifas["zaragoza"], g.box_coin, g.edge[MUSLIM]) == (MAT, INDEPENDENT, 2, [])


def test_6_3_1_alfonso_going_home_leaves_no_cathedral() -> None:
    g = autumn()
    g.box = 7
    g.conquered["toledo"] = 3
    put(g, "alfonso", "toledo")
    g.cathedrals = ["toledo"]
    run(winter_disband(g))
    assert g.cathedrals == []


def test_6_3_1_rodrigo_beyond_his_service_goes_to_box_9_even_from_a_siege() -> None:
    g = autumn()
    g.box = 7
    put(g, "al_mustain", "zaragoza", inside=True)
    rodrigo = put(g, "rodrigo_campeador", "zaragoza", coin=0, knights=1)
    g.siege["zaragoza"] = 1
    rodrigo.service = 6
    run(winter_disband(g))
    assert (rodrigo.where, rodrigo.box) == (CALENDAR, 9)
    assert g.siege == {}


def test_6_3_3_spring_brings_alfonso_to_leon_and_an_emir_without_a_seat_makes_parias() -> None:
    g = autumn()
    g.box = 8
    g.special = ["spring_muster_order"]
    put(g, "pedro_ansurez", "zaragoza", coin=0, knights=1, provender=1)
    put(g, "al_mundir", "zaragoza", inside=True)
    g.siege["zaragoza"] = 1
    for lord in ("alfonso", "al_mustain", "al_mutamid"):
        g.lords[lord].where = MAT
    g.taifas |= {"zaragoza": INDEPENDENT, "sevilla": INDEPENDENT, "lerida": INDEPENDENT}
    run(winter(g), "pass", "seat sevilla", "rest alfonso")
    assert (g.lords["alfonso"].at, g.lords["alfonso"].service) == ("leon", 12)
    assert (g.lords["al_mutamid"].where, g.lords["al_mutamid"].service) == (MAP, 14)
    assert (g.lords["al_mustain"].where, g.lords["al_mustain"].box) == (CALENDAR, 12)
    assert (g.taifas["zaragoza"], g.taifas["sevilla"]) == (PARIAS, INDEPENDENT)
    assert g.box == 9


def test_6_3_4_plowing_halves_transport_at_sieges_only() -> None:
    g = autumn()
    g.box = 8
    g.special = ["spring_muster_order"]
    besieger = put(g, "pedro_ansurez", "huesca", cart=3, mule=3, provender=4, knights=1)
    g.lords["al_mustain"].where = MAT
    g.taifas["zaragoza"] = INDEPENDENT
    g.siege["huesca"] = 1
    run(winter(g), "pass")
    assert (besieger.assets["cart"], besieger.assets["mule"]) == (2, 2)


def test_sagrajas_is_about_the_battle_not_about_points() -> None:
    g = scenario("S")
    assert points(g) == {"christian": 0, "muslim": 0}
    assert "Battle of Sagrajas" in GAME.headline(g)
