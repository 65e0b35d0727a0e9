"""One row of the table of options, and how a group declares it."""

from typing import Any

from attrs import field, fields, frozen

from whileai.options.checks import Check


@frozen(kw_only=True)
class Option:
    """One row of the table.

    Args:
        name: the keyword.
        group: the class that holds it.
        default: the value it has when nobody says anything.
        doc: what it does.
        check: what it accepts.
        alias: other names for it.
        unset: what ``None`` becomes, in words, where it becomes something.
        optional: whether ``None`` may be passed and means "not set".
    """

    name: str
    group: str
    default: Any
    doc: str
    check: Check
    alias: tuple[str, ...] = ()
    unset: str = ""
    optional: bool = False

    @property
    def leave_out(self) -> str:
        """Say what the option is when nobody sets it."""
        return f"Default: {self.unset or repr(self.default)}."


def option(
    default: Any,
    doc: str,
    check: Check,
    *,
    alias: tuple[str, ...] = (),
    unset: str = "",
    optional: bool | None = None,
) -> Any:
    """Declare an option as a field of its group; see ``Option`` for the arguments."""
    row = {
        "doc": doc,
        "check": check,
        "alias": alias,
        "unset": unset,
        "optional": default is None if optional is None else optional,
    }
    return field(default=default, metadata={"option": row})


def rows_of(group: str, holder: type) -> dict[str, Option]:
    """Give the rows of one group by name, in order."""
    return {
        each.name: Option(
            name=each.name,
            group=group,
            default=each.default,
            **each.metadata["option"],
        )
        for each in fields(holder)
    }
