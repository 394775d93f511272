"""Games as TOML that a person can read."""
