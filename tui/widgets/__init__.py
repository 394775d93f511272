"""The pieces of the table: the prompt, panels, the story, dice, lists with vim keys."""
