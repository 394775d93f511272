"""A new game: which, with whom, read how. Everything has a sensible default, so Enter, Enter, Enter plays."""

from __future__ import annotations

import getpass
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Footer, Static

import saves
from core.bots import bot_kinds
from core.engine import BadSetup, Game, Switch
from core.games import GAME_IDS, load_game
from tui.boards import load_board
from tui.screens.bidding import bid_at_one_keyboard, winner_of
from tui.screens.windows import Explanation
from tui.sitting import PERSON, Sitting, fresh_seed
from tui.widgets.form import Field, Form
from tui.widgets.table_top import HEIGHTS, WIDTHS

if TYPE_CHECKING:
    from tui.app import Outremer

_BOT_ABOUT = {
    "captain": "a bot that knows this game and plays it by rules of thumb",
    "greedy": "a bot that wants the best position at the end of each action",
    "random": "a bot that does anything",
}


def about_bots(kinds: Sequence[str]) -> str:
    return " or ".join(_BOT_ABOUT[kind] for kind in kinds)


def own_name(chosen: str) -> str:
    """The player's name: as set, or as this computer knows him."""
    if chosen:
        return chosen
    try:
        return getpass.getuser().capitalize()
    except (OSError, KeyError):
        return "Player"


class NewGameScreen(Screen[None]):
    app: Outremer

    DEFAULT_CSS = """
    NewGameScreen Form { width: 3fr; }
    NewGameScreen #about { width: 2fr; max-width: 56; height: 1fr; border: round $border-blurred; padding: 0 1;
        border-title-color: $primary; }
    NewGameScreen.-narrow Horizontal { layout: vertical; }
    NewGameScreen.-narrow Form { width: 100%; }
    NewGameScreen.-narrow #about { width: 100%; max-width: 100%; height: 8; }
    NewGameScreen.-tiny #about { height: 4; }
    """
    title_of_form = "New game"
    start_label = "Start the game"
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "app.pop_screen", "Back"),
        Binding("f5,ctrl+s", "start", "Start"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.game: Game = load_game(GAME_IDS[0])
        self._choose_game(GAME_IDS[0])

    def _choose_game(self, game_id: str) -> None:
        self.game = load_game(game_id)
        self.board = load_board(game_id)
        self.scenario = self.game.scenarios[0]
        self.count = min(3, self.scenario.seats[-1])
        self.options = {switch.id: switch.default for switch in self.game.switches}
        bot = bot_kinds(self.game)[0]
        self.seats = {seat: PERSON if number == 0 else bot for number, seat in enumerate(self.game.seats)}
        self.names: dict[str, str] = {}
        self.seed = str(fresh_seed())

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield Form(id="form")
            yield Static("", id="about", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        form = self.query_one(Form)
        form.border_title = self.title_of_form
        form.focus()
        self._fill()

    def _fields(self) -> list[Field]:
        game, board = self.game, self.board
        titles = tuple(load_game(game_id).title for game_id in GAME_IDS)
        counts = tuple(str(count) for count in self.scenario.seats)
        scenarios = self._scenarios()
        fields = [
            Field("game", "Game", game.id, tuple(GAME_IDS), titles,
                  f"{game.about}\n\nPlayers: {', '.join(counts)}\nLength: {board.length}\nWeight: {board.weight}\n\n"
                  "Enter goes on, left and right choose another."),
            Field("start", self.start_label, button=True, about=self._summary()),
            Field("scenario", "Scenario", self.scenario.id, tuple(scenarios),
                  tuple(game.scenario(each).title for each in scenarios), self.scenario.about),
            Field("count", "Players", str(self.count), counts, about="How many take part."),
        ]  # fmt: skip
        fields += self._seat_fields() + self._bid_fields()
        fields += [self._switch_field(switch) for switch in game.switches]
        return fields + self._last_fields()

    def _scenarios(self) -> list[str]:
        return [each.id for each in self.game.scenarios]

    def _bid_fields(self) -> list[Field]:
        """Two people may bid for a seat where the rules know that."""
        bidding, people = self.game.bidding, [self.seats[seat] for seat in self.game.seats[: self.count]]
        if bidding is None or not self.game.bids(self.scenario.id) or people != [PERSON, PERSON]:
            return []
        about = f"{bidding.about}\n\nRule {bidding.rule}. Enter: you bid one after the other."
        return [Field("bid", f"Bid for {bidding.seat.capitalize()}", button=True, about=about)]

    def _seat_fields(self) -> list[Field]:
        fields = []
        bots = bot_kinds(self.game)
        kinds = (PERSON, *bots)
        abouts = about_bots(bots)
        for seat in self.game.seats[: self.count]:
            names = ("a person", *(f"{bot} bot" for bot in bots))
            about = f"Who plays {seat}: a person at this keyboard, {abouts}."
            fields.append(Field(f"seat {seat}", seat.capitalize(), self.seats[seat], kinds, names, about))
            if self.seats[seat] == PERSON:
                about = "Enter to write another name."
                fields.append(Field(f"name {seat}", "  called", self._called(seat), about=about))
        return fields

    def _last_fields(self) -> list[Field]:
        about = ("All chance comes from this number and the choices made: the same seed and the same choices give the "
                 "same game. Enter to write another.")  # fmt: skip
        return [Field("seed", "Seed", self.seed, about=about)]

    def _switch_field(self, switch: Switch) -> Field:
        about = f"{switch.title}.\n{switch.about}\n\nRule {switch.rule}. Usual: {switch.default}."
        return Field(f"option {switch.id}", switch.title, self.options[switch.id], switch.values, about=about)

    def _called(self, seat: str) -> str:
        people = [each for each in self.game.seats[: self.count] if self.seats[each] == PERSON]
        first = people and people[0] == seat
        default = own_name(self.app.settings.name) if first else f"Player {people.index(seat) + 1}"
        return self.names.get(seat) or default

    def _summary(self) -> str:
        lines = [f"{self.game.title}, {self.scenario.title}", ""]
        for seat in self.game.seats[: self.count]:
            kind = self.seats[seat]
            lines.append(f"{seat.capitalize():<11}{self._called(seat) if kind == PERSON else f'{kind} bot'}")
        changed = [switch.title for switch in self.game.switches if self.options[switch.id] != switch.default]
        if changed:
            lines += ["", "Not as usual: " + ", ".join(changed)]
        return "\n".join([*lines, "", "Enter starts the game. It is saved at every decision."])

    def _fill(self) -> None:
        self.query_one(Form).fill(self._fields(), self.app.ink)

    def dress(self) -> None:
        self._fill()

    def on_form_visited(self, event: Form.Visited) -> None:
        about = self.query_one("#about", Static)
        about.border_title = event.field.label.strip()
        about.update(event.field.about)

    def on_form_changed(self, event: Form.Changed) -> None:
        kind, _, name = event.field.id.partition(" ")
        match kind:
            case "game":
                self._choose_game(event.value)
            case "scenario":
                self.scenario = self.game.scenario(event.value)
                self.count = min(max(self.count, self.scenario.seats[0]), self.scenario.seats[-1])
            case "count":
                self.count = int(event.value)
            case "seat":
                self.seats[name] = event.value
            case "name":
                self.names[name] = event.value.replace(":", " ")
            case "option":
                self.options[name] = event.value
            case "seed":
                self.seed = event.value or str(fresh_seed())
        self._fill()

    def on_form_pressed(self, event: Form.Pressed) -> None:
        if event.field.id == "start":
            self.action_start()
        elif event.field.id == "bid":
            self._bid()
        elif event.field.id == "game":
            form = self.query_one(Form)
            if form.current is not None and form.current.id == "start":  # Enter was pressed twice in a blink
                self.action_start()
            else:
                form.visit("start")
        else:
            self.query_one(Form).action_turn(1)

    @work
    async def _bid(self) -> None:
        bidding = self.game.bidding
        assert bidding is not None
        first, second = self.game.seats[: self.count]
        people = (self._called(first), self._called(second))
        bids = await bid_at_one_keyboard(self.app, bidding, self.game.bids(self.scenario.id), people)
        if not bids:
            return
        won = winner_of(bids)
        other = second if bidding.seat == first else first
        self.names |= {bidding.seat: people[won], other: people[1 - won]}
        self.options[bidding.switch] = str(min(bids))
        self._fill()
        self.query_one(Form).visit("start")
        tie = ", by lot," if bids[0] == bids[1] else ""
        self.app.push_screen(Explanation(
            "The bids", f"{people[0]} has bid {bids[0]}, {people[1]} has bid {bids[1]}.\n\n{people[won]}{tie} plays "
            f"{bidding.seat.capitalize()} for {min(bids)}. {people[1 - won]} plays {other.capitalize()}."))  # fmt: skip

    def action_start(self) -> None:
        seats = self.game.seats[: self.count]
        players = {
            seat: f"{PERSON}:{self._called(seat)}" if self.seats[seat] == PERSON else self.seats[seat] for seat in seats
        }
        seed = int(self.seed) if self.seed.isdecimal() else self.seed
        try:
            setup = self.game.setup(self.scenario.id, self.count, self.options)
            sitting = Sitting.begin(self.game.id, setup, players, seed)
        except (BadSetup, saves.SaveFailed) as problem:
            self.notify(str(problem), title="The game could not be begun", severity="error", timeout=15)
            return
        self.app.sit_down(sitting)
