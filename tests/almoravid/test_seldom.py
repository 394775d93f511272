"""Rules that games by chance seldom meet."""

from __future__ import annotations

from core.games.almoravid.cards import events, held
from core.games.almoravid.cards.reactions import camp_attack, combat_events, severed_heads
from core.games.almoravid.cards.realm import build_cathedral, cathedral_options
from core.games.almoravid.combat import missiles
from core.games.almoravid.data import CARD_FORCES, CARDS, CHRISTIAN, MUSLIM
from core.games.almoravid.politics import add_jihad, conquer
from core.games.almoravid.rules import RULES
from core.games.almoravid.state import Almoravid
from core.games.almoravid.winter import winter_action, winter_disband
from core.games.levy.aftermath import fates_of_losers
from core.games.levy.arts import draw_capabilities
from core.games.levy.battle import reposition_storm
from core.games.levy.command import one_command
from core.games.levy.state import CALENDAR, GONE, Fight
from core.games.levy.strike import closest
from tests.almoravid.position import commanding, empty, put, settle_status
from tests.levy.script import holding, run


def test_c16_a_third_cathedral_is_one_that_moves() -> None:
    g = empty()
    g.conquered = {"toledo": 3, "zaragoza": 3, "sevilla": 3}
    put(g, "alfonso", "sevilla")
    g.edge[CHRISTIAN], g.cathedrals = ["C16"], ["toledo", "zaragoza"]
    assert [option.notation for option in cathedral_options(g)] == [
        "cathedral toledo sevilla",
        "cathedral zaragoza sevilla",
    ]
    command = commanding(g, g.lords["alfonso"])
    g.taifas = dict.fromkeys(g.taifas, "independent")  # nowhere for the Jihad that answers it
    run(one_command(g, g.lords["alfonso"], command), "cathedral toledo sevilla")
    assert g.cathedrals == ["zaragoza", "sevilla"]
    assert command.used == 0


def test_c16_jihad_answers_a_cathedral() -> None:
    g = empty()
    g.conquered["toledo"] = 3
    settle_status(g)
    run(build_cathedral(g, "toledo"), "jihad ucles")
    assert (g.cathedrals, g.jihad) == (["toledo"], {"ucles": 1})


def test_m25_el_cid_calls_the_fleet_from_the_deck() -> None:
    g = empty()
    rodrigo = put(g, "rodrigo_al_sayyid", "almeria", "M25")
    g.seats["rodrigo_al_sayyid"] = "almeria"
    command = commanding(g, rodrigo)
    run(one_command(g, rodrigo, command), "deck M19", "sail algeciras")
    assert rodrigo.at == "algeciras"
    assert command.once == ["el_cid"]
    assert command.used == command.actions


def fight_at(g: Almoravid, *attackers: str, against: tuple[str, ...], kind: str = "battle") -> Fight:
    """A fight about to begin: the first attacker is in command."""
    side = g.lords[attackers[0]].side
    commanding(g, g.lords[attackers[0]])
    enemy = RULES.other[side]
    g.fight = Fight(kind, g.lords[attackers[0]].at, side, enemy, active=attackers[0])
    g.fight.lords = {side: list(attackers), enemy: list(against)}
    return g.fight


def test_c25_el_cid_plays_what_is_in_hand_or_in_the_deck_or_nothing() -> None:
    for answer, played in (("play C7", ["C7"]), ("deck C2", ["C2"]), ("pass", [])):
        g = empty()
        put(g, "rodrigo_campeador", "toledo", "C25")
        put(g, "sir", "toledo")
        g.held[CHRISTIAN] = holding(CHRISTIAN, "C7")
        fight = fight_at(g, "rodrigo_campeador", against=("sir",))
        run(combat_events(g, fight), answer)
        assert fight.played == played


def test_m8_dawud_s_lord_plays_from_hand_or_passes_and_el_cid_beside_him_too() -> None:
    for answer, played in (("play M6", ["M6"]), ("pass", []), ("dawud M7", ["M7"]), ("deck M2", ["M2"])):
        g = empty()
        put(g, "rodrigo_al_sayyid", "toledo", "M25")
        put(g, "sir", "toledo", "M8")
        put(g, "alfonso", "toledo")
        g.held[MUSLIM] = holding(MUSLIM, "M6")
        fight = fight_at(g, "rodrigo_al_sayyid", "sir", against=("alfonso",))
        run(combat_events(g, fight), answer)
        assert fight.played == played


def test_c14_somebody_else_at_the_place_may_feed_the_raiders() -> None:
    g = empty()
    alvar = put(g, "alvar_fanez", "talavera", "C14", provender=1)
    sancho = put(g, "sancho", "talavera", provender=1)
    g.jihad["trujillo"] = 1
    command = commanding(g, alvar)
    asked = run(one_command(g, alvar, command), "raid trujillo", "provender sancho")
    assert asked.named("raiders")
    assert (alvar.assets["provender"], sancho.assets) == (2, {})  # his own, and what the Stronghold yields
    assert g.ravaged["trujillo"] == CHRISTIAN


def test_c13_a_lord_who_lived_by_the_count_alone_goes_with_him() -> None:
    g = empty()
    emir = put(g, "al_mustain", "zaragoza", "M23")
    emir.forces, emir.hired = dict(CARD_FORCES["M23"]), {"M23": 1}
    put(g, "alfonso", "leon")
    g.in_use = ["C13"]
    run(events.berenguer_ramon(g, CARDS["C13"]))
    assert emir.where == CALENDAR


def test_m15_a_revolt_with_an_african_lord_there_is_worth_three() -> None:
    g = empty()
    put(g, "yusuf", "toledo")
    run(held.HELD["parias_revolt"].act(g, "pay"), "taifa toledo", "jihad ucles", "jihad ucles", "jihad talavera")
    assert g.jihad == {"ucles": 2, "talavera": 1}


def test_m13_after_a_victory_two_emirs_move_or_jihad_rises() -> None:
    g = empty()
    first, second = put(g, "al_mutamid", "sevilla"), put(g, "abd_allah", "granada")
    before = first.service, second.service
    g.held[MUSLIM] = holding(MUSLIM, "M13")
    run(severed_heads(g, 2, 4), "play M13", "shift al_mutamid", "shift abd_allah")
    assert (first.service, second.service) == (min(17, before[0] + 2), min(17, before[1] + 2))
    g.held[MUSLIM] = holding(MUSLIM, "M13")
    run(severed_heads(g, 1, 2), "play M13", "rise", "jihad toledo", "jihad toledo")
    assert g.jihad == {"toledo": 2}


def test_c2_a_camp_with_little_in_it_is_soon_empty() -> None:
    g = empty()
    alfonso, sir = put(g, "alfonso", "toledo"), put(g, "sir", "toledo")
    alfonso.assets, sir.assets = {}, {"coin": 1}
    run(camp_attack(g, fight_at(g, "alfonso", against=("sir",)), CHRISTIAN))
    assert (alfonso.assets, sir.assets) == ({"coin": 1}, {})


def test_m17_an_arrada_counts_once_with_the_first_in_front() -> None:
    g = empty()
    put(g, "al_mutamid", "toledo", "M17", militia=2)
    put(g, "abd_allah", "toledo", militia=2)
    fight = Fight("storm", "toledo", MUSLIM, CHRISTIAN)
    fight.lords = {MUSLIM: ["al_mutamid", "abd_allah"], CHRISTIAN: []}
    fight.front = {MUSLIM: ["", "al_mutamid", "abd_allah"], CHRISTIAN: ["", "", ""]}
    assert missiles(g, fight, g.lords["al_mutamid"], False)[2] == 3
    assert missiles(g, fight, g.lords["abd_allah"], False)[2] == 0


def test_1_3_1_conquest_takes_the_enemy_s_seat_marker_off() -> None:
    g = empty()
    put(g, "rodrigo_al_sayyid", "toledo")
    g.seats["rodrigo_al_sayyid"] = "almeria"
    run(conquer(g, "almeria", CHRISTIAN))
    assert "rodrigo_al_sayyid" not in g.seats


def test_1_4_4_jihad_that_finds_no_place_is_lost() -> None:
    g = empty()
    g.taifas = dict.fromkeys(g.taifas, "independent")
    run(add_jihad(g, 3))
    assert g.jihad == {}


def test_m19_no_river_march_from_under_the_eyes_of_a_christian_lord() -> None:
    g = empty()
    emir = put(g, "al_mutamid", "sevilla", inside=True)
    put(g, "alfonso", "sevilla")
    g.edge[MUSLIM] = ["M19"]
    assert RULES.more_ways(g, emir) == []
    g.lords["alfonso"].at = "toledo"
    assert RULES.more_ways(g, emir)


def test_6_3_1_lords_beyond_their_service_leave_for_good_before_winter() -> None:
    g = empty()
    g.box = 7
    sancho = put(g, "sancho", "jaca")
    sancho.service = 6
    run(winter_disband(g))
    assert sancho.where == GONE


def test_6_3_2_a_besieger_may_ravage_in_winter() -> None:
    g = empty()
    g.box = 7
    pedro = put(g, "pedro_ansurez", "huesca", knights=1)
    g.jihad["huesca"], g.siege["huesca"] = 1, 1
    run(winter_action(g, pedro), "ravage")
    assert g.ravaged["huesca"] == CHRISTIAN


def test_3_1_2_a_count_who_serves_the_other_side_is_drawn_in_vain() -> None:
    g = empty()
    put(g, "al_mustain", "zaragoza", "M23")
    sancho = put(g, "sancho", "jaca")
    g.removed_cards = [card for card in CARDS if CARDS[card].side == CHRISTIAN and card not in ("C13", "C18")]
    run(draw_capabilities(g, CHRISTIAN))
    assert sancho.cards == []
    assert g.edge[CHRISTIAN] == ["C18"]


def test_4_4_3_a_lower_lord_shares_the_fate_of_his_lieutenant() -> None:
    g = empty()
    put(g, "alfonso", "toledo")
    sir, abd = put(g, "sir", "toledo"), put(g, "abd_allah", "toledo")
    sir.lower, abd.upper = "abd_allah", "sir"
    fight = fight_at(g, "alfonso", against=("abd_allah", "sir"))
    fight.origin = "madrid"
    asked = run(fates_of_losers(g, fight, MUSLIM), "retreat sir talavera")
    assert asked.result == {"sir": "retreat", "abd_allah": "retreat"}


def test_4_4_1_who_turns_against_a_relief_sally_faces_it() -> None:
    fight = Fight("battle", "toledo", CHRISTIAN, MUSLIM)
    fight.front = {CHRISTIAN: ["", "alfonso", ""], MUSLIM: ["", "sir", ""]}
    fight.sally, fight.rear = ["", "sancho", ""], ["", "yusuf", ""]
    assert closest(fight, "yusuf") == ["sancho"]
    fight.sally = ["", "", ""]
    assert closest(fight, "yusuf") == ["alfonso"]


def test_4_5_2_the_reserve_may_be_kept_back() -> None:
    g = empty()
    put(g, "alfonso", "toledo")
    put(g, "sancho", "toledo")
    fight = fight_at(g, "alfonso", "sancho", against=(), kind="storm")
    fight.front = {CHRISTIAN: ["", "alfonso", ""], MUSLIM: ["", "", ""]}
    fight.reserve = {CHRISTIAN: ["sancho"], MUSLIM: []}
    run(reposition_storm(g, fight), "stay")
    assert fight.reserve[CHRISTIAN] == ["sancho"]
    run(reposition_storm(g, fight), "front sancho")
    assert fight.front[CHRISTIAN] == ["sancho", "alfonso", ""]
