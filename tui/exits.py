"""The two ways in which a command can fail. Each is told to the user in one line."""


class WrongUsage(Exception):
    """Something asked for does not exist or cannot be: exit code 2. Says what would be right."""


class Failed(Exception):
    """The thing asked for did not work out: exit code 1."""
