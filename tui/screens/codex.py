from textual.screen import Screen
class CodexScreen(Screen[None]):
    def __init__(self, game_id: str, rule: str = "") -> None: super().__init__()
