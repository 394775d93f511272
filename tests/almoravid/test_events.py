"""Arts of War: the upper halves. Each test would fail if its card did nothing."""

from __future__ import annotations

import pytest

from core.games.almoravid.call_to_arms import christian_call
from core.games.almoravid.cards.events import EVENTS
from core.games.almoravid.combat import strike_order
from core.games.almoravid.data import CARDS
from core.games.almoravid.politics import owner, points
from core.games.almoravid.rules import RULES
from core.games.almoravid.state import Almoravid
from core.games.levy.lords import mustered
from core.games.levy.march import arrive, march
from core.games.levy.muster import muster
from core.games.levy.pay import pay
from core.games.levy.siege import siege
from core.games.levy.state import CALENDAR, MAP, MUSTERED, Fight, Lord
from core.games.levy.supply import ravage
from tests.almoravid.position import commanding, empty, put, settle_status, wait
from tests.levy.script import Told, activate, holding, run

MIRROR = {"christian": ("alvar_fanez", "al_mutamid"), "muslim": ("al_mutamid", "alvar_fanez")}


def event(g: Almoravid, card: str, *answers: str, dice: tuple[int, ...] = ()) -> Told:
    g.in_use = [card]
    return run(EVENTS[CARDS[card].event](g, CARDS[card]), *answers, dice=dice)


def hold(g: Almoravid, *cards: str) -> None:
    for card in cards:
        g.held[CARDS[card].side] += holding(CARDS[card].side, card)


def notations(asked: Told, name: str) -> list[str]:
    return [option.notation for option in asked.named(name)[0].options]


def met(g: Almoravid, attacker: str, defender: str, **forces: int) -> tuple[Lord, Lord]:
    """Two Lords face to face at Albarracín, the first Attacking from Cuenca."""
    first = put(g, attacker, "albarracin", cart=1, **(forces or {"sergeants": 2}))
    second = put(g, defender, "albarracin", cart=1, militia=1)
    put(g, "alfonso", "leon")
    put(g, "yusuf", "algeciras")
    commanding(g, first)
    return first, second


# --- C1/M1 to C9: combat and March ----------------------------------------------------------------


@pytest.mark.parametrize(("card", "defender", "bow"), [("C1", "alvar_fanez", "C4"), ("M1", "al_mutamid", "M4")])
def test_hills_double_the_bows_of_the_defender(card: str, defender: str, bow: str) -> None:
    g = empty()
    attacker, lord = met(g, MIRROR[CARDS[card].side][1], defender)
    lord.cards, lord.forces = [bow], {"militia": 2}
    hold(g, card)
    fight = Fight("battle", "albarracin", attacker.side, lord.side)
    fight.lords = {attacker.side: [attacker.id], lord.side: [lord.id]}
    assert RULES.missiles(g, fight, lord, False) == (0, 2, 0)
    run(RULES.combat_events(g, fight), f"play {card}")
    assert RULES.missiles(g, fight, lord, False) == (0, 4, 0)
    assert g.held[CARDS[card].side] == []


@pytest.mark.parametrize("card", ["C2", "M2"])
def test_camp_attack_takes_two_assets_and_destroys_two(card: str) -> None:
    g = empty()
    own, other = MIRROR[CARDS[card].side]
    attacker, victim = met(g, own, other)
    victim.assets = {"coin": 5}
    hold(g, card)
    fight = Fight("battle", "albarracin", attacker.side, victim.side, played=[card])
    fight.lords = {attacker.side: [attacker.id], victim.side: [victim.id]}
    run(RULES.start_round(g, fight))
    assert victim.assets == {"coin": 1}
    assert attacker.assets["coin"] == 2


@pytest.mark.parametrize(("card", "guides"), [("C3", ""), ("M3", "C3"), ("M3", "C10")])
def test_swollen_river_stops_a_march_but_adalides_know_the_fords(card: str, guides: str) -> None:
    g = empty()
    _, other = MIRROR[CARDS[card].side]
    lord = put(g, other, "albarracin", cart=1)
    hold(g, card)
    command = commanding(g, lord)
    asked = run(march(g, lord, "cuenca"), f"play {card}")
    assert (lord.at, command.blocked, command.used) == ("albarracin", True, 0)
    assert len(asked) == 1
    if guides:
        hold(g, card)
        lord.cards = [guides]
        assert not any(ask.name == "march" and ask.play(card) for ask in run(march(g, lord, "cuenca")).named("march"))
        assert lord.at == "cuenca"


def test_swollen_river_stops_avoid_battle() -> None:
    g = empty()
    mundir = put(g, "al_mundir", "baniskula", militia=1, cart=1)
    alvar = put(g, "alvar_fanez", "baniskula", knights=4, cart=1)
    put(g, "yusuf", "algeciras"), put(g, "alfonso", "leon")
    commanding(g, alvar)
    hold(g, "C3")
    g.news = told = []
    run(arrive(g, alvar, "burriana"), "avoid al_mundir tortosa", "play C3", dice=[6] * 8 + [1, 3])
    assert any(event.kind == "fight" for event in told)
    assert mundir.service == g.box + 4 - 2


@pytest.mark.parametrize("card", ["C4", "M4"])
def test_arid_terrain_makes_marchers_feed_at_once(card: str) -> None:
    g = empty()
    _, other = MIRROR[CARDS[card].side]
    lord = put(g, other, "albarracin", cart=1, provender=1)
    commanding(g, lord)
    hold(g, card)
    run(march(g, lord, "cuenca"), f"play {card}")
    assert "provender" not in lord.assets


def test_camels_cancel_arid_terrain_and_drought() -> None:
    g = empty()
    lord = put(g, "al_mutamid", "albarracin", mule=1, provender=1)
    g.edge["muslim"] = ["M16"]
    commanding(g, lord)
    hold(g, "C4")
    run(march(g, lord, "cuenca"), "play C4", "camels")
    assert lord.assets["provender"] == 1
    assert g.edge["muslim"] == []


@pytest.mark.parametrize(
    ("card", "victims"), [("C5", ("al_mutamid", "yusuf", "sir")), ("M5", ("alfonso", "sancho", "eudes"))]
)
def test_drought_starves_two_lords_away_from_gardens_and_seats(card: str, victims: tuple[str, ...]) -> None:
    g = empty()
    lords = [put(g, lord, "albarracin", provender=3, mule=0) for lord in victims]
    event(g, card, f"choose {victims[0]}", f"choose {victims[1]}")
    assert lords[2].assets == {"provender": 3}
    assert all(lord.assets.get("provender", 0) < 3 for lord in lords[:2])


def test_surprise_storms_an_empty_castle() -> None:
    g = empty()
    put(g, "al_mundir", "lerida")
    put(g, "alfonso", "leon")
    alvar = put(g, "alvar_fanez", "burriana", knights=6, cart=1)
    commanding(g, alvar)
    hold(g, "C6")
    procedure = arrive(g, alvar, "valencia")
    ask = procedure.send(None)
    chosen = ask.play("C6")
    chosen.token = g.held["christian"][0]
    procedure.send(chosen)
    assert g.siege["burriana"] == 2
    assert g.fight is not None
    assert g.fight.walls == 3


def test_baggage_parapet_spares_the_camp_and_a_retreat() -> None:
    g = empty()
    attacker, victim = met(g, "al_mutamid", "alvar_fanez")
    victim.assets = {"coin": 5}
    fight = Fight("battle", "albarracin", "muslim", "christian", played=["M2", "C7"])
    fight.lords = {"muslim": [attacker.id], "christian": [victim.id]}
    run(RULES.start_round(g, fight))
    assert victim.assets == {"coin": 5}
    assert run(RULES.spared_retreat(g, fight, victim), "spend coin alvar_fanez").result is True
    assert victim.assets == {"coin": 4}


def test_cantador_is_sung_for_one_lord() -> None:
    g = empty()
    attacker, _ = met(g, "alvar_fanez", "al_mutamid")
    hold(g, "C8")
    fight = Fight("battle", "albarracin", "christian", "muslim")
    fight.lords = {"christian": ["alvar_fanez"], "muslim": ["al_mutamid"]}
    before = RULES.melee(g, fight, attacker, "horse")
    run(RULES.combat_events(g, fight), "play C8")
    assert RULES.melee(g, fight, attacker, "horse") == before + 2 * 2


@pytest.mark.parametrize(("answer", "coin", "jihad"), [("single", 1, 0), ("double", 2, 1)])
def test_betrayal_of_terms_loots_a_surrendered_town(answer: str, coin: int, jihad: int) -> None:
    g = empty()
    put(g, "abu_bakr", "valencia")
    alvar = put(g, "alvar_fanez", "jativa", cart=1)
    g.siege["jativa"] = 4
    hold(g, "C9")
    commanding(g, alvar)
    run(siege(g, alvar), "yes", "play C9", answer, *(["jihad madrid"] if jihad else []), dice=[4])
    assert alvar.assets["coin"] == coin
    assert sum(g.jihad.values()) == jihad


def test_feigned_retreat_lets_muslims_melee_first_in_round_two() -> None:
    fight = Fight("battle", "sagrajas", "christian", "muslim", played=["M6"], round=2)
    assert [who for who, step in strike_order(fight) if step != "missile"] == ["defender"] * 2 + ["attacker"] * 2
    fight.round = 1
    assert [who for who, step in strike_order(fight) if step == "horse"] == ["defender", "attacker"]


def test_spear_wall_is_formed_in_one_round() -> None:
    g = empty()
    attacker, victim = met(g, "alvar_fanez", "al_mutamid")
    victim.forces = {"men_at_arms": 2}
    hold(g, "M7")
    fight = Fight("battle", "albarracin", "christian", "muslim")
    fight.lords = {"christian": [attacker.id], "muslim": [victim.id]}
    fight.front = {"christian": ["", attacker.id, ""], "muslim": ["", victim.id, ""]}
    run(RULES.combat_events(g, fight), "play M7")
    run(RULES.before_strike(g, fight, "christian", "horse"), "yes")
    assert RULES.armor(g, fight, victim, "men_at_arms", "horse", "christian") == 4
    fight.round = 2
    assert RULES.armor(g, fight, victim, "men_at_arms", "horse", "christian") == 3


# --- C10 to C26 -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "kept"), [("C10", 4), ("M14", 3)])
def test_devaluation(card: str, kept: int) -> None:
    g = empty()
    lord = put(g, "al_mutamid" if card == "C10" else "alfonso", "leon", coin=6 if card == "C10" else 5)
    event(g, card)
    assert lord.assets["coin"] == kept


@pytest.mark.parametrize("card", ["C11", "C12"])
def test_crusaders_come_and_eudes_calls_his_vassals(card: str) -> None:
    g = empty()
    alfonso, eudes = put(g, "alfonso", "albarracin"), put(g, "eudes", "pamplona")
    event(g, card, "choose alfonso")
    assert alfonso.forces["knights"] == 3
    assert set(eudes.vassals.values()) == {MUSTERED}
    assert eudes.forces == {"knights": 4, "men_at_arms": 3}


@pytest.mark.parametrize(("card", "lord", "seat", "enemy", "enemy_seat", "count"), [
    ("C13", "sancho", "jaca", "al_mustain", "zaragoza", "M23"),
    ("M23", "al_mustain", "zaragoza", "sancho", "jaca", "C13"),
])  # fmt: skip
def test_berenguer_ramon(card: str, lord: str, seat: str, enemy: str, enemy_seat: str, count: str) -> None:
    g = empty()
    loser = put(g, enemy, enemy_seat, count, knights=2, men_at_arms=3, cart=1)
    loser.hired[count] = 1
    taker = put(g, lord, seat, coin=1)
    event(g, card)
    assert (loser.cards, loser.forces) == ([], {"men_at_arms": 1})
    before = taker.forces.get("knights", 0)
    event(g, card, f"choose {lord}")
    assert taker.cards == [card]
    assert taker.forces["knights"] == before + 2
    assert taker.assets == {}


def test_pope_gregory_musters_sancho_from_any_box() -> None:
    g = empty()
    put(g, "alfonso", "leon")
    wait(g, "sancho", 15)
    hold(g, "C14")
    run(pay(g, "christian"), "play C14")
    assert g.lords["sancho"].at == "jaca"
    hold(g, "C14")
    run(pay(g, "christian"), "play C14", "serve sancho left")
    assert g.lords["sancho"].service == g.box + 3 - 2


def test_cluniacs_give_lordship_in_muster() -> None:
    g = empty()
    put(g, "sancho", "jaca")
    hold(g, "C15")
    asked = run(muster(g, "christian"), "play C15", "lordship sancho", "muster sancho", *["levy cart"] * 4)
    assert g.lords["sancho"].assets["cart"] == 4
    assert "4 Levy actions" in asked.named("levy")[0].prompt


def test_bernard_de_sedirac_sways_a_lord_and_stays_as_cathedrals() -> None:
    g = empty()
    alfonso = put(g, "alfonso", "leon")
    service = alfonso.service
    event(g, "C16")
    assert alfonso.service == service + 1
    assert g.edge["christian"] == ["C16"]


def test_genoa_and_pisa_ravage_two_ports() -> None:
    g = empty()
    put(g, "al_mutamid", "sevilla")
    before = points(g)["christian"]
    asked = event(g, "C17", "ravage jerez", "ravage huelva")
    assert "ravage sevilla" not in notations(asked, "raid")
    assert points(g)["christian"] == before + 2


def test_runaway_slaves_bring_lost_foot_back() -> None:
    g = empty()
    alfonso = put(g, "alfonso", "albarracin", knights=1, cart=1)
    alfonso.vassals["froila"] = MUSTERED
    hold(g, "C18")
    run(muster(g, "christian"), "play C18", "mule")
    assert alfonso.forces == {"knights": 1, "men_at_arms": 2, "serfs": 1}
    assert alfonso.assets == {"cart": 1, "mule": 1}


def test_fitna_keeps_two_taifa_lords_from_this_levy() -> None:
    g = empty()
    emir = put(g, "al_mutamid", "sevilla")
    wait(g, "abd_allah", 9), put(g, "al_mundir", "lerida")
    service = emir.service
    event(g, "C19", "choose al_mutamid", "choose abd_allah")
    assert emir.service == service - 1
    assert not RULES.may_levy(g, emir)
    assert g.banned == ["al_mutamid", "abd_allah"]


def test_al_qadir_calms_a_taifa_without_muslim_lords() -> None:
    g = empty()
    put(g, "alfonso", "leon")
    g.jihad = {"madrid": 1, "ucles": 2}
    hold(g, "C20")
    run(pay(g, "christian"), "play C20", "calm madrid")
    assert g.jihad == {"ucles": 1}


def test_mozarabes_open_the_gates() -> None:
    g = empty()
    g.conquered["toledo"] = 3
    g.jihad["madrid"], g.siege["madrid"] = 1, 1
    alvar = put(g, "alvar_fanez", "madrid")
    commanding(g, alvar)
    hold(g, "C21")
    run(siege(g, alvar), "yes", "play C21")
    assert g.conquered["madrid"] == 1


@pytest.mark.parametrize(("card", "choice", "lord", "banned"), [
    ("C22", "shift yusuf left", "yusuf", {"al_mutawakkil", "abd_allah", "yusuf", "sir"}),
    ("C23", "shift al_mustain left", "al_mustain", {"al_mustain"}),
    ("C24", "", "yusuf", {"yusuf", "sir"}),
    ("M16", "", "pedro_ansurez", {"alfonso"}),
    ("M17", "", "pedro_ansurez", {"pedro_ansurez", "garcia_ordonez", "alvar_fanez", "rodrigo_campeador"}),
])  # fmt: skip
def test_events_that_keep_lords_from_a_levy(card: str, choice: str, lord: str, banned: set[str]) -> None:
    g = empty()
    target = put(g, lord, "albarracin")
    service = target.service
    event(g, card, *([choice] if choice else []))
    assert target.service == service - 1
    assert set(g.banned) == banned


def test_de_vivar_reconciles_for_one_point() -> None:
    g = empty()
    put(g, "rodrigo_al_sayyid", "albarracin").service = g.box + 2
    hold(g, "C25")
    run(christian_call(g), "play C25")
    assert g.box_vp == 1
    assert g.lords["rodrigo_campeador"].box == g.box + 2


def test_freebooter_for_the_christians() -> None:
    g = empty()
    put(g, "rodrigo_al_sayyid", "albarracin")
    event(g, "C26", "yes")
    assert (g.box_vp, g.lords["rodrigo_campeador"].where) == (1, CALENDAR)


@pytest.mark.parametrize("card", ["M25", "M26"])
def test_freebooter_for_the_muslims(card: str) -> None:
    g = empty()
    g.box_vp = 2
    wait(g, "rodrigo_campeador", 12)
    event(g, card, "yes")
    assert (g.box_vp, g.lords["rodrigo_al_sayyid"].box) == (1, 12)


# --- M8 to M24 ------------------------------------------------------------------------------------


def play_muslim(g: Almoravid, card: str, *answers: str, moment: str = "pay") -> None:
    hold(g, card)
    if not mustered(g, "muslim"):
        put(g, "sir", "sevilla")
    run(pay(g, "muslim", moment), f"play {card}", *answers)
    assert g.held["muslim"] == []


def test_ahmad_ibn_rumayla_frees_a_town() -> None:
    g = empty()
    put(g, "al_mutamid", "sevilla")
    g.conquered["jaen"] = 1
    play_muslim(g, "M8")
    assert owner(g, "jaen") == "muslim"


def test_maliki_islam_needs_an_african_in_christian_land() -> None:
    g = empty()
    yusuf = put(g, "yusuf", "sevilla")
    hold(g, "M9")
    assert RULES.any_time(g, "muslim", "pay")("M9") is None
    yusuf.at, g.held["muslim"] = "tormes", []
    play_muslim(g, "M9", *["jihad madrid"] * 4)
    assert g.jihad == {"madrid": 4}


@pytest.mark.parametrize(("card", "count"), [("M10", 1), ("M11", 3)])
def test_fatwa_and_al_qadir_raise_jihad(card: str, count: int) -> None:
    g = empty()
    put(g, "sir", "albarracin")
    play_muslim(g, card, *["jihad ucles"] * count)
    assert g.jihad == {"ucles": count}


def test_taifa_marriage_moves_two_lords() -> None:
    g = empty()
    emir = put(g, "al_mutamid", "sevilla")
    wait(g, "abd_allah", 12)
    service = emir.service
    play_muslim(g, "M12", "shift al_mutamid", "shift abd_allah")
    assert (emir.service, g.lords["abd_allah"].box) == (service + 1, 11)


def test_severed_heads_after_a_ravage() -> None:
    g = empty()
    emir = put(g, "al_mutamid", "tormes")
    service = emir.service
    hold(g, "M13")
    run(ravage(g, emir, "tormes"), "play M13", "shift al_mutamid")
    assert emir.service == service + 2


@pytest.mark.parametrize(("card", "taifa"), [("M15", "parias"), ("M20", "reconquista")])
def test_revolts_spread_where_jihad_lies(card: str, taifa: str) -> None:
    g = empty()
    if taifa == "reconquista":
        g.conquered["toledo"] = 3
    g.jihad["madrid"] = 1
    settle_status(g)
    play_muslim(g, card, *(["taifa toledo"] if taifa == "parias" else []), "fan")
    assert g.jihad["madrid"] == 3


def test_refugees_bring_light_horse_and_militia_back() -> None:
    g = empty()
    emir = put(g, "al_mutamid", "sevilla", sergeants=1, cart=1)
    hold(g, "M18")
    run(muster(g, "muslim"), "play M18", "cart")
    assert emir.forces == {"sergeants": 1, "light_horse": 1, "militia": 2}
    assert emir.assets["cart"] == 2


def test_african_fleet_sails_from_port_to_port() -> None:
    g = empty()
    yusuf = put(g, "yusuf", "algeciras", mule=1)
    command = commanding(g, yusuf)
    hold(g, "M19")
    run(activate(g, yusuf, command), "play M19", "sail denia")
    assert yusuf.at == "denia"
    assert command.used == command.actions


def test_al_sumaisir_musters_a_taifa_lord() -> None:
    g = empty()
    wait(g, "abu_bakr", 16)
    play_muslim(g, "M21", "bring abu_bakr")
    assert g.lords["abu_bakr"].at == "valencia"
    play_muslim(g, "M21", "taifa toledo", "jihad madrid", "jihad madrid")
    assert g.jihad == {"madrid": 2}


def test_massacre_with_and_without_crusaders() -> None:
    g = empty()
    event(g, "M22", "jihad madrid")
    assert g.jihad == {"madrid": 1}
    put(g, "eudes", "pamplona")
    event(g, "M22", *["jihad madrid"] * 3)
    assert g.jihad == {"madrid": 4}
    wait(g, "al_mundir", 14)
    event(g, "M22", "bring al_mundir")
    assert g.lords["al_mundir"].where == MAP


def test_al_maghawir_ravages_the_border_unless_guarded() -> None:
    g = empty()
    put(g, "al_mutawakkil", "badajoz")
    g.edge["christian"] = ["C19"]
    event(g, "M24")
    assert g.ravaged == {}
    g.edge["christian"] = []
    event(g, "M24")
    assert g.ravaged == {"coria": "muslim"}
