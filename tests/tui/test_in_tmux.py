"""One real run, in a real terminal."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import saves

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


def _environment() -> dict[str, str]:
    """What a terminal gives a program; a size told in variables would hide the real one."""
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    return {**kept, "TERM": "xterm"}


class Terminal:
    """A tmux server of our own, with one window."""

    def __init__(self, socket: Path, command: str, width: int, height: int) -> None:
        self._tmux = ["tmux", "-S", str(socket), "-f", os.devnull]
        size = ["-x", str(width), "-y", str(height)]
        subprocess.run([*self._tmux, "new-session", "-d", *size, command], check=True, env=_environment())

    def press(self, *keys: str) -> None:
        subprocess.run([*self._tmux, "send-keys", *keys], check=True)

    def resize(self, width: int, height: int) -> None:
        subprocess.run([*self._tmux, "resize-window", "-x", str(width), "-y", str(height)], check=True)

    def text(self) -> str:
        return subprocess.run([*self._tmux, "capture-pane", "-p"], check=True, capture_output=True, text=True).stdout

    def wait_for(self, words: str, seconds: float = 20.0) -> str:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if words in (seen := self.text()):
                return seen
            time.sleep(0.1)
        raise AssertionError(f"'{words}' never came:\n{self.text()}")

    def close(self) -> None:
        subprocess.run([*self._tmux, "kill-server"], check=False, capture_output=True)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    code = "import sys; sys.path.insert(0, '.'); from tui.app import run; run()"
    terminal = Terminal(tmp_path / "tmux", f'{sys.executable} -c "{code}"; echo THE END; sleep 30', 100, 32)
    yield terminal
    terminal.close()


def test_a_game_in_a_real_terminal(terminal: Terminal) -> None:
    terminal.wait_for("New game")
    terminal.press("Enter")
    terminal.wait_for("Start the game")
    terminal.press("Enter", "Enter")
    terminal.wait_for("Red (Irene) to decide")
    terminal.resize(40, 12)
    terminal.wait_for("Choose an action")
    terminal.resize(120, 40)
    terminal.wait_for("Special actions")
    terminal.press("/")
    terminal.wait_for("type to filter")
    terminal.press("tax", "Enter")
    terminal.wait_for("How many cubes of your Cube Pool tax?")
    terminal.press("u")
    terminal.wait_for("Choose an action")
    terminal.press("q")
    terminal.wait_for("Continue")
    terminal.press("q")
    terminal.wait_for("THE END")
    (game,) = saves.summaries(saves.saves_folder())
    assert not game.problem
    assert game.awaiting == ("red",)
