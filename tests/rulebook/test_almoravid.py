"""Almoravid: the worked examples of its books, and the plain arithmetic of its rules, as positions."""

from __future__ import annotations

from collections import Counter

import pytest

from core.engine import Roll
from core.games.almoravid import GAME
from core.games.almoravid.call_to_arms import christian_call, muslim_call
from core.games.almoravid.cards.events import EVENTS
from core.games.almoravid.cards.held import fatwa_count
from core.games.almoravid.combat import BATTLE_ORDER, STORM_ORDER, melee, missiles, walls
from core.games.almoravid.data import CARDS, SCENARIOS
from core.games.almoravid.politics import conquer, owner, points, score_text, victory_markers
from core.games.almoravid.rules import RULES, grow
from core.games.almoravid.sagrajas import milites
from core.games.almoravid.sequence import pay_and_disband
from core.games.almoravid.winter import curias, curias_due, winter_disband
from core.games.levy.aftermath import end_storm
from core.games.levy.arts import assign
from core.games.levy.baggage import capacity
from core.games.levy.battle import battle, fight_out, sally
from core.games.levy.calendar import check_service, disband, shifted
from core.games.levy.command import commands
from core.games.levy.end_campaign import discard_cards, repairs, wastage
from core.games.levy.feed import feed, ration
from core.games.levy.lords import mustered
from core.games.levy.march import arrive, march
from core.games.levy.muster import levy, muster
from core.games.levy.pay import pay, payments
from core.games.levy.plan import plan
from core.games.levy.siege import siegeworks, surrender_limit
from core.games.levy.state import CALENDAR, GONE, MAP, MUSTERED, Fight, Lord
from core.games.levy.strike import GARRISON, protection, strike_step, whole_hits
from core.games.levy.supply import ravage, refuse_ravage, supply, supply_gain
from tests.almoravid.position import commanding, empty, put, scenario, wait
from tests.levy.script import activate, holding, run


def notations(options: list) -> list[str]:
    return [option.notation for option in options]


# --- 1: the map and its politics -----------------------------------------------------------------


def test_x001_a_neutral_stronghold_neither_stops_a_march_nor_is_besieged() -> None:
    g = empty()
    alvar = put(g, "alvar_fanez", "jucar", provender=0, cart=1)
    commanding(g, alvar)
    run(march(g, alvar, "jativa"))
    assert "jativa" not in g.siege
    assert "jativa" not in g.bypass
    assert "march valencia" in notations(commands(g, alvar, g.command))


@pytest.mark.parametrize("place", ["jativa", "calatrava"])
def test_x002_christians_ravage_in_parias_and_reconquista_only_at_jihad(place: str) -> None:
    g = empty()
    g.conquered["toledo"] = 3
    g.taifas["toledo"] = "reconquista"
    alvar = put(g, "alvar_fanez", place)
    assert refuse_ravage(g, alvar, place) is not None
    g.jihad[place] = 1
    assert refuse_ravage(g, alvar, place) is None


def test_x003_a_lord_on_the_calendar_is_not_on_map() -> None:
    g = empty()
    lord = wait(g, "al_mustain", 9)
    assert lord.where != MAP
    assert g.taifas["zaragoza"] == "parias"


@pytest.mark.parametrize(("box", "boxes", "ends"), [(1, -2, 0), (16, 3, 17), (0, -1, 0), (17, 1, 17)])
def test_x005_markers_stop_at_the_ends_of_the_calendar(box: int, boxes: int, ends: int) -> None:
    assert shifted(empty(), box, boxes) == ends


def test_x006_christians_disband_first() -> None:
    g = scenario("E")
    g.news = told = []
    for lord in ("sancho", "abd_allah"):
        g.lords[lord].service = g.box - 1
    run(pay_and_disband(g), "rest alfonso")
    gone = [event.facts["lord"] for event in told if event.kind == "disbands"]
    assert gone == ["sancho", "abd_allah"]


@pytest.mark.parametrize(
    ("halves", "text", "box", "half"), [(17, "8½", 8, True), (0, "0", 0, False), (1, "½", 0, True)]
)
def test_x007_x008_victory_is_shown_in_halves(halves: int, text: str, box: int, half: bool) -> None:
    assert score_text(halves) == text
    assert victory_markers({"christian": 4, "muslim": halves})["muslim"] == (box, half)


def test_x009_beyond_the_track_one_marker_shows_the_lead() -> None:
    assert victory_markers({"christian": 2 * 16, "muslim": 2 * 18}) == {"muslim": (2, False)}
    assert victory_markers({"christian": 2 * 16, "muslim": 2 * 17}) == {"christian": (16, False), "muslim": (17, False)}


def test_x012_the_conquest_of_toledo_makes_its_taifa_reconquista() -> None:
    g = empty()
    put(g, "alfonso", "toledo")
    put(g, "al_mutamid", "calatrava")
    g.siege["toledo"], g.jihad["toledo"], g.ravaged["toledo"] = 1, 3, "christian"
    before = points(g)
    run(conquer(g, "toledo", "christian"))
    after = points(g)
    assert g.taifas["toledo"] == "reconquista"
    assert g.conquered["toledo"] == 3
    assert "toledo" not in g.jihad
    assert g.ravaged["toledo"] == "muslim"
    assert g.jihad["calatrava"] == 2
    assert after["christian"] - before["christian"] == 2 * 3 + 2 * 2 - 1
    assert after["muslim"] - before["muslim"] == -3 + 1 + 2


@pytest.mark.parametrize(
    ("at_tudela", "at_zaragoza", "jihad"),
    [("press", "leave", {"tudela": 2}), ("leave", "press", {"zaragoza": 3}), ("leave", "leave", {})],
)
def test_x013_al_mustain_disbands_under_siege(at_tudela: str, at_zaragoza: str, jihad: dict[str, int]) -> None:
    g = empty()
    emir = put(g, "al_mustain", "zaragoza", "M17", inside=True)
    alfonso, sancho = put(g, "alfonso", "zaragoza", coin=0, cart=1), put(g, "sancho", "zaragoza", coin=0, mule=1)
    put(g, "garcia_ordonez", "tudela")
    g.siege["zaragoza"], g.bypass["tudela"] = 1, 1
    g.ravaged["calatayud"] = "christian"
    emir.service = g.box
    before = points(g)
    run(check_service(g), "rest sancho", at_tudela, at_zaragoza)
    assert (emir.where, emir.box, emir.cards) == (CALENDAR, g.box + 4, [])
    assert g.taifas["zaragoza"] == "parias"
    assert sancho.assets["coin"] == 4
    assert g.jihad == jihad
    assert g.bypass == ({"tudela": 1} if "tudela" in jihad else {})
    assert g.siege == ({"zaragoza": 1} if "zaragoza" in jihad else {})
    assert points(g)["christian"] - before["christian"] == 2
    assert points(g)["muslim"] - before["muslim"] == sum(jihad.values())
    assert g.ravaged == {"calatayud": "christian"}
    assert alfonso.at == "zaragoza"


def test_x014_the_taifas_box_pays_the_bypassed_but_not_the_besieged() -> None:
    g = empty()
    emir = put(g, "al_mustain", "zaragoza", inside=True, coin=0, cart=1)
    put(g, "alfonso", "zaragoza")
    g.box_coin, g.bypass["zaragoza"] = 1, 1
    assert notations(payments(g, "muslim")) == ["pay al_mustain coin taifas"]
    g.bypass, g.siege = {}, {"zaragoza": 1}
    assert payments(g, "muslim") == []
    assert emir.inside


# --- 3: Levy --------------------------------------------------------------------------------------


def test_x015_a_this_lord_card_without_a_lord_gives_nothing() -> None:
    g = empty()
    put(g, "alfonso", "leon")
    run(assign(g, "christian", CARDS["C25"]))
    assert all(not lord.cards for lord in g.lords.values())


def test_x016_held_events_go_back_only_by_use_or_at_the_end_of_a_campaign() -> None:
    g = empty()
    put(g, "alfonso", "leon", coin=1)
    g.held["christian"] = holding("christian", "C1")
    asked = run(pay(g, "christian"))
    assert all("discard C1" not in notations(ask.options) for ask in asked)
    run(discard_cards(g, "christian"), "discard C1")
    assert g.held["christian"] == []


def test_x017_loot_pays_at_friendly_places_free_of_siege() -> None:
    g = empty()
    alvar = put(g, "alvar_fanez", "jativa", loot=1)
    assert payments(g, "christian") == []
    g.conquered["jativa"] = 1
    assert notations(payments(g, "christian")) == ["pay alvar_fanez loot alvar_fanez"]
    g.siege["jativa"] = 1
    assert payments(g, "christian") == []
    assert alvar.at == "jativa"


def test_x018_a_newly_mustered_lord_does_not_levy() -> None:
    g = empty()
    put(g, "alfonso", "leon")
    wait(g, "pedro_ansurez", g.box)
    asked = run(muster(g, "christian"), "muster alfonso", "levy lord pedro_ansurez", "done", dice=[2])
    assert g.lords["pedro_ansurez"].at == "simancas"
    assert not any("muster pedro_ansurez" in notations(ask.options) for ask in asked)


def test_x019_who_may_take_part_in_muster() -> None:
    g = empty()
    g.conquered |= {"toledo": 3}
    g.jihad["ucles"] = 2
    put(g, "alfonso", "madrid", inside=True)
    put(g, "abd_allah", "madrid")
    put(g, "yusuf", "guadalajara")
    put(g, "sir", "jativa")
    put(g, "al_mutamid", "sevilla", inside=True)
    put(g, "rodrigo_campeador", "burgos")
    put(g, "eudes", "ucles")
    g.siege["sevilla"], g.ravaged["madrid"] = 1, "muslim"
    g.bypass |= {"madrid": 1, "ucles": 1}
    g.banned = ["pedro_ansurez", "garcia_ordonez", "alvar_fanez", "rodrigo_campeador"]
    able = [lord.id for lord in g.lords.values() if lord.where == MAP and RULES.may_levy(g, lord)]
    assert able == ["alfonso"]


def test_x020_alfonso_musters() -> None:
    g = empty()
    alfonso = put(g, "alfonso", "leon")
    wait(g, "pedro_ansurez", g.box)
    asked = run(
        levy(g, alfonso), "levy vassal froila", "levy capability", "card C18", "levy lord pedro_ansurez", "milites",
        "spend provender alfonso", "take light_horse", "take light_horse", "take militia", "done", dice=[5],
    )  # fmt: skip
    assert g.lords["pedro_ansurez"].where == CALENDAR
    assert alfonso.forces == {
        "knights": 2,
        "men_at_arms": 2,
        "serfs": 1,
        "sergeants": 1,
        "light_horse": 2,
        "militia": 1,
    }
    assert g.edge["christian"] == ["C18"]
    assert "levy cart" not in notations(asked[-1].options)


def test_x021_service_goes_ahead_by_the_rating() -> None:
    g = empty()
    g.box = 6
    put(g, "alfonso", "leon")
    wait(g, "pedro_ansurez", 6)
    run(muster(g, "christian"), "muster alfonso", "levy lord pedro_ansurez", "done", dice=[4])
    assert g.lords["pedro_ansurez"].service == 10


def test_x023_reconcile_with_rodrigo_costs_by_his_service() -> None:
    g = empty()
    g.box = 4
    put(g, "rodrigo_al_sayyid", "sevilla").service = 6
    g.seats["rodrigo_al_sayyid"] = "sevilla"
    run(christian_call(g), "reconcile")
    assert g.box_vp == 3
    assert g.lords["rodrigo_al_sayyid"].where != MAP
    assert (g.lords["rodrigo_campeador"].where, g.lords["rodrigo_campeador"].box) == (CALENDAR, 6)
    assert g.seats == {}


def test_x024_the_christians_have_no_call_to_arms_at_the_start_of_e() -> None:
    assert run(christian_call(scenario("E"))) == []


def test_x025_uphold_the_dynasties() -> None:
    g = scenario("E")
    assert points(g)["muslim"] == 16
    run(muslim_call(g), "uphold", "jihad jativa")
    assert [g.lords[lord].box for lord in ("yusuf", "sir")] == [10, 10]
    assert points(g)["muslim"] == 19


def test_x026_invite_the_almoravids() -> None:
    g = scenario("E")
    g.box = 11
    run(muslim_call(g), "invite yusuf")
    yusuf = g.lords["yusuf"]
    assert (yusuf.at, yusuf.service, g.seats["yusuf"]) == ("algeciras", 15, "algeciras")
    assert g.lords["eudes"].box == 13


def test_x027_call_upon_an_emir() -> None:
    g = empty()
    g.box = 13
    put(g, "yusuf", "badajoz")
    wait(g, "al_mutawakkil", 16)
    before = points(g)["christian"]
    run(muslim_call(g), "emir al_mutawakkil")
    emir = g.lords["al_mutawakkil"]
    assert (emir.at, emir.service, g.taifas["badajoz"]) == ("badajoz", 17, "independent")
    assert points(g)["christian"] == before - 2


@pytest.mark.parametrize(("campaign", "box"), [(True, 16), (False, 15)])
def test_x028_disband_counts_from_the_next_box_in_a_campaign(campaign: bool, box: int) -> None:
    g = empty()
    g.box, g.campaigning = 11, campaign
    put(g, "alfonso", "leon")
    lord = put(g, "pedro_ansurez", "simancas")
    run(disband(g, lord))
    assert lord.box == box


def test_x029_plan_sizes() -> None:
    for box, size in ((9, 7), (11, 8), (13, 7)):
        g = empty()
        g.box = box
        put(g, "alfonso", "leon"), put(g, "al_mutamid", "sevilla", coin=0, cart=1)
        run(plan(g), *["plan alfonso"] * 4, *["plan al_mutamid"] * 3)
        assert [len(g.plans[side]) for side in ("christian", "muslim")] == [size, size]


# --- 4.3: March -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("provender", "laden", "left"), [(2, False, 0), (3, True, 0), (4, True, 0), (5, True, 1)])
def test_x031_laden_on_a_road(provender: int, laden: bool, left: int) -> None:
    g = empty()
    alvar = put(g, "alvar_fanez", "burgos", cart=1, mule=1, provender=provender)
    command = commanding(g, alvar)
    run(march(g, alvar, "najera"), *(["laden"] if laden else []))
    assert command.used == (2 if laden else 1)
    assert alvar.assets["provender"] == provender - left


def test_x032_a_cart_is_laden_over_a_pass_and_a_mule_is_not() -> None:
    g = empty()
    cart, mule = put(g, "alvar_fanez", "burgos", cart=1), put(g, "sancho", "burgos", mule=1)
    assert capacity(g, [cart], over_pass=True) == (0, 2)
    assert capacity(g, [mule], over_pass=True) == (1, 2)


def test_x033_a_laden_lord_with_one_action_must_leave_things_behind() -> None:
    g = empty()
    alvar = put(g, "alvar_fanez", "burgos", cart=1, provender=2, loot=1)
    command = commanding(g, alvar, actions=1)
    asked = run(march(g, alvar, "najera"))
    assert notations(asked.named("laden")[0].options) == ["unladen", "halt"]
    assert alvar.assets == {"cart": 1, "provender": 1}
    assert command.used == 1


def test_x035_x036_alvar_marches_on_al_mundir_and_ravages_burriana() -> None:
    g = empty()
    alvar = put(g, "alvar_fanez", "jucar", cart=1, mule=1)
    mundir = put(g, "al_mundir", "valencia", cart=1, mule=1)
    command = commanding(g, alvar, actions=4)
    before = points(g)["christian"]
    asked = run(
        activate(g, alvar, command), "march jativa", "march valencia", "avoid al_mundir burriana", "march burriana",
        "avoid al_mundir baniskula", "bypass", "ravage",
    )  # fmt: skip
    first, second = [
        [option for option in notations(ask.options) if option.startswith(("avoid", "withdraw"))]
        for ask in asked.named("approach")
    ]
    assert first == ["avoid al_mundir alpuente", "avoid al_mundir burriana"]
    assert "withdraw al_mundir" in second
    assert "1 action left" in asked.named("command")[-1].prompt
    last = notations(asked.named("command")[-1].options)
    assert not any(option.startswith("march") for option in last)
    assert "encamp" in last
    assert mundir.at == "baniskula"
    assert g.ravaged == {"burriana": "christian"}
    assert points(g)["christian"] - before == 1
    assert (alvar.assets["loot"], alvar.assets["provender"]) == (1, 1)
    assert mundir.service == g.box + 4 - 1


@pytest.mark.parametrize(("before", "shift"), [(0, -1), (1, 0), (2, -1), (3, 0)])
def test_x037_odd_ravages_enforce_parias(before: int, shift: int) -> None:
    g = empty()
    mundir = put(g, "al_mundir", "lerida")
    alvar = put(g, "alvar_fanez", "burriana")
    g.ravaged |= dict.fromkeys(["alicante", "denia", "tortosa"][:before], "christian")
    service = mundir.service
    run(ravage(g, alvar, "burriana"))
    assert mundir.service - service == shift


# --- 4.6-4.9: food and seasons --------------------------------------------------------------------


@pytest.mark.parametrize(("mouths", "cost"), [(1, 1), (6, 1), (7, 2), (12, 2), (13, 3), (18, 3)])
def test_x038_feeding(mouths: int, cost: int) -> None:
    assert ration(empty(), Lord("alfonso", "christian", forces={"militia": mouths})) == cost


def test_x039_mules_eat_too() -> None:
    assert ration(empty(), Lord("alfonso", "christian", forces={"militia": 5}, assets={"mule": 2})) == 2


def test_x040_alvar_feeds_and_may_not_let_his_mule_go() -> None:
    g = empty()
    alvar = put(g, "alvar_fanez", "burriana", militia=6, mule=1, provender=1, loot=1)
    assert run(feed(g, "christian", [alvar])) == []
    assert alvar.assets == {"mule": 1}


@pytest.mark.parametrize(("answer", "mules", "shift"), [("release 1", 1, 0), ("hungry", 2, -1)])
def test_x041_one_mule_goes_or_service_suffers(answer: str, mules: int, shift: int) -> None:
    g = empty()
    alvar = put(g, "alvar_fanez", "burriana", militia=5, mule=2, loot=1)
    service = alvar.service
    asked = run(feed(g, "christian", [alvar]), answer)
    assert notations(asked[0].options) == ["release 1", "hungry"]
    assert alvar.assets == {"mule": mules}
    assert alvar.service - service == shift


def test_x042_partly_fed_is_unfed() -> None:
    g = empty()
    alvar = put(g, "alvar_fanez", "burriana", militia=7, provender=1)
    service = alvar.service
    run(feed(g, "christian", [alvar]))
    assert alvar.assets == {}
    assert alvar.service == service - 1


def test_x044_supply_needs_a_transport_for_each_way_of_each_route() -> None:
    g = empty()
    emir = put(g, "al_mutamid", "sevilla", cart=0, coin=1)
    assert supply_gain(g, emir) == 1
    emir.at = "merida"
    for carts, provender in ((1, 0), (2, 1), (3, 1), (4, 2)):
        emir.assets = {"cart": carts}
        assert supply_gain(g, emir) == provender
    supply(g, emir)
    assert emir.assets == {"cart": 4, "provender": 2}


def test_x045_grow() -> None:
    g = empty()
    g.ravaged = dict.fromkeys(["alicante", "denia", "tortosa", "jativa", "valencia"], "christian")
    g.ravaged |= dict.fromkeys(["coria", "astorga"], "muslim")
    run(grow(g, "christian"), "grow coria")
    run(grow(g, "muslim"), "grow denia", "grow jativa")
    assert sorted(g.ravaged.values()) == ["christian"] * 3 + ["muslim"]


def test_x046_harvest() -> None:
    g = empty()
    g.box = 4
    lord = put(g, "alfonso", "leon", cart=3, mule=1)
    run(RULES.after_campaign(g))
    assert lord.assets == {"cart": 2, "mule": 1}


def test_x047_repairs() -> None:
    g = empty()
    g.siege = {"toledo": 1, "jativa": 2, "valencia": 3, "madrid": 4}
    repairs(g)
    assert list(g.siege.values()) == [1, 2, 2, 3]


def test_x048_x049_wastage() -> None:
    g = empty()
    alfonso = put(g, "alfonso", "leon", "C1", mule=2, loot=1)
    put(g, "sancho", "jaca", cart=1, mule=1)
    asked = run(wastage(g), "waste C1")
    assert notations(asked[0].options) == ["waste mule", "waste loot", "waste C1"]
    assert len(asked) == 1
    assert alfonso.cards == []


# --- 4.4: Battle ----------------------------------------------------------------------------------


def field(g, attacker: str = "christian", kind: str = "battle") -> Fight:
    other = {"christian": "muslim", "muslim": "christian"}
    return Fight(kind, "sagrajas", attacker, other[attacker], front={"christian": ["", "", ""], "muslim": ["", "", ""]})


def hits(g, lord: Lord, step: str, kind: str = "battle", javelins: bool = False, **fight) -> int:
    what = field(g, kind=kind)
    for key, value in fight.items():
        setattr(what, key, value)
    what.lords = {lord.side: [lord.id], "muslim" if lord.side == "christian" else "christian": []}
    power = missiles(g, what, lord, javelins) if step == "missile" else (0, melee(g, what, lord, step), 0)
    return sum(whole_hits(power, False).values())


def test_x050_defending_missiles_are_resolved_before_attacking_missiles() -> None:
    g = empty()
    put(g, "alvar_fanez", "albarracin", "C4", militia=1)
    bowmen = put(g, "al_mundir", "albarracin", "M4", militia=2)
    fight = field(g)
    fight.lords = {"christian": ["alvar_fanez"], "muslim": ["al_mundir"]}
    run(fight_out(g, fight), dice=[2])
    assert g.lords["alvar_fanez"].routed == {"militia": 1}
    assert bowmen.routed == {}


def test_x051_the_order_of_strikes() -> None:
    assert [f"{who[0]}_{step}" for who, step in BATTLE_ORDER] == [
        "d_missile", "a_missile", "d_horse", "a_horse", "d_foot", "a_foot"
    ]  # fmt: skip
    assert [f"{who[0]}_{step}" for who, step in STORM_ORDER] == ["d_missile", "a_missile", "d_melee", "a_melee"]


@pytest.mark.parametrize(("crossbows", "bows", "total", "aimed"), [(3, 3, 3, 2), (2, 1, 2, 1)])
def test_x052_x053_mixed_missiles_round_for_crossbows(crossbows: int, bows: int, total: int, aimed: int) -> None:
    whole = whole_hits((crossbows, bows, 0), False)
    assert sum(whole.values()) == total
    assert whole["crossbow"] == aimed


def test_x053_a_town_garrison_shoots() -> None:
    g = empty()
    fight = field(g, kind="storm")
    fight.garrison = {"men_at_arms": 2, "militia": 1}
    assert RULES.garrison_power(g, fight, "missile") == (2, 1, 0)


def test_x054_to_x057_rounding() -> None:
    g = empty()
    assert hits(g, put(g, "al_mutamid", "sagrajas", light_horse=5), "horse") == 3
    assert sum(whole_hits((0, 10, 0), True).values()) == 3
    assert sum(whole_hits((0, 3 + 2, 0), False).values()) == 3
    best = put(g, "alvar_fanez", "sagrajas", "C4", "C9", militia=1)
    assert missiles(g, field(g), best, False) == (0, 2, 0)
    both = put(g, "alvar_fanez", "sagrajas", "C2", "C7", militia=1)
    assert missiles(g, field(g), both, True) == (2, 0, 0)


def test_x058_service_after_retreat() -> None:
    assert [RULES.retreat_shift(die) for die in range(1, 7)] == [-1, -1, -2, -2, -3, -3]


def test_x060_knights() -> None:
    g = empty()
    lord = put(g, "alfonso", "sagrajas", knights=4)
    assert (hits(g, lord, "horse"), hits(g, lord, "melee", kind="storm")) == (8, 4)


def test_x061_cantador() -> None:
    g = empty()
    lord = put(g, "alfonso", "sagrajas", knights=2, sergeants=3)
    assert hits(g, lord, "horse", chosen={"cantador": "alfonso"}) == 11
    assert hits(g, lord, "melee", kind="storm", chosen={"cantador": "alfonso"}) == 6
    assert hits(g, lord, "horse", chosen={"cantador": "alfonso"}, round=2) == 7


def test_x062_yusuf_at_full_strength() -> None:
    g = empty()
    yusuf = put(g, "yusuf", "sagrajas")
    assert [hits(g, yusuf, step, javelins=True) for step in ("missile", "horse", "foot")] == [8, 4, 9]


def test_x063_hills() -> None:
    g = empty()
    lord = put(g, "al_mutamid", "sagrajas", "M7", "M4", militia=3, light_horse=2)
    assert hits(g, lord, "missile") == 4
    assert hits(g, lord, "missile", played=["M1"]) == 7


def test_x064_the_armies_of_sagrajas() -> None:
    g = scenario("S")
    procedure = milites(g)
    run(procedure, "choose alfonso", *["take light_horse"] * 3, "choose sancho", "take light_horse")
    totals = {}
    for side in ("christian", "muslim"):
        totals[side] = Counter()
        for lord in mustered(g, side):
            totals[side].update(lord.forces)
    assert totals["christian"] == {
        "knights": 12, "sergeants": 11, "light_horse": 6, "men_at_arms": 11, "militia": 7, "serfs": 5
    }  # fmt: skip
    assert totals["muslim"] == {
        "sergeants": 5, "african_horse": 10, "light_horse": 7, "african_foot": 14, "men_at_arms": 2, "militia": 17
    }  # fmt: skip


# --- 4.5: Siege and Storm -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "siege", "ravaged", "dice", "limit"), [("toledo", 4, True, 3, 5), ("jativa", 1, False, 1, 1)]
)
def test_x065_surrender(place: str, siege: int, ravaged: bool, dice: int, limit: int) -> None:
    g = empty()
    g.jihad[place] = 1
    g.siege[place] = siege
    if ravaged:
        g.ravaged[place] = "christian"
    alvar = put(g, "alvar_fanez", place)
    assert surrender_limit(g, place) == limit
    procedure = RULES.surrender(g, alvar, place)
    request = procedure.send(None)
    assert isinstance(request, Roll)
    assert request.count == dice
    with pytest.raises(StopIteration) as end:
        procedure.send((limit,) * dice)
    assert end.value.value is True
    assert place in g.conquered


def test_x066_a_battering_ram_counts_as_a_lord() -> None:
    g = empty()
    g.jihad["toledo"], g.siege["toledo"] = 3, 1
    put(g, "alfonso", "toledo"), put(g, "alvar_fanez", "toledo")
    siegeworks(g, "christian", "toledo")
    assert g.siege["toledo"] == 1
    g.lords["alfonso"].cards = ["C1"]
    siegeworks(g, "christian", "toledo")
    assert g.siege["toledo"] == 2


def test_x069_a_garrison_ignores_the_cards_of_the_lord_inside() -> None:
    g = empty()
    lord = put(g, "alvar_fanez", "sagrajas", men_at_arms=2)
    fight = field(g, attacker="muslim", kind="storm")
    fight.lords = {"christian": ["alvar_fanez"], "muslim": []}
    fight.garrison, fight.chosen = {"men_at_arms": 2, "militia": 1}, {"cantador": "alvar_fanez"}
    assert missiles(g, fight, lord, False) == (0, 0, 0)
    assert RULES.garrison_power(g, fight, "melee") == (0, 5, 0)
    lord.cards = ["C2"]
    assert missiles(g, fight, lord, False) == (2, 0, 0)


def jativa() -> tuple:
    """The Background Book's Storm: Álvar Fáñez and Alfonso against Abu Bakr in Játiva."""
    g = empty()
    g.campaigning = True
    put(g, "al_mutamid", "sevilla")
    abu_bakr = put(g, "abu_bakr", "jativa", inside=True, sergeants=1, light_horse=1, men_at_arms=1, militia=2, cart=1)
    alvar = put(
        g, "alvar_fanez", "jativa", "C2", "C7", knights=2, sergeants=3, men_at_arms=2, militia=1, serfs=1, cart=1
    )  # fmt: skip
    alfonso = put(
        g, "alfonso", "jativa", "C6", "C4", knights=2, sergeants=2, men_at_arms=2, militia=1, serfs=1, cart=1
    )  # fmt: skip
    g.siege["jativa"] = 3
    return g, alvar, alfonso, abu_bakr


def test_x070_the_storm_of_jativa_is_set_up() -> None:
    g, alvar, _, _ = jativa()
    command = commanding(g, alvar)
    procedure = activate(g, alvar, command)
    choose = {option.notation: option for option in procedure.send(None).options}
    for _ in range(3):
        request = procedure.send(choose["forage"])
        assert isinstance(request, Roll)
        choose = {option.notation: option for option in procedure.send((6,)).options}
    procedure.send(choose["storm"])
    fight = g.fight
    assert fight is not None
    assert (fight.rounds, fight.walls, fight.siegeworks) == (3, 4, 3)
    assert fight.garrison == {"men_at_arms": 2, "militia": 1}
    assert fight.front == {"christian": ["", "alvar_fanez", ""], "muslim": ["", "abu_bakr", ""]}
    assert fight.reserve["christian"] == ["alfonso"]


def test_x073_defending_melee_of_round_one() -> None:
    g, alvar, _, abu_bakr = jativa()
    fight = Fight("storm", "jativa", "christian", "muslim", garrison={"men_at_arms": 1, "militia": 1}, siegeworks=3)
    fight.lords = {"christian": ["alvar_fanez"], "muslim": ["abu_bakr"]}
    fight.front = {"christian": ["", "alvar_fanez", ""], "muslim": ["", "abu_bakr", ""]}
    fight.reserve = {"christian": [], "muslim": []}
    asked = run(
        strike_step(g, fight, "defender", "melee"), "absorb knights", "absorb knights", dice=[1, 3, 3, 4, 6, 3, 5]
    )
    assert set(notations(asked[0].options)) == {"absorb knights", "absorb sergeants", "absorb men_at_arms"}
    assert alvar.routed == {"knights": 1}
    assert abu_bakr.routed == {}


def test_x074_attacking_melee_of_round_one_is_capped_at_six() -> None:
    g, alvar, _, _ = jativa()
    alvar.forces = {"knights": 1, "sergeants": 3, "men_at_arms": 2, "militia": 1, "serfs": 1}
    fight = Fight("storm", "jativa", "christian", "muslim", garrison={"men_at_arms": 1, "militia": 1}, walls=4)
    fight.lords = {"christian": ["alvar_fanez"], "muslim": ["abu_bakr"]}
    fight.front = {"christian": ["", "alvar_fanez", ""], "muslim": ["", "abu_bakr", ""]}
    fight.reserve = {"christian": [], "muslim": []}
    assert melee(g, fight, alvar, "melee") == 12
    run(strike_step(g, fight, "attacker", "melee"), "absorb men_at_arms", dice=[1, 2, 3, 4, 5, 6, 6, 6])
    assert fight.garrison == {}


def test_x075_round_two_of_the_storm() -> None:
    g, alvar, alfonso, _ = jativa()
    fight = Fight("storm", "jativa", "christian", "muslim", walls=4)
    fight.lords = {"christian": ["alvar_fanez", "alfonso"], "muslim": ["abu_bakr"]}
    assert walls(g, fight) == 4
    fight.round = 2
    assert walls(g, fight) == 3
    assert sum(whole_hits(missiles(g, fight, alfonso, False), False).values()) == 2
    assert whole_hits(missiles(g, fight, alvar, False), False)["crossbow"] == 2
    alfonso.forces["sergeants"] = alvar.forces["sergeants"] = 9
    assert melee(g, fight, alvar, "melee") + melee(g, fight, alfonso, "melee") == 2 * 12


def test_x076_the_sack_of_jativa() -> None:
    g, alvar, alfonso, abu_bakr = jativa()
    alvar.routed = {"knights": alvar.forces.pop("knights")}
    abu_bakr.forces, abu_bakr.routed = {}, {"sergeants": 1}
    fight = Fight("storm", "jativa", "christian", "muslim", routed=["abu_bakr"])
    fight.lords = {"christian": ["alvar_fanez", "alfonso"], "muslim": ["abu_bakr"]}
    before = points(g)["christian"]
    run(end_storm(g, fight), "rest alvar_fanez", "rest alfonso", dice=[2, 6])
    assert abu_bakr.where == GONE
    assert (alvar.assets["coin"], alvar.assets["provender"], alvar.assets["cart"]) == (1, 2, 2)
    assert g.conquered == {"jativa": 1}
    assert "knights" not in alvar.forces
    assert g.taifas["valencia"] == "parias"
    assert alfonso.assets["coin"] == 4
    assert points(g)["christian"] - before == 2 + 2
    assert [ration(g, lord) for lord in (alvar, alfonso)] == [2, 2]


def test_x077_garcia_jimenez_storms_longer() -> None:
    g = empty()
    g.jihad["jativa"], g.siege["jativa"] = 1, 1
    assert RULES.storm_rounds(g, put(g, "alvar_fanez", "jativa", "C24"), "jativa") == 3


def test_x078_surprise_storms_at_once() -> None:
    g = empty()
    put(g, "al_mundir", "lerida")
    alvar = put(g, "alvar_fanez", "valencia", knights=6, cart=1)
    commanding(g, alvar)
    g.held["christian"] = holding("christian", "C6")
    alvar.at = "burriana"
    procedure = arrive(g, alvar, "valencia")
    ask = procedure.send(None)
    option = ask.play("C6")
    option.token = g.held["christian"][0]
    procedure.send(option)
    fight = g.fight
    assert fight is not None
    assert (g.siege["burriana"], fight.walls, fight.siegeworks, fight.kind) == (2, 3, 2, "storm")


def test_x079_a_lost_sally_leaves_one_siege_marker() -> None:
    g = empty()
    lord = put(g, "al_mustain", "zaragoza", inside=True, militia=2)
    put(g, "alfonso", "zaragoza", knights=6)
    g.siege["zaragoza"] = 3
    commanding(g, lord)
    run(sally(g, lord), "fight", "fight", dice=[6] * 12 + [1, 1])
    assert g.siege["zaragoza"] == 1
    assert lord.inside


# --- cards ----------------------------------------------------------------------------------------


def test_x080_devaluation_of_muslim_coin() -> None:
    g = empty()
    put(g, "al_mutamid", "sevilla", coin=1)
    g.box_coin = 4
    run(EVENTS["devaluation"](g, CARDS["C10"]), "lose taifas")
    assert g.box_coin + g.lords["al_mutamid"].assets["coin"] == 4


def test_x081_devaluation_of_christian_coin() -> None:
    g = empty()
    put(g, "alfonso", "leon", coin=2), put(g, "pedro_ansurez", "leon", coin=1)
    run(EVENTS["devaluation"](g, CARDS["M14"]), "lose alfonso")
    assert [g.lords[lord].assets["coin"] for lord in ("alfonso", "pedro_ansurez")] == [1, 1]


def test_x082_x083_crossbows_and_the_arrada_pierce_armor() -> None:
    g = empty()
    put(g, "alvar_fanez", "sagrajas")
    fight = field(g, attacker="muslim", kind="storm")
    strike = ("muslim", "missile")
    assert protection(g, fight, *strike, "crossbow", "alvar_fanez", "men_at_arms") == 2
    assert protection(g, fight, *strike, "engine", "alvar_fanez", "men_at_arms") == 1
    assert protection(g, fight, *strike, "engine", "alvar_fanez", "knights") == 2
    assert protection(g, fight, *strike, "plain", GARRISON, "men_at_arms") == 3


def test_x084_spear_wall() -> None:
    g = empty()
    put(g, "yusuf", "sagrajas")
    fight = field(g)
    fight.chosen = {"spear wall 1": "yusuf", "spear wall round": "1"}
    for unit, save in (("men_at_arms", 4), ("african_foot", 3)):
        assert protection(g, fight, "christian", "horse", "plain", "yusuf", unit) == save
        assert protection(g, fight, "christian", "foot", "plain", "yusuf", unit) == save - 1


def test_x085_mesnada_and_hasham() -> None:
    g = empty()
    alfonso, yusuf = put(g, "alfonso", "leon", "C11"), put(g, "yusuf", "algeciras", "M11")
    assert (RULES.actions(g, alfonso), RULES.actions(g, yusuf)) == (5, 3)
    del alfonso.forces["knights"]
    assert RULES.actions(g, alfonso) == 4


def test_x086_fatwa_at_most() -> None:
    g = empty()
    put(g, "yusuf", "coria"), put(g, "sir", "leon")
    eudes = put(g, "eudes", "pamplona")
    eudes.vassals |= {"crusaders_1": MUSTERED, "crusaders_2": MUSTERED}
    assert fatwa_count(g) == 4


def test_x088_freebooter() -> None:
    g = empty()
    g.box, g.box_vp = 5, 3
    put(g, "rodrigo_campeador", "burgos")
    run(EVENTS["freebooter"](g, CARDS["M25"]), "yes")
    assert g.box_vp == 2
    assert (g.lords["rodrigo_al_sayyid"].where, g.lords["rodrigo_al_sayyid"].box) == (CALENDAR, 7)
    assert g.lords["rodrigo_campeador"].where == "off"


# --- 5, 6: scenarios and victory ------------------------------------------------------------------


@pytest.mark.parametrize("adjustments", ["printed", "adjusted_2023_02"])
@pytest.mark.parametrize(
    ("name", "christian", "muslim"),
    [("A", 5, 8), ("B", 9, 8), ("C", 8, 7), ("D", 11, 10), ("E", 8, 8), ("F", 7, 10)],
)
def test_x089_to_x094_the_opening_score_is_the_one_printed(
    name: str, christian: int, muslim: int, adjustments: str
) -> None:
    score = points(scenario(name, adjustments=adjustments))
    assert score == {"christian": 2 * christian, "muslim": 2 * muslim}
    assert SCENARIOS[name].vp == {"christian": christian, "muslim": muslim}


def test_x095_curias_condition() -> None:
    g = empty()
    g.conquered = {"toledo": 3, "talavera": 2}
    g.ravaged = dict.fromkeys(["alicante", "denia", "jativa"], "christian") | {"coria": "muslim"}
    g.jihad = {"calatrava": 3, "ucles": 3}
    assert curias_due(g)
    g.jihad["ucles"] = 4
    assert not curias_due(g)


@pytest.mark.parametrize(("box", "removed"), [(5, 2), (6, 1)])
def test_x096_curias_cost(box: int, removed: int) -> None:
    g = scenario("F")
    g.box, g.jihad = box, {}
    run(curias(g))
    assert (g.box, g.box_vp) == (7, 6 - removed)
    assert [g.lords[lord].where for lord in ("pedro_ansurez", "garcia_ordonez")] == [CALENDAR, CALENDAR]


def test_x097_rodrigo_winters_in_box_nine() -> None:
    g = scenario("F")
    g.box = 7
    put(g, "rodrigo_al_sayyid", "sevilla").service = 6
    for lord in g.lords.values():
        lord.service = lord.service if lord.id.startswith("rodrigo") else 9
    run(winter_disband(g))
    assert (g.lords["rodrigo_al_sayyid"].where, g.lords["rodrigo_al_sayyid"].box) == (CALENDAR, 9)
    assert g.lords["alfonso"].where == "mat"
    assert g.lords["alvar_fanez"].at == "toledo"


def test_x098_ruined_land() -> None:
    g = empty()
    g.special = ["ruined_land"]
    emir, alfonso = put(g, "al_mutamid", "sevilla"), put(g, "alfonso", "leon", cart=1)
    g.ravaged = {"jerez": "christian", "huelva": "christian", "moron": "muslim"}
    run(disband(g, emir))
    assert alfonso.assets["coin"] == 3


def test_x099_a_side_without_lords_loses_at_once() -> None:
    g = empty()
    emir = put(g, "al_mutamid", "sevilla")
    put(g, "alfonso", "leon")
    g.campaigning = True
    assert run(disband(g, emir)).result == "campaign over"
    assert g.winner == "christian"


def test_call_to_arms_is_skipped_in_the_introductory_scenarios() -> None:
    assert run(RULES.call_to_arms(scenario("A"))) == []
    assert GAME.scenario("A").title == "Toledo Beset, Spring 1085"


def test_4_4_a_battle_between_two_lords_ends_with_a_retreat() -> None:
    g = empty()
    put(g, "alfonso", "leon")
    alvar = put(g, "alvar_fanez", "burriana", knights=3, cart=1)
    mundir = put(g, "al_mundir", "burriana", militia=2, coin=2)
    commanding(g, alvar)
    alvar.at = mundir.at = "baniskula"
    run(battle(g, "baniskula", alvar, "burriana"), dice=[6] * 6 + [1, 1, 4])
    assert owner(g, "baniskula") == "muslim"
    assert mundir.at == "tortosa"
    assert alvar.assets["coin"] == 2
    assert mundir.service == g.box + 4 - 2
