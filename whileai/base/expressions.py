"""Regular expressions that are compiled when they are first used."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from collections.abc import Callable


def expression(text: str, flags: int = 0) -> re.Pattern[str]:
    """Give what ``re.compile`` gives, compiled when it is first asked.

    Modules with many or big ones hold them so: a run asks few of those that are
    imported for it, and compiling all takes longer than playing its first row.
    """
    return cast("re.Pattern[str]", _Expression(text, flags))


class _Expression:
    """Stands for an expression; once asked, it has the methods of the compiled one."""

    def __init__(self, text: str, flags: int) -> None:
        self.pattern = text
        self.flags = flags

    def compiled(self) -> re.Pattern[str]:
        """Compile, and have the methods from now on; twice comes to the same."""
        compiled = re.compile(self.pattern, self.flags)
        vars(self).update((name, getattr(compiled, name)) for name in _METHODS)
        return compiled


def _asked(name: str) -> Callable[..., Any]:
    """Give the method ``name`` that compiles first."""

    def method(self: _Expression, *given: Any, **named: Any) -> Any:
        return getattr(self.compiled(), name)(*given, **named)

    return method


_METHODS = ("findall", "finditer", "fullmatch", "match", "search", "split", "sub")
for _name in _METHODS:
    setattr(_Expression, _name, _asked(_name))
