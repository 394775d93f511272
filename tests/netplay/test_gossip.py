"""Whatever the network loses, repeats or turns round, all peers come to have the same entries in the same order."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netplay.entries import LARGEST, BadEntry, Entry, Feeds, SaidTwoThings
from netplay.frames import LONGEST, BadFrame, Unpacker, packed
from netplay.gossip import Gossip
from netplay.identity import Identity

PEOPLE = [Identity.fresh() for _ in range(3)]
KEYS = [person.public for person in PEOPLE]
CHARTER = b"charter".ljust(32)


def feeds() -> Feeds:
    return Feeds(CHARTER, KEYS)


def texts(of: Feeds) -> list[list[str]]:
    return [[entry.body["text"] for entry in of.of(author)] for author in range(len(PEOPLE))]


def unpacked(data: bytes) -> list[dict[str, Any]]:
    return list(Unpacker().feed(data))


class BadNetwork:
    """Three peers around a host, number 0. Every frame may be lost, doubled or late; links break and come back."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.held = [feeds() for _ in PEOPLE]
        self.under_way: list[tuple[int, int, bytes]] = []
        self.links: dict[tuple[int, int], Gossip] = {}
        for guest in (1, 2):
            self.connect(0, guest)

    def connect(self, one: int, other: int) -> None:
        for me, them in ((one, other), (other, one)):
            link = Gossip(self.held[me], lambda frame, me=me, them=them: self.post(me, them, frame), lambda: True)
            self.links[me, them] = link
        for pair in ((one, other), (other, one)):
            self.links[pair].begin()

    def post(self, me: int, them: int, frame: dict[str, Any] | bytes) -> None:
        for _ in range(self.chance.choice((0, 1, 1, 1, 2))):
            self.under_way.append((me, them, packed(frame)))

    def step(self) -> None:
        if self.under_way and self.chance.random() < 0.8:
            me, them, data = self.under_way.pop(self.chance.randrange(len(self.under_way)))
            if self.links[them, me].hear(*unpacked(data)):
                self.push(them)
        elif self.chance.random() < 0.2:
            self.connect(0, self.chance.choice((1, 2)))
        else:
            author = self.chance.randrange(3)
            self.held[author].write(PEOPLE[author], author, "chat", {"text": str(self.chance.random())})
            self.push(author)

    def push(self, me: int) -> None:
        for (one, _), link in self.links.items():
            if one == me:
                link.push()

    def calm(self) -> None:
        """From now on everything arrives; the links are made anew once."""
        self.under_way.clear()
        self.chance.choice = lambda _: 1  # type: ignore[assignment]
        for guest in (1, 2):
            self.connect(0, guest)
        while self.under_way:
            me, them, data = self.under_way.pop(0)
            self.links[them, me].hear(*unpacked(data))
            self.push(them)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9), st.integers(10, 150))
def test_everybody_hears_everything_once_and_in_order(seed: int, steps: int) -> None:
    network = BadNetwork(seed)
    for _ in range(steps):
        network.step()
    network.calm()
    told = [texts(held) for held in network.held]
    assert told[0] == told[1] == told[2]
    assert [entry.number for entry in network.held[2].of(0)] == list(range(len(told[0][0])))


def test_what_was_missed_can_come_from_anybody() -> None:
    """The host is gone; one guest has all, and gives it to the other."""
    network = BadNetwork(1)
    network.calm()
    for number in range(5):
        network.held[0].write(PEOPLE[0], 0, "chat", {"text": str(number)})
    for entry in network.held[0].of(0):
        network.held[1].accept(entry)
    network.connect(1, 2)
    while network.under_way:
        me, them, data = network.under_way.pop(0)
        network.links[them, me].hear(*unpacked(data))
    assert texts(network.held[2])[0] == ["0", "1", "2", "3", "4"]


def test_a_reader_that_is_full_gets_no_more_until_it_is_ready() -> None:
    held, room = feeds(), [1]
    sent: list[bytes] = []

    def send(frame: dict[str, Any] | bytes) -> None:
        sent.append(packed(frame))
        room[0] -= 1

    link = Gossip(held, send, lambda: room[0] > 0)
    link.hear({"have": [0, 0, 0]})
    for number in range(40):
        held.write(PEOPLE[0], 0, "chat", {"text": str(number) * 10_000})
        link.push()
    assert len(sent) == 1
    room[0] = 100
    link.push()
    assert [entry[1] for frame in unpacked(b"".join(sent)) for entry in frame["entries"]] == list(range(40))
    assert all(len(data) < LONGEST for data in sent)


# --- forgeries -------------------------------------------------------------------------------------


def said(text: str, author: int = 0) -> Entry:
    return feeds().write(PEOPLE[author], author, "chat", {"text": text})


@pytest.mark.parametrize(
    "forged",
    [
        replace(said("march"), body={"text": "retreat"}),
        replace(said("march"), author=1),
        replace(said("march"), kind="game"),
        replace(said("march"), signature=bytes(64)),
        replace(said("march"), author=7),
        Feeds(b"another game".ljust(32), KEYS).write(PEOPLE[0], 0, "chat", {"text": "march"}),
    ],
)
def test_what_its_author_did_not_sign_is_refused(forged: Entry) -> None:
    held = feeds()
    with pytest.raises(BadEntry):
        held.accept(forged)
    assert held.counts() == [0, 0, 0]
    assert held.accept(said("march"))


def test_an_entry_cannot_be_left_out_or_moved() -> None:
    theirs, mine = feeds(), feeds()
    one, two = (theirs.write(PEOPLE[0], 0, "chat", {"text": text}) for text in ("one", "two"))
    assert not mine.accept(two)
    with pytest.raises(BadEntry):
        mine.accept(replace(two, number=0))
    assert mine.accept(one)
    assert mine.accept(two)
    assert not mine.accept(one)


def test_saying_two_different_things_proves_itself() -> None:
    held = feeds()
    held.accept(said("march"))
    with pytest.raises(SaidTwoThings) as proof:
        held.accept(said("retreat"))
    assert (proof.value.author, proof.value.number) == (0, 0)
    with pytest.raises(BadEntry):  # but nobody can make it look as if he had
        held.accept(replace(said("march"), body={"text": "retreat"}))


def test_an_entry_nested_without_end_is_refused() -> None:
    nested: dict[str, Any] = {}
    for _ in range(100):
        nested = {"in": [nested]}
    with pytest.raises(BadEntry, match="boxes in boxes"):
        feeds().write(PEOPLE[0], 0, "chat", nested)
    assert feeds().write(PEOPLE[0], 0, "chat", {"text": "[{" * 100})


def test_an_author_who_talks_without_end_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("netplay.entries.MOST_BYTES", 300)
    theirs, mine = feeds(), feeds()
    for _ in range(3):
        assert mine.accept(theirs.write(PEOPLE[0], 0, "chat", {"text": "bla " * 25}))
    with pytest.raises(BadEntry, match="talks without end"):
        mine.accept(theirs.write(PEOPLE[0], 0, "chat", {"text": "bla"}))
    assert mine.accept(said("something", author=1))


def test_an_entry_too_large_is_refused() -> None:
    with pytest.raises(BadEntry, match="bytes"):
        feeds().write(PEOPLE[0], 0, "chat", {"text": "x" * LARGEST})


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(st.sampled_from(["have", "got", "entries", "x"]), JUNK | st.lists(JUNK, max_size=5)))
def test_junk_is_refused_and_changes_nothing(frame: dict[str, Any]) -> None:
    held = feeds()
    link = Gossip(held, lambda frame: None, lambda: True)
    with suppress(BadFrame, BadEntry):
        assert link.hear(frame) == []
    assert held.counts() == [0, 0, 0]


# --- frames ----------------------------------------------------------------------------------------


@given(st.lists(st.dictionaries(st.text(), JUNK, max_size=3), max_size=4), st.integers(0, 10**6))
def test_frames_arrive_whole_from_any_pieces(frames: list[dict[str, Any]], seed: int) -> None:
    stream, unpacker, out = b"".join(map(packed, frames)), Unpacker(), []
    chance = random.Random(seed)
    while stream:
        size = chance.randint(1, 9)
        out += unpacker.feed(stream[:size])
        stream = stream[size:]
    assert out == frames


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"\xff\xff\xff\xff", "announced a message of 4294967295 bytes"),
        (b"SSH-2.0-hello\r\n", "announced"),
        (b"\0\0\0\x04nope", "not JSON"),
        (b"\0\0\0\x02[]", "not a JSON object"),
        (b"\0\0\0\x02\xff\xfe", "not JSON"),
        ((100_000).to_bytes(4, "big") + b"[" * 100_000, "not JSON"),
    ],
)
def test_bytes_that_are_no_frame(data: bytes, why: str) -> None:
    with pytest.raises(BadFrame, match=why):
        list(Unpacker().feed(data))


def test_half_a_frame_waits() -> None:
    assert list(Unpacker().feed(packed({"have": [1]})[:-1])) == []
