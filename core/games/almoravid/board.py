"""The whole public position as text."""

from __future__ import annotations

from core.games.almoravid.data import CARDS, LOCALES, LORDS, SEASONS, SIDES, TAIFAS, TERRITORIES, UNITS, VASSALS
from core.games.almoravid.politics import account, owner, points, score_text
from core.games.almoravid.state import Almoravid
from core.games.levy.lords import is_hidden
from core.games.levy.state import CALENDAR, MAP, MUSTERED, READY, Fight, Lord

LETTER = {"christian": "C", "muslim": "M", "": "-"}


def headline(g: Almoravid) -> str:
    if g.phase == "sagrajas":
        return "23 October 1086: the Battle of Sagrajas"
    year = 1085 if g.box < 9 else 1086
    score = points(g)
    stage = "Campaign" if g.campaigning else "Winter" if g.phase == "winter" else "Levy"
    season = SEASONS[g.box - 1].capitalize() if g.box <= len(SEASONS) else "Winter"
    return (
        f"{season} {year}, box {g.box}, {stage}: Christians {score_text(score['christian'])}, "
        f"Muslims {score_text(score['muslim'])}"
    )


def board(g: Almoravid, viewer: str = "") -> str:
    """All of it, but for mats behind the other side's screen (1.5.2)."""
    parts = [
        headline(g),
        *calendar_lines(g),
        *victory_lines(g),
        *taifa_lines(g),
        *place_lines(g),
        *lord_lines(g, viewer),
    ]
    parts += card_lines(g)
    if g.fight is not None:
        parts += fight_lines(g, g.fight)
    return "\n".join(parts)


def calendar_lines(g: Almoravid) -> list[str]:
    lines = ["Calendar"]
    for box in range(18):
        marks = []
        if box == g.box:
            marks.append("now")
        if box == g.last_box + 1:
            marks.append("scenario end")
        if box in g.curias:
            marks.append("Curias")
        marks += [
            f"{LORDS[lord.id].name} waits" for lord in g.lords.values() if lord.where == CALENDAR and lord.box == box
        ]
        for lord in g.lords.values():
            if lord.where == MAP:
                if lord.service == box:
                    marks.append(f"{LORDS[lord.id].name} serves")
                marks += [f"{VASSALS[one].name} serves" for one, at in lord.vassal_boxes.items() if at == box]
        if marks:
            lines.append(f"  {box if box < 17 else '17+'}: {', '.join(marks)}")
    return lines


def victory_lines(g: Almoravid) -> list[str]:
    lines = ["Victory"]
    for side, parts in account(g).items():
        shown = ", ".join(f"{name} {score_text(halves)}" for name, halves in parts.items() if halves)
        lines.append(f"  {side}: {score_text(sum(parts.values()))} ({shown or 'nothing'})")
    lines.append(f"  Taifas box: {g.box_vp} VP, {g.box_coin} Coin")
    return lines


def taifa_lines(g: Almoravid) -> list[str]:
    return ["Taifas", *(f"  {TAIFAS[taifa].name}: {status.capitalize()}" for taifa, status in g.taifas.items())]


def place_lines(g: Almoravid) -> list[str]:
    """Locales with a Lord or a marker, land by land."""
    lines = ["Map"]
    for territory in TERRITORIES.values():
        for place in territory.places:
            marks = place_marks(g, place)
            if marks:
                locale = LOCALES[place]
                side = LETTER[owner(g, place)]
                lines.append(f"  [{side}] {locale.name}, {locale.kind} in {territory.name}: {'; '.join(marks)}")
    return lines


def place_marks(g: Almoravid, place: str) -> list[str]:
    marks = []
    for table, word in ((g.siege, "Siege"), (g.conquered, "Conquered"), (g.jihad, "Jihad")):
        if place in table:
            marks.append(f"{word} {table[place]}")
    if place in g.bypass:
        marks.append("Bypass")
    if place in g.ravaged:
        marks.append(f"Ravaged ({g.ravaged[place]})")
    marks += [f"Seat of {LORDS[lord].name}" for lord, seat in g.seats.items() if seat == place]
    if place in g.cathedrals:
        marks.append("Cathedral")
    marks += [
        f"{LORDS[lord.id].name}{' (inside)' if lord.inside else ''}" for lord in g.lords.values() if lord.at == place
    ]
    return marks


def lord_lines(g: Almoravid, viewer: str) -> list[str]:
    lines = []
    for side in SIDES:
        lines.append(f"{side.capitalize()} Lords")
        lines += [f"  {mat(g, lord, viewer)}" for lord in g.lords.values() if lord.side == side and lord.where == MAP]
    return lines


def mat(g: Almoravid, lord: Lord, viewer: str) -> str:
    """A Lord's mat in a line; with Hidden Mats (1.5.2) only one's own, and of those who fight."""
    own = LORDS[lord.id]
    if is_hidden(g, lord, viewer):
        return f"{own.name} at {LOCALES[lord.at].name}, Service {lord.service}, Command {own.command}: mat hidden"
    forces = ", ".join(f"{count} {UNITS[unit].name}" for unit, count in lord.forces.items()) or "no Forces"
    assets = ", ".join(f"{count} {asset}" for asset, count in lord.assets.items()) or "no Assets"
    parts = [
        f"{own.name} at {LOCALES[lord.at].name}, Service {lord.service}, Command {own.command}: {forces}; {assets}"
    ]
    if lord.routed:
        parts.append("Routed " + ", ".join(f"{count} {UNITS[unit].name}" for unit, count in lord.routed.items()))
    for state, word in ((READY, "Ready"), (MUSTERED, "Mustered")):
        vassals = [VASSALS[vassal].name for vassal, now in lord.vassals.items() if now == state]
        if vassals:
            parts.append(f"{word} Vassals: {', '.join(vassals)}")
    if lord.cards:
        parts.append("Capabilities: " + ", ".join(f"{CARDS[card].ability_name} ({card})" for card in lord.cards))
    if lord.lower:
        parts.append(f"leads {LORDS[lord.lower].name}")
    return "; ".join(parts)


def card_lines(g: Almoravid) -> list[str]:
    lines = []
    for side in SIDES:
        edge = ", ".join(f"{CARDS[card].ability_name} ({card})" for card in g.edge[side]) or "none"
        lines.append(
            f"{side.capitalize()} board edge: {edge}; holds {len(g.held[side])}; plan {len(g.plans.get(side, ()))}"
        )
    if g.this_levy:
        lines.append("This Levy: " + ", ".join(CARDS[card].event_name for card in g.this_levy))
    return lines


def fight_lines(g: Almoravid, fight: Fight) -> list[str]:
    """The Array, row against row."""

    def row(lords: list[str]) -> str:
        return " | ".join(LORDS[lord].name if lord else "·" for lord in lords)

    lines = [f"{fight.kind.capitalize()} at {LOCALES[fight.at].name}, Round {fight.round}"]
    for side, role in ((fight.attacker, "Attackers"), (fight.defender, "Defenders")):
        reserve = f"; Reserve: {row(fight.reserve[side])}" if fight.reserve.get(side) else ""
        lines.append(f"  {role} ({side}): {row(fight.front.get(side, []))}{reserve}")
    if fight.garrison:
        lines.append(
            "  Garrison: " + ", ".join(f"{count} {UNITS[unit].name}" for unit, count in fight.garrison.items())
        )
    if fight.sally:
        lines.append(f"  Sallying: {row(fight.sally)}; facing them: {row(fight.rear)}")
    return lines
