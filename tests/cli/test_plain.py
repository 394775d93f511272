"""The line-oriented client, as the people at the keyboard meet it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import outremer
import saves
from core.engine import Option
from tui.question import ranked

Keyboard = Callable[..., str]


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Keyboard:
    """Runs a command with these lines typed, then end of file; what was seen."""

    def run(command: str, *lines: str, code: int = 0) -> str:
        left = iter(lines)

        def read(prompt: str) -> str:
            print(prompt, end="")
            for line in left:
                print(line)
                return line
            raise EOFError

        monkeypatch.setattr("builtins.input", read)
        assert outremer.main(command.split()) == code
        seen = capsys.readouterr()
        return seen.out + seen.err

    return run


PLAY = "play byzantium --plain --seed 3 --seats me,random"


def test_a_question_shows_the_turn_who_is_asked_and_what_can_be_done(typing: Keyboard) -> None:
    seen = typing(PLAY, "all")
    assert "Turn 1 of 3, player actions. red to answer." in seen
    assert "Choose an action (rule: 1. Player Actions)" in seen
    assert "  B. Increase Army:\n" in seen
    assert re.search(r"^  17  Take control of Jerusalem \[control jerusalem\]$", seen, re.MULTILINE)


@pytest.mark.parametrize("answer", ["control jerusalem", "17", "control jeru", "con jer", "JERUSALEM"])
def test_an_answer_may_be_a_number_a_notation_or_a_few_letters(typing: Keyboard, answer: str) -> None:
    assert "red takes control of Jerusalem" in typing(PLAY, answer, "from pool")


def test_letters_that_fit_several_show_those(typing: Keyboard) -> None:
    seen = typing(PLAY, "fleet")
    assert "2 options fit:" in seen
    assert "Byzantine Fleet [byzantine-fleet]" in seen
    assert "red takes command" not in seen


def test_what_cannot_be_done_is_told_with_the_rule(typing: Keyboard) -> None:
    seen = typing(PLAY, "why control constantinople", "why tax", "control baghdad")
    assert "Nobody controls Constantinople. (rule: A. Take Control of a City)" in seen
    assert "You can: 'tax' is on offer." in seen
    assert "Persian and Bulgar cities must be conquered." in seen


def test_odds_tell_what_is_known_of_each_option(typing: Keyboard) -> None:
    assert "There is nothing to reckon here." in typing(PLAY, "tax", "odds")
    sagrajas = "play almoravid --scenario S --plain --seed 3 --seats me,random"
    seen = typing(sagrajas, *["1", "odds"] * 25)
    assert re.search(r"fight: wins \d+% in 500 trial battles", seen)
    assert "absorb knights: stands on 1-4, 67%" in seen


def test_an_answer_can_be_taken_back_until_somebody_else_has_answered(typing: Keyboard) -> None:
    seen = typing(PLAY, "tax", "undo", "tax", "tax 2", "byzantine 4", "undo")
    assert "Taken back." in seen
    assert seen.count("How many cubes of your Cube Pool tax?") == 2
    assert "yellow has answered since." in seen


def test_board_log_and_help_are_there(typing: Keyboard) -> None:
    seen = typing(PLAY, "board", "tax", "tax 1", "byzantine 2", "log 2", "help")
    assert "Constantinople, 5" in seen
    assert seen.count("red taxes with 1 cube") == 1
    assert "takes back the last answer" in seen


def test_lines_fit_any_terminal_and_carry_no_escape_codes(typing: Keyboard) -> None:
    seen = typing(PLAY, "all", "help", "tax", "tax 1", "byzantine 2", "why fly", "log")
    assert "\x1b" not in seen
    told = [line for line in seen.splitlines() if "/" not in line]
    assert max(map(len, told)) <= 80


def test_quitting_loses_nothing(typing: Keyboard, saves_folder: Path) -> None:
    seen = typing(PLAY, "control jerusalem", "from pool", "quit")
    (save,) = saves_folder.glob("*.toml")
    assert f"Saved in {save}\nGo on with: outremer play {save.stem} --plain" in seen
    assert saves.verify(save).ok
    for again in (f"play {save.stem} --plain", "play --continue --plain"):
        seen = typing(again, "why control jerusalem")
        assert "That city has a controller already." in seen


def test_a_copy_can_be_kept_under_a_name(typing: Keyboard, saves_folder: Path) -> None:
    seen = typing(PLAY, "tax", "save before-tax", "save before-tax", "save ../away")
    assert "Saved in" in seen
    assert seen.count("cannot be used") == 2
    assert saves.verify(saves_folder / "before-tax.toml").ok
    assert "How many cubes" in typing("play before-tax --plain")


def test_a_saved_game_lists_and_replays(typing: Keyboard, saves_folder: Path) -> None:
    typing(PLAY, "control jerusalem", "from pool")
    (save,) = saves_folder.glob("*.toml")
    listed = typing("saves")
    assert f"{save.stem}: byzantium" in listed
    assert "awaits red" in listed
    told = typing(f"replay {save.stem} --plain --to 3")
    assert "red: control jerusalem" in told
    assert "* red takes control of Jerusalem: 2 Byzantine points." in told
    assert "--to 999: this game has the entries 0 to" in typing(f"replay {save.stem} --to 999", code=2)


def test_a_game_by_bots_only_is_played_to_its_end(typing: Keyboard) -> None:
    seen = typing("play byzantium --plain --seed 3 --seats random,random")
    assert "The game is over (" in seen
    assert "Won by" in seen


def test_a_full_disk_does_not_end_the_game(
    typing: Keyboard, saves_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, failures = saves.Journal.sync, iter([True])

    def sync(journal: saves.Journal) -> None:
        if next(failures, False):
            raise saves.SaveFailed(journal.path, "No space left on device")
        write(journal)

    monkeypatch.setattr(saves.Journal, "sync", sync)
    seen = typing(PLAY, "control jerusalem", "from pool")
    assert "not saved: No space left on device. The game goes on" in seen
    (save,) = saves_folder.glob("*.toml")
    assert "control jerusalem" in save.read_text()


# --- several people at one keyboard --------------------------------------------------------------


def test_secrets_are_not_shown_before_the_next_person_has_sat_down(with_toy: None, typing: Keyboard) -> None:
    """The prompt of the toy's plan names the best card in hand."""
    seen = typing("play toy --plain --seed 1 --seats human:Anna,human:Ben", "", "raid", "rest", "", "hand")
    anna, ben = seen.index("Hand over to Anna (red)"), seen.index("Hand over to Ben (blue)")
    assert anna < seen.index("your best card is red") < ben < seen.index("your best card is blue")
    assert "You hold hidden: blue" in seen


def test_what_one_person_looked_at_is_off_the_screen_before_the_next_answers(typing: Keyboard) -> None:
    command = "play byzantium --plain --seed 3 --seats human:Anna,human:Ben"
    seen = typing(command, "hand", "tax", "tax 1", "byzantine 2", "")
    places = [seen.index(text) for text in ("You hold hidden", "Hand over to Ben", "Ben (yellow) to answer")]
    assert places == sorted(places)


def test_one_person_among_bots_is_not_asked_to_hand_over(with_toy: None, typing: Keyboard) -> None:
    seen = typing("play toy --plain --seed 1 --seats me,random,greedy", "raid", "rest")
    assert "Hand over" not in seen


def test_open_questions_pass_between_people_without_ceremony(typing: Keyboard) -> None:
    seen = typing("play byzantium --plain --seed 3 --seats human:Anna,human:Ben", "tax", "tax 1", "byzantine 2")
    assert "Ben (yellow) to answer." in seen
    assert "Hand over" not in seen


def test_people_at_one_keyboard_may_undo_what_the_other_just_did(typing: Keyboard) -> None:
    command = "play byzantium --plain --seed 3 --seats human:Anna,human:Ben"
    seen = typing(command, "tax", "tax 1", "byzantine 2", "undo")
    assert seen.count("How much of the 2 Bezants is Byzantine?") == 2


# --- the chooser ---------------------------------------------------------------------------------


def test_whoever_just_types_outremer_is_asked_what_to_play(typing: Keyboard) -> None:
    seen = typing("", "byz", "me,nobody-known,random", "me", "me,random", "tax")
    assert "What would you like to play?" in seen
    assert "nobody is called 'nobody-known'" in seen
    assert "That is 1; there must be 2 or 3 or 4." in seen
    assert "How many cubes of your Cube Pool tax?" in seen
    seen = typing("", "3")
    assert "Go on with:" in seen
    assert "How many cubes of your Cube Pool tax?" in seen


def test_the_chooser_can_be_left(typing: Keyboard) -> None:
    assert "Every decision is saved" not in typing("", "quit")


def test_letters_that_stand_together_go_before_letters_that_are_scattered() -> None:
    options = [Option(f"tax {n}", f"Tax with {n} cubes: {2 * n} Bezants") for n in range(1, 9)]
    best, *rest = ranked("with 8", options)
    assert [option.notation for option in best] == ["tax 8"]
    assert [option.notation for option in rest[0]] == ["tax 4"]
