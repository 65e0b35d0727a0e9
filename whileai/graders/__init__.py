"""Ready graders: what the reply says, which tools were called, what the world holds.

Each is a callable that takes a row and gives a ``Verdict``, so it goes wherever a
grader goes: ``simulate(grader=...)``, ``data.grade(...)``, ``wai.grade(...)``,
``wai.evaluate(...)``. They combine: ``a & b`` (the worse of the two), ``a | b`` (the
better), ``~a``, and ``3 * a + b`` (their mean, weighted). Any other callable combines
with them too. Every part leaves a marker under its name.
"""

from whileai.graders.calls import tool_called, tool_not_called, tool_order
from whileai.graders.check import Check, check
from whileai.graders.documents import json_schema
from whileai.graders.numbers import numeric
from whileai.graders.state import state, unchanged
from whileai.graders.texts import contains, exact, regex
from whileai.graders.verifier import verifier

__all__ = [
    "Check",
    "check",
    "contains",
    "exact",
    "json_schema",
    "numeric",
    "regex",
    "state",
    "tool_called",
    "tool_not_called",
    "tool_order",
    "unchanged",
    "verifier",
]
