"""1. Player actions: one action of one player, from taking control of a city to passing."""

from __future__ import annotations

from core.engine import Ask, Option, Procedure, Refusal
from core.games.byzantium import special as specials
from core.games.byzantium.capture import score
from core.games.byzantium.cubes import (
    BOX_NAMES,
    CANNOT_PAY,
    NO_CUBE,
    PRICE,
    can_take_cube,
    has_cube_to_buy,
    remove_cube,
    take_cube,
)
from core.games.byzantium.data import ARAB, BOXES, BYZANTINE, CITIES, CONSTANTINOPLE, NUMBERS, PLAYED, SPECIALS, Side
from core.games.byzantium.forces import FieldArmy
from core.games.byzantium.movement import March, cannot_move, move
from core.games.byzantium.retreat import remove_if_destroyed
from core.games.byzantium.state import Byzantium

CONTROL, INCREASE, SPECIAL = "A. Take Control of a City", "B. Increase Army", "C. Special Actions"
TAX, BUILD, MOVE, PASS = "D. Tax", "E. Build Church/Mosque", "F. Move and/or Attack", "G. Pass"

_CONTROL = {
    city.id: Option(f"control {city.id}", f"Take control of {city.name}", (city.id,), CONTROL, city.id)
    for city in CITIES.values()
    if city.id != CONSTANTINOPLE
}
_INCREASE = Option("increase", "Increase an army by up to three cubes", (), INCREASE)
_SPECIAL = {kind.id: Option(kind.id, kind.name, (kind.id,), SPECIAL, kind.id) for kind in SPECIALS.values()}
_TAX = Option("tax", "Tax", ("tax",), TAX)
_BUILD = {
    BYZANTINE: Option("church", "Build a church", ("church",), BUILD, BYZANTINE),
    ARAB: Option("mosque", "Build a mosque", ("mosque",), BUILD, ARAB),
}
_MOVE = {
    side: Option(f"move {side}", f"Move and/or attack: {side.capitalize()} army", (f"{side}.army",), MOVE, side)
    for side in PLAYED
}
_PASS = Option("pass", "Pass: no more actions this turn", ("pass",), PASS)

_TO_BOX = {box: Option(f"to {box}", f"Into the {name}", (box,), value=box) for box, name in BOX_NAMES.items()}
_DONE = Option("done", "No more cubes")

_CAPITAL = Refusal("Nobody controls Constantinople.", CONTROL)
_HELD = Refusal("That city has a controller already.", CONTROL)
_FOREIGN = Refusal("Persian and Bulgar cities must be conquered.", CONTROL)
_TAXED = Refusal("You have taxed this turn.", TAX)
_EMPTY_POOL = Refusal("Only cubes of your Cube Pool can tax, and it is empty.", TAX)
_TOO_POOR = Refusal("That treasury cannot pay the six Bezants and for the cube.", BUILD)
_ELITE_LIMIT = Refusal("You have placed all the elite cubes that one action allows.", INCREASE)
_FIRST_CUBE = Refusal("An Increase Army action places at least one cube.", INCREASE)
_NO_CUBE_THERE = Refusal("There is no cube of yours there.", PASS)

_LEADING = {
    "attack": ("bulgars", "move byzantine", "move arab"),
    "grow": ("bulgars",),
    "improve": ("improve byzantine", "improve arab"),
    "fortify": ("fortify",),
    "tax": ("tax",),
    **dict.fromkeys(("enter", "to", "on", "stay"), ("move byzantine", "move arab")),
}
"""What begins an answer that belongs to a later question, and the actions that lead there."""


def cannot_control(game: Byzantium, seat: str, city: str) -> Refusal | None:
    if city in game.holder:
        return _HELD
    side = game.side[city]
    if side not in PLAYED:
        return _FOREIGN
    if city == CONSTANTINOPLE:
        return _CAPITAL
    return None if can_take_cube(game.players[seat], side) else CANNOT_PAY[side]


def cannot_tax(game: Byzantium, seat: str) -> Refusal | None:
    player = game.players[seat]
    return _TAXED if player.taxed else None if player.pool else _EMPTY_POOL


def cannot_build(game: Byzantium, seat: str, side: Side) -> Refusal | None:
    return None if can_take_cube(game.players[seat], side, NUMBERS.shrine_price) else _TOO_POOR


def cannot_place_in(game: Byzantium, seat: str, box: str, elites: list[str]) -> Refusal | None:
    """One cube an action into an Elite box (or into each of them, if so agreed: R10)."""
    player, place = game.players[seat], BOXES[box]
    if place.name == "elite" and (box in elites if game.readings.elite_in_each_box else elites):
        return _ELITE_LIMIT
    if player.pool or (player.stake(place.side).treasury >= PRICE and has_cube_to_buy(player, but=box)):
        return None
    return CANNOT_PAY[place.side]


def cannot_increase(game: Byzantium, seat: str) -> Refusal | None:
    if game.players[seat].pool:
        return None
    return None if any(cannot_place_in(game, seat, box, []) is None for box in BOXES) else NO_CUBE


def action_options(game: Byzantium, seat: str, barred: list[March]) -> list[Option]:
    """All that a player may do with his action. Passing is always possible."""
    holder = game.holder  # looked at first because most cities are soon held
    options = [
        option for city, option in _CONTROL.items() if city not in holder and not cannot_control(game, seat, city)
    ]
    if not cannot_increase(game, seat):
        options.append(_INCREASE)
    options += [option for kind, option in _SPECIAL.items() if not specials.cannot_take(game, seat, kind)]
    if not cannot_tax(game, seat):
        options.append(_TAX)
    options += [option for side, option in _BUILD.items() if not cannot_build(game, seat, side)]
    options += [option for side, option in _MOVE.items() if not cannot_move(game, seat, side, barred)]
    options.append(_PASS)
    return options


def why_not_action(game: Byzantium, seat: str, barred: list[March], notation: str) -> Refusal | None:
    verb, _, object_ = notation.partition(" ")
    if verb == "control" and object_ in CITIES:
        return cannot_control(game, seat, object_)
    if verb == "move" and object_ in PLAYED:
        return cannot_move(game, seat, Side(object_), barred)
    if notation in SPECIALS:
        return specials.cannot_take(game, seat, notation)
    match notation:
        case "increase":
            return cannot_increase(game, seat)
        case "tax":
            return cannot_tax(game, seat)
        case "church":
            return cannot_build(game, seat, BYZANTINE)
        case "mosque":
            return cannot_build(game, seat, ARAB)
    leading = _LEADING.get(verb, ())
    refusals = [why_not_action(game, seat, barred, action) for action in leading]
    if leading and None in refusals:
        return Refusal(f"That comes later: first choose {' or '.join(leading)}.", "1. Player Actions")
    return refusals[0] if refusals else None


def take_action(game: Byzantium, seat: str) -> Procedure[None]:
    """A player must perform one action."""
    barred: list[March] = []
    done = False
    while not done:
        options = action_options(game, seat, barred)
        choice = yield Ask(
            seat, "action", "Choose an action", options, "1. Player Actions",
            lambda text: why_not_action(game, seat, barred, text),
        )  # fmt: skip
        done = yield from carry_out(game, seat, choice, barred)
    for side in PLAYED:
        remove_if_destroyed(game, FieldArmy(seat, side))


def carry_out(game: Byzantium, seat: str, choice: Option, barred: list[March]) -> Procedure[bool]:
    """False if the action came to nothing and another must be chosen."""
    match choice.group:
        case "A. Take Control of a City":
            yield from take_control(game, seat, choice.value)
        case "B. Increase Army":
            yield from increase_army(game, seat)
        case "C. Special Actions":
            yield from specials.take_special(game, seat, choice.value)
        case "D. Tax":
            yield from tax(game, seat)
        case "E. Build Church/Mosque":
            yield from build(game, seat, choice.value)
        case "F. Move and/or Attack":
            return (yield from move(game, seat, choice.value, barred))
        case "G. Pass":
            yield from pass_turn(game, seat)
    return True


def take_control(game: Byzantium, seat: str, city: str) -> Procedure[None]:
    """A cube on an uncontrolled stack, and its tokens in points; the first Byzantine city brings the pawn. R17, R18"""
    side = game.side[city]
    yield from take_cube(game, seat, side, f"for {CITIES[city].name}")
    game.holder[city] = seat
    score(game, seat, side, game.tokens[city])
    game.tell("control", seat=seat, city=city, side=side, points=game.tokens[city])
    player = game.players[seat]
    if side is BYZANTINE and not player.claimed:
        player.claimed = True
        if player.byzantine.field_cubes:
            player.byzantine.at = city
            game.tell("entered", seat=seat, side=side, city=city)


def increase_army(game: Byzantium, seat: str) -> Procedure[None]:
    """One to three cubes from wherever they may come, into any army boxes; one at most becomes elite."""
    elites: list[str] = []

    def why_not(text: str) -> Refusal | None:
        if text == _DONE.notation:
            return _FIRST_CUBE
        box = text.removeprefix("to ")
        return cannot_place_in(game, seat, box, elites) if box in BOXES else None

    for number in range(3):
        options = [option for box, option in _TO_BOX.items() if not cannot_place_in(game, seat, box, elites)]
        if not options:
            return
        if number:
            options.append(_DONE)
        choice = yield Ask(seat, "increase", f"Where does cube {number + 1} of 3 go?", options, INCREASE, why_not)
        if choice is _DONE:
            return
        box = BOXES[choice.value]
        yield from take_cube(game, seat, box.side, f"for the {BOX_NAMES[box.id]}", but=box.id)
        stake = game.stake(seat, box.side)
        setattr(stake, box.name, getattr(stake, box.name) + 1)
        if box.name == "elite":
            elites.append(box.id)
        game.tell("increased", seat=seat, box=box.id)


def tax(game: Byzantium, seat: str) -> Procedure[None]:
    """Two Bezants for each cube moved from the Cube Pool, shared freely between the treasuries. R12"""
    player = game.players[seat]
    cubes = [
        Option(f"tax {n}", f"Tax with {n} cube{'s' * (n > 1)}: {n * NUMBERS.tax_per_cube} Bezants", ("tax",), value=n)
        for n in range(1, player.pool + 1)
    ]
    choice = yield Ask(
        seat, "tax", "How many cubes of your Cube Pool tax?", cubes, TAX,
        lambda text: why_not_number(text, "tax ", f"One to {player.pool} cubes of your Cube Pool can tax."),
    )  # fmt: skip
    coins = choice.value * NUMBERS.tax_per_cube
    shares = [
        Option(f"byzantine {n}", f"{n} Byzantine, {coins - n} Arab", ("byzantine.treasury", "arab.treasury"), value=n)
        for n in range(coins, -1, -1)
    ]
    share = yield Ask(
        seat, "tax share", f"How much of the {coins} Bezants is Byzantine?", shares, TAX,
        lambda text: why_not_number(text, "byzantine ", f"There are {coins} Bezants to share."),
    )  # fmt: skip
    player.pool -= choice.value
    player.taxed += choice.value
    player.byzantine.treasury += share.value
    player.arab.treasury += coins - share.value
    game.tell("taxed", seat=seat, cubes=choice.value, byzantine=share.value, arab=coins - share.value)


def why_not_number(text: str, verb: str, reason: str) -> Refusal | None:
    return Refusal(reason, TAX) if text.startswith(verb) and text.removeprefix(verb).isdecimal() else None


def build(game: Byzantium, seat: str, side: Side) -> Procedure[None]:
    """Six Bezants and a cube, for two points; the cube stays to the end of the game. R11"""
    player = game.players[seat]
    where = "church" if side is BYZANTINE else "mosque"
    yield from take_cube(game, seat, side, f"for the {where}", reserve=NUMBERS.shrine_price)
    player.stake(side).treasury -= NUMBERS.shrine_price
    setattr(player, where, getattr(player, where) + 1)
    score(game, seat, side, NUMBERS.shrine_points)
    game.tell("built", seat=seat, what=where, side=side, points=NUMBERS.shrine_points)


def pass_turn(game: Byzantium, seat: str) -> Procedure[None]:
    """A cube of the Casualty Pool into the Pass box; if there is none, any other; if there is none at all, none. R04"""
    player = game.players[seat]
    source = "casualties"
    if not player.casualties:
        boxes = [box.id for box in BOXES.values() if getattr(player.stake(box.side), box.name)]
        found = (["pool"] if player.pool else []) + boxes
        source = found[0] if found else ""
        if len(found) > 1:
            names = {"pool": "Cube Pool", **BOX_NAMES}
            options = [Option(f"from {place}", f"From the {names[place]}", (place,), value=place) for place in found]
            choice = yield Ask(
                seat, "pass cube", "Your Casualty Pool is empty: which cube goes into the Pass box?", options, PASS,
                lambda text: _NO_CUBE_THERE if text.removeprefix("from ") in ("casualties", *names) else None,
            )  # fmt: skip
            source = choice.value
    if source:
        remove_cube(player, source)
        player.passing += 1
    game.passed.append(seat)
    game.tell("passed", seat=seat, first=len(game.passed) == 1)
