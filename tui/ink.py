"""Roles into ink: what boards call `purple strong` becomes a style of the theme in use."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rich.style import Style
from rich.text import Text

from tui.boards import Spans
from tui.theming import Glyphs, Theme

_NAMED = {"good": "success", "bad": "error", "warn": "warning", "muted": "muted", "accent": "accent", "key": "primary"}


@dataclass(frozen=True)
class Ink:
    theme: Theme
    glyphs: Glyphs

    def style(self, roles: str) -> Style:
        """Weight and inverse video go with every hue that matters, so that nothing is in colour alone."""
        words = roles.split()
        hue = next((word for word in words if word not in ("strong", "inverse", "underline")), "")
        colour = self.theme.colour(_NAMED.get(hue, hue)) if hue else None
        bold = True if "strong" in words or "inverse" in words else None
        underline = True if "underline" in words else None
        if "inverse" in words:
            return Style(color=self.theme.map.on_badge, bgcolor=colour or self.theme.screen.foreground, bold=bold)
        return Style(color=colour, bold=bold, underline=underline)

    def text(self, spans: Spans) -> Text:
        text = Text(no_wrap=False)
        for piece, roles in spans:
            text.append(piece, self.style(roles))
        return text

    def seats_named(self, line: str, hues: Mapping[str, str], roles: str = "") -> Text:
        """A line of the story in which every seat is written with a capital and in its own hue."""
        text = Text(style=self.style(roles))
        for piece in _pieces(line, hues):
            if piece in hues:
                text.append(piece.capitalize(), self.style(f"{hues[piece]} strong"))
            else:
                text.append(piece)
        return text


def _pieces(line: str, seats: Iterable[str]) -> list[str]:
    names = "|".join(re.escape(seat) for seat in seats)
    return [piece for piece in re.split(rf"\b({names})\b", line) if piece] if names else [line]
