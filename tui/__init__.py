"""The terminal: a full-screen app, a plain line client, batch runs."""
