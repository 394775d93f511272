"""4.1.3, 4.3: moving, meeting, and Strongholds on the way."""

from __future__ import annotations

from core.engine import Ask
from core.games.levy.command import commands, next_card
from core.games.levy.lords import outside
from core.games.levy.march import arrive, march
from core.games.levy.plan import lieutenants, plan
from tests.almoravid.position import commanding, empty, put
from tests.levy.script import activate, holding, run


def notations(options: list) -> list[str]:
    return [option.notation for option in options]


def test_4_1_3_a_lieutenant_takes_his_lower_lord_along_whose_own_cards_pass() -> None:
    g = empty()
    alvar, sancho = put(g, "alvar_fanez", "burgos", cart=1), put(g, "sancho", "burgos", cart=1)
    put(g, "al_mutamid", "sevilla")
    run(lieutenants(g, "christian"), "lieutenant alvar_fanez sancho")
    commanding(g, alvar)
    run(march(g, alvar, "najera"))
    assert sancho.at == "najera"
    g.command, g.turn = None, "christian"
    g.plans = {"christian": holding("christian", "sancho"), "muslim": []}
    assert run(next_card(g)) == []


def test_4_1_a_marshal_is_never_lieutenant_or_lower_lord() -> None:
    g = empty()
    put(g, "alfonso", "burgos"), put(g, "sancho", "burgos")
    assert run(lieutenants(g, "christian")) == []


def test_4_1_1_pass_cards_only_fill_up() -> None:
    g = empty()
    put(g, "alfonso", "leon"), put(g, "alvar_fanez", "burgos"), put(g, "sancho", "jaca")
    put(g, "al_mutamid", "sevilla", cart=1)
    asked = run(
        plan(g), *["plan alfonso"] * 4, *["plan sancho"] * 3, "plan pass", *["plan al_mutamid"] * 3
    )  # fmt: skip
    christian = [ask for ask in asked.named("plan") if ask.seat == "christian"]
    assert not any("plan pass" in notations(ask.options) for ask in christian)
    assert len(christian) == 7


def test_4_3_1_a_marshal_leads_a_group_that_shares_transport() -> None:
    g = empty()
    alfonso = put(g, "alfonso", "burgos", provender=2)
    sancho = put(g, "sancho", "burgos", cart=2)
    command = commanding(g, alfonso)
    run(march(g, alfonso, "najera"), "with sancho")
    assert (alfonso.at, sancho.at, command.used) == ("najera", "najera", 1)
    assert alfonso.assets == {"provender": 2}


def test_4_3_4_lords_who_avoid_battle_leave_loot_to_the_hunters() -> None:
    g = empty()
    mundir = put(g, "al_mundir", "baniskula", cart=1, loot=2, provender=3)
    alvar = put(g, "alvar_fanez", "baniskula", cart=1)
    commanding(g, alvar)
    run(arrive(g, alvar, "burriana"), "avoid al_mundir tortosa")
    assert mundir.assets == {"cart": 1, "provender": 1}
    assert (alvar.assets["loot"], alvar.assets["provender"]) == (2, 2)
    assert mundir.moved


def test_4_3_4_avoiding_to_an_enemy_stronghold_bypasses_it() -> None:
    g = empty()
    alvar = put(g, "alvar_fanez", "baniskula", cart=1)
    mundir = put(g, "al_mundir", "baniskula", cart=1)
    commanding(g, mundir)
    run(arrive(g, mundir, "burriana"), "avoid alvar_fanez tortosa")
    assert "tortosa" in g.bypass
    assert alvar.at == "tortosa"


def test_4_3_4_a_castle_has_room_for_one_lord() -> None:
    g = empty()
    mundir, mustain = put(g, "al_mundir", "burriana", cart=1), put(g, "al_mustain", "burriana", cart=1)
    alvar = put(g, "alvar_fanez", "burriana", cart=1)
    commanding(g, alvar)
    asked = run(arrive(g, alvar, "valencia"), "withdraw al_mundir", "avoid al_mustain baniskula", "besiege")
    second = asked.named("approach")[1]
    assert "withdraw al_mustain" not in notations(second.options)
    assert second.why_not("withdraw al_mustain").rule == "4.3.4"
    assert (mundir.inside, mustain.at, g.siege) == (True, "baniskula", {"burriana": 1})
    assert g.command.over


def test_4_3_6_encamp_turns_a_bypass_into_a_siege_and_ends_the_card() -> None:
    g = empty()
    put(g, "al_mundir", "lerida")
    alvar = put(g, "alvar_fanez", "burriana", cart=1)
    g.bypass["burriana"] = 1
    command = commanding(g, alvar)
    run(activate(g, alvar, command), "ravage", "encamp")
    assert g.siege == {"burriana": 1}
    assert g.bypass == {}
    assert command.over


def test_4_3_6_a_lord_who_leaves_a_bypass_takes_the_marker_with_him() -> None:
    g = empty()
    put(g, "al_mundir", "burriana", inside=True)
    alvar = put(g, "alvar_fanez", "burriana", cart=1)
    g.bypass["burriana"] = 1
    command = commanding(g, alvar)
    run(activate(g, alvar, command), "march valencia", "pass")
    assert g.bypass == {}
    assert not g.lords["al_mundir"].inside


def test_4_3_6_a_sortie_drives_the_bypassers_off() -> None:
    g = empty()
    mundir = put(g, "al_mundir", "burriana", inside=True)
    alvar = put(g, "alvar_fanez", "burriana", cart=1)
    g.bypass["burriana"] = 1
    command = commanding(g, mundir)
    run(activate(g, mundir, command), "sortie", "avoid alvar_fanez valencia", "pass")
    assert alvar.at == "valencia"
    assert g.bypass == {}
    assert not mundir.inside


def test_4_2_2_the_besieged_may_only_sally_forage_at_gardens_or_pass() -> None:
    g = empty()
    mundir = put(g, "al_mundir", "lerida", inside=True)
    put(g, "sancho", "lerida")
    g.siege["lerida"] = 1
    command = commanding(g, mundir)
    assert notations(commands(g, mundir, command)) == ["sally", "forage"]
    assert outside(g, "lerida", "muslim") == []


def test_4_2_1_siege_and_tax_need_a_fresh_card_and_say_so() -> None:
    g = empty()
    alfonso = put(g, "alfonso", "leon")
    command = commanding(g, alfonso)
    command.used = 1
    ask: Ask = activate(g, alfonso, command).send(None)
    assert "tax" not in notations(ask.options)
    assert ask.explain("tax").rule == "4.2.1"
    assert ask.explain("march toledo").rule == "4.3.3"
    assert ask.explain("storm").rule == "4.5"
