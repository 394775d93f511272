"""4.3: March, Approach, Besiege or Bypass."""

from __future__ import annotations

import pytest

from core.games.almoravid.state import Almoravid
from core.games.levy.approach import declare
from core.games.levy.march import encamp, march, sortie
from core.games.levy.positions import settle
from tests.almoravid.position import commanding, empty, put
from tests.levy.script import activate, holding, run


def test_4_3_2_loot_is_not_left_behind_without_a_word() -> None:
    g = empty()
    alvar = put(g, "alvar_fanez", "burgos", loot=1, cart=1)
    command = commanding(g, alvar, actions=1)
    asked = run(march(g, alvar, "najera"), "halt")
    assert asked[0].explain("laden").rule == "4.3.2"
    assert (alvar.at, alvar.assets["loot"], command.used) == ("burgos", 1, 0)


def test_4_3_2_a_march_thought_better_of_comes_up_again_after_something_else() -> None:
    g = empty()
    alvar = put(g, "alvar_fanez", "burgos", loot=1, cart=1)
    command = commanding(g, alvar, actions=2)
    asked = run(activate(g, alvar, command), "march najera", "halt", "forage", "march najera", "unladen").named(
        "command"
    )
    offers = ["march najera" in [option.notation for option in ask.options] for ask in asked]
    assert offers == [True, False, True]


def test_4_3_2_why_that_march_is_not_offered_at_once() -> None:
    g = empty()
    alvar = put(g, "alvar_fanez", "burgos", loot=1, cart=1)
    asked = run(activate(g, alvar, commanding(g, alvar)), "march najera", "halt", "pass")
    assert asked[-1].explain("march najera").rule == "4.3.2"


@pytest.mark.parametrize("card", ["M3", "M4"])
def test_4_3_2_what_slows_a_march_is_left_only_when_the_march_is_made(card: str) -> None:
    """A Swollen River stops it before anything is left; after Arid Terrain there is less to carry."""
    g = empty()
    alvar = put(g, "alvar_fanez", "burgos", provender=2, cart=1)
    g.held["muslim"] = holding("muslim", card)
    command = commanding(g, alvar)
    run(march(g, alvar, "najera"), "laden", f"play {card}")
    if card == "M3":
        assert (alvar.at, alvar.assets["provender"], command.used) == ("burgos", 2, 0)
    else:
        assert (alvar.at, alvar.assets["provender"], command.used) == ("najera", 1, 1)


def test_4_3_4_why_a_lord_cannot_avoid_battle_that_way() -> None:
    g = empty()
    put(g, "alvar_fanez", "coria")
    put(g, "garcia_ordonez", "coria").upper = "alvar_fanez"
    g.lords["alvar_fanez"].lower = "garcia_ordonez"
    put(g, "sir", "talavera")
    (asked,) = run(declare(g, "christian", "coria", "merida", may_avoid=True))
    reasons = {said: str(asked.explain(f"avoid alvar_fanez {said}")) for said in ("merida", "talavera", "toledo")}
    assert reasons == {
        "merida": "The enemy comes along that Way. (4.3.4)",
        "talavera": "An enemy Lord is there. (4.3.4)",
        "toledo": "Only an adjacent Locale will do. (4.3.4)",
    }
    assert asked.explain("avoid garcia_ordonez tormes").rule == "4.1.3"


def test_4_3_5_a_siege_elsewhere_does_not_end_the_card() -> None:
    g = empty()
    put(g, "sancho", "zaragoza")
    alvar = put(g, "alvar_fanez", "burgos")
    put(g, "al_mustain", "tudela")
    command = commanding(g, alvar)
    run(settle(g), "besiege")
    assert g.siege == {"zaragoza": 1}
    assert not command.over


def bypassed_at_zaragoza() -> Almoravid:
    g = empty()
    put(g, "al_mustain", "zaragoza", inside=True, provender=2, cart=1)
    put(g, "alvar_fanez", "zaragoza", provender=2, cart=1)
    g.bypass["zaragoza"] = 1
    return g


def test_4_3_6_encamping_is_a_march_that_arid_terrain_tires() -> None:
    g = bypassed_at_zaragoza()
    alvar = g.lords["alvar_fanez"]
    g.held["muslim"] = holding("muslim", "M4")
    command = commanding(g, alvar)
    run(encamp(g, alvar), "play M4")
    assert g.siege == {"zaragoza": 1}
    assert (alvar.assets["provender"], command.over) == (1, True)


def test_4_3_6_a_swollen_river_keeps_a_sortie_inside() -> None:
    g = bypassed_at_zaragoza()
    emir = g.lords["al_mustain"]
    g.held["christian"] = holding("christian", "C3")
    command = commanding(g, emir)
    run(sortie(g, emir), "play C3")
    assert emir.inside
    assert (command.used, command.blocked) == (0, True)


def test_4_3_6_why_he_can_neither_encamp_nor_sortie() -> None:
    g = empty()
    alvar = put(g, "alvar_fanez", "burgos")
    (asked,) = run(activate(g, alvar, commanding(g, alvar)), "pass")
    assert asked.explain("encamp").rule == asked.explain("sortie").rule == "4.3.6"
