"""The commands for playing over the network, as somebody types them."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

import asyncssh
import pytest

from netplay.identity import Identity
from netplay.invitations import Invitation, fresh_game_id
from outremer import main
from saves import saves_folder
from tests.netplay.processes import HERE, PeerProgram, peers, same_end
from tests.netplay.test_over_ssh import host_game, verified
from tui.settings import config_folder


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OUTREMER_HOME", str(tmp_path))
    monkeypatch.setenv("OUTREMER_SAVES", str(tmp_path / "saves"))
    return tmp_path


def test_identity_is_the_same_tomorrow(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["identity", "--json"]) == 0
    today = json.loads(capsys.readouterr().out)
    assert main(["identity"]) == 0
    assert today["words"] in capsys.readouterr().out
    assert main(["identity", "--forget", "Anna"]) == 2
    assert "nobody called 'Anna' is known" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "code", "why"),
    [
        (["join", "ssh://anna", "--headless"], 2, "is no invitation"),
        (["join", "outremer://anna/x", "--headless"], 2, "may have been cut off"),
        (["host", "byzantium"], 2, "say --headless"),
        (["host", "byzantium", "--headless", "--seats", "me,me"], 2, "at least one seat must be open"),
        (["host", "byzantium", "--headless", "--seats", "open,open"], 2, "somebody must sit here"),
        (["host", "byzantium", "--headless", "--bot", "human"], 2, "without a screen only bots play"),
        (["host", "chess", "--headless"], 2, "chess"),
        (["resume", "nothing", "--headless"], 2, "there is no save 'nothing'"),
        (["stand-in", "nothing"], 2, "there is no save 'nothing'"),
        (["host", "byzantium", "--headless", "--listen", HERE, "--patience", "0"], 1, "nobody has come within"),
    ],
)
def test_what_cannot_be_is_told(capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, why: str) -> None:
    assert main(arguments) == code
    assert why in capsys.readouterr().err


def test_a_host_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    nobody = Invitation(HERE, 9, fresh_game_id("byzantium"), Identity.fresh().public.fingerprint, "A" * 16)
    assert main(["join", str(nobody), "--headless", "--patience", "0.5"]) == 1
    assert "nobody has come within" in capsys.readouterr().err


def test_nobody_joins_his_own_game_unawares(capsys: pytest.CaptureFixture[str]) -> None:
    """Two terminals on one machine are how people try it out: they learn what to do."""
    own = Invitation(HERE, 9, fresh_game_id("byzantium"), Identity.of_user().public.fingerprint, "A" * 16)
    assert main(["join", str(own), "--headless"]) == 1
    told = capsys.readouterr().err
    assert "this invitation is your own" in told
    assert "OUTREMER_HOME=" in told


def test_a_home_of_its_own_holds_all_that_is_a_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTREMER_HOME", str(tmp_path / "basil"))
    monkeypatch.delenv("OUTREMER_SAVES")
    monkeypatch.delenv("OUTREMER_CONFIG", raising=False)
    assert main(["identity"]) == 0
    assert saves_folder() == tmp_path / "basil" / "saves"
    assert config_folder() == tmp_path / "basil" / "config"
    assert Identity.of_user().public != Identity.of_user(tmp_path).public


def test_a_local_save_is_no_network_game(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = ["match", "byzantium", "--seats", "random,random", "--seed", "1"]
    assert main([*match, "--save-dir", str(home / "saves")]) == 0
    assert main(["resume", "byzantium-1", "--headless"]) == 2
    assert "there is no record beside it" in capsys.readouterr().err


def test_programs_can_play_and_verify_tells_of_the_audit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    print(json.dumps(json.loads(line)['options'][0]['notation']), flush=True)\n"
    )
    anna, basil = peers(tmp_path, "Anna", "Basil")
    (invitation,) = host_game(anna, 2)
    basil.play("join", invitation, bot=f"exec:{sys.executable} {bot}")
    results = [anna.result(), basil.result()]
    same_end(results)
    assert results[0]["seats"] == {"red": "random", "yellow": "exec"}
    assert main(["verify", str(basil.save)]) == 0
    assert "signatures; audit: clean" in capsys.readouterr().out


class JumpHost(asyncssh.SSHServer):
    """Lets anybody through who has a key."""

    passed = 0

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        return True

    def connection_requested(self, dest_host: str, dest_port: int, orig_host: str, orig_port: int) -> bool:
        JumpHost.passed += 1
        return True


async def test_by_an_alias_and_over_a_jump_host(tmp_path: Path) -> None:
    """Basil calls Anna's machine `anna`, and reaches it only over another, as his ~/.ssh/config says."""
    jump_key, own_key = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))
    jump = await asyncssh.create_server(JumpHost, HERE, 0, server_host_keys=[jump_key])
    anna, basil = peers(tmp_path, "Anna", "Basil")
    (invitation,) = await asyncio.to_thread(host_game, anna, 2)
    parsed = Invitation.parse(invitation)
    ssh = tmp_path / "home" / ".ssh"
    ssh.mkdir(parents=True)
    own_key.write_private_key(ssh / "id_ed25519")
    (ssh / "id_ed25519").chmod(0o600)
    known = jump_key.export_public_key().decode()
    (ssh / "known_hosts").write_text(f"[{HERE}]:{jump.get_port()} {known}")
    (ssh / "config").write_text(
        f"Host anna\n  HostName {HERE}\n  Port {parsed.port}\n  ProxyJump hop\n"
        f"Host hop\n  HostName {HERE}\n  Port {jump.get_port()}\n"
    )
    basil.home = tmp_path / "home"
    basil.play("join", invitation.replace(f"{HERE}:{parsed.port}", "anna"))
    results = [await asyncio.to_thread(peer.result) for peer in (anna, basil)]
    jump.close()
    same_end(results)
    verified([anna, basil])
    assert JumpHost.passed > 0


def test_names_are_told_by_words_if_not_said(tmp_path: Path) -> None:
    anna, basil = peers(tmp_path, "Anna", "Basil")
    (invitation,) = host_game(anna, 2)
    basil.play("join", invitation)
    same_end([anna.result(), basil.result()])
    words = Identity.of_user(basil.folder).public.phrase.split()[:2]
    assert " ".join(word.capitalize() for word in words) in known_to(anna)


def known_to(peer: PeerProgram) -> str:
    return (peer.folder / "known_peers").read_text().replace("%20", " ")
