"""How Almoravid looks: its map and markers, Taifas and victory, and the panels it shares with its sister game."""

from __future__ import annotations

from collections.abc import Mapping

from core.engine import Event, Session
from core.games.almoravid.data import (
    CARDS,
    CHRISTIAN,
    LOCALES,
    LORDS,
    MUSLIM,
    PARIAS,
    RECONQUISTA,
    SIDES,
    STRONGHOLDS,
    TAIFA_OF,
    TAIFAS,
    TERRITORIES,
    UNITS,
)
from core.games.almoravid.politics import account, owner, points, score_text, victory_markers
from core.games.almoravid.state import Almoravid
from core.games.almoravid.story import tell
from core.games.levy.facts import Locale
from core.games.levy.lords import is_hidden
from core.games.levy.siege import surrender_limit
from tui.boards import (
    Board,
    Explained,
    Marked,
    Panel,
    Row,
    levy_battle,
    levy_calendar,
    levy_cards,
    levy_mats,
    levy_odds,
    levy_plan,
)
from tui.boards.levy import Dress, assets_signs, forces_signs, lined, lord_tags, units_words
from tui.boards.levy_hints import hint, routine
from tui.map.chart import Chart, Look, Place, Tag, Way

HUES = {CHRISTIAN: "purple", MUSLIM: "green"}
NEUTRAL_HUE = "grey"
DRESS = Dress(
    HUES,
    {CHRISTIAN: ("[", "]"), MUSLIM: ("(", ")")},
    {
        "alfonso": "Alf", "alvar_fanez": "Alv", "garcia_ordonez": "Gar", "pedro_ansurez": "Ped", "sancho": "San",
        "eudes": "Eud", "rodrigo_campeador": "Rod", "al_mutamid": "Mut", "al_mutawakkil": "Muw", "abd_allah": "Abd",
        "abu_bakr": "Abu", "al_mustain": "Mus", "al_mundir": "Mun", "yusuf": "Yus", "sir": "Sir",
        "rodrigo_al_sayyid": "Say",
    },
    {CHRISTIAN: "Christians", MUSLIM: "Muslims"},
)  # fmt: skip
_RANKS = {"city": 1, "region": 3}
_FILL = {CHRISTIAN: "full", MUSLIM: "hollow", "": "dotted"}
"""The glyph of a place: its shape tells the kind, its filling the side, so that no colour is needed."""

CHART = Chart(
    {
        place.id: Place(place.id, place.name, place.lat, place.lon, _RANKS.get(place.kind, 2))
        for place in LOCALES.values()
    },
    tuple(
        Way(place.id, to, "desert" if is_pass else "road")
        for place in LOCALES.values() for to, is_pass in place.ways.items() if place.id < to
    ),
    "iberia",
    south=35.95, north=43.1, west=-7.8, east=1.5,
    known=(-9.5, 4.0, 35.5, 44.5),
)  # fmt: skip


# --- the map ---------------------------------------------------------------------------------------


def looks(state: Almoravid) -> Mapping[str, Look]:
    return {place: _look(state, locale) for place, locale in LOCALES.items()}


def _look(g: Almoravid, locale: Locale) -> Look:
    side = owner(g, locale.id)
    tags = [*lord_tags(g, locale.id, DRESS), *_markers(g, locale.id)]
    return Look(f"{locale.kind}_{_FILL[side]}", HUES.get(side, NEUTRAL_HUE), tuple(tags))


def _markers(g: Almoravid, place: str) -> list[Tag]:
    """Capitals are Christian, small letters Muslim; Siege and Bypass have signs of their own."""
    tags = []
    if place in g.siege:
        tags.append(Tag(f"={g.siege[place]}", "orange"))
    if place in g.bypass:
        tags.append(Tag("~", "orange"))
    if place in g.conquered:
        by = CHRISTIAN if TAIFA_OF[place] else MUSLIM
        tags.append(Tag(f"{'C' if by == CHRISTIAN else 'c'}{g.conquered[place]}", HUES[by]))
    if place in g.jihad:
        tags.append(Tag(f"j{g.jihad[place]}", HUES[MUSLIM]))
    if place in g.ravaged:
        tags.append(Tag("R" if g.ravaged[place] == CHRISTIAN else "r", HUES[g.ravaged[place]]))
    if place in g.cathedrals:
        tags.append(Tag("+", HUES[CHRISTIAN]))
    tags += [Tag("*", HUES[LORDS[lord].side]) for lord, seat in g.seats.items() if seat == place]
    return tags


# --- the panels ------------------------------------------------------------------------------------


def panels(session: Session, viewer: str) -> list[Panel]:
    g: Almoravid = session.state
    markers = {side: box for side, (box, _) in victory_markers(points(g)).items()}
    return [
        Panel("battle", levy_battle.title(session), tuple(levy_battle.rows(session, DRESS, tell))),
        Panel("plan", "Plan", tuple(levy_plan.rows(session, DRESS, viewer)), levy_plan.foot(session, viewer)),
        Panel("calendar", "Calendar", tuple(levy_calendar.rows(g, DRESS, markers, _notes(g)))),
        Panel("victory", "Victory and Taifas", (*_victory(g), *_taifas(g))),
        Panel("lords", "Lords", tuple(levy_mats.rows(g, DRESS, viewer))),
        Panel("cards", "Cards", tuple(levy_cards.rows(session, DRESS, viewer))),
    ]


def _notes(g: Almoravid) -> dict[int, str]:
    notes = dict.fromkeys(g.curias, "Curias")
    notes[g.last_box + 1] = f"{notes.get(g.last_box + 1, '')} scenario ends".strip()
    return notes


def _victory(g: Almoravid) -> list[Row]:
    found = []
    for side, parts in account(g).items():
        total = score_text(sum(parts.values()))
        found.append(Row((DRESS.side(side), (f"  {total} VP", "strong")), f"victory {side}"))
        for name, halves in parts.items():
            if halves:
                found.append(lined(f"  {name}", ((f"{score_text(halves):>4}", "strong"),), f"victory {side}", 15))
    return found


def _taifas(g: Almoravid) -> list[Row]:
    box = f"{g.box_vp} VP, {g.box_coin} Coin"
    found = [lined("Taifas box", ((box, "strong"),), "taifas box", 15)]
    for taifa, status in g.taifas.items():
        known = TAIFAS[taifa]
        spans = [(f"{status.capitalize():<12}", _STATUS_ROLES[status]), (_worth(taifa, status), "muted")]
        if jihad := sum(g.jihad.get(place, 0) for place in known.places):
            spans.append((f" jihad {jihad}", HUES[MUSLIM]))
        found.append(lined(f"  {known.name}", tuple(spans), f"taifa {taifa}", 12))
    return found


_STATUS_ROLES = {RECONQUISTA: "purple strong", PARIAS: "grey strong", "independent": "green strong"}


def _worth(taifa: str, status: str) -> str:
    worth = {RECONQUISTA: TAIFAS[taifa].vp_reconquista, PARIAS: TAIFAS[taifa].vp_parias}.get(status, 0)
    return f"C +{worth} VP" if worth else ""


# --- what things are -------------------------------------------------------------------------------


def explain(session: Session, thing: str, viewer: str) -> Explained | None:
    g: Almoravid = session.state
    kind, _, name = thing.partition(" ")
    match kind:
        case "card" if name in CARDS:
            return levy_cards.explain_card(g, name)
        case "box":
            return levy_calendar.explain_box(g, int(name), _notes(g).get(int(name), ""))
        case "taifa":
            return _explain_taifa(g, name)
        case "victory" if name:
            return _explain_victory(g, name)
        case "service" | "waiting":
            return levy_calendar.CALENDAR_WORDS
        case "plan":
            return levy_plan.explain_plan(g)
    if thing in LOCALES:
        return _explain_place(g, thing, viewer)
    if thing in LORDS:
        return levy_mats.explain_lord(g, thing, viewer)
    if thing in CARDS:
        return levy_cards.explain_card(g, thing)
    if thing in g.rules.vassals:
        known = g.rules.vassals[thing]
        return Explained(known.name, f"A Vassal who brings {units_words(g, known.forces)}. ({known.source})", "3.4.2")
    return _THINGS.get(thing)


_THINGS = {
    "calendar": levy_calendar.CALENDAR_WORDS,
    "lords": levy_mats.LORDS_WORDS,
    "held": levy_cards.HELD_WORDS,
    "edge": levy_cards.EDGE_WORDS,
    "battle": levy_battle.BATTLE_WORDS,
    "hits": levy_battle.HITS_WORDS,
    "walls": levy_battle.WALLS_WORDS,
    "garrison": levy_battle.GARRISON_WORDS,
    "victory": Explained(
        "Victory",
        "Both sides score on the Calendar. Christians: Conquered markers in Taifas, Ravaged markers, Parias and "
        "Reconquista. Muslims: Conquered markers in Kingdoms, the Taifas box, Ravaged markers, and half a point for "
        "each Jihad marker. A side without a Lord on the map during a Campaign has lost.",
        "5.1",
    ),
    "taifas box": Explained(
        "Taifas box",
        "Markers here are a Victory Point each for the Muslims. Coin here can Pay the emirs, and counts no points.",
        "1.3.3",
    ),
}


def _explain_place(g: Almoravid, place: str, viewer: str) -> Explained:
    locale = LOCALES[place]
    side = owner(g, place)
    land = TERRITORIES[locale.territory]
    status = f" ({g.taifas[land.id].capitalize()})" if land.id in TAIFAS else ""
    friendly = f"Friendly to the {DRESS.plural[side]}" if side else "Neutral"
    lines = [f"{locale.kind.capitalize()} in {land.name}{status}. {friendly}."]
    lines += [line for line in _marker_words(g, place) if line]
    for lord in g.lords.values():
        if lord.at == place:
            units = "" if is_hidden(g, lord, viewer) else f": {forces_signs(lord.forces)}; {assets_signs(lord.assets)}"
            lines.append(f"{LORDS[lord.id].name}{' (inside)' if lord.inside else ''}{units}.")
    stronghold = locale.stronghold
    if stronghold is not None:
        gardens = ", Gardens" if stronghold.gardens else ""
        lines += ["", f"Worth {stronghold.value}, room for {stronghold.capacity} Lords, Walls 1-{stronghold.walls}."]
        lines.append(f"Garrison {units_words(g, stronghold.garrison)}{gardens}.")
        lines.append(f"A Sack yields {assets_signs(stronghold.spoils)}.")
    seats = [LORDS[lord].name for lord in LORDS if place in LORDS[lord].seats]
    if seats:
        lines.append(f"Seat of {', '.join(seats)}.")
    lines += ["", *_ways(locale)]
    if locale.port:
        lines.append("A Port.")
    lines += ["", f"Source: {locale.source}."]
    return Explained(locale.name, "\n".join(lines), "1.3.1")


def _marker_words(g: Almoravid, place: str) -> list[str]:
    lines = []
    if place in g.siege:
        lines.append(
            f"Under Siege, {g.siege[place]} markers: Surrender needs every die at {surrender_limit(g, place)} or less."
        )
    if place in g.bypass:
        lines.append("Bypassed: enemies camp outside without a Siege.")
    if place in g.conquered:
        lines.append(f"Conquered by the {'Christians' if TAIFA_OF[place] else 'Muslims'}: {g.conquered[place]} VP.")
    if place in g.jihad:
        lines.append(f"Jihad {g.jihad[place]}: {score_text(g.jihad[place])} VP for the Muslims.")
    if place in g.ravaged:
        lines.append(f"Ravaged: ½ VP for the {DRESS.plural[g.ravaged[place]]}.")
    if place in g.cathedrals:
        lines.append("A Cathedral: 1 VP for the Christians.")
    lines += [f"Seat marker of {LORDS[lord].name}." for lord, seat in g.seats.items() if seat == place]
    return lines


def _ways(locale: Locale) -> list[str]:
    roads = [LOCALES[to].name for to, is_pass in locale.ways.items() if not is_pass]
    passes = [LOCALES[to].name for to, is_pass in locale.ways.items() if is_pass]
    return [f"{word}: {', '.join(names)}." for word, names in (("Roads", roads), ("Passes", passes)) if names]


def _explain_taifa(g: Almoravid, taifa: str) -> Explained:
    known, status = TAIFAS[taifa], g.taifas[taifa]
    meaning = {
        RECONQUISTA: "all its chief places are Conquered; it is Friendly to the Christians",
        PARIAS: "its Lord is not in the field, it pays tribute, and its places are Neutral",
        "independent": "its Lord is in the field; it is Friendly to the Muslims",
    }[status]
    targets = [f"{LOCALES[place].name} ({'Conquered' if place in g.conquered else 'not'})" for place in known.targets]
    lord = LORDS[known.lord].name if known.lord else "none"
    return Explained(
        f"Taifa of {known.name}",
        f"{status.capitalize()}: {meaning}.\nIts Lord: {lord}. For Reconquista: {', '.join(targets)}.\n"
        f"Worth to the Christians: {known.vp_parias} VP as Parias, {known.vp_reconquista} as Reconquista.\n\n"
        f"Its places: {', '.join(LOCALES[place].name for place in known.places)}.",
        "1.4.1",
    )


def _explain_victory(g: Almoravid, side: str) -> Explained:
    parts = account(g)[side]
    lines = [f"{name.capitalize()}: {score_text(halves)}" for name, halves in parts.items()]
    lines += ["", *(f"{word}: {', '.join(places)}." for word, places in _scoring(g, side).items() if places)]
    title = f"{DRESS.plural[side]}: {score_text(sum(parts.values()))} Victory Points"
    return Explained(title, "\n".join(lines), "5.1")


def _scoring(g: Almoravid, side: str) -> dict[str, list[str]]:
    """Place by place, where the points lie."""
    conquered = {place: count for place, count in g.conquered.items() if bool(TAIFA_OF[place]) == (side == CHRISTIAN)}
    found = {
        "Conquered": [f"{LOCALES[place].name} {count}" for place, count in conquered.items()],
        "Ravaged, ½ each": [LOCALES[place].name for place, by in g.ravaged.items() if by == side],
    }
    if side == CHRISTIAN:
        for status, word in ((PARIAS, "Parias"), (RECONQUISTA, "Reconquista")):
            found[word] = [TAIFAS[taifa].name for taifa, now in g.taifas.items() if now == status]
        found["Cathedrals"] = [LOCALES[place].name for place in g.cathedrals]
    else:
        found["Jihad, ½ each"] = [f"{LOCALES[place].name} {count}" for place, count in g.jihad.items()]
    return found


# --- the story -------------------------------------------------------------------------------------

_TONES = {
    "levy": "accent strong", "command": "strong", "passes": "muted", "fight": "warn strong", "strikes": "warn",
    "roll": "accent", "routs": "bad", "lord_routs": "bad strong", "removed": "bad", "battle_ends": "good strong",
    "storm_ends": "good strong", "conquered": "good strong", "surrenders": "good", "status": "strong",
    "musters": "good", "disbands": "bad", "unfed": "bad", "jihad": "strong", "besieges": "strong",
    "plays": "accent strong", "drawn": "accent", "service": "muted", "cylinder": "muted", "sealed": "muted",
    "open": "muted", "deal": "muted", "paid": "muted", "over": "accent strong",
}  # fmt: skip


def tone(event: Event) -> str:
    return _TONES.get(event.kind, "")


def where(event: Event) -> str:
    return str(event.facts.get("place", ""))


# --- the codex -------------------------------------------------------------------------------------


def gazetteer() -> list[Marked]:
    return [
        Marked(
            locale.name,
            f"{locale.kind.capitalize()} in {TERRITORIES[locale.territory].name}{', a Port' if locale.port else ''}. "
            f"{' '.join(_ways(locale))}",
            locale.source,
        )
        for locale in sorted(LOCALES.values(), key=lambda locale: locale.name)
    ]


def _cards_of(side: str) -> list[Marked]:
    return [
        Marked(
            f"{card.id} {card.event_name} / {card.ability_name}",
            f"Event: {card.event_text} Capability: {card.ability_text}",
            card.source,
        )
        for card in CARDS.values()
        if card.side == side
    ]


def christian_cards() -> list[Marked]:
    return _cards_of(CHRISTIAN)


def muslim_cards() -> list[Marked]:
    return _cards_of(MUSLIM)


def lords_table() -> list[Marked]:
    return [
        Marked(
            lord.name,
            f"{lord.title}. {f'Fealty {lord.fealty}, ' if lord.fealty else ''}Service {lord.service}, Lordship "
            f"{lord.lordship}, Command {lord.command}{', Marshal' if lord.marshal else ''}. "
            f"{forces_signs(lord.forces)}; {assets_signs(lord.assets)}.",
            lord.source,
        )
        for lord in LORDS.values()
    ]


def forces_table() -> list[Marked]:
    def halves(count: int) -> str:
        return f"{count // 2 or ''}{'½' if count % 2 else ''}" or "none"

    units = [
        Marked(
            unit.name,
            f"Melee {halves(unit.melee)} (Storm {halves(unit.melee_storm)}), Missile {halves(unit.missile)}, "
            f"Armor {unit.armor or 'none'}, Evade {unit.evade or 'none'}, {unit.pieces} pieces.",
            unit.source,
        )
        for unit in UNITS.values()
    ]
    return units + [
        Marked(
            hold.name,
            f"Value {hold.value}, Capacity {hold.capacity}, Walls 1-{hold.walls}, "
            f"Garrison {forces_signs(hold.garrison)}, Spoils {assets_signs(hold.spoils)}.",
            hold.source,
        )
        for hold in STRONGHOLDS.values()
    ]


BOARD = Board(
    length="one to two hours for the short scenarios, a long evening or more for a whole year",
    weight="heavy",
    hues={side: HUES[side] for side in SIDES},
    chart=CHART,
    home="toledo",
    looks=looks,
    panels=panels,
    explain=explain,
    hint=hint,
    routine=routine,
    stack=levy_plan.stack,
    fights=levy_odds.fights,
    odds=levy_odds.odds,
    tone=tone,
    where=where,
    tables={
        "Gazetteer": gazetteer,
        "Lords": lords_table,
        "Forces and Strongholds": forces_table,
        "Christian cards": christian_cards,
        "Muslim cards": muslim_cards,
    },
    aside=2,
)
