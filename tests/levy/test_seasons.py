"""Pay, Feed, Levy choices, Vassal Service and Winter."""

from __future__ import annotations

from core.games.almoravid.winter import winter
from core.games.levy.calendar import check_service, shift_service
from core.games.levy.feed import feed, feed_pay_disband
from core.games.levy.hand import choose_unused
from core.games.levy.muster import BACK, levy, levy_transport, muster
from core.games.levy.pay import pay, why_no_pay
from core.games.levy.state import CALENDAR, GONE, MAT, READY, UNREADY
from core.games.levy.supply import forage, has_gardens, refuse_forage, routes
from tests.almoravid.position import commanding, empty, put, scenario
from tests.levy.script import holding, run


def notations(options: list) -> list[str]:
    return [option.notation for option in options]


def test_3_2_coin_pays_lords_at_the_same_locale() -> None:
    g = empty()
    alfonso, sancho = put(g, "alfonso", "leon", coin=2), put(g, "sancho", "leon", cart=1)
    put(g, "alvar_fanez", "burgos", cart=1)
    service = sancho.service
    run(pay(g, "christian"), "pay sancho coin alfonso", "pay alfonso coin alfonso")
    assert sancho.service == service + 1
    assert alfonso.assets == {}
    assert why_no_pay(g, "christian", "pay alvar_fanez coin alfonso").rule == "3.2.1"


def test_4_8_1_lords_share_food_but_feed_themselves_first() -> None:
    g = empty()
    rich, poor = put(g, "alfonso", "leon", militia=6, provender=3), put(g, "sancho", "leon", militia=7, provender=1)
    service = poor.service
    run(feed(g, "christian", [rich, poor]))
    assert rich.assets == {"provender": 1}
    assert poor.assets == {}
    assert poor.service == service


def test_4_8_after_each_card_the_unfed_may_go_home() -> None:
    g = empty()
    put(g, "alfonso", "leon"), put(g, "al_mutamid", "sevilla", cart=1)
    sancho = put(g, "sancho", "albarracin", militia=1)
    g.campaigning = True
    sancho.service, sancho.moved = g.box + 1, True
    run(feed_pay_disband(g))
    assert sancho.where == CALENDAR
    assert sancho.box == g.box + 1 + 3


def test_4_7_1_forage_is_sure_in_friendly_strongholds_and_gardens_never_fail() -> None:
    g = empty()
    alfonso = put(g, "alfonso", "leon", cart=1)
    run(forage(g, alfonso))
    g.ravaged["leon"] = "muslim"
    assert refuse_forage(g, alfonso).rule == "4.7.1"
    sancho = put(g, "sancho", "gormaz", cart=1)
    g.ravaged["gormaz"] = "muslim"
    assert has_gardens(g, sancho)
    assert refuse_forage(g, sancho) is None
    alvar = put(g, "alvar_fanez", "tormes", cart=1)
    run(forage(g, alvar), dice=[4])
    assert "provender" not in alvar.assets


def test_4_6_1_a_route_goes_round_enemies_who_are_not_contained() -> None:
    g = empty()
    alfonso = put(g, "alfonso", "tudela", cart=2)
    put(g, "al_mustain", "calahorra")
    assert "najera" not in routes(g, alfonso, 3)
    g.lords["al_mustain"].at = "zaragoza"
    assert routes(g, alfonso, 3)["najera"] == 2


def test_3_4_3_transport_brings_a_lost_serf_back() -> None:
    g = empty()
    alfonso = put(g, "alfonso", "leon", knights=1, cart=0)
    levy_transport(g, alfonso, "mule")
    assert alfonso.forces == {"knights": 1, "serfs": 1}
    assert alfonso.assets["mule"] == 1


def test_3_4_4_what_a_side_holds_cannot_be_levied_and_only_it_is_told() -> None:
    g = empty()
    alfonso = put(g, "alfonso", "leon")
    g.held["christian"] = holding("christian", "C18")
    asked = run(choose_unused(g, "christian", ["C18", "C19"], "Which?", BACK, lambda card: None), "card C19")
    assert asked.result == "C19"
    assert notations(asked[0].options) == ["card C19", "back"]
    assert asked[0].hand == ()
    run(levy(g, alfonso), "levy capability", "back", "levy cart", "levy capability", "card C1", "done")
    assert alfonso.cards == ["C1"]


def test_3_4_4_a_third_capability_drives_one_out() -> None:
    g = empty()
    alfonso = put(g, "alfonso", "leon", "C1", "C2")
    run(levy(g, alfonso), "levy capability", "card C4", "discard C1", "done")
    assert alfonso.cards == ["C2", "C4"]


def test_3_4_2_vassals_with_service_of_their_own_go_home_and_come_again() -> None:
    g = empty(vassal_service="on")
    alfonso = put(g, "alfonso", "leon")
    run(levy(g, alfonso), "levy vassal vela", "levy vassal froila", "done")
    assert alfonso.vassal_boxes == {"vela": g.box + 1, "froila": g.box + 2}
    shift_service(g, alfonso, -1)
    run(check_service(g))
    assert alfonso.vassals["vela"] == UNREADY
    assert alfonso.vassal_boxes == {"froila": g.box + 1}
    assert "militia" not in alfonso.forces
    run(muster(g, "christian"))
    assert alfonso.vassals["vela"] == READY
    shift_service(g, alfonso, -2)
    run(check_service(g))
    assert alfonso.vassals["froila"] == GONE


def test_6_3_winter_sends_lords_home_and_spring_brings_them_back() -> None:
    g = scenario("F")
    g.box = 7
    for lord in g.lords.values():
        lord.service = 12 if lord.at else 0
    g.lords["al_mutamid"].assets["coin"] = 3
    run(winter(g))
    assert g.lords["alfonso"].where == MAT
    assert g.box_coin == 3
    assert g.taifas["sevilla"] == "independent"
    assert g.lords["alvar_fanez"].at == "toledo"
    run(winter(g), "seat cordoba")
    assert g.box == 9
    assert (g.lords["alfonso"].at, g.lords["alfonso"].service) == ("leon", 12)
    assert g.lords["al_mutamid"].at == "cordoba"
    commanding(g, g.lords["alfonso"])
