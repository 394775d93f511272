"""C. Special actions. Each is taken by laying a cube in an empty box, and must be carried out. R06"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from core.engine import Ask, Option, Procedure, Refusal
from core.games.byzantium.capture import score
from core.games.byzantium.combat import Attack, resolve
from core.games.byzantium.cubes import CANNOT_PAY, NO_CUBE, can_take_cube, take_cube
from core.games.byzantium.data import (
    ARAB,
    BULGAR,
    BYZANTINE,
    CITIES,
    CONSTANTINOPLE,
    LINKS,
    NUMBERS,
    PLAYED,
    SPECIALS,
    Side,
    Way,
)
from core.games.byzantium.forces import Bulgars, FieldArmy
from core.games.byzantium.movement import cannot_wage_civil_war, civil_war, occupy
from core.games.byzantium.state import Byzantium, tokens_on_map

_IMPROVE = {c.id: Option(f"improve {c.id}", f"Improve {c.name}", (c.id,), value=c.id) for c in CITIES.values()}
_FORTIFY = {c.id: Option(f"fortify {c.id}", f"Fortify {c.name}", (c.id,), value=c.id) for c in CITIES.values()}
_RAID = {c.id: Option(f"attack {c.id}", f"The Bulgars attack {c.name}", (c.id,), value=c.id) for c in CITIES.values()}
_GROW = {side: Option(f"grow {side}", f"Four join instead ({side.capitalize()} money)", value=side) for side in PLAYED}

_UNDER_ARROWS = [city.id for city in CITIES.values() if city.bulgar_arrow]

_TAKEN = Refusal("That Special Action box is taken this turn.", "C. Special Actions")
_NO_CITY_TO_IMPROVE = Refusal("No city of that side has room for another token.", "C. Improve City")
_NO_TOKEN = Refusal("All City tokens of that side are on the map.", "C. Improve City")
_NO_SPARE_TOKEN = Refusal("Both your spare tokens are on the map.", "C. Fortify")
_NO_CITY_TO_FORTIFY = Refusal("You control no unfortified city whose side could bring the cube.", "C. Fortify")
_NO_ARMY = Refusal("Your army of that side is not on the map.", "C. Civil War")
_NO_BULGARS = Refusal("There is nothing you could pay the Bulgars to do.", "C. Bulgar Attack")


@dataclass(frozen=True, slots=True)
class SpecialAction:
    """What a Special Action does, and what keeps it from being done when box and cube are there."""

    side: Side | None
    """Whose treasury a bought cube is paid from; None if the player's choice decides."""
    carry_out: Callable[[Byzantium, str], Procedure[None]]
    hindrance: Callable[[Byzantium, str], Refusal | None] = lambda game, seat: None


def cannot_take(game: Byzantium, seat: str, special: str) -> Refusal | None:
    """Why a player cannot choose a Special Action now."""
    if len(game.special.get(special, ())) >= SPECIALS[special].boxes:
        return _TAKEN
    action = SPECIAL_ACTIONS[special]
    if action.side is not None and not can_take_cube(game.players[seat], action.side):
        return CANNOT_PAY[action.side]
    return action.hindrance(game, seat)


def take_special(game: Byzantium, seat: str, special: str) -> Procedure[None]:
    yield from SPECIAL_ACTIONS[special].carry_out(game, seat)


def lay_cube(game: Byzantium, seat: str, special: str, side: Side) -> Procedure[None]:
    yield from take_cube(game, seat, side, f"for the {SPECIALS[special].name} box")
    occupy(game, seat, special)


# --- improve city ----------------------------------------------------------------------------------


def improvable(game: Byzantium, side: Side) -> list[str]:
    """Cities of a side with fewer than three tokens, whoever controls them."""
    most = NUMBERS.most_tokens_in_a_city
    return [city for city, tokens in game.tokens.items() if tokens < most and game.side[city] is side]


def improve_city(side: Side, game: Byzantium, seat: str) -> Procedure[None]:
    def why_not(text: str) -> Refusal | None:
        city = text.removeprefix("improve ")
        if city not in CITIES:
            return None
        if city == CONSTANTINOPLE:
            return Refusal("Constantinople is never improved.", "C. Improve City")
        wrong_side = game.side[city] is not side
        reason = f"It is no {side.capitalize()} city." if wrong_side else "It has three tokens already."
        return Refusal(reason, "C. Improve City")

    options = [_IMPROVE[city] for city in improvable(game, side)]
    prompt = f"Which {side.capitalize()} city gains a token?"
    choice = yield Ask(seat, "improve", prompt, options, "C. Improve City", why_not)
    yield from lay_cube(game, seat, f"improve {side}", side)
    game.tokens[choice.value] += 1
    game.tell("improved", seat=seat, city=choice.value, tokens=game.tokens[choice.value])


def cannot_improve(side: Side, game: Byzantium, seat: str) -> Refusal | None:
    """There must be a city with room, and a token left in the supply. R19"""
    if tokens_on_map(game, side) >= NUMBERS.city_tokens_per_side:
        return _NO_TOKEN
    return None if improvable(game, side) else _NO_CITY_TO_IMPROVE


# --- fortify ---------------------------------------------------------------------------------------


def fortifiable(game: Byzantium, seat: str) -> list[str]:
    """Own cities without a fortification, of a side that can bring the cube. R63"""
    player = game.players[seat]
    able = [side for side in PLAYED if can_take_cube(player, side)]
    return [
        city
        for city, holder in game.holder.items()
        if holder == seat and game.side[city] in able and city not in game.fortified
    ]


def cannot_fortify(game: Byzantium, seat: str) -> Refusal | None:
    if not game.players[seat].spare_tokens:
        return _NO_SPARE_TOKEN
    return None if fortifiable(game, seat) else _NO_CITY_TO_FORTIFY


def why_not_fortify(game: Byzantium, seat: str, text: str) -> Refusal | None:
    city = text.removeprefix("fortify ")
    if city not in CITIES:
        return None
    if game.holder.get(city) != seat:
        return Refusal("You do not control that city.", "C. Fortify")
    if city in game.fortified:
        return Refusal("It has a fortification, and no city has two.", "C. Fortify")
    return CANNOT_PAY[game.side[city]]


def fortify(game: Byzantium, seat: str) -> Procedure[None]:
    """A spare token replaces the control cube, which goes to the Casualty Pool."""
    options = [_FORTIFY[city] for city in fortifiable(game, seat)]
    choice = yield Ask(
        seat,
        "fortify",
        "Which of your cities do you fortify?",
        options,
        "C. Fortify",
        partial(why_not_fortify, game, seat),
    )
    city: str = choice.value
    yield from lay_cube(game, seat, "fortify", game.side[city])
    player = game.players[seat]
    player.spare_tokens -= 1
    player.casualties += 1
    game.fortified.append(city)
    game.tell("fortified", seat=seat, city=city)


# --- thrones, fleets, civil war where the army stands ----------------------------------------------


def take_throne(special: str, side: Side, game: Byzantium, seat: str) -> Procedure[None]:
    """Two points, and the Guard until the end of the turn."""
    yield from lay_cube(game, seat, special, side)
    score(game, seat, side, NUMBERS.throne_points)
    game.stake(seat, side).guard = True
    game.tell("throne", seat=seat, special=special, points=NUMBERS.throne_points)


def take_fleet(special: str, side: Side, game: Byzantium, seat: str) -> Procedure[None]:
    """The box itself is the fleet: who has a cube there commands it until the end of the turn."""
    yield from lay_cube(game, seat, special, side)
    game.tell("fleet", seat=seat, special=special)


def cannot_rebel(side: Side, game: Byzantium, seat: str) -> Refusal | None:
    where = game.stake(seat, side).at
    return cannot_wage_civil_war(game, FieldArmy(seat, side), where) if where else _NO_ARMY


def rebel(side: Side, game: Byzantium, seat: str) -> Procedure[None]:
    where = game.stake(seat, side).at
    assert where is not None
    yield from civil_war(game, Attack(FieldArmy(seat, side), where, civil_war=True))


# --- bulgars ---------------------------------------------------------------------------------------


def bulgar_targets(game: Byzantium) -> list[str]:
    """Cities under an arrow, or joined by land to a Bulgar city. R45, R83"""
    reached = dict.fromkeys(_UNDER_ARROWS)
    for city in [city for city, side in game.side.items() if side is BULGAR]:
        reached.update((to, None) for to, way in LINKS[city] if way is not Way.SEA)
    return [city for city in reached if game.side[city] in PLAYED]


def bulgar_options(game: Byzantium, seat: str) -> list[Option]:
    """Attack, paid by the side that would gain, or growth, paid by either. R43, R44"""
    player = game.players[seat]
    can_pay = {side: can_take_cube(player, side) for side in PLAYED}
    options = [
        _RAID[city]
        for city in bulgar_targets(game)
        if can_pay[game.side[city].enemy] and (game.readings.bulgars_against_oneself or not hurts(game, seat, city))
    ]
    if game.bulgars + 2 * NUMBERS.bulgars_join <= NUMBERS.bulgars_at_most:
        options += [_GROW[side] for side in PLAYED if can_pay[side]]
    return options


def hurts(game: Byzantium, seat: str, city: str) -> bool:
    """Would the Bulgars fall on a city or army of the player who sends them? R46"""
    return game.holder.get(city) == seat or game.stake(seat, game.side[city]).at == city


def cannot_send_bulgars(game: Byzantium, seat: str) -> Refusal | None:
    if bulgar_options(game, seat):
        return None
    return _NO_BULGARS if any(can_take_cube(game.players[seat], side) for side in PLAYED) else NO_CUBE


def why_not_bulgars(game: Byzantium, seat: str, text: str) -> Refusal | None:
    verb, _, object_ = text.partition(" ")
    if verb == "grow" and object_ in PLAYED:
        if game.bulgars + 2 * NUMBERS.bulgars_join > NUMBERS.bulgars_at_most:
            return Refusal("When two have joined there are not two cubes left: they must attack.", "C. Bulgar Attack")
        return CANNOT_PAY[Side(object_)]
    if verb != "attack" or object_ not in CITIES:
        return None
    if game.side[object_] is BULGAR:
        return Refusal("That is a Bulgar city already.", "C. Bulgar Attack")
    if object_ not in bulgar_targets(game):
        return Refusal("The Bulgars reach cities under their arrows, or joined to theirs by land.", "C. Bulgar Attack")
    if not can_take_cube(game.players[seat], game.side[object_].enemy):
        return CANNOT_PAY[game.side[object_].enemy]
    return Refusal("At this table nobody sends the Bulgars against a city or army of his own.", "C. Bulgar Attack")


def send_bulgars(game: Byzantium, seat: str) -> Procedure[None]:
    """Two cubes join; then they attack, or two more join instead."""
    more = min(NUMBERS.bulgars_join, NUMBERS.bulgars_at_most - game.bulgars)
    joining = f"{more} more join{'s' * (more == 1)}" if more else "no more can join"
    prompt = f"The Bulgars are {game.bulgars}, and {joining}: whom do they attack?"
    choice = yield Ask(
        seat, "bulgars", prompt, bulgar_options(game, seat), "C. Bulgar Attack", partial(why_not_bulgars, game, seat)
    )
    grows = isinstance(choice.value, Side)
    payer = choice.value if grows else game.side[choice.value].enemy
    yield from lay_cube(game, seat, "bulgars", payer)
    if grows:
        more *= 2
    game.bulgars += more
    if more:
        game.tell("bulgars_joined", seat=seat, cubes=more, total=game.bulgars)
    if not grows:
        yield from resolve(game, Attack(Bulgars(seat), choice.value))


SPECIAL_ACTIONS = {
    "civil-war byzantine": SpecialAction(BYZANTINE, partial(rebel, BYZANTINE), partial(cannot_rebel, BYZANTINE)),
    "civil-war arab": SpecialAction(ARAB, partial(rebel, ARAB), partial(cannot_rebel, ARAB)),
    "improve byzantine": SpecialAction(BYZANTINE, partial(improve_city, BYZANTINE), partial(cannot_improve, BYZANTINE)),
    "improve arab": SpecialAction(ARAB, partial(improve_city, ARAB), partial(cannot_improve, ARAB)),
    "bulgars": SpecialAction(None, send_bulgars, cannot_send_bulgars),
    "emperor": SpecialAction(BYZANTINE, partial(take_throne, "emperor", BYZANTINE)),
    "caliph": SpecialAction(ARAB, partial(take_throne, "caliph", ARAB)),
    "byzantine-fleet": SpecialAction(BYZANTINE, partial(take_fleet, "byzantine-fleet", BYZANTINE)),
    "arab-fleet": SpecialAction(ARAB, partial(take_fleet, "arab-fleet", ARAB)),
    "fortify": SpecialAction(None, fortify, cannot_fortify),
}
