"""Join a game: paste the invitation, say who you are."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Footer, Static

from core.engine import Game
from netplay.clean_text import clean_name
from netplay.invitations import BadInvitation, Invitation
from tui.gathering import CannotGather, Gathering, Household, invited_to
from tui.screens.lobby import LobbyScreen
from tui.screens.new_game import own_name
from tui.screens.windows import Explanation
from tui.widgets.form import Field, Form

if TYPE_CHECKING:
    from tui.app import Outremer

HOW = """\
The host gives you one line that begins with outremer:// and is good for one player. Paste it here, then press Enter \
on 'Join the game'. The same line brings you back if you leave.

The line holds the fingerprint of the host's key: nobody in between can pose as the host. Dice and secrets need no \
trust in anybody."""


class JoinScreen(Screen[None]):
    app: Outremer

    DEFAULT_CSS = """
    JoinScreen Form { height: 8; }
    JoinScreen #about { height: 1fr; border: round $border-blurred; padding: 0 1; border-title-color: $primary; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "app.pop_screen", "Back"),
        Binding("f5,ctrl+s", "join", "Join"),
    ]

    def __init__(self, invitation: str = "", name: str = "", seat: str = "", via: str = "") -> None:
        super().__init__()
        self._line, self._called, self._seat, self._via = invitation, clean_name(name), seat, via

    def compose(self) -> ComposeResult:
        yield Form(id="form")
        yield Static("", id="about", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        form = self.query_one(Form)
        form.border_title = "Join a game"
        form.focus()
        self._called = self._called or clean_name(own_name(self.app.settings.name))
        self.dress()
        if self._line:
            form.visit("join")

    def _invitation(self) -> tuple[Invitation, Game]:
        """Raises `CannotGather`, with what is wrong with the line."""
        try:
            invitation = Invitation.parse(self._line)
        except BadInvitation as bad:
            raise CannotGather(f"This invitation cannot be used: {bad}.") from bad
        return invitation, invited_to(invitation)

    def _fields(self) -> list[Field]:
        try:
            invitation, game = self._invitation()
            what = f"{game.title}, at {invitation.host}. The host's key: {invitation.fingerprint}"
            seats = ("", *game.seats)
        except CannotGather as why:
            what, seats = str(why) if self._line else "", ("",)
        names = ("any that is free", *(seat.capitalize() for seat in seats[1:]))
        return [
            Field("invitation", "Invitation", self._line, about=f"{what}\n\n{HOW}".strip()),
            Field("join", "Join the game", button=True, about=f"{what}\n\n{HOW}".strip()),
            Field("name", "Your name", self._called, about="What the others call you. Enter to write another."),
            Field("seat", "Seat", self._seat, seats, names, "Which seat you would like, if it is free."),
            Field("via", "By way of", self._via,
                  about="Jump hosts on the way, as for ssh -J, with commas between them. They are reached with your "
                  "own ssh keys; the address in the invitation may be a name from your ~/.ssh/config."),
        ]  # fmt: skip

    def dress(self) -> None:
        self.query_one(Form).fill(self._fields(), self.app.ink)
        self._tell()

    def _tell(self) -> None:
        field = self.query_one(Form).current
        if field is not None:
            about = self.query_one("#about", Static)
            about.border_title = field.label
            about.update(field.about)

    def on_form_visited(self, event: Form.Visited) -> None:
        self._tell()

    def on_paste(self, event: events.Paste) -> None:
        """A line that a terminal has folded is whole again without its breaks."""
        event.stop()
        self._take("".join(event.text.split()))

    def _take(self, line: str) -> None:
        self._line, self._seat = line, ""
        self.dress()
        self.query_one(Form).visit("join")

    def on_form_changed(self, event: Form.Changed) -> None:
        match event.field.id:
            case "invitation":
                self._take(event.value)
                return
            case "name":
                self._called = clean_name(event.value) or self._called
            case "seat":
                self._seat = event.value
            case "via":
                self._via = event.value
        self.dress()

    def on_form_pressed(self, event: Form.Pressed) -> None:
        if event.field.id == "join":
            self.action_join()
        else:
            self.query_one(Form).action_turn(1)

    def action_join(self) -> None:
        try:
            invitation, _ = self._invitation()
            gathering = Gathering.join(Household.of_user(), invitation, self._called, self._seat, self._via)
        except CannotGather as why:
            self.app.push_screen(Explanation("You cannot join", str(why)))
            return
        self.app.push_screen(LobbyScreen(gathering))
