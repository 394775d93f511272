"""The host's own screen, if he plays too: the table, and a window to the door."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from tui.app import Outremer
from tui.guests.guestbook import Guest
from tui.guests.screen_over_ssh import put_beside_guests
from tui.guests.visit import VisitorApp

if TYPE_CHECKING:
    from tui.guests.serving import Host


class DoorWindow(ModalScreen[None]):
    """What happened at the door, and a line for commands."""

    DEFAULT_CSS = """
    DoorWindow { align: center middle; }
    DoorWindow > Vertical { width: 110; max-width: 96%; height: 80%; border: round $primary; background: $surface;
        border-title-color: $accent; border-subtitle-color: $text-muted; padding: 0 1; }
    DoorWindow VerticalScroll { height: 1fr; }
    DoorWindow Static { height: auto; }
    DoorWindow Input { height: 3; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Close")]

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._host = host

    def compose(self) -> ComposeResult:
        with Vertical() as box:
            box.border_title, box.border_subtitle = "The door", "Esc closes"
            with VerticalScroll():
                yield Static("", markup=False)
            yield Input(placeholder="who, invite, bot SEAT, free SEAT, kick GUEST")

    def on_mount(self) -> None:
        self.query_one(Input).focus()
        self._show()

    def _show(self) -> None:
        self.query_one(Static).update(Text("\n".join(self._host.lines)))
        self.query_one(VerticalScroll).scroll_end(animate=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        answer = self._host.command(event.value)
        event.input.value = ""
        self._host.lines.extend(answer.splitlines())
        self._show()


class HostApp(VisitorApp):
    """As a guest's, with the host's own settings, and the door."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+g", "door", "Guests", priority=True)]

    def __init__(self, host: Host, guest: Guest) -> None:
        super().__init__(host.table, guest, None)
        self._host = host

    def keep_settings(self) -> None:
        Outremer.keep_settings(self)

    def action_door(self) -> None:
        if not isinstance(self.screen, DoorWindow):
            self.push_screen(DoorWindow(self._host))

    async def run_beside_guests(self) -> None:
        put_beside_guests(self)
        self._host.hear = self._hear
        try:
            await self.run_async()
        finally:
            self._host.hear = None

    def _hear(self, line: str) -> None:
        self.call_later(partial(self.notify, line, timeout=4))
