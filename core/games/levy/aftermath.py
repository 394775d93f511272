"""4.4.3-4.4.5, 4.5.2: how fights end. Retreat, Losses, Spoils, Service; Sack."""

from __future__ import annotations

from core.engine import Ask, Option, Procedure, Refusal, Roll
from core.games.levy.baggage import go_light, share_out
from core.games.levy.calendar import leave_map, shift_service
from core.games.levy.choices import option
from core.games.levy.hand import back_to_deck
from core.games.levy.lords import add_units, is_enemy_stronghold, name, outside, present
from core.games.levy.positions import room_inside, settle
from core.games.levy.state import MAP, Fight, LevyState, Lord

RETREAT, WITHDRAW, LOST = "retreat", "withdraw", "lost"


def end_battle(g: LevyState, fight: Fight) -> Procedure[None]:
    """4.4.3: the loser leaves the field."""
    loser = losing_side(fight)
    winner = g.rules.other[loser]
    g.tell("battle_ends", winner=winner, place=fight.at, conceded=bool(fight.conceded))
    fates = yield from fates_of_losers(g, fight, loser)
    retreat(g, fight, fates)
    dead = yield from losses(g, fight, fates)
    spoils = yield from give_up_goods(g, fight, fates, dead)
    victors = [lord for lord in present(g, fight.at) if lord.side == winner and lord.id not in dead]
    yield from share_out(g, spoils, victors)
    yield from service_rolls(g, fight, fates, dead)
    if loser == fight.attacker and (fight.kind == "sally" or fight.sallied):
        g.siege[fight.at] = 1
    yield from conclude(g, fight, dead, [g.lords[lord] for lord, fate in fates.items() if fate != WITHDRAW], False)


def losing_side(fight: Fight) -> str:
    """Whoever Conceded, or else whoever has nobody left in the field."""
    return fight.conceded or (fight.attacker if all_routed(fight, fight.attacker) else fight.defender)


def all_routed(fight: Fight, side: str) -> bool:
    return all(lord in fight.routed for lord in fight.lords[side])


def conclude(g: LevyState, fight: Fight, dead: list[str], beaten: list[Lord], sacked: bool) -> Procedure[None]:
    """4.4.5: everybody has Fought, used Events go back, the card ends; the dead leave, the map settles."""
    for side in g.rules.sides:
        for lord_id in fight.lords[side]:
            lord = g.lords[lord_id]
            if lord.where == MAP:
                lord.moved = True
    for card in fight.played:
        back_to_deck(g, card)
    g.fight = None
    if g.command is not None:
        g.command.over = True
    for lord_id in dead:
        leave_map(g, g.lords[lord_id], for_good=True)
    if dead:
        yield from g.rules.adjust(g)
    yield from settle(g)
    yield from g.rules.after_combat(g, fight, beaten, sacked)


# --- Retreat -------------------------------------------------------------------------------------


def retreats(g: LevyState, fight: Fight, side: str) -> list[str]:
    """4.4.3: where a losing side may go: Marching Attackers back, Defenders anywhere but that Way, in either
    case only where no enemy Lord or Stronghold stands that is not Besieged or Bypassed."""
    marched = side == fight.attacker and fight.origin
    enemy = g.rules.other[side]
    return [
        place
        for place in ([fight.origin] if marched else g.rules.locales[fight.at].ways)
        if (marched or place != fight.origin)
        and not outside(g, place, enemy)
        and (place in g.siege or place in g.bypass or not is_enemy_stronghold(g, side, place))
    ]


def fates_of_losers(g: LevyState, fight: Fight, loser: str) -> Procedure[dict[str, str]]:
    """Each losing Lord Retreats, all to one Locale, or Withdraws; he is removed only if he can do neither.
    A Lower Lord shares the fate of his Lieutenant, and who Sallied goes back inside."""
    fates: dict[str, str] = {}
    beaten = fight.lords[loser]
    targets = retreats(g, fight, loser)
    for lord_id in beaten:
        lord = g.lords[lord_id]
        if lord.upper in beaten:
            continue
        party = [lord, g.lords[lord.lower]] if lord.lower in beaten else [lord]
        fate = WITHDRAW
        if not (lord_id in fight.sallied or (fight.kind == "sally" and loser == fight.attacker)):
            fate, targets = yield from one_fate(g, fight, lord, len(party), targets)
        for one in party:
            fates[one.id] = fate
            if fate == WITHDRAW:
                one.inside = True
    if RETREAT in fates.values():
        fight.chosen["retreat"] = targets[0]
    return fates


def one_fate(
    g: LevyState, fight: Fight, lord: Lord, party: int, targets: list[str]
) -> Procedure[tuple[str, list[str]]]:
    """What becomes of one Lord; the first who Retreats settles whereto."""
    options: list[Option] = []
    if room_inside(g, lord.side, fight.at) >= party:
        options.append(option(f"withdraw {lord.id}", f"{name(g, lord.id)} Withdraws inside", lord.id))
    options += [
        option(f"retreat {lord.id} {place}", f"{name(g, lord.id)} Retreats to {g.rules.locales[place].name}", place)
        for place in targets
    ]
    if not options:
        return LOST, targets
    choice = options[0]
    if len(options) > 1:
        choice = yield Ask(
            lord.side,
            "retreat",
            f"{name(g, lord.id)} has lost the Battle: where does he go?",
            options,
            "4.4.3",
            lambda said: why_no_retreat(g, fight, lord, targets, said),
        )
    if choice.value[0] == "withdraw":
        return WITHDRAW, targets
    return RETREAT, [choice.value[2]]


def why_no_retreat(g: LevyState, fight: Fight, lord: Lord, targets: list[str], said: str) -> Refusal | None:
    match said.split():
        case ["withdraw", *_]:
            return Refusal("There is no room in a Friendly Stronghold here.", "4.4.3")
        case ["retreat", _, place] if place in g.rules.locales:
            if lord.side == fight.attacker and fight.origin and place != fight.origin:
                return Refusal("Attackers go back where they came from.", "4.4.3")
            if lord.side == fight.defender and place == fight.origin:
                return Refusal("The enemy came along that Way.", "4.4.3")
            if place not in g.rules.locales[fight.at].ways:
                return Refusal("Only an adjacent Locale will do.", "4.4.3")
            if place in retreats(g, fight, lord.side):
                return Refusal("All who Retreat go to one Locale.", "4.4.3")
            return Refusal("An enemy Lord or Stronghold there is neither Besieged nor Bypassed.", "4.4.3")
    return None


def collect(lord: Lord, spoils: dict[str, int]) -> None:
    """All his Assets become Spoils."""
    for asset, amount in lord.assets.items():
        spoils[asset] = spoils.get(asset, 0) + amount
    lord.assets = {}


def retreat(g: LevyState, fight: Fight, fates: dict[str, str]) -> None:
    for lord_id, fate in fates.items():
        if fate == RETREAT:
            lord = g.lords[lord_id]
            lord.at, lord.inside = fight.chosen["retreat"], False
            g.tell("retreats", lord=lord_id, place=lord.at)


def give_up_goods(g: LevyState, fight: Fight, fates: dict[str, str], dead: list[str]) -> Procedure[dict[str, int]]:
    """4.4.3 Spoils: all of those who fled or are lost; of those who Conceded, what would slow them down."""
    spoils: dict[str, int] = {}
    leaving = []
    for lord_id, fate in fates.items():
        lord = g.lords[lord_id]
        if lord_id in dead:
            collect(lord, spoils)
        elif fate == RETREAT:
            spared = yield from g.rules.spared_retreat(g, fight, lord)
            if spared:
                fight.chosen[f"spared {lord_id}"] = "yes"
            elif fight.conceded == lord.side:
                leaving.append(lord)
            else:
                collect(lord, spoils)
    if leaving:
        over_pass = g.rules.locales[fight.at].ways.get(leaving[0].at, False)
        left = yield from go_light(g, leaving, over_pass)
        for asset, amount in left.items():
            spoils[asset] = spoils.get(asset, 0) + amount
    return spoils


def losses(g: LevyState, fight: Fight, fates: dict[str, str]) -> Procedure[list[str]]:
    """4.4.4: Routed units roll to come back. Returns the Lords lost for good."""
    dead = [lord for lord, fate in fates.items() if fate == LOST]
    for side in (fight.attacker, fight.defender):
        for lord_id in fight.lords[side]:
            lord = g.lords[lord_id]
            if lord_id in dead:
                lord.routed = {}
                continue
            if fight.kind == "storm":
                hard = side == fight.attacker
            else:
                hard = fates.get(lord_id) == RETREAT and fight.conceded != side
            yield from roll_losses(g, lord, hard)
            if not lord.forces:
                dead.append(lord_id)
    return dead


def roll_losses(g: LevyState, lord: Lord, hard: bool) -> Procedure[None]:
    """Units of those who fled come back only on a 1; others on their own Protection."""
    back: dict[str, int] = {}
    gone: dict[str, int] = {}
    for unit, count in lord.routed.items():
        save = 1 if hard else g.rules.units[unit].loss
        rolls = yield Roll(count, name="losses", why=f"Losses of {name(g, lord.id)}: {g.rules.units[unit].name}")
        saved = sum(roll <= save for roll in rolls)
        if saved:
            back[unit] = saved
        if saved < count:
            gone[unit] = count - saved
    lord.routed = {}
    add_units(lord, back)
    if back or gone:
        g.tell("losses", lord=lord.id, back=back, gone=gone)


def service_rolls(g: LevyState, fight: Fight, fates: dict[str, str], dead: list[str]) -> Procedure[None]:
    """4.4.3: a Lord who Retreated loses one to three boxes of Service."""
    for lord_id, fate in fates.items():
        if fate == RETREAT and lord_id not in dead and f"spared {lord_id}" not in fight.chosen:
            (die,) = yield Roll(1, name="service", why=f"Service of {name(g, lord_id)} after Retreat")
            shift_service(g, g.lords[lord_id], g.rules.retreat_shift(die))


# --- Storm ---------------------------------------------------------------------------------------


def end_storm(g: LevyState, fight: Fight) -> Procedure[None]:
    """4.5.2: the Attackers win only if every Defender has Routed."""
    won = not fight.garrison and all_routed(fight, fight.defender)
    g.tell("storm_ends", won=won, place=fight.at)
    fates = dict.fromkeys(fight.lords[fight.defender], LOST) if won else {}
    spoils: dict[str, int] = {}
    for lord_id in fates:
        collect(g.lords[lord_id], spoils)
    dead = yield from losses(g, fight, fates)
    victors = [g.lords[lord] for lord in fight.lords[fight.attacker] if lord not in dead]
    if won:
        yield from sack(g, fight, victors, spoils, [lord for lord in dead if lord in fates])
        dead = [lord for lord in dead if lord not in fates]
    yield from conclude(g, fight, dead, [g.lords[lord] for lord in fates], won)


def sack(g: LevyState, fight: Fight, victors: list[Lord], spoils: dict[str, int], dead: list[str]) -> Procedure[None]:
    """4.5.2: the Besieged are lost, the Stronghold is Conquered and yields Spoils."""
    stronghold = g.rules.locales[fight.at].stronghold
    assert stronghold is not None
    g.tell("sack", place=fight.at)
    for asset, amount in stronghold.spoils.items():
        spoils[asset] = spoils.get(asset, 0) + amount
    yield from share_out(g, spoils, victors)
    for lord_id in dead:
        leave_map(g, g.lords[lord_id], for_good=True)
    yield from g.rules.conquer(g, fight.at, fight.attacker)
