"""Reads a page as a browser would, as far as tags and texts go."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from whileai.results import SimulationData

_VOID = ("meta", "input", "link")


class Reader(HTMLParser):
    """Elements of a page, their attributes and their texts; refuses tags left open."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.scripts: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in _VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open[-1:] == ["script"]:
            self.scripts.append(data)
        elif self._open[-1:] != ["style"]:
            self.texts.append(data)

    @property
    def text(self) -> str:
        """All there is to read, with single spaces."""
        return " ".join(" ".join(self.texts).split())

    def ids(self) -> list[str]:
        """The ids of elements, in order."""
        return [each["id"] or "" for _, each in self.tags if "id" in each]

    def links(self) -> list[str]:
        """Whatever an element refers to."""
        names = ("href", "src", "action", "data", "poster", "srcset")
        return [
            value
            for _, each in self.tags
            for name, value in each.items()
            if name in names and value
        ]


def saved(data: SimulationData, folder: Path, **options: int) -> Reader:
    """Write the page of ``data`` and read it."""
    path = folder / "report.html"
    assert data.save_html(path, **options) == str(path)
    return Reader(path.read_text(encoding="utf-8"))
