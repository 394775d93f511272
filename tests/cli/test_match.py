"""Bots against bots from the command line."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

import outremer

FIELDS = ["game", "scenario", "seed", "seats", "winner", "scores", "decisions", "seconds", "digest", "save"]


def results(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> list[dict[str, Any]]:
    assert outremer.main(["match", "byzantium", "--json", *arguments]) == code
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def without_time(games: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: item for key, item in game.items() if key != "seconds"} for game in games]


def test_a_match_tells_all_about_itself_in_one_line_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    (game,) = results(capsys, "--seats", "random,random,random", "--seed", "4")
    assert list(game) == FIELDS
    assert game["seats"] == {"red": "random", "yellow": "random", "blue": "random"}
    assert game["scores"][game["winner"]] == max(game["scores"].values())
    assert (game["seed"], game["save"]) == (4, None)


def test_seeds_count_up_and_jobs_do_not_matter(capsys: pytest.CaptureFixture[str]) -> None:
    alone = results(capsys, "--seats", "greedy,random", "--seed", "7", "--games", "4")
    together = results(capsys, "--seats", "greedy,random", "--seed", "7", "--games", "4", "--jobs", "3")
    assert [game["seed"] for game in alone] == [7, 8, 9, 10]
    assert len({game["digest"] for game in alone}) == 4
    assert without_time(alone) == without_time(together)


def test_people_get_a_table_and_a_sum(capsys: pytest.CaptureFixture[str]) -> None:
    assert outremer.main(["match", "byzantium", "--seats", "random,random", "--seed", "1", "--games", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines[:3]] == ["seed 1", "seed 2", "seed 3"]
    assert lines[3].startswith("3 games, won by: ")


def test_a_saved_match_verifies_until_somebody_touches_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (game,) = results(capsys, "--seats", "random,random", "--seed", "2", "--save-dir", str(tmp_path / "games"))
    save = Path(game["save"])
    assert outremer.main(["verify", str(save)]) == 0
    assert capsys.readouterr().out.startswith("verified")
    save.write_text(save.read_text().replace("pass ~", "tax ~", 1))
    assert outremer.main(["verify", str(save)]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"outremer: {save}:")
    assert len(told.err.splitlines()) == 1


def test_a_save_is_never_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--seats", "random,random", "--seed", "2", "--save-dir", str(tmp_path)]
    results(capsys, *arguments)
    results(capsys, *arguments, code=2)


def test_options_reach_the_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--seats", "random,random", "--seed", "2", "--save-dir", str(tmp_path)]
    results(capsys, *arguments, "--option", "elite_limit=each-box")
    assert 'elite_limit = "each-box"' in (tmp_path / "byzantium-2.toml").read_text()


def test_a_shared_victory_names_all_winners(with_toy: None, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Where everybody rests, nobody scores by raids."""
    script = tmp_path / "rest"
    script.write_text("rest\n" * 6)
    seats = ",".join([f"script:{script}"] * 2)
    winners = set()
    for seed in range(12):
        assert outremer.main(["match", "toy", "--json", "--seats", seats, "--seed", str(seed)]) == 0
        game = json.loads(capsys.readouterr().out)
        best = [seat for seat, score in game["scores"].items() if score == max(game["scores"].values())]
        assert game["winner"] == (best[0] if len(best) == 1 else best)
        winners.add(type(game["winner"]))
    assert winners == {str, list}


# --- bots that fail ------------------------------------------------------------------------------


@pytest.fixture
def crashing(tmp_path: Path) -> str:
    bot = tmp_path / "crash.py"
    bot.write_text("import sys\nsys.stdin.readline()\nsys.exit('tired')\n")
    return f"exec:{sys.executable} {bot}"


def test_a_crashing_bot_loses_its_seat_and_the_match_goes_on(crashing: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert outremer.main(["match", "byzantium", "--json", "--seats", f"{crashing},random", "--seed", "1"]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["winner"]
    assert told.err.startswith("seed 1: red loses its seat: ")
    assert told.err.endswith("tired\n")


def test_or_the_match_ends_without_a_winner(crashing: str, capsys: pytest.CaptureFixture[str]) -> None:
    (game,) = results(capsys, "--seats", f"{crashing},random", "--seed", "1", "--on-bot-failure", "end", code=1)
    assert game["winner"] is None


def test_a_script_that_does_not_fit_is_told_by_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "moves"
    script.write_text("# hm\ncontrol tyre\nfrom pool\nsurrender\n")
    seats = f"script:{script},random"
    for jobs in ("1", "2"):
        code = outremer.main(["match", "byzantium", "--seats", seats, "--seed", "1", "--games", "2", "--jobs", jobs])
        assert code == 1
        assert capsys.readouterr().err.startswith(f"outremer: {script}:4: red is asked 'action'")


# --- wrong usage ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("match chess", "no game called 'chess'; there is: byzantium"),
        ("match byzantium --seats deep-blue,random", "nobody is called 'deep-blue'; a seat can be: greedy, random"),
        ("match byzantium --seats random", "is for 2, 3, 4 players, not 1"),
        ("match byzantium --seats me,random", "a match is for bots"),
        ("match byzantium --scenario 1204", "no scenario '1204'; it has: standard"),
        ("match byzantium --option bulgars=no", "no option 'bulgars'; it has: elite_limit"),
        ("match byzantium --option elite_limit=two", "cannot be 'two'; it can be: one, each-box"),
        ("match byzantium --option elite_limit", "write it as elite_limit=VALUE"),
        ("match byzantium --seats exec:./no-bot,random", "there is no program './no-bot'"),
        ("match byzantium --seats script:no-file,random", "there is no file 'no-file'"),
        ("match byzantium --games 0", "--games must be 1 or more"),
        ("match byzantium --seed x", "--seed"),
        ("match byzantium --sed 1", "--sed"),
        ("match", "GAME"),
        ("conquer", "'conquer' was not expected here; the commands are: games, match, play"),
        ("play", "outremer play byzantium"),
        ("play chess", "'chess' is no game (byzantium, almoravid) and there is no save 'chess'"),
        ("play --continue", "no unfinished game"),
        ("verify lost-game", "there is no save 'lost-game'"),
        ("replay lost-game", "there is no save 'lost-game'"),
    ],
)
def test_wrong_usage_is_told_in_one_line(arguments: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert outremer.main(arguments.split()) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert told in captured.err
    assert len(captured.err.splitlines()) == 1


def test_half_points_are_told_as_players_count_them(capsys: pytest.CaptureFixture[str]) -> None:
    match = ["match", "almoravid", "--scenario", "A", "--seats", "captain,random", "--seed", "3"]
    assert outremer.main([*match, "--json"]) == 0
    (score,) = [json.loads(line)["scores"] for line in capsys.readouterr().out.splitlines()]
    assert score["muslim"] % 1 == 0.5
    assert outremer.main(match) == 0
    assert f"muslim (random) {score['muslim']}" in capsys.readouterr().out


def test_the_script_in_the_docs_runs_as_it_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    docs = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
    block = [line[4:] for line in docs.split("## A script as a bot")[1].splitlines() if line.startswith("    ")]
    script = tmp_path / "opening.txt"
    script.write_text("\n".join(block))
    (game,) = results(capsys, "--seats", f"script:{script},random", "--seed", "7")
    assert game["winner"]
