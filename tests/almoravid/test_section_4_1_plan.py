"""4.1: Plan, Lieutenants, Dinars."""

from __future__ import annotations

from core.games.almoravid.data import VASSALS
from core.games.levy.plan import lieutenants, plan
from core.games.levy.state import CALENDAR, MUSTERED
from tests.almoravid.position import empty, put
from tests.levy.script import run


def test_4_1_christians_complete_their_plan_before_the_muslims_name_lieutenants() -> None:
    g = empty()
    put(g, "alfonso", "leon")
    put(g, "al_mutamid", "sevilla")
    put(g, "abd_allah", "sevilla")
    christian, muslim = ["plan alfonso"] * 4, ["plan al_mutamid"] * 3 + ["plan abd_allah"] * 3
    asked = run(plan(g), *christian, "lieutenant al_mutamid abd_allah", *muslim)
    names = [ask.name for ask in asked]
    assert names.index("lieutenants") > max(spot for spot, ask in enumerate(asked) if ask.seat == "christian")


def test_4_1_why_a_pass_card_or_a_fourth_card_does_not_go_into_the_plan() -> None:
    g = empty()
    for lord in ("alfonso", "sancho", "alvar_fanez"):
        put(g, lord, "leon")
    put(g, "al_mutamid", "sevilla")
    cards = ["plan sancho"] * 3 + ["plan alfonso"] * 4
    asked = run(plan(g), *cards, *["plan al_mutamid"] * 3).named("plan")
    assert "only fills up" in asked[0].explain("plan pass").reason
    assert "All 3 Command cards" in asked[3].explain("plan sancho").reason
    assert asked[0].explain("plan al_mutamid").rule == "4.1.1"


def test_4_1_3_why_not_lieutenant() -> None:
    g = empty()
    for lord, place in (("alfonso", "leon"), ("sancho", "leon"), ("alvar_fanez", "leon"), ("garcia_ordonez", "burgos")):
        put(g, lord, place)
    (asked,) = run(lieutenants(g, "christian"))
    assert "Marshal" in asked.explain("lieutenant alfonso sancho").reason
    assert "same Locale" in asked.explain("lieutenant sancho garcia_ordonez").reason


def test_4_1_4_why_no_dinars() -> None:
    g = empty()
    put(g, "yusuf", "sevilla")
    put(g, "al_mutamid", "sevilla", coin=2)
    put(g, "abd_allah", "granada", inside=True, coin=2)
    put(g, "alfonso", "granada")
    g.siege["granada"] = 1
    asked = run(g.rules.before_plan(g, "muslim"), "dinars al_mutamid")
    assert g.box_coin == 1
    assert "Taifa Lords" in asked[0].explain("dinars yusuf").reason
    assert "Besieged" in asked[0].explain("dinars abd_allah").reason


def test_4_0_a_lord_whose_last_unit_goes_with_a_discarded_card_is_not_planned_for() -> None:
    g = empty()
    put(g, "alfonso", "leon")
    sancho = put(g, "sancho", "leon")
    sancho.vassals["bishop_lugo"] = MUSTERED
    sancho.forces = dict(VASSALS["bishop_lugo"].forces)
    put(g, "al_mutamid", "sevilla")
    g.edge["christian"] = ["C22", "C16", "C19"]
    asked = run(plan(g), "discard C22", "discard C19", *["plan alfonso"] * 4, *["plan al_mutamid"] * 3)
    assert sancho.where == CALENDAR
    assert g.edge["christian"] == ["C16"]
    assert all("plan sancho" not in [option.notation for option in ask.options] for ask in asked.named("plan"))
