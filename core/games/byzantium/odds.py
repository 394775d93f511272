"""How likely an attack is to take a city: exact, by following every fall of the dice.

Armies that stand in the city are taken to stay and fight, and losses to fall where they hurt least: on Move cubes
first, then on the main army, on the elite last. Whether the levies come out is the defender's choice, so both are
told.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb

from core.games.byzantium.combat import Attack, defenders, levy_owner
from core.games.byzantium.data import BULGAR, CONSTANTINOPLE, NUMBERS
from core.games.byzantium.forces import Bulgars
from core.games.byzantium.state import Byzantium

_SIDES = 6
_HIT = Fraction(_SIDES - NUMBERS.hit_on + 1, _SIDES)

Prospect = tuple[Fraction, Fraction]
"""The chance to take the city, and the cubes lost on average."""


@dataclass(frozen=True, slots=True)
class Host:
    """Any force, as far as its dice and losses go."""

    elite: int
    main: int
    move: int = 0

    @property
    def dice(self) -> int:
        return self.elite + min(self.main, NUMBERS.main_army_dice)

    @property
    def strength(self) -> int:
        return self.elite + self.main

    @property
    def cubes(self) -> int:
        return self.elite + self.main + self.move

    def after(self, hits: int) -> Host:
        from_move = min(hits, self.move)
        from_main = min(hits - from_move, self.main)
        return Host(max(0, self.elite - (hits - from_move - from_main)), self.main - from_main, self.move - from_move)


@dataclass(frozen=True, slots=True)
class Walls:
    """A city under siege: its dice and strength, and how many cubes a hit kills."""

    strength: int
    kills: int


@dataclass(frozen=True, slots=True)
class Odds:
    taken: Fraction
    """That the city falls, if the levies stay at home."""
    taken_from_levies: Fraction | None
    """That it falls although the levies defend it; None if there are none that could."""
    losses: Fraction
    """Cubes the attacker loses on average, if the levies stay at home."""


def attack_odds(game: Byzantium, attack: Attack, moves_spent: int = 0) -> Odds:
    """The odds of an attack that is about to be made, after `moves_spent` Move cubes are paid for the way there."""
    if isinstance(attack.force, Bulgars):
        return _odds(game, attack, Host(0, min(game.bulgars + NUMBERS.bulgars_join, NUMBERS.bulgars_at_most)))
    stake = game.stake(attack.seat, attack.force.side)
    return _odds(game, attack, Host(stake.elite + stake.guard, stake.main, max(0, stake.move - moves_spent)))


def odds_under_way(game: Byzantium, attack: Attack, gone: str = "") -> Odds:
    """The odds of an attack that has begun, for those who must decide how to meet it: with every army that stands
    there, or without the army of the player who thinks of going."""
    if isinstance(attack.force, Bulgars):
        return _odds(game, attack, Host(0, game.bulgars), gone)
    stake = game.stake(attack.seat, attack.force.side)
    return _odds(game, attack, Host(stake.elite + stake.guard, stake.main, stake.move), gone)


def _odds(game: Byzantium, attack: Attack, attacker: Host, gone: str = "") -> Odds:
    standing = [seat for seat in defenders(game, attack) if seat != gone]
    armies = _armies(game, attack, standing)
    city = Walls(
        game.siege_strength(attack.city),
        NUMBERS.constantinople_kills_per_hit if attack.city == CONSTANTINOPLE else 1,
    )
    taken, losses = _prospect(attacker, armies, None, city)
    owner = levy_owner(game, attack, standing)
    from_levies = None
    if owner is not None:
        levies = Host(0, game.stake(owner, game.side[attack.city]).levy)
        from_levies, _ = _prospect(attacker, armies, levies, city)
    return Odds(taken, from_levies, losses)


def _armies(game: Byzantium, attack: Attack, standing: list[str]) -> tuple[Host, ...]:
    if game.side[attack.city] is BULGAR:
        return (Host(0, game.bulgars),) if game.bulgars else ()
    stakes = [game.stake(seat, game.side[attack.city]) for seat in standing]
    return tuple(Host(stake.elite + stake.guard, stake.main, stake.move) for stake in stakes)


@lru_cache(maxsize=16384)
def _prospect(host: Host, armies: tuple[Host, ...], levies: Host | None, city: Walls) -> Prospect:
    """What an attacker can look forward to who has these before him. Of several armies he fights next the one that
    suits him, as the battles so far have gone; where the chance is the same, with the fewest losses."""
    if armies:
        others = [(*armies[:at], *armies[at + 1 :]) for at in range(len(armies))]
        prospects = [_battle(host, foe, rest, levies, city) for foe, rest in zip(armies, others, strict=True)]
        return max(prospects, key=lambda prospect: (prospect[0], -prospect[1]))
    if levies is not None:
        return _battle(host, levies, (), None, city)
    return _siege(host, city)


def _battle(host: Host, foe: Host, armies: tuple[Host, ...], levies: Host | None, city: Walls) -> Prospect:
    """One battle, and all that may follow if it is won (a tie is the defender's)."""
    taken = losses = Fraction(0)
    for ours, our_part in enumerate(_hits(host.dice)):
        for theirs, their_part in enumerate(_hits(foe.dice)):
            after, chance = host.after(theirs), our_part * their_part
            losses += chance * (host.cubes - after.cubes)
            if after.strength > foe.after(ours).strength:
                later, more = _prospect(after, armies, levies, city)
                taken += chance * later
                losses += chance * more
    return taken, losses


def _siege(host: Host, city: Walls) -> Prospect:
    taken = losses = Fraction(0)
    for hits, chance in enumerate(_hits(city.strength)):
        after = host.after(hits * city.kills)
        losses += chance * (host.cubes - after.cubes)
        if after.strength > city.strength:
            taken += chance
    return taken, losses


def _hits(dice: int) -> list[Fraction]:
    """The chance of each number of hits."""
    return [comb(dice, hits) * _HIT**hits * (1 - _HIT) ** (dice - hits) for hits in range(dice + 1)]
