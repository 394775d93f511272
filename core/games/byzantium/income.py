"""2. Income and maintenance, and the cubes that come back."""

from __future__ import annotations

from functools import lru_cache

from core.engine import Ask, Option, Procedure, Refusal
from core.games.byzantium.cubes import BOX_NAMES
from core.games.byzantium.data import BOXES, NUMBERS, PLAYED, Side
from core.games.byzantium.forces import FieldArmy
from core.games.byzantium.retreat import remove_if_destroyed
from core.games.byzantium.state import Byzantium, Stake

RULE = "2. Income and Maintenance"

_PRICES = {side: {box.name: box.maintenance for box in BOXES.values() if box.side is side} for side in PLAYED}
_LET_GO = {
    box: Option(f"let go {box}", f"{name} (costs {BOXES[box].maintenance})", (box,), value=box)
    for box, name in BOX_NAMES.items()
}


def income_and_maintenance(game: Byzantium) -> Procedure[None]:
    """Each player in turn: income of both sides, then pay for both armies; then the cubes come back. R69"""
    for seat in game.clockwise_from(game.first_player):
        for side in PLAYED:
            collect_income(game, seat, side)
            yield from maintain(game, seat, side)
    for seat in game.seats:
        return_cubes(game, seat)
    game.special.clear()


def collect_income(game: Byzantium, seat: str, side: Side) -> None:
    tokens = sum(game.tokens[city] for city in game.cities_of(seat, side))
    game.stake(seat, side).treasury += tokens * NUMBERS.income_per_token
    game.tell("income", seat=seat, side=side, bezants=tokens * NUMBERS.income_per_token)


def upkeep(stake: Stake, side: Side) -> int:
    """What the army and levies of one side cost; the Guard is free."""
    return sum(price * getattr(stake, name) for name, price in _PRICES[side].items())


def maintain(game: Byzantium, seat: str, side: Side) -> Procedure[None]:
    """Each treasury pays its own army. What cannot be paid leaves the game, a point lost for each cube. R70"""
    stake, player = game.stake(seat, side), game.players[seat]
    cheapest_gone = 99
    while (short := upkeep(stake, side) - stake.treasury) > 0:
        boxes = removable(stake, side, short, cheapest_gone)
        box = boxes[0]
        if len(boxes) > 1:
            prompt = f"Your {side.capitalize()} treasury is {short} short: which cube leaves the game?"
            choice = yield Ask(
                seat, "maintenance", prompt, [_LET_GO[name] for name in boxes], RULE,
                lambda text: why_not_let_go(stake, side, text),
            )  # fmt: skip
            box = choice.value
        name = BOXES[box].name
        cheapest_gone = min(cheapest_gone, BOXES[box].maintenance)
        setattr(stake, name, getattr(stake, name) - 1)
        player.gone += 1
        lost = min(1, stake.points)
        stake.points -= lost
        game.tell("unpaid", seat=seat, box=box, points=lost)
    paid = upkeep(stake, side)
    stake.treasury -= paid
    game.tell("maintained", seat=seat, side=side, bezants=paid)


def removable(stake: Stake, side: Side, short: int, cheapest_gone: int) -> list[str]:
    """Boxes a cube may be let go from, so that in the end none that left could have been paid with what remains."""
    counts = tuple((price, getattr(stake, name)) for name, price in _PRICES[side].items())
    return [
        f"{side}.{name}"
        for index, name in enumerate(_PRICES[side])
        if counts[index][1] and _ends_well(counts, index, short, cheapest_gone)
    ]


@lru_cache(maxsize=4096)
def _ends_well(counts: tuple[tuple[int, int], ...], index: int, short: int, cheapest_gone: int) -> bool:
    """Can the removals end fairly after a cube of box `index` goes, with `short` Bezants missing before?"""
    price, cubes = counts[index]
    cheapest_gone = min(cheapest_gone, price)
    if price >= short:
        return price - short < cheapest_gone
    left = (*counts[:index], (price, cubes - 1), *counts[index + 1 :])
    return any(n and _ends_well(left, at, short - price, cheapest_gone) for at, (_, n) in enumerate(left))


def why_not_let_go(stake: Stake, side: Side, text: str) -> Refusal | None:
    box = BOXES.get(text.removeprefix("let go "))
    if box is None:
        return None
    if box.side is not side:
        return Refusal("Each treasury pays its own army.", RULE)
    if not getattr(stake, box.name):
        return Refusal("There is no cube of yours there.", RULE)
    return Refusal("Then a cube would leave that could have been paid.", RULE)


def return_cubes(game: Byzantium, seat: str) -> None:
    """Guards go home; Special, Tax and Pass cubes and half the casualties, rounded up, join the Cube Pool."""
    player = game.players[seat]
    for side in PLAYED:
        player.stake(side).guard = False
        remove_if_destroyed(game, FieldArmy(seat, side))
    back = (player.casualties + 1) // 2
    player.casualties -= back
    player.pool += back + player.special + player.taxed + player.passing
    player.special = player.taxed = player.passing = 0
    game.tell("cubes_back", seat=seat, casualties=back, pool=player.pool)
