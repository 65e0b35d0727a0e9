"""A run as a page to read in a browser: one file, no network, nothing it can run."""

from whileai.view.page import Paging, Told, page, summary

__all__ = ["Paging", "Told", "page", "summary"]
"""What ``SimulationData`` and the command line use of it."""
