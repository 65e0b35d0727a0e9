"""One model call: who may make it now, when it is tried again, and what it cost.

Nothing here knows a provider or the network: a backend makes one attempt, a ``Line``
decides when. Lines, their hosts and their costs belong to one run.
"""

from whileai.calls.cassette import Cassette
from whileai.calls.completion import Ask, Backend, Completion, Spec, WireCall
from whileai.calls.costs import Cost, Price, read_prices
from whileai.calls.failures import CallFailed, LateCall
from whileai.calls.line import Line
from whileai.calls.lines import Lines
from whileai.calls.model import Model, is_model
from whileai.calls.spending import Spending
from whileai.calls.tap import Tap
from whileai.calls.unmade import CassetteMiss, LimitReached, Unmade
from whileai.calls.usage import RoleUsage, Usage

__all__ = [
    "Ask",
    "Backend",
    "CallFailed",
    "Cassette",
    "CassetteMiss",
    "Completion",
    "Cost",
    "LateCall",
    "LimitReached",
    "Line",
    "Lines",
    "Model",
    "Price",
    "RoleUsage",
    "Spec",
    "Spending",
    "Tap",
    "Unmade",
    "Usage",
    "WireCall",
    "is_model",
    "read_prices",
]
