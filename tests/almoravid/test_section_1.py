"""Section 1: allegiance, Taifa politics, Jihad."""

from __future__ import annotations

from core.games.almoravid import GAME
from core.games.almoravid.data import CHRISTIAN, INDEPENDENT, MUSLIM, PARIAS, RECONQUISTA
from core.games.almoravid.politics import add_jihad, adjust, conquer, jihad_places, owner, points
from core.games.levy.calendar import disband
from core.games.levy.muster import muster_lord
from tests.almoravid.position import empty, put, settle_status, wait
from tests.levy.script import run


def test_1_3_1_a_seat_marker_makes_a_neutral_stronghold_friendly() -> None:
    g = empty()
    assert owner(g, "cuenca") == ""
    g.seats["rodrigo_al_sayyid"] = "cuenca"
    assert owner(g, "cuenca") == MUSLIM


def test_1_4_1_sevilla_is_reconquista_only_with_all_three_cities() -> None:
    g = empty()
    for city in ("sevilla", "cordoba"):
        g.conquered[city] = 3
        run(adjust(g))
        assert g.taifas["sevilla"] == PARIAS
    g.conquered["murcia"] = 3
    run(adjust(g))
    assert g.taifas["sevilla"] == RECONQUISTA
    assert points(g)[CHRISTIAN] == 2 * (9 + 9 + 6)


def test_1_4_3_parias_coin_goes_to_unbesieged_christians_and_says_so() -> None:
    g = empty()
    put(g, "alfonso", "leon", coin=0, knights=1)
    put(g, "sancho", "jaca", coin=0, knights=1)
    emir = put(g, "al_mutamid", "sevilla")
    asked = run(disband(g, emir), "give coin sancho", "rest alfonso")
    assert asked.named("spoils")[0].rule == "1.4.3"
    assert (g.lords["sancho"].assets["coin"], g.lords["alfonso"].assets["coin"]) == (1, 5)


def test_1_4_3_ravaged_land_turns_with_the_taifa() -> None:
    g = empty()
    g.ravaged = {"iberico": CHRISTIAN, "huesca": MUSLIM, "albacete": CHRISTIAN}
    run(conquer(g, "zaragoza", CHRISTIAN))
    assert g.ravaged == {"iberico": MUSLIM, "huesca": MUSLIM, "albacete": CHRISTIAN}


def test_1_4_3_hostage_populace_a_christian_in_a_neutral_town_takes_it_when_the_emir_comes() -> None:
    g = empty()
    put(g, "garcia_ordonez", "huesca")
    g.ravaged["huesca"] = CHRISTIAN
    run(muster_lord(g, wait(g, "al_mustain", 9)))
    assert g.taifas["zaragoza"] == INDEPENDENT
    assert g.conquered == {"huesca": 2}
    assert g.ravaged["huesca"] == MUSLIM


def test_1_4_3_recognition_the_besieger_leaves_or_turns_the_place_against_himself() -> None:
    for answer, jihad, siege in (("leave", {}, {}), ("press", {"huesca": 2}, {"huesca": 2})):
        g = empty()
        put(g, "garcia_ordonez", "huesca")
        emir = put(g, "al_mustain", "zaragoza")
        g.siege["huesca"] = 2
        asked = run(disband(g, emir), answer)
        assert "2 Jihad" in asked.named("neutrality")[0].prompt
        assert (g.jihad, g.siege) == (jihad, siege)


def test_1_4_3_open_gates_when_the_last_city_makes_the_land_christian() -> None:
    g = empty()
    put(g, "al_mustain", "medinaceli")
    put(g, "garcia_ordonez", "huesca")
    g.siege["huesca"] = 1
    run(conquer(g, "zaragoza", CHRISTIAN))
    assert g.taifas["zaragoza"] == RECONQUISTA
    assert g.siege == {}
    assert g.jihad == {"medinaceli": 2}


def test_1_4_4_jihad_rises_around_christian_besiegers_but_never_over_a_christian_who_is_besieged() -> None:
    g = empty()
    g.conquered["toledo"] = 3
    settle_status(g)
    put(g, "sir", "talavera")
    put(g, "pedro_ansurez", "talavera", inside=True)
    g.siege["talavera"] = 1
    assert "talavera" not in jihad_places(g)
    g.jihad["ucles"] = 1
    put(g, "alvar_fanez", "ucles")
    g.bypass["ucles"] = 1
    assert "ucles" in jihad_places(g)


def test_1_4_4_jihad_lifts_the_muslims_own_siege() -> None:
    g = empty()
    g.conquered["toledo"] = 3
    settle_status(g)
    put(g, "sir", "talavera")
    g.siege["talavera"] = 2
    run(add_jihad(g, 1, lambda place: place == "talavera"))
    assert g.siege == {}
    assert owner(g, "talavera") == MUSLIM


def test_1_5_2_hidden_mats_are_seen_by_their_own_side_only() -> None:
    g = empty(hidden_mats="on")
    put(g, "alfonso", "leon")
    put(g, "yusuf", "algeciras")
    shown = GAME.board_of(g, CHRISTIAN)
    assert "1 Knights" in shown
    assert "African Horse" not in shown
    assert "1 Knights" not in GAME.board(g)
