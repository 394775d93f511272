"""Ending the game: the last points, the half rule, who wins."""

from __future__ import annotations

from core.engine import Outcome
from core.games.byzantium.capture import score
from core.games.byzantium.data import PLAYED
from core.games.byzantium.state import Byzantium, Phase


def score_cities(game: Byzantium) -> None:
    """One point for each City token, on the track of its colour. R73"""
    for seat in game.seats:
        for side in PLAYED:
            points = sum(game.tokens[city] for city in game.cities_of(seat, side))
            score(game, seat, side, points)
            game.tell("city_points", seat=seat, side=side, points=points)


def half_rule(one: int, other: int) -> int:
    """Both scores together, unless the lower is less than half the higher: then only the higher."""
    low, high = sorted((one, other))
    return low + high if 2 * low >= high else high


def final_score(game: Byzantium, seat: str) -> int:
    player = game.players[seat]
    if game.conqueror:
        return player.arab.points
    return half_rule(player.byzantine.points, player.arab.points)


def ranking_key(game: Byzantium, seat: str) -> tuple[int, ...]:
    """Score, then the tie-breakers in order: both tracks together (not after the fall of Constantinople, where
    Byzantine points are worthless: R72), cities, money."""
    player = game.players[seat]
    both = 0 if game.conqueror else player.byzantine.points + player.arab.points
    cities = sum(holder == seat for holder in game.holder.values())
    return final_score(game, seat), both, cities, player.byzantine.treasury + player.arab.treasury


def projected_score(game: Byzantium, seat: str) -> int:
    """The final score if the game ended now in the normal way."""
    points = {
        side: game.stake(seat, side).points + sum(game.tokens[city] for city in game.cities_of(seat, side))
        for side in PLAYED
    }
    return half_rule(*points.values())


def outcome(game: Byzantium) -> Outcome | None:
    if game.phase is not Phase.OVER:
        return None
    keys = {seat: ranking_key(game, seat) for seat in game.seats}
    best = max(keys.values())
    why = f"{game.conqueror} took Constantinople: only Arab points count" if game.conqueror else "three turns are over"
    return Outcome(
        tuple(seat for seat in game.seats if keys[seat] == best), {seat: keys[seat][0] for seat in game.seats}, why
    )


def value(game: Byzantium, seat: str) -> int:
    """How good a position is, for bots: points, what holds them, and what they could still be made from."""
    total = 0
    for other in game.seats:
        worth = _worth(game, other)
        total += worth * len(game.seats) if other == seat else -worth
    return total


def _worth(game: Byzantium, seat: str) -> int:
    player = game.players[seat]
    if game.conqueror:
        return 100 * player.arab.points
    turns_left = 3 - game.turn + (game.phase is Phase.ACTIONS)
    score_now = projected_score(game, seat)
    tokens = sum(game.tokens[city] for city, holder in game.holder.items() if holder == seat)
    worth = 100 * score_now + 35 * turns_left * tokens
    for side in PLAYED:
        stake = player.stake(side)
        worth += 14 * min(stake.treasury, 12) + 2 * stake.treasury
        worth += 9 * stake.strength + 4 * stake.move + 2 * stake.levy
    return worth + 12 * player.pool + 3 * player.casualties + (20 if player.arab.at else 0)
