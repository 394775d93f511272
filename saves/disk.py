"""Bytes to the disk so that a crash at any moment leaves either the old file or the new one."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def write_all(handle: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(handle, view) :]


def replace(path: Path, data: bytes, durable: bool) -> None:
    """Writes beside the file, then puts the new one in its place. `durable` waits until the disk has it."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
    try:
        try:
            write_all(handle, data)
            if durable:
                os.fsync(handle)
        finally:
            os.close(handle)
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):  # the first error is the one to tell
            os.unlink(name)
        raise
    if durable and os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
