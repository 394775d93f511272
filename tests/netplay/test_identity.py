"""Keys, names and invitations, as a player meets them."""

from __future__ import annotations

import stat
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netplay.identity import BadIdentity, Identity, words
from netplay.invitations import BadInvitation, Invitation, fresh_game_id, fresh_token
from netplay.known_peers import ChangedKey, KnownPeers


def test_the_first_run_makes_a_key_that_only_we_can_read(tmp_path: Path) -> None:
    made = Identity.of_user(tmp_path)
    path = tmp_path / "identity"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert Identity.of_user(tmp_path).public == made.public
    assert [each.name for each in tmp_path.iterdir()] == ["identity"]


def test_ssh_keygen_agrees_about_the_fingerprint(tmp_path: Path) -> None:
    made = Identity.of_user(tmp_path)
    try:
        told = subprocess.run(["ssh-keygen", "-lf", tmp_path / "identity"], capture_output=True, text=True, check=True)
    except FileNotFoundError:
        pytest.skip("no ssh-keygen here")
    assert made.public.fingerprint in told.stdout


def test_a_key_that_others_can_read_is_refused(tmp_path: Path) -> None:
    Identity.of_user(tmp_path)
    (tmp_path / "identity").chmod(0o644)
    with pytest.raises(BadIdentity, match="chmod 600"):
        Identity.of_user(tmp_path)


def test_a_damaged_key_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "identity"
    path.write_text("nonsense")
    path.chmod(0o600)
    with pytest.raises(BadIdentity, match="holds no key"):
        Identity.of_user(tmp_path)
    assert path.read_text() == "nonsense"


def test_words_are_easy_to_tell_apart() -> None:
    assert len(words()) == 256
    assert len({word[:4] for word in words()}) == 256


def test_a_phrase_is_the_same_for_the_same_key_and_another_for_another() -> None:
    one, two = Identity.fresh().public, Identity.fresh().public
    assert len(one.phrase.split()) == 5
    assert one.phrase == type(one)(one.raw).phrase != two.phrase


def test_a_signature_is_good_for_one_text_and_one_key() -> None:
    anna, basil = Identity.fresh(), Identity.fresh()
    signature = anna.sign(b"march")
    assert anna.public.signed(b"march", signature)
    assert not anna.public.signed(b"retreat", signature)
    assert not basil.public.signed(b"march", signature)
    assert not anna.public.signed(b"march", b"")


def test_a_changed_key_is_refused_and_explained(tmp_path: Path) -> None:
    known = KnownPeers(tmp_path / "known_peers")
    anna, other = Identity.fresh().public, Identity.fresh().public
    known.remember("Anna K.", anna)
    known.remember("Anna K.", anna)
    known.remember("Basil", other)
    assert KnownPeers(known.path).keys() == {"Anna K.": anna, "Basil": other}
    with pytest.raises(ChangedKey, match=r"Anna K\. does not have the key we know") as changed:
        known.remember("Anna K.", other)
    assert anna.phrase in str(changed.value)
    assert other.fingerprint in str(changed.value)
    assert "outremer identity --forget 'Anna K.'" in str(changed.value)
    assert known.forget("Anna K.")
    assert not known.forget("Anna K.")
    known.remember("Anna K.", other)


@given(st.text(min_size=1))
def test_any_name_can_be_remembered(tmp_path_factory: pytest.TempPathFactory, name: str) -> None:
    name = name.encode("utf-8", "replace").decode()
    known = KnownPeers(tmp_path_factory.mktemp("known") / "known_peers")
    key = Identity.fresh().public
    known.remember(name, key)
    assert known.keys() == {name: key}


def invitation(host: str = "192.0.2.7", port: int | None = 4000) -> Invitation:
    return Invitation(host, port, fresh_game_id("byzantium"), Identity.fresh().public.fingerprint, fresh_token())


@pytest.mark.parametrize("host", ["192.0.2.7", "anna", "2001:db8::7", "anna.example.org"])
@pytest.mark.parametrize("port", [None, 22, 65535])
def test_an_invitation_survives_being_pasted(host: str, port: int | None) -> None:
    for _ in range(20):
        sent = invitation(host, port)
        assert Invitation.parse(f"  {sent}\n") == sent


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda line: "", "paste the whole line"),
        (lambda line: "ssh://anna", "begins with outremer://"),
        (lambda line: line[:40], "may have been cut off"),
        (lambda line: line[:-3], "may have been cut off"),
        (lambda line: line.replace("SHA256:", "MD5:"), "no fingerprint"),
        (lambda line: line.replace(":4000", ":400000"), "no address"),
        (lambda line: line.replace(":4000", ":0"), "no port 0"),
        (lambda line: line.replace("192.0.2.7", "-oProxyCommand=x"), "no address"),
        (lambda line: line[:30] + "\n" + line[30:], "as one line"),
        (lambda line: line.replace("192.0.2.7", ""), "no address"),
    ],
)
def test_a_spoiled_invitation_says_what_is_wrong(spoil: object, why: str) -> None:
    assert callable(spoil)
    with pytest.raises(BadInvitation, match=why):
        Invitation.parse(spoil(str(invitation())))
