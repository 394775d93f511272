"""What goes over a link: a length and a JSON object, again and again. Nothing longer than `LONGEST`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

LONGEST = 512 * 1024
Frame = dict[str, Any]


class BadFrame(ValueError):
    """Bytes that no program of ours sends."""


def packed(frame: Frame | bytes) -> bytes:
    """A frame, or one that is JSON already, ready to be sent."""
    data = frame if isinstance(frame, bytes) else json.dumps(frame, separators=(",", ":")).encode()
    if len(data) > LONGEST:
        raise BadFrame(f"a message of {len(data)} bytes is too long to send")
    return len(data).to_bytes(4, "big") + data


class Unpacker:
    """Bytes in, in pieces of any size; frames out."""

    def __init__(self, longest: int = LONGEST) -> None:
        self.longest = longest
        """Strangers get less room than friends."""
        self._bytes = bytearray()

    def feed(self, data: bytes) -> Iterator[Frame]:
        self._bytes += data
        while len(self._bytes) >= 4:
            length = int.from_bytes(self._bytes[:4], "big")
            if length > self.longest:
                raise BadFrame(f"announced a message of {length} bytes; {self.longest} are allowed")
            if len(self._bytes) < 4 + length:
                return
            text = bytes(self._bytes[4 : 4 + length])
            del self._bytes[: 4 + length]
            yield _parsed(text)


def _parsed(text: bytes) -> Frame:
    try:
        frame = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadFrame("sent something that is not JSON") from error
    if not isinstance(frame, dict):
        raise BadFrame("sent something that is not a JSON object")
    return frame
