"""Positions in a line, and games whose dice the test decides."""

from __future__ import annotations

from random import Random

from core.engine import SILENCE, LocalTable, Place, Roll, Session
from core.games.byzantium import GAME
from core.games.byzantium.data import CITIES, CONSTANTINOPLE, FACTS, Side
from core.games.byzantium.state import Byzantium, Phase, begin

BYZANTINE, ARAB, PERSIAN, BULGAR = Side


class FixedDice(LocalTable):
    """Dice as told, in order; a roll of another number of dice than told is a failure."""

    def __init__(self, *rolls: tuple[int, ...]) -> None:
        super().__init__("fixed")
        self.left = list(rolls)

    def roll(self, request: Roll, place: Place) -> tuple[int, ...]:
        assert self.left, f"an unexpected roll: {request}"
        dice = self.left.pop(0)
        assert len(dice) == request.count, f"{request} was to be {dice}"
        return dice


def position(players: int = 3, active: str = "red", **options: str) -> Byzantium:
    """The start of turn 1, with `active` to act first."""
    game = begin(GAME.setup(players=players, options=options))
    game.news = SILENCE
    game.phase = Phase.ACTIONS
    game.first_player = game.active = active
    return game


def hold(game: Byzantium, seat: str, *cities: str, side: Side | None = None, tokens: int | None = None) -> None:
    """`seat` controls these cities, with cubes from his Casualty Pool."""
    for city in cities:
        game.holder[city] = seat
        game.players[seat].casualties -= 1
        if side is not None:
            game.side[city] = side
        if tokens is not None:
            game.tokens[city] = tokens
        if game.side[city] is BYZANTINE:
            game.players[seat].claimed = True


def army(game: Byzantium, seat: str, side: Side, at: str | None, **boxes: int) -> None:
    """Puts an army on the map with exactly these cubes; those left over or missing are casualties."""
    stake = game.stake(seat, side)
    stake.at = at
    if side is BYZANTINE and at:
        game.players[seat].claimed = True
    for box, cubes in boxes.items():
        game.players[seat].casualties += getattr(stake, box) - cubes
        setattr(stake, box, cubes)


def start(game: Byzantium, *rolls: tuple[int, ...]) -> Session:
    """Plays on from a position with the given dice."""
    setup = GAME.setup(players=len(game.seats))
    return Session(GAME, setup, FixedDice(*rolls), state=game)


def play(session: Session, *answers: str) -> None:
    """Answers in order, each `seat: notation`."""
    for text in answers:
        seat, _, notation = text.partition(": ")
        session.answer(seat, notation)


def offered(session: Session) -> list[str]:
    """What the question that is open now offers."""
    return [option.notation for option in session.pending[0].options]


def asked(session: Session) -> tuple[str, str]:
    """Who must answer, and what."""
    return session.pending[0].seat, session.pending[0].name


def told(session: Session) -> list[str]:
    """All that has happened, as players read it."""
    return [GAME.tell(event) for event in session.events]


def box(game: Byzantium, special: str, seat: str) -> None:
    """`seat` has a cube, from his Casualty Pool, in a Special Action box; a throne brings its Guard."""
    game.special.setdefault(special, []).append(seat)
    game.players[seat].casualties -= 1
    game.players[seat].special += 1
    if special in ("emperor", "caliph"):
        game.stake(seat, BYZANTINE if special == "emperor" else ARAB).guard = True


def fortify(game: Byzantium, seat: str, city: str) -> None:
    """`seat` holds a city with a fortification."""
    hold(game, seat, city)
    game.players[seat].casualties += 1
    game.players[seat].spare_tokens -= 1
    game.fortified.append(city)


def pool(game: Byzantium, seat: str, cubes: int) -> None:
    """Exactly so many cubes in the Cube Pool; the others are casualties."""
    game.players[seat].casualties += game.players[seat].pool - cubes
    game.players[seat].pool = cubes


def purse(game: Byzantium, seat: str, byzantine: int, arab: int) -> None:
    game.players[seat].byzantine.treasury = byzantine
    game.players[seat].arab.treasury = arab


def rich(game: Byzantium) -> Byzantium:
    """Everybody can pay for everything, so that no maintenance is asked about."""
    for seat in game.seats:
        purse(game, seat, byzantine=60, arab=60)
    return game


def pass_turn(session: Session) -> None:
    """Everybody passes until the turn ends, or something else is asked."""
    turn = session.state.turn
    while not session.over and session.state.turn == turn and session.pending[0].name == "action":
        session.answer(session.pending[0].seat, "pass")


def at_war(players: int, random: Random, **options: str) -> Byzantium:
    """A random map in the midst of war: cities of all sides, armies crowded at both ends of a link, a fleet at sea,
    some players without casualties and some without cubes or money."""
    game = position(players, **options)
    for city in CITIES:
        if city != CONSTANTINOPLE:
            game.side[city] = random.choice([BYZANTINE, BYZANTINE, ARAB, ARAB, PERSIAN, BULGAR])
            game.tokens[city] = random.randint(1, 3)
    game.side["candia"] = game.side["tyre"] = ARAB
    fronts = [link for link in FACTS.links if CONSTANTINOPLE not in (link.a, link.b)]
    front = random.choice(fronts)
    game.side[front.a], game.side[front.b] = BYZANTINE, ARAB
    at_the_front = {seat: random.choice([BYZANTINE, ARAB]) for seat in game.seats}
    for side, crowded in ((BYZANTINE, front.a), (ARAB, front.b)):
        cities = [city for city in CITIES if game.side[city] is side and city != CONSTANTINOPLE]
        for city in cities:
            holder = random.choice([None, *game.seats])
            if holder and game.players[holder].casualties > 8:
                hold(game, holder, city)
        for seat in game.seats:
            where = crowded if at_the_front[seat] is side else random.choice(cities)
            army(game, seat, side, where, elite=random.randint(0, 1), main=random.randint(0, 5), move=5)
    box(game, "byzantine-fleet", random.choice(game.seats))
    for seat in game.seats:
        player, fate = game.players[seat], random.choice(["plenty", "no casualties", "poor"])
        if fate == "no casualties":
            pool(game, seat, player.pool + player.casualties)
        elif fate == "poor":
            pool(game, seat, 0)
            purse(game, seat, random.randint(0, 3), random.randint(0, 3))
    return game
