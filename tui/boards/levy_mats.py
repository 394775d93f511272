"""Lords' mats: forces, vassals, assets, capabilities, ratings."""

from __future__ import annotations

from textwrap import wrap

from core.games.levy.feed import food_of, ration
from core.games.levy.lords import is_hidden
from core.games.levy.state import CALENDAR, GONE, MAP, MAT, MUSTERED, OFF, READY, LevyState, Lord
from tui.boards import Explained, Row
from tui.boards.levy import Dress, assets_signs, forces_signs, strength, units_words

_ELSEWHERE = {OFF: "not in play yet", MAT: "in Winter quarters", GONE: "out of the game"}


def rows(g: LevyState, dress: Dress, viewer: str) -> list[Row]:
    """The viewer's own Lords first."""
    found = []
    sides = sorted(g.rules.sides, key=lambda side: side != viewer)
    for side in sides:
        lords = [lord for lord in g.lords.values() if lord.side == side]
        on_map = [lord for lord in lords if lord.where == MAP]
        found.append(Row((dress.side(side), (f"  {len(on_map)} Lords on the map", "muted")), "lords"))
        for lord in on_map:
            found += _mat(g, dress, lord, viewer)
        waiting = [lord for lord in lords if lord.where in (CALENDAR, OFF, MAT)]
        found += [_absent(g, dress, lord) for lord in waiting]
    return found


def _mat(g: LevyState, dress: Dress, lord: Lord, viewer: str) -> list[Row]:
    own = g.rules.lords[lord.id]
    doing = "*" if g.command is not None and g.command.lord == lord.id else " "
    where = f"{g.rules.locales[lord.at].name}{' (in)' if lord.inside else ''}"
    late = "bad strong" if lord.service <= g.box else "warn" if lord.service == g.box + 1 else "muted"
    name = f"{own.name:<15.15} "
    head = (dress.badge(lord), (doing, "accent strong"), (name, f"{dress.hues[lord.side]} strong"))
    found = [Row((*head, (f"{where:<12.12}", ""), (f" svc {lord.service}", late)), lord.id)]
    if is_hidden(g, lord, viewer):
        return [*found, Row((("   his mat is hidden", "muted"),), lord.id)]
    return [*found, *carried(g, lord), *_followers(g, lord)]


def carried(g: LevyState, lord: Lord) -> list[Row]:
    """His units, and his goods with what he eats."""
    routed = f"  routed {forces_signs(lord.routed)}" if lord.routed else ""
    spans = [(f"  {strength(lord):>2} ", "strong"), (forces_signs(lord.forces) or "no forces", ""), (routed, "bad")]
    hungry = ration(g, lord) > food_of(lord)
    goods = assets_signs(lord.assets) or "no assets"
    eats = (f"  eats {ration(g, lord)}", "warn" if hungry else "muted")
    return [Row(tuple(spans), lord.id), Row(((f"     {goods}", "muted"), eats), lord.id)]


def _followers(g: LevyState, lord: Lord) -> list[Row]:
    """Vassals who can be called, Capabilities, and a Lord whom he leads."""
    found = []
    ready = [vassal for vassal, state in lord.vassals.items() if state == READY]
    if ready:
        names = ", ".join(_first_name(g.rules.vassals[vassal].name) for vassal in ready)
        for number, line in enumerate(wrap(names, 30)):
            found.append(Row(((f"     {'' if number else 'ready':<6}", "muted"), (line, "")), lord.id))
    found += [
        Row(((f"     {card:<4}", "accent"), (g.rules.cards[card].ability_name, "")), f"card {card}")
        for card in lord.cards
    ]
    if lord.lower:
        found.append(Row(((f"     leads {g.rules.lords[lord.lower].name}", "muted"),), lord.lower))
    return found


def _first_name(name: str) -> str:
    """`Froila` of Froila Bermúdez, but `Ibn Ammar` whole."""
    words = name.replace(",", "").split()
    return " ".join(words[:2]) if len(words[0]) <= 3 else words[0]


def _absent(g: LevyState, dress: Dress, lord: Lord) -> Row:
    where = f"box {lord.box}" if lord.where == CALENDAR else _ELSEWHERE[lord.where]
    ready = ", Ready" if lord.where == CALENDAR and lord.box <= g.box else ""
    name = f" {g.rules.lords[lord.id].name:<18} "
    return Row((dress.badge(lord), (name, dress.hues[lord.side]), (f"{where}{ready}", "muted")), lord.id)


# --- in full ---------------------------------------------------------------------------------------


def explain_lord(g: LevyState, lord_id: str, viewer: str) -> Explained:
    own, lord = g.rules.lords[lord_id], g.lords[lord_id]
    fealty = f"Fealty {own.fealty}" if own.fealty else "no Fealty rating"
    ratings = f"{fealty}, Service {own.service}, Lordship {own.lordship}, Command {own.command}"
    marshal = ", Marshal" if own.marshal else ""
    lines = [f"{own.title}. {ratings}, {own.cards} Command cards{marshal}.", _whereabouts(g, lord)]
    if lord.where == MAP:
        lines += ["", "His mat is hidden from you (1.5.2)."] if is_hidden(g, lord, viewer) else _on_mat(g, lord)
    else:
        lines += ["", f"He would come with {units_words(g, own.forces)}; {assets_signs(own.assets) or 'no Assets'}."]
    seats = [g.rules.locales[seat].name for seat in own.seats]
    lines += ["", f"Seats: {', '.join(seats) or 'by marker only'}. Ratings: {own.source}."]
    return Explained(own.name, "\n".join(lines), "1.5.1")


def _whereabouts(g: LevyState, lord: Lord) -> str:
    if lord.where == MAP:
        inside = " inside the Stronghold" if lord.inside else ""
        return f"At {g.rules.locales[lord.at].name}{inside}; Service to box {lord.service}, now is box {g.box}."
    if lord.where == CALENDAR:
        return f"He waits in box {lord.box} of the Calendar."
    return f"He is {_ELSEWHERE[lord.where]}."


def _on_mat(g: LevyState, lord: Lord) -> list[str]:
    units = g.rules.units
    lines = ["", f"Forces ({strength(lord)} units):"]
    lines += [f"  {count} {units[unit].name}: {unit_words(g, unit)}" for unit, count in lord.forces.items()]
    if lord.routed:
        lines.append(f"  Routed: {units_words(g, lord.routed)}")
    lines += [
        f"Assets: {assets_signs(lord.assets) or 'none'}.",
        f"To Feed after moving or fighting he needs {ration(g, lord)}; he has {food_of(lord)} Provender and Loot.",
    ]
    for state, word in ((READY, "Ready"), (MUSTERED, "Mustered")):
        for vassal in [one for one, now in lord.vassals.items() if now == state]:
            known = g.rules.vassals[vassal]
            lines.append(f"{word} Vassal {known.name}: {units_words(g, known.forces)}.")
    for card in lord.cards:
        lines += ["", f"{g.rules.cards[card].ability_name} ({card}): {g.rules.cards[card].ability_text}"]
    return lines


def unit_words(g: LevyState, unit: str) -> str:
    """Strikes and Protection of a unit."""
    known = g.rules.units[unit]
    melee = f"Melee {_hits(known.melee)}"
    if known.melee_storm != known.melee:
        melee += f" ({_hits(known.melee_storm)} in Storm)"
    missile = f", Missile {_hits(known.missile)}" if known.missile else ""
    if known.armor:
        return f"{melee}{missile}, Armor 1-{known.armor}"
    if known.evade:
        return f"{melee}{missile}, Evades Melee 1-{known.evade}"
    return f"{melee}{missile}, {'no Protection, removed when hit' if known.loss == 0 else 'Unarmored (1)'}"


def _hits(halves: int) -> str:
    return f"{halves // 2 or ''}{'½' if halves % 2 else ''}"


LORDS_WORDS = Explained(
    "Lords",
    "Each Lord is shown with his short name, where he is, and the box of his Service marker (orange: he leaves after "
    "this box; red: he leaves at the next Disband). Below: his units and what they are; his Assets and what he eats "
    "after he has moved or fought, orange if he has less; Vassals who are Ready to be called; his Capabilities. A star "
    "marks the Lord whose Command card is being played.\n\n"
    "Kn Knights, Sg Sergeants, LH Light Horse, AH African Horse, MA Men-at-Arms, AF African Foot, Mi Militia, "
    "Se Serfs.",
    "1.5",
)
