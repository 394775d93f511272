"""The link between two machines: frames over one SSH subsystem. Slow to import: let the command that needs it do so."""

from __future__ import annotations

import socket
from typing import Any, Protocol

import asyncssh
from asyncssh.constants import MSG_IGNORE

from netplay.frames import BadFrame, Frame, Unpacker, packed
from netplay.identity import Identity, PublicKey
from netplay.invitations import Invitation

SUBSYSTEM = "outremer"
PLAYER, WATCHER = "player", "watcher"
CIPHERS = ["aes128-gcm@openssh.com", "aes256-gcm@openssh.com", "chacha20-poly1305@openssh.com"]
KEEPALIVE, MISSED = 5, 3
"""A machine that has gone silent is noticed after some 20 seconds."""
HIGH_WATER, MOST_UNREAD = 256 * 1024, 4 * 1024 * 1024
"""When a link gets no more entries for a while, and when it is cut because the other end reads nothing at all."""
MOST_STRANGERS = 40
"""Connections that have not yet shown who they are."""
MOST_GUESTS = 200
TRUST_NOBODY: Any = ([], [], [])
"""So that asyncssh asks us about the host's key; `None` would mean any key will do."""


class Listener(Protocol):
    """Whoever holds a wire."""

    def opened(self, wire: Wire) -> None: ...
    def heard(self, wire: Wire, frame: Frame) -> None: ...
    def can_write(self, wire: Wire) -> None: ...
    def closed(self, wire: Wire, why: str) -> None: ...


class Wire:
    """One end of a link, on top of an SSH channel."""

    def __init__(self, listener: Listener, key: PublicKey, watching: bool = False) -> None:
        self.key = key
        """Whose machine is at the other end, proved by SSH."""
        self.watching = watching
        self.ready = False
        self._listener = listener
        self._unpacker = Unpacker()
        self._why = ""
        self._channel: Any = None
        self._connection: Any = None

    def send(self, frame: Frame | bytes) -> None:
        if self._channel is not None and not self._channel.is_closing():
            self._channel.write(packed(frame))
            if self._channel.get_write_buffer_size() > MOST_UNREAD:
                self.close("does not read what it is sent")

    def close(self, why: str) -> None:
        """Ends the link; `why` is for our own log."""
        self._why = self._why or why
        self.ready = False
        if self._connection is not None:
            self._connection.close()

    # --- called by asyncssh ----------------------------------------------------------------------

    def connection_made(self, chan: Any) -> None:
        self._channel, self._connection = chan, chan.get_connection()
        _send_no_empty_packets(self._connection)
        chan.set_write_buffer_limits(high=HIGH_WATER)

    def session_started(self) -> None:
        self.ready = True
        self._listener.opened(self)

    def data_received(self, data: bytes, datatype: object) -> None:
        try:
            for frame in self._unpacker.feed(data):
                if not self._why:
                    self._listener.heard(self, frame)
        except BadFrame as bad:
            self.close(str(bad))

    def eof_received(self) -> bool:
        self.close("said goodbye")
        return False

    def pause_writing(self) -> None:
        self.ready = False

    def resume_writing(self) -> None:
        self.ready = not self._why
        if self.ready:
            self._listener.can_write(self)

    def connection_lost(self, error: Exception | None) -> None:
        self.ready = False
        self._listener.closed(self, self._why or (str(error) if error else "the connection was closed"))


def _send_no_empty_packets(connection: Any) -> None:
    """asyncssh sends an empty packet ahead of every packet, against an attack on ciphers that are not among `CIPHERS`.
    Without them the other end wakes once instead of twice, which takes a fifth off every round trip."""
    send = connection.send_packet

    def send_unless_empty(kind: int, *parts: bytes, **more: Any) -> None:
        if kind != MSG_IGNORE:
            send(kind, *parts, **more)

    connection.send_packet = send_unless_empty


class _ServerWire(Wire, asyncssh.SSHServerSession[bytes]):
    def subsystem_requested(self, subsystem: str) -> bool:
        return subsystem == SUBSYSTEM


class _ClientWire(Wire, asyncssh.SSHClientSession[bytes]):
    pass


# --- the host's door ---------------------------------------------------------------------------------


class Doorkeeper(Listener, Protocol):
    def role_of(self, token: str, key: PublicKey) -> str:
        """PLAYER, WATCHER, or nothing for somebody who may not come in with this word and key."""
        ...

    def entered(self, token: str, key: PublicKey) -> None: ...
    def turned_away(self, why: str) -> None: ...


class Door:
    """Lets in who has an invitation or a seat, by key. Nothing but our subsystem is behind it: no shell, no files."""

    def __init__(self, identity: Identity, keeper: Doorkeeper) -> None:
        self.keeper = keeper
        self.strangers: list[asyncssh.SSHServerConnection] = []
        self.guests = 0
        self.port = 0
        self._identity = identity
        self._acceptor: asyncssh.SSHAcceptor | None = None

    async def open(self, address: str, port: int) -> None:
        self._acceptor = await asyncssh.create_server(
            lambda: _Arrival(self),
            sock=listening(address, port),
            server_host_keys=[asyncssh.import_private_key(self._identity.private_text())],
            server_version="outremer",
            encryption_algs=CIPHERS,
            compression_algs=None,
            keepalive_interval=KEEPALIVE,
            keepalive_count_max=MISSED,
            login_timeout=10,
            agent_forwarding=False,
            allow_scp=False,
        )
        self.port = self._acceptor.get_port()

    async def close(self) -> None:
        if self._acceptor is not None:
            self._acceptor.close()
            await self._acceptor.wait_closed()


def listening(address: str, port: int) -> socket.socket:
    """One socket, so that there is one port also where it is any free one: without an address for IPv4 and IPv6."""
    if not address and socket.has_dualstack_ipv6():
        return socket.create_server(("", port), family=socket.AF_INET6, dualstack_ipv6=True)
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    return socket.create_server((address, port), family=family)


class _Arrival(asyncssh.SSHServer):
    """Somebody at the door."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self._key: PublicKey | None = None
        self._token = ""
        self._inside = False
        self._has_wire = False

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connection = conn
        if self._door.guests >= MOST_GUESTS:
            conn.abort()
            return
        self._door.strangers.append(conn)
        if len(self._door.strangers) > MOST_STRANGERS:
            self._door.strangers.pop(0).abort()  # who has stood there longest without a word

    def connection_lost(self, exc: Exception | None) -> None:
        if self._inside:
            self._door.guests -= 1
        elif self._connection in self._door.strangers:
            self._door.strangers.remove(self._connection)
            if self._token:
                self._door.keeper.turned_away(f"somebody at the door was turned away: {exc or 'no invitation'}")

    def begin_auth(self, username: str) -> bool:
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        self._token, self._key = username, None
        if key.get_algorithm() != "ssh-ed25519":
            return False
        self._key = PublicKey(key.public_data[-32:])
        return bool(self._door.keeper.role_of(username, self._key))

    def auth_completed(self) -> None:
        assert self._key is not None
        self._door.strangers.remove(self._connection)
        self._door.guests += 1
        self._inside = True
        self._door.keeper.entered(self._token, self._key)

    def session_requested(self) -> Any:
        if self._key is None or self._has_wire:
            return False
        self._has_wire = True
        watching = self._door.keeper.role_of(self._token, self._key) == WATCHER
        wire = _ServerWire(self._door.keeper, self._key, watching)
        return self._connection.create_server_channel(encoding=None), wire


# --- coming to somebody else's door ------------------------------------------------------------------


class WrongHost(Exception):
    """The machine that answers is not the one that invited us."""


class NotAdmitted(Exception):
    """The host does not let us in."""


class Unreachable(Exception):
    """The host cannot be reached now; later perhaps."""


class _Caller(asyncssh.SSHClient):
    def __init__(self, fingerprint: str) -> None:
        self.fingerprint = fingerprint
        self.shown: PublicKey | None = None

    def validate_host_public_key(self, host: str, addr: str, port: int, key: asyncssh.SSHKey) -> bool:
        self.shown = PublicKey(key.public_data[-32:])
        return key.get_algorithm() == "ssh-ed25519" and self.shown.fingerprint == self.fingerprint


async def connect(invitation: Invitation, identity: Identity, listener: Listener, via: str = "") -> Wire:
    """Raises `Unreachable`, or one of the others if trying again will not help.

    `via` is a jump host, or several with commas, as for `ssh -J`; they are reached by your own ssh keys."""
    if invitation.fingerprint == identity.public.fingerprint:
        raise NotAdmitted(
            "this invitation is your own: your key is the host's. Send it to a friend; or, to try both sides on one "
            "machine, join from a home of its own: OUTREMER_HOME=~/other outremer join …"
        )
    caller = _Caller(invitation.fingerprint)
    options: dict[str, Any] = {"port": invitation.port} if invitation.port is not None else {}
    if via:
        options["tunnel"] = via
    try:
        connection = await asyncssh.connect(
            invitation.host,
            client_factory=lambda: caller,
            known_hosts=TRUST_NOBODY,
            server_host_key_algs=["ssh-ed25519"],
            username=invitation.token,
            client_keys=[asyncssh.import_private_key(identity.private_text())],
            agent_path=None,
            client_version="outremer",
            encryption_algs=CIPHERS,
            compression_algs=None,
            preferred_auth="publickey",
            keepalive_interval=KEEPALIVE,
            keepalive_count_max=MISSED,
            connect_timeout=10,
            login_timeout=10,
            **options,
        )
    except asyncssh.PermissionDenied as error:
        raise NotAdmitted(
            "the host does not let you in: an invitation is good for one player, and this one was used with another "
            "key, or is of another game; ask for a new one"
        ) from error
    except asyncssh.HostKeyNotVerifiable as error:
        shown = f"{caller.shown.fingerprint} ({caller.shown.phrase})" if caller.shown else "none that we can use"
        raise WrongHost(
            f"the machine at {invitation.host} has not the key in your invitation. Invited by "
            f"{invitation.fingerprint}; shown: {shown}. Somebody may be in between, or the host has a new key: "
            "ask for a new invitation"
        ) from error
    except (OSError, asyncssh.Error, ValueError, EOFError) as error:
        raise Unreachable(f"{invitation.host} cannot be reached: {error}") from error
    key = caller.shown
    assert key is not None
    try:
        _, session = await connection.create_session(
            lambda: _ClientWire(listener, key), subsystem=SUBSYSTEM, encoding=None
        )
    except (OSError, asyncssh.Error) as error:
        connection.close()
        raise Unreachable(f"{invitation.host} does not speak with us: {error}") from error
    assert isinstance(session, Wire)
    return session
