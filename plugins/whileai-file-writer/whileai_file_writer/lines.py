"""The lines of a file of asks, and which situations each of them fits."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from whileai.stages import Cell, Situation

if TYPE_CHECKING:
    from collections.abc import Mapping

_FACT = re.compile(r"\{([A-Za-z_]\w*)\}")
_AXES = tuple(Cell().to_json())


@frozen(kw_only=True)
class Line:
    """One ask of the file.

    Args:
        text: the ask; ``{name}`` stands for a fact of the situation.
        only: axis to the value that a situation must have on it.
    """

    text: str
    only: Mapping[str, str] = field(factory=dict)

    def fits(self, situation: Situation) -> bool:
        """Say whether ``situation`` is what the ask is about, with all its facts."""
        cell, facts = situation.cell.to_json(), situation.scene.facts
        return all(cell[axis] == value for axis, value in self.only.items()) and all(
            name in facts for name in _FACT.findall(self.text)
        )

    def word(self, situation: Situation) -> str:
        """Give the ask with the facts of ``situation`` in place."""
        facts = situation.scene.facts
        return _FACT.sub(lambda found: _spoken(facts[found[1]]), self.text)


def read_file(path: str) -> tuple[Line, ...]:
    """Read the asks in ``path``; empty lines are skipped, repeated ones kept once.

    Raises:
        ValueError: if the file cannot be read, has no ask, or has a line that is no
            ask; the message has the number of the line.
    """
    if not path:
        raise ValueError("simulator='file' has no path; pass simulator='file:asks.txt'")
    try:
        texts = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"simulator='file:{path}' cannot be read: {error}") from error
    numbered = [(n, text.strip()) for n, text in enumerate(texts, 1) if text.strip()]
    lines = [_line(text, f"{path}, line {number}") for number, text in numbered]
    if not lines:
        raise ValueError(
            f"simulator='file:{path}': the file has no ask; put one a line"
        )
    return tuple(
        {(line.text, *sorted(line.only.items())): line for line in lines}.values()
    )


def _line(text: str, where: str) -> Line:
    if not text.startswith('{"'):
        return Line(text=text)
    try:
        value = json.loads(text)
    except ValueError as error:
        raise ValueError(f"{where}: not JSON ({error})") from None
    ask = value.pop("ask", None)
    if not isinstance(ask, str) or not ask.strip():
        raise ValueError(f'{where}: an object has its text in "ask", got {ask!r}')
    for axis, wanted in value.items():
        if axis not in _AXES or not isinstance(wanted, str):
            raise ValueError(
                f"{where}: {axis}={wanted!r} is no axis with a text; axes: "
                f"{', '.join(_AXES)}"
            )
    return Line(text=ask, only=value)


def _spoken(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return ", ".join(map(_spoken, value))
    return json.dumps(value, ensure_ascii=False)
