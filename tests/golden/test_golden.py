"""Recorded games replay to the same digest: a change in the rules shows here, at the entry where it begins.

If the change is meant, raise the game's `revision` and record the games anew:
`outremer match GAME --seats … --seed … --save-dir tests/golden`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import saves

GAMES = sorted(Path(__file__).parent.glob("*.toml"))


def test_there_are_recorded_games():
    assert GAMES


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_recorded_game_replays_alike(path: Path):
    verdict = saves.verify(path)
    assert verdict.ok, verdict.problem
