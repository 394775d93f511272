"""A small game with one deck for all: everybody is dealt from it in secret, and crises are drawn from it openly.

Each turn every seat is dealt a card and one crisis is drawn. Then each may play a card, put one back unseen, show
one to its neighbour alone, hold one up for all to see and keep it, or call the discards back into the deck.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from core.engine import (
    CHECKPOINT,
    Ask,
    Deal,
    Draw,
    Game,
    Open,
    Option,
    Outcome,
    Procedure,
    Scenario,
    Sealed,
    Switch,
    Told,
)
from core.engine.copying import copies

SEATS = ("red", "blue", "green", "white", "black", "gold", "grey")
CARDS = ["spy"] * 3 + ["bribe"] * 2 + ["feud"] * 2 + ["relic", "plague", "truce"]
DECK = "intrigue"


@copies
@dataclass(slots=True)
class Intrigue(Told):
    seats: list[str]
    turns: int
    turn: int = 0
    deck: list[str] = field(default_factory=lambda: CARDS[:])
    """All that is not known by all to be elsewhere: hidden in hands, or left."""
    discards: list[str] = field(default_factory=list)
    hands: dict[str, list[Sealed]] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)

    @property
    def held(self) -> list[Sealed]:
        return [token for hand in self.hands.values() for token in hand]


def play(game: Intrigue) -> Procedure[None]:
    while game.turn < game.turns:
        yield CHECKPOINT
        for seat in game.seats:
            if left(game):
                game.hands[seat] += yield Deal(seat, game.deck, held=game.held, name="hand", deck=DECK)
        if left(game):
            (crisis,) = yield Draw(game.deck, name="crisis", held=game.held, deck=DECK)
            discard(game, crisis)
        for seat in game.seats:
            yield from act(game, seat)
        game.turn += 1


def left(game: Intrigue) -> bool:
    """Whether there is a card to be had; the discards come back if there is not."""
    if len(game.deck) == len(game.held):
        recall(game)
    return len(game.deck) > len(game.held)


def recall(game: Intrigue) -> None:
    game.deck += game.discards
    game.discards = []


def discard(game: Intrigue, card: str) -> None:
    game.deck.remove(card)
    game.discards.append(card)


def act(game: Intrigue, seat: str) -> Procedure[None]:
    hand = game.hands[seat]
    options = [Option("pass"), Option("recall")]
    for number in range(len(hand)):
        options += [Option(f"return {number}"), Option(f"whisper {number}"), Option(f"hold-up {number}")]
    play_card = lambda card: Option(f"play {card}", value=card)  # noqa: E731
    answer = yield Ask(seat, "act", "What do you do?", options, hand=hand, play=play_card)
    word, _, which = answer.notation.partition(" ")
    if word == "recall":
        recall(game)
    elif word == "play":
        hand.remove(answer.token)
        discard(game, answer.value)
        game.points[seat] += len(answer.value)
    elif word == "return":
        del hand[int(which)]
    elif word == "whisper":
        neighbour = game.seats[(game.seats.index(seat) + 1) % len(game.seats)]
        yield Open([hand[int(which)]], to=neighbour, name="whisper")
    elif word == "hold-up":
        yield Open([hand[int(which)]], name="hold-up")


def outcome(game: Intrigue) -> Outcome | None:
    if game.turn < game.turns:
        return None
    best = max(game.points.values())
    return Outcome(tuple(seat for seat in game.seats if game.points[seat] == best), dict(game.points), "turns")


INTRIGUE = Game(
    id="intrigue",
    title="Intrigue",
    about="One deck for all.",
    revision=1,
    seats=SEATS,
    scenarios=(Scenario("court", "Court", (2, 3, 4, 5, 6, 7)),),
    switches=(Switch("turns", "Turns", ("1", "2", "3", "60"), "2"),),
    state_type=Intrigue,
    begin=lambda setup: Intrigue(
        list(setup.seats),
        int(setup.options["turns"]),
        hands={seat: [] for seat in setup.seats},
        points=dict.fromkeys(setup.seats, 0),
    ),
    play=play,
    outcome=outcome,
    tell=lambda event: event.kind,
    board=lambda game: str(game.points),
    headline=lambda game: f"turn {game.turn + 1}",
    value=lambda game, seat: game.points[seat],
    data_digest="",
)
