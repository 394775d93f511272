"""Arts of War: the lower halves. Each test would fail if its card did nothing."""

from __future__ import annotations

import pytest

from core.games.almoravid.cards.commands import raid_options
from core.games.almoravid.data import CARDS
from core.games.almoravid.politics import points
from core.games.almoravid.rules import RULES
from core.games.almoravid.state import Almoravid
from core.games.levy.arts import discard
from core.games.levy.command import commands
from core.games.levy.march import choose_group, march
from core.games.levy.muster import levy, muster
from core.games.levy.siege import siege
from core.games.levy.state import MUSTERED, READY, Fight, Lord
from core.games.levy.supply import ravage, supply_gain
from tests.almoravid.position import commanding, empty, put, settle_status
from tests.levy.script import activate, holding, run


def lord_for(g: Almoravid, card: str, place: str = "albarracin", **stuff: int) -> Lord:
    """The first Lord who may have this card."""
    able = [lord for lord in g.lords if lord in CARDS[card].lords]
    return put(g, able[0], place, card, **stuff)


def field(lord: Lord, kind: str = "battle", defends: bool = False) -> Fight:
    enemy = "muslim" if lord.side == "christian" else "christian"
    sides = (enemy, lord.side) if defends else (lord.side, enemy)
    fight = Fight(kind, "albarracin", *sides)
    fight.front = {lord.side: ["", lord.id, ""], enemy: ["", "", ""]}
    fight.lords = {lord.side: [lord.id], enemy: []}
    return fight


def notations(options: list) -> list[str]:
    return [option.notation for option in options]


def offered(g: Almoravid, lord: Lord) -> list[str]:
    command = g.command or commanding(g, lord)
    return notations(commands(g, lord, command))


# --- in combat ------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["C1", "M1"])
def test_battering_ram_counts_twice_and_rerolls_a_die(card: str) -> None:
    g = empty()
    g.conquered["toledo"] = 3
    place = "jativa" if card == "C1" else "leon"
    lord = lord_for(g, card, place)
    if card == "C1":
        g.jihad["jativa"] = 1
    g.siege[place] = 1
    commanding(g, lord)
    assert RULES.siege_strength(g, lord.side, place) == 2
    run(siege(g, lord), "yes", "yes", dice=[6, 1])
    assert g.conquered[place] == 1


@pytest.mark.parametrize("card", ["C2", "M2"])
def test_crossbows(card: str) -> None:
    g = empty()
    lord = lord_for(g, card, men_at_arms=2, militia=1, knights=1)
    assert RULES.missiles(g, field(lord), lord, False) == (3, 0, 0)


@pytest.mark.parametrize("card", ["C4", "C5", "M4", "M5"])
def test_bowmen(card: str) -> None:
    g = empty()
    lord = lord_for(g, card, men_at_arms=1, militia=1, serfs=1, light_horse=1, knights=1, sergeants=1)
    assert RULES.missiles(g, field(lord), lord, False) == (0, 4, 0)


@pytest.mark.parametrize("card", ["C7", "M3", "M6"])
def test_javelins_for_four_units_in_one_round(card: str) -> None:
    g = empty()
    lord = lord_for(g, card, militia=3, light_horse=3)
    assert RULES.has_javelins(g, lord)
    assert RULES.missiles(g, field(lord), lord, False) == (0, 0, 0)
    assert RULES.missiles(g, field(lord), lord, True) == (0, 8, 0)
    assert RULES.missiles(g, field(lord, "storm"), lord, True) == (0, 4, 0)


@pytest.mark.parametrize("card", ["C9", "M7"])
def test_slingers(card: str) -> None:
    g = empty()
    lord = lord_for(g, card, militia=4)
    assert RULES.missiles(g, field(lord), lord, False) == (0, 6, 0)
    assert RULES.missiles(g, field(lord, "storm"), lord, False) == (0, 3, 0)


@pytest.mark.parametrize("card", ["C6", "M13"])
def test_siege_towers_from_round_two_even_in_reserve(card: str) -> None:
    g = empty()
    lord = lord_for(g, card)
    fight = field(lord, "storm")
    fight.walls, fight.front[lord.side] = 4, ["", "", ""]
    assert RULES.walls(g, fight) == 4
    fight.round = 2
    assert RULES.walls(g, fight) == 3


def test_arrada_shoots_in_storms_and_sallies() -> None:
    g = empty()
    lord = lord_for(g, "M17", militia=2)
    assert RULES.missiles(g, field(lord, "storm", defends=True), lord, False) == (0, 0, 3)
    assert RULES.missiles(g, field(lord, "sally"), lord, False) == (0, 0, 3)
    assert RULES.missiles(g, field(lord), lord, False) == (0, 0, 0)


def test_garcia_jimenez_adds_two_rounds() -> None:
    g = empty()
    g.siege["albarracin"] = 2
    assert RULES.storm_rounds(g, lord_for(g, "C24"), "albarracin") == 4


def test_andalusians_evade() -> None:
    g = empty()
    lord = put(g, "al_mutamid", "albarracin", light_horse=2)
    fight = field(lord)
    assert RULES.armor(g, fight, lord, "light_horse", "horse", "christian") == 1
    g.edge["muslim"] = ["M10"]
    assert RULES.armor(g, fight, lord, "light_horse", "horse", "christian") == 3
    assert RULES.armor(g, fight, lord, "light_horse", "missile", "christian") == 1


def test_dawud_ibn_aisha_supplies_and_plays_from_the_deck() -> None:
    g = empty()
    yusuf = put(g, "yusuf", "albarracin", "M8")
    assert supply_gain(g, yusuf) == 1
    fight = field(yusuf)
    run(RULES.combat_events(g, fight), "dawud M6")
    assert fight.played == ["M6"]


@pytest.mark.parametrize(
    ("card", "rodrigo", "event"), [("C25", "rodrigo_campeador", "C8"), ("M25", "rodrigo_al_sayyid", "M6")]
)
def test_el_cid_takes_a_card_from_the_deck_once_a_card(card: str, rodrigo: str, event: str) -> None:
    g = empty()
    lord = put(g, rodrigo, "albarracin", card)
    commanding(g, lord)
    fight = field(lord)
    asked = run(RULES.combat_events(g, fight), f"deck {event}")
    assert fight.played == [event]
    assert len(asked) == 1


def test_el_cid_plays_a_card_from_the_hand_if_that_is_where_it_is() -> None:
    g = empty()
    lord = put(g, "rodrigo_campeador", "albarracin", "C25")
    commanding(g, lord)
    g.held["christian"] = holding("christian", "C8")
    run(RULES.combat_events(g, field(lord)), "deck C8")
    assert g.held["christian"] == []


# --- on the March ---------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["C3", "C10"])
def test_adalides_march_on_after_a_bypass(card: str) -> None:
    g = empty()
    put(g, "al_mundir", "lerida")
    lord = lord_for(g, card, "burriana")
    g.bypass["burriana"] = 1
    commanding(g, lord).stopped = True
    assert "march baniskula" in offered(g, lord)
    lord.cards = []
    assert "march baniskula" not in offered(g, lord)


def test_hueste_leads_a_group_to_and_from_taifas_without_alfonso() -> None:
    g = empty()
    alvar = put(g, "alvar_fanez", "gormaz", "C8")
    put(g, "alfonso", "gormaz")
    sancho = put(g, "sancho", "gormaz")
    asked = run(choose_group(g, alvar, "medinaceli"), "with sancho")
    assert asked.result == [alvar, sancho]
    assert "with alfonso" not in notations(asked[0].options)
    assert run(choose_group(g, alvar, "penafiel")).result == [alvar]


@pytest.mark.parametrize(("card", "units"), [
    ("C11", "knights"), ("C12", "knights"), ("M11", "light_horse"), ("M21", "light_horse")
])  # fmt: skip
def test_household_troops_add_an_action(card: str, units: str) -> None:
    g = empty()
    lord = lord_for(g, card, **{units: 1})
    assert RULES.actions(g, lord) == RULES.lords[lord.id].command + 1
    lord.forces = {"militia": 1}
    assert RULES.actions(g, lord) == RULES.lords[lord.id].command


def test_alferez_stacks_and_parts_during_a_campaign() -> None:
    g = empty()
    alvar = put(g, "alvar_fanez", "burgos", "C15", cart=1)
    sancho = put(g, "sancho", "burgos", cart=1)
    command = commanding(g, alvar)
    run(activate(g, alvar, command), "lead sancho", "march najera", "part", "pass")
    assert (alvar.at, sancho.at, alvar.lower, command.used) == ("najera", "najera", "", 3)


def test_camels_carry_and_haul_double() -> None:
    g = empty()
    yusuf = put(g, "yusuf", "jerez", mule=1)
    g.seats["yusuf"] = "algeciras"
    assert RULES.load(g, yusuf, True) == (1, 2)
    g.edge["muslim"] = ["M16"]
    assert RULES.load(g, yusuf, True) == (2, 4)
    assert RULES.haul(g, yusuf) == 2


def test_guadalquivir_links_ports_and_river_towns() -> None:
    g = empty()
    emir = put(g, "al_mutamid", "sevilla", cart=1)
    commanding(g, emir)
    assert "march murcia" not in offered(g, emir)
    g.edge["muslim"] = ["M19"]
    assert "march murcia" in offered(g, emir)
    run(march(g, emir, "murcia"))
    assert emir.at == "murcia"
    put(g, "alfonso", "denia")
    assert "march denia" not in offered(g, emir)


def test_war_drums_feed_ravagers_and_keep_them_marching() -> None:
    g = empty()
    yusuf = put(g, "yusuf", "tormes", mule=1)
    assert RULES.ravage_gains(g, yusuf, "tormes") == {"loot": 1}
    g.edge["muslim"] = ["M22"]
    assert RULES.ravage_gains(g, yusuf, "tormes") == {"loot": 1, "provender": 1}
    assert RULES.marches_past(g, yusuf)


def test_al_yazirat_al_hadra_doubles_the_seat() -> None:
    g = empty()
    yusuf = put(g, "yusuf", "algeciras")
    g.seats["yusuf"] = "algeciras"
    assert supply_gain(g, yusuf) == 1
    g.edge["muslim"] = ["M12"]
    assert supply_gain(g, yusuf) == 2


# --- raids, spies, preaching ----------------------------------------------------------------------


@pytest.mark.parametrize(("card", "start", "target"), [
    ("C14", "coria", "merida"), ("C17", "coria", "merida"), ("M24", "merida", "tormes")
])  # fmt: skip
def test_raiders_ravage_from_afar(card: str, start: str, target: str) -> None:
    g = empty()
    put(g, "al_mutawakkil", "badajoz")
    lord = lord_for(g, card, start, provender=1)
    command = commanding(g, lord)
    run(activate(g, lord, command), f"raid {target}")
    assert g.ravaged == {target: lord.side}
    assert lord.assets["loot"] == 1
    assert command.over


def test_raiders_do_not_pass_an_unbesieged_enemy() -> None:
    g = empty()
    put(g, "al_mutawakkil", "merida")
    lord = lord_for(g, "C14", "coria", provender=1)
    assert "raid merida" not in notations(raid_options(g, lord))
    assert "raid alcantara" in notations(raid_options(g, lord))


@pytest.mark.parametrize(("card", "rodrigo", "enemy"), [
    ("C26", "rodrigo_campeador", "al_mutamid"), ("M26", "rodrigo_al_sayyid", "alfonso")
])  # fmt: skip
def test_spies_uncover_a_held_card(card: str, rodrigo: str, enemy: str) -> None:
    g = empty()
    lord = put(g, rodrigo, "albarracin", card)
    other = put(g, enemy, "cuenca")
    command = commanding(g, lord)
    assert "spies" not in offered(g, lord)
    g.held[other.side] = holding(other.side, "C1" if other.side == "christian" else "M1")
    run(activate(g, lord, command), "spies")
    assert g.held[other.side] == []


def test_emir_al_muslimin_preaches_where_he_is_closer() -> None:
    g = empty()
    yusuf = put(g, "yusuf", "toledo", "M9")
    put(g, "alfonso", "somosierra")
    command = commanding(g, yusuf)
    assert "preach madrid" not in offered(g, yusuf)
    run(activate(g, yusuf, command), "preach talavera")
    assert g.jihad == {"talavera": 1}


@pytest.mark.parametrize(("die", "ravaged"), [(3, True), (4, False)])
@pytest.mark.parametrize("card", ["M14", "M18"])
def test_ribat_monks_resist_ravage_in_their_taifa(card: str, die: int, ravaged: bool) -> None:
    g = empty()
    put(g, "al_mutamid", "sevilla", card)
    alvar = put(g, "alvar_fanez", "morena")
    run(ravage(g, alvar, "morena"), dice=[die])
    assert ("morena" in g.ravaged) == ravaged


@pytest.mark.parametrize(("die", "ravaged"), [(3, True), (4, False)])
def test_caballeria_villana_guards_the_kingdoms(die: int, ravaged: bool) -> None:
    g = empty()
    g.edge["christian"] = ["C19"]
    run(ravage(g, put(g, "sir", "tormes"), "tormes"), dice=[die])
    assert ("tormes" in g.ravaged) == ravaged


# --- in Muster ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "lord", "seat", "coin", "units"), [
    ("C13", "sancho", "jaca", 2, {"knights": 2, "men_at_arms": 2}),
    ("M23", "al_mundir", "lerida", 2, {"knights": 2, "men_at_arms": 2}),
    ("M15", "al_mutamid", "sevilla", 0, {"men_at_arms": 2}),
    ("M20", "al_mutamid", "sevilla", 1, {"knights": 2}),
])  # fmt: skip
def test_hired_units_come_once_and_go_with_the_card(card: str, lord: str, seat: str, coin: int, units: dict) -> None:
    g = empty()
    one = put(g, lord, seat, card, coin=2, militia=1)
    asked = run(levy(g, one), f"hire {card}", "done")
    assert one.forces == {"militia": 1} | units
    assert one.assets.get("coin", 0) == 2 - coin
    assert f"hire {card}" not in notations(asked[-1].options)
    discard(g, card, one)
    assert one.forces == {"militia": 1}


def test_the_count_of_barcelona_serves_one_side_only() -> None:
    g = empty()
    put(g, "al_mustain", "zaragoza", "M23")
    assert RULES.refuse_card(g, CARDS["C13"]) is not None


def test_milites_cost_an_asset_and_leave_the_game_when_discarded() -> None:
    g = empty()
    alfonso = put(g, "alfonso", "leon", provender=1)
    g.edge["christian"] = ["C18"]
    run(levy(g, alfonso), "milites", "take militia", "take light_horse", "take light_horse", "done")
    assert alfonso.assets == {}
    assert (alfonso.forces["militia"], alfonso.forces["light_horse"]) == (1, 2)
    assert g.milites == {"light_horse": 2, "militia": 1}
    discard(g, "C18", None)
    assert g.removed_cards == ["C18"]


def test_cathedrals_rise_at_conquered_cities() -> None:
    g = empty()
    g.conquered["toledo"] = 3
    alfonso = put(g, "alfonso", "toledo")
    g.edge["christian"] = ["C16"]
    before = points(g)
    run(muster(g, "christian"), "cathedral toledo", "jihad madrid")
    assert g.cathedrals == ["toledo"]
    assert points(g)["christian"] == before["christian"] + 2
    assert points(g)["muslim"] == before["muslim"] + 1
    assert "toledo" in RULES.seats_of(g, alfonso)


def test_fueros_and_sisnando_davidez_calm_jihad_once_each_levy() -> None:
    g = empty()
    g.conquered["toledo"] = 3
    g.jihad = {"madrid": 3, "ucles": 1}
    put(g, "alfonso", "madrid")
    g.bypass["madrid"] = 1
    settle_status(g)
    g.edge["christian"] = ["C20", "C21"]
    asked = run(muster(g, "christian"), "fueros madrid", "sisnando ucles")
    assert g.jihad == {"madrid": 1}
    assert "sisnando madrid" not in notations(asked[0].options)
    assert not any(note.startswith("fueros") for note in notations(asked[1].options))
    assert len(asked) == 2


def test_bishoprics_offer_bishops_to_all_but_sancho() -> None:
    g = empty()
    alfonso = put(g, "alfonso", "leon", cart=1)
    put(g, "sancho", "jaca")
    g.edge["christian"] = ["C22"]
    asked = run(
        muster(g, "christian"), "bishop bishop_leon alfonso", "muster alfonso", "levy vassal bishop_leon", "done"
    )
    assert not any("sancho" in note for note in notations(asked[0].options) if note.startswith("bishop"))
    assert alfonso.vassals["bishop_leon"] == MUSTERED
    assert alfonso.forces["knights"] == 2
    discard(g, "C22", None)
    assert alfonso.forces["knights"] == 1
    assert "bishop_leon" not in alfonso.vassals


def test_fonsadera_turns_vassals_into_coin_or_transport() -> None:
    g = empty()
    alfonso = put(g, "alfonso", "albarracin", cart=1)
    g.edge["christian"] = ["C23"]
    run(muster(g, "christian"), "fonsadera froila coin", "fonsadera vela cart2")
    assert alfonso.assets == {"cart": 3, "mule": 1, "coin": 1}
    assert READY not in alfonso.vassals.values()
