"""A small game for testing the engine: hidden hands, sealed plans, open cards, dice, seats at once.

Each turn every seat is dealt a card, plans two deeds in secret, and the plans are opened in turn. A held
card may answer a raid if it is even; low cards must be shown when dealt. Most points win.

With the switch `camps` the first seat camps before each turn and after it (two answers with only a checkpoint
between them), and a deed may scout: the victim then shows its oldest card to the scout alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from core.engine import (
    CHECKPOINT,
    Ask,
    Deal,
    Draw,
    Event,
    Game,
    Open,
    Option,
    Outcome,
    Procedure,
    Refusal,
    Roll,
    Scenario,
    Sealed,
    Secret,
    Setup,
    Switch,
    Told,
)
from core.engine.copying import copies

DECKS = {seat: [f"{seat}{number}" for number in range(12)] for seat in ("red", "blue", "green")}
OMENS = ["sun", "moon", "storm", "calm"]


@copies
@dataclass(slots=True)
class Toy(Told):
    seats: list[str]
    turns: int
    camps: bool = False
    turn: int = 0
    points: dict[str, int] = field(default_factory=dict)
    hands: dict[str, list[Sealed]] = field(default_factory=dict)
    decks: dict[str, list[str]] = field(default_factory=dict)
    plans: dict[str, list[Sealed]] = field(default_factory=dict)
    omens: list[str] = field(default_factory=list)


def begin(setup: Setup) -> Toy:
    seats = list(setup.seats)
    return Toy(
        seats,
        int(setup.options.get("turns", "3")),
        setup.options.get("camps") == "on",
        points=dict.fromkeys(seats, 0),
        hands={seat: [] for seat in seats},
        decks={seat: DECKS[seat][:] for seat in seats},
    )


def low(card: str) -> bool:
    return int(card.lstrip("abcdefghijklmnopqrstuvwxyz")) < 3


def even(card: str) -> Option | None:
    number = int(card.lstrip("abcdefghijklmnopqrstuvwxyz"))
    return Option(f"play {card}", f"Play {card} and stop the raid", value=card) if number % 2 == 0 else None


def plan(seat: str, hand: list[Sealed], scouts: int) -> Any:
    def dialog(peek: Any) -> Procedure[list[str]]:
        deeds: list[str] = []
        best = max((peek(token) for token in hand), default="none")
        while len(deeds) < 2:
            deeds_open = ["raid", "rest", *(f"scout {seat}-path{number}" for number in range(scouts))]
            options = [Option(deed, value=deed) for deed in deeds_open]
            choice = yield Ask(seat, "plan", f"Next deed (your best card is {best})", options)
            deeds.append(choice.value)
        return deeds

    return dialog


def play(game: Toy) -> Procedure[None]:
    while game.turn < game.turns:
        yield CHECKPOINT
        yield from one_turn(game)
        game.turn += 1


def one_turn(game: Toy) -> Procedure[None]:
    if game.camps:
        yield from camp(game, "dawn")
    (omen,) = yield Draw(OMENS, name="omen")
    game.omens.append(omen)
    for seat in game.seats:
        yield from deal(game, seat)
    scouts = 3 if game.camps else 0
    sealed = yield Secret({seat: plan(seat, game.hands[seat], scouts) for seat in game.seats}, name="plan")
    game.plans = {seat: list(tokens) for seat, tokens in sealed.items()}
    for step in range(2):
        for seat in game.seats:
            (deed,) = yield Open([game.plans[seat][step]], name="deed")
            if deed == "raid":
                yield from raid(game, seat)
            elif deed != "rest":
                yield from scout(game, seat)
    game.plans = {}
    if game.camps:
        yield from camp(game, "dusk")


def camp(game: Toy, when: str) -> Procedure[None]:
    first = game.seats[0]
    choice = yield Ask(first, when, "How do you camp?", [Option("feast"), Option("fast")])
    game.points[first] += choice.notation == "fast"
    game.tell("camp", seat=first, how=choice.notation)


def scout(game: Toy, seat: str) -> Procedure[None]:
    victim = victim_of(game, seat)
    if game.hands[victim]:
        yield Open(game.hands[victim][:1], to=seat, name="scout")


def victim_of(game: Toy, seat: str) -> str:
    return game.seats[(game.seats.index(seat) + 1) % len(game.seats)]


def deal(game: Toy, seat: str) -> Procedure[None]:
    (token,) = yield Deal(seat, game.decks[seat], held=game.hands[seat], name="hand")
    (shown,) = yield Open([token], when=low, name="low")
    if shown is None:
        game.hands[seat].append(token)
    else:
        game.decks[seat].remove(shown)
        game.points[seat] += 1
        game.tell("low", seat=seat, card=shown)


def raid(game: Toy, seat: str) -> Procedure[None]:
    victim = victim_of(game, seat)
    answer = yield Ask(
        victim,
        "defend",
        f"{seat} raids you",
        [Option("suffer"), Option("bribe")],
        rule="2.1",
        why_not=lambda text: Refusal("Nobody flees here.", "2.2") if text == "flee" else None,
        hand=game.hands[victim],
        play=even,
    )
    if answer.notation == "bribe":
        game.points[victim] -= 1
    elif answer.notation == "suffer":
        dice = yield Roll(2, name="raid", why=f"{seat} raids {victim}")
        game.points[seat] += sum(die >= 4 for die in dice)
        game.tell("raided", seat=seat, victim=victim)
    else:
        game.decks[victim].remove(answer.value)
        game.hands[victim].remove(answer.token)


def outcome(game: Toy) -> Outcome | None:
    if game.turn < game.turns:
        return None
    best = max(game.points.values())
    return Outcome(tuple(seat for seat in game.seats if game.points[seat] == best), dict(game.points), "turns")


def tell(event: Event) -> str:
    return f"{event.kind} {event.facts}"


GAME = Game(
    id="toy",
    title="Toy",
    about="Raids and plans.",
    revision=1,
    seats=("red", "blue", "green"),
    scenarios=(Scenario("short", "Short", (2, 3)),),
    switches=(Switch("turns", "Turns", ("1", "3", "6"), "3"), Switch("camps", "Camps", ("off", "on"), "off")),
    state_type=Toy,
    begin=begin,
    play=play,
    outcome=outcome,
    tell=tell,
    board=lambda game: str(game.points),
    headline=lambda game: f"turn {game.turn + 1}",
    value=lambda game, seat: game.points[seat],
    data_digest="",
)
