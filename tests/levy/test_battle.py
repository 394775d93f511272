"""4.4, 4.5: Array, Flanking, Relief Sally, Retreat and the fate of the beaten."""

from __future__ import annotations

from core.games.levy.aftermath import end_battle
from core.games.levy.battle import array, battle, reposition, reposition_storm, storm
from core.games.levy.state import GONE, Fight
from core.games.levy.strike import closest, flankers, resolve, strike_step
from tests.almoravid.position import commanding, empty, put
from tests.levy.script import run


def drawn_up(christian: list[str], muslim: list[str], **more) -> Fight:
    """Two Fronts, the Christians attacking."""
    fight = Fight("battle", "sagrajas", "christian", "muslim", **more)
    fight.front = {"christian": christian, "muslim": muslim}
    fight.reserve = {"christian": [], "muslim": []}
    fight.lords = {side: [lord for lord in row if lord] for side, row in fight.front.items()}
    return fight


def test_4_4_1_the_active_lord_holds_the_centre_and_the_defender_faces_every_attacker() -> None:
    g = empty()
    for lord in ("alfonso", "sancho", "alvar_fanez", "pedro_ansurez"):
        put(g, lord, "sagrajas")
    for lord in ("al_mutamid", "yusuf"):
        put(g, lord, "sagrajas")
    fight = Fight("battle", "sagrajas", "christian", "muslim", active="alvar_fanez")
    fight.lords = {
        "christian": ["alfonso", "sancho", "alvar_fanez", "pedro_ansurez"],
        "muslim": ["al_mutamid", "yusuf"],
    }
    run(array(g, fight), "array left alfonso", "array right sancho", "array centre yusuf")
    assert fight.front["christian"] == ["alfonso", "alvar_fanez", "sancho"]
    assert fight.reserve["christian"] == ["pedro_ansurez"]
    assert fight.front["muslim"] == ["al_mutamid", "yusuf", ""]


def test_4_4_2_flanking_lords_strike_the_closest_and_only_the_centre_chooses() -> None:
    fight = drawn_up(["alfonso", "alvar_fanez", "sancho"], ["al_mutamid", "", "yusuf"])
    assert closest(fight, "alfonso") == ["al_mutamid"]
    assert closest(fight, "alvar_fanez") == ["al_mutamid", "yusuf"]
    fight.front["muslim"] = ["", "", "yusuf"]
    assert closest(fight, "alfonso") == ["yusuf"]


def test_4_4_2_a_flanking_lord_may_take_the_hits_for_the_one_he_helps() -> None:
    g = empty()
    alvar, sancho = put(g, "alvar_fanez", "sagrajas", knights=1), put(g, "sancho", "sagrajas", militia=1)
    put(g, "yusuf", "sagrajas", sergeants=1)
    fight = drawn_up(["sancho", "alvar_fanez", ""], ["", "yusuf", ""])
    assert flankers(fight, "alvar_fanez", ["yusuf"]) == ["sancho"]
    run(resolve(g, fight, "muslim", "horse", ["yusuf"], "alvar_fanez", (0, 2, 0)), "take sancho", dice=[6])
    assert sancho.routed == {"militia": 1}
    assert alvar.routed == {}
    assert fight.front["christian"] == ["", "alvar_fanez", ""]


def test_4_4_2_hits_left_over_fall_on_the_next_lord() -> None:
    g = empty()
    put(g, "alvar_fanez", "sagrajas", knights=2)
    first, second = put(g, "al_mutamid", "sagrajas", militia=1), put(g, "yusuf", "sagrajas", militia=3)
    fight = drawn_up(["", "alvar_fanez", ""], ["yusuf", "al_mutamid", ""])
    run(strike_step(g, fight, "attacker", "horse"), "take al_mutamid", dice=[6, 1, 1, 1, 6, 1, 1])
    assert first.routed == {"militia": 1}
    assert second.routed == {"militia": 1}


def test_4_4_2_reserves_advance_and_an_empty_centre_is_filled_from_a_wing() -> None:
    g = empty()
    for lord in ("alfonso", "alvar_fanez", "sancho", "yusuf"):
        put(g, lord, "sagrajas")
    fight = drawn_up(["alfonso", "", ""], ["", "yusuf", ""])
    fight.reserve["christian"] = ["sancho"]
    run(reposition(g, fight), "array centre sancho")
    assert fight.front["christian"] == ["alfonso", "sancho", ""]
    fight.front["christian"] = ["alfonso", "", "sancho"]
    run(reposition(g, fight), "array centre sancho")
    assert fight.front["christian"] == ["alfonso", "sancho", ""]


def test_4_4_1_a_relief_sally_strikes_from_behind_through_siegeworks() -> None:
    g = empty()
    put(g, "al_mutamid", "sevilla"), put(g, "alvar_fanez", "leon")
    inside = put(g, "al_mustain", "zaragoza", inside=True, sergeants=2, cart=1)
    besieger = put(g, "sancho", "zaragoza", militia=1, cart=1)
    rescuer = put(g, "al_mundir", "zaragoza", sergeants=2, cart=1)
    g.siege["zaragoza"] = 2
    commanding(g, rescuer)
    g.news = told = []
    run(battle(g, "zaragoza", rescuer, "lerida"), "yes", "strike sancho rear", "rest al_mundir", dice=[1, 6, 6, 1, 2])
    works = [event.facts["by"] for event in told if event.kind == "strikes" and event.facts["step"] == "horse"]
    assert works[0] == ["al_mustain"]
    assert besieger.at != "zaragoza"
    assert g.siege == {}
    assert not inside.inside


def test_4_4_3_a_lord_who_can_neither_retreat_nor_withdraw_is_lost_with_all_he_has() -> None:
    g = empty()
    put(g, "alfonso", "leon"), put(g, "al_mutamid", "burriana", inside=True)
    put(g, "al_mundir", "lerida")
    alvar = put(g, "alvar_fanez", "baniskula", militia=1, coin=2)
    hunter = put(g, "al_mustain", "baniskula", sergeants=1, cart=1)
    commanding(g, alvar)
    fight = Fight("battle", "baniskula", "christian", "muslim", "burriana", routed=["alvar_fanez"])
    fight.lords = {"christian": ["alvar_fanez"], "muslim": ["al_mustain"]}
    alvar.forces, alvar.routed = {}, {"militia": 1}
    g.campaigning = False
    run(end_battle(g, fight))
    assert alvar.where == GONE
    assert hunter.assets["coin"] == 2
    assert g.christian_removed


def test_4_4_3_who_concedes_keeps_his_coin_and_more_of_his_men() -> None:
    g = empty()
    put(g, "alfonso", "leon")
    alvar = put(g, "alvar_fanez", "baniskula", knights=2, coin=2, loot=1, cart=1)
    mundir = put(g, "al_mundir", "baniskula", militia=2, cart=1)
    commanding(g, alvar)
    fight = Fight("battle", "baniskula", "christian", "muslim", "valencia", conceded="christian")
    fight.at, fight.origin = "valencia", "jativa"
    alvar.at = mundir.at = "valencia"
    fight.lords = {"christian": ["alvar_fanez"], "muslim": ["al_mundir"]}
    alvar.forces, alvar.routed = {"knights": 1}, {"knights": 1}
    run(end_battle(g, fight), dice=[4, 1])
    assert alvar.at == "jativa"
    assert alvar.assets == {"coin": 2, "cart": 1}
    assert alvar.forces == {"knights": 2}
    assert mundir.assets == {"cart": 1, "loot": 1}


def test_4_5_2_reserves_come_up_one_by_one_as_far_as_capacity_goes() -> None:
    g = empty()
    for lord in ("alfonso", "alvar_fanez", "sancho"):
        put(g, lord, "jativa")
    fight = Fight("storm", "jativa", "christian", "muslim", round=2)
    fight.front = {"christian": ["", "alfonso", ""], "muslim": ["", "", ""]}
    fight.reserve = {"christian": ["alvar_fanez", "sancho"], "muslim": []}
    run(reposition_storm(g, fight), "front sancho")
    assert fight.front["christian"] == ["sancho", "alfonso", ""]
    assert run(reposition_storm(g, fight)) == []


def test_4_5_2_a_failed_storm_leaves_the_siege_as_it_was() -> None:
    g = empty()
    put(g, "abu_bakr", "valencia"), put(g, "alfonso", "leon")
    alvar = put(g, "alvar_fanez", "jativa", knights=3, cart=1)
    g.siege["jativa"] = 1
    command = commanding(g, alvar)
    run(storm(g, alvar), dice=[1, 1, 1, 1, 1, 1, 1, 1])
    assert g.siege["jativa"] == 1
    assert alvar.forces == {"knights": 3}
    assert command.over
    assert alvar.moved


def test_4_5_2_stormers_put_armor_first_and_crossbows_choose_among_the_armored() -> None:
    g = empty()
    lord = put(g, "alvar_fanez", "jativa", knights=1, sergeants=1, militia=1)
    fight = drawn_up(["", "alvar_fanez", ""], ["", "", ""])
    fight.kind, fight.garrison = "storm", {"men_at_arms": 2}
    shot = run(
        resolve(g, fight, "muslim", "missile", ["garrison"], "alvar_fanez", (2, 0, 0)), "absorb knights", dice=[6]
    )
    assert [(ask.seat, [option.notation for option in ask.options]) for ask in shot] == [
        ("muslim", ["absorb knights", "absorb sergeants"])
    ]
    run(resolve(g, fight, "muslim", "melee", ["garrison"], "alvar_fanez", (0, 2, 0)), dice=[1])
    run(resolve(g, fight, "muslim", "melee", ["garrison"], "alvar_fanez", (0, 2, 0)), dice=[6])
    run(resolve(g, fight, "muslim", "missile", ["garrison"], "alvar_fanez", (2, 0, 0)), dice=[1])
    assert lord.routed == {"knights": 1, "sergeants": 1}


def test_4_4_2_a_lord_routs_once_though_hits_of_another_kind_follow() -> None:
    g = empty()
    put(g, "alvar_fanez", "jativa", militia=1), put(g, "sancho", "jativa", militia=1)
    put(g, "al_mundir", "jativa")
    fight = drawn_up(["sancho", "alvar_fanez", ""], ["", "al_mundir", ""])
    g.news = told = []
    run(
        resolve(g, fight, "muslim", "missile", ["al_mundir"], "alvar_fanez", (2, 2, 0)),
        "take alvar_fanez",
        dice=[6, 6],
    )
    assert [event.facts["lord"] for event in told if event.kind == "lord_routs"] == ["alvar_fanez", "sancho"]
    assert fight.routed == ["alvar_fanez", "sancho"]
