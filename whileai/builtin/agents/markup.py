"""Tool calls that a model wrote into its reply as raw markup."""

from __future__ import annotations

import re

from whileai.base.expressions import expression

_SIGNS = ("<", "[TOOL_CALLS]", "```", "~~~", "to=functions.")
"""Signs without which there is no markup: cheap to look for in a reply of any size."""

_HINTS = (
    *("tool_call", "tool\u2581call", "function_call", "<function=", "tool_code"),
    *("[TOOL_CALLS]", "<|python_tag|>", "<invoke", "to=functions.", "<tool_use>"),
)
"""What else must be there, one of them."""

_FENCED = expression(
    r"^ {0,3}(`{3,}|~{3,})[^\n]*\n.*?(?:^ {0,3}\1|\Z)", re.DOTALL | re.MULTILINE
)
_INLINE = expression(r"(`+)(?!`)[^\n]*?(?<!`)\1(?!`)")
_FENCES = expression(
    r"^ {0,3}(?:`{3,}|~{3,}) ?(tool_code|tool_calls?|function_call)\b", re.MULTILINE
)
_MARKUP = expression(
    r"""
    <(?P<tag>tool_calls?|function_calls?|tool_use)>
        (?:\s*[\[{<]|\s*\Z|(?s:.*?)</(?P=tag)>)
    | <\|?/?(?:tool_calls?(?:_(?:begin|end|section_begin))?|function_call(?:_begin)?)\|>
    | <[\uff5c|]tool\u2581calls?\u2581(?:begin|end|sep)[\uff5c|]>
    | <start_function_call>
    | <function=["']?[\w.:-]+["']?>
    | \[TOOL_CALLS\]\s*[\[{\w]
    | <\|python_tag\|>
    | <invoke\s+name=
    | \bto=functions\.\w
    """,
    re.VERBOSE,
)


def raw_call(text: str) -> str | None:
    """Give the tool-call markup that ``text`` holds, or ``None``.

    Markup inside a code span or a code block is talk about markup and does not count,
    unless the block itself is one of the fences that models call tools with
    (``tool_code``).
    """
    signs = any(sign in text for sign in _SIGNS)
    if not signs or not any(hint in text for hint in _HINTS):
        return None
    fence = _FENCES.search(text)
    if fence is not None:
        return fence.group(0).strip()
    bare = _INLINE.sub(" ", _FENCED.sub(" ", text))
    found = _MARKUP.search(bare)
    return None if found is None else found.group(0).split("\n")[0][:60]
