"""Bad tables stop at load, and say which file, entry and field."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

from core.engine.tables import DataError
from core.games.byzantium.data import FACTS, FOLDER, load_facts
from core.games.byzantium.special import SPECIAL_ACTIONS


def broken(tmp_path: Path, file: str, old: str, new: str) -> Path:
    """A copy of the tables with one thing changed."""
    folder = tmp_path / "data"
    copytree(FOLDER, folder)
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


def test_a_whole_copy_loads_the_same(tmp_path):
    copytree(FOLDER, tmp_path / "data")
    assert load_facts(tmp_path / "data") == FACTS


@pytest.mark.parametrize(
    ("file", "old", "new", "complaint"),
    [
        ("map.toml", 'b = "constantinople"', 'b = "atlantis"',
         r"map.toml: link number 1: field 'b': there is no city 'atlantis'"),
        ("map.toml", 'a = "adrianople"\nb = "constantinople"', 'a = "adrianople"\nb = "adrianople"',
         r"map.toml: link number 1: field 'b': joins adrianople to itself"),
        ("map.toml", 'name = "Tyre"\n', "",
         r"map.toml: city 'tyre': field 'name' is missing"),
        ("map.toml", 'id = "tyre"\n', 'id = "athens"\n',
         r"map.toml: city 'athens': field 'id': there is another of that name"),
        ("map.toml", 'id = "nicaea"\n', 'id = "nikaia"\n',
         r"map.toml: there is no city 'nicaea'"),
        ("map.toml", 'name = "Tyre"\n', 'name = "Tyre"\nharbour = true\n',
         r"map.toml: city 'tyre': there is no field 'harbour'"),
        ("map.toml", "strength = 5", 'strength = "five"',
         r"map.toml: city 'constantinople': field 'strength': must be int, not 'five'"),
        ("map.toml", 'name = "Adrianople"\nside = "byzantine"\nstrength = 2',
         'name = "Adrianople"\nside = "byzantine"\nstrength = 4',
         r"map.toml: city 'adrianople': field 'strength': must be 1 to 3, not 4"),
        ("map.toml", "strength = 5", "strength = 3",
         r"map.toml: city 'constantinople': field 'strength': must be 5 to 5, not 3"),
        ("map.toml", 'side = "persian"', 'side = "roman"',
         r"map.toml: city 'hira': field 'side': 'roman' is none of byzantine, arab, persian, bulgar"),
        ("map.toml", 'kind = "road"', 'kind = "tunnel"',
         r"map.toml: link number 1: field 'kind': 'tunnel' is none of road, desert, sea, sail"),
        ("map.toml", 'kind = "road"', 'kind = "sail"',
         r"map.toml: link number 1: field 'kind': 'sail' is never printed as a link"),
        ("display.toml", 'id = "emperor"\nname = "Emperor"\nside = "byzantine"',
         'id = "emperor"\nname = "Emperor"\nside = "roman"',
         r"display.toml: special 'emperor': field 'side': 'roman' is none of byzantine, arab, either"),
        ("display.toml", 'id = "emperor"', 'id = "basileus"',
         r"display.toml: special 'basileus': field 'id': must be one of civil-war byzantine, "),
        ("display.toml", 'id = "arab.move"\nside = "arab"\nname = "move"', 'id = "arab.go"\nside = "arab"\nname = "go"',
         r"display.toml: box 'arab.go': field 'id': must be one of byzantine.elite, "),
        ("display.toml", 'id = "arab.move"\nside = "arab"', 'id = "arab.move"\nside = "byzantine"',
         r"display.toml: box 'arab.move': field 'id': must be 'byzantine.move', after its side and name"),
        ("display.toml", "cube_pool = 9", "cube_pool = 90",
         r"display.toml: numbers: field 'cubes_per_player': 42 are fewer than the 109 a player starts with"),
        ("display.toml", "turns = 3\n", "",
         r"display.toml: numbers: field 'turns' is missing"),
        ("display.toml", "[numbers]", "[figures]",
         r"display.toml: numbers: must be a table"),
        ("display.toml", "[[box]]", "[[box",
         r"display.toml: "),
    ],
)  # fmt: skip
def test_a_broken_table_stops_with_file_entry_and_field(tmp_path, file, old, new, complaint):
    with pytest.raises(DataError, match=complaint):
        load_facts(broken(tmp_path, file, old, new))


def test_a_missing_box_is_named(tmp_path):
    folder = broken(tmp_path, "display.toml", "[[box]]", "[[box]]")
    text = (folder / "display.toml").read_text(encoding="utf-8")
    first, second = text.index("[[box]]"), text.index("[[box]]", text.index("[[box]]") + 1)
    (folder / "display.toml").write_text(text[:first] + text[second:], encoding="utf-8")
    with pytest.raises(DataError, match=r"display.toml: there is no box 'byzantine.elite'"):
        load_facts(folder)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(DataError, match=r"map.toml"):
        load_facts(tmp_path)


def test_the_tables_have_every_special_action_there_is():
    assert FACTS.specials.keys() == SPECIAL_ACTIONS.keys()
