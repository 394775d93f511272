"""The program as a process: start-up, pipes, Ctrl-C."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = [sys.executable, str(ROOT / "outremer.py")]


def run(*arguments: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    full = {**os.environ, **environment}
    return subprocess.run([*PROGRAM, *arguments], input=typed, capture_output=True, text=True, timeout=60, env=full)


def test_help_enters_no_room() -> None:
    program = (
        "import sys, outremer\noutremer.main(['--help'])\n"
        "print([name for name in ('textual', 'asyncssh', 'saves', 'core.games.byzantium') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert "Usage: outremer" in done.stdout
    assert done.stdout.endswith("[]\n")


@pytest.mark.parametrize("command", ["", "play", "match", "host", "join", "serve", "stand-in"])
def test_help_says_what_each_name_means_beside_it(command: str) -> None:
    lines = run(*command.split(), "--help").stdout.splitlines()
    assert lines[0].startswith(f"Usage: outremer {command}")
    assert max(map(len, lines)) <= 80
    entries = lines[lines.index("", 3) :]
    assert all(line[20:].strip() for line in entries if line and not line.endswith(":")), "words are in their column"
    assert not any("default" in line for line in lines), "that nothing is set need not be said"


def test_a_home_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    home = tmp_path / "file" / "home"
    for command in (["identity"], ["saves"], ["play", "byzantium", "--plain"]):
        done = run(*command, OUTREMER_HOME=str(home), OUTREMER_SAVES="")
        assert done.returncode == 1
        assert done.stderr.startswith(f"outremer: {home}")
        assert len(done.stderr.splitlines()) == 1


def test_version() -> None:
    done = run("--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout[0].isdigit()


def test_games_can_be_read_by_programs() -> None:
    listed = json.loads(run("games", "--json").stdout)
    byzantium = next(game for game in listed if game["id"] == "byzantium")
    assert byzantium["seats"] == ["red", "yellow", "blue", "green"]
    assert byzantium["scenarios"][0]["players"] == [2, 3, 4]
    assert {"id", "values", "default"} <= set(byzantium["options"][0])


def test_the_same_match_in_another_process_ends_the_same() -> None:
    match = ["match", "byzantium", "--seats", "greedy,random", "--seed", "1", "--json"]
    one, other = (json.loads(run(*match, PYTHONHASHSEED=seed).stdout) for seed in ("1", "2"))
    assert one["digest"] == other["digest"]


def test_a_game_is_played_left_and_taken_up_again(saves_folder: Path) -> None:
    play = ["play", "byzantium", "--plain", "--seed", "3", "--seats", "me,random"]
    first = run(*play, typed="control jerusalem\nfrom pool\n")
    assert first.returncode == 0
    assert "* red takes control of Jerusalem" in first.stdout
    second = run("play", "--continue", "--plain", typed="why control jerusalem\nquit\n")
    assert "That city has a controller already." in second.stdout
    (listed,) = json.loads(run("saves", "--json").stdout)
    assert Path(listed["path"]).parent == saves_folder
    assert listed["awaiting"] == ["red"]


def test_a_reader_that_leaves_is_no_error() -> None:
    with subprocess.Popen([*PROGRAM, "games", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def listening_to_ctrl_c() -> None:
    """For a child: a shell that runs the tests in the background makes them all deaf to Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_is_finished(jobs: str) -> None:
    command = [*PROGRAM, "match", "byzantium", "--seats", "random,random", "--seed", "1", "--games", "100000", "--json"]
    with subprocess.Popen(
        [*command, "--jobs", jobs], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        preexec_fn=listening_to_ctrl_c,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        lines = [process.stdout.readline()]
        process.send_signal(signal.SIGINT)
        lines += process.stdout
    assert process.returncode == 130
    seeds = [json.loads(line)["seed"] for line in lines]
    assert seeds[0] == 1
    assert seeds == sorted(seeds)


def test_ctrl_c_in_a_game_says_where_it_is_saved(saves_folder: Path) -> None:
    process = subprocess.Popen(
        [*PROGRAM, "play", "byzantium", "--plain", "--seats", "me,random"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        preexec_fn=listening_to_ctrl_c,
    )  # fmt: skip
    deadline = time.monotonic() + 30
    while not list(saves_folder.glob("*.toml")) and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    seen, told = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Saved in" in seen
    assert told == ""
