"""4.4: Battle, from Array to the last Round. Storm and Sally come through here as well (4.5.2, 4.5.3)."""

from __future__ import annotations

from core.engine import Ask, Procedure
from core.games.levy.aftermath import end_battle, end_storm
from core.games.levy.choices import NO, YES, option
from core.games.levy.lords import name, outside, within
from core.games.levy.state import Fight, LevyState, Lord
from core.games.levy.strike import strike_step

PLACES = ("left", "centre", "right")
CENTRE = 1
FIGHT_ON = option("fight", "Fight on")
CONCEDE = option("concede", "Concede the field")
STAY = option("stay", "Keep the Reserve back")


def battle(g: LevyState, place: str, lord: Lord, origin: str) -> Procedure[None]:
    """4.4: Lords who Approached against all who stand at the Locale."""
    side, enemy = lord.side, g.rules.other[lord.side]
    fight = Fight("battle", place, side, enemy, origin, lord.id)
    fight.lords = {
        side: [one.id for one in outside(g, place, side)],
        enemy: [one.id for one in outside(g, place, enemy)],
    }
    if place in g.siege and g.rules.owner(g, place) == side:
        fight.siegeworks = g.siege[place]
        yield from relief_sally(g, fight)
    yield from fight_out(g, fight)
    yield from end_battle(g, fight)


def sally(g: LevyState, lord: Lord) -> Procedure[None]:
    """4.5.3: all Besieged Lords Attack; the Besiegers defend behind their Siegeworks."""
    enemy = g.rules.other[lord.side]
    fight = Fight("sally", lord.at, lord.side, enemy, "", lord.id, siegeworks=g.siege[lord.at])
    fight.lords = {
        lord.side: [one.id for one in within(g, lord.at)],
        enemy: [one.id for one in outside(g, lord.at, enemy)],
    }
    yield from fight_out(g, fight)
    yield from end_battle(g, fight)


def storm(g: LevyState, lord: Lord, walls: int = 0) -> Procedure[None]:
    """4.5.2: an assault on the Besieged Stronghold."""
    enemy = g.rules.other[lord.side]
    stronghold = g.rules.locales[lord.at].stronghold
    assert stronghold is not None
    fight = Fight("storm", lord.at, lord.side, enemy, "", lord.id, siegeworks=g.siege[lord.at])
    fight.walls = walls or stronghold.walls
    fight.garrison = g.rules.garrison(g, lord.at)
    fight.rounds = g.rules.storm_rounds(g, lord, lord.at)
    fight.lords = {
        lord.side: [one.id for one in outside(g, lord.at, lord.side)],
        enemy: [one.id for one in within(g, lord.at)],
    }
    yield from fight_out(g, fight)
    yield from end_storm(g, fight)


def relief_sally(g: LevyState, fight: Fight) -> Procedure[None]:
    """4.4.1: Besieged Lords may join the Attack from behind."""
    for lord in within(g, fight.at):
        prompt = f"Does {name(g, lord.id)} Sally to join the Attack?"
        choice = yield Ask(lord.side, "relief", prompt, [YES, NO], "4.4.1")
        if choice is YES:
            fight.sally.append(lord.id)
            fight.sallied.append(lord.id)
            fight.lords[lord.side].append(lord.id)


def fight_out(g: LevyState, fight: Fight) -> Procedure[None]:
    """4.4.1, 4.4.2: Array, Events, then Round after Round."""
    g.fight = fight
    g.tell(
        "fight",
        what=fight.kind,
        place=fight.at,
        attackers=fight.lords[fight.attacker],
        defenders=fight.lords[fight.defender],
    )
    yield from array(g, fight)
    yield from g.rules.combat_events(g, fight)
    while True:
        over = yield from concede(g, fight)
        if over:
            return
        if fight.round > 1:
            yield from (reposition_storm(g, fight) if fight.kind == "storm" else reposition(g, fight))
        yield from g.rules.start_round(g, fight)
        for who, step in g.rules.strike_order(fight):
            yield from strike_step(g, fight, who, step)
            if beaten(fight, fight.attacker) or beaten(fight, fight.defender):
                return
        if fight.conceded or fight.round == fight.rounds:
            return
        fight.round += 1


def beaten(fight: Fight, side: str) -> bool:
    """No Unrouted Lord (and no Garrison) is left."""
    if side == fight.defender and fight.garrison:
        return False
    return all(lord in fight.routed for lord in fight.lords[side])


# --- Array ---------------------------------------------------------------------------------------


def array(g: LevyState, fight: Fight) -> Procedure[None]:
    """4.4.1; 4.5.2: in a Storm one Lord a side begins in Front."""
    most = 1 if fight.kind == "storm" else 3
    for side in (fight.attacker, fight.defender):
        waiting = [lord for lord in fight.lords[side] if lord not in fight.sally]
        front = ["", "", ""]
        for position in (CENTRE, 0, 2)[:most]:
            if not waiting:
                break
            lord = waiting[0]
            if side == fight.attacker and position == CENTRE and fight.active in waiting:
                lord = fight.active
            elif len(waiting) > 1:
                lord = yield from choose_lord(g, side, waiting, PLACES[position])
            waiting.remove(lord)
            front[position] = lord
        fight.front[side], fight.reserve[side] = front, waiting
    if fight.sally:
        reserve = fight.reserve[fight.defender]
        fight.rear, fight.reserve[fight.defender] = reserve[:3], reserve[3:]


def choose_lord(g: LevyState, side: str, lords: list[str], position: str) -> Procedure[str]:
    options = [option(f"array {position} {lord}", f"{name(g, lord)} to the {position}", lord) for lord in lords]
    choice = yield Ask(side, "array", f"Who stands at the {position}?", options, "4.4.1")
    return str(choice.value[2])


# --- Rounds --------------------------------------------------------------------------------------


def concede(g: LevyState, fight: Fight) -> Procedure[bool]:
    """4.4.2: a side may declare that it loses after this Round. A Storm the Attacker may end at once, from
    Round 2 on (4.5.2). Returns whether the fight is over."""
    if fight.kind == "storm":
        if fight.round > 1:
            choice = yield Ask(
                fight.attacker, "concede", f"Round {fight.round} of the Storm", [FIGHT_ON, CONCEDE], "4.5.2"
            )
            return choice is CONCEDE
        return False
    for side in (fight.attacker, fight.defender):
        choice = yield Ask(side, "concede", f"Round {fight.round}: Concede the field?", [FIGHT_ON, CONCEDE], "4.4.2")
        if choice is CONCEDE:
            fight.conceded = side
            g.tell("concedes", side=side)
            return False
    return False


def reposition(g: LevyState, fight: Fight) -> Procedure[None]:
    """4.4.2: Reserves come up into empty places, then an empty centre is filled from a flank."""
    if fight.rear and not any(fight.front[fight.defender]) and not fight.reserve[fight.defender]:
        fight.reserve[fight.defender], fight.rear = [lord for lord in fight.rear if lord], []
    for side in (fight.attacker, fight.defender):
        front, reserve = fight.front[side], fight.reserve[side]
        for position in (CENTRE, 0, 2):
            if front[position] or not reserve:
                continue
            lord = reserve[0]
            if len(reserve) > 1:
                lord = yield from choose_lord(g, side, reserve, PLACES[position])
            reserve.remove(lord)
            front[position] = lord
    for side in (fight.attacker, fight.defender):
        front = fight.front[side]
        wings = [position for position in (0, 2) if front[position]]
        if front[CENTRE] or not wings:
            continue
        wing = wings[0]
        if len(wings) > 1:
            lord = yield from choose_lord(g, side, [front[position] for position in wings], PLACES[CENTRE])
            wing = front.index(lord)
        front[CENTRE], front[wing] = front[wing], ""


def reposition_storm(g: LevyState, fight: Fight) -> Procedure[None]:
    """4.5.2: each side may bring up one Lord, and must if none is left in Front."""
    stronghold = g.rules.locales[fight.at].stronghold
    assert stronghold is not None
    for side in (fight.attacker, fight.defender):
        front, reserve = fight.front[side], fight.reserve[side]
        standing = sum(map(bool, front))
        if not reserve or standing >= stronghold.capacity:
            continue
        options = [option(f"front {lord}", f"{name(g, lord)} comes to the Front", lord) for lord in reserve]
        if standing:
            options.append(STAY)
        choice = options[0]
        if len(options) > 1:
            choice = yield Ask(side, "reposition", "Bring up a Lord?", options, "4.5.2")
        if choice is STAY:
            continue
        lord = choice.value[1]
        reserve.remove(lord)
        front[next(position for position in (CENTRE, 0, 2) if not front[position])] = lord
