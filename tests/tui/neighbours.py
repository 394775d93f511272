"""Another player on this machine, without a screen: own key, own files, the same loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from core.bots import random_bot
from core.engine import Game
from core.games import load_game
from netplay.identity import Identity
from netplay.invitations import Invitation
from netplay.known_peers import KnownPeers
from netplay.network_game import NetworkGame
from tui.gathering import Gathering, Household

HERE = "127.0.0.1"
GAME = load_game("byzantium")


def household(folder: Path, number: int) -> Household:
    """With the same key in every run, for its words are on the screen."""
    home = folder / f"home{number}"
    home.mkdir(exist_ok=True)
    identity = Identity(Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32))
    return Household(identity, KnownPeers(home / "known_peers"), home)


async def hosts(
    own: Household, name: str = "Basil", seats: str = "human,open", game: Game = GAME, scenario: str = ""
) -> Gathering:
    wanted = seats.split(",")
    setup = game.setup(scenario, players=len(wanted))
    players = dict(zip(setup.seats, wanted, strict=True))
    return await Gathering.host(own, game, setup, players, name, HERE, 0, HERE)


def joins(own: Household, invitation: Invitation, name: str = "Basil", seat: str = "") -> Gathering:
    return Gathering.join(own, invitation, name, seat)


async def until(happens: Callable[[], object], seconds: float = 15) -> None:
    for _ in range(int(seconds / 0.02)):
        if happens():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it never happens")


def game_of(gathering: Gathering) -> NetworkGame:
    assert gathering.network is not None
    return gathering.network


def plays(gathering: Gathering, seed: str = "1") -> bool:
    """Answers a question of this player's by chance, if there is one."""
    network = game_of(gathering)
    asks = network.asks()
    if not asks or network.session is None:
        return False
    network.answer(asks[0].seat, random_bot(seed)(network.session, asks[0]))
    return True
