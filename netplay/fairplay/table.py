"""Chance and secrets among peers: this table knows what its seats may know, and no more.

It answers the session only when all that is needed was heard, its own messages like everybody else's.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from core.engine import Deal, Draw, Open, Place, Roll, Sealed, Secret, Vault, chance
from core.engine.requests import Request
from core.engine.table import undealt
from core.engine.vault import ALL
from netplay.fairplay.chains import LINKS, Shown, chain, derived
from netplay.fairplay.messages import Cheating, Message, from_hex, hashed
from netplay.fairplay.seals import Seal, Spot, sealed

if TYPE_CHECKING:
    from netplay.fairplay.masks import Lifting, Mask, Masks

MOST_SEALS = 1000
"""Nobody seals or lays out more at once; a longer list is not worth looking at."""


class Said(NamedTuple):
    """A message of one of our own seats, before the peer gives it its turn."""

    seat: str
    kind: str
    body: dict[str, Any]
    to: str = ""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a hidden card came from: the deck, and whose cards cannot be the same."""

    cards: tuple[str, ...]
    others: tuple[str, ...]


class PeerTable:
    """A `Table` for the seats whose seeds it has; with none, for somebody who looks on."""

    def __init__(
        self,
        seats: Sequence[str],
        seeds: Mapping[str, bytes],
        anchors: Mapping[str, bytes],
        game: bytes,
        links: int = LINKS,
    ) -> None:
        self.vault = Vault()
        self.said: list[Said] = []
        self.seals: dict[str, Seal | Mask] = {}
        """By token, what its owner is bound to."""
        self.shown = {seat: Shown(seat, anchors[seat]) for seat in seats}
        self._seats = tuple(seats)
        self._links_of_all = [("link", seat) for seat in seats]
        self._seeds = dict(seeds)
        self._chains = {seat: chain(seat, seed, links) for seat, seed in seeds.items()}
        self._game = game
        self._origins: dict[str, Origin] = {}
        self._spoken: dict[tuple[str, str], dict[str, Any]] = {}
        self._heard: dict[tuple[str, str], dict[str, Any]] = {}
        self._masks: Masks | None = None
        self._lifting: Lifting | None = None

    # --- what is said and heard at one place in the log ------------------------------------------

    def plays_for(self, seat: str) -> bool:
        return seat in self._seeds

    def expects(self, request: Request | None) -> list[tuple[str, str]]:
        """Which messages, from whom, settle `request`."""
        match request:
            case Deal() | Draw() if request.deck:
                return self._lift(request).expects
            case Roll() | Draw():
                return self._links_of_all
            case Deal():
                return [("lay", request.seat)] + [("link", seat) for seat in self._others(request.seat)]
            case Secret():
                return [("seal", seat) for seat in request.dialogs]
            case Open(to=None):
                return [("open", owner) for owner in _owners(request)]
            case Open(to=to):
                notices = [("show", owner) for owner in _owners(request)]
                seen = [("open", owner) for owner in _owners(request) if owner != to and self.plays_for(to or "")]
                return notices + seen
            case _:
                return []

    def check(self, message: Message, request: Request | None, place: Place) -> None:
        """Raises `Cheating` if the message does not fit. Changes nothing."""
        if message.key not in self.expects(request):
            raise Cheating(message.seat, f"spoke out of turn: '{message.kind}' before entry {place.index} is settled")
        if message.to != (request.to or "" if isinstance(request, Open) and message.kind == "open" else ""):
            raise Cheating(message.seat, f"whispered a '{message.kind}' to {message.to or 'all'}")
        if self.plays_for(message.seat) and self._spoken.get(message.key) != message.body:
            raise Cheating(message.seat, f"did not say this '{message.kind}': somebody speaks in its name")
        body = message.body
        match message.kind, request:
            case "link", _:
                self.shown[message.seat].check(body["index"], from_hex(body["link"]))
            case "lay", Deal():
                if len(_seals(body)) != len(request.cards) - len(request.held):
                    raise Cheating(message.seat, f"did not lay out what is left of '{request.name}'")
            case "seal", _:
                _seals(body)
            case "open", Open():
                self._check_shown(request, message)
            case _, Deal() | Draw() if not self.plays_for(message.seat):  # our own proofs need not be looked at
                self._lift(request).check(*message.key, body)

    def is_early(self, message: Message, request: Request | None) -> bool:
        """Whether a message that belongs here can be judged only when others have been heard."""
        if not isinstance(request, Deal | Draw) or not request.deck or message.key not in self.expects(request):
            return False
        return self._lift(request).is_early(*message.key)

    def _check_shown(self, request: Open, message: Message) -> None:
        beside: dict[str, Any] = {}
        for token, opening in zip(_owned(request, message.seat), message.body["shown"], strict=True):
            if opening is None:
                if request.when is None:
                    raise Cheating(token.owner, f"kept {token.key} sealed, though it must be shown")
                continue
            self.check_opening(token, opening, beside)
            if request.when is not None and not request.when(opening["value"]):
                raise Cheating(token.owner, f"showed {opening['value']}, which does not meet the condition")
            beside[token.key] = opening["value"]

    def check_opening(self, token: Sealed, opening: dict[str, Any], beside: Mapping[str, Any]) -> None:
        """Raises `Cheating` unless this is what the token's owner sealed, and a card that it can be, given
        what everybody knows and what is opened `beside` it."""
        value = opening["value"]
        if not self.seals[token.key].fits(opening):
            raise Cheating(token.owner, f"made a false opening: {token.key} was not sealed as {value}")
        origin = self._origins.get(token.key)
        if origin is None:
            return
        if value not in origin.cards:
            raise Cheating(token.owner, f"opened {value}, a card that is not from the deck")
        kin = {key: o for key, o in self._origins.items() if key in origin.others or token.key in o.others}
        known = [self.vault.values[key] for key in kin if ALL in self.vault.readers.get(key, ())]
        known += [other for key, other in beside.items() if key in kin]
        if known.count(value) >= max(o.cards.count(value) for o in (origin, *kin.values())):
            raise Cheating(token.owner, f"opened {value} a second time")

    def hear(self, message: Message) -> None:
        """Takes in a message that was checked."""
        self._heard[message.key] = message.body
        if message.kind == "link":
            self.shown[message.seat].accept(from_hex(message.body["link"]))
        if self._lifting is not None:
            self._lifting.hear(*message.key, message.body)

    def _say(self, seat: str, kind: str, body: dict[str, Any], to: str = "") -> None:
        self._spoken[kind, seat] = body
        self.said.append(Said(seat, kind, body, to))

    def _may_say(self, kind: str, seat: str) -> bool:
        return self.plays_for(seat) and (kind, seat) not in self._spoken

    def missing(self, request: Request | None) -> list[tuple[str, str]]:
        """Which messages, from whom, are still to come before `request` is settled."""
        return [key for key in self.expects(request) if key not in self._heard]

    def _settled(self, request: Request) -> bool:
        return not self.missing(request)

    def _go_on(self) -> None:
        self._heard.clear()
        self._spoken.clear()
        self._lifting = None

    def _others(self, seat: str) -> list[str]:
        return [other for other in self._seats if other != seat]

    # --- chance ----------------------------------------------------------------------------------

    def _show_links(self, seats: Sequence[str]) -> None:
        for seat in seats:
            if self._may_say("link", seat):
                index = self.shown[seat].index + 1
                if index == len(self._chains[seat]):
                    raise RuntimeError(f"{seat}'s dice chain is used up after {index - 1} links: start a longer one")
                self._say(seat, "link", {"index": index, "link": self._chains[seat][index].hex()})

    def _material(self, purpose: bytes, place: Place, seats: Sequence[str]) -> bytes:
        """What chance is made of: everybody's links, their numbers, and the log so far."""
        shown = [self.shown[seat] for seat in seats]
        return hashed(purpose, self._game, place.chain, *(link.index.to_bytes(4, "big") + link.link for link in shown))

    def roll(self, request: Roll, place: Place) -> tuple[int, ...] | None:
        self._show_links(self._seats)
        if not self._settled(request):
            return None
        material = self._material(b"roll", place, self._seats)
        self._go_on()
        return chance.dice(material, request.count, request.sides)

    def draw(self, request: Draw, place: Place) -> tuple[str, ...] | None:
        if request.deck:
            return self._draw_masked(request, place)
        self._show_links(self._seats)
        if not self._settled(request):
            return None
        picks = chance.picks(self._material(b"draw", place, self._seats), len(request.cards), request.count)
        self._go_on()
        return tuple(request.cards[pick] for pick in picks)

    # --- blind deals -----------------------------------------------------------------------------

    def deal(self, request: Deal, place: Place) -> tuple[Sealed, ...] | None:
        """The drawer lays out all that is left, sealed, in an order that only he knows; then the others' links
        say which of the sealed cards are his. Opening one shows what was fixed before anybody could know."""
        if request.deck:
            return self._deal_masked(request, place)
        drawer = request.seat
        mine = self._laid_out(request, place) if self.plays_for(drawer) else []
        spots = [self._spot(drawer, place, number) for number in range(len(request.cards) - len(request.held))]
        if self._may_say("lay", drawer):
            seed = self._seeds[drawer]
            seals = [sealed(seed, spot, card).hex() for spot, card in zip(spots, mine, strict=True)]
            self._say(drawer, "lay", {"seals": seals})
        if ("lay", drawer) not in self._heard:
            return None
        self._show_links(self._others(drawer))
        if not self._settled(request):
            return None
        laid = _seals(self._heard["lay", drawer])
        picks = chance.picks(self._material(b"deal", place, self._others(drawer)), len(laid), request.count)
        tokens = tuple(place.token(drawer, number) for number in range(request.count))
        kin = tuple(token.key for token in (*request.held, *tokens))
        for token, pick in zip(tokens, picks, strict=True):
            self.seals[token.key] = Seal(spots[pick], laid[pick])
            self._origins[token.key] = Origin(tuple(request.cards), tuple(key for key in kin if key != token.key))
            if mine:
                self.vault.put(token, mine[pick], drawer)
        self._go_on()
        return tokens

    def _laid_out(self, request: Deal, place: Place) -> list[str]:
        """The drawer's own look at his layout; it follows from the seed, so it need not be kept."""
        left = undealt(request, self.vault)
        used = self.shown[request.seat].index.to_bytes(4, "big")
        order = derived(self._seeds[request.seat], b"layout", self._spot(request.seat, place, 0).name(), used)
        return [left[pick] for pick in chance.picks(order, len(left), len(left))]

    # --- shared decks ----------------------------------------------------------------------------

    def _lift(self, request: Deal | Draw) -> Lifting:
        """The deal that is going on. The mathematics are fetched only for games that need them."""
        if self._masks is None:
            from netplay.fairplay.masks import Masks

            self._masks = Masks(self._seats, self._game)
        if self._lifting is None:
            self._lifting = self._masks.lifting(request, self.vault)
        return self._lifting

    def _all_lifted(self, request: Deal | Draw, place: Place) -> bool:
        """Says what is due, each word when its time has come. Whether all was heard."""
        lifting = self._lift(request)
        for kind, seat in lifting.expects:
            if self._may_say(kind, seat) and not lifting.is_early(kind, seat):
                spot = self._spot(seat, place, self.shown[seat].index).name()
                self._say(seat, kind, lifting.word(kind, seat, self._seeds[seat], spot))
        return self._settled(request)

    def _draw_masked(self, request: Draw, place: Place) -> tuple[str, ...] | None:
        if not self._all_lifted(request, place):
            return None
        drawn = self._lift(request).draw()
        self._go_on()
        return drawn

    def _deal_masked(self, request: Deal, place: Place) -> tuple[Sealed, ...] | None:
        if not self._all_lifted(request, place):
            return None
        tokens = tuple(place.token(request.seat, number) for number in range(request.count))
        masks = self._lift(request).deal(request.seat, [token.key for token in tokens])
        for token, mask in zip(tokens, masks, strict=True):
            self.seals[token.key] = mask
            if self.plays_for(request.seat):
                self.vault.put(token, mask.read(self._seeds[request.seat], request.cards), request.seat)
        self._go_on()
        return tokens

    def _spot(self, seat: str, place: Place, number: int) -> Spot:
        return Spot(seat, hashed(self._game, str(place.index).encode(), place.chain), number)

    # --- private dialogs and openings ------------------------------------------------------------

    def seal(self, seat: str, values: Sequence[Any], place: Place) -> None:
        seals = []
        for number, value in enumerate(values):
            if json.loads(json.dumps(value)) != value:
                raise TypeError(f"{value!r} cannot be sealed: only text, numbers, lists and dicts travel unchanged")
            self.vault.put(place.token(seat, number), value, seat)
            seals.append(sealed(self._seeds[seat], self._spot(seat, place, number), value).hex())
        self._say(seat, "seal", {"seals": seals})

    def sealed(self, request: Secret, place: Place) -> Mapping[str, tuple[Sealed, ...]] | None:
        if not self._settled(request):
            return None
        outcome: dict[str, tuple[Sealed, ...]] = {}
        for seat in request.dialogs:
            seals = _seals(self._heard["seal", seat])
            outcome[seat] = tuple(place.token(seat, number) for number in range(len(seals)))
            for number, (token, digest) in enumerate(zip(outcome[seat], seals, strict=True)):
                self.seals[token.key] = Seal(self._spot(seat, place, number), digest)
        self._go_on()
        return outcome

    def opening(self, token: Sealed) -> dict[str, Any]:
        """The proof of what a token of our own hides."""
        return self.seals[token.key].opening(self._seeds[token.owner], self.vault.values[token.key])

    def open(self, request: Open, place: Place) -> tuple[Any, ...] | None:
        for owner in _owners(request):
            if request.to is not None and self._may_say("show", owner):
                self._say(owner, "show", {})
            if owner != request.to and self._may_say("open", owner):
                self._say(owner, "open", {"shown": self._openings(request, owner)}, request.to or "")
        if not self._settled(request):
            return None
        reader = request.to or ALL
        values: dict[str, Any] = {}
        for owner in _owners(request):
            if self.plays_for(owner):
                shown = self._openings(request, owner)
            else:
                shown = self._heard["open", owner]["shown"] if ("open", owner) in self._heard else []
            for token, opening in zip(_owned(request, owner), shown, strict=False):
                if opening is not None:
                    self.vault.put(token, opening["value"], reader)
                    values[token.key] = opening["value"]
        self._go_on()
        return tuple(None if request.to else values.get(token.key) for token in request.sealed)

    def _openings(self, request: Open, owner: str) -> list[dict[str, Any] | None]:
        openings = [self.opening(token) for token in _owned(request, owner)]
        return [opening if request.when is None or request.when(opening["value"]) else None for opening in openings]


def _owners(request: Open) -> list[str]:
    return list(dict.fromkeys(token.owner for token in request.sealed))


def _owned(request: Open, owner: str) -> list[Sealed]:
    return [token for token in request.sealed if token.owner == owner]


def _seals(body: dict[str, Any]) -> list[bytes]:
    seals = [from_hex(text) for text in body["seals"][: MOST_SEALS + 1]]
    if len(seals) > MOST_SEALS or any(len(seal) != 32 for seal in seals):
        raise ValueError("not a list of seals")
    return seals
