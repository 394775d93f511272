"""Decks from which several seats draw in secret: cards under everybody's masks (Barnett and Smart).

All seats shuffle the deck in turn and mask every card, each proving that he did nothing else. To deal one, all
others take off their masks, for everybody to see; the drawer's own stays on, so he alone knows it. To open it he
takes his off. To draw one openly, everybody does. No proof, no effect: who cheats is named before it matters.

    key      a seat's share of the key under which all cards are masked; once a game
    shuffle  the deck after this seat's shuffle; in the order of the seats, and only if something was added to it
    lift     this seat's masks of the cards that are dealt

What lies in the deck changes between deals: cards come back, openly or unseen, or others are added. Then what lies
there, what came back unseen, and the new ones under transparent masks are shuffled anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from core.engine import Deal, Draw, Vault
from core.engine.vault import ALL
from netplay.fairplay.chains import derived
from netplay.fairplay.group import (
    BASE,
    SIZE,
    Point,
    Proof,
    minus,
    number_from,
    point_from,
    prove,
    proves,
    read_point,
    times,
    total,
)
from netplay.fairplay.messages import Cheating, canonical, from_hex, hashed
from netplay.fairplay.shuffles import (
    Masked,
    ShuffleProof,
    from_text,
    is_shuffle,
    masked,
    read_cards,
    shuffled,
    to_text,
)

MOST_CARDS = 500
"""Of one shared deck: a longer shuffle would not fit into an entry."""


def card_point(card: Any) -> Point:
    """Copies of one card are the same point: under masks nobody can tell, and opened it says no more than its name."""
    return point_from(b"card", canonical(card))


def secret_key(seed: bytes) -> int:
    return number_from(derived(seed, b"mask"))


@dataclass(frozen=True, slots=True)
class Mask:
    """A dealt card under nothing but its owner's mask. Like a `Seal`, it binds him to one value."""

    key: Point
    """The owner's share of the key."""
    card: Masked
    about: bytes

    def opening(self, seed: bytes, value: Any) -> dict[str, Any]:
        proof = prove(secret_key(seed), [BASE, self.card.blind], self.about)
        return {"value": value, "proof": proof.to_text()}

    def fits(self, opening: dict[str, Any]) -> bool:
        """Whether the owner's mask is what lies between this and the value."""
        proof = Proof.from_bytes(from_hex(opening["proof"]))
        lifted = minus(self.card.hidden, card_point(opening["value"]))
        return proves(proof, [BASE, self.card.blind], [self.key, lifted], self.about)

    def read(self, seed: bytes, cards: Sequence[str]) -> str:
        return _named(minus(self.card.hidden, times(secret_key(seed), self.card.blind)), cards)


def _named(point: Point, cards: Sequence[str]) -> str:
    return next(card for card in cards if card_point(card) == point)


@dataclass(slots=True)
class Layout:
    """A shared deck on the table."""

    left: list[Masked] = field(default_factory=list)
    """In the order in which they will be dealt."""
    out: dict[str, Masked] = field(default_factory=dict)
    """By token, the cards that were dealt from it, as they lay there."""
    cards: Counter[str] = field(default_factory=Counter)
    """What `left` and `out` hide together."""


class Masks:
    """The keys and the shared decks of one game."""

    def __init__(self, seats: Sequence[str], game: bytes) -> None:
        self.seats = tuple(seats)
        self.game = game
        self.keys: dict[str, Point] = {}
        self.layouts: dict[str, Layout] = {}

    def about(self, seat: str) -> bytes:
        return hashed(b"mask", self.game, seat.encode())

    def lifting(self, request: Deal | Draw, vault: Vault) -> Lifting:
        return Lifting(self, request, vault)


class Lifting:
    """One deal or open draw from a shared deck, while the words it needs come in."""

    def __init__(self, masks: Masks, request: Deal | Draw, vault: Vault) -> None:
        self._masks = masks
        self._request = request
        self._layout = masks.layouts.get(request.deck) or Layout()
        held = {token.key for token in request.held}
        if strange := held - self._layout.out.keys():
            raise ValueError(f"'{request.name}': {min(strange)} was not dealt from the deck '{request.deck}'")
        away = [key for key in self._layout.out if key not in held]
        known = {key: vault.values[key] for key in away if ALL in vault.readers.get(key, ())}
        hidden = self._layout.cards - Counter(known.values())
        if lost := hidden - Counter(request.cards):
            raise ValueError(f"'{request.name}': {min(lost)} left the deck '{request.deck}', but nobody has seen it")
        self._added = sorted((Counter(request.cards) - hidden).elements())
        self._back = [self._layout.out[key] for key in away if key not in known]
        self._size = len(self._layout.left) + len(self._back) + len(self._added)
        if self._size > MOST_CARDS or request.count > self._size:
            raise ValueError(f"'{request.name}': cannot deal {request.count} of {self._size} cards of '{request.deck}'")
        self._keys = dict(masks.keys)
        self._shuffles: dict[str, list[Masked]] = {}
        self._lifts: dict[str, list[Point]] = {}
        self._shufflers = masks.seats if self._back or self._added else ()
        drawer = request.seat if isinstance(request, Deal) else ""
        self.expects = [("key", seat) for seat in masks.seats if seat not in masks.keys]
        self.expects += [("shuffle", seat) for seat in self._shufflers]
        self.expects += [("lift", seat) for seat in masks.seats if seat != drawer]

    # --- what was heard so far -------------------------------------------------------------------

    def is_early(self, kind: str, seat: str) -> bool:
        """Whether other words must be heard first, before this one can be said or judged."""
        if kind == "key":
            return False
        earlier = self._shufflers[: self._shufflers.index(seat)] if kind == "shuffle" else self._shufflers
        return len(self._keys) < len(self._masks.seats) or any(other not in self._shuffles for other in earlier)

    def _key(self) -> Point:
        return total(self._keys[seat] for seat in self._masks.seats)

    def _cards(self) -> list[Masked]:
        """All that is left, after the last shuffle that was heard."""
        if self._shuffles:
            return list(self._shuffles.values())[-1]
        key = self._key()
        return [*self._layout.left, *self._back, *(masked(card_point(card), key) for card in self._added)]

    def _dealt(self) -> list[Masked]:
        return self._cards()[: self._request.count]

    def hear(self, kind: str, seat: str, body: dict[str, Any]) -> None:
        """Takes in what was checked."""
        match kind:
            case "key":
                self._keys[seat] = from_hex(body["key"])
            case "shuffle":
                self._shuffles[seat] = from_text(body["cards"])
            case "lift":
                self._lifts[seat] = [point for point, _ in _lifts(body)]

    # --- what one says ---------------------------------------------------------------------------

    def word(self, kind: str, seat: str, seed: bytes, spot: bytes) -> dict[str, Any]:
        """What an honest seat says. `spot` is where in the game, and never comes again."""
        about = self._masks.about(seat)
        key = secret_key(seed)
        match kind:
            case "key":
                return {"key": times(key, BASE).hex(), "proof": prove(key, [BASE], about).to_text()}
            case "shuffle":
                before = self._cards()
                coins = derived(seed, b"shuffle", spot, to_text(before).encode())
                cards, proof = shuffled(before, self._key(), coins, about)
                return {"cards": to_text(cards), "proof": proof.to_text()}
            case _:
                blinds = [card.blind for card in self._dealt()]
                lifts = [times(key, blind).hex() + prove(key, [BASE, blind], about).to_text() for blind in blinds]
                return {"lifts": lifts}

    def check(self, kind: str, seat: str, body: dict[str, Any]) -> None:
        """Raises `Cheating`, or ValueError for nonsense. Not to be asked of what is early."""
        about = self._masks.about(seat)
        name = self._request.deck
        match kind:
            case "key":
                key, proof = read_point(from_hex(body["key"])), Proof.from_bytes(from_hex(body["proof"]))
                if not proves(proof, [BASE], [key], about):
                    raise Cheating(seat, "gave a key that it cannot know")
            case "shuffle":
                before, after = self._cards(), read_cards(body["cards"][: 4 * SIZE * (self._size + 1)])
                if len(after) != len(before):
                    raise Cheating(seat, f"did not shuffle what is left of '{name}'")
                shuffle = ShuffleProof.from_text(body["proof"], len(before))
                if not is_shuffle(before, after, self._key(), shuffle, about):
                    raise Cheating(seat, f"shuffled '{name}' falsely: cards were changed, or there is no proof")
            case "lift":
                for card, (point, proof) in zip(self._dealt(), _lifts(body), strict=True):
                    if not proves(proof, [BASE, card.blind], [self._keys[seat], point], about):
                        raise Cheating(seat, f"lifted a false mask from '{name}'")

    # --- when all is heard -----------------------------------------------------------------------

    def _settle(self, out: Mapping[str, Masked], gone: Sequence[str]) -> None:
        held = {token.key: self._layout.out[token.key] for token in self._request.held}
        left = self._cards()[self._request.count :]
        self._masks.keys = self._keys
        cards = Counter(self._request.cards) - Counter(gone)
        self._masks.layouts[self._request.deck] = Layout(left, {**held, **out}, cards)

    def _lifted(self) -> list[Masked]:
        """The cards that are dealt, without the masks that were taken off."""
        cards = self._dealt()
        for masks in self._lifts.values():
            cards = [Masked(card.blind, minus(card.hidden, mask)) for card, mask in zip(cards, masks, strict=True)]
        return cards

    def deal(self, drawer: str, tokens: Sequence[str]) -> list[Mask]:
        """The cards under the drawer's masks, and the deck without them."""
        dealt = self._dealt()
        made = [Mask(self._keys[drawer], card, self._masks.about(drawer)) for card in self._lifted()]
        self._settle(dict(zip(tokens, dealt, strict=True)), ())
        return made

    def draw(self) -> tuple[str, ...]:
        """The cards, open, and the deck without them."""
        drawn = tuple(_named(card.hidden, self._request.cards) for card in self._lifted())
        self._settle({}, drawn)
        return drawn


def _lifts(body: dict[str, Any]) -> list[tuple[Point, Proof]]:
    raws = [from_hex(text) for text in body["lifts"][: MOST_CARDS + 1]]
    return [(read_point(raw[:SIZE]), Proof.from_bytes(raw[SIZE:])) for raw in raws]
