"""1.4 and 3.5: the Taifas change sides, Jihad rises, and Lords are called to arms."""

from __future__ import annotations

import pytest

from core.games.almoravid.call_to_arms import christian_call, landing_ports, muslim_call
from core.games.almoravid.politics import add_jihad, conquer, jihad_places, owner, points, remove_jihad
from core.games.almoravid.rules import RULES
from core.games.levy.calendar import disband
from core.games.levy.muster import free_seats, muster_lord
from core.games.levy.state import CALENDAR, MAP
from tests.almoravid.position import empty, put, scenario, settle_status, wait
from tests.levy.script import run


def notations(options: list) -> list[str]:
    return [option.notation for option in options]


def test_1_3_1_markers_decide_whose_a_stronghold_is() -> None:
    g = empty()
    assert [owner(g, place) for place in ("leon", "madrid")] == ["christian", ""]
    g.jihad["madrid"] = 1
    assert owner(g, "madrid") == "muslim"
    put(g, "al_mutamid", "sevilla")
    assert owner(g, "morena") == "muslim"
    g.seats["rodrigo_campeador"] = "jaen"
    assert owner(g, "jaen") == "christian"
    g.conquered["leon"] = 1
    assert owner(g, "leon") == "muslim"


def test_1_4_3_a_lord_who_musters_turns_ravaged_land_and_frees_his_taifa() -> None:
    g = empty()
    wait(g, "abu_bakr", 9)
    g.ravaged["jativa"] = "muslim"
    before = points(g)["christian"]
    run(muster_lord(g, g.lords["abu_bakr"]))
    assert g.taifas["valencia"] == "independent"
    assert g.ravaged["jativa"] == "christian"
    assert points(g)["christian"] == before - 2 + 1


def test_1_4_3_christians_in_a_neutral_town_seize_it_when_the_taifa_turns_against_them() -> None:
    g = empty()
    put(g, "alvar_fanez", "jativa")
    wait(g, "abu_bakr", 9)
    run(muster_lord(g, g.lords["abu_bakr"]))
    assert g.conquered == {"jativa": 1}


def test_1_4_3_christians_seize_a_fortress_as_yusuf_calls_its_emir() -> None:
    g = empty()
    put(g, "yusuf", "badajoz")
    wait(g, "al_mutawakkil", 9)
    put(g, "sancho", "merida")
    run(muslim_call(g), "emir al_mutawakkil")
    assert g.conquered == {"merida": 2}
    assert g.taifas["badajoz"] == "independent"


def test_1_4_3_muslims_seize_what_would_turn_neutral() -> None:
    g = empty()
    emir = put(g, "al_mundir", "lerida")
    put(g, "al_mustain", "tortosa"), put(g, "alfonso", "leon")
    run(disband(g, emir))
    assert g.taifas["lerida"] == "parias"
    assert g.jihad == {"tortosa": 2}


@pytest.mark.parametrize(("answer", "jihad", "siege"), [("leave", {}, {}), ("press", {"tortosa": 2}, {"tortosa": 2})])
def test_1_4_3_neutrality_is_recognized_or_paid_for(answer: str, jihad: dict, siege: dict) -> None:
    g = empty()
    emir = put(g, "al_mundir", "lerida")
    put(g, "alvar_fanez", "tortosa")
    g.siege["tortosa"] = 2
    run(disband(g, emir), answer)
    assert (g.jihad, g.siege) == (jihad, siege)


def test_1_4_3_gates_open_when_a_besieged_place_turns_friendly() -> None:
    g = empty()
    g.conquered |= {"cordoba": 3, "murcia": 3}
    put(g, "al_mutamid", "badajoz")
    put(g, "alfonso", "sevilla"), put(g, "sancho", "jerez")
    g.siege |= {"sevilla": 1, "jerez": 1}
    run(conquer(g, "sevilla", "christian"))
    assert g.taifas["sevilla"] == "reconquista"
    assert g.siege == {}
    assert points(g)["christian"] == 2 * (9 + 9) + 2 * 6


def test_1_4_1_the_muslim_reconquest_of_toledo_raises_jihad_and_ends_reconquista() -> None:
    g = empty()
    g.conquered["toledo"] = 3
    g.cathedrals = ["toledo"]
    put(g, "yusuf", "toledo"), put(g, "alfonso", "leon")
    g.siege["toledo"] = 1
    settle_status(g)
    run(conquer(g, "toledo", "muslim"))
    assert g.taifas["toledo"] == "parias"
    assert (g.jihad, g.cathedrals, g.conquered) == ({"toledo": 3}, [], {})


def test_1_4_4_where_jihad_may_rise() -> None:
    g = empty()
    g.conquered["toledo"] = 3
    put(g, "al_mutamid", "sevilla")
    put(g, "alvar_fanez", "madrid"), put(g, "sancho", "ucles")
    g.jihad["ucles"], g.bypass["ucles"] = 1, 1
    places = jihad_places(settle_status(g))
    assert "ucles" in places
    assert not {"toledo", "madrid", "sevilla", "leon", "zancara"} & set(places)


def test_4_5_4_jihad_at_a_muslim_siege_opens_the_gates() -> None:
    g = empty()
    g.conquered["toledo"] = 3
    put(g, "yusuf", "madrid")
    g.siege["madrid"] = 2
    run(add_jihad(settle_status(g), 1), "jihad madrid")
    assert g.siege == {}


def test_1_4_4_calmed_jihad_lifts_a_christian_siege() -> None:
    g = empty()
    g.jihad["madrid"], g.siege["madrid"] = 1, 1
    put(g, "alfonso", "madrid")
    run(remove_jihad(g, "madrid", 1))
    assert g.siege == {}


def test_3_4_1_a_seat_with_an_enemy_lord_or_a_siege_is_not_free() -> None:
    g = empty()
    alfonso = wait(g, "alfonso", 9)
    put(g, "yusuf", "leon")
    assert free_seats(g, alfonso) == ["burgos"]
    g.siege["burgos"] = 1
    assert free_seats(g, alfonso) == []


def test_3_5_1_rodrigo_is_employed_for_coin_and_gets_a_seat() -> None:
    g = empty()
    wait(g, "rodrigo_campeador", 9)
    alfonso = put(g, "alfonso", "leon", coin=1)
    put(g, "sancho", "jaca", coin=0, cart=1)
    assert run(christian_call(g)) == []
    alfonso.assets["coin"] = 2
    asked = run(christian_call(g), "employ rodrigo_campeador", "seat coria")
    assert "seat madrid" not in notations(asked[-1].options)
    rodrigo = g.lords["rodrigo_campeador"]
    assert (rodrigo.at, g.seats, alfonso.assets) == ("coria", {"rodrigo_campeador": "coria"}, {})
    assert RULES.seats_of(g, rodrigo) == ["coria"]
    run(disband(g, rodrigo))
    assert g.seats == {}


def test_3_5_1_a_crusade_may_be_answered_with_jihad() -> None:
    g = empty()
    wait(g, "eudes", 9)
    run(christian_call(g), "crusade", "yes", "jihad madrid")
    assert g.lords["eudes"].at == "pamplona"
    assert g.jihad == {"madrid": 1}


def test_3_5_2_the_africans_land_at_the_nearest_open_port() -> None:
    g = scenario("E")
    assert landing_ports(g) == ["algeciras"]
    g.conquered["algeciras"] = 2
    assert landing_ports(g) == ["jerez", "malaga"]
    run(muslim_call(g), "invite sir", "seat jerez")
    assert g.lords["sir"].at == "jerez"


def test_3_5_2_yusuf_favours_an_emir_who_serves_already() -> None:
    g = empty()
    put(g, "yusuf", "sevilla")
    emir = put(g, "al_mutamid", "cordoba")
    service = emir.service
    run(muslim_call(g), "favour al_mutamid")
    assert emir.service == service + 2


def test_3_3_1_either_rodrigo_takes_the_other_with_him_for_good() -> None:
    g = empty()
    rodrigo = put(g, "rodrigo_al_sayyid", "sevilla")
    run(disband(g, rodrigo, for_good=True))
    assert g.lords["rodrigo_campeador"].where == "gone"
    assert notations(run(christian_call(g))) == []


def test_3_3_2_a_lord_at_his_limit_waits_on_the_calendar_with_a_clean_mat() -> None:
    g = empty()
    put(g, "alfonso", "leon")
    sancho = put(g, "sancho", "jaca", "C1")
    run(disband(g, sancho))
    assert (sancho.where, sancho.box, sancho.cards, sancho.forces) == (CALENDAR, g.box + 3, [], {})
    assert g.lords["alfonso"].where == MAP
