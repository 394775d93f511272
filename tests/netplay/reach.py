"""Everything a peer could possibly look at: the graph of objects that hang on it."""

from __future__ import annotations

import gc
import re
import sys
from collections import Counter
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from core.engine.session import PrivateLine
from core.engine.vault import ALL
from netplay.fairplay import Peer
from netplay.fairplay.group import times, to_bytes
from netplay.fairplay.masks import Mask, secret_key
from netplay.fairplay.seals import salt_for
from tests.engine.intrigue import Intrigue
from tests.netplay.circle import Circle


def reachable(root: object) -> Iterator[tuple[object, object]]:
    """Pairs of a thing and what holds it. Modules and classes are everybody's, so they are left out."""
    shared = {id(vars(module)) for module in list(sys.modules.values()) if isinstance(module, ModuleType)}
    seen = {id(root)}
    stack: list[object] = [root]
    while stack:
        holder = stack.pop()
        for thing in gc.get_referents(holder):
            yield thing, holder
            if id(thing) in seen or id(thing) in shared or isinstance(thing, (type, ModuleType)):
                continue
            seen.add(id(thing))
            stack.append(thing)


def hidden_from(circle: Circle, peer: Peer) -> Iterator[tuple[str, str, Any]]:
    """Owner, token and value of all that nobody at `peer` may know, as the owners' own vaults have it."""
    mine = {seat for seat in circle.setup.seats if peer.table.plays_for(seat)}
    for other in circle.peers.values():
        vault = other.table.vault
        for key, value in vault.values.items():
            owner = key.split(".")[1]
            if other.table.plays_for(owner) and not mine & set(vault.readers[key]) and ALL not in vault.readers[key]:
                yield owner, key, value


def leaks(circle: Circle, peer: Peer) -> list[str]:
    """What `peer` holds though it may not know it."""
    found = [f"the vault holds {key}" for _, key, _ in hidden_from(circle, peer) if key in peer.table.vault.values]
    state = peer.session.state
    opened = {
        value for other in circle.peers.values() for key, value in other.table.vault.values.items()
        if ALL in other.table.vault.readers[key]
    }  # fmt: skip
    if isinstance(state, Intrigue):  # its cards have doubles: he may hold one himself, or have seen one drawn
        opened |= set(peer.table.vault.values.values())
        opened |= {line.split()[-1] for line in peer.session.log if line.startswith("draw")}
    words = {value: owner for owner, _, value in hidden_from(circle, peer) if value not in opened | {"raid", "rest"}}
    secrets = _secret_things(circle, peer)
    patterns = {word: re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])") for word in words}
    for thing, holder in reachable(peer):
        if isinstance(thing, PrivateLine) and not peer.table.plays_for(thing.seat):
            found.append(f"a private line of {thing.seat}")
        elif isinstance(thing, bytes | int) and thing in secrets:
            found.append(secrets[thing])
        elif isinstance(thing, str):
            if len(thing) == 64 and (raw := _raw(thing)) in secrets:
                found.append(secrets[raw])
            for word, owner in words.items():
                if word in thing and patterns[word].search(thing):
                    cards = state.deck if isinstance(state, Intrigue) else state.decks[owner]
                    deck = isinstance(holder, (list, tuple, Counter)) and set(cards) <= set(holder)
                    if thing != word or not deck:
                        found.append(f"{word} in {thing!r}, held by {type(holder).__name__}")
    return found


def _raw(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        return b""


def _secret_things(circle: Circle, peer: Peer) -> dict[bytes | int, str]:
    """Seeds, keys, links not shown yet, and salts and masks of what is hidden, of all seats that are not at `peer`."""
    secrets: dict[bytes | int, str] = {}
    hidden = list(hidden_from(circle, peer))
    for other in circle.peers.values():
        table = other.table
        if other is peer:
            continue
        for seat, seed in table._seeds.items():
            secrets[seed] = f"the seed of {seat}"
            said = [message.body["index"] for message in circle.sent if message.key == ("link", seat)]
            for link in table._chains[seat][max(said, default=0) + 1 :]:
                secrets[link] = f"a coming link of {seat}"
            secrets[secret_key(seed)] = secrets[to_bytes(secret_key(seed))] = f"the key of {seat}"
            for owner, key, value in hidden:
                seal = table.seals.get(key) if owner == seat else None
                if isinstance(seal, Mask):
                    secrets[times(secret_key(seed), seal.card.blind)] = f"the mask of {key}"
                elif seal is not None:
                    secrets[salt_for(seed, seal.spot, value)] = f"the salt of {key}"
    return secrets
