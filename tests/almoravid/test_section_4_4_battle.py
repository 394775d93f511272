"""4.4: Array, Rounds, Flanking and how a Battle ends."""

from __future__ import annotations

from core.games.almoravid.state import Almoravid
from core.games.levy.aftermath import end_battle
from core.games.levy.baggage import go_light
from core.games.levy.battle import array, reposition, reposition_storm
from core.games.levy.state import GONE, Fight
from core.games.levy.strike import closest, flankers, strike_step
from tests.almoravid.position import empty, put
from tests.levy.script import run

CHRISTIANS = ["alfonso", "sancho", "alvar_fanez", "garcia_ordonez", "pedro_ansurez"]
MUSLIMS = ["yusuf", "sir", "al_mutamid", "abd_allah", "abu_bakr"]


def armies(attackers: int, defenders: int, sallying: int = 0) -> tuple[Almoravid, Fight]:
    """Christians come to relieve Toledo, besieged by Muslims; the last of them are inside."""
    g = empty()
    christians, muslims = CHRISTIANS[: attackers + sallying], MUSLIMS[:defenders]
    for lord in christians + muslims:
        put(g, lord, "toledo", men_at_arms=2)
    fight = Fight("battle", "toledo", "christian", "muslim", "madrid", "alfonso", sallied=christians[attackers:])
    fight.lords = {"christian": christians, "muslim": muslims}
    fight.front = {"christian": ["", "", ""], "muslim": ["", "", ""]}
    fight.reserve = {"christian": [], "muslim": []}
    g.fight = fight
    return g, fight


def test_4_4_1_defenders_choose_who_in_reserve_turns_against_which_sallying_lord() -> None:
    g, fight = armies(3, 5, sallying=2)
    run(
        array(g, fight),
        *("array left sancho", "array centre garcia_ordonez"),
        *("array centre sir", "array left al_mutamid", "array right yusuf", "array centre abu_bakr"),
    )
    assert fight.sally == ["pedro_ansurez", "garcia_ordonez", ""]
    assert fight.rear == ["abd_allah", "abu_bakr", ""]
    assert closest(fight, "garcia_ordonez") == ["abu_bakr"]


def test_4_4_1_a_sally_with_nobody_before_it_flanks_all_the_front() -> None:
    g, fight = armies(2, 2, sallying=1)
    run(array(g, fight), "array centre yusuf")
    assert closest(fight, "alvar_fanez") == ["sir", "yusuf"]


def test_4_4_2_a_sallying_lord_who_flanks_may_take_the_hits_of_his_friends_in_front() -> None:
    g, fight = armies(1, 1, sallying=1)
    run(array(g, fight))
    assert flankers(fight, "alfonso", ["yusuf"]) == ["sancho"]


def test_4_4_2_defenders_strike_the_sally_when_the_front_attackers_have_routed() -> None:
    g, fight = armies(1, 1, sallying=1)
    run(array(g, fight))
    fight.front["christian"] = ["", "", ""]
    run(strike_step(g, fight, "defender", "foot"), dice=[6, 6])
    assert "sancho" in fight.routed


def test_4_4_2_defenders_freed_of_a_beaten_sally_come_up_to_the_front() -> None:
    g, fight = armies(1, 4, sallying=1)
    fight.front = {"christian": ["", "alfonso", ""], "muslim": ["", "yusuf", "sir"]}
    fight.sally, fight.rear = ["", "", ""], ["", "al_mutamid", ""]
    run(reposition(g, fight))
    assert fight.front["muslim"] == ["al_mutamid", "yusuf", "sir"]


def test_4_4_2_a_single_reserve_lord_comes_up_where_his_player_likes() -> None:
    g, fight = armies(2, 3)
    fight.front = {"christian": ["sancho", "alfonso", ""], "muslim": ["", "yusuf", ""]}
    fight.reserve["muslim"] = ["sir"]
    asked = run(reposition(g, fight), "array right sir")
    assert fight.front["muslim"] == ["", "yusuf", "sir"]
    assert len(asked) == 1


def test_4_4_2_no_choice_between_two_wings_that_are_alike() -> None:
    g, fight = armies(1, 2)
    fight.front = {"christian": ["", "alfonso", ""], "muslim": ["", "yusuf", ""]}
    fight.reserve["muslim"] = ["sir"]
    assert not run(reposition(g, fight))
    assert fight.front["muslim"] == ["sir", "yusuf", ""]


def test_4_4_2_a_flanking_centre_picks_left_or_right_anew_in_each_step() -> None:
    g, fight = armies(1, 2)
    g.lords["alfonso"].forces = {"sergeants": 2, "men_at_arms": 2}
    fight.front = {"christian": ["", "alfonso", ""], "muslim": ["yusuf", "", "sir"]}
    run(strike_step(g, fight, "attacker", "horse"), "strike yusuf", "take yusuf", dice=[1, 1])
    run(strike_step(g, fight, "attacker", "foot"), "strike sir", "take sir", dice=[1, 1])


def test_4_5_2_in_a_storm_a_second_lord_may_face_the_enemy_or_flank() -> None:
    g, fight = armies(2, 2)
    fight.kind = "storm"
    fight.front = {"christian": ["sancho", "alfonso", ""], "muslim": ["", "yusuf", ""]}
    fight.reserve["muslim"] = ["sir"]
    run(reposition_storm(g, fight), "front sir", "array left sir")
    assert fight.front["muslim"] == ["sir", "yusuf", ""]


# --- 4.4.3: after the Battle ---------------------------------------------------------------------


def beaten_at_coria() -> tuple[Almoravid, Fight]:
    """Álvar Fáñez and García Ordóñez have Conceded to Yusuf and Retreat together."""
    g = empty()
    put(g, "yusuf", "coria", african_foot=4)
    put(g, "alvar_fanez", "coria", knights=2, provender=2)
    put(g, "garcia_ordonez", "coria", militia=1, mule=2)
    fight = Fight("battle", "coria", "muslim", "christian", "", "yusuf", conceded="christian")
    fight.lords = {"muslim": ["yusuf"], "christian": ["alvar_fanez", "garcia_ordonez"]}
    return g, fight


def test_4_4_3_mules_of_a_lord_lost_in_the_battle_carry_nobodys_provender() -> None:
    g, fight = beaten_at_coria()
    garcia = g.lords["garcia_ordonez"]
    garcia.forces, garcia.routed, fight.routed = {}, {"militia": 1}, ["garcia_ordonez"]
    run(end_battle(g, fight), "retreat alvar_fanez alcantara", "retreat garcia_ordonez alcantara", dice=[6, 1])
    assert g.lords["garcia_ordonez"].where == GONE
    assert "provender" not in g.lords["alvar_fanez"].assets
    assert g.lords["yusuf"].assets == {"provender": 2, "mule": 2}


def test_4_4_3_besieged_lords_who_did_not_sally_share_the_spoils_of_their_relief() -> None:
    g = empty()
    put(g, "alfonso", "toledo", men_at_arms=2)
    put(g, "sancho", "toledo", inside=True, cart=1)
    put(g, "yusuf", "toledo", african_foot=1, coin=1)
    yusuf = g.lords["yusuf"]
    yusuf.forces, yusuf.routed = {}, {"african_foot": 1}
    g.siege["toledo"], g.conquered["toledo"], g.taifas["toledo"] = 2, 3, "reconquista"
    fight = Fight("battle", "toledo", "christian", "muslim", "madrid", "alfonso", routed=["yusuf"])
    fight.lords = {"christian": ["alfonso"], "muslim": ["yusuf"]}
    run(end_battle(g, fight), "rest sancho", dice=[1, 1])
    assert g.lords["sancho"].assets["coin"] == 1
    assert not g.siege


def test_1_7_2_nobody_is_asked_whose_loot_stays_when_all_of_it_must() -> None:
    g, _ = beaten_at_coria()
    g.lords["alvar_fanez"].assets = {"loot": 1}
    g.lords["garcia_ordonez"].assets = {"loot": 2}
    asked = run(go_light(g, [g.lords["alvar_fanez"], g.lords["garcia_ordonez"]], over_pass=False))
    assert not asked
    assert asked.result == {"loot": 3, "provender": 0}


def test_4_4_3_nobody_who_is_lost_besieges_anything() -> None:
    """Álvar Fáñez and García Ordóñez attack at Zaragoza, lose, and cannot go back to Lérida: an enemy is there."""
    g = empty()
    put(g, "alfonso", "leon")
    for lord in ("alvar_fanez", "garcia_ordonez"):
        put(g, lord, "zaragoza", militia=1, cart=1)
    put(g, "al_mustain", "zaragoza", sergeants=4, cart=1)
    put(g, "al_mundir", "lerida")
    fight = Fight("battle", "zaragoza", "christian", "muslim", "lerida", "alvar_fanez")
    fight.lords = {"christian": ["alvar_fanez", "garcia_ordonez"], "muslim": ["al_mustain"]}
    fight.routed = ["alvar_fanez", "garcia_ordonez"]
    assert not run(end_battle(g, fight)).named("besiege")
    assert g.lords["alvar_fanez"].where == g.lords["garcia_ordonez"].where == GONE


def test_4_4_3_why_he_cannot_retreat_there() -> None:
    g, fight = beaten_at_coria()
    fight.attacker, fight.origin, fight.conceded = "muslim", "merida", "christian"
    put(g, "sir", "talavera")
    asked = run(end_battle(g, fight), "retreat alvar_fanez alcantara", "withdraw garcia_ordonez", dice=[1]).named(
        "retreat"
    )
    reasons = [str(asked[0].explain(f"retreat alvar_fanez {place}")) for place in ("merida", "talavera", "toledo")]
    assert reasons == [
        "The enemy came along that Way. (4.4.3)",
        "An enemy Lord or Stronghold there is neither Besieged nor Bypassed. (4.4.3)",
        "Only an adjacent Locale will do. (4.4.3)",
    ]
    assert asked[1].explain("retreat garcia_ordonez tormes").reason == "All who Retreat go to one Locale."


def test_4_5_2_why_militia_cannot_hide_the_knights_in_a_storm() -> None:
    g, fight = armies(1, 1)
    fight.kind = "storm"
    g.lords["alfonso"].forces = {"knights": 1, "sergeants": 1, "militia": 1}
    fight.front = {"christian": ["", "alfonso", ""], "muslim": ["", "yusuf", ""]}
    asked = run(strike_step(g, fight, "defender", "melee"), "absorb knights", "absorb knights", dice=[1, 1])
    assert asked[0].explain("absorb militia").rule == "4.5.2"
