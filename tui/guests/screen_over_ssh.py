"""A Textual app on somebody else's terminal, many of them in one process.

The only module that knows what Textual keeps private, so that a new version of it has to be looked at here alone:
the parser of terminal input, the underscore attributes of `Driver`, and of `App` the capture of stdout, the filters
and what it prints about a crash. A test with the real `ssh` in tmux guards it.
"""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import re
import sys
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, BinaryIO, Protocol, TextIO

from rich.color import Color, ColorSystem
from rich.console import Console
from textual import events, messages
from textual._context import active_app
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.driver import Driver
from textual.filter import Monochrome, NoColor
from textual.geometry import Size
from textual.message import Message

ENTER = (
    "\x1b[?1049h"  # the alternate screen
    "\x1b[?2026$p"  # can it draw a frame at once? (the parser understands the reply)
    "\x1b[?25l"  # no cursor
    "\x1b[?1004h"  # tell of focus
    "\x1b[?2004h"  # bracketed paste
    "\x1b[?7l"  # no wrapping
    "\x1b[?1000h\x1b[?1003h\x1b[?1015h\x1b[?1006h"  # the mouse
    "\x1b[>25u"  # keys that can be told apart
)
LEAVE = (
    "\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[<u"
    "\x1b[?2004l\x1b[?7h\x1b[0m\x1b[?1049l\x1b[?25h\x1b[?1004l"
)  # fmt: skip
ESCAPE_DELAY = 0.11
"""After so many seconds a lone Escape was the key, not the beginning of a sequence."""


class Terminal(Protocol):
    """What the driver needs of a guest's terminal."""

    size: tuple[int, int]
    downgrade: Callable[[str], str]

    def send(self, data: bytes) -> None: ...
    def take_early(self) -> bytes:
        """What was typed before there was an app to read it."""
        ...


class SSHDriver(Driver):
    """Draws on a guest's terminal. All of it happens on the event loop's own thread."""

    def __init__(
        self,
        app: App[Any],
        *,
        terminal: Terminal,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._terminal = terminal
        self._parser = XTermParser(debug)
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._escape: asyncio.TimerHandle | None = None
        self._active = False
        self._out: list[str] = []

    def write(self, data: str) -> None:
        if not self._out:
            self._loop.call_soon(self.flush)  # a bell is written without a flush
        self._out.append(data)

    def flush(self) -> None:
        if self._out:
            data = "".join(self._out)
            self._out.clear()
            self._terminal.send(self._terminal.downgrade(data).encode("utf-8", "replace"))

    def start_application_mode(self) -> None:
        self._active = True
        self.write(ENTER)
        self.flush()
        self.resized(*self._terminal.size)
        self.feed(self._terminal.take_early())

    def disable_input(self) -> None:
        self._active = False
        if self._escape is not None:
            self._escape.cancel()
            self._escape = None

    def stop_application_mode(self) -> None:
        self.disable_input()
        self.write(LEAVE)
        self.flush()

    def close(self) -> None:
        """A cache inside the parser would keep it, its last event and so the whole app alive: the end of input
        lets go of them."""
        with contextlib.suppress(Exception):
            for _ in self._parser.feed(""):
                pass

    def send_message(self, message: Message) -> None:
        self._app.post_message(message)

    def feed(self, data: bytes) -> None:
        """What the guest typed."""
        if not self._active or not data:  # the parser takes an empty text for the end
            return
        for event in self._parser.feed(self._decode(data)):
            if not isinstance(event, messages.InBandWindowResize):  # the size comes by SSH, where it is checked
                self.process_message(event)
        if self._escape is None and b"\x1b" in data:
            self._escape = self._loop.call_later(ESCAPE_DELAY, self._escape_was_a_key)

    def _escape_was_a_key(self) -> None:
        self._escape = None
        for event in self._parser.tick():
            self.process_message(event)

    def resized(self, width: int, height: int) -> None:
        if self._active:
            self._size = (width, height)
            size = Size(width, height)
            self._app.post_message(events.Resize(size, size))

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """The host's browser is not for guests."""

    def deliver_binary(self, binary: BinaryIO | TextIO, *args: Any, **options: Any) -> None:
        """Nor is the host's disk."""
        binary.close()


class _Printed:
    """Stands in for stdout or stderr while any app runs.

    Each app redirects them for the whole process and restores them when it ends, in whatever order apps end. With this
    one in the place of all of them the order does not matter: it finds out at each write whose words they are.
    """

    encoding = "utf-8"

    def __init__(self, original: TextIO | None, stderr: bool) -> None:
        self._original, self._stderr = original, stderr

    def write(self, text: str) -> int:
        app = active_app.get(None)
        if app is not None and app._driver is not None:
            app._print(text, stderr=self._stderr)
        elif self._original is not None:
            self._original.write(text)
        return len(text)

    def flush(self) -> None:
        if self._original is not None:
            self._original.flush()

    def isatty(self) -> bool:
        return False

    def fileno(self) -> int:
        return -1


_STDOUT, _STDERR = _Printed(sys.__stdout__, False), _Printed(sys.__stderr__, True)


def _share(app: App[Any]) -> None:
    """What every app of a process with guests needs, the host's own too.

    Textual remembers how a style is written, but not for how many colours: so all apps write true colour, and what a
    terminal cannot do is changed on the way out.
    """
    app._capture_stdout, app._capture_stderr = _STDOUT, _STDERR  # type: ignore[assignment]
    app.console = Console(
        color_system="truecolor",
        file=app.console.file,
        markup=True,
        highlight=False,
        emoji=False,
        legacy_windows=False,
        _environ={},
        force_terminal=True,
        safe_box=False,
        soft_wrap=False,
    )


def put_on_terminal(app: App[Any], terminal: Terminal) -> None:
    """Makes a fresh app ready to run on a guest's terminal."""
    _share(app)
    app.driver_class = partial(SSHDriver, terminal=terminal)  # type: ignore[assignment]
    app.no_color = False  # the host's environment is not the guest's
    app._filters = [each for each in app._filters if not isinstance(each, (Monochrome, NoColor))]
    app._fatal_error = app._close_messages_no_wait  # type: ignore[method-assign]  # told by `crash_of`, not printed


def put_beside_guests(app: App[Any]) -> None:
    """Makes the host's own app ready to run on his terminal, in the same process as the guests'."""
    downgrade = downgrader(app.console.color_system or "standard")
    _share(app)
    base = app.driver_class

    class HostDriver(base):  # type: ignore[misc, valid-type]
        def write(self, data: str) -> None:
            super().write(downgrade(data))

    app.driver_class = HostDriver


def driver_of(app: App[Any]) -> SSHDriver | None:
    return app._driver if isinstance(app._driver, SSHDriver) else None


def crash_of(app: App[Any]) -> BaseException | None:
    """What ended the app, if it did not end by itself."""
    return app._exception


# --- colours -----------------------------------------------------------------------------------------

_SGR = re.compile(r"\x1b\[([0-9;]*)m")
_RGB = re.compile(r"(?<![0-9])([34])8;2;(\d+);(\d+);(\d+)")
_TRUE_COLOUR_TERMS = ("-direct", "kitty", "alacritty", "ghostty", "foot", "wezterm", "contour", "iterm")
_FEW_COLOURS = ("linux", "xterm", "screen", "vt100", "vt220", "ansi")


def is_in_tmux(term: str) -> bool:
    """A guest's environment is not looked at, but tmux calls its terminal so."""
    return term.lower().startswith("tmux")


def colours_of(term: str) -> str:
    """How many colours a terminal of this name surely has."""
    name = term.lower()
    if any(known in name for known in _TRUE_COLOUR_TERMS):
        return "truecolor"
    return "standard" if name in _FEW_COLOURS else "256"


TRUE_COLOUR_QUESTION = b"\x1b[48;2;1;2;3m\x1bP$qm\x1b\\\x1b[0m\x1b[c"
"""Sets a background, asks which one there is, and asks something every terminal answers."""
_ANY_ANSWER = re.compile(rb"\x1b\[\?[0-9;]*c")
_BACKGROUND_KEPT = re.compile(rb"\x1bP1\$r[^\x1b]*48[:;]2[:;]+1[:;]2[:;]3")
_ANSWERS = re.compile(rb"\x1b\[\?[0-9;]*c|\x1bP[01]\$r.*?\x1b\\", re.DOTALL)


def has_answered(typed: bytes) -> bool:
    return _ANY_ANSWER.search(typed) is not None


def has_true_colour(typed: bytes) -> bool:
    return _BACKGROUND_KEPT.search(typed) is not None


def without_answers(typed: bytes) -> bytes:
    return _ANSWERS.sub(b"", typed)


def downgrader(system: str) -> Callable[[str], str]:
    """Turns true colours into those of a simpler terminal."""
    if system == "truecolor":
        return str
    target = ColorSystem.EIGHT_BIT if system == "256" else ColorSystem.STANDARD
    return lambda text: _SGR.sub(lambda found: _in_fewer_colours(found[1], target), text)


@lru_cache(maxsize=16384)
def _in_fewer_colours(style: str, system: ColorSystem) -> str:
    def nearest(found: re.Match[str]) -> str:
        colour = Color.from_rgb(int(found[2]), int(found[3]), int(found[4])).downgrade(system)
        return ";".join(colour.get_ansi_codes(foreground=found[1] == "3"))

    return f"\x1b[{_RGB.sub(nearest, style)}m"
