"""What the keys of the table do, in words, and the same for the command palette."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, cast

from textual.command import DiscoveryHit, Hit, Hits, Provider

if TYPE_CHECKING:
    from tui.screens.table import TableScreen

HELP = {
    "Choosing": {
        "1 to 9, letters": "the option with that key",
        "Enter, click": "the highlighted option, or a lit place on the map",
        "arrows, j k": "walk the options",
        "/": "type to filter; Esc shows all again",
        "ctrl+p": "every option, command and place by name",
    },
    "Asking": {
        "w": "why can't I? about what is under the cursor, or about anything you type",
        "Enter, i": "on a place or panel, i on an option: what it is",
        "c": "the rules, and how the odds beside an option are found",
        "s": "the whole story so far",
    },
    "The map (m or Tab)": {
        "arrows, h j k l": "walk along the ways",
        "n N": "next, previous lit place",
        ".": "next neighbour",
        "+ - 0": "zoom in, zoom out, whole map",
        "shift+arrows": "pan; also H J K L, or drag with the mouse",
        "z": "centre on the cursor",
    },
    "A plan in the making": {
        "left right, click": "go from place to place; an option goes in before the marked one",
        "shift+left, right": "move the card there; or drag it with the mouse",
        "Del, click on x": "take it out",
    },
    "The game": {
        "u": "take back your last answer",
        "!": "ask me routine questions, or answer them for me",
        "< >": "slower, faster bots",
        "[ ]": "other panels, on a small screen",
        "q": "leave; the game is saved at every decision",
    },
}


COMMANDS: tuple[tuple[str, str, str], ...] = (
    ("Take back", "undo your last answer", "take_back"),
    ("Why can't I?", "ask the rules", "why"),
    ("Rules", "open the codex", "codex"),
    ("Story", "all that has happened so far", "story"),
    ("Routine questions", "ask me, or answer what can wait", "routine"),
    ("Help", "what the keys do", "help"),
    ("Leave the table", "the game is saved", "leave"),
)


class TableCommands(Provider):
    """Every option, command and place by name."""

    def _all(self) -> Iterator[tuple[str, str, partial[None]]]:
        screen = cast("TableScreen", self.screen)
        for option in screen.offers:
            yield option.label, f"answer: {option.notation}", partial(screen.choose, option)
        for title, about, action in screen.commands:
            yield title, about, partial(self._run, action)
        for place in screen.board.chart.places.values():
            yield f"Go to {place.name}", "on the map", partial(screen.go_to, place.id)

    def _run(self, action: str) -> None:
        self.screen.call_later(self.screen.run_action, action)

    async def discover(self) -> Hits:
        for title, about, run in self._all():
            if not title.startswith("Go to "):
                yield DiscoveryHit(title, run, help=about)

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for title, about, run in self._all():
            if (score := matcher.match(title)) > 0:
                yield Hit(score, matcher.highlight(title), run, help=about)
