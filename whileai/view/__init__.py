"""A run as a page to read in a browser: one file, no network, nothing it can run."""

from whileai.view.page import KINDS, ROWS, Paging, Told, page, summary

__all__ = ["KINDS", "ROWS", "Paging", "Told", "page", "summary"]
