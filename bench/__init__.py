"""Speed, always beside a yardstick measured in the same run."""
