"""Which rows go into a file for a trainer, told before a line is written."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b, sha256
from typing import TYPE_CHECKING, Any

from attrs import define, field

from whileai.base.lines import dumps
from whileai.base.text import counted
from whileai.exports.chat import Chat, Unfit, as_parts, read_chat
from whileai.exports.exported import Exported, said

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from whileai.exports.chat import Message
    from whileai.exports.source import Choice, Line, Source

CUT = ("length", "error")
"""How the last call of a rollout ended where its reply is not whole."""


@define(kw_only=True)
class Chosen:
    """The rows that go in, and what is to be said of them and of the others.

    Rows are named by their numbers and read again when they are written, so that
    memory grows with a few bytes for each.

    Args:
        source: what they are chosen from.
        kept: the numbers of those that go in.
        left_out: how many are left out, by reason.
        calling: those of ``kept`` in which the agent calls tools.
        parts: whether a message of one of them has content parts.
        parallel: whether one of them calls several tools in one message.
    """

    source: Source
    kept: list[int] = field(factory=list)
    left_out: Counter[str] = field(factory=Counter)
    calling: set[int] = field(factory=set)
    parts: bool = False
    parallel: bool = False
    _seen: set[bytes] = field(factory=set)
    _strange: int = 0
    _unnamed: int = 0

    def look(self, index: int, row: Line, *, marked: bool = False) -> None:
        """Keep a row, or count why not.

        Args:
            index: its number.
            row: what it is.
            marked: whether what it shows is not to be followed; a row is a repeat of
                those with the same mark only.
        """
        try:
            chat = self.chat(row)
            self._look_twice(chat, marked)
        except Unfit as unfit:
            self.left_out[unfit.reason] += 1
            return
        self.kept.append(index)
        self.parts = self.parts or chat.parts
        self.parallel = self.parallel or chat.parallel
        if chat.calls:
            self.calling.add(index)
            self._unnamed += not self.source.tools
        self._strange += _is_of_another(row, self.source.system_prompt)

    def chat(self, row: Line) -> Chat:
        """Read the conversation of a row.

        Raises:
            Unfit: if it cannot be trained on.
        """
        if row.get("user_error") is not None:
            raise Unfit("user_error")
        if row.get("finish_reason") in CUT:
            raise Unfit("cut")
        chat = read_chat(row, self.source.system_prompt)
        names = self.source.names
        if names and not names.issuperset(chat.tools):
            raise Unfit("unknown_tool")
        return chat

    def _look_twice(self, chat: Chat, marked: bool) -> None:
        digest = blake2b(dumps([marked, chat.messages]), digest_size=16).digest()
        if digest in self._seen:
            raise Unfit("repeat")
        self._seen.add(digest)

    def messages(self, messages: Iterable[Message]) -> list[Message]:
        """Give messages with the one type of content that all of the file have."""
        listed = list(messages)
        return as_parts(listed) if self.parts else listed

    @property
    def notes(self) -> Iterator[str]:
        """Say what a reader of the file should know."""
        if self._unnamed:
            yield (
                f"{counted(self._unnamed, 'row')} with tool calls and no tools to "
                "declare: load the rows with the .meta.json beside them, or pass tools="
            )
        if self._strange:
            yield (
                f"{counted(self._strange, 'row')} played with another system prompt "
                "than the one written: load the rows with the .meta.json beside them, "
                "or pass system_prompt="
            )

    def account(self, path: str, format: str, examples: int, **more: Any) -> Exported:
        """Give the account of what was written."""
        return Exported(
            path=path,
            format=format,
            rows=len(self.source.lines),
            examples=examples,
            left_out=dict(self.left_out),
            notes=(*self.notes, *more.pop("notes", ())),
            **more,
        )

    def need(self, examples: int, format: str) -> None:
        """Make sure that there is something to write.

        Raises:
            ValueError: saying why every row was left out, and what to do.
        """
        if examples:
            return
        total = counted(len(self.source.lines), "row")
        why = "; ".join(said(self.left_out))
        raise ValueError(
            f"nothing to export as {format}: of {total} none went in ({why}). "
            f"{_advice(self.left_out)}"
        )


def choose(source: Source, choice: Choice) -> Chosen:
    """Choose the rows that show what to do: those that passed."""
    chosen = Chosen(source=source)
    for index, row in enumerate(source.rows()):
        reward = row.get("reward")
        if reward is None and not choice.ungraded:
            chosen.left_out["ungraded"] += 1
        elif reward is not None and reward < choice.min_reward:
            chosen.left_out["failed"] += 1
        else:
            chosen.look(index, row)
    return chosen


def choose_graded(source: Source, choice: Choice) -> tuple[Chosen, dict[int, float]]:
    """Choose the rows that a grader marked, good and bad, and give their rewards."""
    chosen, rewards = Chosen(source=source), {}
    for index, row in enumerate(source.rows()):
        reward = row.get("reward")
        if reward is None:
            chosen.left_out["ungraded"] += 1
            continue
        chosen.look(index, row, marked=reward < choice.min_reward)
        rewards[index] = float(reward)
    return chosen, {index: rewards[index] for index in chosen.kept}


def telling_first(examples: Iterable[int]) -> list[int]:
    """Give the order in which examples are written: those that show the types first.

    Loaders tell the type of a column from the first megabytes of a file, and one that
    has seen no tool call by then refuses those that follow.

    Args:
        examples: for each, the columns with tool calls in it, as bits.
    """
    seen = 0
    first: list[int] = []
    others: list[int] = []
    for number, columns in enumerate(examples):
        new = columns & ~seen
        seen |= columns
        (first if new else others).append(number)
    return [*first, *others]


def _is_of_another(row: Mapping[str, Any], system_prompt: str) -> bool:
    """Tell whether a row says that its agent had another system prompt."""
    lineage = row.get("lineage")
    told = lineage.get("system_prompt_sha") if isinstance(lineage, dict) else None
    if not isinstance(told, str):
        return False
    return told != sha256(system_prompt.encode("utf-8", "replace")).hexdigest()[:16]


def _advice(left_out: Mapping[str, int]) -> str:
    """Say what to do about the reason that most rows were left out for."""
    most = max(
        left_out,
        key=lambda reason: (reason == "one_sided", left_out[reason]),
        default="",
    )
    ways = {
        "": "Pass rows",
        "ungraded": "Grade the rows first: data.grade(...), or wai.grade(rows, ...)",
        "failed": "Pass a lower min_reward=, or rows of an agent that passes more",
        "one_sided": "Play each task several times: simulate(..., mode='rl')",
        "unknown_tool": "Pass tools= with all the tools that the agent has",
    }
    return ways.get(most, "Pass rows without these faults")
