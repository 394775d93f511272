"""4.4: Battle, from Array to the last Round. Storm and Sally come through here as well (4.5.2, 4.5.3)."""

from __future__ import annotations

from core.engine import Ask, Procedure, Refusal
from core.games.levy.aftermath import end_battle, end_storm
from core.games.levy.choices import NO, YES, option
from core.games.levy.lords import name, outside, within
from core.games.levy.refusals import about_lords, refuse_stranger
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
    """4.4.1; 4.5.2: in a Storm one Lord a side begins in Front. Lords of a Relief Sally line up behind the Defenders,
    who turn those in Reserve against them."""
    most = 1 if fight.kind == "storm" else 3
    waiting = [lord for lord in fight.lords[fight.attacker] if lord not in fight.sallied]
    fight.front[fight.attacker] = yield from line_up(g, fight.attacker, waiting, most, fight.active)
    fight.reserve[fight.attacker] = waiting
    if fight.sallied:
        fight.sally = yield from line_up(g, fight.attacker, fight.sallied[:], 3)
    waiting = fight.lords[fight.defender][:]
    fight.front[fight.defender] = yield from line_up(g, fight.defender, waiting, most)
    if fight.sallied:
        fight.rear = yield from line_up(g, fight.defender, waiting, 3)
    fight.reserve[fight.defender] = waiting


def line_up(g: LevyState, side: str, waiting: list[str], most: int, first: str = "") -> Procedure[list[str]]:
    """A row of up to three: the centre, then the wings. Takes its Lords out of those waiting."""
    row = ["", "", ""]
    for position in (CENTRE, 0, 2)[:most]:
        if not waiting:
            break
        lord = first
        if position != CENTRE or first not in waiting:
            lord, _ = yield from choose_place(g, side, waiting, [position])
        waiting.remove(lord)
        row[position] = lord
    return row


def choose_place(g: LevyState, side: str, lords: list[str], positions: list[int]) -> Procedure[tuple[str, int]]:
    if len(lords) == len(positions) == 1:
        return lords[0], positions[0]
    options = [
        option(f"array {PLACES[position]} {lord}", f"{name(g, lord)} to the {PLACES[position]}", lord)
        for position in positions
        for lord in lords
    ]
    prompt = f"Who stands at the {PLACES[positions[0]]}?" if len(positions) == 1 else "Who comes up, and where?"
    choice = yield Ask(
        side, "array", prompt, options, "4.4.1", about_lords(g, "array", lambda lord: why_not_there(g, lord, side))
    )
    return str(choice.value[2]), PLACES.index(choice.value[1])


def why_not_there(g: LevyState, lord: Lord, side: str) -> Refusal:
    """Why a Lord cannot be put there, or not now."""
    assert g.fight is not None
    if lord.id not in g.fight.lords[side]:
        return refuse_stranger(g, lord, side, "4.4.1") or Refusal("He takes no part in this fight.", "4.4.1")
    if lord.id in g.fight.routed:
        return Refusal("He has Routed.", "4.4.2")
    return Refusal("He has his place, or another place is to be filled now.", "4.4.1")


# --- Rounds --------------------------------------------------------------------------------------


def concede(g: LevyState, fight: Fight) -> Procedure[bool]:
    """4.4.2: a side may declare that it loses after this Round. A Storm the Attacker may end at once, from
    Round 2 on (4.5.2). Returns whether the fight is over."""
    if fight.kind == "storm":
        if fight.round > 1:
            choice = yield Ask(
                fight.attacker, "concede", f"Round {fight.round} of the Storm: fight on?", [FIGHT_ON, CONCEDE], "4.5.2"
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
    """4.4.2: Reserves come up into empty places, then an empty centre is filled from a wing. Defenders who faced a
    Relief Sally are Reserves again when nobody of it is left, or when the Front has nobody else."""
    attackers, defenders = fight.front[fight.attacker], fight.front[fight.defender]
    reserve = fight.reserve[fight.defender]
    if fight.sallied and (not any(fight.sally) or not (any(defenders) or reserve)):
        reserve += [lord for lord in fight.rear if lord]
        fight.rear = ["", "", ""]
    yield from advance(g, fight.attacker, attackers, defenders, fight.reserve[fight.attacker])
    yield from advance(g, fight.defender, defenders, attackers, reserve)
    if reserve and any(fight.sally):
        yield from advance(g, fight.defender, fight.rear, fight.sally, reserve)
    yield from close_up(g, fight.attacker, attackers)
    yield from close_up(g, fight.attacker, fight.sally)
    yield from close_up(g, fight.defender, defenders)
    yield from close_up(g, fight.defender, fight.rear)


def advance(g: LevyState, side: str, row: list[str], enemies: list[str], reserve: list[str]) -> Procedure[None]:
    """Lords in Reserve take empty places, one each. Where there are more places than Lords their player chooses."""
    while reserve:
        positions = [position for position in (CENTRE, 0, 2) if not row[position]]
        if not positions:
            return
        if len(reserve) >= len(positions) or not any(row):
            positions = positions[:1]
        elif not any((row[0], row[2], enemies[0], enemies[2])):
            positions.remove(2)
        lord, position = yield from choose_place(g, side, reserve, positions)
        reserve.remove(lord)
        row[position] = lord


def close_up(g: LevyState, side: str, row: list[str]) -> Procedure[None]:
    """A Lord from a wing slides into an empty centre."""
    if not any(row) or row[CENTRE]:
        return
    wings = [lord for lord in (row[0], row[2]) if lord]
    lord, _ = yield from choose_place(g, side, wings, [CENTRE])
    row[row.index(lord)], row[CENTRE] = "", lord


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
            why_not = about_lords(g, "front", lambda lord, side=side: why_not_there(g, lord, side))  # type: ignore[misc]
            choice = yield Ask(side, "reposition", "Bring up a Lord?", options, "4.5.2", why_not)
        if choice is STAY:
            continue
        lord = choice.value[1]
        reserve.remove(lord)
        yield from advance(g, side, front, fight.front[g.rules.other[side]], [lord])
