"""Preference pairs: of one task a row that passed and a row that did not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from whileai.base.lines import dumps, save_lines
from whileai.base.text import counted
from whileai.exports.choosing import choose_graded, telling_first
from whileai.exports.source import names_of, task_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from whileai.exports.chat import Message
    from whileai.exports.choosing import Chosen
    from whileai.exports.exported import Exported
    from whileai.exports.source import Choice, Line, Source


@frozen(kw_only=True)
class Pair:
    """Two rows of one task, by their numbers.

    Args:
        chosen: the one that passed.
        rejected: the one that did not.
        shared: how many messages both begin with, up to where the agent acts
            differently; they are the prompt.
        columns: which of prompt, chosen and rejected have tool calls, as bits.
        longer: whether what follows the prompt is more than the agent's own words.
    """

    chosen: int
    rejected: int
    shared: int
    columns: int
    longer: bool


def write(source: Source, choice: Choice, path: str) -> Exported:
    """Write ``prompt``, ``chosen`` and ``rejected``.

    Of a task the row with the highest reward goes with the one with the lowest, the
    next with the next, in the order of the rows where rewards are equal; no row is in
    two pairs. The prompt is all that both conversations begin with.
    """
    chosen, rewards = choose_graded(source, choice)
    pairs = list(_pairs(chosen, rewards, choice))
    chosen.need(len(pairs), "dpo")
    save_lines(path, _lines(chosen, pairs))
    longer = sum(pair.longer for pair in pairs)
    note = (
        f"{counted(longer, 'pair')} with tool results or further turns of the person "
        "after the first difference; a trainer that masks none learns from these too"
    )
    notes = (note,) if longer else ()
    return chosen.account(path, "dpo", len(pairs), noun="pair", notes=notes)


def _pairs(chosen: Chosen, rewards: dict[int, float], choice: Choice) -> Iterator[Pair]:
    """Give the pairs, and count the rows that are in none."""
    tasks: dict[tuple[str, str], list[int]] = {}
    for index in chosen.kept:
        tasks.setdefault(task_of(chosen.source.row(index)), []).append(index)
    for rows in tasks.values():
        least = choice.min_reward
        bad = [index for index in rows if rewards[index] < least]
        good = [index for index in rows if rewards[index] >= least]
        bad.sort(key=lambda index: rewards[index])
        good.sort(key=lambda index: -rewards[index])
        made = 0
        for better, worse in zip(good, bad, strict=False):
            pair = _pair(chosen, better, worse) if made < choice.pairs else None
            if pair is not None:
                made += 1
                yield pair
            else:
                full = made >= choice.pairs
                chosen.left_out["beyond_pairs" if full else "same_reply"] += 2
        if alone := abs(len(good) - len(bad)):
            reason = "beyond_pairs" if good and bad else "one_sided"
            chosen.left_out[reason] += alone


def _pair(chosen: Chosen, better: int, worse: int) -> Pair | None:
    """Pair two rows; ``None`` where their agents did the same."""
    said, other = (_messages(chosen, index) for index in (better, worse))
    shared = _common(said, other)
    if not shared or _own(said) == _own(other):
        return None
    parts = (said[:shared], said[shared:], other[shared:])
    return Pair(
        chosen=better,
        rejected=worse,
        shared=shared,
        columns=sum(_calls(part) << bit for bit, part in enumerate(parts)),
        longer=len(parts[1]) > 1 or len(parts[2]) > 1,
    )


def _common(said: Sequence[Message], other: Sequence[Message]) -> int:
    """Count the messages before the agent's first in which the two differ.

    Where something else differs first, such as a tool's answer, it is the agent's that
    led there. 0 if nothing differs but how far the person went on.
    """
    last = 0
    for number, (one, two) in enumerate(zip(said, other, strict=False)):
        if one["role"] == two["role"] == "assistant":
            last = number
        if one != two:
            return last
    return 0


def _messages(chosen: Chosen, index: int) -> Sequence[Message]:
    return chosen.chat(chosen.source.row(index)).messages


def _own(messages: Sequence[Message]) -> list[Message]:
    """Give what the agent said and did; other worlds answer otherwise."""
    return [message for message in messages if message["role"] == "assistant"]


def _calls(messages: Sequence[Message]) -> bool:
    return any("tool_calls" in message for message in messages)


def _lines(chosen: Chosen, pairs: Sequence[Pair]) -> Iterator[bytes]:
    for number in telling_first(pair.columns for pair in pairs):
        pair = pairs[number]
        row = chosen.source.row(pair.chosen)
        said = chosen.chat(row).messages
        example: Line = {
            "prompt": chosen.messages(said[: pair.shared]),
            "chosen": chosen.messages(said[pair.shared :]),
            "rejected": chosen.messages(
                _messages(chosen, pair.rejected)[pair.shared :]
            ),
        }
        yield dumps({**example, **chosen.source.shared, **names_of(row)})
