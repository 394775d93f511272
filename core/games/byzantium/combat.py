"""F. Combat: armies that retreat or stand, battles one after the other, levies, the siege, the capture."""

from __future__ import annotations

from dataclasses import dataclass

from core.engine import Ask, Option, Procedure, Refusal, Roll
from core.games.byzantium.capture import capture, constantinople_falls
from core.games.byzantium.data import BULGAR, CITIES, CONSTANTINOPLE, NUMBERS, PLAYED, Way
from core.games.byzantium.forces import Bulgars, FieldArmy, Force, Levies
from core.games.byzantium.retreat import (
    barring_fleet,
    can_retreat,
    fleet_allows,
    remove_if_destroyed,
    retreat,
    retreat_before_battle,
    withdraw,
)
from core.games.byzantium.state import Byzantium

_STAND = [Option("fight", "Stand and fight"), Option("retreat", "Retreat before the battle")]
_LEVIES = [Option("defend", "Defend with the levies"), Option("decline", "Keep the levies out of it")]


@dataclass(frozen=True, slots=True)
class Attack:
    """One attack on one city. `origin` is where a beaten attacker goes back to, if it moved here."""

    force: FieldArmy | Bulgars
    city: str
    origin: str | None = None
    way: Way | None = None
    civil_war: bool = False

    @property
    def seat(self) -> str:
        return self.force.seat

    @property
    def in_words(self) -> str:
        """Who attacks, before the name of what is attacked."""
        return f"{self.seat} sends the Bulgars against" if isinstance(self.force, Bulgars) else f"{self.seat} attacks"


def resolve(game: Byzantium, attack: Attack) -> Procedure[None]:
    """All the steps of a conflict, in the order of the rulebook."""
    city = attack.city
    game.tell("attack", seat=attack.seat, side=attack.force.side, city=city, civil_war=attack.civil_war)
    fought: list[str] = []
    if game.side[city] is BULGAR:
        beaten = yield from meet_bulgars(game, attack)
    else:
        yield from retreats_before_battle(game, attack)
        beaten = yield from meet_armies(game, attack, fought)
        if not beaten:
            beaten = yield from meet_levies(game, attack, fought)
    if not beaten and (yield from siege(game, attack)):
        if city == CONSTANTINOPLE:
            constantinople_falls(game, attack.seat)
        else:
            yield from capture(game, attack.force, city, attack.civil_war)
        return
    yield from go_back(game, attack)


def defenders(game: Byzantium, attack: Attack) -> list[str]:
    """Every army of the city's side there, but the attacker's own in a Civil War; clockwise from the attacker's
    left, so that the player who sends the Bulgars against himself comes last. R41, R42"""
    side = game.side[attack.city]
    if side not in PLAYED:
        return []
    armies = game.armies_at(attack.city, side)
    if not armies:
        return []
    order = game.clockwise_from(attack.seat)
    order = order[1:] + ([] if attack.civil_war else order[:1])
    return [seat for seat in order if seat in armies]


def retreats_before_battle(game: Byzantium, attack: Attack) -> Procedure[None]:
    """Each owner, knowing the earlier answers, retreats at once or stands. R41"""
    side = game.side[attack.city]
    for seat in defenders(game, attack):
        army = FieldArmy(seat, side)
        wants_to_fight = False
        if can_retreat(game, army, attack.city):
            prompt = f"{attack.in_words} your {side.capitalize()} army in {CITIES[attack.city].name}. Will it stand?"
            choice = yield Ask(seat, "stand", prompt, _STAND, "F. Retreating an Army")
            wants_to_fight = choice.notation == "fight"
            if not wants_to_fight and (yield from retreat_before_battle(game, army, attack.city)):
                continue
        game.tell("stands", seat=seat, side=side, city=attack.city, forced=not wants_to_fight)


def meet_armies(game: Byzantium, attack: Attack, fought: list[str]) -> Procedure[bool]:
    """The attacker fights each army that stands, in the order he likes; was he beaten? F. Multiple Defenders"""
    side = game.side[attack.city]
    while standing := [seat for seat in defenders(game, attack) if seat not in fought]:
        foe = standing[0]
        if len(standing) > 1:
            options = [Option(f"fight {seat}", f"Fight {seat}'s army first", (seat,), value=seat) for seat in standing]
            choice = yield Ask(
                attack.seat, "order", "Which army do you fight next?", options, "F. Multiple Defenders",
                why_not_fight,
            )  # fmt: skip
            foe = choice.value
        fought.append(foe)
        army = FieldArmy(foe, side)
        if not (yield from battle(game, attack, army)):
            remove_if_destroyed(game, army)
            return True
        if not remove_if_destroyed(game, army):
            yield from retreat(game, army, attack.city)
    return False


def why_not_fight(text: str) -> Refusal | None:
    if not text.startswith("fight "):
        return None
    return Refusal("No army of that player stands against you here.", "F. Multiple Defenders")


def meet_levies(game: Byzantium, attack: Attack, fought: list[str]) -> Procedure[bool]:
    """With no army left in the city its controller may call up his levies; was the attacker beaten?"""
    side = game.side[attack.city]
    owner = levy_owner(game, attack, fought)
    if owner is None:
        return False
    prompt = f"{attack.in_words} {CITIES[attack.city].name}. Do your {side.capitalize()} levies defend it?"
    choice = yield Ask(owner, "levies", prompt, _LEVIES, "F. Levies")
    if choice.notation == "decline":
        return False
    won = yield from battle(game, attack, Levies(owner, side))
    return not won


def levy_owner(game: Byzantium, attack: Attack, fought: list[str]) -> str | None:
    """Who may defend with levies: the city's controller, or the Emperor at Constantinople. R54 to R57"""
    city, side = attack.city, game.side[attack.city]
    if side not in PLAYED:
        return None
    owner = game.boxed("emperor") if city == CONSTANTINOPLE else game.holder.get(city)
    if owner is None or not game.stake(owner, side).levy:
        return None
    if owner == attack.seat and (city == CONSTANTINOPLE or isinstance(attack.force, FieldArmy)):
        return None
    if owner in fought and not game.readings.levies_after_own_army:
        return None
    return owner


def meet_bulgars(game: Byzantium, attack: Attack) -> Procedure[bool]:
    """All Bulgars defend a city of theirs; was the attacker beaten? F. Attacking a Bulgar City"""
    if not game.bulgars:
        return False
    won = yield from battle(game, attack, Bulgars())
    return not won


def battle(game: Byzantium, attack: Attack, defender: Force) -> Procedure[bool]:
    """Both roll at once; the attacker removes his losses first. Does the attacker win? A tie is the defender's."""
    attacker, where = attack.force, CITIES[attack.city].name
    ours = yield from roll_hits(attacker.dice(game), "attack", f"Attack on {where}")
    theirs = yield from roll_hits(defender.dice(game), "defence", f"Defence of {where}")
    yield from attacker.suffer(game, theirs, f"battle of {where}")
    yield from defender.suffer(game, ours, f"battle of {where}")
    won = attacker.strength(game) > defender.strength(game)
    game.tell(
        "battle", seat=attack.seat, foe=defender.seat, foe_kind=type(defender).__name__, city=attack.city, won=won,
        strength=attacker.strength(game), foe_strength=defender.strength(game),
    )  # fmt: skip
    return won


def roll_hits(count: int, name: str, why: str) -> Procedure[int]:
    """Any die of four or more is a hit."""
    if not count:
        return 0
    dice = yield Roll(count, name=name, why=why)
    return sum(die >= NUMBERS.hit_on for die in dice)


def siege(game: Byzantium, attack: Attack) -> Procedure[bool]:
    """Only the city rolls. The attacker must have more strength left than it. Is it taken? F. Siege, R62"""
    attacker, city = attack.force, attack.city
    defence = game.siege_strength(city)
    hits = yield from roll_hits(defence, "siege", f"Siege of {CITIES[city].name}")
    if city == CONSTANTINOPLE:
        hits *= NUMBERS.constantinople_kills_per_hit
    yield from attacker.suffer(game, hits, f"siege of {CITIES[city].name}")
    taken = attacker.strength(game) > defence
    game.tell("siege", seat=attack.seat, city=city, strength=attacker.strength(game), defence=defence, taken=taken)
    return taken


def go_back(game: Byzantium, attack: Attack) -> Procedure[None]:
    """A beaten attacker returns whence it came; one that fought where it stood retreats. R33 to R35, R47"""
    army = attack.force
    if isinstance(army, Bulgars) or remove_if_destroyed(game, army):
        return
    if attack.origin is None:
        yield from retreat(game, army, attack.city)
        return
    owner = barring_fleet(game, army)
    if attack.way is Way.SEA and owner is not None:
        prompt = f"{army.seat}'s Arab army, beaten at {CITIES[attack.city].name}, would go back by sea. May it?"
        if not (yield from fleet_allows(game, owner, army, prompt)):
            yield from withdraw(game, army, attack.city, sea=False)
            return
    game.stake(army.seat, army.side).at = attack.origin
    game.tell("went_back", seat=army.seat, side=army.side, city=attack.origin)
