"""The Battle of Sagrajas, 23 October 1086: a game of one Battle, from the Background Book."""

from __future__ import annotations

from core.engine import Ask, Deal, Procedure
from core.games.almoravid.cards.hiring import MILITES_PER_ASSET, none_left
from core.games.almoravid.data import CARD_FORCES, CHRISTIAN, LORDS, MUSLIM, OTHER, VASSALS
from core.games.almoravid.state import Almoravid
from core.games.levy.aftermath import losing_side
from core.games.levy.arts import assign
from core.games.levy.battle import fight_out
from core.games.levy.calendar import muster_vassal, prepare_mat
from core.games.levy.choices import option
from core.games.levy.lords import add_units, mustered
from core.games.levy.refusals import not_one_of
from core.games.levy.state import MUSTERED, Fight, Lord

PLACE = "sagrajas"
BOX = 14
ARMIES = {
    CHRISTIAN: ("alfonso", "pedro_ansurez", "garcia_ordonez", "alvar_fanez", "sancho"),
    MUSLIM: ("yusuf", "sir", "al_mutamid", "al_mutawakkil", "abd_allah"),
}
AT_HOME = ("garcia", "armengol", "al_mutasim")
"""Vassals who are not there: Sancho's, and the emir of Almería."""
BISHOPS = {"alfonso": "bishop_orense", "pedro_ansurez": "bishop_leon", "garcia_ordonez": "bishop_lugo"}
ATTACK = option("attack", "Alfonso attacks")
DEFEND = option("defend", "Alfonso awaits the attack")
CENTRE = {CHRISTIAN: "alfonso", MUSLIM: "yusuf"}
EXTRAS = {
    CHRISTIAN: (("C7", "C9"), "C8"),
    MUSLIM: (("M3",), "M6"),
}


def set_up(g: Almoravid) -> None:
    """Ten Lords face to face, their Vassals Mustered; neither Assets nor Victory Points count."""
    for side, lords in ARMIES.items():
        for lord_id in lords:
            lord = g.lords[lord_id]
            prepare_mat(g, lord, PLACE, BOX)
            lord.assets = {}
            vassals = [vassal for vassal in LORDS[lord_id].vassals if vassal not in AT_HOME]
            if side == CHRISTIAN and lord_id in BISHOPS:
                vassals.append(BISHOPS[lord_id])
            for vassal in vassals:
                lord.vassals[vassal] = MUSTERED
                add_units(lord, VASSALS[vassal].forces)
    g.edge = {CHRISTIAN: ["C22", "C18"], MUSLIM: []}


def sagrajas(g: Almoravid) -> Procedure[None]:
    """The Christians choose who attacks; cards are shared out; the winner of the Battle wins the game."""
    yield from milites(g)
    choice = yield Ask(CHRISTIAN, "sagrajas", "Attack, or await the attack?", [ATTACK, DEFEND], "minigame")
    attacker = CHRISTIAN if choice is ATTACK else MUSLIM
    for card in ("C4", "C5"):
        yield from assign(g, CHRISTIAN, g.rules.cards[card])
    for card in ("M4", "M5"):
        yield from assign(g, MUSLIM, g.rules.cards[card])
    g.held[MUSLIM] += yield Deal(MUSLIM, ["M7"], name="scenario")
    yield from reinforce(g, attacker)
    fight = Fight("battle", PLACE, attacker, OTHER[attacker], active=CENTRE[attacker])
    fight.lords = {side: list(lords) for side, lords in ARMIES.items()}
    yield from fight_out(g, fight)
    loser = losing_side(fight)
    g.winner, g.why = OTHER[loser], "the Battle of Sagrajas is won"
    g.tell("over", winner=g.winner, why=g.why)


def milites(g: Almoravid) -> Procedure[None]:
    """Two Christian Lords take three Milites units each."""
    lords = mustered(g, CHRISTIAN)
    for _ in range(2):
        options = [option(f"choose {lord.id}", LORDS[lord.id].name, lord.id) for lord in lords]
        why_not = not_one_of(g, "choose", CHRISTIAN, "He has his Milites.", "C18")
        choice = yield Ask(CHRISTIAN, "levied", "Who takes three Milites?", options, "C18", why_not)
        lord = g.lords[choice.value[1]]
        lords.remove(lord)
        yield from take_three(g, lord)


def take_three(g: Almoravid, lord: Lord) -> Procedure[None]:
    for _ in range(MILITES_PER_ASSET):
        options = [option(f"take {unit}", g.rules.units[unit].name) for unit in g.milites]
        choice = options[0]
        if len(options) > 1:
            choice = yield Ask(CHRISTIAN, "milites", "Which unit?", options, "C18", none_left(g))
        unit = choice.value[1]
        g.milites[unit] -= 1
        if not g.milites[unit]:
            del g.milites[unit]
        add_units(lord, {unit: 1})


def reinforce(g: Almoravid, attacker: str) -> Procedure[None]:
    """What the attacking side has besides: Crusaders and missiles, or Saqalibah, Harbah and Andalusians."""
    cards, held = EXTRAS[attacker]
    if attacker == CHRISTIAN:
        for vassal in ("crusaders_1", "crusaders_2"):
            options = [option(f"choose {lord}", LORDS[lord].name, lord) for lord in ARMIES[CHRISTIAN]]
            choice = yield Ask(CHRISTIAN, "crusaders", f"Whom do the {VASSALS[vassal].name} join?", options, "3.4.2")
            muster_vassal(g, g.lords[choice.value[1]], vassal)
    else:
        emir = g.lords["al_mutamid"]
        emir.cards.append("M15")
        emir.hired["M15"] = 1
        add_units(emir, CARD_FORCES["M15"])
        g.edge[MUSLIM].append("M10")
    for card in cards:
        yield from assign(g, attacker, g.rules.cards[card])
    g.held[attacker] += yield Deal(attacker, [held], name="scenario")
