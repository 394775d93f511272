"""Two machines bid for a seat: sealed, then opened; whoever cheats is named and nothing comes of it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from netplay.bidding import Bid, Bids
from netplay.identity import Identity

ANNA, BASIL = Identity.fresh().public, Identity.fresh().public
PLACE = "almoravid-0123456789 0"


class Pair:
    """Anna and Basil; what they say waits until it is carried, and may be changed on the way."""

    def __init__(self, place: str = PLACE) -> None:
        self.post: list[tuple[Bids, dict[str, Any]]] = []
        self.anna = Bids(
            place, ANNA, BASIL, range(2, 19), lambda word: self.post.append((self.basil, word)), lambda b: None
        )
        self.basil = Bids(
            place, BASIL, ANNA, range(2, 19), lambda word: self.post.append((self.anna, word)), lambda b: None
        )

    def carry(self) -> None:
        while self.post:
            to, word = self.post.pop(0)
            to.hear(word)


@pytest.mark.parametrize(("anna", "basil", "anna_wins"), [(3, 5, True), (7, 2, False)])
async def test_the_lower_bid_wins(anna: int, basil: int, anna_wins: bool) -> None:
    pair = Pair()
    pair.anna.bid(anna)
    pair.basil.bid(basil)
    pair.carry()
    for bids, mine, theirs, wins in ((pair.anna, anna, basil, anna_wins), (pair.basil, basil, anna, not anna_wins)):
        assert bids.settled is not None
        assert (bids.settled.mine, bids.settled.theirs, bids.settled.we_win) == (mine, theirs, wins)
        assert bids.settled.amount == min(anna, basil)


async def test_nobody_opens_before_both_are_sealed() -> None:
    pair = Pair()
    pair.anna.bid(3)
    assert [sorted(word) for _, word in pair.post] == [["sealed"]]
    pair.carry()
    assert pair.basil.they_have_bid
    assert not pair.post
    with pytest.raises(ValueError, match="makes no sense now"):
        pair.basil.hear({"amount": 3, "salt": "00" * 32})


async def test_a_tie_falls_to_either_and_both_see_the_same() -> None:
    winners = set()
    for _ in range(40):
        pair = Pair()
        pair.anna.bid(4)
        pair.basil.bid(4)
        pair.carry()
        assert pair.anna.settled is not None
        assert pair.basil.settled is not None
        assert pair.anna.settled.we_win != pair.basil.settled.we_win
        assert "by lot" in pair.anna.told("Anna", "Basil", "muslim")
        winners.add(pair.anna.settled.we_win)
    assert winners == {True, False}


async def test_a_bid_cannot_be_opened_as_another() -> None:
    pair = Pair()
    pair.anna.bid(3)
    pair.basil.bid(5)
    for _ in range(2):  # the seals; then the openings are on the way
        to, word = pair.post.pop(0)
        to.hear(word)
    opening = next(word for to, word in pair.post if to is pair.basil)
    pair.basil.hear(opening | {"amount": 2})
    assert pair.basil.settled is None
    assert "Anna opened another bid than he had sealed" in pair.basil.told("Basil", "Anna", "muslim")


async def test_a_seal_copied_from_the_other_opens_nothing() -> None:
    """Basil repeats whatever Anna says, to tie with her whatever she bids."""
    said: list[dict[str, Any]] = []
    anna = Bids(PLACE, ANNA, BASIL, range(2, 19), said.append, lambda bids: None)
    anna.bid(3)
    anna.hear(said[0])
    anna.hear(said[1])
    assert anna.void == "opened another bid than he had sealed"


async def test_a_seal_for_other_terms_opens_nothing() -> None:
    pair = Pair()
    old = Bid(5, b"s" * 32)
    pair.anna.bid(3)
    pair.anna.hear({"sealed": old.sealed(BASIL, "almoravid-0123456789 7").hex()})
    pair.anna.hear({"amount": 5, "salt": old.salt.hex()})
    assert pair.anna.void


async def test_what_cannot_be_bid_is_void_too() -> None:
    pair = Pair()
    low = Bid(1, b"s" * 32)
    pair.anna.bid(1)
    assert not pair.anna.we_have_bid
    pair.anna.bid(2)
    pair.anna.hear({"sealed": low.sealed(BASIL, PLACE).hex()})
    pair.anna.hear({"amount": 1, "salt": low.salt.hex()})
    assert pair.anna.void == "bid what cannot be bid"


async def test_refusing_before_and_after_sealing_is_named() -> None:
    pair = Pair()
    pair.anna.bid(3)
    pair.carry()
    pair.basil.refuse()
    pair.carry()
    for bids, me, other in ((pair.anna, "Anna", "Basil"), (pair.basil, "Basil", "Anna")):
        assert bids.told(me, other, "Muslim") == "The bidding for Muslim is void: Basil would rather not bid."
    pair = Pair()
    pair.anna.bid(3)
    pair.anna.hear({"sealed": "ab" * 32})
    pair.anna.hear({"refuse": True})
    assert pair.anna.void == "does not open his bid"


async def test_who_does_not_open_is_named_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("netplay.bidding.OPENING_SECONDS", 0.01)
    pair = Pair()
    pair.anna.bid(3)
    pair.anna.hear({"sealed": "ab" * 32})
    await asyncio.sleep(0.05)
    assert pair.anna.void == "does not open his bid"


@pytest.mark.parametrize("word", [{}, {"sealed": 7}, {"sealed": "ab"}, {"sealed": "XY" * 32}])
async def test_nonsense_is_refused(word: dict[str, Any]) -> None:
    with pytest.raises((TypeError, ValueError)):
        Pair().anna.hear(word)
