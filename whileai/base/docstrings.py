"""What a docstring says: the description, and a line for each parameter."""

from __future__ import annotations

import inspect
import re

from whileai.base.expressions import expression

_GOOGLE = expression(
    r"(args|arguments|parameters|params|keyword args|keyword arguments|returns?|"
    r"yields?|raises|examples?|notes?|attributes|references|see also|warns?|"
    r"warnings?|todo):\s*$",
    re.IGNORECASE,
)
_ARGUMENTS = (
    "args",
    "arguments",
    "parameters",
    "params",
    "keyword args",
    "keyword arguments",
    "other parameters",
)
_ENTRY = expression(r"\*{0,2}(\w+)\s*(?:\([^)]*\))?\s*:(?:\s+|$)(.*)")
_SPHINX = expression(
    r":(?:param|parameter|arg|argument|key|keyword)\s+([^:]*?)(\w+)\s*:\s*(.*)"
)
_FIELD = expression(r":\w+[^:]*:")
_NUMPY = expression(r"(\*{0,2}\w+(?:\s*,\s*\w+)*)\s*(?::.*)?$")


def read_docstring(text: str | None) -> tuple[str, dict[str, str]]:
    """Give the description, and the description of each parameter by name.

    Google's, NumPy's and Sphinx's ways of listing parameters are read; the
    description is what stands before the first section.
    """
    lines = inspect.cleandoc(text or "").splitlines()
    start = next((at for at in range(len(lines)) if _opens(lines, at)), len(lines))
    said = "\n".join(lines[:start]).strip()
    told: dict[str, str] = {}
    section = ""
    block: list[str] = []
    for at in range(start, len(lines)):
        title = _opens(lines, at)
        if title:
            told.update(_entries(section, block))
            section, block = title, []
        block.append(lines[at])
    told.update(_entries(section, block))
    return said, told


def _opens(lines: list[str], at: int) -> str:
    """Name the section that starts on a line: ``google args``, ``numpy returns``."""
    line = lines[at]
    if _FIELD.match(line):
        return "sphinx"
    google = _GOOGLE.match(line)
    if google:
        return f"google {google[1].lower()}"
    ruled = at + 1 < len(lines) and re.fullmatch(r"-{3,}\s*", lines[at + 1])
    if ruled and line.strip() and not line.startswith((" ", "-")):
        return f"numpy {line.strip().lower()}"
    return ""


def _entries(section: str, block: list[str]) -> dict[str, str]:
    style, _, title = section.partition(" ")
    if style == "sphinx":
        entry = _SPHINX.match(block[0])
        if entry is None:
            return {}
        return {entry[2]: _joined([entry[3], *block[1:]])}
    if title not in _ARGUMENTS:
        return {}
    return _google(block[1:]) if style == "google" else _numpy(block[2:])


def _google(block: list[str]) -> dict[str, str]:
    told: dict[str, list[str]] = {}
    name = ""
    indent = next((_indent(line) for line in block if line.strip()), 0)
    for line in block:
        entry = _ENTRY.match(line.strip()) if _indent(line) <= indent else None
        if entry:
            name = entry[1]
            told[name] = [entry[2]]
        elif name and (not line.strip() or _indent(line) > indent):
            told[name].append(line)
        elif line.strip() and indent and _indent(line) == 0:
            break
    return {name: _joined(lines) for name, lines in told.items()}


def _numpy(block: list[str]) -> dict[str, str]:
    told: dict[str, list[str]] = {}
    names: list[str] = []
    for line in block:
        entry = _NUMPY.match(line) if line[:1].strip() else None
        if entry:
            names = [each.strip(" *") for each in entry[1].split(",")]
            told.update({name: [] for name in names})
        else:
            for name in names:
                told[name].append(line)
    return {name: _joined(lines) for name, lines in told.items()}


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _joined(lines: list[str]) -> str:
    return " ".join(part for part in (line.strip() for line in lines) if part)
