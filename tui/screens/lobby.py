"""The lobby: who has come, who is ready, talk; and for the host the invitations and the start."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Footer, Static

from tui.gathering import Gathering
from tui.lobby_view import LobbySeat, LobbyView
from tui.network_sitting import NetworkSitting
from tui.screens.bidding import BidWindow
from tui.screens.network_table import NetworkTableScreen
from tui.screens.network_windows import InvitationList, story_line
from tui.screens.terms import TermsScreen
from tui.screens.windows import Explanation
from tui.sitting import is_person, player_name
from tui.widgets.form import Typed

if TYPE_CHECKING:
    from tui.app import Outremer


class LobbyScreen(Screen[None]):
    """Becomes the table when everybody has agreed to the charter."""

    app: Outremer

    DEFAULT_CSS = """
    LobbyScreen #seats { height: auto; max-height: 50%; }
    LobbyScreen #seats, LobbyScreen #talk, LobbyScreen #invitations { border: round $border-blurred; padding: 0 1;
        border-title-color: $primary; border-subtitle-color: $text-muted; }
    LobbyScreen #invitations { height: auto; max-height: 9; }
    LobbyScreen #invitations:focus-within { border: round $primary; }
    LobbyScreen InvitationList { background: $background; }
    LobbyScreen #talk { height: 1fr; min-height: 4; }
    LobbyScreen Static { height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "ready", "Ready"),
        Binding("s", "start", "Start"),
        Binding("o", "terms", "Other terms"),
        Binding("b", "bid", "Bid"),
        Binding("n", "no_bid", "No bid"),
        Binding("c", "copy", "Copy"),
        Binding("w", "watcher", "One to look on"),
        Binding("t", "talk", "Talk"),
        Binding("escape,q", "leave", "Leave"),
    ]

    def __init__(self, gathering: Gathering) -> None:
        super().__init__()
        self.gathering = gathering
        self._must_look = False
        self._over = False

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="seats", can_focus=False) as box:
            box.border_title = f"{self.gathering.game.title}: {'your table' if self.gathering.hosting else 'the lobby'}"
            yield Static("", id="who", markup=False)
        if self.gathering.hosting:
            with VerticalScroll(id="invitations", can_focus=False) as box:
                box.border_title = "Invitations: give each of the others one of these lines"
                yield InvitationList()
        with VerticalScroll(id="talk", can_focus=False) as box:
            box.border_title = "What happens"
            yield Static("", id="said", markup=False)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        if self.gathering.hosting:
            self.query_one(InvitationList).focus()
        self.gathering.watch(self._heard)
        self.set_interval(1.0, self._heard)
        self._look()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        gathering = self.gathering
        match action:
            case "start" | "copy" | "watcher":
                return gathering.hosting
            case "terms":
                return gathering.hosting and gathering.lobby is not None
            case "ready":
                return not gathering.hosting and not gathering.looks_on
            case "bid":
                return gathering.can_bid and not (gathering.bids is not None and gathering.bids.we_have_bid)
            case "no_bid":
                bids = gathering.bids
                return bids is not None and bids.they_have_bid and not bids.we_have_bid
        return True

    # --- what happens --------------------------------------------------------------------------------

    def _heard(self) -> None:
        if not self._must_look:
            self._must_look = True
            self.call_later(self._look)

    def _look(self) -> None:
        self._must_look = False
        if self._over:
            return
        if self.gathering.trouble:
            self._over = True
            self.gathering.leave()
            self._go_back()
            self.app.push_screen(Explanation("This game cannot be played", self.gathering.trouble))
        elif self.gathering.has_begun:
            self._over = True
            sit_down(self.app, self.gathering)
        else:
            self._show()

    def _go_back(self) -> None:
        """Also when a window is open above."""
        while self in self.app.screen_stack:
            self.app.pop_screen()

    def dress(self) -> None:
        self._show()

    def _show(self) -> None:
        gathering, ink = self.gathering, self.app.ink
        self.query_one("#who", Static).update(self._who())
        if gathering.hosting:
            self.query_one(InvitationList).show(gathering.invitation_lines())
        said = [story_line(line, ink) for line in gathering.story]
        self.query_one("#said", Static).update(Text("\n").join(said) if said else "Nothing yet. t: say something.")
        self.query_one("#talk", VerticalScroll).scroll_end(animate=False)
        self.refresh_bindings()

    def _who(self) -> Text:
        gathering, ink = self.gathering, self.app.ink
        lobby = gathering.lobby
        if lobby is None and gathering.hosting:
            return Text("The game begins when the others have come back and agreed to it.")
        if lobby is None:
            return Text("On the way to the host…")
        text = Text()
        for seat in lobby.seats:
            text.append(f"{seat.seat.capitalize():<10}", ink.style("strong"))
            bot = "" if not seat.ready or is_person(seat.player) else f", {player_name(seat.player)}"
            text.append(f"{(seat.name or 'open') + bot:<28} ", ink.style("" if seat.name else "muted"))
            text.append_text(self._state(seat))
            text.append("\n")
        game = gathering.game
        scenario = next((each.title for each in game.scenarios if each.id == lobby.scenario), lobby.scenario)
        changed = [
            f"{switch.title}: {lobby.options[switch.id]}"
            for switch in game.switches
            if lobby.options.get(switch.id, switch.default) != switch.default
        ]
        text.append(f"\n{scenario}. {'Not as usual: ' + '; '.join(changed) if changed else 'All options as usual'}.")
        for switch in game.switches:
            if lobby.options.get(switch.id, switch.default) != switch.default:
                text.append(f"\n{switch.title}: {switch.about}", ink.style("muted"))
        watchers, more = gathering.watchers()
        if watchers:
            names = ", ".join([name for name, _ in watchers] + [f"{more} more"] * bool(more))
            text.append(f"\nLooking on: {names}.", ink.style("muted"))
        if bids := self._bids(lobby):
            text.append(f"\n{bids}")
        text.append(f"\n{self._next(lobby.full)}", ink.style("accent"))
        return text

    def _bids(self, lobby: LobbyView) -> str:
        """How the bidding for a seat stands, where there may be one."""
        bids, bidding = self.gathering.bids, self.gathering.game.bidding
        if bidding is None or not self.gathering.can_bid:
            return ""
        seat = bidding.seat.capitalize()
        other = next(each.name for each in lobby.seats if each.name != self.gathering.name)
        if bids is not None and bids.we_have_bid:
            return f"Your bid for {seat} is sealed. It is opened when {other} has made his."
        if bids is not None and bids.they_have_bid:
            return f"{other} has sealed a bid for {seat}. b: bid too; n: rather not."
        return f"b: bid for {seat}, if you like; the lower bid has it."

    def _state(self, seat: LobbySeat) -> Text:
        ink = self.app.ink
        if not seat.name:
            return Text("nobody has come yet", ink.style("muted"))
        is_me = seat.name == self.gathering.name
        distance = None if is_me else self.gathering.distance(seat.name)
        far = f", {distance}" if distance is not None and distance.seconds else ""
        mine = ", you" if is_me else ""
        if seat.ready:
            return Text(f"{ink.glyphs['check']} ready{mine}{far}", ink.style("accent"))
        return Text(f"not ready{mine}{far}")

    def _next(self, full: bool) -> str:
        if self.gathering.network is not None:
            return "All are asked to agree…"
        if self.gathering.hosting:
            return (
                "All are ready: s starts the game." if full else "The game can begin when all have come and are ready."
            )
        if self.gathering.looks_on:
            return "You will look on when the game begins."
        return "The host begins the game when all are ready." if self._ready else "r: you are ready, on these terms."

    @property
    def _ready(self) -> bool:
        lobby = self.gathering.lobby
        return lobby is not None and any(seat.ready and seat.name == self.gathering.name for seat in lobby.seats)

    # --- what a player does --------------------------------------------------------------------------

    def action_ready(self) -> None:
        self.gathering.ready()

    def action_start(self) -> None:
        lobby = self.gathering.lobby
        if lobby is None or not lobby.full:
            self.notify("Not all have come, or not all are ready.", title="Not yet", severity="warning")
            return
        self.gathering.start()

    def action_terms(self) -> None:
        if self.gathering.network is not None:
            self.notify("All are asked to agree to the game just now.", title="Not now", severity="warning")
            return
        self.app.push_screen(TermsScreen(self.gathering))

    def action_bid(self) -> None:
        game, lobby, bidding = self.gathering.game, self.gathering.lobby, self.gathering.game.bidding
        if lobby is None or bidding is None:
            return

        def chosen(amount: int | None) -> None:
            if amount is not None:
                self.gathering.bid(amount)

        self.app.push_screen(BidWindow(bidding, game.bids(lobby.scenario)), chosen)

    def action_no_bid(self) -> None:
        bids = self.gathering.bids
        if bids is not None:
            bids.refuse()

    def action_copy(self) -> None:
        self.query_one(InvitationList).copy()

    def action_watcher(self) -> None:
        self.gathering.invite(watch=True)
        self._show()
        self.notify("The last invitation is for somebody who looks on and sees only what is public.", timeout=6)

    def action_talk(self) -> None:
        def typed(text: str | None) -> None:
            if text:
                self.gathering.say(text)

        self.app.push_screen(Typed("To everybody in the lobby:"), typed)

    def action_leave(self) -> None:
        self._over = True
        self.gathering.leave()
        self._go_back()


def sit_down(app: Outremer, gathering: Gathering) -> NetworkTableScreen:
    """From the lobby to the table."""
    table = NetworkTableScreen(NetworkSitting.at(gathering))
    app.go_home()
    app.push_screen(table)
    return table
