"""What the Arts of War cards do, each where it acts."""
