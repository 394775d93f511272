"""F. Move and/or attack: entering the map, marching one or two links, crossing the sea past a fleet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from core.engine import Ask, Option, Procedure, Refusal
from core.games.byzantium.combat import Attack, resolve, roll_hits
from core.games.byzantium.cubes import CANNOT_PAY, can_take_cube, take_cube
from core.games.byzantium.data import (
    ARAB,
    BYZANTINE,
    CITIES,
    CONSTANTINOPLE,
    LINKS,
    NICAEA,
    NUMBERS,
    SPECIALS,
    WAYS,
    Side,
    Way,
)
from core.games.byzantium.forces import FieldArmy
from core.games.byzantium.retreat import remove_if_destroyed
from core.games.byzantium.state import Byzantium

RULE = "F. Move and/or Attack"

_ENTER = {c.id: Option(f"enter {c.id}", f"Enter the map in {c.name}", (c.id,), value=c.id) for c in CITIES.values()}
_TO = {c.id: Option(f"to {c.id}", f"March to {c.name}", (c.id,), value=c.id) for c in CITIES.values()}
_ON = {c.id: Option(f"on {c.id}", f"March on to {c.name}", (c.id,), value=c.id) for c in CITIES.values()}
_STAY = Option("stay", "Stay here")
_STOP = Option("stop", "Stop here")
_FLEET_DOUBLES = [Option("double", "Double the price of the crossing"), Option("spare", "Do not double it")]
_FLEET_ROLLS = [Option("intercept", "The fleet attacks the crossing"), Option("hold", "The fleet holds off")]
_CIVIL_WAR = [Option("civil-war", "Civil War: attack this city"), Option("peace", "Stay in peace")]


@dataclass(frozen=True, slots=True)
class March:
    """A path as announced: where the army stands or enters, and the links it takes."""

    army: FieldArmy
    start: str
    path: tuple[str, ...]

    @property
    def stops(self) -> tuple[str, ...]:
        return (self.start, *self.path)

    def ways(self) -> list[Way]:
        return [way_between(self.army.side, a, b) for a, b in zip(self.stops, self.path, strict=False)]


def way_between(side: Side, a: str, b: str) -> Way:
    return next(way for to, way in WAYS[side][a] if to == b)


def step_cost(game: Byzantium, army: FieldArmy, start: str, to: str, way: Way, doubled: bool = False) -> int:
    """Move cubes for one link. R23, R24"""
    if way is not Way.SEA or army.side is BYZANTINE:
        return NUMBERS.march
    cost = NUMBERS.arab_bosporus if start == NICAEA and to == CONSTANTINOPLE else NUMBERS.arab_sea
    if game.boxed("arab-fleet") == army.seat:
        cost //= 2
    return cost * 2 if doubled else cost


def move_cubes(number: int) -> str:
    return f"{number} Move cube{'s' * (number != 1)}"


def fleet_dice(game: Byzantium, march: March, doubled: bool) -> int:
    """What the sea links of a march cost, or all of it if so agreed. R26"""
    if game.readings.fleet_dice_for_whole_move:
        return march_cost(game, march, doubled)
    steps = zip(march.stops, march.path, march.ways(), strict=False)
    return sum(step_cost(game, march.army, a, b, way, doubled) for a, b, way in steps if way is Way.SEA)


def march_cost(game: Byzantium, march: March, doubled: bool = False) -> int:
    """All links, and one more for taking a second."""
    steps = zip(march.stops, march.path, march.ways(), strict=False)
    cost = sum(step_cost(game, march.army, a, b, way, doubled) for a, b, way in steps)
    return cost + NUMBERS.second_link * (len(march.path) - 1)


# --- what is possible ------------------------------------------------------------------------------

_OWN_CITY = Refusal("Nobody attacks himself: you control that city.", RULE)
_OWN_ARMY = Refusal("Nobody attacks himself: your own other army stands there.", RULE)
_NOT_CLAIMED = Refusal("Your Byzantine army enters with your first Byzantine city.", "A. Take Control of a City")
_NO_CUBES = Refusal("An army needs a cube, be it Elite, Main Army or Move.", "F. Destroying an Army")
_NO_CITY = Refusal("There is no city of that side to enter in.", RULE)
_BOX_TAKEN = Refusal("The Civil War box of that side is taken this turn.", "C. Civil War")
_SACRED = Refusal("Constantinople is never attacked by a Byzantine army.", "C. Civil War")
_NO_RIVAL = Refusal("Civil War is against a city that another player controls.", "C. Civil War")
_NO_WAY = Refusal("It has no Move cubes for any way that leads to where it may go.", RULE)
_HERE = Refusal("It stands there already.", RULE)
_SET_OUT = Refusal("It has set out already: it can only stop here or go on.", RULE)
_MUST_MOVE = Refusal("An army on the map must march; only one that has just entered may stay.", RULE)
_TOO_DEAR = Refusal("The fleet has already made that crossing too dear for you.", "C. Byzantine Fleet")


def cannot_enter_city(game: Byzantium, army: FieldArmy, city: str) -> Refusal | None:
    """An army may go to any city it would not have to attack itself in. R29, R30"""
    if game.side[city] is army.side:
        return None
    if game.holder.get(city) == army.seat:
        return _OWN_CITY
    if game.stake(army.seat, army.side.enemy).at == city:
        return _OWN_ARMY
    return None


def entries(game: Byzantium, side: Side) -> list[str]:
    """Where an absent army of a side may come in. R20, R21"""
    back_home = game.readings.return_in_constantinople
    return [city for city, of in game.side.items() if of is side and (back_home or city != CONSTANTINOPLE)]


def first_links(game: Byzantium, army: FieldArmy, start: str, barred: list[March]) -> Iterator[str]:
    """Cities one link away that the army can pay for, leaving out marches already refused by a fleet."""
    moves = game.stake(army.seat, army.side).move
    for to, way in WAYS[army.side][start]:
        if step_cost(game, army, start, to, way) > moves or cannot_enter_city(game, army, to):
            continue
        if barred and March(army, start, (to,)) in barred and not any(second_links(game, army, start, to, barred)):
            continue
        yield to


def second_links(game: Byzantium, army: FieldArmy, start: str, via: str, barred: list[March]) -> Iterator[str]:
    """Cities a second link away, if the first ended among friends. R28"""
    if game.side[via] is not army.side:
        return
    moves = game.stake(army.seat, army.side).move - NUMBERS.second_link
    moves -= step_cost(game, army, start, via, way_between(army.side, start, via))
    for to, way in WAYS[army.side][via]:
        if step_cost(game, army, via, to, way) > moves or cannot_enter_city(game, army, to):
            continue
        if not barred or March(army, start, (via, to)) not in barred:
            yield to


def cannot_move(game: Byzantium, seat: str, side: Side, barred: list[March]) -> Refusal | None:
    stake = game.stake(seat, side)
    if stake.at is not None:
        army = FieldArmy(seat, side)
        if any(first_links(game, army, stake.at, barred)):
            return None
        return _TOO_DEAR if barred and any(first_links(game, army, stake.at, [])) else _NO_WAY
    if side is BYZANTINE and not game.players[seat].claimed:
        return _NOT_CLAIMED
    if not stake.field_cubes:
        return _NO_CUBES
    return None if entries(game, side) else _NO_CITY


def cannot_wage_civil_war(game: Byzantium, army: FieldArmy, city: str) -> Refusal | None:
    """Against a city of one's own side that another player controls, with a box and a cube free. R66, R67"""
    special = f"civil-war {army.side}"
    if len(game.special.get(special, ())) >= SPECIALS[special].boxes:
        return _BOX_TAKEN
    if city == CONSTANTINOPLE:
        return _SACRED
    if game.holder.get(city) in (None, army.seat):
        return _NO_RIVAL
    return None if can_take_cube(game.players[army.seat], army.side) else CANNOT_PAY[army.side]


def why_not_enter(game: Byzantium, army: FieldArmy, notation: str) -> Refusal | None:
    city = notation.removeprefix("enter ")
    if city not in CITIES:
        return None
    if game.side[city] is army.side:
        return Refusal("At this table no army comes back in Constantinople.", RULE)
    return Refusal(f"It is no {army.side.capitalize()} city.", RULE)


def why_not_march(game: Byzantium, army: FieldArmy, start: str, via: str | None, notation: str) -> Refusal | None:
    """Why an army cannot take a link."""
    if notation in ("stay", "stop"):
        return _MUST_MOVE if via is None else _TOO_DEAR if notation == "stop" else _SET_OUT
    verb, _, city = notation.partition(" ")
    if verb not in ("to", "on") or city not in CITIES:
        return None
    here = via or start
    if city == here:
        return _HERE
    way = next((way for to, way in WAYS[army.side][here] if to == city), None)
    names = f"{CITIES[here].name} and {CITIES[city].name}"
    if way is None:
        desert = any(to == city and way is Way.DESERT for to, way in LINKS[here])
        return Refusal(f"Only Arabs cross the desert between {names}." if desert else f"No way joins {names}.", RULE)
    refusal = cannot_enter_city(game, army, city)
    if refusal:
        return refusal
    cost = march_cost(game, March(army, start, (city,) if via is None else (via, city)))
    moves = game.stake(army.seat, army.side).move
    if cost > moves:
        return Refusal(f"That costs {move_cubes(cost)} and the army has {moves or 'none'}.", RULE)
    return _TOO_DEAR


# --- what happens ----------------------------------------------------------------------------------


def move(game: Byzantium, seat: str, side: Side, barred: list[March]) -> Procedure[bool]:
    """The whole action. False if a fleet made the announced march too dear: then it counts for nothing. R25"""
    army = FieldArmy(seat, side)
    stake = game.stake(seat, side)
    entering = stake.at is None
    start = stake.at or (yield from choose_entry(game, army))
    path = yield from choose_path(game, army, start, entering, barred)
    march = March(army, start, path)
    if path and not (yield from pay_for(game, march, barred)):
        return False
    if entering:
        game.tell("entered", seat=seat, side=side, city=start)
    stake.at = march.stops[-1]
    if path:
        game.tell("marched", seat=seat, side=side, path=list(march.stops))
    if remove_if_destroyed(game, army):
        return True
    yield from arrive(game, march)
    return True


def choose_entry(game: Byzantium, army: FieldArmy) -> Procedure[str]:
    cities = entries(game, army.side)
    prompt = f"Where does your {army.side.capitalize()} army enter the map?"
    choice = yield Ask(
        army.seat, "entry", prompt, [_ENTER[city] for city in cities], RULE,
        lambda text: why_not_enter(game, army, text),
    )  # fmt: skip
    city: str = choice.value
    return city


def choose_path(
    game: Byzantium, army: FieldArmy, start: str, entering: bool, barred: list[March]
) -> Procedure[tuple[str, ...]]:
    """The mover announces the whole path, one link at a time; empty if an army that has just entered stays."""
    options = [_TO[city] for city in first_links(game, army, start, barred)]
    if entering:
        options.insert(0, _STAY)
    prompt = f"Where does your {army.side.capitalize()} army go from {CITIES[start].name}?"
    choice = yield Ask(
        army.seat, "march", prompt, options, RULE, lambda text: why_not_march(game, army, start, None, text)
    )
    if choice is _STAY:
        return ()
    via: str = choice.value
    onward = [_ON[city] for city in second_links(game, army, start, via, barred)]
    if not onward:
        return (via,)
    if not barred or March(army, start, (via,)) not in barred:
        onward.insert(0, _STOP)
    prompt = f"On from {CITIES[via].name}, for one Move cube more than the way itself?"
    choice = yield Ask(
        army.seat, "march on", prompt, onward, RULE, lambda text: why_not_march(game, army, start, via, text)
    )
    return (via,) if choice is _STOP else (via, choice.value)


def pay_for(game: Byzantium, march: March, barred: list[March]) -> Procedure[bool]:
    """A Byzantine Fleet of another player speaks first, then the Move cubes are paid. R25 to R27"""
    army = march.army
    stake, player = game.stake(army.seat, army.side), game.players[army.seat]
    owner = game.boxed("byzantine-fleet")
    crossing = army.side is ARAB and owner not in (None, army.seat) and Way.SEA in march.ways()
    doubled = intercepted = False
    if crossing:
        assert owner is not None
        where = " to ".join(CITIES[city].name for city in march.stops)
        price = move_cubes(march_cost(game, march))
        prompt = f"{army.seat}'s Arab army crosses the sea, {where}, for {price}. Does your fleet make it dearer?"
        doubled = (yield Ask(owner, "fleet", prompt, _FLEET_DOUBLES, "C. Byzantine Fleet")).notation == "double"
        if doubled and march_cost(game, march, doubled) > stake.move:
            game.tell("crossing_too_dear", seat=owner, army=army.seat, path=list(march.stops))
            barred.append(march)
            return False
        dice = fleet_dice(game, march, doubled)
        prompt = f"Does your fleet attack {army.seat}'s crossing, with {dice} {'die' if dice == 1 else 'dice'}?"
        rolls = yield Ask(owner, "interception", prompt, _FLEET_ROLLS, "C. Byzantine Fleet")
        intercepted = rolls.notation == "intercept"
    cost = march_cost(game, march, doubled)
    stake.move -= cost
    player.casualties += cost
    if doubled:
        game.tell("crossing_doubled", seat=owner, army=army.seat, cost=cost)
    if intercepted:
        hits = yield from roll_hits(
            fleet_dice(game, march, doubled), "fleet", f"Byzantine Fleet against {army.seat}'s crossing"
        )
        yield from army.suffer(game, hits, "the fleet")
    return True


def arrive(game: Byzantium, march: March) -> Procedure[None]:
    """An army attacks a city that is not of its side; among friends it may choose Civil War."""
    army, city = march.army, march.stops[-1]
    origin, way = (march.stops[-2], march.ways()[-1]) if march.path else (None, None)
    if game.side[city] is not army.side:
        yield from resolve(game, Attack(army, city, origin, way))
    elif cannot_wage_civil_war(game, army, city) is None:
        prompt = f"{CITIES[city].name} is {game.holder[city]}'s. Attack it?"
        choice = yield Ask(army.seat, "civil war", prompt, _CIVIL_WAR, "C. Civil War")
        if choice.notation == "civil-war":
            yield from civil_war(game, Attack(army, city, origin, way, civil_war=True))


def civil_war(game: Byzantium, attack: Attack) -> Procedure[None]:
    """A cube into the Civil War box, and the attack, unless that was the army's last cube."""
    army = attack.force
    assert isinstance(army, FieldArmy)
    yield from take_cube(game, army.seat, army.side, "for the Civil War box")
    occupy(game, army.seat, f"civil-war {army.side}")
    if not remove_if_destroyed(game, army):
        yield from resolve(game, attack)


def occupy(game: Byzantium, seat: str, special: str) -> None:
    """A cube in hand goes into a Special Action box."""
    game.special.setdefault(special, []).append(seat)
    game.players[seat].special += 1
