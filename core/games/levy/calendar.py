"""2.2 and 3.3: time, Service, and Lords who leave."""

from __future__ import annotations

from core.engine import Procedure
from core.games.levy.lords import facts, mustered, remove_units
from core.games.levy.state import CALENDAR, GONE, MAP, MUSTERED, READY, UNREADY, LevyState, Lord


class CampaignOver(Exception):
    """A side has no Lord left on map during a Campaign (5.2)."""


def season(g: LevyState, box: int = 0) -> str:
    return g.rules.seasons[(box or g.box) - 1]


def shifted(g: LevyState, box: int, boxes: int) -> int:
    """2.2.3: nothing goes left of box 0 or right of the last box."""
    return max(0, min(g.rules.last_box, box + boxes))


def shift_service(g: LevyState, lord: Lord, boxes: int) -> None:
    """A Lord's Service marker, and his Vassals' if they have their own (3.4.2)."""
    lord.service = shifted(g, lord.service, boxes)
    for vassal, box in lord.vassal_boxes.items():
        lord.vassal_boxes[vassal] = shifted(g, box, boxes)
    g.tell("service", lord=lord.id, boxes=boxes, box=lord.service)


def shift_cylinder(g: LevyState, lord: Lord, boxes: int) -> None:
    lord.box = shifted(g, lord.box, boxes)
    g.tell("cylinder", lord=lord.id, box=lord.box)


def check_service(g: LevyState) -> Procedure[None]:
    """3.3, 2.2.4: first both sides' Lords beyond their Service leave for good, then those at its limit go to the
    Calendar."""
    for lord in on_map(g):
        if lord.service < g.box:
            yield from disband(g, lord, for_good=True)
        elif lord.vassal_boxes:
            dismiss_vassals(g, lord)
    for lord in on_map(g):
        if lord.service <= g.box or not lord.forces:
            yield from disband(g, lord)


def on_map(g: LevyState) -> list[Lord]:
    return [lord for side in g.rules.sides for lord in mustered(g, side)]


def dismiss_vassals(g: LevyState, lord: Lord) -> None:
    """3.4.2: Vassals with Service markers of their own Disband by themselves."""
    for vassal, box in list(lord.vassal_boxes.items()):
        if box > g.box:
            continue
        del lord.vassal_boxes[vassal]
        lord.vassals[vassal] = UNREADY if box == g.box else GONE
        for unit, count in g.rules.vassals[vassal].forces.items():
            remove_units(lord, unit, count)
        g.tell("vassal_leaves", lord=lord.id, vassal=vassal)


def disband_the_empty(g: LevyState) -> Procedure[None]:
    """1.6: a Lord whose last unit went with a discarded card leaves."""
    for lord in on_map(g):
        if not lord.forces:
            yield from disband(g, lord)


def disband(g: LevyState, lord: Lord, for_good: bool = False) -> Procedure[None]:
    """3.3.1, 3.3.2: off the map, for good or to the Calendar; politics follow."""
    leave_map(g, lord, for_good)
    yield from g.rules.adjust(g)
    yield from g.rules.settle(g)


def leave_map(g: LevyState, lord: Lord, for_good: bool) -> None:
    """The Lord and all that is his; nothing yet of what follows from it."""
    g.tell("disbands", lord=lord.id, place=lord.at, for_good=for_good)
    if for_good:
        g.removed_vassals += [vassal for vassal in lord.vassals if not g.rules.vassals[vassal].lord]
    clear_mat(g, lord)
    if for_good:
        remove_from_game(g, lord)
    else:
        lord.where = CALENDAR
        lord.box = shifted(g, g.box, facts(g, lord).service + g.campaigning)
    check_campaign_victory(g, lord.side)
    g.rules.lord_left(g, lord)


def remove_from_game(g: LevyState, lord: Lord) -> None:
    """3.3.1: with his cylinders, mats and markers; a Lord of two selves takes both with him."""
    other = g.rules.lords[lord.id].other_self
    for one in (lord.id, other):
        if one:
            g.lords[one].where = GONE
    lord.vassals = {}


def clear_mat(g: LevyState, lord: Lord) -> None:
    """Forces and Assets to their pools, cards to the deck, Seat marker off the map (3.3.2)."""
    lord.at, lord.inside, lord.moved, lord.service = "", False, False, 0
    lord.forces, lord.routed, lord.assets, lord.hired = {}, {}, {}, {}
    lord.vassal_boxes = {}
    lord.vassals = {vassal: state for vassal, state in lord.vassals.items() if state == GONE}
    unstack(g, lord)
    lord.cards = []
    g.seats.pop(lord.id, None)


def unstack(g: LevyState, lord: Lord) -> None:
    """4.1.3: Lieutenant and Lower Lord part."""
    for other in (lord.lower, lord.upper):
        if other:
            g.lords[other].lower = g.lords[other].upper = ""
    lord.lower = lord.upper = ""


def check_campaign_victory(g: LevyState, side: str) -> None:
    """5.2"""
    if g.campaigning and not mustered(g, side):
        g.winner, g.why = g.rules.other[side], f"no Lord of the {side} side is left on the map (5.2)"
        raise CampaignOver


def prepare_mat(g: LevyState, lord: Lord, place: str, box: int) -> None:
    """3.4.1: a Lord comes onto the map with his starting Forces, Assets and Ready Vassals."""
    own = facts(g, lord)
    lord.where, lord.at, lord.box, lord.service = MAP, place, 0, box
    lord.inside = lord.moved = False
    lord.forces, lord.assets = dict(own.forces), dict(own.assets)
    lord.vassals = dict.fromkeys(own.vassals, READY) | {
        vassal: state for vassal, state in lord.vassals.items() if state == GONE
    }


def vassals_ready_again(g: LevyState, side: str) -> None:
    """3.4.2: after Muster, Vassals who Disbanded this Levy may be called again."""
    for lord in mustered(g, side):
        for vassal, state in lord.vassals.items():
            if state == UNREADY:
                lord.vassals[vassal] = READY


def muster_vassal(g: LevyState, lord: Lord, vassal: str) -> None:
    """3.4.2"""
    known = g.rules.vassals[vassal]
    lord.vassals[vassal] = MUSTERED
    for unit, count in known.forces.items():
        lord.forces[unit] = lord.forces.get(unit, 0) + count
    if known.service and g.options["vassal_service"] == "on":
        lord.vassal_boxes[vassal] = shifted(g, g.box, known.service)
    g.tell("vassal", lord=lord.id, vassal=vassal)
