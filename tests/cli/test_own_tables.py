"""Tables that a player has corrected by his own copy of a game, in his configuration folder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.games.byzantium.data import FOLDER

TYRE = 'name = "Tyre"\n'


def run(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A program of its own: tables are read once."""
    environment = {**os.environ, "OUTREMER_HOME": str(home)}
    environment.pop("OUTREMER_CONFIG", None)
    return subprocess.run(
        [sys.executable, "outremer.py", *arguments], env=environment, capture_output=True, text=True, check=False
    )


@pytest.fixture
def own_map(tmp_path: Path) -> Path:
    """A copy of Byzantium's map, to be corrected."""
    folder = tmp_path / "config" / "tables" / "byzantium"
    folder.mkdir(parents=True)
    path = folder / "map.toml"
    path.write_text((FOLDER / "map.toml").read_text(encoding="utf-8"), encoding="utf-8")
    return path


def test_a_corrected_table_counts_and_saves_and_peers_know_it(tmp_path: Path, own_map: Path) -> None:
    match = ["match", "byzantium", "--seats", "random,random", "--seed", "1", "--json"]
    usual = json.loads(run(tmp_path, *match).stdout)["digest"]
    head = 'id = "athens"\nname = "Athens"\nside = "byzantine"\nstrength = '
    text = own_map.read_text(encoding="utf-8")
    assert f"{head}2" in text
    own_map.write_text(text.replace(f"{head}2", f"{head}3"), encoding="utf-8")
    corrected = run(tmp_path, *match, "--save-dir", str(tmp_path / "games"))
    assert json.loads(corrected.stdout)["digest"] != usual
    assert f"with your own tables: {own_map}" in run(tmp_path, "games").stdout.replace("\n  ", " ")
    save = tmp_path / "games" / "byzantium-1.toml"
    assert run(tmp_path, "verify", str(save)).returncode == 0
    (first, _) = run(tmp_path, *match, "--games", "2", "--jobs", "2").stdout.splitlines()
    assert json.loads(first)["digest"] == json.loads(corrected.stdout)["digest"]
    own_map.unlink()
    other = run(tmp_path, "verify", str(save))
    assert other.returncode == 1
    assert "data" in other.stdout + other.stderr


def test_a_wrong_table_is_named_with_its_entry_and_field(tmp_path: Path, own_map: Path) -> None:
    own_map.write_text(own_map.read_text(encoding="utf-8").replace(TYRE, ""), encoding="utf-8")
    refused = run(tmp_path, "match", "byzantium", "--seats", "random,random")
    assert refused.returncode == 1
    assert "map.toml: city 'tyre': field 'name' is missing" in refused.stderr
    assert str(own_map) in refused.stderr
    assert refused.stderr.count("\n") == 1
