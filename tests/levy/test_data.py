"""Tables that cannot be right say where."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.games.almoravid.data import CARDS, LOCALES, LORDS, TERRITORIES, UNITS
from core.games.levy.facts import BadData, Entry, Tables, read_cards, read_lords, read_units


def test_the_map_is_whole() -> None:
    assert len(LOCALES) == 72
    assert sum(len(locale.ways) for locale in LOCALES.values()) == 2 * 109
    assert sum(sum(locale.ways.values()) for locale in LOCALES.values()) == 2 * 37
    assert all(place in LOCALES for territory in TERRITORIES.values() for place in territory.targets)


def test_pieces_and_cards_are_those_of_the_box() -> None:
    horse = sum(unit.pieces for unit in UNITS.values() if unit.horse)
    assert (horse, sum(unit.pieces for unit in UNITS.values()) - horse) == (78, 83)
    assert [sum(card.side == side for card in CARDS.values()) for side in ("christian", "muslim")] == [26, 26]
    assert [sum(lord.cards for lord in LORDS.values() if lord.side == side) for side in ("christian", "muslim")] == [
        27 - 5,
        33 - 5,
    ]


def test_a_missing_field_is_named_with_its_file_and_entry(tmp_path: Path) -> None:
    with pytest.raises(BadData, match=r"forces\.toml, entry 'knights', field 'kind': is missing"):
        read_units(Tables(tmp_path), {"knights": {"name": "Knights"}})


@pytest.mark.parametrize(("fields", "complaint"), [
    ({"seats": ["atlantis"]}, "field 'seats': there is no Locale 'atlantis'"),
    ({"seats": [], "side": "norman"}, "field 'side': cannot be 'norman'; it can be: christian, muslim"),
    ({"seats": [], "side": "christian", "fealty": "high"}, "field 'fealty': should be int, not 'high'"),
])  # fmt: skip
def test_a_wrong_lord_is_named(tmp_path: Path, fields: dict, complaint: str) -> None:
    row = {"name": "X", "title": "Y", **fields}
    with pytest.raises(BadData, match=complaint):
        read_lords(Tables(tmp_path), {"x": row}, UNITS, LOCALES, ("christian", "muslim"))


def test_a_card_for_nobody_is_named(tmp_path: Path) -> None:
    row = {"event": {}, "capability": {}, "lords": ["arthur"]}
    with pytest.raises(BadData, match=r"cards\.toml, entry 'C99', field 'lords': there is no Lord 'arthur'"):
        read_cards(Tables(tmp_path), {"C99": row}, LORDS, ("christian", "muslim"))


def test_an_unreadable_file_and_an_unknown_source_are_named(tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text("a = [")
    with pytest.raises(BadData, match=r"map\.toml"):
        Tables(tmp_path).read("map")
    with pytest.raises(BadData, match="field 'source': cannot be 'hearsay'"):
        Entry("map.toml", "x", {"source": "hearsay"}).source()
