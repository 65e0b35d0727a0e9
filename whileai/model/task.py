"""A situation in one wording, and what a writer is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from whileai.model.situation import Situation


@frozen(kw_only=True)
class Task:
    """A situation in one phrasing: what every repeat of it starts from.

    Args:
        id: unique in the run; ``<situation id>/<phrasing>``.
        situation: the world it plays in.
        phrasing: which wording of the situation, from 0.
        prompt: the opening ask, word for word.
        writer_model: who worded it.
        arm: which part of the search drew it.
        parent: id of the task it is a mutation of, if it is one.
        aim: what its parent failed by (``world_fault``, ``graded_failure``), if any.
        change: the one thing that is not as in its parent, if it has one.
    """

    id: str
    situation: Situation
    phrasing: int = 0
    prompt: str
    writer_model: str | None = None
    arm: str = "structured"
    parent: str | None = None
    aim: str | None = None
    change: str | None = None


@frozen(kw_only=True)
class Brief:
    """What a writer is asked: word this situation ``phrasings`` times.

    Args:
        situation: with its scene; the wording states its facts and no others.
        phrasings: how many wordings, 1 or more.
        seed: of everything the writer draws for it.
        avoid: openings that were used already and are not wanted again.
        arm: which part of the search asks.
        original: the ask to vary, for a mutation, a seed or a trace; else ``None``.
        parent: id of the task it is a mutation of, if it is one.
        aim: what the parent failed by, if there is one.
        change: what is not as in the parent, if there is one.
    """

    situation: Situation
    phrasings: int = 1
    seed: int
    avoid: tuple[str, ...] = ()
    arm: str = "structured"
    original: str | None = None
    parent: str | None = None
    aim: str | None = None
    change: str | None = None

    @property
    def kept(self) -> str | None:
        """The first wording, word for word, where it is given: that of a seed."""
        return self.original if self.situation.origin == "seed" else None

    def task(self, phrasing: int, prompt: str, writer_model: str | None = None) -> Task:
        """Make the task that answers this brief with ``prompt``."""
        return Task(
            id=f"{self.situation.id}/{phrasing}",
            situation=self.situation,
            phrasing=phrasing,
            prompt=prompt,
            writer_model=writer_model,
            arm=self.arm,
            parent=self.parent,
            aim=self.aim,
            change=self.change,
        )
