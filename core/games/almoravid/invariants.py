"""What must be true of every position, worked out from the map alone. Tests and long runs look at every question."""

from __future__ import annotations

from collections import Counter

from core.games.almoravid.data import CARDS, LOCALES, LORDS, TAIFA_OF, TAIFAS, UNITS
from core.games.almoravid.politics import owner, points
from core.games.almoravid.state import Almoravid
from core.games.levy.hand import unseen
from core.games.levy.state import CALENDAR, MAP

SPARE_PIECES = {"light_horse": 1}
"""The Vassal lists need one Light Horse more than the box holds."""


def check(g: Almoravid, settled: bool = False) -> None:
    """Raises AssertionError with what is wrong. `settled` is for checkpoints, between phases and Command cards:
    then nobody fights, every Lord is in his place and every marker has its reason."""
    counts_are_sound(g)
    if settled and not g.winner and g.phase != "sagrajas":
        lords_are_somewhere(g)
        markers_make_sense(g)
        taifas_follow_the_map(g)
        cards_are_in_one_place(g)
    pieces_suffice(g)
    assert points(g) == recounted(g)


def counts_are_sound(g: Almoravid) -> None:
    """At any moment: boxes of the Calendar, markers and mats hold possible numbers."""
    assert g.box_vp >= 0, f"{g.box_vp} VP in the Taifas box"
    assert g.box_coin >= 0, f"{g.box_coin} Coin in the Taifas box"
    assert all(1 <= count <= 4 for count in g.siege.values()), g.siege
    assert all(count > 0 for count in g.jihad.values()), g.jihad
    for lord in g.lords.values():
        assert 0 <= lord.service <= 17, lord
        assert 0 <= lord.box <= 17, lord
        assert all(count > 0 for table in (lord.forces, lord.assets) for count in table.values()), lord


def lords_are_somewhere(g: Almoravid) -> None:
    for lord in g.lords.values():
        assert (lord.where == MAP) == (lord.at in LOCALES), lord
        assert not lord.routed, lord
        assert g.command or not lord.moved, lord
        if lord.where == MAP:
            assert lord.forces, lord
            assert len(lord.cards) <= 2, lord
        else:
            assert not lord.forces, lord
            assert not lord.cards, lord
        if lord.lower:
            assert g.lords[lord.lower].upper == lord.id
            assert g.lords[lord.lower].at == lord.at, (lord, g.lords[lord.lower])
        other = LORDS[lord.id].other_self
        if other:
            assert not (lord.where in (MAP, CALENDAR) and g.lords[other].where in (MAP, CALENDAR))


def markers_make_sense(g: Almoravid) -> None:
    assert not set(g.siege) & set(g.bypass)
    for place in [*g.siege, *g.bypass]:
        side = owner(g, place)
        assert side, f"{place} is Neutral but has Siege or Bypass"
        assert any(lord.at == place and lord.side != side and not lord.inside for lord in g.lords.values()), place
    for lord in g.lords.values():
        if lord.where != MAP:
            continue
        if lord.inside:
            assert lord.at in g.siege or lord.at in g.bypass, lord
            assert owner(g, lord.at) == lord.side, lord
        elif LOCALES[lord.at].stronghold and owner(g, lord.at) not in ("", lord.side):
            assert lord.at in g.siege or lord.at in g.bypass, lord
        for other in g.lords.values():
            if other.at == lord.at and other.side != lord.side:
                assert lord.inside != other.inside, (lord, other)
    for place in g.siege:
        stronghold = LOCALES[place].stronghold
        assert stronghold is not None
        assert sum(lord.inside for lord in g.lords.values() if lord.at == place) <= stronghold.capacity
    for place, count in g.conquered.items():
        stronghold = LOCALES[place].stronghold
        assert stronghold is not None
        assert count == stronghold.value
    for place in g.jihad:
        assert TAIFA_OF[place]
        assert LOCALES[place].stronghold
        assert place not in g.conquered
    assert len(g.cathedrals) <= 2
    assert all(place in g.conquered for place in g.cathedrals)
    assert all(g.lords[lord].where == MAP for lord in g.seats)


def taifas_follow_the_map(g: Almoravid) -> None:
    """1.4.1, worked out again."""
    for taifa in TAIFAS.values():
        lord = g.lords.get(taifa.lord)
        if set(taifa.targets) <= set(g.conquered):
            due = "reconquista"
        elif lord is not None and lord.where in ("map", "mat"):
            due = "independent"
        else:
            due = "parias"
        assert g.taifas[taifa.id] == due, taifa.id


def cards_are_in_one_place(g: Almoravid) -> None:
    seen = Counter([*g.edge["christian"], *g.edge["muslim"], *g.removed_cards, *g.in_use])
    seen += Counter(card for lord in g.lords.values() for card in lord.cards)
    seen += Counter(card for card in g.this_levy if card not in g.in_use)
    assert all(count == 1 for count in seen.values()), seen
    for side in ("christian", "muslim"):
        assert len(g.held[side]) <= len(unseen(g, side))
        assert all(CARDS[card].side == side for card in g.edge[side])


def pieces_suffice(g: Almoravid) -> None:
    total = Counter[str]()
    for lord in g.lords.values():
        total.update(lord.forces)
    for unit, count in total.items():
        assert count <= UNITS[unit].pieces + SPARE_PIECES.get(unit, 0), unit


def recounted(g: Almoravid) -> dict[str, int]:
    """5.1 by hand, in half points."""
    score = {"christian": 0, "muslim": 2 * g.box_vp}
    for place, side in g.ravaged.items():
        assert place in LOCALES
        score[side] += 1
    for place, count in g.conquered.items():
        score["christian" if TAIFA_OF[place] else "muslim"] += 2 * count
    score["muslim"] += sum(g.jihad.values())
    for taifa, status in g.taifas.items():
        score["christian"] += {"reconquista": 6, "parias": 2, "independent": 0}[status] * (
            3 if taifa == "sevilla" else 1
        )
    score["christian"] += 2 * len(g.cathedrals)
    return score
