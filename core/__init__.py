"""The rules: an engine, the games that run on it, the bots that play them. No I/O but its own data."""
