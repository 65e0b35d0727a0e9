"""``wai plugins``: what is installed, by kind of stage."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from whileai.cli.terminal import aligned, tell_json, write
from whileai.plugins import PluginManager, installed
from whileai.plugins.registry import KINDS, OPTION_OF

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator

_OWN = "whileai.builtin."


_COLUMNS = ("option", "name", "from", "version")


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "--json", action="store_true", help="print the list as JSON, and only that"
    )


def run(given: Namespace) -> int:
    """List every registered stage; what could not be loaded goes to standard error."""
    manager = installed()
    found = list(stages(manager))
    if given.json:
        tell_json([dict(zip(_COLUMNS, each, strict=True)) for each in found])
    else:
        for line in aligned([[name.upper() for name in _COLUMNS], *found]):
            write(line, sys.stdout)
    for warning in manager.warnings:
        write(f"wai: {warning}", sys.stderr)
    return 0


def stages(manager: PluginManager) -> Iterator[tuple[str, str, str, str]]:
    """Give option, name, owner and version of every stage of ``manager``."""
    for kind in KINDS:
        for name in manager.registry.names(kind):
            owner = manager.registry.entries[kind, name].owner
            shown = "whileai" if owner.startswith(_OWN) else owner
            yield f"{OPTION_OF[kind]}=", name, shown, manager.versions[owner]
