"""Findings as aligned text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.timing import Finding

HEAD = ("target", "what", "figure", "ratio", "limit", "holds", "note")


def table(findings: Sequence[Finding]) -> str:
    """Put findings in columns."""
    rows = [HEAD, *map(_cells, findings)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) for cell, width in zip(row, widths, strict=True)
        ).rstrip()
        for row in rows
    )


def _cells(finding: Finding) -> tuple[str, ...]:
    holds = {True: "yes", False: "NO", None: "-"}[finding.holds]
    ratio = "" if finding.ratio is None else f"{finding.ratio:.3f}"
    return (
        finding.target,
        finding.what,
        finding.figure,
        ratio,
        finding.limit,
        holds,
        finding.note,
    )
