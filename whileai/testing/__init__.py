"""For tests of plugins and of code that uses the library; no network is needed."""

from whileai.testing.draws import assert_same_draw, comparable, same_rows
from whileai.testing.executors import check_executor
from whileai.testing.fakes import DictWorld, FixedGrader, ListSink
from whileai.testing.isolation import isolated_plugins

__all__ = [
    "DictWorld",
    "FixedGrader",
    "ListSink",
    "assert_same_draw",
    "check_executor",
    "comparable",
    "isolated_plugins",
    "same_rows",
]
