"""Corners of the rules where one sentence meets another."""

from __future__ import annotations

from core.games.almoravid.cards.events import EVENTS
from core.games.almoravid.cards.held import sail
from core.games.almoravid.cards.reactions import severed_heads
from core.games.almoravid.data import CARDS
from core.games.almoravid.rules import RULES
from core.games.almoravid.sequence import call, muster_side, pay_and_disband
from core.games.levy.battle import fight_out
from core.games.levy.command import campaign_step, commands, one_command
from core.games.levy.end_campaign import discard_cards
from core.games.levy.march import march
from core.games.levy.muster import levy
from core.games.levy.state import MUSTERED, Fight
from tests.almoravid.position import commanding, empty, put, scenario, wait
from tests.levy.script import holding, run


def notations(options: list) -> list[str]:
    return [option.notation for option in options]


def test_3_4_2_a_bishop_joins_while_his_lord_levies() -> None:
    g = empty()
    alfonso = put(g, "alfonso", "leon")
    run(
        levy(g, alfonso), "levy capability", "card C22", "bishop bishop_leon alfonso", "levy vassal bishop_leon", "done"
    )
    assert alfonso.vassals["bishop_leon"] == MUSTERED


def test_1_6_a_lord_who_discards_his_last_units_disbands_at_once() -> None:
    g = empty()
    put(g, "alfonso", "leon")
    emir = put(g, "al_mutamid", "sevilla", "M15", "M3", men_at_arms=2)
    emir.hired["M15"] = 1
    run(levy(g, emir), "levy capability", "card M1", "discard M15")
    assert (emir.where, emir.box) == ("calendar", g.box + 6)
    assert g.taifas["sevilla"] == "parias"


def test_3_4_lordship_may_come_after_the_last_action_is_spent() -> None:
    g = empty()
    pedro = put(g, "pedro_ansurez", "simancas")
    g.held["christian"] = holding("christian", "C15")
    actions = ["levy cart"] * RULES.lordship(g, pedro)
    run(levy(g, pedro), *actions, "play C15", "lordship pedro_ansurez", "levy mule", "done")
    assert pedro.assets["mule"] >= 1


def test_c3_adalides_at_the_locale_guide_whoever_marches_from_it() -> None:
    g = empty()
    alvar = put(g, "alvar_fanez", "albarracin", cart=1)
    put(g, "pedro_ansurez", "albarracin", "C3")
    g.held["muslim"] = holding("muslim", "M3")
    commanding(g, alvar)
    asked = run(march(g, alvar, "cuenca"))
    assert not any(ask.play("M3") for ask in asked.named("march"))
    assert alvar.at == "cuenca"


def test_c5_m5_any_friendly_seat_has_water() -> None:
    g = empty()
    sancho = put(g, "sancho", "najera", provender=3)
    alvar = put(g, "alvar_fanez", "somosierra", provender=3)
    run(EVENTS["drought"](g, CARDS["M5"]))
    assert sancho.assets == {"provender": 3}
    assert alvar.assets == {"provender": 2}


def test_c15_the_bypassed_may_stack_inside() -> None:
    g = empty()
    alvar = put(g, "alvar_fanez", "leon", "C15", inside=True)
    put(g, "sancho", "leon", inside=True), put(g, "al_mutamid", "leon")
    g.bypass["leon"] = 1
    assert "lead sancho" in notations(commands(g, alvar, commanding(g, alvar)))


def test_c16_alfonso_builds_a_cathedral_even_after_his_last_action() -> None:
    g = empty()
    alfonso = put(g, "alfonso", "toledo")
    put(g, "al_mutamid", "sevilla")
    g.jihad["toledo"], g.siege["toledo"], g.edge["christian"] = 3, 4, ["C16"]
    g.command = commanding(g, alfonso)
    run(campaign_step(g), "siege", "yes", dice=[1, 1, 1])
    run(campaign_step(g), "cathedral toledo", "jihad trujillo")
    assert g.cathedrals == ["toledo"]


def test_c20_fueros_may_open_the_gates_before_muster_begins() -> None:
    g = empty()
    g.conquered["toledo"] = 3
    alfonso = put(g, "alfonso", "ucles", coin=0, cart=1)
    put(g, "al_mutamid", "sevilla")
    g.jihad["ucles"], g.siege["ucles"], g.edge["christian"] = 2, 1, ["C20"]
    g.phase = "pay"
    run(pay_and_disband(g), "fueros ucles")
    assert g.siege == {}
    asked = run(muster_side(g), "muster alfonso")
    assert alfonso.at == "ucles"
    assert asked.named("levy")


def test_c21_sisnando_davidez_may_wait_for_the_end_of_the_levy() -> None:
    g = scenario("E")
    g.phase, g.edge["christian"] = "call", ["C21"]
    run(call(g), "uphold", "jihad jativa", "sisnando jativa")
    assert g.jihad["jativa"] == 2
    assert g.phase == "plan"


def test_m19_the_river_carries_carts_round_a_pass() -> None:
    g = empty()
    emir = put(g, "al_mutamid", "algeciras", cart=1, provender=1)
    g.edge["muslim"] = ["M19"]
    command = commanding(g, emir)
    assert notations(commands(g, emir, command)).count("march malaga") == 1
    assert run(march(g, emir, "malaga")).named("laden") == []
    assert (emir.at, command.used, emir.assets) == ("malaga", 1, {"cart": 1, "provender": 1})


def test_m19_the_fleet_marches_and_can_be_stopped_like_a_march() -> None:
    g = empty()
    yusuf = put(g, "yusuf", "algeciras", cart=1)
    g.held["christian"] = holding("christian", "C3")
    command = commanding(g, yusuf)
    run(sail(g, "command"), "sail malaga", "play C3")
    assert (yusuf.at, command.blocked, command.used) == ("algeciras", True, 0)


def test_m7_the_spear_wall_is_formed_when_the_christian_horse_comes() -> None:
    g = empty()
    put(g, "alvar_fanez", "albarracin", knights=1)
    yusuf = put(g, "yusuf", "albarracin", african_foot=3)
    fight = Fight("battle", "albarracin", "christian", "muslim", played=["M7"])
    fight.lords = {"christian": ["alvar_fanez"], "muslim": ["yusuf"]}
    fight.chosen["spear wall 1"] = "yusuf"
    asked = run(fight_out(g, fight), "concede", "yes", dice=[1, 1, 3, 1, 1, 1])
    assert [ask.name for ask in asked] == ["concede", "spears"]
    assert yusuf.routed == {}


def test_m7_nobody_is_asked_for_spears_without_christian_horse() -> None:
    g = empty()
    put(g, "alvar_fanez", "albarracin", militia=1)
    put(g, "yusuf", "albarracin", african_foot=3)
    fight = Fight("battle", "albarracin", "christian", "muslim", played=["M7"])
    fight.lords = {"christian": ["alvar_fanez"], "muslim": ["yusuf"]}
    fight.chosen["spear wall 1"] = "yusuf"
    assert run(fight_out(g, fight), dice=[1, 1, 6, 6, 6]).named("spears") == []


def test_m13_severed_heads_with_nothing_to_follow_pass_by() -> None:
    g = empty()
    put(g, "yusuf", "algeciras")
    for lord in g.lords.values():
        lord.where = "gone" if lord.id.startswith(("al_", "ab")) else lord.where
    g.conquered = dict.fromkeys([place for place in RULES.locales if RULES.locales[place].stronghold], 1)
    g.held["muslim"] = holding("muslim", "M13")
    run(severed_heads(g, 1, 2), "play M13")
    assert g.held["muslim"] == []


def test_4_9_5_a_held_event_discarded_is_not_told_as_played() -> None:
    g = empty()
    put(g, "alfonso", "leon")
    g.held["christian"] = holding("christian", "C1")
    g.news = told = []
    run(discard_cards(g, "christian"), "discard C1")
    assert [event.kind for event in told] == ["discards_held"]


def test_4_9_2_the_harvest_is_told() -> None:
    g = empty()
    alfonso = put(g, "alfonso", "leon", cart=3, mule=1)
    wait(g, "sancho", 9)
    g.box, g.news = 12, []
    told = g.news
    run(RULES.after_campaign(g))
    assert alfonso.assets == {"cart": 2, "mule": 1}
    assert [(event.kind, event.facts) for event in told] == [
        ("transport_worn", {"lord": "alfonso", "lost": {"cart": 1}})
    ]


def test_m23_the_count_may_be_paid_from_the_taifas_box() -> None:
    g = empty()
    emir = put(g, "al_mustain", "zaragoza", coin=0, cart=0, militia=1)
    g.box_coin, g.in_use = 1, ["M23"]
    run(EVENTS["berenguer_ramon"](g, CARDS["M23"]), "choose al_mustain")
    assert (g.box_coin, emir.cards) == (0, ["M23"])
    assert emir.forces == {"militia": 1, "knights": 2, "men_at_arms": 2}


def test_4_2_whoever_can_do_nothing_passes_unasked() -> None:
    g = empty()
    emir = put(g, "al_mutamid", "tormes")
    g.ravaged["tormes"] = "muslim"
    command = commanding(g, emir)
    command.blocked, command.used = True, 1
    g.news = told = []
    assert run(one_command(g, emir, command)) == []
    assert command.over
    assert [event.kind for event in told] == ["passes"]
