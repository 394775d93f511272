"""Section 3: Levy."""

from __future__ import annotations

from core.engine import Ask
from core.games.almoravid.call_to_arms import christian_call, muslim_call
from core.games.almoravid.data import CHRISTIAN, MUSLIM
from core.games.almoravid.state import Almoravid
from core.games.levy.arts import draw_capabilities
from core.games.levy.calendar import check_service, muster_vassal
from core.games.levy.muster import levy, muster
from core.games.levy.pay import pay
from core.games.levy.plan import plan
from core.games.levy.state import CALENDAR, GONE, MAP, OFF, UNREADY
from tests.almoravid.position import empty, put, wait
from tests.levy.script import run


def reason(ask: Ask, said: str) -> str:
    return str(ask.explain(said))


# --- Arts of War, Pay, Disband ---------------------------------------------------------------------


def test_3_1_2_a_card_for_a_lord_who_is_not_there_adds_nothing() -> None:
    g = empty()
    put(g, "al_mutamid", "sevilla")
    run(draw_capabilities(g, CHRISTIAN))
    assert all(not lord.cards for lord in g.lords.values())


def test_3_2_1_the_taifas_box_pays_any_unbesieged_muslim_and_nobody_else() -> None:
    g = empty()
    yusuf = put(g, "yusuf", "badajoz", mule=1)
    besieged = put(g, "al_mustain", "zaragoza", inside=True, mule=1)
    put(g, "alfonso", "zaragoza", mule=1)
    g.siege["zaragoza"], g.box_coin = 1, 2
    due = yusuf.service + 1
    asked = run(pay(g, MUSLIM), "pay yusuf coin taifas", "done")
    assert (yusuf.service, g.box_coin) == (due, 1)
    assert reason(asked[0], f"pay {besieged.id} coin taifas") == "That Coin cannot reach a Besieged Lord. (3.2.1)"
    assert "no such Coin" in reason(asked[0], "pay yusuf coin bank")


def test_3_2_2_loot_pays_only_at_friendly_locales_free_of_siege() -> None:
    g = empty()
    put(g, "sancho", "jaca", loot=1)
    put(g, "alfonso", "huesca", loot=1)
    asked = run(pay(g, CHRISTIAN), "pay sancho loot sancho")
    assert reason(asked[0], "pay alfonso loot alfonso") == "Loot Pays only at a Friendly Locale. (3.2.2)"


def test_3_3_1_rodrigo_leaves_the_game_with_both_his_selves() -> None:
    g = empty()
    rodrigo = put(g, "rodrigo_al_sayyid", "zaragoza")
    g.seats[rodrigo.id] = "zaragoza"
    rodrigo.service = g.box - 1
    run(check_service(g))
    assert (rodrigo.where, g.lords["rodrigo_campeador"].where, g.seats) == (GONE, GONE, {})


def test_3_3_2_at_the_limit_a_lord_waits_as_long_as_he_serves_and_longer_in_a_campaign() -> None:
    for campaigning, box in ((False, 13), (True, 14)):
        g = empty()
        alfonso = put(g, "alfonso", "leon")
        put(g, "sancho", "jaca")
        alfonso.service, g.campaigning = g.box, campaigning
        run(check_service(g))
        assert (alfonso.where, alfonso.box) == (CALENDAR, box)


# --- Muster ----------------------------------------------------------------------------------------


def test_3_4_1_why_a_lord_cannot_be_called() -> None:
    g = empty()
    alfonso = put(g, "alfonso", "leon")
    put(g, "sancho", "jaca")
    wait(g, "pedro_ansurez", 11)
    wait(g, "eudes", 9)
    wait(g, "garcia_ordonez", 9)
    put(g, "al_mustain", "najera")
    ask = run(levy(g, alfonso))[0]
    assert reason(ask, "levy lord sancho") == "He is on the map already. (3.4.1)"
    assert reason(ask, "levy lord pedro_ansurez") == "He is not Ready before box 11. (3.4.1)"
    assert reason(ask, "levy lord eudes") == "He has no Fealty rating: he comes by Call to Arms. (3.4.1)"
    assert reason(ask, "levy lord garcia_ordonez") == "He has no free Seat. (3.4.1)"
    assert reason(ask, "levy lord al_mustain") == "He is on the other side. (3.4.1)"


def test_3_4_a_lord_mustered_now_takes_no_levy_actions_and_the_question_says_why() -> None:
    g = empty()
    put(g, "alfonso", "leon")
    put(g, "garcia_ordonez", "huesca")
    wait(g, "pedro_ansurez", 9)
    answers = ("muster alfonso", "levy lord pedro_ansurez", "levy cart", "levy mule")
    asked = run(muster(g, CHRISTIAN), *answers, dice=[1])
    assert g.lords["pedro_ansurez"].where == MAP
    assert [ask.name for ask in asked] == ["muster", "levy", "levy", "levy"]
    assert "at a Friendly Locale" in reason(asked[0], "muster garcia_ordonez")


def test_3_4_2_why_a_vassal_is_not_to_be_had() -> None:
    g = empty()
    alfonso = put(g, "alfonso", "leon")
    asked = run(levy(g, alfonso), "levy vassal froila")
    assert reason(asked[1], "levy vassal froila") == "That Vassal has Mustered already. (3.4.2)"
    assert "no Vassal at Alfonso" in reason(asked[1], "levy vassal pelayo")


def test_3_4_2_vassal_service_pays_on_for_vassals_when_the_lord_is_at_the_end_of_the_calendar() -> None:
    g = empty(vassal_service="on")
    alfonso = put(g, "alfonso", "leon", coin=1)
    muster_vassal(g, alfonso, "froila")
    alfonso.service = 17
    run(pay(g, CHRISTIAN), "pay alfonso coin alfonso")
    assert (alfonso.service, alfonso.vassal_boxes["froila"]) == (17, 12)


def test_3_4_2_vassals_go_by_themselves_and_those_beyond_their_service_for_good() -> None:
    g = empty(vassal_service="on")
    alfonso = put(g, "alfonso", "leon")
    for vassal in ("froila", "vela"):
        muster_vassal(g, alfonso, vassal)
    alfonso.vassal_boxes = {"froila": g.box, "vela": g.box - 1}
    run(check_service(g))
    assert alfonso.vassals == {"froila": UNREADY, "vela": GONE}
    assert alfonso.forces == {"knights": 1, "men_at_arms": 1, "serfs": 1}


def test_3_4_2_a_vassal_beyond_his_service_is_gone_even_if_his_lord_disbands_with_him() -> None:
    g = empty(vassal_service="on")
    alfonso = put(g, "alfonso", "leon")
    muster_vassal(g, alfonso, "vela")
    alfonso.service, alfonso.vassal_boxes["vela"] = g.box, g.box - 1
    run(check_service(g))
    assert alfonso.where == CALENDAR
    assert alfonso.vassals == {"vela": GONE}


def test_3_4_3_transport_brings_a_lost_serf_back() -> None:
    g = empty()
    alfonso = put(g, "alfonso", "leon", cart=1, knights=1, men_at_arms=1)
    run(levy(g, alfonso), "levy mule")
    assert alfonso.forces["serfs"] == 1


def test_1_6_a_lord_left_without_units_by_a_discarded_card_is_gone_before_the_plan() -> None:
    g = empty()
    put(g, "sancho", "jaca")
    emptied = put(g, "alfonso", "leon")
    emptied.forces = {}
    put(g, "al_mustain", "zaragoza")
    asked = run(plan(g), *["plan sancho"] * 3, *["plan al_mustain"] * 3)
    assert all(ask.explain("plan alfonso") for ask in asked.named("plan"))
    assert emptied.where == CALENDAR


# --- Call to Arms ----------------------------------------------------------------------------------


def hired_spain() -> Almoravid:
    """Box 9: Rodrigo serves the Muslims to box 11; Alfonso has Coin."""
    g = empty()
    put(g, "alfonso", "leon", coin=3)
    rodrigo = put(g, "rodrigo_al_sayyid", "zaragoza")
    rodrigo.service = 11
    g.seats[rodrigo.id] = "zaragoza"
    return g


def test_3_5_1_reconcile_costs_a_point_and_one_for_each_box_of_service_ahead() -> None:
    g = hired_spain()
    run(christian_call(g), "reconcile")
    assert g.box_vp == 3
    assert (g.lords["rodrigo_al_sayyid"].where, g.seats) == (OFF, {})
    assert (g.lords["rodrigo_campeador"].where, g.lords["rodrigo_campeador"].box) == (CALENDAR, 11)


def test_3_5_1_employ_takes_two_coin_and_seats_rodrigo_at_a_friendly_stronghold() -> None:
    g = empty()
    alfonso = put(g, "alfonso", "leon", coin=2, knights=1)
    wait(g, "rodrigo_campeador", 9)
    asked = run(christian_call(g), "employ rodrigo_campeador", "seat burgos")
    assert (g.lords["rodrigo_campeador"].at, g.seats["rodrigo_campeador"]) == ("burgos", "burgos")
    assert "coin" not in alfonso.assets
    assert "Rodrigo is reconciled already" in reason(asked[0], "reconcile")
    assert "not on the Calendar" in reason(asked[0], "crusade")


def test_3_5_1_why_rodrigo_is_not_for_hire() -> None:
    g = empty()
    put(g, "alfonso", "leon", coin=1)
    wait(g, "rodrigo_campeador", 9)
    wait(g, "eudes", 9)
    ask = run(christian_call(g), "pass")[0]
    assert reason(ask, "employ rodrigo_campeador").startswith("Rodrigo costs 2 Coin")


def test_3_5_1_the_crusade_may_be_answered_with_jihad() -> None:
    g = empty()
    wait(g, "eudes", 9)
    put(g, "alfonso", "leon")
    run(christian_call(g), "crusade", "yes", "jihad madrid")
    assert g.lords["eudes"].at == "pamplona"
    assert g.jihad == {"madrid": 1}


def test_3_5_2_the_almoravids_land_at_algeciras_or_the_nearest_friendly_port_and_eudes_hears() -> None:
    g = empty()
    put(g, "al_mutamid", "cordoba")
    wait(g, "yusuf", 9)
    g.conquered["algeciras"] = 2
    asked = run(muslim_call(g), "invite yusuf")
    assert g.lords["yusuf"].at == g.seats["yusuf"] != "algeciras"
    assert (g.lords["eudes"].where, g.lords["eudes"].box) == (CALENDAR, 11)
    assert "not on the Calendar" in reason(asked[0], "invite sir")
    assert "both Yusuf and Sir" in reason(asked[0], "uphold")


def test_3_5_2_upholding_the_dynasties_puts_both_africans_off() -> None:
    g = empty()
    for lord in ("yusuf", "sir"):
        wait(g, lord, 7)
    run(muslim_call(g), "uphold", "jihad madrid")
    assert [g.lords[lord].box for lord in ("yusuf", "sir")] == [10, 10]
    assert (g.box_vp, g.jihad) == (1, {"madrid": 1})


def test_3_5_2_yusuf_at_his_seat_calls_an_emir_from_any_box_or_keeps_him() -> None:
    g = empty()
    put(g, "yusuf", "granada")
    wait(g, "abd_allah", 16)
    asked = run(muslim_call(g), "emir abd_allah")
    emir = g.lords["abd_allah"]
    assert (emir.at, emir.service, g.taifas["granada"]) == ("granada", 13, "independent")
    assert reason(asked[0], "emir al_mutamid") == "Yusuf is not at a Seat of al-Mutamid. (3.5.2)"
    run(muslim_call(g), "favour abd_allah")
    assert emir.service == 15


def test_3_5_2_rodrigo_is_paid_from_the_taifas_box_too() -> None:
    g = empty()
    emir = put(g, "al_mustain", "zaragoza", coin=1)
    wait(g, "rodrigo_al_sayyid", 9)
    g.box_coin = 2
    run(muslim_call(g), "employ rodrigo_al_sayyid", "coin taifas", "coin al_mustain", "seat tudela")
    assert (g.box_coin, emir.assets.get("coin", 0)) == (0, 0)
    assert g.lords["rodrigo_al_sayyid"].at == "tudela"
