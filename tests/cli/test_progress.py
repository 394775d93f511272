"""The progress bar draws over itself on a terminal, and is silent elsewhere."""

from __future__ import annotations

from io import StringIO

from tui.progress import ProgressBar


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_sees_how_far_the_games_are() -> None:
    terminal = Terminal()
    bar = ProgressBar(4, terminal)
    bar.show(1)
    bar.show(2)
    assert "1 of 4 games" in terminal.getvalue()
    assert terminal.getvalue().split("\r")[-1].startswith(f"[{'#' * 15}{'.' * 15}] 2 of 4 games")
    bar.clear()
    assert terminal.getvalue().endswith("\r")
    assert "\n" not in terminal.getvalue()


def test_a_pipe_sees_nothing() -> None:
    pipe = StringIO()
    ProgressBar(4, pipe).show(1)
    assert pipe.getvalue() == ""


def test_a_single_game_needs_no_bar() -> None:
    terminal = Terminal()
    ProgressBar(1, terminal).show(0)
    assert terminal.getvalue() == ""
