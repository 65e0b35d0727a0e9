"""A whileai writer that takes asks from a file: ``simulator="file:asks.txt"``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whileai import hookimpl
from whileai_file_writer.lines import Line, read_file
from whileai_file_writer.writer import FileWriter

if TYPE_CHECKING:
    from whileai.stages import Register

__all__ = ["FileWriter", "Line", "read_file", "register_writers"]


@hookimpl
def register_writers(register: Register) -> None:
    """Register ``file``."""
    register("file", FileWriter.of)
