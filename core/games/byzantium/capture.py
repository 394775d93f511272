"""F. Combat: a successful attack. Tokens, points, plunder, and the cube that shows who holds the city."""

from __future__ import annotations

from core.engine import Ask, Option, Procedure, Refusal
from core.games.byzantium.cubes import can_take_cube, take_cube
from core.games.byzantium.data import ARAB, CITIES, FIELD_BOXES, NUMBERS, PLAYED, Side
from core.games.byzantium.forces import GUARD_LAST, Bulgars, FieldArmy
from core.games.byzantium.retreat import remove_if_destroyed
from core.games.byzantium.state import Byzantium, Phase

RULE = "F. Successful Attack"

_GIVE = {
    side: {box: Option(f"give {box}", f"A cube of the {box} box", (f"{side}.{box}",), value=box) for box in FIELD_BOXES}
    for side in PLAYED
}


def capture(game: Byzantium, force: FieldArmy | Bulgars, city: str, civil_war: bool) -> Procedure[None]:
    """The city loses a token, though never its last, and the victor scores and plunders what is left of it."""
    old_side, old_tokens = game.side[city], game.tokens[city]
    remove_holder(game, city)
    tokens = max(old_tokens - 1, 1)
    gain = old_tokens - 1
    game.tokens[city] = tokens
    if isinstance(force, Bulgars):
        game.side[city] = force.side
        score(game, force.seat, old_side.enemy, gain)
        game.tell("bulgars_took", seat=force.seat, city=city, side=old_side.enemy, points=gain)
        return
    if not civil_war:
        game.side[city] = force.side
    score(game, force.seat, force.side, gain)
    game.stake(force.seat, force.side).treasury += gain
    game.tell("captured", seat=force.seat, side=force.side, city=city, points=gain, plunder=gain)
    yield from place_control_cube(game, force, city)


def remove_holder(game: Byzantium, city: str) -> None:
    """The old controller's cube goes to his Casualty Pool, or his fortification back to him. R63"""
    holder = game.holder.pop(city, None)
    if holder is None:
        return
    if city in game.fortified:
        game.fortified.remove(city)
        game.players[holder].spare_tokens += 1
    else:
        game.players[holder].casualties += 1


def score(game: Byzantium, seat: str, side: Side, points: int) -> None:
    game.stake(seat, side).points += points


def place_control_cube(game: Byzantium, army: FieldArmy, city: str) -> Procedure[None]:
    """From the Cube Pool or bought; only if neither is possible the army gives up two cubes. R64, R65"""
    player = game.players[army.seat]
    if can_take_cube(player, army.side):
        yield from take_cube(game, army.seat, army.side, f"that holds {CITIES[city].name}")
        game.holder[city] = army.seat
    else:
        # the first goes on the city; a victor has strength two or more, so it is never the Guard
        yield from give_up_cube(game, army, city)
        game.holder[city] = army.seat
        if army.cubes(game) and (yield from give_up_cube(game, army, city)):
            player.casualties += 1
    remove_if_destroyed(game, army)


def why_not_give(text: str) -> Refusal | None:
    if text == "give guard":
        return GUARD_LAST
    if text.removeprefix("give ") not in FIELD_BOXES:
        return None
    return Refusal("Your army has no cube in that box.", RULE)


def give_up_cube(game: Byzantium, army: FieldArmy, city: str) -> Procedure[bool]:
    """One cube out of the army; the Guard only when no other is left, and it goes home. Was it a player's cube?"""
    stake = game.stake(army.seat, army.side)
    boxes = [box for box in FIELD_BOXES if getattr(stake, box)]
    if not boxes:
        stake.guard = False
        game.tell("guard_lost", seat=army.seat, side=army.side)
        return False
    box = boxes[0]
    if len(boxes) > 1:
        prompt = f"You have no other cube to hold {CITIES[city].name}: which does your army give up?"
        choice = yield Ask(
            army.seat, "garrison", prompt, [_GIVE[army.side][name] for name in boxes], RULE, why_not_give
        )
        box = choice.value
    setattr(stake, box, getattr(stake, box) - 1)
    game.tell("gave_up", seat=army.seat, side=army.side, box=box, city=city)
    return True


def constantinople_falls(game: Byzantium, seat: str) -> None:
    """The game ends at once, and only Arab points count. R51, R72"""
    score(game, seat, ARAB, NUMBERS.constantinople_points)
    game.conqueror = seat
    game.phase = Phase.OVER
    game.tell("constantinople_fell", seat=seat)
