"""4.4.2: Strikes, Hits, Protection and Rout."""

from __future__ import annotations

from collections.abc import Mapping

from core.engine import Ask, Option, Procedure, Refusal, Roll
from core.games.levy.choices import NO, YES, option
from core.games.levy.lords import name
from core.games.levy.refusals import not_one_of
from core.games.levy.state import Fight, LevyState

GARRISON = "garrison"
PLAIN, CROSSBOW, ENGINE = "plain", "crossbow", "engine"
PENALTY = {PLAIN: 0, CROSSBOW: 1, ENGINE: 2}
Power = tuple[int, int, int]
"""Half Hits of Crossbows, half Hits of other Strikes, whole Hits of engines."""


def strike_step(g: LevyState, fight: Fight, who: str, step: str) -> Procedure[None]:
    """One step of the initiative: a side's Lords Strike in the order they choose."""
    side = fight.attacker if who == "attacker" else fight.defender
    yield from g.rules.before_strike(g, fight, side, step)
    powers: dict[str, Power] = {}
    for striker in strikers(fight, side):
        fight.chosen.pop(f"target {striker}", None)
        power = yield from power_of(g, fight, striker, step)
        if power != (0, 0, 0):
            powers[striker] = power
    while powers:
        groups: dict[tuple[str, bool], list[str]] = {}
        for striker in powers:
            target = yield from choose_target(g, fight, side, striker)
            groups.setdefault((target, striker in fight.sally), []).append(striker)
        struck = [key for key in groups if key[0]]
        if not struck:
            return
        chosen = struck[0]
        if len(struck) > 1:
            chosen = yield from choose_strike(g, side, struck)
        band = groups[chosen]
        total = [sum(parts) for parts in zip(*(powers.pop(striker) for striker in band), strict=True)]
        yield from resolve(g, fight, side, step, band, chosen[0], (total[0], total[1], total[2]))


def strikers(fight: Fight, side: str) -> list[str]:
    """Lords in Front, in the two rows of a Relief Sally, and the Garrison."""
    lords = [lord for lord in fight.front[side] if lord]
    if side == fight.attacker:
        return lords + [lord for lord in fight.sally if lord]
    lords += [lord for lord in fight.rear if lord]
    return [*lords, GARRISON] if fight.garrison else lords


def power_of(g: LevyState, fight: Fight, striker: str, step: str) -> Procedure[Power]:
    if striker == GARRISON:
        return g.rules.garrison_power(g, fight, step)
    lord = g.lords[striker]
    if step != "missile":
        return (0, g.rules.melee(g, fight, lord, step), 0)
    now = fight.javelins.get(striker) == fight.round
    if striker not in fight.javelins and g.rules.has_javelins(g, lord) and closest(fight, striker):
        prompt = f"{name(g, striker)} throws his Javelins this Round?"
        choice = yield Ask(lord.side, "javelins", prompt, [YES, NO], "4.4.2")
        if choice is YES:
            fight.javelins[striker] = fight.round
            now = True
    return g.rules.missiles(g, fight, lord, now)


# --- who Strikes whom ----------------------------------------------------------------------------


def facing(fight: Fight, lord: str) -> tuple[list[str], list[str], list[str]]:
    """The row a Lord stands in, the enemy row before it and, with a Relief Sally, the one beyond."""
    attackers, defenders = fight.front[fight.attacker], fight.front[fight.defender]
    if fight.garrison and not defenders[1]:
        defenders = [defenders[0], GARRISON, defenders[2]]
    if lord in attackers:
        return attackers, defenders, fight.rear
    if lord in fight.sally:
        return fight.sally, fight.rear, defenders
    if lord in fight.rear:
        return fight.rear, fight.sally, attackers
    return defenders, attackers, fight.sally


def position_of(row: list[str], lord: str) -> int:
    return row.index(lord) if lord in row else 1


def closest(fight: Fight, lord: str) -> list[str]:
    """4.4.2: the enemy directly opposite or, Flanking, the closest; several if he may choose. With nobody left
    before him, all beyond are equally close (4.4.1 Relief Sally)."""
    row, enemies, beyond = facing(fight, lord)
    if not any(enemies):
        return [enemy for enemy in beyond if enemy]
    here = position_of(row, lord)
    if enemies[here]:
        return [enemies[here]]
    if here == 1:
        return [enemy for enemy in (enemies[0], enemies[2]) if enemy]
    return [enemies[1] or enemies[2 - here]]


def is_flanking(fight: Fight, lord: str) -> bool:
    row, enemies, _ = facing(fight, lord)
    return not enemies or not enemies[position_of(row, lord)]


def choose_target(g: LevyState, fight: Fight, side: str, striker: str) -> Procedure[str]:
    targets = closest(fight, striker)
    if len(targets) < 2:
        return targets[0] if targets else ""
    known = fight.chosen.get(f"target {striker}")
    if known in targets:
        return known
    options = [option(f"strike {target}", f"Strike {name(g, target)}", target) for target in targets]
    not_closest = not_one_of(g, "strike", g.rules.other[side], "He is not among the closest enemies.", "4.4.2")
    choice = yield Ask(side, "target", f"Whom does {who(g, striker)} Strike?", options, "4.4.2", not_closest)
    fight.chosen[f"target {striker}"] = choice.value[1]
    return str(choice.value[1])


def who(g: LevyState, lord: str) -> str:
    return "the Garrison" if lord == GARRISON else name(g, lord)


def choose_strike(g: LevyState, side: str, struck: list[tuple[str, bool]]) -> Procedure[tuple[str, bool]]:
    options = [
        option(f"strike {target}{' rear' * rear}", f"Strike {who(g, target)}{' from behind' * rear}", target)
        for target, rear in struck
    ]
    no_target = not_one_of(g, "strike", g.rules.other[side], "Nobody Strikes him in this step.", "4.4.2")
    choice = yield Ask(side, "strike", "Which Strike comes first?", options, "4.4.2", no_target)
    return struck[options.index(choice)]


def flankers(fight: Fight, target: str, band: list[str]) -> list[str]:
    """Lords of the target's side who Flank one of those that Strike him: they may take the Hits instead."""
    line = [*fight.front[fight.attacker], *fight.sally]
    if target not in line:
        line = [*fight.front[fight.defender], *fight.rear]
    return [
        lord
        for lord in line
        if lord and lord != target and is_flanking(fight, lord) and any(enemy in band for enemy in closest(fight, lord))
    ]


# --- Hits ----------------------------------------------------------------------------------------


def whole_hits(power: Power, halved: bool) -> dict[str, int]:
    """4.4.2: total, halve for Pursuit, round up once, the odd half in favour of Crossbows."""
    crossbows, other, engine = power
    per_hit = 4 if halved else 2
    total = -(-(crossbows + other) // per_hit)
    of_crossbows = -(-crossbows // per_hit)
    if halved:
        engine = -(-engine // 2)
    return {CROSSBOW: of_crossbows, ENGINE: engine, PLAIN: total - of_crossbows}


def resolve(
    g: LevyState, fight: Fight, side: str, step: str, band: list[str], target: str, power: Power
) -> Procedure[None]:
    """All Hits on one target: Walls, then unit by unit, Lord by Lord if one Routs."""
    hits = whole_hits(power, fight.conceded == side)
    g.tell("strikes", side=side, by=band, target=target, step=step, hits=sum(hits.values()))
    walls = protecting_walls(g, fight, side, band)
    victim = yield from choose_victim(g, fight, side, target, band)
    for kind, count in hits.items():
        if count and walls:
            rolls = yield Roll(
                count, name="walls", why="Walls" if side == fight.attacker and fight.kind == "storm" else "Siegeworks"
            )
            count = sum(roll > walls for roll in rolls)
        while count and victim:
            count = yield from absorb(g, fight, side, step, kind, victim, count)
            if count:
                victim = yield from next_victim(g, fight, side, band)


def protecting_walls(g: LevyState, fight: Fight, side: str, band: list[str]) -> int:
    """4.5.2, 4.5.3: the Besieged have Walls in a Storm, Besiegers Siegeworks in Storm and against Sallies."""
    if fight.kind == "storm":
        return g.rules.walls(g, fight) if side == fight.attacker else fight.siegeworks
    if side == fight.attacker and (fight.kind == "sally" or any(striker in fight.sally for striker in band)):
        return fight.siegeworks
    return 0


def choose_victim(g: LevyState, fight: Fight, side: str, target: str, band: list[str]) -> Procedure[str]:
    """4.4.2: the owner may let a Flanking Lord take the Hits. A Garrison takes all it can (4.5.2)."""
    owner = g.rules.other[side]
    if owner == fight.defender and fight.garrison:
        return GARRISON
    helpers = flankers(fight, target, band)
    if not helpers:
        return target
    options = [option(f"take {lord}", f"{name(g, lord)} takes the Hits", lord) for lord in [target, *helpers]]
    not_flanking = not_one_of(g, "take", owner, "He is neither Struck nor Flanks those who Strike.", "4.4.2")
    choice = yield Ask(owner, "victim", "Who takes the Hits?", options, "4.4.2", not_flanking)
    return str(choice.value[1])


def next_victim(g: LevyState, fight: Fight, side: str, band: list[str]) -> Procedure[str]:
    """The one who took the Hits has Routed: the rest goes to whoever is closest now."""
    for striker in band:
        target = yield from choose_target(g, fight, side, striker)
        if target:
            return (yield from choose_victim(g, fight, side, target, band))
    return ""


def absorb(g: LevyState, fight: Fight, side: str, step: str, kind: str, victim: str, hits: int) -> Procedure[int]:
    """Hits on one Lord or the Garrison. Returns how many are left when he Routs."""
    lord = None if victim == GARRISON else g.lords[victim]
    forces = fight.garrison if lord is None else lord.forces
    while hits and forces:
        units = list(forces)
        if lord is not None and fight.kind == "storm" and lord.side == fight.attacker:
            units = [unit for unit in units if g.rules.units[unit].armor] or units
        unit, batch = units[0], hits
        if len(units) > 1:
            chooser = side if kind == CROSSBOW else g.rules.other[side]
            options = [absorb_option(g, unit) for unit in units]
            prompt = f"Which unit of {who(g, victim)} takes the Hit?"
            if kind == CROSSBOW:
                prompt = f"Crossbows: which unit of {who(g, victim)} do you shoot at?"
            choice = yield Ask(chooser, "absorb", prompt, options, "4.4.2", lambda said: why_not_absorb(forces, said))
            unit, batch = choice.value[1], 1
        hits -= yield from protect(g, fight, side, step, kind, victim, unit, batch)
    if lord is not None and not forces and victim not in fight.routed:
        rout_lord(g, fight, victim)
    return hits


def why_not_absorb(forces: Mapping[str, int], said: str) -> Refusal | None:
    unit = said.removeprefix("absorb ")
    if unit in forces:
        return Refusal("Armored units of those who Storm take Hits before others.", "4.5.2")
    return Refusal("No such unit is left to take a Hit.", "4.4.2")


def absorb_option(g: LevyState, unit: str) -> Option:
    return option(f"absorb {unit}", g.rules.units[unit].name)


def protection(g: LevyState, fight: Fight, side: str, step: str, kind: str, victim: str, unit: str) -> int:
    """The highest roll that saves a unit: Armor less the Strike's penalty, Evade in field Melee, else a 1."""
    if victim == GARRISON:
        armor = g.rules.units[unit].armor
    else:
        armor = g.rules.armor(g, fight, g.lords[victim], unit, step, side)
    return max(1, armor - PENALTY[kind])


def protect(
    g: LevyState, fight: Fight, side: str, step: str, kind: str, victim: str, unit: str, hits: int
) -> Procedure[int]:
    """Units of one kind roll until the Hits or the units run out. Returns how many Hits that took."""
    forces = fight.garrison if victim == GARRISON else g.lords[victim].forces
    if g.rules.units[unit].loss == 0:
        taken = min(hits, forces[unit])
        take_away(forces, unit, taken)
        g.tell("removed", lord=victim, unit=unit, count=taken)
        return taken
    save = protection(g, fight, side, step, kind, victim, unit)
    rolls = yield Roll(hits, name="protection", why=f"{g.rules.units[unit].name}, {who(g, victim)}")
    taken = 0
    for roll in rolls:
        taken += 1
        if roll > save:
            take_away(forces, unit, 1)
            if victim != GARRISON:
                routed = g.lords[victim].routed
                routed[unit] = routed.get(unit, 0) + 1
            g.tell("routs", lord=victim, unit=unit)
            if unit not in forces:
                break
    return taken


def take_away(forces: dict[str, int], unit: str, count: int) -> None:
    forces[unit] -= count
    if not forces[unit]:
        del forces[unit]


def rout_lord(g: LevyState, fight: Fight, lord: str) -> None:
    """His last unit is gone: he leaves the Array at once."""
    fight.routed.append(lord)
    for row in (*fight.front.values(), fight.sally, fight.rear):
        if lord in row:
            row[row.index(lord)] = ""
    g.tell("lord_routs", lord=lord)
