"""The rows of a run and everything it says about them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias, overload

from attrs import define, evolve, field

from whileai.base.errors import StoppedByStage, describe, given
from whileai.base.lines import (
    dumps,
    fresh,
    loads,
    path_of,
    read_lines,
    save_lines,
)
from whileai.base.text import counted
from whileai.builtin.graders.function import UNDECLARED
from whileai.engine.blocking import blocking
from whileai.engine.notices import NO_VERDICT, grading_line
from whileai.model.row import is_bookkeeping, misfit
from whileai.results.account import VERSION, Account, ends_of
from whileai.results.profile import Profile
from whileai.results.rows import Rows
from whileai.stats.counts import Counts

if TYPE_CHECKING:
    from pathlib import Path

    from typing_extensions import Self

    from whileai.engine.grading import Grading
    from whileai.engine.ledger import Ledger
    from whileai.exports import Exported
    from whileai.model import RowDict
    from whileai.results.report import Report
    from whileai.stats.passing import PassAt

Source: TypeAlias = Any
"""A ``SimulationData``, its rows, or the path of its JSONL file."""


@define(kw_only=True, repr=False)
class SimulationData:
    """What ``simulate`` returns.

    It has a length, iterates over rows and takes an index. Rows are read afresh at
    each access, so changing one changes nothing else.

    Args:
        lines: the rows as JSON, in plan order.
        search: how the budget was spent.
        warnings: what the run could not do, in plain words with the way on.
        degraded: short names of what fell short, for programs.
        stopped_because: why the run ended.
        profile: the agent.
        counted: what the report was made from besides the rows.
        kept: the rewards of ``lines``, counted while they were read; read ``counts``.
        asks: what ``tasks=`` read of ``lines``: a set that several agents play is read
            once.
    """

    lines: list[bytes]
    search: dict[str, Any] = field(factory=dict)
    warnings: list[str] = field(factory=list)
    degraded: list[str] = field(factory=list)
    stopped_because: str | None = None
    profile: Profile = field(factory=Profile)
    counted: dict[str, Any] = field(factory=dict)
    kept: Counts = field(factory=Counts, eq=False)
    asks: object = field(init=False, default=None, eq=False)

    @property
    def rows(self) -> Rows:
        """The rows: ``data.rows()`` and ``data.rows`` both read as lists of dicts."""
        return Rows(self.lines)

    @property
    def n_situations(self) -> int:
        """How many situations the rows come from."""
        return len({row["scenario_id"] for row in self.rows})

    @property
    def pass_at(self) -> PassAt:
        """How often the agent passes, once graded: pass@1, pass^k, pass@k."""
        from whileai.stats.passing import pass_at  # noqa: PLC0415 - once it is over

        return pass_at(self.counts)

    @property
    def counts(self) -> Counts:
        """The rewards by task, which ``pass_at`` is made from; counted once."""
        if self.kept.seen != len(self.lines):
            self.kept = Counts()
            for row in self.rows:
                self.kept.add(row)
        self.kept.planned = _planned(self.counted)
        return self.kept

    def report(self) -> Report:
        """Give the numbers of the run; printed, it is a short summary."""
        from whileai.results.report import report_of  # noqa: PLC0415 - once it is over

        return report_of(self.rows, self)

    async def grade_async(
        self,
        grader: Any = "judge",
        *,
        concurrency: int = 32,
        timeout: float | None = None,
    ) -> Self:
        """Add a verdict to every row of this data, and give it.

        Rows whose reply was cut at its token cap are not graded. The ids of earlier
        verdicts stay in ``lineage.prior_scoring_run_ids``.

        Args:
            grader: as ``simulate(grader=...)`` takes it: a ``wai.Judge``, or a callable
                that takes a row and gives a number in 0..1, a bool, or a dict with
                ``reward``; sync or async. Unset, the judge, against the ``rubric=`` of
                the run or else its system prompt.
            concurrency: verdicts under way at most.
            timeout: seconds that one verdict may take.

        Raises:
            TypeError, ValueError: if ``grader`` is no grader.
            NotConfigured: if a judge's model needs a key that is not set.
        """
        from whileai.engine.grading import Grading  # noqa: PLC0415 - once it is over

        options = {"concurrency": concurrency, "timeout": timeout}
        return await self.judged_by(Grading(grader=grader, options=options))

    async def judged_by(self, grading: Grading) -> Self:
        """Add the verdicts of one grading call; see ``grade_async``."""
        from whileai.engine.grading import grade_lines  # noqa: PLC0415 - as above

        about = {
            "tools": self.profile.tools or None,
            "system_prompt": self.profile.system_prompt or None,
            "rubric": (self.counted.get("options") or {}).get("rubric"),
        }
        grading = evolve(grading, options={**about, **grading.options})
        try:
            found = await grade_lines(self.lines, grading)
        except StoppedByStage as stopped:
            raise KeyboardInterrupt(str(stopped)) from None
        self.lines[:] = found.lines
        self.kept = Counts()
        self._tell_of_grading(found.ledger)
        self.counted["grader"] = found.judge
        if found.usage:
            self.counted["usage"] = {**self.counted.get("usage", {}), **found.usage}
        return self

    def _tell_of_grading(self, ledger: Ledger) -> None:
        """Put what is to be said of this grading in place of what was of the last."""
        line = grading_line(ledger)
        said = [*ledger.warnings, *([] if line is None else [line])]
        stale = (NO_VERDICT, UNDECLARED)
        kept = [each for each in self.warnings if not any(s in each for s in stale)]
        self.warnings[:] = dict.fromkeys([*kept, *said])

    def grade(
        self,
        grader: Any = "judge",
        *,
        concurrency: int = 32,
        timeout: float | None = None,
    ) -> Self:
        """Add a verdict to every row of this data, and give it; see ``grade_async``."""
        return blocking(self.grade_async)(
            grader, concurrency=concurrency, timeout=timeout
        )

    def save(self, path: str | os.PathLike[str]) -> str:
        """Write the rows to ``path`` as JSONL and the rest beside it.

        What is not a row (search, warnings, the agent's profile) goes to the same name
        with ``.meta.json`` in place of its ending; ``wai.load`` reads both.

        Returns:
            The path as text.

        Raises:
            TypeError, ValueError: if ``path`` is no path of a file.
            OSError: naming the path; a file that was there stays as it was.
        """
        target = path_of(path, "path")
        save_lines(target, self.lines)
        save_lines(meta_path(target), [self.meta()])
        return str(target)

    def save_html(self, path: str | os.PathLike[str], *, rows: int = 500) -> str:
        """Write a report to read in a browser: one file, which needs no network.

        It has the numbers of ``report()`` with their intervals, what failed and why,
        what was covered, and conversations. The same data gives the same bytes.

        Args:
            path: of the file, such as ``report.html``.
            rows: conversations at most, 0 or more; where there are more rows, those
                that failed come first, and the page says how many it leaves out.

        Returns:
            The path as text.

        Raises:
            TypeError, ValueError: if ``path`` is no path of a file, or ``rows`` no
                count.
            OSError: naming the path; a file that was there stays as it was.
        """
        from whileai.results.shown import save_page  # noqa: PLC0415 - few write pages

        return save_page(self, path, rows)

    def _repr_html_(self) -> str:
        """Give a small table, which notebooks show in place of the ``repr``."""
        from whileai.results.shown import notebook_table  # noqa: PLC0415 - notebooks

        return notebook_table(self)

    def export(
        self,
        path: str | os.PathLike[str],
        format: str,
        *,
        min_reward: float | None = None,
        ungraded: bool = False,
        pairs: int | None = None,
    ) -> Exported:
        """Write the rows to ``path`` as trainers and other tools read them.

        Rows of groups that the run did not finish go in: each is whole itself.

        Args:
            path: a file, or a folder for ``hf``; missing folders are made.
            format: ``sft``, ``openai`` (rows that passed), ``dpo`` (pairs of one that
                passed and one that did not), ``kto`` (graded rows), ``grpo``,
                ``verifiers`` (tasks), ``inspect``, ``hf``, ``parquet`` or ``csv``
                (every row).
            min_reward: the least reward of a row that passed, 0 to 1; unset, 0.5.
            ungraded: whether rows that nothing graded go into ``sft`` and ``openai``.
            pairs: the most pairs of one task in ``dpo``; unset, 4.

        Returns:
            How many examples were written, how many rows were left out and why;
            printed, it says so in words.

        Raises:
            TypeError, ValueError: if an argument will not do, or no row can go in.
            NotConfigured: if the format needs a package that is not installed.
            OSError: naming the path; a file that was there stays as it was.
        """
        from whileai.results.exporting import written  # noqa: PLC0415 - few export

        options = {"min_reward": min_reward, "ungraded": ungraded, "pairs": pairs}
        return written(self, path, format, options)

    def meta(self) -> bytes:
        """Give everything but the rows, as JSON."""
        return Account(
            whileai_meta=VERSION,
            rows=len(self.lines),
            ends=ends_of(self.lines),
            search=self.search,
            warnings=self.warnings,
            degraded=self.degraded,
            stopped_because=self.stopped_because,
            profile=self.profile.to_json(),
            counted=self.counted,
        ).line()

    def __len__(self) -> int:
        return len(self.lines)

    def __iter__(self) -> Iterator[RowDict]:
        return iter(self.rows)

    @overload
    def __getitem__(self, index: int) -> RowDict: ...

    @overload
    def __getitem__(self, index: slice) -> list[RowDict]: ...

    def __getitem__(self, index: int | slice) -> RowDict | list[RowDict]:
        return self.rows[index]

    def __repr__(self) -> str:
        noted = f", {counted(len(self.warnings), 'warning')}" if self.warnings else ""
        return (
            f"<SimulationData: {counted(len(self), 'row')}, stopped because of "
            f"{self.stopped_because or 'an unknown reason'}{noted}>"
        )


async def grade_async(
    source: Source,
    grader: Any = "judge",
    *,
    concurrency: int = 32,
    timeout: float | None = None,
) -> SimulationData:
    """Give graded copies of rows; what was passed is left as it is.

    Args:
        source: a ``SimulationData``, its rows, or the path of its JSONL file.
        grader: as ``data.grade`` takes it.
        concurrency: verdicts under way at most.
        timeout: seconds that one verdict may take.

    Raises:
        TypeError, ValueError: if ``grader`` is no grader or ``source`` has no rows.
        NotConfigured: if a judge's model needs a key that is not set.
    """
    data = copy_of(source, "grade()")
    return await data.grade_async(grader, concurrency=concurrency, timeout=timeout)


def grade(
    source: Source,
    grader: Any = "judge",
    *,
    concurrency: int = 32,
    timeout: float | None = None,
) -> SimulationData:
    """Give graded copies of rows; the sync form of ``grade_async``."""
    return blocking(grade_async)(
        source, grader, concurrency=concurrency, timeout=timeout
    )


def copy_of(source: Source, call: str) -> SimulationData:
    """Give the rows of ``source`` as data of its own.

    Args:
        source: a ``SimulationData``, its rows, or the path of its JSONL file.
        call: the name of the call, for errors.

    Raises:
        TypeError: if ``source`` is nothing of the kind.
        ValueError: if an entry is no row.
    """
    if isinstance(source, (str, os.PathLike)):
        return load(source)
    if isinstance(source, SimulationData):
        copied = {
            name: fresh(getattr(source, name))
            for name in ("search", "warnings", "degraded", "counted")
        }
        return evolve(source, lines=list(source.lines), **copied)
    if isinstance(source, Mapping) or not isinstance(source, Iterable):
        raise TypeError(
            f"{call} takes a SimulationData, its rows or a path, got {given(source)}"
        )
    rows = list(source)
    for number, row in enumerate(rows):
        if not (isinstance(row, Mapping) and _is_row(row)):
            raise ValueError(
                f"{call}: entry {number} is no row ({given(row, 60)}); a row is a "
                "dict with a 'prompt'"
            )
        if wrong := misfit(row):
            raise ValueError(f"{call}: entry {number}: {wrong}")
    return SimulationData(lines=[dumps(row) for row in rows])


def _planned(counted: Mapping[str, Any]) -> int | None:
    """Give the repeats that the run filled split groups to, if it did."""
    options = counted.get("options") or {}
    successive = options.get("repeat_policy") == "successive"
    return options.get("repeats") if successive else None


def meta_path(path: str | os.PathLike[str]) -> Path:
    """Give where what is not a row is kept for the rows at ``path``."""
    target = path_of(path, "path")
    return target.with_name(f"{target.stem}.meta.json")


def load(path: str | os.PathLike[str]) -> SimulationData:
    """Read back what ``save``, ``output=`` or ``checkpoint=`` wrote.

    Rows written by other tools load too, as long as each line is an object with a
    ``prompt``. Without the ``.meta.json`` beside it a file has rows alone. What the
    file lacks (a line torn by a kill, rows that were saved and are gone) is said in
    ``warnings``.

    Raises:
        FileNotFoundError: if there is no such file.
        TypeError: if ``path`` is no path.
        ValueError: naming file and line, if a line is not a row.
    """
    lines = []
    torn = []
    for number, line, whole in _lines_at(path_of(path, "path")):
        try:
            value = loads(line)
        except ValueError as error:
            if not whole:
                torn.append(f"{path}, line {number} is cut short and left out")
                break
            raise ValueError(f"{path}, line {number}: not JSON ({error})") from None
        if isinstance(value, Mapping) and _is_row(value):
            if wrong := misfit(value):
                raise ValueError(f"{path}, line {number}: {wrong}")
            lines.append(bytes(line))
        elif not (isinstance(value, Mapping) and is_bookkeeping(value)):
            raise ValueError(
                f"{path}, line {number}: not a row; a row is an object with a 'prompt'"
            )
    data = _with_meta(lines, meta_path(path))
    if not lines and not data.counted:
        torn.append(f"{path} holds no rows")
    data.warnings.extend(torn)
    return data


def _lines_at(path: Path) -> Iterator[tuple[int, bytes, bool]]:
    try:
        yield from read_lines(path)
    except FileNotFoundError as error:
        raise FileNotFoundError(
            error.errno,
            "there is no such file; pass the path of rows that save(), output= or "
            "checkpoint= wrote",
            str(path),
        ) from None


def _is_row(value: Mapping[str, Any]) -> bool:
    return isinstance(value.get("prompt"), str)


def _with_meta(lines: list[bytes], path: Path) -> SimulationData:
    if not path.exists():
        return SimulationData(lines=lines)
    try:
        told = Account.read(path)
    except (OSError, ValueError) as error:
        left = f"{path.name} was left out: it is not what save() writes beside rows"
        return SimulationData(lines=lines, warnings=[f"{left} ({describe(error)})"])
    found = list(told.warnings)
    if not told.describes(lines):
        found.append(
            f"{counted(told.rows, 'row')} were saved and {len(lines)} are in the file: "
            f"it was cut or changed since; {path.name} describes the rows that were "
            "saved"
        )
    return SimulationData(
        lines=lines,
        search=told.search,
        warnings=found,
        degraded=told.degraded,
        stopped_because=told.stopped_because,
        profile=Profile.of(told.profile),
        counted=told.counted,
    )
