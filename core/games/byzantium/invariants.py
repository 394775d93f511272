"""What must be true of every position, whatever was played. Tests and long runs look at every question."""

from __future__ import annotations

from core.games.byzantium.data import BYZANTINE, CITIES, CONSTANTINOPLE, NUMBERS, PLAYED, SPECIALS
from core.games.byzantium.state import Byzantium, Phase, cubes_of


def check(game: Byzantium, settled: bool = False) -> None:
    """Raises AssertionError with what is wrong. `settled` is for checkpoints, between actions: then no attack
    is under way, and every army stands among friends."""
    _check_map(game)
    _check_specials(game)
    for seat in game.seats:
        _check_player(game, seat)
    _check_armies(game, settled)


def _check_map(game: Byzantium) -> None:
    assert 0 <= game.bulgars <= NUMBERS.bulgars_at_most, f"there are {game.bulgars} Bulgars"
    assert 1 <= game.turn <= NUMBERS.turns, f"it is turn {game.turn}"
    assert len(set(game.passed)) == len(game.passed), f"somebody passed twice: {game.passed}"
    assert game.side.keys() == game.tokens.keys() == CITIES.keys(), "the cities are not those of the map"
    assert game.side[CONSTANTINOPLE] is BYZANTINE, f"Constantinople is {game.side[CONSTANTINOPLE]}"
    assert game.tokens[CONSTANTINOPLE] == NUMBERS.constantinople_strength, "Constantinople's strength has changed"
    for city, tokens in game.tokens.items():
        if city != CONSTANTINOPLE:
            assert 1 <= tokens <= NUMBERS.most_tokens_in_a_city, f"{city} has {tokens} tokens"
    for city, holder in game.holder.items():
        assert holder in game.players, f"{city} is held by {holder}, who does not play"
        assert game.side[city] in PLAYED, f"{holder} holds {city}, which is {game.side[city]}"
        assert city != CONSTANTINOPLE, f"{holder} holds Constantinople"
    for city in game.fortified:
        assert city in game.holder, f"{city} is fortified and nobody holds it"
    assert len(set(game.fortified)) == len(game.fortified), f"a city is fortified twice: {game.fortified}"


def _check_specials(game: Byzantium) -> None:
    for special, seats in game.special.items():
        boxes = SPECIALS[special].boxes
        assert len(seats) <= boxes, f"{len(seats)} cubes lie in the {boxes} boxes of {special}"
    for seat, player in game.players.items():
        cubes = sum(seats.count(seat) for seats in game.special.values())
        assert player.special == cubes, f"{seat} has {cubes} cubes in special boxes and counts {player.special}"


def _check_player(game: Byzantium, seat: str) -> None:
    player = game.players[seat]
    cubes = cubes_of(game, seat)
    assert cubes == NUMBERS.cubes_per_player, f"{seat} has {cubes} cubes"
    counts = {name: getattr(player, name) for name in (
        "pool", "casualties", "special", "taxed", "passing", "church", "mosque", "gone", "spare_tokens",
    )}  # fmt: skip
    for side in PLAYED:
        stake = player.stake(side)
        for name in ("treasury", "points", "elite", "main", "levy", "move"):
            counts[f"{side} {name}"] = getattr(stake, name)
        throne = "emperor" if side is BYZANTINE else "caliph"
        assert not stake.guard or game.boxed(throne) == seat, f"{seat} has a Guard and is not {throne}"
    below = [name for name, count in counts.items() if count < 0]
    assert not below, f"{seat} has less than none in {', '.join(below)}"
    forts = sum(game.holder[city] == seat for city in game.fortified)
    assert forts + player.spare_tokens == NUMBERS.spare_tokens, f"{seat} has {forts} forts, {player.spare_tokens} spare"


def _check_armies(game: Byzantium, settled: bool) -> None:
    abroad = []
    for seat in game.seats:
        for side in PLAYED:
            stake = game.stake(seat, side)
            if stake.at is None:
                continue
            if game.side[stake.at] is not side:
                abroad.append((seat, f"{seat}'s {side} army stands in {stake.at}, which is {game.side[stake.at]}"))
            if settled:
                assert stake.field_cubes, f"{seat}'s {side} army in {stake.at} has no cubes"
            assert side is not BYZANTINE or game.players[seat].claimed, f"{seat} has an army and never claimed a city"
    if game.phase is not Phase.OVER:  # the conqueror of Constantinople stays there
        allowed = 0 if settled else 1
        assert len(abroad) <= allowed, "; ".join(text for _, text in abroad)
        assert all(seat == game.active for seat, _ in abroad), abroad[0][1]
