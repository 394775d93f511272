"""Playing between machines with nobody in charge."""
