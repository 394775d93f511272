"""'Why can't I?' answers every question with the particular reason and the rule."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable

from core.engine import Ask, LocalTable, Procedure, Refusal, Session
from core.games.almoravid import GAME
from core.games.almoravid.call_to_arms import christian_call, employ, invite, muslim_call
from core.games.almoravid.cards import events, held, reactions
from core.games.almoravid.coins import pay_asset, pay_coin
from core.games.almoravid.data import CARDS, CHRISTIAN, MUSLIM
from core.games.almoravid.politics import add_jihad
from core.games.almoravid.rules import grow
from core.games.almoravid.state import Almoravid
from core.games.almoravid.winter import spring_seat, winter_action
from core.games.levy.arts import assign, discard_excess, place_capability
from core.games.levy.baggage import leave_behind, share_out
from core.games.levy.battle import battle, storm
from core.games.levy.command import one_command
from core.games.levy.end_campaign import discard_cards, wastage
from core.games.levy.feed import feed
from core.games.levy.hand import why_not_card, window
from core.games.levy.march import choose_group
from core.games.levy.muster import levy, muster, muster_lord
from core.games.levy.pay import pay
from tests.almoravid.position import commanding, empty, put, wait
from tests.levy.script import Script, holding


def question(procedure: Procedure[object], name: str, *answers: str, dice: tuple[int, ...] = ()) -> Ask:
    """Plays on until somebody is asked `name`."""
    script, value = Script(answers, dice), None
    while True:
        request = procedure.send(value)
        if isinstance(request, Ask) and request.name == name and not script.answers:
            return request
        value = script.reply(request)


def reason(ask: Ask, said: str) -> Refusal:
    refusal = ask.explain(said)
    assert refusal is not None, f"'{said}' is on offer"
    assert "is no answer" not in refusal.reason, refusal
    assert refusal.rule
    return refusal


def two_christians() -> Almoravid:
    g = empty()
    put(g, "alfonso", "leon", coin=1, provender=2)
    put(g, "sancho", "leon", coin=1, provender=2)
    return g


# --- Muster ------------------------------------------------------------------------------------------


def test_hire_costs_coin_and_needs_the_card_at_the_mat() -> None:
    g = empty()
    ask = question(levy(g, put(g, "al_mustain", "zaragoza", "M20", cart=1)), "levy")
    assert "costs 1 Coin" in reason(ask, "hire M20").reason
    assert "is not at the mat" in reason(ask, "hire M15").reason
    assert "hires nobody" in reason(ask, "hire M22").reason


def test_units_are_hired_once() -> None:
    g = empty()
    lord = put(g, "al_mustain", "zaragoza", "M20", coin=3)
    lord.hired["M20"] = 1
    assert "have been hired" in reason(question(levy(g, lord), "levy"), "hire M20").reason


def test_milites_need_their_card_units_and_an_asset() -> None:
    g = empty()
    alfonso = put(g, "alfonso", "leon", cart=0)
    assert "not at your board edge" in reason(question(levy(g, alfonso), "levy"), "milites").reason
    g.edge[CHRISTIAN] = ["C18"]
    alfonso.assets = {}
    assert "cost an Asset" in reason(question(levy(g, alfonso), "levy"), "milites").reason
    g.milites, alfonso.assets = {}, {"cart": 1}
    assert reason(question(levy(g, alfonso), "levy"), "milites") == Refusal("No units are left on the card.", "C18")
    assert "which Lord" in reason(question(muster(g, CHRISTIAN), "muster"), "milites").reason


def test_a_unit_of_milites_that_is_gone() -> None:
    g = empty()
    g.edge[CHRISTIAN], g.milites = ["C18"], {"militia": 1, "light_horse": 1}
    ask = question(levy(g, put(g, "alfonso", "leon", cart=1)), "milites", "milites", "take militia")
    assert reason(ask, "take militia").rule == "C18"


def test_fonsadera_takes_ready_vassals_of_unbesieged_lords() -> None:
    g = empty()
    alfonso = put(g, "alfonso", "leon")
    assert "not at your board edge" in reason(question(muster(g, CHRISTIAN), "muster"), "fonsadera froila coin").reason
    g.edge[CHRISTIAN] = ["C23"]
    ask = question(muster(g, CHRISTIAN), "muster")
    assert "Say for what" in reason(ask, "fonsadera froila").reason
    assert "no Vassal of a Christian Lord" in reason(ask, "fonsadera garcia coin").reason
    assert "Bishops" in reason(ask, "fonsadera bishop_lugo coin").reason
    alfonso.vassals["froila"] = "mustered"
    ask = question(muster(g, CHRISTIAN), "muster")
    assert "has Mustered" in reason(ask, "fonsadera froila coin").reason
    assert "between Lords" in reason(question(levy(g, alfonso), "levy"), "fonsadera vela coin").reason


def test_bishops_join_one_lord_each_but_not_sancho() -> None:
    g = two_christians()
    assert reason(question(muster(g, CHRISTIAN), "muster"), "bishop bishop_lugo alfonso").rule == "C22"
    g.edge[CHRISTIAN] = ["C22"]
    ask = question(muster(g, CHRISTIAN), "muster", "bishop bishop_lugo alfonso")
    assert "Sancho" in reason(ask, "bishop bishop_leon sancho").reason
    assert "has a Bishop" in reason(ask, "bishop bishop_leon alfonso").reason
    assert "not on the map" in reason(ask, "bishop bishop_leon eudes").reason
    put(g, "alvar_fanez", "leon")
    assert "with another Lord" in reason(ask, "bishop bishop_lugo alvar_fanez").reason


def test_a_cathedral_rises_where_alfonso_holds_a_conquered_city() -> None:
    g = empty()
    put(g, "alfonso", "toledo")
    put(g, "sancho", "jaca")
    g.edge[CHRISTIAN] = ["C16"]
    ask = question(muster(g, CHRISTIAN), "muster")
    assert "have Conquered" in reason(ask, "cathedral toledo").reason
    assert "Alfonso is not there" in reason(ask, "cathedral zaragoza").reason
    g.special = ["cathedrals_late"]
    assert "before Yusuf or Sir" in reason(ask, "cathedral toledo").reason
    g.edge[CHRISTIAN] = []
    assert "board edge" in reason(ask, "cathedral toledo").reason


def test_fueros_and_sisnando_calm_jihad_once_a_levy() -> None:
    g = empty()
    put(g, "alfonso", "leon")
    g.edge[CHRISTIAN], g.jihad = ["C20", "C21"], {"ucles": 1, "talavera": 1}
    put(g, "sir", "talavera")
    ask = question(muster(g, CHRISTIAN), "muster")
    assert "not Reconquista" in reason(ask, "fueros ucles").reason
    assert "No Jihad" in reason(ask, "fueros madrid").reason
    assert "A Lord is there" in reason(ask, "sisnando talavera").reason
    g.used_this_levy = ["sisnando"]
    ask = question(muster(g, CHRISTIAN), "muster")
    assert "has acted" in reason(ask, "sisnando ucles").reason
    assert "other side's" in reason(question(muster(g, MUSLIM), "muster"), "sisnando ucles").reason


def test_a_lord_musters_at_a_seat_of_his_that_is_free() -> None:
    g = empty()
    alfonso = wait(g, "alfonso", 9)
    seats = g.rules.lords["alfonso"].seats
    assert len(seats) > 1
    assert "no Seat of" in reason(question(muster_lord(g, alfonso), "seat"), "seat toledo").reason
    why_not = question(muster_lord(g, alfonso), "seat").why_not
    assert why_not is not None
    g.siege[seats[0]] = 1
    put(g, "sir", seats[1])
    assert "Besieged" in str(why_not(f"seat {seats[0]}"))
    assert "enemy Lord" in str(why_not(f"seat {seats[1]}"))


def test_a_card_drawn_goes_to_a_lord_who_can_have_it() -> None:
    g = two_christians()
    put(g, "alvar_fanez", "leon", "C1")
    ask = question(assign(g, CHRISTIAN, CARDS["C1"]), "assign")
    assert "of that title" in reason(ask, "give alvar_fanez").reason
    assert "other side" in reason(ask, "give al_mutamid").reason


def test_a_capability_that_is_held_in_use_or_not_for_him() -> None:
    g = empty()
    g.edge[CHRISTIAN], g.removed_cards = ["C20"], ["C18"]
    put(g, "al_mustain", "zaragoza", "M23")
    ask = question(levy(g, put(g, "alvar_fanez", "leon", "C1")), "card", "levy capability")
    assert "You hold" in str(why_not_card(g, CHRISTIAN, ["C19"], lambda card: None)("card C19"))
    assert "in use" in reason(ask, "card C20").reason
    assert "out of the game" in reason(ask, "card C18").reason
    assert "other side's" in reason(ask, "card M1").reason
    assert "Count of Barcelona" in reason(ask, "card C13").reason or "Pennant" in reason(ask, "card C13").reason


def test_only_cards_that_lie_there_are_discarded() -> None:
    g = empty()
    alfonso = put(g, "alfonso", "leon", "C1", "C2")
    assert "mat" in reason(question(place_capability(g, alfonso, CARDS["C4"]), "excess"), "discard C5").reason
    g.edge[CHRISTIAN] = ["C16", "C19"]
    assert "board edge" in reason(question(discard_excess(g, CHRISTIAN), "discard"), "discard C20").reason
    assert "nor held" in reason(question(discard_cards(g, CHRISTIAN), "reset"), "discard C20").reason


def test_wastage_takes_what_there_is() -> None:
    g = empty()
    put(g, "alfonso", "leon", "C1", coin=2)
    ask = question(wastage(g), "wastage")
    assert reason(ask, "waste mule") == Refusal("He has no mule.", "4.9.4")
    assert "mat" in reason(ask, "waste C9").reason


# --- cards that are held -----------------------------------------------------------------------------


def test_a_held_event_is_refused_for_what_all_know_of_it() -> None:
    g = empty()
    put(g, "alfonso", "leon", coin=1)
    g.held[CHRISTIAN], g.edge[CHRISTIAN] = holding(CHRISTIAN, "C7"), ["C18"]
    ask = question(pay(g, CHRISTIAN), "pay")
    assert "other side's" in reason(ask, "play M7").reason
    assert "never held" in reason(ask, "play C5").reason
    assert "lies on the table" in reason(ask, "play C18").reason
    assert "not the moment" in reason(ask, "play C7").reason
    assert "do not hold" in reason(ask, "play C15").reason


def test_a_window_tells_why_another_card_does_not_fit() -> None:
    g = empty()
    g.held[MUSLIM] = holding(MUSLIM, "M7")
    fits = reactions.only(g, ["M3"])
    ask = question(window(g, MUSLIM, "march", "They March", ["swollen_river"], fits), "march")
    assert "not the moment" in reason(ask, "play M7").reason


# --- March and Command -------------------------------------------------------------------------------


def test_who_does_not_march_along() -> None:
    g = two_christians()
    put(g, "alvar_fanez", "burgos")
    ask = question(choose_group(g, g.lords["alfonso"], "sahagun"), "group")
    assert "not at the same place" in reason(ask, "with alvar_fanez").reason
    assert "other side" in reason(ask, "with sir").reason
    assert "not on the map" in reason(ask, "with eudes").reason


def in_command(lord_id: str, place: str, *cards: str) -> tuple[Almoravid, Callable[[], Ask]]:
    g = empty()
    lord = put(g, lord_id, place, *cards)
    command = commanding(g, lord)
    return g, lambda: question(one_command(g, lord, command), "command")


def test_raids_need_the_card_provender_and_a_near_enemy_locale() -> None:
    _, plain = in_command("alvar_fanez", "madrid")
    assert "does not have raiders" in reason(plain(), "raid toledo").reason
    g, asked = in_command("alvar_fanez", "madrid", "C14")
    g.lords["alvar_fanez"].assets = {}
    assert "need a Provender" in reason(asked(), "raid toledo").reason
    g.lords["alvar_fanez"].assets = {"provender": 1}
    assert "two Ways" in reason(asked(), "raid sevilla").reason
    assert "Enemy Locale" in reason(asked(), "raid toledo").reason


def test_spies_need_an_enemy_near_who_holds_cards() -> None:
    _, asked = in_command("alvar_fanez", "madrid", "C26")
    assert "holds no card" in reason(asked(), "spies").reason


def test_preaching_follows_the_rules_of_jihad() -> None:
    g, asked = in_command("yusuf", "sevilla", "M9")
    put(g, "alfonso", "toledo")
    assert "Christian Lord or Seat" in reason(asked(), "preach toledo").reason
    assert "Kingdom" in reason(asked(), "preach leon").reason
    assert "not closer" in reason(asked(), "preach madrid").reason


def test_alferez_leads_one_lord_of_his_place() -> None:
    g, asked = in_command("alvar_fanez", "leon", "C15")
    put(g, "alfonso", "leon")
    assert "Marshal" in reason(asked(), "lead alfonso").reason
    assert "not on the map" in reason(asked(), "lead sancho").reason
    assert "leads nobody" in reason(asked(), "part").reason
    _, plain = in_command("alvar_fanez", "leon")
    assert "does not have Alférez" in reason(plain(), "lead sancho").reason


def test_only_alfonso_builds_and_only_el_cid_looks_into_the_deck() -> None:
    _, asked = in_command("alvar_fanez", "leon")
    assert "Only Alfonso" in reason(asked(), "cathedral toledo").reason
    assert "El Cid" in reason(asked(), "deck C3").reason


# --- fights ------------------------------------------------------------------------------------------


def three_against_one() -> Almoravid:
    g = empty()
    for lord in ("alfonso", "sancho", "alvar_fanez"):
        put(g, lord, "toledo")
    put(g, "sir", "toledo")
    commanding(g, g.lords["alfonso"])
    return g


def test_who_cannot_be_put_there() -> None:
    g = three_against_one()
    put(g, "garcia_ordonez", "burgos")
    ask = question(battle(g, "toledo", g.lords["alfonso"], "madrid"), "array")
    assert "his place" in reason(ask, "array left alfonso").reason
    assert "no part" in reason(ask, "array left garcia_ordonez").reason
    assert "other side" in reason(ask, "array left sir").reason


def test_who_cannot_be_struck_first_or_take_the_hits() -> None:
    g = empty()
    for lord in ("alfonso", "sancho"):
        put(g, lord, "toledo", knights=8)
    for lord in ("sir", "yusuf", "al_mutamid"):
        put(g, lord, "toledo", militia=1)
    commanding(g, g.lords["alfonso"])
    answers = ("array centre sir", "array left yusuf")
    ask = question(battle(g, "toledo", g.lords["alfonso"], "madrid"), "strike", *answers, dice=(1,) * 30)
    assert reason(ask, "strike abd_allah").rule == "4.4.2"


def test_who_is_not_in_reserve_does_not_come_up() -> None:
    g = empty()
    g.jihad["toledo"], g.siege["toledo"] = 3, 4
    for lord in ("alfonso", "sancho"):
        put(g, lord, "toledo", knights=9)
    commanding(g, g.lords["alfonso"])
    ask = question(storm(g, g.lords["alfonso"]), "reposition", dice=(1,) * 80)
    assert "his place" in reason(ask, "front alfonso").reason


def test_spoils_go_to_those_who_are_there() -> None:
    g = two_christians()
    lords = [g.lords["alfonso"], g.lords["sancho"]]
    ask = question(share_out(g, {"coin": 2}, lords), "spoils")
    assert "not on the map" in reason(ask, "give coin alvar_fanez").reason
    put(g, "alvar_fanez", "burgos")
    assert "not there to take it" in reason(ask, "rest alvar_fanez").reason


def test_who_leaves_goods_must_have_them() -> None:
    g = two_christians()
    ask = question(leave_behind(g, [g.lords["alfonso"], g.lords["sancho"]], "provender", 1, "?"), "leave")
    assert reason(ask, "leave provender alvar_fanez").rule == "1.7.2"


def test_food_is_shared_among_those_who_are_there() -> None:
    g = empty()
    for lord in ("alfonso", "sancho"):
        put(g, lord, "leon", provender=0, knights=1)
    put(g, "alvar_fanez", "leon", provender=1, knights=0).forces = {"knights": 1}
    put(g, "garcia_ordonez", "burgos")
    ask = question(feed(g, CHRISTIAN, [g.lords["alfonso"], g.lords["sancho"]]), "share")
    assert "not here" in reason(ask, "eats garcia_ordonez").reason


def test_only_provender_and_loot_feed_and_mules_go_only_if_that_helps() -> None:
    g = empty()
    alfonso = put(g, "alfonso", "leon", provender=1, loot=1, coin=1, knights=1)
    assert "Only Provender" in reason(question(feed(g, CHRISTIAN, [alfonso]), "feed"), "feed coin").reason
    alfonso.assets, alfonso.forces = {"mule": 7, "loot": 1}, {"knights": 5}
    assert reason(question(feed(g, CHRISTIAN, [alfonso]), "unfed"), "release 7").rule == "4.8.1"


def test_a_camp_attack_takes_what_is_there_and_a_parapet_is_paid_with_it() -> None:
    g = three_against_one()
    g.held[CHRISTIAN] = holding(CHRISTIAN, "C2")
    g.lords["sir"].assets = {"coin": 2, "mule": 2}
    answers = ("array left sancho", "play C2")
    ask = question(battle(g, "toledo", g.lords["alfonso"], "madrid"), "camp", *answers)
    assert "has no loot" in reason(ask, "seize loot").reason


def test_an_event_before_a_fight_must_fit_it() -> None:
    g = three_against_one()
    g.lords["sir"].cards = ["M8"]
    ask = question(battle(g, "toledo", g.lords["alfonso"], "madrid"), "events", "array left sancho")
    assert "does not fit" in reason(ask, "dawud M19").reason
    assert reason(ask, "play C1").rule == "1.9.1"


# --- politics, Call to Arms, Winter ------------------------------------------------------------------


def test_where_jihad_cannot_rise() -> None:
    g = empty()
    g.conquered["toledo"] = 3
    put(g, "al_mustain", "zaragoza")
    put(g, "alfonso", "madrid")
    ask = question(add_jihad(g, 1), "jihad")
    for place, words in {
        "leon": "Kingdom", "huesca": "Independent", "muradal": "Strongholds only", "toledo": "Conquered",
        "madrid": "Christian Lord",
    }.items():  # fmt: skip
        assert words in reason(ask, f"jihad {place}").reason, place
    far = question(add_jihad(g, 1, lambda place: place in ("ucles", "talavera")), "jihad")
    assert "does not reach" in reason(far, "jihad calatrava").reason


def test_only_enemy_ravage_grows_back() -> None:
    g = empty()
    g.ravaged = {"talavera": CHRISTIAN, "ucles": CHRISTIAN, "leon": MUSLIM}
    assert reason(question(grow(g, MUSLIM), "grow"), "grow leon").rule == "4.9.2"


def test_coin_comes_from_those_who_have_it() -> None:
    g = two_christians()
    lords = [g.lords["alfonso"], g.lords["sancho"]]
    put(g, "alvar_fanez", "burgos", cart=1)
    assert "no Coin" in reason(question(pay_coin(g, CHRISTIAN, lords, 1), "coin"), "coin alvar_fanez").reason
    ask = question(pay_asset(g, CHRISTIAN, lords, "What?"), "asset")
    assert "no such Asset" in reason(ask, "spend loot alfonso").reason


def test_nobody_pays_lords_of_the_other_side() -> None:
    g = two_christians()
    put(g, "sir", "sevilla")
    ask = question(pay(g, CHRISTIAN), "pay")
    assert "other side" in reason(ask, "pay sir coin alfonso").reason


def test_rodrigo_s_seat_is_a_friendly_stronghold_without_siege_or_enemy() -> None:
    g = empty()
    put(g, "alfonso", "leon", coin=2)
    wait(g, "rodrigo_campeador", 9)
    put(g, "sir", "burgos")
    ask = question(employ(g, CHRISTIAN), "seat")
    assert "not Friendly" in reason(ask, "seat toledo").reason
    assert "no Stronghold" in reason(ask, "seat muradal").reason
    assert "enemy Lord" in reason(ask, "seat burgos").reason


def test_the_almoravids_land_at_the_nearest_open_port() -> None:
    g = empty()
    g.jihad = {"jerez": 1, "malaga": 1, "almeria": 1}
    ask = question(invite(g, wait(g, "yusuf", 9)), "seat")
    assert "no Port" in reason(ask, "seat toledo").reason
    assert "not Friendly" in reason(ask, "seat algeciras").reason
    assert "nearer to Algeciras" in reason(ask, "seat almeria").reason


def test_each_side_makes_its_own_calls() -> None:
    g = empty()
    g.held[CHRISTIAN] = holding(CHRISTIAN, "C25")
    assert "Muslims" in reason(question(christian_call(g), "call"), "invite yusuf").reason
    wait(g, "yusuf", 9)
    put(g, "al_mutamid", "sevilla")
    assert "Christians" in reason(question(muslim_call(g), "call"), "crusade").reason


def test_in_winter_a_besieger_supplies_or_ravages() -> None:
    g = empty()
    lord = put(g, "pedro_ansurez", "huesca", cart=1, knights=1)
    g.jihad["huesca"], g.siege["huesca"], g.box = 1, 1, 7
    ask = question(winter_action(g, lord), "winter")
    assert reason(ask, "forage").rule == "6.3.2"
    assert reason(ask, "supply").rule.startswith("4.6")


def test_in_spring_a_lord_comes_to_a_free_seat() -> None:
    g = empty()
    lord = g.lords["al_mutamid"]
    ask = question(spring_seat(g, lord, ["sevilla", "cordoba"]), "seat")
    assert "no Seat of" in reason(ask, "seat toledo").reason


# --- Events ------------------------------------------------------------------------------------------


def event(g: Almoravid, card: str, name: str, *answers: str) -> Ask:
    g.in_use.append(card)
    return question(events.EVENTS[CARDS[card].event](g, CARDS[card]), name, *answers)


def test_a_drought_spares_those_with_water() -> None:
    g = empty()
    for lord, place in (("alfonso", "muradal"), ("sancho", "muradal"), ("alvar_fanez", "muradal")):
        put(g, lord, place)
    g.conquered["toledo"] = 3
    put(g, "garcia_ordonez", "toledo")
    assert "there is water" in reason(event(g, "M5", "lord"), "choose garcia_ordonez").reason


def test_a_devaluation_takes_coin_where_it_is() -> None:
    g = empty()
    put(g, "alfonso", "leon", coin=2)
    put(g, "sancho", "leon", coin=2)
    put(g, "alvar_fanez", "leon", cart=1)
    assert "no Coin" in reason(event(g, "M14", "devaluation"), "lose alvar_fanez").reason


def test_crusaders_join_unbesieged_christians() -> None:
    assert "not Besieged" in reason(event(two_christians(), "C11", "lord"), "choose sir").reason


def test_the_count_of_barcelona_wants_a_friendly_place_and_an_asset() -> None:
    g = two_christians()
    put(g, "alvar_fanez", "toledo")
    ask = event(g, "C13", "barcelona")
    free = [option.notation for option in ask.options]
    for lord in ("alfonso", "sancho", "alvar_fanez"):
        if f"choose {lord}" not in free:
            assert reason(ask, f"choose {lord}").rule
    assert "other side" in reason(ask, "choose sir").reason


def test_the_church_sways_those_it_reaches() -> None:
    g = two_christians()
    wait(g, "eudes", 9)
    ask = event(g, "C16", "sedirac")
    assert "not on the Calendar" in reason(ask, "bring alvar_fanez").reason
    assert "other side" in reason(ask, "serve sir").reason
    gregory = question(held.gregory(g, "pay"), "sway")
    assert "does not bring him" in reason(gregory, "bring alfonso").reason
    assert "in Muster" in reason(gregory, "lordship sancho").reason


def test_the_sea_and_the_border_are_ravaged() -> None:
    g = empty()
    put(g, "al_mutamid", "sevilla")
    assert "Port" in reason(event(g, "C17", "raid"), "ravage toledo").reason
    put(g, "al_mustain", "zaragoza")
    assert "next to a Muslim" in reason(event(g, "M24", "raid"), "ravage leon").reason


def test_shifts_touch_whom_the_card_names() -> None:
    g = empty()
    put(g, "sir", "sevilla")
    put(g, "abd_allah", "granada")
    put(g, "al_mutamid", "sevilla")
    assert "does not touch him" in reason(event(g, "C22", "shift"), "shift al_mutamid left").reason
    marriage = question(held.marriage(g, "pay"), "marriage")
    assert "Taifa Lord" in reason(marriage, "shift sir").reason
    assert "in Muster" in reason(marriage, "lordship abd_allah").reason


def test_fitna_and_revolts_touch_those_in_play() -> None:
    g = empty()
    for lord in ("al_mutamid", "abd_allah", "al_mustain"):
        wait(g, lord, 10)
    assert "Taifa Lords" in reason(event(g, "C19", "lord"), "choose sir").reason
    put(g, "pedro_ansurez", "leon")
    put(g, "garcia_ordonez", "leon")
    assert "does not touch him" in reason(event(g, "M16", "lord"), "choose sancho").reason


def test_a_massacre_brings_taifa_lords() -> None:
    g = empty()
    put(g, "eudes", "pamplona")
    wait(g, "al_mustain", 12)
    assert "does not bring him" in reason(event(g, "M22", "massacre"), "bring yusuf").reason


def test_taifas_that_do_not_rise_or_calm_down() -> None:
    g = empty()
    put(g, "al_mustain", "zaragoza")
    verses = question(held.sumaisir(g, "pay"), "sumaisir")
    assert "Independent, not Parias" in reason(verses, "taifa zaragoza").reason
    revolt = question(held.HELD["parias_revolt"].act(g, "pay"), "revolt")
    assert "Independent" in reason(revolt, "taifa zaragoza").reason
    g.jihad = {"ucles": 1, "talavera": 1, "valencia": 1}
    calm = question(held.al_qadir(g, "pay"), "al_qadir")
    assert reason(calm, "taifa sevilla").rule == "C20"
    where = question(held.al_qadir(g, "pay"), "calm", "taifa toledo")
    assert "No Jihad" in reason(where, "calm madrid").reason


def test_ahmad_ibn_rumayla_frees_towns_where_he_is_heard() -> None:
    g = empty()
    put(g, "yusuf", "madrid")
    g.conquered["madrid"] = 1
    why_not = held.why_not_preached(g)
    assert "Conquered Town" in str(why_not("free toledo"))
    assert "A Lord is in" in str(why_not("free madrid"))
    assert "is there" in str(why_not("taifa valencia"))


def test_the_fleet_makes_for_open_ports() -> None:
    g = empty()
    lord = put(g, "al_mutamid", "algeciras")
    commanding(g, lord)
    put(g, "alfonso", "almeria")
    ask = question(held.sail(g, "command"), "sail")
    assert "no Port" in reason(ask, "sail toledo").reason
    assert "Christian Lord" in reason(ask, "sail almeria").reason


def test_severed_heads_move_taifa_lords() -> None:
    g = empty()
    put(g, "al_mutamid", "sevilla")
    g.held[MUSLIM] = holding(MUSLIM, "M13")
    ask = question(reactions.severed_heads(g, 2, 4), "severed", "play M13")
    assert "Taifa Lord" in reason(ask, "shift sir").reason


# --- all of them -------------------------------------------------------------------------------------

TRIVIAL = {"pass", "done", "yes", "no", "stand", "go", "fight", "concede", "halt", "back", "besiege", "bypass", "stay"}


def test_whatever_was_once_on_offer_has_a_reason_when_it_is_not() -> None:
    """Games by chance: an answer that the same question had at another time is refused with a reason of its own."""
    seen: dict[str, list[str]] = defaultdict(list)
    explained = 0
    for number in range(14):
        chance = random.Random(number)
        session = Session(GAME, GAME.setup("ABCDEFS"[number % 7]), LocalTable(number))
        while session.pending:
            ask = chance.choice(session.pending)
            offers = [option.notation for option in session.offers(ask)]
            known = [said for said in seen[ask.name] if said not in offers and said not in TRIVIAL]
            for said in chance.sample(known, min(2, len(known))):
                refusal = session.explain(ask.seat, said)
                assert refusal is not None
                assert "is no answer" not in refusal.reason, f"{ask.name}: {ask.prompt} '{said}'"
                assert refusal.rule
                explained += 1
            seen[ask.name] += [said for said in offers if said not in seen[ask.name]]
            session.answer(ask.seat, chance.choice(offers))
    assert explained > 1000
