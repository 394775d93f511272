"""Plays a procedure by a script: answers and dice in order, quiet answers to whatever a test does not care about."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from core.engine import Ask, Deal, Draw, Open, Option, Procedure, Roll, Sealed, Secret
from core.games.levy.calendar import CampaignOver
from core.games.levy.command import is_active, one_command
from core.games.levy.state import Command, LevyState, Lord

QUIET = {
    "concede": "fight", "events": "pass", "march": "pass", "marched": "pass", "heads": "pass", "pay": "done",
    "approach": "stand", "javelins": "no", "avoid": "pass", "besiege": "bypass", "laden": "unladen", "group": "go",
    "terms": "pass", "mozarabes": "pass", "surprise": "pass", "reposition": "stay", "relief": "no", "milites": "done",
    "marriage": "done", "muster": "done", "levy": "done", "seal": "seal",
    "spears": "no", "lieutenants": "done", "dinars": "done", "reset": "done", "camels": "pass",
    "calming": "done",
}  # fmt: skip


def holding(side: str, *cards: str) -> list[Sealed]:
    """Tokens that a script can read: the card is in the key."""
    return [Sealed(side, f"test.{card}") for card in cards]


def card_of(token: Sealed) -> str:
    return token.key.rpartition(".")[2]


class Told(list[Any]):
    """Everything a run was asked, by name, and what it returned."""

    result: Any = None

    def named(self, name: str) -> list[Ask]:
        return [ask for ask in self if ask.name == name]


class Script:
    def __init__(self, answers: Iterable[str], dice: Iterable[int]) -> None:
        self.answers, self.dice = list(answers), list(dice)
        self.asked = Told()

    def reply(self, request: Any) -> Any:
        match request:
            case Ask():
                return self.choose(request)
            case Roll():
                assert len(self.dice) >= request.count, f"no dice left for {request.why or request.name}"
                rolled, self.dice = self.dice[: request.count], self.dice[request.count :]
                return tuple(rolled)
            case Open():
                values = [card_of(token) for token in request.sealed]
                return tuple(value if request.when is None or request.when(value) else None for value in values)
            case Draw():
                return tuple(request.cards[: request.count])
            case Deal():
                return tuple(holding(request.seat, *request.cards[: request.count]))
            case Secret():
                return {seat: holding(seat, *self.privately(dialog)) for seat, dialog in request.dialogs.items()}
        return None

    def privately(self, dialog: Any) -> list[str]:
        return drive(dialog(card_of), self)

    def choose(self, ask: Ask) -> Option:
        self.asked.append(ask)
        offered = {option.notation: option for option in ask.options}
        for token in ask.hand:
            option = ask.play(card_of(token)) if ask.play else None
            if option is not None:
                option.token = token
                offered[option.notation] = option
        if self.answers and self.answers[0] in offered:
            return offered[self.answers.pop(0)]
        quiet = QUIET.get(ask.name)
        waiting = f", script waits to say '{self.answers[0]}'" if self.answers else ""
        assert quiet in offered, f"asked {ask.seat} '{ask.name}': {ask.prompt} {list(offered)}{waiting}"
        return offered[quiet]


def drive(procedure: Procedure[Any], script: Script) -> Any:
    value: Any = None
    try:
        while True:
            value = script.reply(procedure.send(value))
    except StopIteration as end:
        return end.value


def run(procedure: Procedure[Any], *answers: str, dice: Iterable[int] = ()) -> Told:
    """Runs to the end; every answer and every die of the script must have been used."""
    script = Script(answers, dice)
    try:
        script.asked.result = drive(procedure, script)
    except CampaignOver:
        script.asked.result = "campaign over"
    assert not script.answers, f"never asked for: {script.answers}"
    assert not script.dice, f"dice left over: {script.dice}"
    return script.asked


def activate(g: LevyState, lord: Lord, command: Command) -> Procedure[None]:
    """4.2.1: a whole Command card, Command by Command."""
    while is_active(g, command):
        yield from one_command(g, lord, command)
