"""Almoravid's answers wherever the two Levy & Campaign games part."""

from __future__ import annotations

from collections.abc import Sequence

from core.engine import Ask, Option, Procedure, Refusal, Roll
from core.games.almoravid import combat, politics
from core.games.almoravid.call_to_arms import call_to_arms
from core.games.almoravid.cards import commands, hiring, reactions, realm
from core.games.almoravid.cards.events import EVENTS
from core.games.almoravid.cards.held import HELD
from core.games.almoravid.data import (
    CALENDAR,
    CARDS,
    CHRISTIAN,
    LAST_BOX,
    LOCALES,
    LORDS,
    MUSLIM,
    OTHER,
    PLAN_CARDS,
    SCENARIOS,
    SEASONS,
    SIDES,
    TAIFA_LORDS,
    TAIFA_OF,
    TAIFAS,
    UNITS,
    VASSALS,
)
from core.games.almoravid.state import Almoravid
from core.games.almoravid.winter import SPRING, halve_transport
from core.games.levy.calendar import shift_service
from core.games.levy.choices import DONE, NO, YES, option
from core.games.levy.facts import Card
from core.games.levy.hand import back_to_deck, play_option
from core.games.levy.lords import has_ability, is_besieged, is_friendly, mustered, outside, side_has, spend
from core.games.levy.positions import settle
from core.games.levy.refusals import about
from core.games.levy.rules import HandEvent, Rules
from core.games.levy.siege import surrender_limit
from core.games.levy.state import MAP, Fight, Lord

AFRICANS = ("yusuf", "sir")
RAM_OPTIONS = (YES, NO)


class AlmoravidRules(Rules):
    sides = SIDES
    other = OTHER
    locales = LOCALES
    units = UNITS
    lords = LORDS
    vassals = VASSALS
    cards = CARDS
    seasons = SEASONS
    last_box = LAST_BOX
    plan_cards = PLAN_CARDS

    # --- map and allegiance ----------------------------------------------------------------------

    def owner(self, g: Almoravid, place: str) -> str:
        return politics.owner(g, place)

    def seats_of(self, g: Almoravid, lord: Lord) -> list[str]:
        """Printed Seats, Seat markers, Cathedrals; M12 Al-Yazirat al-Hadra doubles the Africans' markers."""
        seats = list(LORDS[lord.id].seats)
        marker = g.seats.get(lord.id)
        if marker is not None:
            double = lord.id in AFRICANS and side_has(g, MUSLIM, "al_yazirat_al_hadra")
            seats += [marker, marker] if double else [marker]
        return seats + g.cathedrals if lord.id == "alfonso" else seats

    # --- politics and victory --------------------------------------------------------------------

    def adjust(self, g: Almoravid) -> Procedure[None]:
        return politics.adjust(g)

    def settle(self, g: Almoravid) -> Procedure[None]:
        return settle(g)

    def lord_left(self, g: Almoravid, lord: Lord) -> None:
        if lord.side == CHRISTIAN and lord.where == "gone":
            g.christian_removed = True
        if lord.id == "alfonso":
            g.cathedrals = []

    def conquer(self, g: Almoravid, place: str, side: str) -> Procedure[None]:
        return politics.conquer(g, place, side)

    # --- levy ------------------------------------------------------------------------------------

    def draws_capabilities(self, g: Almoravid) -> bool:
        return g.box == g.first_box or (g.box == SPRING and "spring_capabilities" in g.special)

    def event(self, g: Almoravid, card: Card) -> Procedure[None]:
        return EVENTS[card.event](g, card)

    def may_levy(self, g: Almoravid, lord: Lord) -> bool:
        if lord.id in g.banned:
            return False
        if g.box == g.first_box:
            if lord.id == "alvar_fanez" and "first_levy_alvar" in g.special:
                return True
            if lord.id in ("alfonso", "al_mustain") and "first_levy_siege" in g.special:
                return True
        return lord.at not in g.siege and is_friendly(g, lord)

    def lordship(self, g: Almoravid, lord: Lord) -> int:
        rating = LORDS[lord.id].lordship
        if lord.side == MUSLIM and g.box == g.first_box and "first_levy_double_lordship" in g.special:
            rating *= 2
        return rating + g.lordship.get(lord.id, 0)

    def muster_extras(self, g: Almoravid, lord: Lord) -> list[Option]:
        return hiring.muster_extras(g, lord)

    def do_muster_extra(self, g: Almoravid, lord: Lord, choice: Option) -> Procedure[None]:
        return hiring.do_muster_extra(g, lord, choice)

    def side_extras(self, g: Almoravid, side: str) -> list[Option]:
        return realm.side_extras(g, side)

    def do_side_extra(self, g: Almoravid, side: str, choice: Option) -> Procedure[None]:
        return realm.do_side_extra(g, side, choice)

    def discarded(self, g: Almoravid, card: Card, lord: Lord | None) -> None:
        hiring.discarded(g, card, lord)

    def refuse_card(self, g: Almoravid, card: Card) -> Refusal | None:
        return hiring.refuse_card(g, card)

    def why_no_muster_extra(self, g: Almoravid, lord: Lord, said: str) -> Refusal | None:
        return hiring.why_no_muster_extra(g, lord, said)

    def why_no_side_extra(self, g: Almoravid, side: str, said: str) -> Refusal | None:
        return realm.why_no_side_extra(g, side, said)

    def call_to_arms(self, g: Almoravid) -> Procedure[None]:
        if SCENARIOS[g.scenario].call_to_arms:
            yield from call_to_arms(g)
        yield from realm.calm_at_last(g)

    # --- held cards ------------------------------------------------------------------------------

    def any_time(self, g: Almoravid, side: str, moment: str) -> HandEvent:
        def fits(card: str) -> Option | None:
            event = HELD.get(CARDS[card].event)
            return play_option(g, card) if event is not None and event.can(g, moment) else None

        return fits

    def play_any_time(self, g: Almoravid, side: str, card: str, moment: str) -> Procedure[None]:
        yield from HELD[CARDS[card].event].act(g, moment)
        back_to_deck(g, card)

    # --- pay and plan ----------------------------------------------------------------------------

    def treasuries(self, g: Almoravid, lord: Lord) -> list[str]:
        """1.3.3: the Taifas box Pays any Unbesieged Muslim Lord."""
        return ["taifas"] if g.box_coin and lord.side == MUSLIM and not is_besieged(g, lord) else []

    def pay_extras(self, g: Almoravid, side: str) -> list[Option]:
        """C16 Cathedrals; in a Levy C20 Fueros and C21 Sisnando Davídez."""
        if side != CHRISTIAN or not g.edge[CHRISTIAN]:
            return []
        return realm.cathedral_options(g) + (realm.calming_options(g) if g.phase == "pay" else [])

    def pay_from(self, g: Almoravid, treasury: str) -> None:
        g.box_coin -= 1

    def before_plan(self, g: Almoravid, side: str) -> Procedure[None]:
        """4.1.4: Taifa Lords may put Coin into the Taifas box."""
        while side == MUSLIM:
            options = [
                option(f"dinars {lord}", f"{LORDS[lord].name} deposits 1 Coin", lord)
                for lord in TAIFA_LORDS
                if g.lords[lord].assets.get("coin") and not is_besieged(g, g.lords[lord])
            ]
            if not options:
                return
            choice = yield Ask(
                MUSLIM,
                "dinars",
                "Deposit Coin in the Taifas box?",
                [*options, DONE],
                "4.1.4",
                lambda said: why_no_dinars(g, said),
            )
            if choice is DONE:
                return
            spend(g.lords[choice.value[1]], "coin")
            g.box_coin += 1
            g.tell("dinars", lord=choice.value[1], coin=g.box_coin)

    # --- campaign --------------------------------------------------------------------------------

    def actions(self, g: Almoravid, lord: Lord) -> int:
        """C11/C12 Mesnada with Knights, M11/M21 Hasham with Horse: one more."""
        household = has_ability(g, lord, "household") and (
            "knights" in lord.forces if lord.side == CHRISTIAN else any(UNITS[unit].horse for unit in lord.forces)
        )
        return LORDS[lord.id].command + household

    def more_commands(self, g: Almoravid, lord: Lord) -> list[Option]:
        return commands.more_commands(g, lord)

    def do_command(self, g: Almoravid, lord: Lord, choice: Option) -> Procedure[None]:
        return commands.do_command(g, lord, choice)

    def why_no_command(self, g: Almoravid, lord: Lord, said: str) -> Refusal | None:
        return commands.why_no_command(g, lord, said)

    def leads_group(self, g: Almoravid, lord: Lord, target: str) -> bool:
        """Marshals; C8 Hueste to or from a Taifa."""
        if LORDS[lord.id].marshal:
            return True
        return has_ability(g, lord, "hueste") and bool(TAIFA_OF[lord.at] or TAIFA_OF[target])

    def may_join(self, g: Almoravid, leader: Lord, lord: Lord) -> bool:
        return LORDS[leader.id].marshal or lord.id != "alfonso"

    def more_ways(self, g: Almoravid, lord: Lord) -> list[str]:
        """M19 Guadalquivir: Taifa Lords between Ports and river places free of Christian Lords."""
        if not LORDS[lord.id].realm or not side_has(g, MUSLIM, "guadalquivir") or not is_on_water(lord.at):
            return []
        christians = {other.at for other in g.lords.values() if other.side == CHRISTIAN}
        if lord.at in christians:
            return []
        return [place for place in LOCALES if is_on_water(place) and place != lord.at and place not in christians]

    def marches_past(self, g: Almoravid, lord: Lord) -> bool:
        """C3/C10 Adalides; M22 War Drums for Yusuf, Sir and Lieutenants."""
        if has_ability(g, lord, "guides"):
            return True
        return lord.side == MUSLIM and side_has(g, MUSLIM, "war_drums") and (lord.id in AFRICANS or bool(lord.lower))

    def load(self, g: Almoravid, lord: Lord, over_pass: bool) -> tuple[int, int]:
        """4.3.2; M16 Camels: Mules of Yusuf and Sir carry twice as much."""
        carts, mules = lord.assets.get("cart", 0), lord.assets.get("mule", 0)
        if mules and lord.id in AFRICANS and side_has(g, MUSLIM, "camels"):
            mules *= 2
        return (mules if over_pass else carts + mules, 2 * (carts + mules))

    def haul(self, g: Almoravid, lord: Lord) -> int:
        carts, mules = lord.assets.get("cart", 0), lord.assets.get("mule", 0)
        if mules and lord.id in AFRICANS and side_has(g, MUSLIM, "camels"):
            mules *= 2
        return carts + mules

    def before_march(self, g: Almoravid, lord: Lord, group: list[Lord], target: str) -> Procedure[bool]:
        return reactions.before_march(g, lord, group, target)

    def after_march(self, g: Almoravid, group: list[Lord]) -> Procedure[None]:
        return reactions.after_march(g, group)

    def avoid_stopped(self, g: Almoravid, side: str, place: str) -> Procedure[bool]:
        return reactions.avoid_stopped(g, side, place)

    def surprise(self, g: Almoravid, lord: Lord, place: str) -> Procedure[bool]:
        return reactions.surprise(g, lord, place)

    def supply_bonus(self, g: Almoravid, lord: Lord) -> int:
        """M8 Dawud ibn Aisha"""
        return int(has_ability(g, lord, "dawud_ibn_aisha"))

    def ravage_takes(self, g: Almoravid, lord: Lord, place: str) -> Procedure[bool]:
        """C19 Caballería Villana in the Kingdoms, M14/M18 Ribat Monks in their Lord's Taifa: only on 1-3."""
        taifa = TAIFA_OF[place]
        if lord.side == MUSLIM:
            guarded = not taifa and side_has(g, CHRISTIAN, "caballeria_villana")
        else:
            emir = TAIFAS[taifa].lord if taifa else ""
            guarded = bool(emir) and has_ability(g, g.lords[emir], "ribat_monks")
        if not guarded:
            return True
        (die,) = yield Roll(1, name="ravage", why=f"Ravage of {LOCALES[place].name}")
        return bool(die <= 3)

    def ravage_gains(self, g: Almoravid, lord: Lord, place: str) -> dict[str, int]:
        """4.7.2; M22 War Drums: a Provender more for Yusuf, Sir and Lieutenants."""
        gains = {"loot": 1}
        if LOCALES[place].stronghold is not None:
            gains["provender"] = 1
        drums = lord.side == MUSLIM and side_has(g, MUSLIM, "war_drums") and (lord.id in AFRICANS or lord.lower)
        if drums:
            gains["provender"] = gains.get("provender", 0) + 1
        return gains

    def after_ravage(self, g: Almoravid, lord: Lord, place: str) -> Procedure[None]:
        """4.7.2 Enforcing Parias; M13 Severed Heads."""
        if lord.side == MUSLIM:
            yield from reactions.severed_heads(g, 1, 2)
            return
        taifa = TAIFA_OF[place]
        emir = g.lords.get(TAIFAS[taifa].lord) if taifa else None
        if emir is not None and emir.where == MAP:
            yellow = sum(g.ravaged.get(spot) == CHRISTIAN for spot in TAIFAS[taifa].places)
            if yellow % 2:
                shift_service(g, emir, -1)

    def siege_strength(self, g: Almoravid, side: str, place: str) -> int:
        """C1/M1 Battering Ram: its Lord counts twice."""
        return sum(1 + has_ability(g, lord, "ram") for lord in outside(g, place, side))

    def surrender(self, g: Almoravid, lord: Lord, place: str) -> Procedure[bool]:
        """4.5.1: each die of the Stronghold's Value within Siege plus Ravaged markers."""
        besiegers = outside(g, place, lord.side)
        fallen = yield from reactions.mozarabes(g, lord.side, place)
        if not fallen:
            limit = surrender_limit(g, place)
            dice = yield Roll(politics.value(place), name="surrender", why=f"Surrender of {LOCALES[place].name}")
            failed = [die for die in dice if die > limit]
            if len(failed) == 1 and any(has_ability(g, one, "ram") for one in besiegers):
                choice = yield Ask(
                    lord.side, "ram", f"Reroll the {failed[0]} with the Battering Ram?", list(RAM_OPTIONS), "C1"
                )
                if choice is YES:
                    failed = [die for die in (yield Roll(1, name="surrender", why="Battering Ram")) if die > limit]
            fallen = not failed
        if not fallen:
            return False
        g.tell("surrenders", place=place)
        yield from self.conquer(g, place, lord.side)
        if lord.side == CHRISTIAN:
            yield from reactions.betrayal_of_terms(g, place, outside(g, place, lord.side))
        return True

    def storm_rounds(self, g: Almoravid, lord: Lord, place: str) -> int:
        return combat.storm_rounds(g, lord, place)

    def rations(self, mouths: int) -> int:
        return -(-mouths // 6)

    def after_campaign(self, g: Almoravid) -> Procedure[None]:
        """4.9.2: Grow at the end of Spring, Harvest at the end of Summer."""
        if g.box in CALENDAR.fields["grow_at_end_of"]:
            for side in SIDES:
                yield from grow(g, side)
        if g.box in CALENDAR.fields["harvest_at_end_of"]:
            for lord in [*mustered(g, CHRISTIAN), *mustered(g, MUSLIM)]:
                halve_transport(g, lord)

    # --- combat ----------------------------------------------------------------------------------

    def combat_events(self, g: Almoravid, fight: Fight) -> Procedure[None]:
        return reactions.combat_events(g, fight)

    def start_round(self, g: Almoravid, fight: Fight) -> Procedure[None]:
        return reactions.start_round(g, fight)

    def before_strike(self, g: Almoravid, fight: Fight, side: str, step: str) -> Procedure[None]:
        return reactions.before_strike(g, fight, side, step)

    def strike_order(self, fight: Fight) -> Sequence[tuple[str, str]]:
        return combat.strike_order(fight)

    def missiles(self, g: Almoravid, fight: Fight, lord: Lord, javelins: bool) -> tuple[int, int, int]:
        return combat.missiles(g, fight, lord, javelins)

    def garrison_power(self, g: Almoravid, fight: Fight, step: str) -> tuple[int, int, int]:
        return combat.garrison_power(fight, step)

    def garrison(self, g: Almoravid, place: str) -> dict[str, int]:
        stronghold = LOCALES[place].stronghold
        assert stronghold is not None
        return dict(stronghold.garrison)

    def retreat_shift(self, die: int) -> int:
        """One box on 1-2, two on 3-4, three on 5-6, to the left."""
        return -((die + 1) // 2)

    def melee(self, g: Almoravid, fight: Fight, lord: Lord, step: str) -> int:
        return combat.melee(g, fight, lord, step)

    def has_javelins(self, g: Almoravid, lord: Lord) -> bool:
        return combat.has_javelins(g, lord)

    def armor(self, g: Almoravid, fight: Fight, lord: Lord, unit: str, step: str, by: str) -> int:
        return combat.armor(g, fight, lord, unit, step, by)

    def walls(self, g: Almoravid, fight: Fight) -> int:
        return combat.walls(g, fight)

    def spared_retreat(self, g: Almoravid, fight: Fight, lord: Lord) -> Procedure[bool]:
        return reactions.spared_retreat(g, fight, lord)

    def after_combat(self, g: Almoravid, fight: Fight, beaten: Sequence[Lord], sacked: bool) -> Procedure[None]:
        return reactions.after_combat(g, fight, beaten, sacked)


def why_no_dinars(g: Almoravid, said: str) -> Refusal | None:
    lord = g.lords.get(said.removeprefix("dinars "))
    if lord is None:
        return None
    if lord.id not in TAIFA_LORDS:
        return Refusal("Only Taifa Lords put Coin into the Taifas box.", "4.1.4")
    if is_besieged(g, lord):
        return Refusal("The Coin of a Besieged Lord cannot leave his mat.", "4.1.4")
    return Refusal(f"{LORDS[lord.id].name} has no Coin.", "4.1.4")


def is_on_water(place: str) -> bool:
    return LOCALES[place].port or LOCALES[place].river


def grow(g: Almoravid, side: str) -> Procedure[None]:
    """4.9.2: each side takes off half of the enemy's Ravaged markers, keeping half rounded up."""
    enemy = OTHER[side]
    for left in range(list(g.ravaged.values()).count(enemy) // 2, 0, -1):
        options = [
            option(f"grow {place}", f"{LOCALES[place].name} recovers", place)
            for place, scorer in g.ravaged.items()
            if scorer == enemy
        ]
        unharmed = about("grow", LOCALES, lambda place: Refusal("No enemy Ravaged marker lies there.", "4.9.2"))
        choice = yield Ask(side, "grow", f"Which Locale recovers? ({left} to choose)", options, "4.9.2", unharmed)
        del g.ravaged[choice.value[1]]
        g.tell("grows", place=choice.value[1])


RULES = AlmoravidRules()
Almoravid.rules = RULES
