"""Who may see what is hidden."""

from __future__ import annotations

import pytest

from core.engine import Deal, Hidden, LocalTable, Open, Place, Sealed, Vault
from core.engine.log import START
from core.engine.table import opened
from core.engine.vault import ALL

CARD = Sealed("red", "1.red.0")
PLACE = Place(3, START)


def test_a_card_is_read_by_those_who_may() -> None:
    vault = Vault()
    vault.put(CARD, "jihad", "red")
    assert vault.peek("red", CARD) == "jihad"
    with pytest.raises(Hidden, match="blue may not look at red@"):
        vault.peek("blue", CARD)
    vault.put(CARD, "jihad", "blue")
    assert vault.peek("blue", CARD) == "jihad"
    assert not vault.may_read("green", CARD)
    vault.put(CARD, "jihad", ALL)
    assert vault.may_read("green", CARD)
    assert vault.readers[CARD.key] == ["red", "blue", ALL]


def test_nobody_reads_what_is_not_there() -> None:
    assert not Vault().holds(CARD)
    with pytest.raises(Hidden):
        Vault().peek("red", CARD)


def test_a_copy_goes_its_own_way() -> None:
    vault = Vault()
    vault.put(CARD, "jihad", "red")
    copy = vault.copy()
    copy.put(CARD, "jihad", "blue")
    assert not vault.may_read("blue", CARD)


def two_cards() -> tuple[Vault, Sealed, Sealed]:
    vault, other = Vault(), Sealed("red", "1.red.1")
    vault.put(CARD, 1, "red")
    vault.put(other, 9, "red")
    return vault, CARD, other


def test_opening_to_all_to_one_and_under_a_condition() -> None:
    vault, low, high = two_cards()
    assert opened(vault, Open([low, high], when=lambda card: card > 5)) == (None, 9)
    assert (vault.may_read("blue", low), vault.may_read("blue", high)) == (False, True)
    assert opened(vault, Open([low], to="green")) == (None,)
    assert (vault.may_read("blue", low), vault.may_read("green", low)) == (False, True)
    assert opened(vault, Open([low])) == (1,)
    assert vault.may_read("blue", low)


def test_a_dealt_card_is_never_one_that_is_held() -> None:
    table = LocalTable(1)
    hand: list[Sealed] = []
    deck = ["a", "b", "c", "c"]
    for index in range(4):
        hand += table.deal(Deal("red", deck, held=hand), Place(index, bytes([index])))
    assert sorted(table.vault.peek("red", token) for token in hand) == deck
    assert not table.vault.may_read("blue", hand[0])


def test_holding_a_card_that_the_deck_never_had_is_an_error_in_the_rules() -> None:
    table = LocalTable(1)
    (token,) = table.deal(Deal("red", ["jihad"]), PLACE)
    with pytest.raises(ValueError, match="red holds jihad, which is not in the deck"):
        table.deal(Deal("red", ["camels"], held=[token]), PLACE)
