"""How far a run is, on a terminal and elsewhere."""

from __future__ import annotations

import io
import logging
import sys
import warnings
from contextlib import redirect_stderr

import pytest

from whileai.cli.watching import beside, watched
from whileai.engine.progress import LOGGER

pytestmark = pytest.mark.contract("S27", "S28", "S61")

NUMBERS = {"rows": 2, "cap": 4, "inflight": 3, "rerolled": 1, "lost": 0, "retried": 0}


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "150")
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "CI"):
        monkeypatch.delenv(name, raising=False)
    return Terminal()


def test_a_bar_shows_what_is_done_in_flight_and_played_again(
    terminal: Terminal,
) -> None:
    with redirect_stderr(terminal), watched("playing", 9) as update:
        assert update is not None
        update(NUMBERS)
    shown = terminal.getvalue()
    assert "2/4" in shown
    assert "3 in flight, 1 re-rolled" in shown
    assert "lost" not in shown
    assert "\x1b[" in shown


def test_with_a_bar_the_log_is_silent_and_afterwards_it_is_not(
    terminal: Terminal,
) -> None:
    logger = logging.getLogger(LOGGER)
    before = list(logger.handlers)
    with redirect_stderr(terminal), watched("playing", 9):
        assert logger.handlers != before
    assert logger.handlers == before


def test_a_warning_is_a_line_above_the_bar(terminal: Terminal) -> None:
    with (
        redirect_stderr(terminal),
        watched("playing", 9),
        warnings.catch_warnings(record=False),
    ):
        warnings.warn("mind the gap", UserWarning, stacklevel=1)
    assert "wai: warning: mind the gap\n" in terminal.getvalue()
    assert ".py" not in terminal.getvalue()


@pytest.mark.parametrize(
    ("name", "value"), [("CI", "true"), ("TERM", "dumb"), ("no rich", "")]
)
def test_where_a_bar_would_do_harm_the_log_is_the_progress(
    name: str, value: str, terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "no rich":
        monkeypatch.setitem(sys.modules, "rich", None)
    else:
        monkeypatch.setenv(name, value)
    with redirect_stderr(terminal), watched("playing", 9) as update:
        assert update is None
    assert terminal.getvalue() == ""


def test_no_color_leaves_the_colours_out_of_the_bar(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    with redirect_stderr(terminal), watched("playing", 9) as update:
        assert update is not None
        update(NUMBERS)
    assert "\x1b[3" not in terminal.getvalue()
    assert "2/4" in terminal.getvalue()


def test_numbers_that_are_0_are_not_told() -> None:
    assert beside(NUMBERS) == "3 in flight, 1 re-rolled"
    assert beside({"rows": 1}) == ""
    assert beside({"landed": 0, "elapsed_s": 1.0}) == ""
    assert beside({"landed": 3, "elapsed_s": 2.0, "lost": 1}) == "1.5 rows/s, 1 lost"
    assert beside({"lost": 2, "resumed": 5}) == "5 resumed, 2 lost"
