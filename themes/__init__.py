"""Themes and glyph sets as TOML: read by `tui.theming`, never imported."""
