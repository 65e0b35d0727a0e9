"""The pytest plugin: ``@pytest.mark.wai`` runs a simulation for a test.

::

    @pytest.mark.wai(agent=my_agent, tools=TOOLS, grader=grader, tasks="asks.jsonl",
                     repeats=4, min_pass=0.9)
    def test_the_agent_keeps_its_word(wai_data):
        assert wai_data.search["ended_on_question"]["share"] < 0.5

**What is asserted.** After the body of the test, that ``min_pass`` can be the true
pass rate: the test fails if ``min_pass`` lies above the upper end of the pass rate's
interval at ``level`` (0.95 unless set). So a red test means that the agent does pass
too seldom, not that it was unlucky. With few rows much is allowed; the summary says
whether ``min_pass`` was *shown* (the lower end reaches it), *met* by the rate alone, or
*not ruled out by so few rows*. ``min_pass`` is 1 unless set, which any failure refutes;
``min_pass=0`` only measures, and without a grader there is nothing but the body. Asks
of ``tasks=`` are what the test is about: the interval is over their rollouts, and
``repeats=`` makes it narrow. Asks that are drawn stand for all that could be drawn: the
figures are those of ``wai.pass_at``, over tasks. A rollout that was lost counts as
failed; where over a tenth of the rows got no verdict, the test fails.

**Keywords.** ``agent``, ``tasks``, ``repeats`` and all others of ``simulate``, beside
``min_pass`` and ``level``. ``agent``, ``backend``, ``execute``, ``grader``, ``seeds``,
``simulator``, ``tasks``, ``tools``, ``traces`` and ``user_model`` may be the name of a
fixture. Marks of a class or a module hold for its tests; where two say the same, the
one that was set last holds: of several on one test the outermost, and before it that of
its parameters. Paths are looked for beside the test file, then in the folder pytest
runs in. Unless set, asks are written offline, ``budget`` pays for all of ``tasks``
(else it is 100), and failures are not followed up, since a test measures. What the mark
does not take is an error of the collection.

**The command line.** ``--wai-budget``, ``--wai-repeats`` and ``--wai-seed`` hold for
all marked tests. A ``cassette=`` is replayed and nothing else, so that no model is
called; ``--wai-record`` makes the calls that it lacks. Rows of a test that fails are
kept in pytest's folder for temporary files; ``--wai-output DIR`` keeps those of every
test there.

Nothing of this is loaded before a test is marked.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from whileai.results import SimulationData
    from whileai.testing.marked import Mark
    from whileai.testing.measured import Measured

NAME, DATA = "wai", "wai_data"
SHORT = 60
"""Characters of a test's name in the name of its file."""

_OLD_FIXTURE = "_pytestfixturefunction"
"""What a fixture has in versions of pytest before 8.4."""

_OVERRIDES = ("budget", "repeats", "seed")
_MARK: pytest.StashKey[Mark] = pytest.StashKey()
_PLAYED: pytest.StashKey[_Played] = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the command line."""
    group = parser.getgroup("whileai", "simulations of agents (whileai)")
    for name, what in (
        ("budget", "rows of each marked test"),
        ("repeats", "rollouts of each ask"),
        ("seed", "the seed of each marked test"),
    ):
        group.addoption(f"--wai-{name}", type=int, metavar="N", help=what)
    group.addoption(
        "--wai-record",
        action="store_true",
        help="make and record the model calls that cassettes lack",
    )
    group.addoption(
        "--wai-output", metavar="DIR", help="keep the rows of every marked test here"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Describe the mark."""
    config.addinivalue_line(
        "markers",
        "wai(agent=, tasks=, repeats=, min_pass=, level=, ...): simulate, and fail if "
        "the pass rate is surely below min_pass; takes the keywords of wai.simulate",
    )


@pytest.hookimpl(wrapper=True)
def pytest_pycollect_makeitem(
    collector: pytest.Module | pytest.Class,
) -> Generator[None, Any, Any]:
    """Read the marks of the tests that were made; an error is the collection's."""
    made = yield
    for item in made if isinstance(made, list) else ():
        _read_marks(item, collector.CollectError)
    return made


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Read the marks of tests that pytest makes otherwise, as those of unittest."""
    for item in items:
        _read_marks(item, pytest.UsageError)


@pytest.fixture
def wai_data(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> SimulationData:
    """The rows of the simulation that the test's mark asks for."""
    mark = request.node.stash.get(_MARK, None)
    if mark is None:
        pytest.fail(
            f"{DATA} is the data of a test that is marked with "
            f"@pytest.mark.{NAME}(agent=..., ...)",
            pytrace=False,
        )

    def fixture(name: str) -> Any:
        try:
            return request.getfixturevalue(name)
        except pytest.FixtureLookupError as error:
            if error.argname != name:
                raise
            return name
        except pytest.fail.Exception as error:  # it is pytest's own, of params=
            if "no parameter defined" not in str(error):
                raise
            pytest.fail(
                f"the fixture {name!r} has params=, of which a mark can choose none: "
                "name it among the arguments of the test as well",
                pytrace=False,
            )

    keywords = mark.with_fixtures(fixture)
    try:
        found: tuple[SimulationData, Measured] = mark.play(keywords)
    except KeyboardInterrupt as stopped:
        data = getattr(stopped, "data", None)
        if not data:
            raise
        path = _saved(request.node, data, tmp_path_factory)
        told = f"{request.node.nodeid} was stopped; the rows that landed are in {path}"
        raise KeyboardInterrupt(told) from None
    except _errors() as error:  # what they say is all there is to say
        pytest.fail(f"{_kind(error)}: {error}", pytrace=False)
    request.node.stash[_PLAYED] = _Played(request.node, *found, tmp_path_factory)
    return found[0]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """Run the body of a marked test, then ask whether the agent passes enough."""
    played = item.stash.get(_PLAYED, None)
    if played is None:
        return (yield)
    try:
        result = yield
    except (pytest.skip.Exception, pytest.xfail.Exception):
        played.tell(failed=False)
        raise
    except BaseException:
        path = played.tell(failed=True)
        item.add_report_section("call", NAME, played.found.text(played.data, path))
        raise
    path = played.tell(failed=bool(played.found.problem))
    if played.found.problem:
        pytest.fail(played.found.text(played.data, path), pytrace=False)
    return result


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Give one line for each marked test that ran."""
    lines = [*_lines(terminalreporter)]
    if lines:
        terminalreporter.section("simulations of agents")
    for line in lines:
        terminalreporter.line(line)


class _Played:
    """A simulation that was played for a test, and what it came to."""

    def __init__(
        self,
        item: pytest.Item,
        data: SimulationData,
        found: Measured,
        folders: pytest.TempPathFactory,
    ) -> None:
        self.data, self.found = data, found
        self._item, self._folders = item, folders

    def tell(self, *, failed: bool) -> str:
        """Put the figures into the test's report, and give where the rows are."""
        found, path = self.found, ""
        if failed or self._item.config.getoption("wai_output"):
            path = _saved(self._item, self.data, self._folders)
        told: dict[str, Any] = {
            "rows": found.rows,
            "outcome": found.line,
        }
        if found.rate is not None and found.interval is not None:
            told["pass_rate"] = round(found.rate, 6)
            told["interval"] = "{:.6f}..{:.6f}".format(*found.interval)
            told["level"] = found.level
        if found.min_pass is not None:
            told["min_pass"] = found.min_pass
        if path:
            told["path"] = path
        others = (n for n in self._item.user_properties if not _is_ours(n[0]))
        ours = ((f"{NAME}_{name}", value) for name, value in told.items())
        self._item.user_properties[:] = [*others, *ours]
        return path


def _saved(
    item: pytest.Item, data: SimulationData, folders: pytest.TempPathFactory
) -> str:
    """Keep the rows of a test, and give where they are."""
    chosen = item.config.getoption("wai_output")
    start = item.config.invocation_params.dir  # a test may have left it
    folder = start / chosen if chosen else folders.mktemp(NAME)
    return data.save(folder / f"{_short(item.nodeid)}.jsonl")


def _read_marks(item: Any, refusal: type[Exception]) -> None:
    """Read the marks of a test, if it has any, and have its simulation played for it.

    Raises:
        Exception: a ``refusal``, for what the mark does not take.
    """
    if not isinstance(item, pytest.Function) or _MARK in item.stash:
        return
    if item.get_closest_marker(NAME) is None:
        return
    try:
        item.stash[_MARK] = _mark_of(item)
    except (TypeError, ValueError) as error:
        raise refusal(f"{item.name}: {_kind(error)}: {error}") from error
    if DATA not in item.fixturenames:
        item.fixturenames = [*item.fixturenames, DATA]


def _mark_of(item: pytest.Function) -> Mark:
    """Give what the marks of a test ask; the one that was set last holds."""
    from whileai.testing.marked import Mark  # noqa: PLC0415 - no test may be marked

    config = item.config
    _refuse_fixtures(item)
    options = {name: config.getoption(f"wai_{name}") for name in _OVERRIDES}
    marks = (
        (each.args, each.kwargs)
        for node in item.listchain()
        for each in node.own_markers
        if each.name == NAME
    )
    return Mark.of(
        marks,
        (item.path.parent, config.invocation_params.dir),
        {name: each for name, each in options.items() if each is not None},
        record=config.getoption("wai_record"),
    )


def _refuse_fixtures(item: pytest.Function) -> None:
    """Refuse a fixture itself in place of its name."""
    for mark in item.iter_markers(NAME):
        for name, value in mark.kwargs.items():
            kind = type(value).__name__
            if kind == "FixtureFunctionDefinition" or hasattr(value, _OLD_FIXTURE):
                fixture = getattr(value, "__name__", "the_fixture")
                raise TypeError(
                    f"{name}= is a fixture, which pytest alone may call: pass its "
                    f"name, {name}={fixture!r}"
                )


def _kind(error: Exception) -> str:
    """Name an error by the class that users know."""
    known = next((k for k in (TypeError, ValueError) if isinstance(error, k)), None)
    return (known or type(error)).__name__


def _errors() -> tuple[type[Exception], ...]:
    """Give what a run raises before it plays, and where it cannot go on."""
    from whileai.base.errors import (  # noqa: PLC0415 - no test may be marked
        WhileAIError,
    )

    return TypeError, ValueError, WhileAIError


def _short(nodeid: str) -> str:
    """Give a file's name for a test, its own whatever tests run beside it."""
    from whileai.base.text import (  # noqa: PLC0415 - no test may be marked
        fingerprint,
    )

    words = re.sub(r"[^\w.-]+", "-", nodeid.rpartition("::")[2])[:SHORT].strip("-")
    return f"{words}-{fingerprint(nodeid, 8)}"


def _is_ours(name: str) -> bool:
    return name.startswith(f"{NAME}_")


def _lines(reporter: pytest.TerminalReporter) -> Iterator[str]:
    for reports in reporter.stats.values():
        for report in reports:
            told = dict(getattr(report, "user_properties", ()))
            if getattr(report, "when", "") == "call" and f"{NAME}_outcome" in told:
                path = told.get(f"{NAME}_path")
                where = f" ({path})" if path else ""
                yield f"{report.nodeid}: {told[f'{NAME}_outcome']}{where}"
