"""The Calendar as a strip: boxes and seasons, Service markers, Lords who wait, victory."""

from __future__ import annotations

from collections.abc import Mapping

from core.games.levy.state import CALENDAR, MAP, LevyState, Lord
from tui.boards import Explained, Row
from tui.boards.levy import Dress, lined

NAMED = 4
"""Lords of one box who are named on its line; Enter names them all."""


def rows(g: LevyState, dress: Dress, markers: Mapping[str, int], notes: Mapping[int, str]) -> list[Row]:
    """`markers` are the boxes of Victory markers; `notes` are words on single boxes, such as markers of one game."""
    boxes = range(g.rules.last_box + 1)
    numbers = tuple((_number(g, box) if _has_room(g, box) else " .", _weight(g, box)) for box in boxes)
    found = [
        lined("Box", numbers, "calendar", 5),
        lined("", (_seasons(g), ("+", "muted")), "calendar", 5),
    ]
    for side in g.rules.sides:
        hue = dress.hues[side]
        letter = side[0].upper()
        track = [_count(len(_serving(g, side, box)), f"{hue} strong") for box in boxes]
        found.append(lined(f"{letter} svc", tuple(track), f"service {side}", 5))
        waiting = [_count(len(_waiting(g, side, box)), hue) for box in boxes]
        found.append(lined(f"{letter} cyl", tuple(waiting), f"waiting {side}", 5))
    victory = [_victory(box, markers, dress) for box in boxes]
    found.append(lined("VP", tuple(span for spans in victory for span in spans), "victory", 5))
    return found + [row for box in boxes if (row := _box_row(g, dress, box, notes.get(box, "")))]


def _number(g: LevyState, box: int) -> str:
    return f"{box:>2}" if box < g.rules.last_box else " +"


def _has_room(g: LevyState, box: int) -> bool:
    """Numbers of two digits would run into each other: every other one is enough."""
    return box < 9 or box in (g.box, g.rules.last_box) or (box % 2 == 0 and box != g.box + 1)


def _weight(g: LevyState, box: int) -> str:
    if box == g.box:
        return "accent inverse"
    return "strong" if g.first_box <= box <= g.last_box and box > g.box else "muted"


def _seasons(g: LevyState) -> tuple[str, str]:
    """A season takes two boxes: four letters of room."""
    words = [f" {season[:3].capitalize()}" if index % 2 == 0 else "" for index, season in enumerate(g.rules.seasons)]
    return "  " + "".join(words), "muted"


def _count(number: int, roles: str) -> tuple[str, str]:
    return (f"{number:>2}", roles) if number else (" .", "muted")


def _victory(box: int, at: Mapping[str, int], dress: Dress) -> list[tuple[str, str]]:
    here = [side for side in at if at[side] == box]
    if not here:
        return [(" .", "muted")]
    letters = [(side[0].upper(), f"{dress.hues[side]} strong") for side in here]
    return letters if len(letters) == 2 else [(" ", ""), *letters]


def _serving(g: LevyState, side: str, box: int) -> list[Lord]:
    return [lord for lord in g.lords.values() if lord.side == side and lord.where == MAP and lord.service == box]


def _waiting(g: LevyState, side: str, box: int) -> list[Lord]:
    return [lord for lord in g.lords.values() if lord.side == side and lord.where == CALENDAR and lord.box == box]


def _box_row(g: LevyState, dress: Dress, box: int, note: str) -> Row | None:
    """Who serves until this box and who waits in it, by short names."""
    spans: list[tuple[str, str]] = []
    for word, find in (("serve", _serving), ("wait", _waiting)):
        lords = [lord for side in g.rules.sides for lord in find(g, side, box)]
        if lords:
            spans.append((f" {word} ", "muted"))
            for lord in lords[:NAMED]:
                spans += [dress.badge(lord), (" ", "")]
            if lords[NAMED:]:
                spans.append((f"+{len(lords) - NAMED}", "strong"))
    vassals = [one for lord in g.lords.values() for one, at in lord.vassal_boxes.items() if at == box]
    if vassals:
        spans.append((f" {len(vassals)} Vassals ", ""))
    if note:
        spans.append((f" {note}", "accent"))
    if not spans:
        return None
    now = "accent strong" if box == g.box else ""
    return Row(((_number(g, box), now or "strong"), *spans), f"box {box}")


def explain_box(g: LevyState, box: int, note: str) -> Explained:
    lines = []
    if 1 <= box <= len(g.rules.seasons):
        lines.append(f"{g.rules.seasons[box - 1].capitalize()}.{' Now.' if box == g.box else ''}")
    if note:
        lines.append(f"{note.capitalize()}.")
    for side in g.rules.sides:
        for lord in _serving(g, side, box):
            lines.append(f"{g.rules.lords[lord.id].name}: his Service ends here. {_limit(g, box)}")
        for lord in _waiting(g, side, box):
            ready = "Ready to be called" if box <= g.box else f"Ready in {box - g.box} boxes"
            lines.append(f"{g.rules.lords[lord.id].name} waits here: {ready}.")
        for lord in g.lords.values():
            vassals = [one for one, at in lord.vassal_boxes.items() if at == box and lord.side == side]
            lines += [f"{g.rules.vassals[vassal].name}: his Service ends here." for vassal in vassals]
    return Explained(f"Calendar box {_number(g, box).strip()}", "\n".join(lines) or "Nothing lies here.", "2.2.3")


def _limit(g: LevyState, box: int) -> str:
    if box > g.box:
        return f"He stays while the marker is left of it ({box - g.box} more)."
    return "At the limit he goes to the Calendar when Lords Disband; beyond it, for good."


CALENDAR_WORDS = Explained(
    "The Calendar",
    "Each box is forty days: Levy, then Campaign. The bright number is now. Svc counts the Service markers of Lords "
    "on the map in each box, cyl the cylinders of Lords who wait to be called, VP shows how many points each side has. "
    "A Lord whose Service marker is in the present box when Lords Disband goes home; if it is left of it, for good. "
    "Coin and Loot move it to the right, hunger to the left.",
    "2.2.3",
)
