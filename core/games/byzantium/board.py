"""The position in words and columns, for people who read rather than look."""

from __future__ import annotations

from core.games.byzantium.data import BULGAR, CITIES, CONSTANTINOPLE, NUMBERS, PLAYED, SPECIALS, Side
from core.games.byzantium.ending import projected_score
from core.games.byzantium.state import Byzantium, Phase


def headline(game: Byzantium) -> str:
    if game.phase is Phase.OVER:
        return "The game is over"
    return f"Turn {game.turn} of {NUMBERS.turns}, {game.phase}"


def board(game: Byzantium) -> str:
    parts = [headline(game), "", *_players(game), "", *_cities(game), "", *_specials(game)]
    return "\n".join(parts)


def _players(game: Byzantium) -> list[str]:
    lines = ["Players          points  money  elite main levy move  army at"]
    for seat in game.seats:
        player = game.players[seat]
        lines.append(f"{seat}: score if it ended now {projected_score(game, seat)}; Cube Pool {player.pool}, "
                     f"Casualty Pool {player.casualties}, spare tokens {player.spare_tokens}")  # fmt: skip
        for side in PLAYED:
            stake = player.stake(side)
            elite = f"{stake.elite}{'+G' if stake.guard else ''}"
            where = CITIES[stake.at].name if stake.at else "off the map"
            lines.append(
                f"  {side.capitalize():<14}{stake.points:>7}{stake.treasury:>7}"
                f"{elite:>7}{stake.main:>5}{stake.levy:>5}{stake.move:>5}  {where}"
            )
    return lines


def _cities(game: Byzantium) -> list[str]:
    lines = ["Cities (tokens, who controls it, armies there)"]
    for side in Side:
        cities = [city for city in CITIES if game.side[city] is side]
        if cities:
            lines.append(f"{side.capitalize()}:")
            lines += [f"  {_city(game, city)}" for city in cities]
    return lines


def _city(game: Byzantium, city: str) -> str:
    words = [CITIES[city].name, str(game.tokens[city])]
    if city in game.fortified:
        words.append("fortified")
    words.append(game.holder.get(city, "" if city == CONSTANTINOPLE or game.side[city] not in PLAYED else "nobody"))
    armies = game.armies_at(city, game.side[city]) if game.side[city] in PLAYED else []
    if armies:
        words.append("army of " + " and ".join(armies))
    return ", ".join(word for word in words if word)


def _specials(game: Byzantium) -> list[str]:
    taken = [
        f"{special.name}: {', '.join(game.special[special.id])}"
        for special in SPECIALS.values()
        if game.special.get(special.id)
    ]
    held = sum(side is BULGAR for side in game.side.values())
    return [
        f"Bulgars: {game.bulgars} cube{'s' * (game.bulgars != 1)}, {held} cit{'y' if held == 1 else 'ies'}",
        f"Special actions taken: {'; '.join(taken) or 'none'}",
        f"Passed, in order: {', '.join(game.passed) or 'nobody'}",
    ]
