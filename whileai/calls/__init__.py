"""One model call: who may make it now, when it is tried again, and what it cost.

Nothing here knows a provider or the network: a backend makes one attempt, a ``Line``
decides when. Lines, their hosts and their costs belong to one run.
"""

from whileai.calls.completion import Ask, Backend, Completion, Spec, WireCall
from whileai.calls.failures import CallFailed, LateCall
from whileai.calls.line import Line
from whileai.calls.lines import Lines
from whileai.calls.model import Model, is_model
from whileai.calls.usage import RoleUsage, Usage

__all__ = [
    "Ask",
    "Backend",
    "CallFailed",
    "Completion",
    "LateCall",
    "Line",
    "Lines",
    "Model",
    "RoleUsage",
    "Spec",
    "Usage",
    "WireCall",
    "is_model",
]
