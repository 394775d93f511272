"""Guests with the `ssh` that everybody has, in real terminals: this guards what we know of Textual's insides."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SSH = "ssh -F none -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o IdentityAgent=none"

pytestmark = pytest.mark.skipif(
    not (shutil.which("ssh") and shutil.which("tmux")), reason="ssh and tmux are needed for this"
)


class Terminals:
    """Windows of a tmux of our own."""

    def __init__(self, socket: Path) -> None:
        self._tmux = ["tmux", "-S", str(socket), "-f", "/dev/null"]

    def run(self, *words: str) -> str:
        return subprocess.run([*self._tmux, *words], check=True, capture_output=True, text=True).stdout

    def open(self, name: str, command: str, width: int = 80, height: int = 24) -> None:
        self.run("new-session", "-d", "-s", name, "-x", str(width), "-y", str(height), f"{command}; cat")

    def types(self, name: str, *keys: str) -> None:
        self.run("send-keys", "-t", name, *keys)
        time.sleep(0.2)

    def sees(self, name: str, *words: str, seconds: float = 20) -> str:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            text = self.run("capture-pane", "-p", "-t", name)
            if all(word in text for word in words):
                return text
            time.sleep(0.1)
        raise AssertionError(f"{words} not in the terminal of {name}:\n{text}")


@pytest.fixture
def terminals(own_folders: Path) -> Iterator[Terminals]:
    found = Terminals(own_folders / "tmux")
    yield found
    found.run("kill-server")


def invitations(text: str) -> list[str]:
    return re.findall(r"ssh (-p \d+ \w{16}@127\.0\.0\.1)", text)


def test_two_guests_with_plain_ssh_play_against_a_bot_and_one_comes_back(terminals: Terminals) -> None:
    serve = f"{sys.executable} {ROOT / 'outremer.py'} serve byzantium --seats open,open,greedy --seed 5 --port 0"
    terminals.open("host", f"{serve} --bind 127.0.0.1", 120, 40)
    told = terminals.sees("host", "Type 'help'")
    assert "Guests trust you" in told
    for_anna, for_bert = invitations(told)
    terminals.open("anna", f"{SSH} {for_anna}")
    terminals.sees("anna", "You play on the host's computer", "Your name at the table")
    terminals.open("bert", f"{SSH} {for_bert}", 120, 40)
    terminals.sees("bert", "Your name at the table")
    terminals.types("anna", "Anna", "Enter")
    terminals.types("anna", "2")
    terminals.sees("anna", "Yellow (Anna) to decide")
    terminals.types("bert", "Bert", "Enter")
    terminals.sees("bert", "Anna")
    terminals.types("bert", "1")
    terminals.sees("bert", "Waiting for Yellow (Anna)", "Money and points")

    terminals.run("kill-session", "-t", "anna")
    terminals.sees("bert", "Anna, away")
    terminals.open("anna", f"{SSH} {for_anna}", 100, 30)
    screen = terminals.sees("anna", "Yellow (Anna) to decide", "Pass")
    key = re.search(r"(\w) Pass", screen)
    assert key is not None
    terminals.types("anna", key[1])
    terminals.sees("bert", "Red (Bert) to decide")

    terminals.types("host", "who", "Enter")
    terminals.sees("host", "guest 1: Anna, yellow, here", "red          Bert  to decide")
    terminals.types("bert", "q")
    terminals.sees("bert", "your seat")
    terminals.types("bert", "q")
    terminals.sees("bert", "Farewell", "Connection to 127.0.0.1 closed")
    terminals.types("host", "quit", "Enter")
    terminals.sees("anna", "The host has closed the table")


def test_a_command_or_a_file_is_not_for_guests(terminals: Terminals) -> None:
    serve = f"{sys.executable} {ROOT / 'outremer.py'} serve byzantium --seats open,open,open --port 0 --bind 127.0.0.1"
    terminals.open("host", serve, 120, 40)
    first, second, third = invitations(terminals.sees("host", "Type 'help'"))
    for words in (f"{first} id", f"-s {second} sftp", f"-W 127.0.0.1:22 {third}"):
        command = f"{SSH} {words}".split()
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, stdin=subprocess.DEVNULL)
        assert done.returncode != 0
        assert not done.stdout


def test_the_host_plays_too_and_looks_after_the_door(terminals: Terminals) -> None:
    serve = f"{sys.executable} {ROOT / 'outremer.py'} serve byzantium --seats open,me --seed 5 --port 0 --play"
    terminals.open("host", f"{serve} --bind 127.0.0.1", 120, 40)
    terminals.sees("host", "Yellow (Irene) to decide")
    terminals.types("host", "C-g")
    told = terminals.sees("host", "The door", "One invitation", "@127.0.0.1")
    terminals.open("anna", f"{SSH} {invitations(told)[0]}")
    terminals.sees("anna", "Your name at the table", "Irene")
    terminals.types("anna", "Anna", "Enter")
    terminals.types("anna", "1")
    terminals.sees("anna", "Waiting for Yellow (Irene)")
    terminals.types("host", "who", "Enter")
    terminals.sees("host", "guest 2: Anna, red, here")
    terminals.types("host", "Escape")
    time.sleep(0.3)
    terminals.types("host", "q")
    terminals.sees("host", "You host this game")
    terminals.types("host", "q")
    terminals.sees("anna", "The host has closed the table")
