"""4.1: Plan."""

from __future__ import annotations

from core.engine import Ask, Option, Procedure, Refusal, Secret
from core.engine.requests import Dialog, Peek
from core.games.levy.arts import discard_excess
from core.games.levy.calendar import check_campaign_victory, disband_the_empty, season
from core.games.levy.choices import DONE, choose, option
from core.games.levy.lords import facts, mustered, name
from core.games.levy.refusals import refuse_stranger
from core.games.levy.state import LevyState

PASS_CARD = option("plan pass", "A Pass card")


def plan(g: LevyState) -> Procedure[None]:
    """4.0, 4.1: excess Capabilities go; then one side after the other names Lieutenants and stacks its Command cards
    in secret, so that the first does not know the second's Lieutenants."""
    g.campaigning = True
    for side in g.rules.sides:
        check_campaign_victory(g, side)
    for side in g.rules.sides:
        yield from discard_excess(g, side)
    yield from disband_the_empty(g)
    g.plans = {}
    for side in g.rules.sides:
        yield from lieutenants(g, side)
        yield from g.rules.before_plan(g, side)
        sealed = yield Secret({side: stack(g, side)}, name="plan")
        g.plans[side] = list(sealed[side])
    g.turn = g.rules.sides[0]


def lieutenants(g: LevyState, side: str) -> Procedure[None]:
    """4.1.3: a Lord may lead one other at his Locale for the whole Campaign."""
    while True:
        free = [lord for lord in mustered(g, side) if not (facts(g, lord).marshal or lord.lower or lord.upper)]
        options = [
            option(f"lieutenant {upper.id} {lower.id}", f"{name(g, upper.id)} leads {name(g, lower.id)}", upper.id)
            for upper in free
            for lower in free
            if upper is not lower and upper.at == lower.at and upper.inside == lower.inside
        ]
        if not options:
            return
        choice = yield Ask(
            side,
            "lieutenants",
            "Put one Lord under another for this Campaign?",
            [*options, DONE],
            "4.1.3",
            lambda said: why_no_lieutenant(g, side, said),
        )
        if choice is DONE:
            return
        _, upper_id, lower_id = choice.value
        g.lords[upper_id].lower, g.lords[lower_id].upper = lower_id, upper_id
        g.tell("lieutenant", lord=upper_id, lower=lower_id)


def why_no_lieutenant(g: LevyState, side: str, said: str) -> Refusal | None:
    match said.split():
        case ["lieutenant", upper, lower] if upper in g.lords and lower in g.lords and upper != lower:
            pair = (g.lords[upper], g.lords[lower])
            for lord in pair:
                refusal = refuse_stranger(g, lord, side, "4.1.3")
                if refusal is not None:
                    return refusal
            if any(facts(g, lord).marshal for lord in pair):
                return Refusal("A Marshal is neither Lieutenant nor Lower Lord.", "4.1.3")
            if any(lord.lower or lord.upper for lord in pair):
                return Refusal("A Lieutenant leads one Lord, and nobody leads him.", "4.1.3")
            if pair[0].at != pair[1].at or pair[0].inside != pair[1].inside:
                return Refusal("They are not at the same Locale.", "4.1.3")
    return None


def why_not_seal(said: str) -> Refusal | None:
    if said.startswith("plan "):
        return Refusal("The Plan is full: take a card back first.", "4.1.1")
    return None


def why_no_card(g: LevyState, side: str, said: str) -> Refusal | None:
    if said == "seal":
        return Refusal("The Plan has not all its cards yet.", "4.1.1")
    if said == "plan pass":
        return Refusal("A Pass card only fills up a Plan that Lords' cards cannot.", "4.1.1")
    lord = g.lords.get(said.removeprefix("plan "))
    if lord is None:
        return None
    if lord not in mustered(g, side):
        return Refusal(f"{name(g, lord.id)} is not Mustered on your side.", "4.1.1")
    return Refusal(f"All {facts(g, lord).cards} Command cards of {name(g, lord.id)} are in the Plan.", "4.1.1")


def stack(g: LevyState, side: str) -> Dialog:
    """4.1.1, 4.1.2: the Command cards of Mustered Lords in the order wanted; Pass cards only to fill up. Once sealed a
    Plan stands, so its side sees it whole first."""
    size = g.rules.plan_cards[season(g)]
    cards = {lord.id: facts(g, lord).cards for lord in mustered(g, side)}

    def dialog(peek: Peek) -> Procedure[list[str]]:
        left = dict(cards)
        plan: list[str] = []
        while len(plan) < size:
            options = [option(f"plan {lord}", name(g, lord), lord) for lord, count in left.items() if count]
            if not options:
                plan += ["pass"] * (size - len(plan))
                break
            if sum(left.values()) < size - len(plan):
                options.append(PASS_CARD)
            prompt = f"Command card {len(plan) + 1} of {size}"
            choice = yield from choose(side, "plan", prompt, options, "4.1", lambda said: why_no_card(g, side, said))
            plan.append(choice.value[1])
            if choice is not PASS_CARD:
                left[choice.value[1]] -= 1
        order = ", ".join([name(g, card) if card in left else "Pass" for card in plan])
        seal = Option("seal", "Seal the Plan", value=tuple(plan))
        yield Ask(side, "seal", f"Your Plan: {order}", [seal], "4.1.2", why_not_seal)
        return plan

    return dialog
