"""Whole games between separate programs over real SSH on this machine, whatever breaks."""

from __future__ import annotations

import random
import stat
import time
from pathlib import Path

import pytest

from netplay.verifying import verify_network_game
from tests.netplay.processes import (
    HERE,
    PeerProgram,
    bad_road,
    by_road,
    free_port,
    lines_of,
    peers,
    same_end,
    wait_for_entries,
)

pytestmark = pytest.mark.xdist_group("over ssh")


def host_game(host: PeerProgram, seats: int, *more: str, port: int = 0, game: str = "byzantium") -> list[str]:
    """Starts a host; the invitations."""
    file = host.folder / "invitations"
    table = ",".join(["me", *["open"] * (seats - 1)])
    host.play("host", game, "--seats", table, "--listen", HERE, "--port", str(port), "--name", host.name,
              "--invite-file", str(file), *more)  # fmt: skip
    return lines_of(file)


def verified(everybody: list[PeerProgram]) -> None:
    for peer in everybody:
        verdict = verify_network_game(peer.save)
        assert verdict.ok, verdict.problem
        assert verdict.audit == "clean"
        assert 'audit = "clean"' in peer.save.read_text()


@pytest.mark.parametrize("count", [2, 3, 4])
def test_a_whole_game_of_byzantium(tmp_path: Path, count: int) -> None:
    everybody = peers(tmp_path, "Anna", "Basil", "Constance", "Demetrius")[:count]
    host, *guests = everybody
    for guest, invitation in zip(guests, host_game(host, count), strict=True):
        guest.play("join", invitation, "--name", guest.name)
    same_end([peer.result() for peer in everybody])
    verified(everybody)
    for peer in everybody:
        secret = peer.save.with_suffix(".secret")
        assert stat.S_IMODE(secret.stat().st_mode) == 0o600


def test_over_roads_that_break(tmp_path: Path) -> None:
    everybody = peers(tmp_path, "Anna", "Basil", "Constance")
    host, *guests = everybody
    port = free_port()
    with bad_road(port, seed=1) as one, bad_road(port, seed=101) as other:
        ways = zip(guests, host_game(host, 3, port=port), (one, other), ("greedy", "random"), strict=True)
        for guest, invitation, road, bot in ways:
            guest.play("join", by_road(invitation, road), "--name", guest.name, bot=bot)
        same_end([peer.result() for peer in everybody])
        assert one.broken > 0
        assert other.broken > 0
    verified(everybody)


@pytest.mark.parametrize("seed", [1, 2])
def test_anybody_may_crash_at_any_moment_and_come_back(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    everybody = peers(tmp_path, "Anna", "Basil", "Constance")
    host, *guests = everybody
    port = free_port()
    invitations = host_game(host, 3, port=port)
    for guest, invitation in zip(guests, invitations, strict=True):
        guest.play("join", invitation, "--name", guest.name, bot="greedy")
    for _ in range(3):
        wait_for_entries(host, 3 + chance.randrange(30))
        victim = chance.choice(everybody)
        victim.kill()
        time.sleep(chance.random() / 3)
        if victim is host:
            host.play("resume", str(host.save), "--listen", HERE, "--port", str(port))
        else:
            victim.play("join", invitations[guests.index(victim)], "--name", victim.name, bot="greedy")
    same_end([peer.result() for peer in everybody])
    verified(everybody)


def test_sealed_plans_and_hidden_cards_survive_crashes_of_both(tmp_path: Path) -> None:
    """Almoravid: private dialogs, blind deals, letters."""
    anna, basil = peers(tmp_path, "Anna", "Basil")
    port = free_port()
    (invitation,) = host_game(anna, 2, port=port, game="almoravid")
    basil.play("join", invitation, "--name", "Basil")
    for place in (8, 30):
        wait_for_entries(anna, place)
        basil.kill()
        basil.play("join", invitation, "--name", "Basil")
        anna.kill()
        anna.play("resume", str(anna.save), "--listen", HERE, "--port", str(port))
    same_end([anna.result(), basil.result()])
    verified([anna, basil])


def test_the_host_is_gone_for_good_and_another_goes_on(tmp_path: Path) -> None:
    """Anna's machine burns. She gets her key and secrets back from a copy, but Basil is host from now on."""
    anna, basil, constance = peers(tmp_path, "Anna", "Basil", "Constance")
    invitations = host_game(anna, 3)
    basil.play("join", invitations[0], "--name", "Basil", bot="greedy")
    constance.play("join", invitations[1], "--name", "Constance", bot="greedy")
    wait_for_entries(basil, 20)
    for peer in (anna, basil, constance):
        peer.kill()
    file = tmp_path / "again"
    basil.play("resume", str(basil.save), "--listen", HERE, "--invite-file", str(file))
    for peer, invitation in zip((anna, constance), lines_of(file), strict=True):
        peer.play("join", invitation)
    same_end([peer.result() for peer in (anna, basil, constance)])
    verified([anna, basil, constance])


def test_a_stand_in_answers_dice_but_never_plays(tmp_path: Path) -> None:
    anna, basil = peers(tmp_path, "Anna", "Basil")
    port = free_port()
    (invitation,) = host_game(anna, 2, port=port)
    basil.play("join", invitation, "--name", "Basil", bot="greedy")
    wait_for_entries(basil, 6)
    basil.kill()
    entries = basil.save.with_suffix(".record").read_text()
    answered = entries.count('"seat":"yellow","kind":"answer"')
    basil.run("stand-in", str(basil.save), "--to", invitation, "--patience", "20")
    time.sleep(2)
    basil.kill()
    anna.kill()
    entries = basil.save.with_suffix(".record").read_text()
    assert entries.count('"seat":"yellow","kind":"answer"') == answered
    anna.play("resume", str(anna.save), "--listen", HERE, "--port", str(port))
    basil.play("join", invitation)
    same_end([anna.result(), basil.result()])
    verified([anna, basil])


def test_somebody_who_looks_on_sees_the_same_game(tmp_path: Path) -> None:
    everybody = peers(tmp_path, "Anna", "Basil", "Wanda")
    anna, basil, wanda = everybody
    player, watcher = host_game(anna, 2, "--watchers", "1")
    wanda.play("join", watcher, "--name", "Wanda")
    time.sleep(0.5)
    basil.play("join", player, "--name", "Basil")
    same_end([peer.result() for peer in everybody])
    verified(everybody)
    assert not wanda.save.with_suffix(".secret").exists()


# --- at the door -----------------------------------------------------------------------------------


def test_an_invitation_is_good_for_one_player(tmp_path: Path) -> None:
    anna, basil, thief = peers(tmp_path, "Anna", "Basil", "Thief")
    (first, _) = host_game(anna, 3)
    basil.play("join", first, "--name", "Basil")
    wait_for_file(basil)
    thief.play("join", first, "--name", "Thief")
    code, _, err = thief.end()
    assert code == 1
    assert "an invitation is good for one player" in err
    basil.kill()
    anna.kill()


def wait_for_file(peer: PeerProgram) -> None:
    until = time.monotonic() + 20
    while not list((peer.folder / "saves").glob("*.secret")):
        assert time.monotonic() < until
        time.sleep(0.05)


def test_a_machine_that_is_not_the_one_that_invited_us(tmp_path: Path) -> None:
    anna, mallory, basil = peers(tmp_path, "Anna", "Mallory", "Basil")
    port = free_port()
    (invitation,) = host_game(anna, 2, port=port)
    anna.kill()
    host_game(mallory, 2, port=port)
    basil.play("join", invitation)
    code, _, err = basil.end()
    mallory.kill()
    assert code == 1
    assert "has not the key in your invitation" in err
    assert not list((basil.folder / "saves").glob("*.record"))


def test_a_name_we_know_with_another_key(tmp_path: Path) -> None:
    anna, basil, other = peers(tmp_path, "Anna", "Basil", "Other")
    (invitation,) = host_game(anna, 2)
    basil.play("join", invitation, "--name", "Basil")
    same_end([anna.result(), basil.result()])
    (anna.folder / "invitations").unlink()
    (invitation,) = host_game(anna, 2)
    other.play("join", invitation, "--name", "Basil")
    code, _, err = other.end()
    anna.kill()
    assert code == 1
    assert "the host knows another key under the name Basil" in err
