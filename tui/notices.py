"""A notice on the desktop, by way of the terminal: two ways to say it, for terminals know one or the other."""

from __future__ import annotations

from netplay.clean_text import clean

LONGEST = 120


def desktop_notice(text: str, in_tmux: bool) -> str:
    """OSC 9 and OSC 777. Inside tmux both are wrapped, so that tmux passes them on to the terminal."""
    words = clean(text, LONGEST).replace(";", ",")  # which would begin another field
    both = (f"\x1b]9;Outremer: {words}\x07", f"\x1b]777;notify;Outremer;{words}\x07")
    return "".join(map(_passed_through, both)) if in_tmux else "".join(both)


def _passed_through(sequence: str) -> str:
    doubled = sequence.replace("\x1b", "\x1b\x1b")
    return f"\x1bPtmux;{doubled}\x1b\\"
