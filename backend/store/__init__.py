"""Conversations, turns and all that hangs below them, in a database."""
