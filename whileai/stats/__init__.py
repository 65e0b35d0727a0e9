"""Statistics of graded rows: pure functions with the source of each formula."""

from whileai.stats.intervals import wilson

__all__ = ["wilson"]
