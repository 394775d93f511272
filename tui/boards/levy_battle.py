"""A Battle, Storm or Sally: the Array row against row, how hard everybody Strikes, and the fight blow by blow."""

from __future__ import annotations

from collections.abc import Callable

from core.engine import Event, Session
from core.games.levy.state import Fight, LevyState
from tui.boards import Explained, Row, Spans
from tui.boards.levy import Dress, forces_signs, lined, strength, up_to

WIDTH = 13
BLOWS = 12
"""How many of the last events are told below the Array."""
_STEPS = {"missile": "Missile", "horse": "Horse", "foot": "Foot", "melee": "Melee"}
_BLOWS = {
    "strikes": "warn strong", "routs": "bad", "lord_routs": "bad strong", "removed": "bad", "roll": "accent",
    "concedes": "strong", "plays": "accent strong", "battle_ends": "good strong", "storm_ends": "good strong",
    "losses": "", "retreats": "", "spoils": "", "sack": "good strong",
}  # fmt: skip


def rows(session: Session, dress: Dress, tell: Callable[[Event], str]) -> list[Row]:
    """The fight of the moment; after it, how it went, until the next card."""
    g: LevyState = session.state
    blows = _blows(session)
    found = _array(g, g.fight, dress) if g.fight is not None else []
    if not blows:
        return found
    told = [Row(_blow(g, dress, event, tell), "battle") for event in blows[-BLOWS:]]
    return [*found, *told]


def title(session: Session) -> str:
    g: LevyState = session.state
    if g.fight is None:
        return "Battle (over)"
    most = f" of {g.fight.rounds}" if g.fight.rounds else ""
    return f"{g.fight.kind.capitalize()} at {g.rules.locales[g.fight.at].name}, Round {g.fight.round}{most}"


def _blows(session: Session) -> list[Event]:
    """What happened since the last fight began, if nobody has turned over a card since."""
    found: list[Event] = []
    for event in reversed(session.events):
        if event.kind == "fight":
            return found[::-1]
        if event.kind in ("command", "passes", "levy"):
            return []
        if event.kind in _BLOWS:
            found.append(event)
    return []


def _blow(g: LevyState, dress: Dress, event: Event, tell: Callable[[Event], str]) -> Spans:
    """Strikes, dice and Routs in few letters; everything else as the story tells it."""
    facts, roles = event.facts, _BLOWS[event.kind]
    match event.kind:
        case "strikes":
            by = [span for lord in facts["by"] for span in (_fighter(g, dress, lord), (" ", ""))]
            hits = f" {facts['step']}, {facts['hits']} Hit{'s' * (facts['hits'] != 1)}"
            return (*by, ("strike ", roles), _fighter(g, dress, facts["target"]), (hits, roles))
        case "roll":
            return ((f"  {' '.join(map(str, facts['dice']))}  ", f"{roles} strong"), (facts["why"], "muted"))
        case "routs":
            return (("  routs: ", roles), (f"{g.rules.units[facts['unit']].name} of ", ""),
                    _fighter(g, dress, facts["lord"]))  # fmt: skip
    return ((tell(event), roles),)


def _fighter(g: LevyState, dress: Dress, lord: str) -> tuple[str, str]:
    return dress.badge(g.lords[lord]) if lord in g.lords else ("Garrison", "strong")


# --- the Array -------------------------------------------------------------------------------------


def _array(g: LevyState, fight: Fight, dress: Dress) -> list[Row]:
    found: list[Row] = []
    attacker, defender = fight.attacker, fight.defender
    found.append(Row((dress.side(attacker), (" attack", "muted"), _conceded(fight, attacker)), "battle"))
    found += _reserve(g, dress, fight.reserve.get(attacker, []))
    if fight.front.get(attacker):
        found.append(_rank(g, fight.front[attacker], dress, attacker))
    found.append(Row((("-" * (3 * WIDTH + 2), "muted"),), "battle"))
    front = fight.front.get(defender, [])
    if any(front):
        found.append(_rank(g, front, dress, defender))
    if fight.garrison:
        found.append(lined("garrison", ((forces_signs(fight.garrison), f"{dress.hues[defender]} strong"),), "garrison"))
    found += _reserve(g, dress, fight.reserve.get(defender, []))
    found.append(Row((dress.side(defender), (" defend", "muted"), _conceded(fight, defender)), "battle"))
    if fight.sally:
        found.append(Row((("a Relief Sally in their rear", "warn"),), "battle"))
        found.append(_rank(g, fight.rear, dress, defender))
        found.append(_rank(g, fight.sally, dress, attacker))
    found += _defences(g, fight)
    return [*found, *_power(g, fight, dress)]


def _conceded(fight: Fight, side: str) -> tuple[str, str]:
    return (", and Concede the field", "warn strong") if fight.conceded == side else ("", "")


def _rank(g: LevyState, lords: list[str], dress: Dress, side: str) -> Row:
    """Left, centre and right, each with his units."""
    cells: list[tuple[str, str]] = []
    for lord in [*lords, "", "", ""][:3]:
        if lord:
            text = f"{dress.badge(g.lords[lord])[0]} {strength(g.lords[lord])}"
            cells.append((f"{text:^{WIDTH}}", f"{dress.hues[side]} inverse"))
        else:
            cells.append((f"{'.':^{WIDTH}}", "muted"))
        cells.append((" ", ""))
    cells.pop()
    first = next((lord for lord in lords if lord), "battle")
    return Row(tuple(cells), first)


def _reserve(g: LevyState, dress: Dress, lords: list[str]) -> list[Row]:
    spans = [span for lord in lords if lord
             for span in (dress.badge(g.lords[lord]), (f" {strength(g.lords[lord])} ", ""))]  # fmt: skip
    return [lined("reserve", tuple(spans), next(lord for lord in lords if lord))] if spans else []


def _defences(g: LevyState, fight: Fight) -> list[Row]:
    words = []
    if fight.walls:
        words.append(f"Walls {up_to(g.rules.walls(g, fight))}")
    if fight.siegeworks:
        words.append(f"Siegeworks {up_to(fight.siegeworks)}")
    found = [lined("behind", ((", ".join(words), "strong"),), "walls")] if words else []
    if fight.played:
        names = ", ".join(g.rules.cards[card].event_name for card in fight.played)
        found.append(lined("played", ((names, "accent"),), f"card {fight.played[-1]}"))
    return found


def _power(g: LevyState, fight: Fight, dress: Dress) -> list[Row]:
    """Hits that each side would make in each step, before Walls and Protection."""
    if not all(fight.front.get(side) for side in (fight.attacker, fight.defender)):
        return []
    steps = ("missile", "melee") if fight.kind == "storm" else ("missile", "horse", "foot")
    found = []
    for side in (fight.attacker, fight.defender):
        halves = [_halves(g, fight, side, step) for step in steps]
        shown: Spans = tuple(
            (f"{_STEPS[step]} {_hits(count)}  ", "strong" if count else "muted")
            for step, count in zip(steps, halves, strict=True)
        )
        found.append(Row(((f"{side.capitalize():<10}", f"{dress.hues[side]} strong"), *shown), "hits"))
    return found


def _halves(g: LevyState, fight: Fight, side: str, step: str) -> int:
    """Half Hits of all who can Strike; Javelins, which are a choice, are not counted."""
    lords = [lord for lord in fight.front[side] if lord]
    lords += [lord for lord in (fight.sally if side == fight.attacker else fight.rear) if lord]
    total = 0
    for lord in lords:
        if step == "missile":
            crossbows, other, engine = g.rules.missiles(g, fight, g.lords[lord], False)
            total += crossbows + other + 2 * engine
        else:
            total += g.rules.melee(g, fight, g.lords[lord], step)
    if side == fight.defender and fight.garrison:
        total += sum(g.rules.garrison_power(g, fight, step))
    return total


def _hits(halves: int) -> str:
    return f"{halves // 2 if halves != 1 else ''}{'½' if halves % 2 else ''}"


BATTLE_WORDS = Explained(
    "The fight",
    "Attackers above, Defenders below; who stands opposite whom fights him. A Lord with nobody opposite Flanks the "
    "closest enemy. In each Round the Defenders Strike first in each step: Missiles, Horse, Foot (in a Storm: "
    "Missiles, Melee). The numbers are units still standing. A hit unit rolls its Protection or Routs; a Lord "
    "without units Routs. Below: the last blows, newest at the end.",
    "4.4.2",
)
HITS_WORDS = Explained(
    "Strikes",
    "Hits that everybody in Front would make in each step, before Walls and Protection, without Javelins. They are "
    "added up per target and then rounded up. In a Storm no Lord adds more than six.",
    "4.4.2",
)
WALLS_WORDS = Explained(
    "Walls and Siegeworks",
    "Each Hit on those behind them is rolled for first, and is stopped by a roll in this range: Walls protect the "
    "Besieged in a Storm; Siegeworks the Besiegers, in a Storm and against a Sally, one for each Siege marker.",
    "4.5.2",
)
GARRISON_WORDS = Explained(
    "Garrison",
    "Every Stronghold has its own men: their kind and number depend on the kind of Stronghold. They take all Hits "
    "first in a Storm. Men-at-Arms shoot Crossbows, Militia bows.",
    "4.5.2",
)
