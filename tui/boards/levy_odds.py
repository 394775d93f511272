"""How fights would go, in words: trial battles by the real rules, for whoever must decide about one."""

from __future__ import annotations

from fractions import Fraction

from core.engine import Ask, Session
from core.games.levy.lords import companions, outside
from core.games.levy.march import with_lower
from core.games.levy.odds import Odds, fight_odds
from core.games.levy.state import LevyState
from tui.boards.levy import percent

_FIGHTS = {
    "command": ("march", "storm", "sally", "sortie"),
    "group": ("with", "go"),
    "approach": ("stand", "avoid", "withdraw"),
    "relief": ("yes", "no"),
    "concede": ("fight", "concede"),
    "surprise": ("play", "deck"),
}
"""By question, the answers that a fight may follow."""


def fights(session: Session, ask: Ask) -> list[str]:
    """The answers worth a trial."""
    g: LevyState = session.state
    enemy = g.rules.other[ask.seat]
    verbs = _FIGHTS.get(ask.name, ())
    found = []
    for option in session.offers(ask):
        verb, *rest = option.notation.split()
        if verb in verbs and (verb != "march" or outside(g, rest[0], enemy)):
            found.append(option.notation)
    return found


def odds(moment: Session, seat: str, notation: str) -> str:
    """How the fight goes that follows this answer; nothing if there is none, or if too much of it is hidden."""
    found = fight_odds(moment, seat, notation)
    if not found.trials:
        return ""
    (ask,) = moment.pending
    if ask.name == "command" and _may_lead(moment.state, notation):
        together = fight_odds(moment, seat, notation, company=True)
        return f"wins {_won(found)} alone, {_won(together)} with all, in {together.trials} trial battles"
    lost, killed = (f"{units / found.trials:.1f}" for units in (found.lost, found.killed))
    costs = f", loses {lost} units for {killed}" if found.lost or found.killed else ""  # at Sagrajas nobody counts
    rest = "the rest: " if notation.startswith(("avoid", "withdraw")) else ""
    return f"{rest}wins {_won(found)} in {found.trials} trial battles{costs}"


def _won(found: Odds) -> str:
    return percent(Fraction(found.won, found.trials))


def _may_lead(g: LevyState, notation: str) -> bool:
    """Whether others may March along with the Lord in command."""
    verb, *rest = notation.split()
    if g.command is None or verb not in ("march", "sortie"):
        return False
    lord = g.lords[g.command.lord]
    target = rest[0] if rest else lord.at
    return g.rules.leads_group(g, lord, target) and len(companions(g, lord)) > len(with_lower(g, lord))
