"""Held Events played in answer to something: a March, a Battle, a Surrender, a Ravage."""

from __future__ import annotations

from collections.abc import Sequence

from core.engine import Ask, Open, Option, Procedure, Refusal
from core.games.almoravid.cards.events import camels_cancel, choose_lords
from core.games.almoravid.cards.held import not_a_taifa_lord, shift_taifa_lord, taifa_shifts
from core.games.almoravid.combat import melee
from core.games.almoravid.data import CARDS, CHRISTIAN, LOCALES, LORDS, MUSLIM, OTHER, RECONQUISTA, TAIFA_OF
from core.games.almoravid.politics import add_jihad, jihad_places
from core.games.almoravid.state import Almoravid
from core.games.levy.baggage import share_out
from core.games.levy.battle import storm
from core.games.levy.choices import NO, PASS, YES, choose, option
from core.games.levy.facts import ASSETS
from core.games.levy.feed import feed
from core.games.levy.hand import back_to_deck, play_option, take_from_hand, unseen, window
from core.games.levy.lords import facts, has_ability, present, spend
from core.games.levy.refusals import WhyNot, about, lacks, not_one_of, why_no_play
from core.games.levy.rules import HandEvent
from core.games.levy.state import Fight, Lord
from core.games.levy.strike import strikers

RIVER = {CHRISTIAN: "C3", MUSLIM: "M3"}
ARID = {CHRISTIAN: "C4", MUSLIM: "M4"}
EL_CID = {CHRISTIAN: ("C2", "C3", "C6", "C7", "C8"), MUSLIM: ("M2", "M3", "M6", "M7", "M19")}
DAWUD = ("M2", "M6", "M7")


def only(g: Almoravid, cards: Sequence[str]) -> HandEvent:
    """An answer in which just these cards can be played."""
    return lambda card: play_option(g, card) if card in cards else None


def cid_cards(g: Almoravid, side: str, cards: Sequence[str]) -> list[str]:
    """C25, M25 El Cid: cards he could take from the deck now, once on each of his own Command cards."""
    command = g.command
    if command is None or command.side != side or "el_cid" in command.once:
        return []
    if not has_ability(g, g.lords[command.lord], "el_cid"):
        return []
    deck = unseen(g, side)
    return [card for card in cards if card in EL_CID[side] and card in deck]


def from_deck(g: Almoravid, side: str, card: str) -> Procedure[None]:
    """A card taken from the deck by name. If its owner Holds it, it is that one he plays: only he could know."""
    tokens = g.held[side][:]
    if tokens:
        shown = yield Open(tokens, when=lambda held: held == card, name="deck")
        for token, value in zip(tokens, shown, strict=True):
            if value is not None:
                g.held[side].remove(token)
    g.in_use.append(card)
    g.tell("plays", side=side, card=card)


def deck_option(card: str) -> Option:
    return option(f"deck {card}", f"{CARDS[card].event_name}, from the deck", card)


def react(g: Almoravid, side: str, name: str, prompt: str, cards: Sequence[str]) -> Procedure[str]:
    """The chance to play one of some cards, from the hand or by El Cid from the deck."""
    choices = [deck_option(card) for card in cid_cards(g, side, cards)]
    if not choices:
        return (yield from window(g, side, name, prompt, [CARDS[card].event for card in cards], only(g, cards)))
    choice = yield Ask(
        side, name, prompt, [PASS, *choices], "C25", why_no_event(g, side, cards), g.held[side], only(g, cards)
    )
    if choice is PASS:
        return ""
    if choice.token is not None:
        return take_from_hand(g, choice)
    assert g.command is not None
    g.command.once.append("el_cid")
    yield from from_deck(g, side, choice.value[1])
    return str(choice.value[1])


def why_no_event(g: Almoravid, side: str, cards: Sequence[str]) -> WhyNot:
    """Of a card from the hand, or by El Cid or Dawud from the deck."""
    held = why_no_play(g, side, only(g, cards))

    def from_elsewhere(card: str) -> Refusal:
        if card not in cards:
            return Refusal("That Event does not fit this moment.", "3.1.3")
        return Refusal("Nobody here can take that card from the deck now.", "C25")

    deck = about("deck dawud", CARDS, from_elsewhere)
    return lambda said: held(said) or deck(said)


# --- March -----------------------------------------------------------------------------------------


def before_march(g: Almoravid, lord: Lord, group: list[Lord], target: str) -> Procedure[bool]:
    """C3/M3 Swollen River stops a March, C4/M4 Arid Terrain tires it. Adalides at the Locale know the fords."""
    enemy = OTHER[lord.side]
    cards = [ARID[enemy]]
    if not any(one.side == lord.side and has_ability(g, one, "guides") for one in present(g, lord.at)):
        cards.append(RIVER[enemy])
    events = [CARDS[card].event for card in cards]
    prompt = f"{LORDS[lord.id].name} Marches to {LOCALES[target].name}: play a Held Event against it?"
    card = yield from window(g, enemy, "march", prompt, events, only(g, cards))
    if not card:
        return True
    if card == ARID[enemy]:
        yield from arid_terrain(g, enemy, group, card)
        return True
    back_to_deck(g, card)
    g.tell("river", lord=lord.id)
    return False


def after_march(g: Almoravid, group: list[Lord]) -> Procedure[None]:
    enemy = OTHER[group[0].side]
    prompt = f"{LORDS[group[0].id].name} has Marched: play a Held Event against it?"
    card = yield from window(g, enemy, "marched", prompt, ["arid_terrain"], only(g, [ARID[enemy]]))
    if card:
        yield from arid_terrain(g, enemy, group, card)


def arid_terrain(g: Almoravid, by: str, group: list[Lord], card: str) -> Procedure[None]:
    """C4, M4: the Marching Lord, or two of the group, Feed at once."""
    side = OTHER[by]
    cancelled = yield from camels_cancel(g, side)
    if not cancelled:
        chosen = yield from choose_lords(g, by, card, group, 2, "Who suffers in the Arid Terrain?")
        yield from feed(g, side, chosen)
    back_to_deck(g, card)


def avoid_stopped(g: Almoravid, side: str, place: str) -> Procedure[bool]:
    """C3/M3: Swollen River keeps Defenders from Avoiding Battle."""
    if any(lord.at == place and lord.side != side and has_ability(g, lord, "guides") for lord in g.lords.values()):
        return False
    card = yield from react(g, side, "avoid", "The enemy is to Avoid Battle: stop it with a Held Event?", [RIVER[side]])
    back_to_deck(g, card)
    return bool(card)


def surprise(g: Almoravid, lord: Lord, place: str) -> Procedure[bool]:
    """C6: two Siege markers and a Storm at once, against worse Walls."""
    if lord.side != CHRISTIAN:
        return False
    card = yield from react(g, CHRISTIAN, "surprise", f"Surprise {LOCALES[place].name} with a Held Event?", ["C6"])
    if not card:
        return False
    g.siege[place] = 2
    g.tell("besieges", side=CHRISTIAN, place=place)
    stronghold = LOCALES[place].stronghold
    assert stronghold is not None
    assert g.command is not None
    g.command.over = True
    yield from storm(g, lord, stronghold.walls - 1)
    back_to_deck(g, card)
    return True


# --- Siege and Ravage ------------------------------------------------------------------------------


def mozarabes(g: Almoravid, side: str, place: str) -> Procedure[bool]:
    """C21: in a Reconquista Taifa a Surrender roll succeeds."""
    taifa = TAIFA_OF[place]
    if side != CHRISTIAN or not taifa or g.taifas[taifa] != RECONQUISTA:
        return False
    prompt = f"You ask {LOCALES[place].name} to Surrender: play a Held Event?"
    card = yield from window(g, CHRISTIAN, "mozarabes", prompt, ["mozarabes"], only(g, ["C21"]))
    back_to_deck(g, card)
    return bool(card)


def betrayal_of_terms(g: Almoravid, place: str, victors: list[Lord]) -> Procedure[None]:
    """C9: Spoils as of a Sack at a Surrender; or double, and a Jihad marker."""
    prompt = f"{LOCALES[place].name} Surrenders: play a Held Event?"
    card = yield from window(g, CHRISTIAN, "terms", prompt, ["betrayal_of_terms"], only(g, ["C9"]))
    if not card:
        return
    stronghold = LOCALES[place].stronghold
    assert stronghold is not None
    double = option("double", "Double Spoils, and a Jihad marker")
    single = option("single", "Spoils")
    choice = yield Ask(CHRISTIAN, "betrayal", "How far does the betrayal go?", [single, double], "C9")
    times = 2 if choice is double else 1
    yield from share_out(g, {asset: times * amount for asset, amount in stronghold.spoils.items()}, victors)
    if choice is double:
        yield from add_jihad(g, 1)
    back_to_deck(g, card)


def severed_heads(g: Almoravid, lords: int, jihad: int) -> Procedure[None]:
    """M13: Taifa Lords shift by two boxes, or Jihad rises: twice as much after a victory as after a Ravage."""
    prompt = "News of a Muslim success spreads: play a Held Event?"
    card = yield from window(g, MUSLIM, "heads", prompt, ["severed_heads"], only(g, ["M13"]))
    if not card:
        return
    options = taifa_shifts(g, 2)
    rise = option("rise", "Jihad rises")
    if jihad_places(g):
        options.append(rise)
    if not options:
        back_to_deck(g, card)
        return
    choice = yield from choose(MUSLIM, "severed", "What follows?", options, "M13", why_not_severed(g))
    if choice is rise:
        yield from add_jihad(g, jihad)
    else:
        first = g.lords[choice.value[1]]
        shift_taifa_lord(g, first, 2)
        others = [other for other in taifa_shifts(g, 2) if other.value[1] != first.id]
        if lords > 1 and others:
            choice = yield Ask(MUSLIM, "severed", "And who else?", [*others, PASS], "M13", not_a_taifa_lord(g))
            if choice is not PASS:
                shift_taifa_lord(g, g.lords[choice.value[1]], 2)
    back_to_deck(g, card)


def why_not_severed(g: Almoravid) -> WhyNot:
    shifts = not_a_taifa_lord(g)
    nowhere = Refusal("Jihad can rise nowhere just now.", "1.4.4")
    return lambda said: nowhere if said == "rise" else shifts(said)


# --- Battle ----------------------------------------------------------------------------------------


def battle_cards(g: Almoravid, fight: Fight, side: str) -> list[str]:
    """Held Events that fit this combat (4.4.1)."""
    field = fight.kind != "storm"
    fits = {
        CHRISTIAN: {"C1": field and side == fight.defender, "C2": field, "C7": field, "C8": True},
        MUSLIM: {
            "M1": field and side == fight.defender,
            "M2": field and "C7" not in fight.played,
            "M6": field,
            "M7": field,
        },
    }
    if not fight.lords[side]:
        return []
    return [card for card, fit in fits[side].items() if fit and card not in fight.played]


def combat_events(g: Almoravid, fight: Fight) -> Procedure[None]:
    """4.4.1: Attackers, then Defenders, play what they will before Round 1."""
    for side in (fight.attacker, fight.defender):
        while cards := battle_cards(g, fight, side):
            card = yield from battle_event(g, fight, side, cards)
            if not card:
                break
            fight.played.append(card)
            yield from choose_for(g, fight, card)


def battle_event(g: Almoravid, fight: Fight, side: str, cards: list[str]) -> Procedure[str]:
    """From the hand, or from the deck by El Cid or Dawud ibn Aisha (M8)."""
    prompt = "Play a Held Event before the fight?"
    deck = unseen(g, side)
    dawud = (
        [card for card in DAWUD if card in cards and card in deck]
        if fight.kind != "storm"
        and "dawud" not in fight.chosen
        and side == MUSLIM
        and any(has_ability(g, g.lords[lord], "dawud_ibn_aisha") for lord in fight.lords[side])
        else []
    )
    if not dawud:
        return (yield from react(g, side, "events", prompt, cards))
    options = [PASS, *[option(f"dawud {card}", f"{CARDS[card].event_name}, by Dawud", card) for card in dawud]]
    options += [deck_option(card) for card in cid_cards(g, side, cards)]
    choice = yield Ask(
        side, "events", prompt, options, "4.4.1", why_no_event(g, side, cards), g.held[side], only(g, cards)
    )
    if choice is PASS:
        return ""
    if choice.token is not None:
        return take_from_hand(g, choice)
    if choice.value[0] == "dawud":
        fight.chosen["dawud"] = "used"
    else:
        assert g.command is not None
        g.command.once.append("el_cid")
    yield from from_deck(g, side, choice.value[1])
    return str(choice.value[1])


def choose_for(g: Almoravid, fight: Fight, card: str) -> Procedure[None]:
    """Lords that a combat Event is played on."""
    if card == "C8":
        lords = [g.lords[lord] for lord in fight.lords[CHRISTIAN]]
        (lord,) = yield from choose_lords(g, CHRISTIAN, card, lords, 1, "For whom does the Cantador sing?")
        fight.chosen["cantador"] = lord.id
    elif card == "M7":
        lords = [g.lords[lord] for lord in fight.lords[MUSLIM]]
        chosen = yield from choose_lords(g, MUSLIM, card, lords, 2, "Whose Foot forms the Spear Wall?")
        for number, lord in enumerate(chosen, 1):
            fight.chosen[f"spear wall {number}"] = lord.id


def start_round(g: Almoravid, fight: Fight) -> Procedure[None]:
    if fight.round == 1:
        for side, card in ((CHRISTIAN, "C2"), (MUSLIM, "M2")):
            if card in fight.played and not (side == MUSLIM and "C7" in fight.played):
                yield from camp_attack(g, fight, side)


def before_strike(g: Almoravid, fight: Fight, side: str, step: str) -> Procedure[None]:
    """M7: the Spear Wall is formed in one Round, as the Christian Horse comes on."""
    if "M7" not in fight.played or "spear wall round" in fight.chosen or (side, step) != (CHRISTIAN, "horse"):
        return
    if any(melee(g, fight, g.lords[lord], step) for lord in strikers(fight, CHRISTIAN)):
        prompt = f"Christian Horse charge in Round {fight.round}: form the Spear Wall now?"
        choice = yield Ask(MUSLIM, "spears", prompt, [YES, NO], "M7")
        if choice is YES:
            fight.chosen["spear wall round"] = str(fight.round)


def camp_attack(g: Almoravid, fight: Fight, side: str) -> Procedure[None]:
    """C2, M2: every enemy Lord hands over two Assets and loses two more."""
    spoils: dict[str, int] = {}
    for lord_id in fight.lords[OTHER[side]]:
        lord = g.lords[lord_id]
        for taken in range(4):
            if not lord.assets:
                break
            options = [option(f"seize {asset}", asset.capitalize()) for asset in ASSETS if lord.assets.get(asset)]
            choice = options[0]
            if len(options) > 1:
                verb = "taken" if taken < 2 else "destroyed"
                prompt = f"Camp Attack: what of {facts(g, lord).name}'s is {verb}?"
                none = lacks(f"{facts(g, lord).name} has", "seize", ASSETS, "3.1.3")
                choice = yield Ask(side, "camp", prompt, options, "3.1.3", none)
            asset = choice.value[1]
            spend(lord, asset)
            if taken < 2:
                spoils[asset] = spoils.get(asset, 0) + 1
    yield from share_out(g, spoils, [g.lords[lord] for lord in fight.lords[side]])


def spared_retreat(g: Almoravid, fight: Fight, lord: Lord) -> Procedure[bool]:
    """C7: a Retreating Christian Lord may leave one Asset behind the Parapet and keep the rest, and his Service."""
    if lord.side != CHRISTIAN or "C7" not in fight.played or not lord.assets:
        return False
    prompt = f"{LORDS[lord.id].name}: pay 1 Asset to give no Spoils?"
    options = [option(f"spend {asset} {lord.id}", asset.capitalize()) for asset in ASSETS if lord.assets.get(asset)]
    none = not_one_of(g, "spend", CHRISTIAN, "He has no such Asset, or another Lord is asked.", "C7")
    choice = yield Ask(CHRISTIAN, "parapet", prompt, [*options, NO], "C7", none)
    if choice is NO:
        return False
    spend(lord, choice.value[1])
    return True


def after_combat(g: Almoravid, fight: Fight, beaten: Sequence[Lord], sacked: bool) -> Procedure[None]:
    """M13 Severed Heads: when Christians are driven off, or a Christian Stronghold is Sacked."""
    driven_off = any(lord.side == CHRISTIAN for lord in beaten)
    if driven_off or (sacked and fight.defender == CHRISTIAN):
        yield from severed_heads(g, 2, 4)
