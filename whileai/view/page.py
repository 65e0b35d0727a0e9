"""The whole page: one document with its style and script in it."""

from __future__ import annotations

from base64 import b64encode
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from whileai._version import __version__
from whileai.base.text import counted
from whileai.view import figures
from whileai.view.html import Html, cut, safe, tag, together
from whileai.view.seen import FAILED, Seen
from whileai.view.transcript import LONGEST, transcript, written

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

ROWS = 500
"""Rows whose transcripts a page has, unless it is told otherwise."""
KINDS = {
    "all": "all rows",
    "failed": "failed",
    "passed": "passed",
    "ungraded": "not graded",
    "faulted": "met a fault",
}
"""What rows can be narrowed down to, with the words for it."""


@frozen(kw_only=True)
class Told:
    """What a page tells of a run.

    Args:
        report: the numbers of the run, as ``data.report()`` gives them.
        search: how the budget was spent, as ``data.search``.
        rows: all rows; read one after the other, and those that are shown once more.
        tools: of the agent, as OpenAI tool dictionaries.
        system_prompt: of the agent.
        model_version: what answered.
        seen: what the page counts of the rows.
    """

    report: Mapping[str, Any]
    search: Mapping[str, Any]
    rows: Sequence[Mapping[str, Any]]
    tools: Sequence[Mapping[str, Any]] = ()
    system_prompt: str = ""
    model_version: str | None = None
    seen: Seen = field(init=False, eq=False, repr=False)

    @seen.default
    def _seen(self) -> Seen:
        return Seen.of(self.rows)

    @property
    def agent(self) -> str:
        """What answered, by the best name there is."""
        told = self.model_version or (self.report.get("agent") or {}).get("name")
        return str(told or self._first("model_version") or "an agent")

    def _first(self, name: str) -> Any:
        return self.rows[0].get(name) if len(self.rows) else None


@frozen(kw_only=True)
class Paging:
    """Which rows of a run a viewer shows, where a page is one of several.

    Args:
        numbers: the places of the rows on this page.
        found: how many rows there are of the kind and the text that is sought.
        page: which page it is, from 1.
        pages: how many there are.
        show: one of ``KINDS``.
        find: the text that is sought.
        before, after: addresses of the pages next to it; empty where there is none.
        address: gives where any row is shown, by its number.
    """

    numbers: Sequence[int]
    found: int
    page: int = 1
    pages: int = 1
    show: str = "all"
    find: str = ""
    before: str = ""
    after: str = ""
    address: Callable[[int], str] = "#row-{}".format


def page(told: Told, *, rows: int = ROWS, paging: Paging | None = None) -> bytes:
    """Give the document as UTF-8.

    It is the same for the same data: nothing in it tells of time or of the machine.

    Args:
        told: what it tells of.
        rows: transcripts at most; where there are more rows, those that failed come
            before others, and the page says how many it leaves out.
        paging: which rows it shows instead, for a viewer.
    """
    numbers = _chosen(told.seen, rows) if paging is None else paging.numbers
    title = f"{told.agent}: {counted(len(told.seen.ended), 'row')}"
    style, script = _resource("page.css"), _resource("page.js")
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        _policy(style, script),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="referrer", content="no-referrer"),
        tag("link", rel="icon", href="data:,"),  # else a browser asks for one
        tag("title", title),
        tag("style", style),
    )
    main = tag("main", *_sections(told, numbers, paging), id="main")
    body = tag(
        "body",
        tag("a", "To the rows", href="#rows", class_="skip"),
        _top(title, told),
        main,
        tag("footer", tag("p", f"whileai {__version__}", class_="faint")),
        tag("script", script),
    )
    return f"<!doctype html>\n{tag('html', head, body, lang='en')}".encode()


@lru_cache(maxsize=2)
def _resource(name: str) -> Html:
    return Html(files("whileai.view").joinpath(name).read_text(encoding="utf-8"))


def _policy(style: str, script: str) -> Html:
    """Forbid everything but the page's own style and script, named by their digest."""
    own = (_digest(style), _digest(script))
    rules = (
        f"default-src 'none'; style-src 'sha256-{own[0]}'; script-src "
        f"'sha256-{own[1]}'; img-src data:; base-uri 'none'; form-action 'self'"
    )
    return tag("meta", http_equiv="Content-Security-Policy", content=rules)


def _digest(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()


def _top(title: str, told: Told) -> Html:
    report = told.report
    parts = [
        f"{name} {report[key]}"
        for name, key in (("seed", "seed"), ("writer", "writer"), ("grader", "grader"))
        if report.get(key) is not None
    ]
    about = tag("p", ", ".join(parts), class_="faint") if parts else None
    return tag("header", tag("h1", title), about)


def _sections(told: Told, numbers: Sequence[int], paging: Paging | None) -> list[Html]:
    report, seen = told.report, told.seen
    used = figures.usage(report)
    here = set(numbers)

    def address(number: int) -> str:
        if number in here:
            return f"#row-{number}"
        return "" if paging is None else paging.address(number)

    return [
        _section(
            "Numbers", "numbers", figures.cards(report), figures.runs(told.search)
        ),
        _section("Warnings and what is not covered", "notes", figures.notes(report)),
        _section("What failed and why", "failures", figures.failures(seen, address)),
        _section("Coverage", "coverage", figures.coverage(report, told.search, seen)),
        _section("Faults", "faults", figures.faults(report, told.search)),
        _section("Tools", "tools", figures.tools(report)),
        *([_section("Models", "models", used)] if used else []),
        _section("Rows", "rows", _rows(told, numbers, paging)),
        _section("The agent and the run", "run", _run(told)),
    ]


def _section(title: str, name: str, *parts: object) -> Html:
    head = tag("h2", title, id=name)
    return tag("section", head, *parts, aria_labelledby=name)


def _chosen(seen: Seen, limit: int) -> list[int]:
    """Give the places of the rows to show, failed ones before others, in order."""
    every = range(len(seen.ended))
    if len(every) <= limit:
        return list(every)
    first = [n for n in every if seen.ended[n] == FAILED]
    rest = [n for n in every if seen.ended[n] != FAILED]
    return sorted([*first, *rest][:limit])


def _rows(told: Told, numbers: Sequence[int], paging: Paging | None) -> Html:
    here = [(number, told.rows[number]) for number in numbers]
    places: dict[str, int] = {}
    for number, row in here:
        places.setdefault(str(row.get("task_id")), number)
    total = len(told.seen.ended)
    parts: list[object] = [_how_many(len(here), total, paging), _filter(paging)]
    parts += [transcript(number, row, places) for number, row in here]
    if paging is not None:
        parts.append(_pages(paging))
    return together(parts)


def _how_many(count: int, total: int, paging: Paging | None) -> Html:
    if paging is not None:
        what = "" if paging.show == "all" else f" that are of the kind: {paging.show}"
        sought = f" and hold {paging.find!r}" if paging.find else ""
        text = (
            f"{paging.found:,} of {total:,} rows{what}{sought}, page {paging.page} of "
            f"{paging.pages}."
        )
    elif count < total:
        text = (
            f"Shows {count:,} of {total:,} rows: those that failed come first. What "
            "stands above is of all rows. save_html(rows=...) shows more of them, and "
            "wai view all."
        )
    else:
        text = f"All {counted(total, 'row')}."
    return tag("p", text)


def _filter(paging: Paging | None) -> Html:
    """Give what narrows rows down: by script in a file, by address in a viewer."""
    show = "all" if paging is None else paging.show
    options = [
        tag("option", words, value=kind, selected=kind == show)
        for kind, words in KINDS.items()
    ]
    find = "" if paging is None else paging.find
    return tag(
        "form",
        tag("label", "Show ", tag("select", *options, name="show")),
        tag("label", "Text ", tag("input", type="search", name="find", value=find)),
        tag("button", "Filter") if paging is not None else None,
        tag("output", id="shown", aria_live="polite") if paging is None else None,
        class_="filter",
        hidden=paging is None,
        data_here=paging is None,
        action=None if paging is None else "#rows",
    )


def _pages(paging: Paging) -> Html:
    links = [
        tag("a", words, href=address, rel=rel)
        for words, address, rel in (
            ("\u2190 rows before", paging.before, "prev"),
            ("more rows \u2192", paging.after, "next"),
        )
        if address
    ]
    return tag("nav", *links, class_="pages", aria_label="pages of rows")


def _run(told: Told) -> Html:
    parts: list[object] = []
    if told.system_prompt:
        prompt = tag("pre", cut(told.system_prompt, LONGEST), dir="auto")
        parts.append(tag("details", tag("summary", "System prompt"), prompt))
    for title, value in (
        ("Tools", told.tools),
        ("Options of the run", told.report.get("options")),
        ("Plugins", told.report.get("plugins")),
        ("How the budget was spent", told.report.get("rollouts")),
    ):
        if value:
            text = tag("pre", cut(written(value), LONGEST))
            parts.append(tag("details", tag("summary", title), text))
    return together(parts) or tag("p", "Not recorded beside these rows.")


def summary(heads: Sequence[tuple[str, str]], warnings: Sequence[str] = ()) -> str:
    """Give a small table for a notebook.

    Args:
        heads: names and values.
        warnings: in plain words; the first three are shown.
    """
    rows = [
        tag("tr", tag("th", name, scope="row", style="text-align:left"),
            tag("td", value, style="text-align:left"))
        for name, value in heads
    ]  # fmt: skip
    told = [tag("p", f"! {each}") for each in warnings[:3]]
    if len(warnings) > 3:
        told.append(
            tag("p", safe(f"! and {len(warnings) - 3} more: see data.warnings"))
        )
    return str(tag("div", tag("table", tag("tbody", *rows)), *told))
