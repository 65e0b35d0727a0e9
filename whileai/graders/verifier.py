"""A check of the reply against the answer that is known to be right."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from attrs import evolve

from whileai.base.errors import given
from whileai.builtin.graders.function import read_verdict
from whileai.graders.check import Check, said_by, shortened
from whileai.graders.texts import reply_of

Row = Mapping[str, Any]
Compare = Callable[[str, Any], Any]

HIDDEN = "[reference]"
"""What stands in a reason where it would have quoted the right answer."""


def verifier(
    references: Mapping[str, Any] | str | Callable[[Row], Any],
    compare: Compare | None = None,
    *,
    name: str = "verifier",
) -> Check:
    """Pass the reply that agrees with the right answer, which rows never show.

    A row without a right answer is not graded. Reasons have ``[reference]`` where they
    would quote it, so that rows can be exported.

    Args:
        references: the right answers: a dict by ``task_id``, ``scenario_id`` or prompt;
            the name of a row's key; or a function of the row.
        compare: takes reply and right answer, and gives what a grader gives: a number
            in 0..1, a bool, or a dict with ``reward`` and ``reason``; not async. Unset,
            the reply has to contain the answer as words of its own, in any case.
        name: what rows record as ``judge_name``.

    Raises:
        TypeError: if ``references`` or ``compare`` are nothing of the kind.
    """
    if not (isinstance(references, (str, Mapping)) or callable(references)):
        raise TypeError(
            f"verifier() got references={given(references)}: pass a dict by task_id, "
            "scenario_id or prompt, the name of a row's key, or a function of the row"
        )
    if compare is not None and not callable(compare):
        raise TypeError(f"verifier() got compare={given(compare)}: pass a function")
    judge, agrees = shortened(name), compare or _contained

    def find(row: Row) -> Any:
        right = _read(references, row)
        if right is None:
            return said_by(judge, None, "the row has no right answer to go by", {})
        said = read_verdict(agrees(reply_of(row), right), judge)
        marked = {**said.markers, judge: said.reward}
        return evolve(
            said,
            reason=hidden(said.reason, right),
            markers=_hidden(marked, right),
            meta=_hidden(dict(said.meta), right),
        )

    return Check(name=judge, find=find)


def _read(references: Any, row: Row) -> Any:
    if isinstance(references, str):
        return row.get(references)
    if not isinstance(references, Mapping):
        return references(row)
    keys = (row.get(key) for key in ("task_id", "scenario_id", "prompt"))
    return next((references[key] for key in keys if key in references), None)


def _contained(reply: str, right: Any) -> dict[str, Any]:
    wanted = " ".join(str(right).split())
    words = re.escape(wanted).replace(r"\ ", r"\s+")
    found = re.search(rf"(?<!\w){words}(?!\w)", reply, re.IGNORECASE)
    reason = "" if found else "the reply does not say the right answer"
    return {"reward": float(found is not None), "reason": reason}


def hidden(text: str, right: Any) -> str:
    """Give ``text`` without the right answer in it."""
    answer = str(right).strip()
    if not answer:
        return text
    pattern = (
        rf"(?<!\w){re.escape(answer)}(?!\w)"
        if answer[0].isalnum()
        else (re.escape(answer))
    )
    return re.sub(pattern, HIDDEN, text, flags=re.IGNORECASE)


def _hidden(value: Any, right: Any) -> Any:
    """Give a JSON value without the right answer in its texts."""
    if isinstance(value, str):
        return hidden(value, right)
    if isinstance(value, dict):
        return {name: _hidden(each, right) for name, each in value.items()}
    if isinstance(value, list):
        return [_hidden(each, right) for each in value]
    return value
