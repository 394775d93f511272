"""1.4: Taifa politics, Conquest, Jihad, and 5.1: victory."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.engine import Ask, Procedure, Refusal
from core.games.almoravid.data import (
    CHRISTIAN,
    INDEPENDENT,
    LAST_BOX,
    LOCALES,
    LORDS,
    MUSLIM,
    OTHER,
    PARIAS,
    RECONQUISTA,
    SIDES,
    STATUS_OWNER,
    TAIFA_OF,
    TAIFAS,
)
from core.games.almoravid.state import Almoravid
from core.games.levy.baggage import share_out
from core.games.levy.choices import choose, option
from core.games.levy.lords import is_besieged, mustered, outside, present
from core.games.levy.positions import lift, settle
from core.games.levy.refusals import about
from core.games.levy.state import MAP, MAT

REMOVE = option("leave", "Lift the Siege or Bypass")
KEEP = option("press", "Go on, and let the place turn against you")


def owner(g: Almoravid, place: str) -> str:
    """1.3.1: to whom a Locale is Friendly; nothing if Neutral."""
    taifa = TAIFA_OF[place]
    if place in g.conquered:
        return CHRISTIAN if taifa else MUSLIM
    if place in g.jihad:
        return MUSLIM
    for lord, seat in g.seats.items():
        if seat == place:
            return LORDS[lord].side
    return STATUS_OWNER[g.taifas[taifa]] if taifa else CHRISTIAN


# --- status --------------------------------------------------------------------------------------


def due_status(g: Almoravid, taifa: str) -> str:
    """1.4.1"""
    known = TAIFAS[taifa]
    if all(target in g.conquered for target in known.targets):
        return RECONQUISTA
    return INDEPENDENT if known.lord and g.lords[known.lord].where in (MAP, MAT) else PARIAS


def adjust(g: Almoravid) -> Procedure[None]:
    """1.4.3: Taifas whose conditions have changed take their new status, one after another."""
    changed = True
    while changed:
        changed = False
        for taifa in TAIFAS:
            status = due_status(g, taifa)
            if status != g.taifas[taifa]:
                changed = True
                yield from change_status(g, taifa, status)


def change_status(g: Almoravid, taifa: str, status: str) -> Procedure[None]:
    """1.4.3, in its order."""
    before = {place: owner(g, place) for place in TAIFAS[taifa].strongholds}
    was, g.taifas[taifa] = g.taifas[taifa], status
    g.tell("status", taifa=taifa, was=was, now=status)
    if was == INDEPENDENT and status == PARIAS:
        yield from parias_coin(g, taifa)
    ravaged_land(g, taifa, status)
    hostage_populace(g, before)
    if status == PARIAS:
        yield from recognition(g, before)
    yield from settle(g)


def parias_coin(g: Almoravid, taifa: str) -> Procedure[None]:
    """The Lord's Service in Coin to Unbesieged Christian Lords; less what is Ravaged, with Ruined Land."""
    amount = LORDS[TAIFAS[taifa].lord].service
    if "ruined_land" in g.special:
        amount = max(0, amount - sum(place in g.ravaged for place in TAIFAS[taifa].places))
    takers = [one for one in mustered(g, CHRISTIAN) if not is_besieged(g, one)]
    g.tell("parias_coin", taifa=taifa, amount=amount)
    yield from share_out(g, {"coin": amount}, takers, "1.4.3")


def ravaged_land(g: Almoravid, taifa: str, status: str) -> None:
    loser = {RECONQUISTA: CHRISTIAN, INDEPENDENT: MUSLIM}.get(status)
    for place in TAIFAS[taifa].places:
        if loser and g.ravaged.get(place) == loser:
            g.ravaged[place] = OTHER[loser]
            g.tell("ravage_flips", place=place, side=OTHER[loser])


def hostage_populace(g: Almoravid, before: dict[str, str]) -> None:
    """Lords in places that would turn away from them take them at once: from Friendly or Neutral to Enemy,
    or from Friendly to Neutral."""
    for place, was in before.items():
        now = owner(g, place)
        if now == was:
            continue
        for lord in present(g, place):
            turns_enemy = now == OTHER[lord.side] and was in ("", lord.side)
            turns_neutral = now == "" and was == lord.side
            if turns_enemy or turns_neutral:
                g.tell("hostages", place=place, side=lord.side)
                mark_conquest(g, place, lord.side)
                break


def recognition(g: Almoravid, before: dict[str, str]) -> Procedure[None]:
    """Whoever stands outside a Stronghold that turned Neutral leaves it, or turns it against himself."""
    for side in SIDES:
        for place, was in before.items():
            outsiders = (place in g.siege or place in g.bypass) and outside(g, place, side)
            if was != OTHER[side] or owner(g, place) or not outsiders:
                continue
            markers = f"{value(place)} {'Jihad' if side == CHRISTIAN else 'Christian Conquered'}"
            prompt = f"{LOCALES[place].name} is Neutral now: leave it, or go on against {markers}?"
            choice = yield Ask(side, "neutrality", prompt, [REMOVE, KEEP], "1.4.3")
            if choice is REMOVE:
                lift(g, place)
            else:
                (g.jihad if side == CHRISTIAN else g.conquered)[place] = value(place)
                g.tell("defies", place=place, side=OTHER[side], markers=value(place))


def value(place: str) -> int:
    stronghold = LOCALES[place].stronghold
    assert stronghold is not None
    return stronghold.value


# --- Conquest ------------------------------------------------------------------------------------


def mark_conquest(g: Almoravid, place: str, side: str) -> None:
    """1.3.1, 4.5.1: Conquered or Jihad markers, by side and land; the Conqueror's own Ravaged marker flips."""
    taifa = TAIFA_OF[place]
    g.jihad.pop(place, None)
    g.conquered.pop(place, None)
    if (side == CHRISTIAN and taifa) or (side == MUSLIM and not taifa):
        g.conquered[place] = value(place)
    elif side == MUSLIM and g.taifas[taifa] != INDEPENDENT:
        g.jihad[place] = value(place)
    for lord, seat in list(g.seats.items()):
        if seat == place and LORDS[lord].side != side:
            del g.seats[lord]
    if side == MUSLIM and place in g.cathedrals:
        g.cathedrals.remove(place)
    if g.ravaged.get(place) == side:
        g.ravaged[place] = OTHER[side]
    g.tell("conquered", place=place, side=side)


def conquer(g: Almoravid, place: str, side: str) -> Procedure[None]:
    """4.5.1"""
    lift(g, place)
    mark_conquest(g, place, side)
    yield from adjust(g)
    yield from settle(g)


# --- Jihad ---------------------------------------------------------------------------------------


def jihad_places(g: Almoravid, fits: Callable[[str], bool] | None = None) -> list[str]:
    """1.4.4: where a Jihad marker may be added."""
    held = held_by_christians(g)
    return [
        place
        for taifa in TAIFAS.values()
        if g.taifas[taifa.id] != INDEPENDENT
        for place in taifa.strongholds
        if place not in g.conquered and place not in held and (fits is None or fits(place))
    ]


def held_by_christians(g: Almoravid) -> set[str]:
    """Where a Christian Seat marker lies, or a Christian Lord is who does not Besiege or Bypass the place."""
    held = {seat for lord, seat in g.seats.items() if LORDS[lord].side == CHRISTIAN}
    for lord in g.lords.values():
        if lord.side == CHRISTIAN and lord.at and (lord.inside or not (lord.at in g.siege or lord.at in g.bypass)):
            held.add(lord.at)
    return held


def refuse_jihad(g: Almoravid, place: str) -> Refusal | None:
    """1.4.4: why no Jihad marker can be added at a place."""
    taifa = TAIFA_OF[place]
    if not taifa:
        return Refusal("Jihad never rises in a Kingdom.", "1.4.4")
    if g.taifas[taifa] == INDEPENDENT:
        return Refusal(f"{TAIFAS[taifa].name} is Independent: no Jihad rises there.", "1.4.4")
    if LOCALES[place].stronghold is None:
        return Refusal("Jihad rises at Strongholds only.", "1.4.4")
    if place in g.conquered:
        return Refusal("The place is Conquered by the Christians.", "1.4.4")
    if place in held_by_christians(g):
        return Refusal("A Christian Lord or Seat marker holds the place.", "1.4.4")
    return None


def add_jihad(g: Almoravid, count: int, fits: Callable[[str], bool] | None = None) -> Procedure[None]:
    """The Muslims add Jihad markers one by one where they may; Sieges of their own there end (4.5.4)."""

    def why_not(place: str) -> Refusal:
        return refuse_jihad(g, place) or Refusal("What stirs up this Jihad does not reach so far.", "3.1.3")

    for left in range(count, 0, -1):
        places = jihad_places(g, fits)
        if not places:
            return
        options = [option(f"jihad {place}", LOCALES[place].name, place) for place in places]
        prompt = f"Where does Jihad rise? ({left} to place)"
        choice = yield from choose(MUSLIM, "jihad", prompt, options, "1.4.4", about("jihad", LOCALES, why_not))
        place = choice.value[1]
        g.jihad[place] = g.jihad.get(place, 0) + 1
        g.tell("jihad", place=place, count=g.jihad[place])
        yield from settle(g)


def remove_jihad(g: Almoravid, place: str, count: int) -> Procedure[None]:
    left = max(0, g.jihad[place] - count)
    if left:
        g.jihad[place] = left
    else:
        del g.jihad[place]
    g.tell("jihad", place=place, count=left)
    yield from settle(g)


def in_territory(g: Almoravid, lord: str, kinds: Sequence[str]) -> bool:
    """Whether a Lord is on map in a Kingdom ('kingdom') or in a Taifa of one of the statuses given."""
    at = g.lords[lord].at
    if not at:
        return False
    taifa = TAIFA_OF[at]
    return (g.taifas[taifa] if taifa else "kingdom") in kinds


# --- victory -------------------------------------------------------------------------------------


def account(g: Almoravid) -> dict[str, dict[str, int]]:
    """5.1: where each side's half points come from."""
    christian = {
        "conquered": 2 * sum(count for place, count in g.conquered.items() if TAIFA_OF[place]),
        "ravaged": sum(side == CHRISTIAN for side in g.ravaged.values()),
        "reconquista": 2 * sum(TAIFAS[taifa].vp_reconquista for taifa, now in g.taifas.items() if now == RECONQUISTA),
        "parias": 2 * sum(TAIFAS[taifa].vp_parias for taifa, now in g.taifas.items() if now == PARIAS),
        "cathedrals": 2 * len(g.cathedrals),
    }
    muslim = {
        "conquered": 2 * sum(count for place, count in g.conquered.items() if not TAIFA_OF[place]),
        "taifas box": 2 * g.box_vp,
        "ravaged": sum(side == MUSLIM for side in g.ravaged.values()),
        "jihad": sum(g.jihad.values()),
    }
    return {CHRISTIAN: christian, MUSLIM: muslim}


def points(g: Almoravid) -> dict[str, int]:
    return {side: sum(parts.values()) for side, parts in account(g).items()}


def score_text(halves: int) -> str:
    """2.2.5: 17 half points are 8½."""
    return f"{halves // 2}{'½' if halves % 2 else ''}" if halves >= 2 or halves == 0 else "½"


def victory_markers(halves: dict[str, int]) -> dict[str, tuple[int, bool]]:
    """2.2.5: each side's Victory marker, its box and whether its half side is up; beyond the track just one, which
    shows the lead."""
    if max(halves.values()) > 2 * LAST_BOX:
        lead = {side: halves[side] - halves[OTHER[side]] for side in SIDES}
        halves = {side: ahead for side, ahead in lead.items() if ahead > 0} or lead
    return {side: (half // 2, half % 2 == 1) for side, half in halves.items()}
