"""The sequence of play: Levy and Campaign in turn, from box to box of the Calendar."""

from __future__ import annotations

from collections.abc import Callable

from core.engine import CHECKPOINT, Deal, Outcome, Procedure
from core.games.almoravid.data import CARDS, CHRISTIAN, MUSLIM, SCENARIOS, SIDES
from core.games.almoravid.politics import points, score_text
from core.games.almoravid.rules import RULES
from core.games.almoravid.sagrajas import sagrajas
from core.games.almoravid.state import Almoravid
from core.games.almoravid.winter import WINTER, curias, winter
from core.games.levy.arts import arts_of_war
from core.games.levy.calendar import CampaignOver, check_service, disband_the_empty
from core.games.levy.command import campaign_step
from core.games.levy.end_campaign import repairs, reset, wastage
from core.games.levy.muster import muster
from core.games.levy.pay import pay
from core.games.levy.plan import plan

DRAW = "draw"


def play(g: Almoravid) -> Procedure[None]:
    try:
        while not g.winner:
            yield CHECKPOINT
            yield from PHASES[g.phase](g)
    except CampaignOver:
        g.tell("over", winner=g.winner, why=g.why)


def start(g: Almoravid) -> Procedure[None]:
    """6.1: the scenario's Held Events are dealt to those who start with them."""
    for card in g.to_hold:
        side = CARDS[card].side
        g.held[side] += yield Deal(side, [card], name="scenario")
    g.to_hold = []
    g.phase = "arts"


def arts(g: Almoravid) -> Procedure[None]:
    """3.1; in the full scenario Curias may skip the Autumn (6.2)."""
    if SCENARIOS[g.scenario].winter:
        held = yield from curias(g)
        if held or g.box in WINTER:
            g.phase = "winter"
            return
    g.tell("levy", box=g.box)
    g.used_this_levy, g.banned, g.lordship = [], [], {}
    yield from arts_of_war(g)
    g.phase = "pay"


def pay_and_disband(g: Almoravid) -> Procedure[None]:
    """3.2, 3.3"""
    for side in SIDES:
        yield from pay(g, side, "levy")
    yield from check_service(g)
    g.phase, g.turn = "muster", CHRISTIAN


def muster_side(g: Almoravid) -> Procedure[None]:
    """3.4"""
    yield from muster(g, g.turn)
    if g.turn == CHRISTIAN:
        g.turn = MUSLIM
    else:
        g.phase = "call"


def call(g: Almoravid) -> Procedure[None]:
    """3.5"""
    yield from RULES.call_to_arms(g)
    g.this_levy, g.banned, g.lordship = [], [], {}
    g.phase = "plan"


def plan_campaign(g: Almoravid) -> Procedure[None]:
    """4.0, 4.1"""
    yield from plan(g)
    g.phase = "command"


def command(g: Almoravid) -> Procedure[None]:
    """4.2-4.8: one step of the Campaign, to the last of the Command cards."""
    yield from campaign_step(g)
    if g.command is None and not any(g.plans.values()):
        g.phase = "end"


def end(g: Almoravid) -> Procedure[None]:
    """4.9, 5.3"""
    if g.box == g.last_box:
        finish(g)
        return
    yield from RULES.after_campaign(g)
    repairs(g)
    yield from wastage(g)
    yield from reset(g)
    yield from disband_the_empty(g)
    g.campaigning = False
    g.box += 1
    g.phase = "arts"


def winter_phase(g: Almoravid) -> Procedure[None]:
    """6.3"""
    yield from winter(g)
    g.phase = "arts"


def finish(g: Almoravid) -> None:
    """5.3: more victory points win."""
    score = points(g)
    g.winner = DRAW if score[CHRISTIAN] == score[MUSLIM] else max(SIDES, key=lambda side: score[side])
    g.why = f"victory points {score_text(score[CHRISTIAN])} to {score_text(score[MUSLIM])} (5.3)"
    g.tell("over", winner=g.winner, why=g.why)


def outcome(g: Almoravid) -> Outcome | None:
    if not g.winner:
        return None
    return Outcome(SIDES if g.winner == DRAW else (g.winner,), points(g), g.why)


PHASES: dict[str, Callable[[Almoravid], Procedure[None]]] = {
    "start": start,
    "arts": arts,
    "pay": pay_and_disband,
    "muster": muster_side,
    "call": call,
    "plan": plan_campaign,
    "command": command,
    "end": end,
    "winter": winter_phase,
    "sagrajas": sagrajas,
}
