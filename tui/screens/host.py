"""Host a game: which, who sits where, and where the door is. Then the lobby."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from textual import work

from core.bots import bot_kinds
from core.engine import Setup
from netplay.clean_text import clean_name
from netplay.lobby import OPEN
from tui.gathering import CannotGather, Gathering, Household
from tui.network_commands import own_address
from tui.screens.lobby import LobbyScreen
from tui.screens.new_game import NewGameScreen, about_bots, own_name
from tui.screens.windows import Explanation
from tui.sitting import PERSON
from tui.widgets.form import Field, Form


@dataclass(frozen=True, slots=True)
class Wish:
    """What the command line has asked for already."""

    game: str
    setup: Setup | None = None
    seats: Mapping[str, str] = field(default_factory=dict)
    """For each seat `human`, `open` or a kind of bot."""
    name: str = ""
    address: str = ""
    port: int = 0
    listen: str = ""


class HostScreen(NewGameScreen):
    """Like a new game, but the seats are yours, your bots' or open, and instead of a seed there is a door."""

    title_of_form = "Host a game"
    start_label = "Open the lobby"

    def _choose_game(self, game_id: str) -> None:
        super()._choose_game(game_id)
        self.count = min(count for count in self.scenario.seats if count > 1)
        self.seats = {seat: PERSON if number == 0 else OPEN for number, seat in enumerate(self.game.seats)}

    def __init__(self, wish: Wish | None = None) -> None:
        super().__init__()
        wish = wish or Wish(self.game.id)
        self._choose_game(wish.game)
        if wish.setup is not None:
            self.scenario = self.game.scenario(wish.setup.scenario)
            self.count = len(wish.setup.seats)
            self.options |= wish.setup.options
            self.seats |= wish.seats
        self.own_name = clean_name(wish.name)
        self.address = wish.address or own_address()
        self.port = str(wish.port or "")
        self._listen = wish.listen
        self._opening = False

    def _called(self, seat: str) -> str:
        return self.own_name or clean_name(own_name(self.app.settings.name)) or "Host"

    def _seat_fields(self) -> list[Field]:
        bots = bot_kinds(self.game)
        kinds, names = (PERSON, OPEN, *bots), ("you", "open", *(f"{bot} bot" for bot in bots))
        about = f"you at this screen, somebody you invite, or one of your bots: {about_bots(bots)}."
        return [
            Field(f"seat {seat}", seat.capitalize(), self.seats[seat], kinds, names, f"Who plays {seat}: {about}")
            for seat in self.game.seats[: self.count]
        ]

    def _bid_fields(self) -> list[Field]:
        return []  # bids are made in the lobby

    def _last_fields(self) -> list[Field]:
        return [
            Field("name", "Your name", self._called(""), about="What the others call you. Enter to write another."),
            Field("address", "Address", self.address,
                  about="The address in the invitations: by which the others reach this machine. At home that is often "
                  "the address of your router, which must pass the port on to this machine."),
            Field("port", "Port", self.port, about="Where to listen. Empty: any port that is free."),
        ]  # fmt: skip

    def _summary(self) -> str:
        lines = [f"{self.game.title}, {self.scenario.title}", ""]
        names = {PERSON: self._called(""), OPEN: "open, for somebody you invite"}
        for seat in self.game.seats[: self.count]:
            kind = self.seats[seat]
            lines.append(f"{seat.capitalize():<11}{names.get(kind, f'{kind} bot')}")
        return "\n".join([*lines, "", "Enter opens the door and shows the invitations."])

    def on_form_changed(self, event: Form.Changed) -> None:
        """Textual lets `NewGameScreen` hear of it as well, which shows the form again."""
        match event.field.id:
            case "name":
                self.own_name = clean_name(event.value)
            case "address":
                self.address = event.value or own_address()
            case "port":
                self.port = event.value

    def action_start(self) -> None:
        seats = {seat: self.seats[seat] for seat in self.game.seats[: self.count]}
        if OPEN not in seats.values():
            self._explain(
                "At least one seat must be open, or nobody can come. For a game at this screen choose New game."
            )
        elif set(seats.values()) == {OPEN}:
            self._explain("Somebody must sit here: you, or one of your bots.")
        elif self.port and not (self.port.isdecimal() and 0 < int(self.port) < 65536):
            self._explain(f"'{self.port}' is no port: ports are 1 to 65535. Empty means any that is free.")
        elif not self._opening:
            self._opening = True
            self._open(seats)

    @work
    async def _open(self, seats: dict[str, str]) -> None:
        setup = self.game.setup(self.scenario.id, self.count, self.options)
        try:
            gathering = await Gathering.host(
                Household.of_user(),
                self.game,
                setup,
                seats,
                self._called(""),
                self.address,
                int(self.port or 0),
                self._listen,
            )
        except CannotGather as why:
            self._explain(str(why))
            return
        finally:
            self._opening = False
        self.app.push_screen(LobbyScreen(gathering))

    def _explain(self, why: str) -> None:
        self.app.push_screen(Explanation("This game cannot be hosted", why))
