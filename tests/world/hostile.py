"""Values that break careless code, and what an answer to them must be."""

from __future__ import annotations

from typing import Any

from whileai.base.lines import NotJson, dumps


def _deep(levels: int) -> Any:
    value: Any = []
    for _ in range(levels):
        value = [value]
    return value


HOSTILE: tuple[Any, ...] = (
    *("x" * 100_000, "\x00", "\ud800", "", " ", "a/b?c#d%00", "{{7*7}}", "-1"),
    *(2**70, -(2**63), -0.0, 1e308, None, True, [], {}),
    *([None], {"": ""}, {"\x00": "\udfff"}, _deep(8), _deep(150), _deep(3_000)),
    {"a": {"b": {"c": {"d": {}}}}},
    ["\udc00" * 50] * 50,
)


def is_answer(answer: Any) -> bool:
    """Tell whether a row could hold the answer: JSON, an error with its words."""
    try:
        dumps(answer)
    except NotJson:
        return False
    return not isinstance(answer, dict) or isinstance(answer.get("error", ""), str)
