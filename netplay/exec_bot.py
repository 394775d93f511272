"""Bots in any language: a program that reads questions and writes answers, one JSON line each (docs/bots.md)."""

from __future__ import annotations

import json
import os
import selectors
import shlex
import signal
import subprocess
from contextlib import suppress
from time import monotonic

from core.bots import BotFailed
from core.bots.view import view
from core.engine import Ask, Session

PROTOCOL = 1
LONGEST_ANSWER = 64 * 1024
STDERR_KEPT = 2000
"""What a bot says on stderr is read and forgotten, but for the end: the last line explains a crash."""
GRACE = 1.0
"""Seconds a bot has to leave by itself when its input ends."""


class ExecBot:
    """A program at a seat. It is ended by `close`, or when it has failed."""

    def __init__(self, command: str, seed: str, seconds: float) -> None:
        self.command = command
        self.seed = seed
        self.seconds = seconds
        self._received = b""
        self._stderr = b""
        self._unsent = b""
        self._closed = False
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise BotFailed(f"'{command}' could not be started: {error.strerror}") from error
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._stdin = process.stdin.fileno()
        self._stdout = process.stdout.fileno()
        self._stderr_end = process.stderr.fileno()
        os.set_blocking(self._stdin, False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._stdout, selectors.EVENT_READ)
        self._selector.register(self._stderr_end, selectors.EVENT_READ)

    def __call__(self, session: Session, ask: Ask) -> str:
        question = {"protocol": PROTOCOL, "seed": self.seed, **view(session, ask)}
        try:
            answer = parse_reply(self._exchange(question, ask.name))
            refusal = session.explain(ask.seat, answer)
            if refusal is not None:
                raise BotFailed(f"'{self.command}' answered '{answer[:80]}' to '{ask.name}': {refusal}")
        except BotFailed:
            self.close()
            raise
        return answer

    def _exchange(self, question: dict[str, object], name: str) -> str:
        """Sends a line and waits for one, while whatever the bot says on stderr is taken off its hands."""
        self._unsent = json.dumps(question, ensure_ascii=False).encode() + b"\n"
        self._selector.register(self._stdin, selectors.EVENT_WRITE)
        deadline = monotonic() + self.seconds
        while self._unsent or b"\n" not in self._received:
            if len(self._received) > LONGEST_ANSWER:
                raise BotFailed(f"'{self.command}' wrote more than {LONGEST_ANSWER} bytes when asked '{name}'")
            left = deadline - monotonic()
            if left <= 0:
                raise BotFailed(f"'{self.command}' did not answer '{name}' within {self.seconds:g} seconds")
            for key, _ in self._selector.select(left):
                self._serve(key.fd)
        line, _, self._received = self._received.partition(b"\n")
        return line.decode(errors="replace").strip()

    def _serve(self, end: int) -> None:
        if end == self._stdin:
            try:
                self._sent(os.write(end, self._unsent[:65536]))
            except BrokenPipeError:
                raise BotFailed(self._crash()) from None
            return
        chunk = os.read(end, 65536)
        if end == self._stderr_end:
            self._stderr = (self._stderr + chunk)[-STDERR_KEPT:]
            if not chunk:
                self._selector.unregister(end)
        elif chunk:
            self._received += chunk
        else:
            raise BotFailed(self._crash())

    def _sent(self, count: int) -> None:
        self._unsent = self._unsent[count:]
        if not self._unsent:
            self._selector.unregister(self._stdin)

    def _crash(self) -> str:
        try:
            code = self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            return f"'{self.command}' stopped listening"
        if self._stderr_end in self._selector.get_map():
            os.set_blocking(self._stderr_end, False)
            with suppress(BlockingIOError):
                self._stderr = (self._stderr + os.read(self._stderr_end, 65536))[-STDERR_KEPT:]
        last = self._stderr.decode(errors="replace").strip().rpartition("\n")[2]
        how = f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
        return f"'{self.command}' {how}" + (f": {last[:200]}" if last else "")

    def close(self) -> None:
        """The bot's input ends, and soon after the bot and whatever it started."""
        if self._closed:
            return
        self._closed = True
        assert self._process.stdin is not None
        self._process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._selector.close()
        for end in (self._process.stdout, self._process.stderr):
            assert end is not None
            end.close()


def parse_reply(line: str) -> str:
    """The notation in a reply: a JSON string, a JSON object with an `answer`, or the bare notation."""
    try:
        reply = json.loads(line)
    except ValueError:
        return line
    if isinstance(reply, dict):
        reply = reply.get("answer")
    return reply if isinstance(reply, str) else line
