"""Capabilities that a side uses in Levy for its land: Fueros and Sisnando, Bishops, Fonsadera, Cathedrals."""

from __future__ import annotations

from core.engine import Ask, Option, Procedure, Refusal
from core.games.almoravid.data import CHRISTIAN, LOCALES, LORDS, OTHER, RECONQUISTA, SPECIAL_VASSALS, TAIFA_OF
from core.games.almoravid.politics import add_jihad, remove_jihad
from core.games.almoravid.state import Almoravid
from core.games.levy.choices import DONE, option
from core.games.levy.lords import gain, is_besieged, mustered, present, side_has
from core.games.levy.muster import refuse_vassal
from core.games.levy.refusals import refuse_stranger
from core.games.levy.state import ASIDE, MAP, READY, Lord


def side_extras(g: Almoravid, side: str) -> list[Option]:
    """C16 Cathedrals, C20 Fueros, C21 Sisnando Davídez, C22 Bishoprics, C23 Fonsadera."""
    if side != CHRISTIAN:
        return []
    if not g.edge[CHRISTIAN]:
        return []
    return cathedral_options(g) + calming_options(g) + bishop_options(g) + fonsadera_options(g)


def calming_options(g: Almoravid) -> list[Option]:
    """C20 Fueros, C21 Sisnando Davídez: each once in a Levy."""
    if not g.edge[CHRISTIAN]:
        return []
    options = [
        option(f"fueros {place}", f"Fueros: calm {LOCALES[place].name}", place)
        for place in g.jihad
        if refuse_fueros(g, place) is None
    ]
    return options + [
        option(f"sisnando {place}", f"Sisnando Davídez: calm {LOCALES[place].name}", place)
        for place in g.jihad
        if refuse_sisnando(g, place) is None
    ]


SIDE_CARDS = {
    "fueros": ("fueros", "Fueros", "C20"),
    "sisnando": ("sisnando_davidez", "Sisnando Davídez", "C21"),
    "bishop": ("bishoprics", "Bishoprics", "C22"),
    "fonsadera": ("fonsadera", "Fonsadera", "C23"),
    "cathedral": ("cathedrals", "Cathedrals", "C16"),
}
"""What a side does in its Muster by a card at its edge: the ability, its name and its card."""


def refuse_without(g: Almoravid, verb: str) -> Refusal | None:
    """The card must lie at the board edge; Fueros and Sisnando Davídez act once in each Levy."""
    ability, name, card = SIDE_CARDS[verb]
    if not side_has(g, CHRISTIAN, ability):
        return Refusal(f"{name} is not at your board edge.", card)
    if verb in g.used_this_levy:
        return Refusal(f"{name} has acted in this Levy.", card)
    return None


def why_no_side_extra(g: Almoravid, side: str, said: str) -> Refusal | None:
    verb, *words = said.split() or [""]
    if verb in ("hire", "milites"):
        return Refusal("First say which Lord takes Levy actions; then he hires.", "3.4.2")
    if verb not in SIDE_CARDS:
        return None
    if side != CHRISTIAN:
        return Refusal("That card is the other side's.", "1.9.1")
    refusal = refuse_without(g, verb)
    match verb, words:
        case "fueros", [place] if place in LOCALES:
            refusal = refuse_fueros(g, place)
        case "sisnando", [place] if place in LOCALES:
            refusal = refuse_sisnando(g, place)
        case "bishop", [vassal, lord] if lord in g.lords:
            refusal = refuse_bishop(g, vassal, g.lords[lord])
        case "fonsadera", [vassal, *what] if vassal in g.rules.vassals:
            refusal = refuse_fonsadera(g, vassal) or refuse_goods(what)
        case "cathedral", [*old, place] if place in LOCALES:
            refusal = refuse_cathedral(g, place) or refuse_old_cathedral(g, old)
    _, name, card = SIDE_CARDS[verb]
    return refusal or Refusal(f"This is not the moment for {name}.", card)


def calm_at_last(g: Almoravid) -> Procedure[None]:
    """What was not calmed yet in this Levy may be before it ends."""
    while options := calming_options(g):
        prompt = "The Levy ends: calm Jihad?"
        choice = yield Ask(
            CHRISTIAN, "calming", prompt, [*options, DONE], "3.5", lambda said: why_no_side_extra(g, CHRISTIAN, said)
        )
        if choice is DONE:
            return
        yield from do_side_extra(g, CHRISTIAN, choice)


def do_side_extra(g: Almoravid, side: str, choice: Option) -> Procedure[None]:
    match choice.value:
        case ("fueros", place):
            g.used_this_levy.append("fueros")
            yield from remove_jihad(g, place, 2)
        case ("sisnando", place):
            g.used_this_levy.append("sisnando")
            yield from remove_jihad(g, place, 1)
        case ("bishop", vassal, lord):
            g.lords[lord].vassals[vassal] = READY
            g.tell("bishop", lord=lord, vassal=vassal)
        case ("fonsadera", vassal, what):
            fonsadera(g, vassal, what)
        case ("cathedral", *places):
            yield from build_cathedral(g, places[-1], places[0] if len(places) > 1 else "")


def refuse_fueros(g: Almoravid, place: str) -> Refusal | None:
    """C20: Jihad in Reconquista Taifas to which Alfonso is closer than every Muslim Lord."""
    refusal = refuse_without(g, "fueros") or refuse_calm(g, place, "C20")
    if refusal is not None:
        return refusal
    if g.taifas[TAIFA_OF[place]] != RECONQUISTA:
        return Refusal("Its Taifa is not Reconquista.", "C20")
    alfonso = g.lords["alfonso"]
    if alfonso.where != MAP or not is_closer(g, alfonso, place):
        return Refusal("Alfonso is not closer to it than every Muslim Lord.", "C20")
    return None


def refuse_sisnando(g: Almoravid, place: str) -> Refusal | None:
    """C21: Jihad where no Lord is."""
    refusal = refuse_without(g, "sisnando") or refuse_calm(g, place, "C21")
    if refusal is None and present(g, place):
        return Refusal("A Lord is there.", "C21")
    return refusal


def refuse_calm(g: Almoravid, place: str, card: str) -> Refusal | None:
    return None if place in g.jihad else Refusal("No Jihad lies there.", card)


def is_closer(g: Almoravid, lord: Lord, place: str) -> bool:
    """Fewer Ways from `place` than every enemy Lord."""
    rivals = {other.at for other in mustered(g, OTHER[lord.side])}
    seen, edge = {place}, [place]
    while edge:
        if any(spot in rivals for spot in edge):
            return False
        if lord.at in edge:
            return True
        edge = list(dict.fromkeys(near for spot in edge for near in LOCALES[spot].ways if near not in seen))
        seen.update(edge)
    return False


def bishop_options(g: Almoravid) -> list[Option]:
    """C22: a free Bishop for each Christian Lord but Sancho, one each."""
    if not side_has(g, CHRISTIAN, "bishoprics"):
        return []
    return [
        option(f"bishop {vassal} {lord.id}", f"{SPECIAL_VASSALS[vassal].name} for {LORDS[lord.id].name}", lord.id)
        for lord in mustered(g, CHRISTIAN)
        for vassal in BISHOPS
        if refuse_bishop(g, vassal, lord) is None
    ]


BISHOPS = [vassal for vassal, known in SPECIAL_VASSALS.items() if known.kind == "bishop"]


def refuse_bishop(g: Almoravid, vassal: str, lord: Lord) -> Refusal | None:
    refusal = refuse_without(g, "bishop") or refuse_stranger(g, lord, CHRISTIAN, "C22")
    if refusal is not None:
        return refusal
    if vassal not in BISHOPS:
        return Refusal(f"There is no Bishop '{vassal}'; there are: {', '.join(BISHOPS)}.", "C22")
    if lord.id == "sancho":
        return Refusal("No Bishop joins Sancho.", "C22")
    if any(bishop in lord.vassals for bishop in BISHOPS):
        return Refusal(f"{LORDS[lord.id].name} has a Bishop.", "C22")
    if vassal in g.removed_vassals or any(vassal in one.vassals for one in g.lords.values()):
        return Refusal("That Bishop is with another Lord, or out of the game.", "C22")
    return None


def fonsadera_options(g: Almoravid) -> list[Option]:
    """C23: own Ready Vassals set aside for a Coin or three Transport."""
    if not side_has(g, CHRISTIAN, "fonsadera"):
        return []
    return [
        option(f"fonsadera {vassal} {what}", f"Fonsadera: {g.rules.vassals[vassal].name} for {label}", vassal)
        for lord in mustered(g, CHRISTIAN)
        for vassal in lord.vassals
        if refuse_fonsadera(g, vassal) is None
        for what, label in FONSADERA.items()
    ]


FONSADERA = {
    "coin": "1 Coin",
    "cart3": "3 Carts",
    "cart2": "2 Carts and a Mule",
    "cart1": "a Cart and 2 Mules",
    "cart0": "3 Mules",
}


def refuse_fonsadera(g: Almoravid, vassal: str) -> Refusal | None:
    lord = next((one for one in mustered(g, CHRISTIAN) if vassal in one.vassals), None)
    refusal = refuse_without(g, "fonsadera")
    if refusal is not None:
        return refusal
    if vassal in SPECIAL_VASSALS:
        return Refusal("Bishops and Crusaders pay no Fonsadera.", "C23")
    if lord is None:
        return Refusal("That is no Vassal of a Christian Lord on the map.", "C23")
    if is_besieged(g, lord):
        return Refusal(f"{LORDS[lord.id].name} is Besieged.", "C23")
    return refuse_vassal(g, lord, vassal)


def refuse_goods(what: list[str]) -> Refusal | None:
    return None if what and what[-1] in FONSADERA else Refusal(f"Say for what: {', '.join(FONSADERA)}.", "C23")


def fonsadera(g: Almoravid, vassal: str, what: str) -> None:
    lord = next(one for one in g.lords.values() if vassal in one.vassals)
    lord.vassals[vassal] = ASIDE
    if what == "coin":
        gain(lord, "coin")
    else:
        carts = int(what.removeprefix("cart"))
        gain(lord, "cart", carts)
        gain(lord, "mule", 3 - carts)
    g.tell("fonsadera", lord=lord.id, vassal=vassal)


def cathedral_options(g: Almoravid) -> list[Option]:
    """C16: Alfonso at a Conquered City without one; two at most, or one is moved."""
    place = g.lords["alfonso"].at
    if not place or not side_has(g, CHRISTIAN, "cathedrals") or refuse_cathedral(g, place) is not None:
        return []
    name = LOCALES[place].name
    if len(g.cathedrals) < 2:
        return [option(f"cathedral {place}", f"A Cathedral at {name}", place)]
    return [option(f"cathedral {old} {place}", f"Move a Cathedral to {name}", place) for old in g.cathedrals]


def refuse_cathedral(g: Almoravid, place: str) -> Refusal | None:
    refusal = refuse_without(g, "cathedral")
    if refusal is not None:
        return refusal
    if "cathedrals_late" in g.special and not g.africans_came:
        return Refusal("No Cathedral rises before Yusuf or Sir has come.", "C16")
    if g.lords["alfonso"].at != place:
        return Refusal("Alfonso is not there.", "C16")
    if LOCALES[place].kind != "city" or place not in g.conquered:
        return Refusal("A Cathedral rises in a City that the Christians have Conquered.", "C16")
    if place in g.cathedrals:
        return Refusal("A Cathedral stands there.", "C16")
    return None


def refuse_old_cathedral(g: Almoravid, old: list[str]) -> Refusal | None:
    if len(g.cathedrals) < 2:
        return Refusal("There is a Cathedral left to build: none is moved.", "C16") if old else None
    if not old or old[-1] not in g.cathedrals:
        return Refusal("Two Cathedrals stand: say which of them is moved (cathedral OLD NEW).", "C16")
    return None


def build_cathedral(g: Almoravid, place: str, old: str = "") -> Procedure[None]:
    if old:
        g.cathedrals.remove(old)
    g.cathedrals.append(place)
    g.tell("cathedral", place=place)
    yield from add_jihad(g, 1)
