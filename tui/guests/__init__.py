"""Guests who come with nothing but `ssh`: one game, many screens, all of them drawn by the host's program."""
