"""A program at a seat: it may be in any language, and may fail in any way."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.bots import Bot, BotFailed, random_bot
from core.engine import LocalTable, Session
from core.match import play_out
from netplay.exec_bot import ExecBot
from tests.engine import toy

GUIDE = Path(__file__).parents[2] / "docs" / "bots.md"


class Bench:
    """Writes little programs and seats them; all are ended in the end."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bots: list[ExecBot] = []

    def bot(self, program: str, seconds: float = 5) -> ExecBot:
        file = self.folder / f"bot{len(self.bots)}.py"
        file.write_text(program)
        self.bots.append(ExecBot(f"{sys.executable} {file}", "seed", seconds))
        return self.bots[-1]

    def failure(self, program: str, seconds: float = 5) -> str:
        session = new_game()
        with pytest.raises(BotFailed) as failed:
            self.bot(program, seconds)(session, session.pending[0])
        return str(failed.value)


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    yield bench
    for bot in bench.bots:
        bot.close()


def new_game() -> Session:
    return Session(toy.GAME, toy.GAME.setup("short", 3), LocalTable(1))


def test_the_example_of_the_guide_plays_a_game(bench: Bench) -> None:
    example = GUIDE.read_text().split("```python\n")[1].split("```")[0]
    session = new_game()
    bots: dict[str, Bot] = {"red": bench.bot(example), "blue": random_bot("b"), "green": random_bot("g")}
    assert play_out(session, bots) == []
    assert session.over


@pytest.mark.parametrize("reply", ["rest", '"rest"', '{"answer": "rest"}'])
def test_an_answer_may_be_bare_or_json(bench: Bench, reply: str) -> None:
    session = new_game()
    assert bench.bot(f"input(); print({reply!r}, flush=True); input()")(session, session.pending[0]) == "rest"


def test_a_bot_is_told_all_it_may_know(bench: Bench) -> None:
    program = """
import json
asked = json.loads(input())
assert asked["protocol"] == 1 and asked["seed"] == "seed" and asked["game"] == "toy" and asked["question"] == "plan"
assert asked["headline"] == "turn 1" and asked["state"]["turn"] == 0
assert asked["options"][1] == {"notation": "rest", "label": "Rest", "touches": []}
hand = [asked["secrets"][token] for token in asked["state"]["hands"][asked["seat"]]]
assert hand and all(card.startswith(asked["seat"]) for card in hand) and len(asked["secrets"]) == len(hand)
print("rest", flush=True)
"""
    session = new_game()
    assert bench.bot(program)(session, session.pending[0]) == "rest"


def test_a_crash_is_told_with_the_last_line_of_stderr(bench: Bench) -> None:
    assert bench.failure("input(); raise ValueError('no idea')").endswith("ended with exit code 1: ValueError: no idea")


def test_a_bot_that_hangs_is_not_waited_for(bench: Bench) -> None:
    began = time.monotonic()
    assert "did not answer 'plan' within 0.3 seconds" in bench.failure("import time; time.sleep(60)", 0.3)
    assert time.monotonic() - began < 5


def test_nonsense_is_told_with_what_would_be_right(bench: Bench) -> None:
    assert "answered 'fly' to 'plan': 'fly' is no answer to this question; try raid, rest" in bench.failure(
        "input(); print('fly', flush=True); input()"
    )


def test_an_endless_line_is_not_read_to_its_end(bench: Bench) -> None:
    assert "wrote more than 65536 bytes" in bench.failure("input(); print('x' * 10_000_000, flush=True)")


def test_a_bot_that_talks_on_stderr_all_the_time_is_not_blocked_by_it(
    bench: Bench, capfd: pytest.CaptureFixture[str]
) -> None:
    session = new_game()
    talker = "import sys\nsys.stderr.write('hm ' * 100_000); sys.stderr.flush()\ninput(); print('rest', flush=True)"
    assert bench.bot(talker)(session, session.pending[0]) == "rest"
    assert capfd.readouterr().err == ""


def test_what_a_bot_has_started_is_ended_with_it(bench: Bench, tmp_path: Path) -> None:
    session = new_game()
    note = tmp_path / "child"
    bot = bench.bot(
        "import subprocess, sys\n"
        f"child = subprocess.Popen(['sleep', '60'])\nopen({str(note)!r}, 'w').write(str(child.pid))\n"
        "input(); print('rest', flush=True); sys.stdin.read()"
    )
    bot(session, session.pending[0])
    child = int(note.read_text())
    bot.close()
    for _ in range(50):
        if not _runs(child):
            return
        time.sleep(0.1)
    pytest.fail("the child is still there")


def _runs(pid: int) -> bool:
    """A process that has ended but was not yet taken note of does not run."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False
