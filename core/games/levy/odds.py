"""How a fight would go: fought out many times by the real rules, with imagined dice.

Nothing of the rules is written here a second time. A trial is a fork of the game (`Session.fork`): it holds no secret
that the asking seat may not know, and both sides then answer by one fixed habit until the fight is over. They stand,
fight on to the end, let their best Armor take the Hits and throw their Javelins at once. Nobody plays a Held Event:
what the other side holds cannot be known, and to count on one's own alone would flatter. What lies open counts:
Capabilities, and Events already played in this fight.

The dice of a trial come from the position's digest, so the same position always gives the same odds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from core.engine import Ask, Event, Session
from core.engine.vault import Hidden
from core.games.levy.lords import is_hidden, mustered, unit_count
from core.games.levy.state import LevyState, Lord

TRIALS = 500
MOST_ANSWERS = 2000
"""No fight asks as much; a trial that would is given up."""
ENDINGS = ("battle_ends", "storm_ends")
QUIET = ("pass", "no", "done", "stay", "stand", "fight", "go", "bypass", "laden", "unladen")


@dataclass(frozen=True, slots=True)
class Odds:
    """What came of some trials, as the asking seat sees it."""

    trials: int = 0
    won: int = 0
    lost: int = 0
    """Units that the seat lost, in all trials together."""
    killed: int = 0
    """Units that the other side lost."""
    lords_lost: int = 0
    lords_killed: int = 0

    def __add__(self, other: Odds) -> Odds:
        return Odds(
            self.trials + other.trials,
            self.won + other.won,
            self.lost + other.lost,
            self.killed + other.killed,
            self.lords_lost + other.lords_lost,
            self.lords_killed + other.lords_killed,
        )


def fight_odds(moment: Session, seat: str, notation: str, trials: int = TRIALS, company: bool = False) -> Odds:
    """The fight that follows if `seat` answers `notation` now, fought out `trials` times. There are no trials if no
    fight follows, or one against mats that are hidden from the seat (1.5.2). With `company` whoever Marches takes all
    along whom he may."""
    seed = f"{moment.digest()} {seat} {notation} {company}"
    total = Odds()
    for number in range(trials):
        fought = _trial(moment, seat, notation, f"{seed} {number}", company)
        if fought is None:
            break
        total += fought
    return total


def _trial(moment: Session, seat: str, notation: str, seed: str, company: bool) -> Odds | None:
    twin = moment.fork(seat, seed, listen=True)
    told = len(twin.events)
    g: LevyState = twin.state
    before = {lord.id: unit_count(lord) for side in g.rules.sides for lord in mustered(g, side)}
    with suppress(Hidden):  # the fight is over, and a card is turned over that only its owner knows
        twin.answer(seat, notation)
        for _ in range(MOST_ANSWERS):
            if twin.over or not twin.pending or (g.fight is None and _is_past(twin, told)):
                break
            twin.answer(twin.pending[0].seat, habit(twin, twin.pending[0], company))
    fight = next((event.facts for event in reversed(twin.events) if event.kind == "fight"), None)
    if fight is None or any(is_hidden(moment.state, g.lords[lord], seat) for lord in _fighters(fight)):
        return None
    return _counted(g, twin.events[told:], seat, g.lords[fight["attackers"][0]].side, before)


def _fighters(fight: dict[str, Any]) -> list[str]:
    return [*fight["attackers"], *fight["defenders"]]


def _is_past(twin: Session, told: int) -> bool:
    """The fight has been fought, or there will be none: the Lord in command is asked what he does next."""
    return twin.pending[0].name == "command" or any(event.kind in ENDINGS for event in twin.events[told:])


def _counted(g: LevyState, events: Sequence[Event], seat: str, attacker: str, before: dict[str, int]) -> Odds | None:
    end = next((at for at, event in enumerate(events) if event.kind in ENDINGS), None)
    if end is None:
        return Odds(1, int(g.winner == seat)) if g.winner else None
    fate = events[end]
    winner = fate.facts.get("winner") or (attacker if fate.facts["won"] else g.rules.other[attacker])
    lost = dict.fromkeys(g.rules.sides, 0)
    lords = dict.fromkeys(g.rules.sides, 0)
    shifted = {event.facts["lord"] for event in events[end:] if event.kind == "service"}
    dead = [
        event.facts["lord"]
        for event in events[end:]
        if event.kind == "disbands" and event.facts["for_good"] and event.facts["lord"] not in shifted
    ]
    for lord in dead:
        lost[g.lords[lord].side] += before[lord]
        lords[g.lords[lord].side] += 1
    for event in events:
        lord = event.facts.get("lord", "")
        if lord in g.lords and lord not in dead:
            if event.kind == "removed":
                lost[g.lords[lord].side] += event.facts["count"]
            elif event.kind == "losses":
                lost[g.lords[lord].side] += sum(event.facts["gone"].values())
    enemy = g.rules.other[seat]
    return Odds(1, int(winner == seat), lost[seat], lost[enemy], lords[seat], lords[enemy])


# --- the habit of both sides ---------------------------------------------------------------------


def habit(twin: Session, ask: Ask, company: bool) -> str:
    """What either side always answers: nothing clever, and nothing that needs a hidden card."""
    if ask.name == "group" and company:
        return ask.options[0].notation
    weigh = WEIGHTS.get(ask.name)
    if weigh is not None:
        return max(ask.options, key=lambda option: weigh(twin, ask, option.notation.split())).notation
    offered = [option.notation for option in ask.options]
    return next((word for word in QUIET if word in offered), offered[0])


def _power(g: LevyState, lord: Lord) -> int:
    units = g.rules.units
    return sum((2 * units[unit].melee + units[unit].armor) * count for unit, count in lord.forces.items())


def _strongest(twin: Session, ask: Ask, words: list[str]) -> int:
    """Who stands in Front, who comes up, who takes the Hits of those he Flanks."""
    g: LevyState = twin.state
    return _power(g, g.lords[words[-1]]) if words[-1] in g.lords else -1


def _weakest(twin: Session, ask: Ask, words: list[str]) -> int:
    """Whom to Strike: he who Routs soonest."""
    return -_strongest(twin, ask, words[:2])


def _shield(twin: Session, ask: Ask, words: list[str]) -> int:
    """Own Hits go to the best Protection; Crossbows aim at what does most harm and stands least."""
    g: LevyState = twin.state
    assert g.fight is not None
    unit = g.rules.units[words[1]]
    strike = next(event for event in reversed(twin.events) if event.kind == "strikes")
    if ask.seat == strike.facts["side"]:
        return unit.melee * (6 - max(1, unit.armor - 1))
    evade = unit.evade if g.fight.kind != "storm" and strike.facts["step"] != "missile" else 0
    return 10 * max(unit.armor, evade) - unit.melee


def _willing(twin: Session, ask: Ask, words: list[str]) -> int:
    return int(words[0] in ("yes", "rest"))


WEIGHTS: dict[str, Callable[[Session, Ask, list[str]], int]] = {
    "absorb": _shield,
    "array": _strongest,
    "reposition": _strongest,
    "victim": _strongest,
    "target": _weakest,
    "strike": _weakest,
    "javelins": _willing,
    "spears": _willing,
    "relief": _willing,
    "spoils": _willing,
}
