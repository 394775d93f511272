"""Screens in plain text, as they should look. `DRAW_ANEW=1 pytest tests/tui` draws them again: then read the diff."""

import os
from pathlib import Path

FOLDER = Path(__file__).parent


def assert_as_drawn(name: str, text: str) -> None:
    file = FOLDER / f"{name}.txt"
    drawn = "\n".join(line.rstrip() for line in text.splitlines()) + "\n"
    if os.environ.get("DRAW_ANEW"):
        file.write_text(drawn, encoding="utf-8")
    assert drawn == file.read_text(encoding="utf-8")
