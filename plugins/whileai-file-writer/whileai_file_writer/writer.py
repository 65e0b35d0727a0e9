"""The writer: each situation gets a line of the file that fits it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from whileai.stages import Dice
from whileai_file_writer.lines import Line, read_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from whileai.stages import Brief, Run, StageSetup, Task


@frozen(kw_only=True)
class FileWriter:
    """Words situations with the lines of a file.

    Args:
        lines: the asks.
        name: what rows record as ``writer_model``.
    """

    lines: tuple[Line, ...]
    name: str = "file"

    @classmethod
    def of(cls, setup: StageSetup) -> FileWriter:
        """Read the file that ``simulator="file:PATH"`` names.

        Raises:
            ValueError: if it cannot be read or holds no asks.
        """
        lines = read_file(setup.argument)
        budget = setup.options.stop.budget
        if budget > len(lines):
            setup.warn(
                f"{setup.argument} has {len(lines)} asks for budget={budget}: some "
                "open more than one rollout; add lines, lower budget=, or pass the "
                "asks as seeds= to play each once"
            )
        return cls(lines=lines, name=f"file:{Path(setup.argument).name}")

    async def write(self, briefs: Sequence[Brief], _run: Run, /) -> Sequence[Task]:
        """Give the tasks for ``briefs``; what no line fits is left out."""
        return [
            brief.task(phrasing, prompt, self.name)
            for brief in briefs
            for phrasing, prompt in enumerate(self._prompts(brief))
        ]

    def _prompts(self, brief: Brief) -> Iterator[str]:
        if brief.kept is not None:
            yield brief.kept
        if brief.original is not None:  # new words for an ask: the file has none
            return
        situation = brief.situation
        fitting = [line for line in self.lines if line.fits(situation)]
        worded = [line.word(situation) for line in Dice(brief.seed).shuffled(fitting)]
        fresh = [text for text in dict.fromkeys(worded) if text not in brief.avoid]
        yield from fresh[: brief.phrasings]
