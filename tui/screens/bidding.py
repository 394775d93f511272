"""Bidding for a seat: a window for one bid, and how two people at one keyboard bid one after the other."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from core.engine import Bidding
from tui.screens.windows import HandOver

if TYPE_CHECKING:
    from tui.app import Outremer


class BidWindow(ModalScreen[int | None]):
    """One player's bid, as a number."""

    DEFAULT_CSS = """
    BidWindow { align: center middle; }
    BidWindow > Vertical { width: 64; max-width: 96%; height: auto; border: round $primary; border-title-color: $accent;
        border-subtitle-color: $text-muted; background: $surface; padding: 0 1; }
    BidWindow Static { height: auto; }
    BidWindow #wrong { color: $error; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Cancel")]

    def __init__(self, bidding: Bidding, bids: range, who: str = "") -> None:
        super().__init__()
        self._bidding, self._bids, self._who = bidding, bids, who

    def compose(self) -> ComposeResult:
        with Vertical() as box:
            box.border_title = f"{self._who or 'You'}: a bid for {self._bidding.seat.capitalize()}"
            box.border_subtitle = "Enter bids, Esc: rather not"
            yield Static(self._bidding.about, markup=False)
            yield Input(placeholder=f"{self._bids[0]} to {self._bids[-1]}", type="integer")
            yield Static("", id="wrong", markup=False)

    def on_mount(self) -> None:
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        text = event.value.strip()
        if text.isdecimal() and int(text) in self._bids:
            self.dismiss(int(text))
        else:
            self.query_one("#wrong", Static).update(f"A bid is a number from {self._bids[0]} to {self._bids[-1]}.")


async def bid_at_one_keyboard(app: Outremer, bidding: Bidding, bids: range, people: tuple[str, str]) -> list[int]:
    """Each bids while the other looks away. Empty if somebody would rather not."""
    bid: list[int] = []
    for name in people:
        words = Text("Please hand the keyboard to\n\n")
        words.append(name, app.ink.style("strong"))
        words.append(f"\n\nwho bids for {bidding.seat.capitalize()}.\nPress Enter when everybody else looks away.")
        await app.push_screen_wait(HandOver(words))
        amount = await app.push_screen_wait(BidWindow(bidding, bids, name))
        if amount is None:
            return []
        bid.append(amount)
    return bid


def winner_of(bids: list[int]) -> int:
    """The lower bid; chance decides a tie."""
    return bids.index(min(bids)) if bids[0] != bids[1] else secrets.randbelow(2)
