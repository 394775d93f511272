"""Who fights: a Field Army, a player's levies, or the Bulgars. Each knows its dice, its strength, its losses."""

from __future__ import annotations

from dataclasses import dataclass

from core.engine import Ask, Option, Procedure, Refusal
from core.games.byzantium.data import BULGAR, FIELD_BOXES, NUMBERS, PLAYED, Side
from core.games.byzantium.state import Byzantium

_LOSE = {
    side: {box: Option(f"lose {box}", f"A cube of the {box} box", (f"{side}.{box}",), value=box) for box in FIELD_BOXES}
    for side in PLAYED
}
_EMPTY_BOX = Refusal("Your army has no cube in that box.", "F. Battle")
GUARD_LAST = Refusal("The Guard is lost only when no other cube is left.", "C. Special Actions")


def why_not_lose(text: str) -> Refusal | None:
    if text == "lose guard":
        return GUARD_LAST
    return _EMPTY_BOX if text.removeprefix("lose ") in FIELD_BOXES else None


@dataclass(frozen=True, slots=True)
class FieldArmy:
    seat: str
    side: Side

    def dice(self, game: Byzantium) -> int:
        """One for each elite cube, and for each main cube up to three."""
        stake = game.stake(self.seat, self.side)
        return stake.elite + stake.guard + min(stake.main, NUMBERS.main_army_dice)

    def strength(self, game: Byzantium) -> int:
        return game.stake(self.seat, self.side).strength

    def cubes(self, game: Byzantium) -> int:
        return game.stake(self.seat, self.side).field_cubes

    def suffer(self, game: Byzantium, hits: int, why: str) -> Procedure[None]:
        """The owner removes cubes from Elite, Main Army or Move; the Guard only when it is the last. R59, R61"""
        stake = game.stake(self.seat, self.side)
        hits = min(hits, stake.field_cubes)
        for left in range(hits, 0, -1):
            boxes = [box for box in FIELD_BOXES if getattr(stake, box)]
            if not boxes:
                stake.guard = False
                game.tell("guard_lost", seat=self.seat, side=self.side)
                return
            box = boxes[0]
            if len(boxes) > 1 and left < stake.field_cubes - stake.guard:  # else all but the Guard go anyway
                prompt = f"Remove a cube of your {self.side.capitalize()} army ({why}; {left} to go)"
                options = [_LOSE[self.side][name] for name in boxes]
                choice = yield Ask(self.seat, "loss", prompt, options, "F. Battle", why_not_lose)
                box = choice.value
            setattr(stake, box, getattr(stake, box) - 1)
            game.players[self.seat].casualties += 1
            game.tell("lost", seat=self.seat, side=self.side, box=box)


@dataclass(frozen=True, slots=True)
class Levies:
    seat: str
    side: Side

    def dice(self, game: Byzantium) -> int:
        return min(self.strength(game), NUMBERS.levy_dice)

    def strength(self, game: Byzantium) -> int:
        return game.stake(self.seat, self.side).levy

    cubes = strength

    def suffer(self, game: Byzantium, hits: int, why: str) -> Procedure[None]:
        stake = game.stake(self.seat, self.side)
        dead = min(hits, stake.levy)
        stake.levy -= dead
        game.players[self.seat].casualties += dead
        for _ in range(dead):
            game.tell("lost", seat=self.seat, side=self.side, box="levy")
        return
        yield  # a procedure like its siblings, with nothing to ask


@dataclass(frozen=True, slots=True)
class Bulgars:
    """All orange cubes together, as a main army. `seat` is the player who sends them, if one does."""

    seat: str = ""
    side: Side = BULGAR

    def dice(self, game: Byzantium) -> int:
        return min(game.bulgars, NUMBERS.main_army_dice)

    def strength(self, game: Byzantium) -> int:
        return game.bulgars

    cubes = strength

    def suffer(self, game: Byzantium, hits: int, why: str) -> Procedure[None]:
        dead = min(hits, game.bulgars)
        game.bulgars -= dead
        if dead:
            game.tell("bulgars_lost", cubes=dead)
        return
        yield  # a procedure like its siblings, with nothing to ask


Force = FieldArmy | Levies | Bulgars
