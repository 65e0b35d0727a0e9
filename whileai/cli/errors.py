"""What a command was called with, where it will not do."""

from __future__ import annotations


class Misused(Exception):
    """A command was called wrongly; the message says how, and what to do."""
