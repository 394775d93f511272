"""How likely an attack is to take a city: exact, by following every fall of the dice.

Armies that stand in the city are taken to stay and fight, and losses to fall where they hurt least: on Move cubes
first, then on the main army, on the elite last. Whether the levies come out is the defender's choice, so both are
told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from math import comb

from core.games.byzantium.combat import Attack, defenders, levy_owner
from core.games.byzantium.data import BULGAR, CONSTANTINOPLE, NUMBERS
from core.games.byzantium.forces import Bulgars
from core.games.byzantium.state import Byzantium

_SIDES = 6
_HIT = Fraction(_SIDES - NUMBERS.hit_on + 1, _SIDES)

Chances = dict["Host", Fraction]


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

    def after(self, hits: int) -> Host:
        from_move = min(hits, self.move)
        from_main = min(hits - from_move, self.main)
        return Host(max(0, self.elite - (hits - from_move - from_main)), self.main - from_main, self.move - from_move)


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
    garrison = _armies(game, attack, standing)
    taken, losses = _best_order(game, attack, attacker, garrison)
    owner = levy_owner(game, attack, standing)
    from_levies = None
    if owner is not None:
        levies = Host(0, game.stake(owner, game.side[attack.city]).levy)
        from_levies, _ = _best_order(game, attack, attacker, garrison, last=[levies])
    return Odds(taken, from_levies, losses)


def _armies(game: Byzantium, attack: Attack, standing: list[str]) -> list[Host]:
    if game.side[attack.city] is BULGAR:
        return [Host(0, game.bulgars)] if game.bulgars else []
    stakes = [game.stake(seat, game.side[attack.city]) for seat in standing]
    return [Host(stake.elite + stake.guard, stake.main, stake.move) for stake in stakes]


def _best_order(
    game: Byzantium, attack: Attack, attacker: Host, armies: Sequence[Host], last: Sequence[Host] = ()
) -> tuple[Fraction, Fraction]:
    """The attacker fights several armies in the order that suits him."""
    return max(_outcome(game, attack, attacker, [*order, *last]) for order in permutations(armies))


def _outcome(game: Byzantium, attack: Attack, attacker: Host, foes: Sequence[Host]) -> tuple[Fraction, Fraction]:
    """The chance to take the city, and the average loss."""
    cubes = attacker.strength + attacker.move
    hosts: Chances = {attacker: Fraction(1)}
    lost = Fraction(0)
    for foe in foes:
        hosts, beaten = _battle(hosts, foe)
        lost += sum((chance * (cubes - host.strength - host.move) for host, chance in beaten.items()), Fraction(0))
    defence = game.siege_strength(attack.city)
    kills = NUMBERS.constantinople_kills_per_hit if attack.city == CONSTANTINOPLE else 1
    taken = Fraction(0)
    for host, chance in hosts.items():
        for hits, part in enumerate(_hits(defence)):
            after = host.after(hits * kills)
            lost += chance * part * (cubes - after.strength - after.move)
            if after.strength > defence:
                taken += chance * part
    return taken, lost


def _battle(hosts: Chances, foe: Host) -> tuple[Chances, Chances]:
    """The attacker as it may come out of a battle: when it wins, and when it is beaten (a tie is the defender's)."""
    won: Chances = {}
    beaten: Chances = {}
    for host, chance in hosts.items():
        for ours, our_part in enumerate(_hits(host.dice)):
            for theirs, their_part in enumerate(_hits(foe.dice)):
                after = host.after(theirs)
                into = won if after.strength > foe.after(ours).strength else beaten
                into[after] = into.get(after, Fraction(0)) + chance * our_part * their_part
    return won, beaten


def _hits(dice: int) -> list[Fraction]:
    """The chance of each number of hits."""
    return [comb(dice, hits) * _HIT**hits * (1 - _HIT) ** (dice - hits) for hits in range(dice + 1)]
