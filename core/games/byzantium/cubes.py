"""A note on cubes: where a cube may come from, and what it costs."""

from __future__ import annotations

from core.engine import Ask, Option, Procedure, Refusal
from core.games.byzantium.data import BOXES, NUMBERS, PLAYED, Side
from core.games.byzantium.state import Byzantium, Player

RULE = "A Note on Cubes"
PRICE = NUMBERS.cube_price

_BOXES = tuple((box.id, box.side, box.name) for box in BOXES.values())
BOX_NAMES = {
    box.id: f"{box.side.capitalize()} {'Main Army' if box.name == 'main' else box.name.capitalize()} box"
    for box in BOXES.values()
}
_POOL = Option("from pool", "Cube Pool, free", ("pool",), value="pool")
_CASUALTIES = Option("from casualties", f"Casualty Pool, {PRICE} Bezants", ("casualties",), value="casualties")
_FROM = {box: Option(f"from {box}", f"{name}, {PRICE} Bezants", (box,), value=box) for box, name in BOX_NAMES.items()}

NO_CUBE = Refusal("You have no cube to place, nor the Bezants to buy one.", RULE)
CANNOT_PAY = {
    side: Refusal(f"Your Cube Pool is empty, and your {side.capitalize()} treasury can buy no cube.", RULE)
    for side in PLAYED
}


def can_take_cube(player: Player, side: Side, reserve: int = 0) -> bool:
    """Is there any cube to use for `side`, with `reserve` Bezants put aside for something else?"""
    stake = player.stake(side)
    if stake.treasury < reserve:
        return False
    return player.pool > 0 or (stake.treasury >= reserve + PRICE and has_cube_to_buy(player))


def has_cube_to_buy(player: Player, but: str = "") -> bool:
    """A cube in the Casualty Pool or in any army box (other than `but`). R07"""
    if player.casualties:
        return True
    return any(box != but and getattr(player.stake(side), name) for box, side, name in _BOXES)


def sources(player: Player, side: Side, reserve: int = 0, but: str = "") -> list[Option]:
    """Where a cube for `side` can come from now."""
    found = [_POOL] if player.pool else []
    if player.stake(side).treasury >= reserve + PRICE:
        if player.casualties:
            found.append(_CASUALTIES)
        found += [_FROM[box] for box, of, name in _BOXES if box != but and getattr(player.stake(of), name)]
    return found


def why_not_source(but: str, notation: str) -> Refusal | None:
    """Want of money is no reason here: a player who cannot buy has the Cube Pool alone, and is not asked."""
    verb, _, source = notation.partition(" ")
    if verb != "from":
        return None
    if source not in ("pool", "casualties", *BOXES):
        return Refusal(
            "Cubes come from your Cube Pool, your Casualty Pool or the boxes of your armies, no Guard.", RULE
        )
    if source == "pool":
        return Refusal("Your Cube Pool is empty.", RULE)
    if source == but:
        return Refusal("The cube would end where it began.", RULE)
    return Refusal("There is no cube of yours there.", RULE)


def take_cube(game: Byzantium, seat: str, side: Side, purpose: str, reserve: int = 0, but: str = "") -> Procedure[str]:
    """The player takes one cube in hand for `side`, paying 3 Bezants unless it is from the Cube Pool."""
    player = game.players[seat]
    options = sources(player, side, reserve, but)
    if len(options) == 1:
        source: str = options[0].value
    else:
        choice = yield Ask(
            seat, "cube", f"Take the cube {purpose} from where?", options, RULE,
            lambda text: why_not_source(but, text),
        )  # fmt: skip
        source = choice.value
    remove_cube(player, source)
    if source != "pool":
        player.stake(side).treasury -= PRICE
        game.tell("bought", seat=seat, source=source, side=side, price=PRICE)
    return source


def remove_cube(player: Player, source: str) -> None:
    if source == "pool":
        player.pool -= 1
    elif source == "casualties":
        player.casualties -= 1
    else:
        box = BOXES[source]
        stake = player.stake(box.side)
        setattr(stake, box.name, getattr(stake, box.name) - 1)
