"""The screens: home, new game, the table, replay, codex, saves, settings."""
