"""Events in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.engine import Event
from core.games.almoravid.data import CARDS, LAST_BOX, LOCALES, LORDS, TAIFAS, UNITS, VASSALS
from core.games.almoravid.state import Almoravid

Facts = dict[str, Any]


def _lord(lord: str) -> str:
    return "the Garrison" if lord == "garrison" else LORDS[lord].name


def _lords(lords: list[str]) -> str:
    *names, last = [_lord(lord) for lord in lords] or ["nobody"]
    return f"{', '.join(names)} and {last}" if names else last


def _do(lords: list[str], one: str, many: str) -> str:
    return f"{_lords(lords)} {one if len(lords) == 1 else many}"


def _box(box: int) -> str:
    return f"box {box}" if box < LAST_BOX else f"box {LAST_BOX}+"


def _place(place: str) -> str:
    return LOCALES[place].name


def _units(units: dict[str, int]) -> str:
    return ", ".join(f"{count} {UNITS[unit].name}" for unit, count in units.items()) or "nothing"


def _goods(goods: dict[str, int]) -> str:
    return ", ".join(f"{count} {asset}" for asset, count in goods.items() if count) or "nothing"


def _card(card: str) -> str:
    return f"{CARDS[card].event_name} / {CARDS[card].ability_name} ({card})"


def _shown(thing: str) -> str:
    """A Command card or an Arts of War card that was face down."""
    if thing in LORDS:
        return f"the card of {_lord(thing)}"
    return _card(thing) if thing in CARDS else {"pass": "a Pass card", "-": "no card"}.get(thing, thing)


def _many(count: int, one: str) -> str:
    return f"{count} {one}" if count == 1 else f"{count} {one}s"


def _fate(facts: Facts) -> str:
    parts = [f"{_units(facts[key])} {word}" for key, word in (("back", "rally"), ("gone", "lost")) if facts[key]]
    return ", ".join(parts)


def _wasted(what: str) -> str:
    return CARDS[what].ability_name if what in CARDS else f"1 {what}"


def _drawn(facts: Facts) -> str:
    if facts["why"] == "spies":
        return "A Held card is drawn blindly."
    return f"Drawn ({facts['why']}): {', '.join(_shown(card) for card in facts['cards'])}."


def _side(side: str) -> str:
    return {"christian": "the Christians", "muslim": "the Muslims"}[side]


WORDS: dict[str, Callable[[Facts], str]] = {
    "levy": lambda f: f"Levy of box {f['box']}.",
    "service": lambda f: f"{_lord(f['lord'])}'s Service moves by {f['boxes']:+d} to {_box(f['box'])}.",
    "cylinder": lambda f: f"{_lord(f['lord'])} waits in {_box(f['box'])}.",
    "disbands": lambda f: f"{_lord(f['lord'])} Disbands{' for good' if f['for_good'] else ''}.",
    "vassal": lambda f: f"{VASSALS[f['vassal']].name} musters with {_lord(f['lord'])}.",
    "vassal_leaves": lambda f: f"{VASSALS[f['vassal']].name} leaves {_lord(f['lord'])}.",
    "plays": lambda f: f"{_side(f['side'])} play {CARDS[f['card']].event_name} ({f['card']}).",
    "discards_held": lambda f: f"{_side(f['side'])} discard {CARDS[f['card']].event_name} ({f['card']}).",
    "drawn": lambda f: f"{_side(f['side'])} draw {_card(f['card'])} as {f['half']}.",
    "capability": lambda f: f"{_lord(f['lord'])} gets {CARDS[f['card']].ability_name}.",
    "discarded": lambda f: f"{_side(f['side'])} discard {CARDS[f['card']].ability_name} ({f['card']}).",
    "paid": lambda f: f"{_lord(f['lord'])} is Paid 1 {f['asset']}.",
    "transport": lambda f: f"{_lord(f['lord'])} levies a {f['transport']}.",
    "stays_home": lambda f: f"{_lord(f['lord'])} does not come (rolled {f['die']}).",
    "musters": lambda f: f"{_lord(f['lord'])} Musters at {_place(f['place'])}, Service to {_box(f['service'])}.",
    "lieutenant": lambda f: f"{_lord(f['lord'])} leads {_lord(f['lower'])} as Lieutenant.",
    "parts": lambda f: f"{_lord(f['lord'])} no longer leads {_lord(f['lower'])}.",
    "dinars": lambda f: f"{_lord(f['lord'])} puts 1 Coin into the Taifas box: {f['coin']}.",
    "left_behind": lambda f: f"{_lord(f['lord'])}'s column leaves {f['amount']} {f['asset']} behind.",
    "spoils": lambda f: f"{_do(f['lords'], 'gets', 'divide')} {_goods(f['spoils'])}.",
    "siege_lifted": lambda f: f"The Siege of {_place(f['place'])} is over.",
    "besieges": lambda f: f"{_side(f['side'])} Besiege {_place(f['place'])}.",
    "bypasses": lambda f: f"{_side(f['side'])} Bypass {_place(f['place'])}.",
    "marches": lambda f: f"{_do(f['lords'], 'Marches', 'March')} from {_place(f['origin'])} to {_place(f['place'])}.",
    "sortie": lambda f: f"{_do(f['lords'], 'comes', 'come')} out of {_place(f['place'])}.",
    "approach": lambda f: f"{_lord(f['lord'])} Approaches the enemy at {_place(f['place'])}.",
    "withdraws": lambda f: f"{_lord(f['lord'])} Withdraws into {_place(f['place'])}.",
    "avoids": lambda f: f"{_do(f['lords'], 'Avoids Battle and goes', 'Avoid Battle and go')} to {_place(f['place'])}.",
    "fight": lambda f: (
        f"{f['what'].capitalize()} at {_place(f['place'])}: {_lords(f['attackers'])} against "
        f"{_lords(f['defenders']) if f['defenders'] else 'the Garrison'}."
    ),
    "concedes": lambda f: f"{_side(f['side'])} Concede the field.",
    "strikes": lambda f: (
        f"{_do(f['by'], 'Strikes', 'Strike')} {_lord(f['target'])} ({f['step']}): {_many(f['hits'], 'Hit')}."
    ),
    "removed": lambda f: f"{f['count']} {UNITS[f['unit']].name} of {_lord(f['lord'])} removed.",
    "routs": lambda f: f"A unit of {UNITS[f['unit']].name} of {_lord(f['lord'])} Routs.",
    "lord_routs": lambda f: f"{_lord(f['lord'])} Routs.",
    "battle_ends": lambda f: f"{_side(f['winner'])} win the Battle at {_place(f['place'])}.",
    "storm_ends": lambda f: f"The Storm of {_place(f['place'])} {'succeeds' if f['won'] else 'fails'}.",
    "retreats": lambda f: f"{_lord(f['lord'])} Retreats to {_place(f['place'])}.",
    "losses": lambda f: f"{_lord(f['lord'])}: {_fate(f)}.",
    "sack": lambda f: f"{_place(f['place'])} is Sacked.",
    "supply": lambda f: f"{_lord(f['lord'])} draws {f['amount']} Provender by Supply.",
    "forage": lambda f: f"{_lord(f['lord'])} Forages{'' if f['found'] else ' in vain'}.",
    "ravage_fails": lambda f: f"{_lord(f['lord'])} fails to Ravage {_place(f['place'])}.",
    "ravages": lambda f: f"{_lord(f['lord'])} Ravages {_place(f['place'])}: {_goods(f['gains'])}.",
    "ravaged": lambda f: f"{_place(f['place'])} is Ravaged for {_side(f['side'])}.",
    "tax": lambda f: f"{_lord(f['lord'])} Taxes 1 Coin.",
    "siegeworks": lambda f: f"Siegeworks at {_place(f['place'])}: {_many(f['markers'], 'marker')}.",
    "ring_open": lambda f: f"{_place(f['place'])} stays open: a Siege marker takes {f['capacity']} Lords.",
    "repairs": lambda f: f"{_place(f['place'])} repairs: {f['markers']} Siege markers are left.",
    "surrenders": lambda f: f"{_place(f['place'])} Surrenders.",
    "mules_go": lambda f: f"{_lord(f['lord'])} lets {_many(f['count'], 'Mule')} go.",
    "fed": lambda f: f"{_lord(f['lord'])} Feeds: {f['amount']} eaten.",
    "unfed": lambda f: f"{_lord(f['lord'])} is Unfed.",
    "passes": lambda f: f"{_side(f['side'])} Pass.",
    "command": lambda f: f"{_lord(f['lord'])} takes command.",
    "wastage": lambda f: f"Wastage: {_lord(f['lord'])} loses {_wasted(f['what'])}.",
    "status": lambda f: f"{TAIFAS[f['taifa']].name} turns from {f['was'].capitalize()} to {f['now'].capitalize()}.",
    "parias_coin": lambda f: f"{TAIFAS[f['taifa']].name} pays {f['amount']} Coin of Parias.",
    "ravage_flips": lambda f: f"The Ravaged marker at {_place(f['place'])} now counts for {_side(f['side'])}.",
    "hostages": lambda f: f"{_side(f['side'])} seize {_place(f['place'])}.",
    "conquered": lambda f: f"{_side(f['side'])} Conquer {_place(f['place'])}.",
    "defies": lambda f: f"{_place(f['place'])} holds out for {_side(f['side'])}: {_many(f['markers'], 'marker')}.",
    "jihad": lambda f: f"Jihad at {_place(f['place'])}: {f['count']}.",
    "reconcile": lambda f: f"Rodrigo is reconciled ({f['price']} VP to the Muslims) and waits in {_box(f['box'])}.",
    "uphold": lambda f: "The emirs uphold their dynasties.",
    "curias": lambda f: f"Alfonso holds Curias in boxes {', '.join(map(str, f['boxes']))}.",
    "winter": lambda f: f"Winter, box {f['box']}.",
    "winters": lambda f: f"{_lord(f['lord'])} goes home for the Winter.",
    "freebooter": lambda f: f"Rodrigo turns to the Muslims and waits in {_box(f['box'])}.",
    "river": lambda f: f"A Swollen River stops {_lord(f['lord'])}.",
    "freed": lambda f: f"{_place(f['place'])} throws off the Christians.",
    "return": lambda f: f"{_lord(f['lord'])} regains {_units(f['back'])} and adds a {f['transport']}.",
    "hired": lambda f: f"{_lord(f['lord'])} hires {CARDS[f['card']].ability_name}.",
    "bishop": lambda f: f"{VASSALS[f['vassal']].name} is Ready to join {_lord(f['lord'])}.",
    "fonsadera": lambda f: f"{_lord(f['lord'])} takes Fonsadera instead of {VASSALS[f['vassal']].name}.",
    "cathedral": lambda f: f"A Cathedral rises at {_place(f['place'])}.",
    "spied": lambda f: f"Spies of {_side(f['side'])} uncover {CARDS[f['card']].event_name}.",
    "transport_worn": lambda f: f"{_lord(f['lord'])} loses {_goods(f['lost'])} to the season.",
    "grows": lambda f: f"{_place(f['place'])} recovers.",
    "over": lambda f: f"{'It is a draw' if f['winner'] == 'draw' else _side(f['winner']) + ' win'}: {f['why']}.",
    "roll": lambda f: f"{f['why']}: {' '.join(map(str, f['dice']))}.",
    "draw": lambda f: _drawn(f),
    "deal": lambda f: f"{_side(f['seat'])} draw {_many(f['count'], 'card')}.",
    "open": lambda f: f"{_side(f['seat'])} show {', '.join(_shown(str(one)) for one in f['shown'])}.",
    "sealed": lambda f: f"{' and '.join(_side(seat) for seat in f['seats'])} have sealed their choice.",
}


def tell(event: Event) -> str:
    text = WORDS[event.kind](event.facts)
    return text[0].upper() + text[1:]


_BEHIND_THE_SCREEN: dict[str, Callable[[Facts], str]] = {
    "vassal": lambda f: f"{_lord(f['lord'])} musters a Vassal.",
    "vassal_leaves": lambda f: f"A Vassal leaves {_lord(f['lord'])}.",
    "capability": lambda f: f"{_lord(f['lord'])} gets a Capability.",
    "transport": lambda f: f"{_lord(f['lord'])} levies Transport.",
    "hired": lambda f: f"{_lord(f['lord'])} hires units.",
    "wastage": lambda f: f"{_lord(f['lord'])} loses something.",
    "mules_go": lambda f: f"{_lord(f['lord'])} lets Mules go.",
    "left_behind": lambda f: f"{_lord(f['lord'])}'s column leaves something behind.",
    "return": lambda f: f"{_lord(f['lord'])} regains what he had lost, and adds Transport.",
    "bishop": lambda f: f"A Bishop is Ready to join {_lord(f['lord'])}.",
    "fonsadera": lambda f: f"{_lord(f['lord'])} takes Fonsadera instead of a Vassal.",
    "discarded": lambda f: f"{_side(f['side'])} discard a Capability.",
    "open": lambda f: f"{_side(f['seat'])} have chosen a card.",
}
"""What the other side hears of a Lord's mat, with Hidden Mats (1.5.2)."""


def tell_for(g: Almoravid, event: Event, seat: str) -> str:
    """1.5.2: with Hidden Mats nobody hears what goes on and off the mats of the other side; what works for a whole side
    lies open, and so do Vassals who have markers on the Calendar (3.4.2)."""
    facts = event.facts
    words = _BEHIND_THE_SCREEN.get(event.kind)
    if words is None or g.options.get("hidden_mats") != "on" or _is_open(g, event):
        return tell(event)
    side = LORDS[facts["lord"]].side if "lord" in facts else facts.get("side") or facts["seat"]
    if side == seat:
        return tell(event)
    text = words(facts)
    return text[0].upper() + text[1:]


def _is_open(g: Almoravid, event: Event) -> bool:
    """Told to all even so: cards at the board's edge, Vassals on the Calendar, other cards that are shown."""
    match event.kind:
        case "capability" | "discarded":
            return not CARDS[event.facts["card"]].this_lord
        case "vassal" | "vassal_leaves":
            return g.options.get("vassal_service") == "on" and VASSALS[event.facts["vassal"]].service > 0
        case "open":
            shown = [str(card) for card in event.facts["shown"]]
            return event.facts["why"] != "card" or not any(card in CARDS and CARDS[card].this_lord for card in shown)
    return False
