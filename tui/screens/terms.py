"""Other terms for a lobby that is open already: scenario, seats, options. All must be ready anew for them."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from core.bots import bot_kinds
from netplay.lobby import OPEN
from tui.gathering import GUEST, CannotGather, Gathering
from tui.screens.new_game import NewGameScreen, about_bots
from tui.screens.windows import Explanation
from tui.sitting import PERSON
from tui.widgets.form import Field, Form


class TermsScreen(NewGameScreen):
    """Like a new game, but with the people who are here. Nothing changes before it is put to them."""

    title_of_form = "Other terms"
    start_label = "Put this to the others"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("f5,ctrl+s", "start", "Put to the others")]

    def __init__(self, gathering: Gathering) -> None:
        super().__init__()
        self._gathering = gathering
        self._choose_game(gathering.game.id)
        lobby = gathering.lobby
        assert lobby is not None
        self.scenario = self.game.scenario(lobby.scenario)
        self.options |= lobby.options
        self._read_seats()

    def _read_seats(self) -> None:
        self._as_seated = self._gathering.allocation()
        self.seats, self.count = dict(self._as_seated), len(self._as_seated)

    def on_mount(self) -> None:
        """Textual calls the method of the new game as well."""
        self.set_interval(0.5, self._look)

    def _look(self) -> None:
        if self._gathering.allocation() != self._as_seated:
            self._read_seats()
            self._fill()
            self.notify("Somebody has come or left: the seats are as they are now.", timeout=5)

    def _fields(self) -> list[Field]:
        return [field for field in super()._fields() if field.id not in ("game", "count")]

    def _scenarios(self) -> list[str]:
        return [each.id for each in self.game.scenarios if self.count in each.seats]

    def _bid_fields(self) -> list[Field]:
        return []

    def _last_fields(self) -> list[Field]:
        return []

    @property
    def _guests(self) -> list[str]:
        return [who for who in self._as_seated.values() if who.startswith(GUEST)]

    def _seat_fields(self) -> list[Field]:
        bots, guests = bot_kinds(self.game), self._guests
        kinds = (*guests, PERSON, OPEN, *bots)
        names = (*map(self._shown, guests), "you", "open", *(f"{bot} bot" for bot in bots))
        about = f"one of those who have come, you, somebody you invite, or one of your bots: {about_bots(bots)}."
        return [
            Field(f"seat {seat}", seat.capitalize(), self.seats[seat], kinds, names, f"Who plays {seat}: {about}")
            for seat in self.seats
        ]

    def _shown(self, who: str) -> str:
        return {PERSON: "you", OPEN: "open"}.get(who) or (who[len(GUEST) :] if who in self._guests else f"{who} bot")

    def _summary(self) -> str:
        lines = [self.scenario.title, ""]
        lines += [f"{seat.capitalize():<10}{self._shown(who)}" for seat, who in self.seats.items()]
        changed = [f"{each.title}: {self.options[each.id]}" for each in self.game.switches
                   if self.options[each.id] != each.default]  # fmt: skip
        lines += ["", "Not as usual: " + "; ".join(changed) if changed else "All options as usual."]
        how = "Enter shows this to everybody, and whoever was ready must say so again. Esc leaves all as it was."
        return "\n".join([*lines, "", how])

    def on_form_changed(self, event: Form.Changed) -> None:
        """Textual lets `NewGameScreen` hear of it afterwards. Whoever is given another's seat changes places."""
        kind, _, seat = event.field.id.partition(" ")
        if kind == "seat" and event.value in self._guests:
            there = next(each for each, who in self.seats.items() if who == event.value)
            self.seats[there] = self.seats[seat]

    def action_start(self) -> None:
        try:
            self._gathering.change(self.scenario.id, self.options, self.seats)
        except CannotGather as why:
            self.app.push_screen(Explanation("This cannot be put to the others", str(why)))
            return
        self.dismiss()
