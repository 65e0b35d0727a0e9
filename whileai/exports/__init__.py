"""Rows as files that trainers and other tools read: pure writers, a format each."""

from __future__ import annotations

from whileai.exports.exported import Exported
from whileai.exports.formats import FORMATS, Format, export
from whileai.exports.source import Choice, Source

__all__ = ["FORMATS", "Choice", "Exported", "Format", "Source", "export"]
