"""What is wrong with a call's arguments, in the words of a real API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson
from attrs import frozen

from whileai.base.checking import Validator, readable, unreadable
from whileai.base.dialect import alone
from whileai.base.errors import given, suggestion
from whileai.base.examples import Examples
from whileai.base.lines import dumps
from whileai.base.quick import quick
from whileai.world.references import Names, References
from whileai.world.wording import expected, wrong

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from whileai.base.checking import ValidationError
    from whileai.model import Tool

_MOST = 20


@frozen(kw_only=True)
class Problem:
    """One thing that is wrong with a value.

    Args:
        field: dotted path of the part that is wrong, ``items.0.sku``; empty for the
            whole.
        expected: what the schema wants there, in words.
        given: what was there; ``None`` where nothing was.
        message: all of it as one sentence.
    """

    field: str
    expected: str
    given: Any = None
    message: str


class Checked:
    """A schema compiled once: references resolved, patterns read, formats at hand.

    Args:
        schema: what values are checked against.
        owner: whose it is, for messages.

    Attributes:
        unchecked: patterns that Python cannot read and that are therefore not checked.
    """

    def __init__(self, schema: dict[str, Any], owner: str) -> None:
        self.unchecked: tuple[str, ...] = unreadable(schema)
        ours = readable(schema)
        self._references = References(ours, owner)
        self._validator = Validator(ours)
        self._quick = quick(ours)

    def problems(self, value: Any) -> tuple[Problem, ...]:
        """Give what is wrong with ``value``, nothing if it fits."""
        return tuple(self._found(value))

    def _fits(self, value: Any) -> bool:
        """Whether the value fits for certain; if not, jsonschema has the word."""
        try:
            return self._quick is not None and self._quick(value)
        except RecursionError:
            return False

    def _found(self, value: Any) -> list[Problem]:
        if self._fits(value):
            return []
        try:
            errors = list(self._validator.errors(value))
        except RecursionError:
            return [_problem("", "fewer levels of nesting", None, "nests too deeply")]
        if not errors:
            return []
        found: dict[tuple[str, str], Problem] = {}
        for error in errors:
            for each in _explained(error):
                found.setdefault((each.field, each.message), each)
        return list(found.values())[:_MOST]


class Arguments(Checked):
    """The arguments that a tool takes, compiled once.

    Args:
        tool: the tool; its parameters are a schema as ``read_tools`` gives it.

    Attributes:
        unchecked: patterns that Python cannot read and that are therefore not checked.

    Raises:
        ValueError: naming the tool and the reference, if one points nowhere, outside
            the schema, or back to itself.
    """

    def __init__(self, tool: Tool) -> None:
        super().__init__(tool.parameters, f"tool {tool.name!r}")
        self._names = self._references.known()
        self._known = self._names.names if self._names is not None else None

    def problems(self, arguments: Any) -> tuple[Problem, ...]:
        """Give what is wrong with ``arguments``, nothing if they are right.

        Arguments that the schema does not name are wrong unless it says
        ``additionalProperties: true`` or gives a schema for them. At most 20
        problems are given.
        """
        if not isinstance(arguments, dict):
            return (not_an_object(arguments),)
        known = self._known
        if (known is None or known.issuperset(arguments)) and self._fits(arguments):
            return ()
        found = self._found(arguments)
        if self._names is not None:
            extra, names = self._names.unknown(arguments), self._names.names
            seen = {each.field for each in found} if extra else ()
            found += [_unknown(name, names, "") for name in extra if name not in seen]
        return tuple(found[:_MOST])


class Results(Checked):
    """The results that a tool declares, compiled once; without a schema all are right.

    Raises:
        ValueError: as ``Arguments`` does.
    """

    def __init__(self, tool: Tool) -> None:
        self._owner = f"the output schema of tool {tool.name!r}"
        self._root = tool.output or {}
        self._branches: dict[bytes, tuple[Examples, Checked]] = {}
        super().__init__(self._root, self._owner)

    def branch(self, schema: Mapping[str, Any]) -> tuple[Examples, Checked]:
        """Give what draws and what checks values of one branch, compiled once."""
        text = dumps(schema)
        known = self._branches.get(text)
        if known is None:
            own = orjson.loads(dumps(alone(schema, self._root)))
            known = Examples(own), Checked(own, f"a branch of {self._owner}")
            self._branches[text] = known
        return known


def not_an_object(arguments: Any) -> Problem:
    """Give what is wrong with arguments that are no object."""
    text = f"arguments must be an object, got {given(arguments)}"
    return Problem(field="", expected="an object", given=arguments, message=text)


def _problem(field: str, wanted: str, value: Any, complaint: str) -> Problem:
    subject = f"argument {field!r}" if field else "the value"
    return Problem(
        field=field, expected=wanted, given=value, message=f"{subject} {complaint}"
    )


def _unknown(name: str, known: Iterable[str], place: str) -> Problem:
    names = sorted(known)
    hint = suggestion(name, names)
    field = f"{place}.{name}" if place else name
    wanted = "one of " + ", ".join(names[:10]) if names else "no argument"
    more = ", ..." if len(names) > 10 else ""
    return Problem(
        field=field,
        expected=wanted + more,
        message=f"unknown argument {field!r}{hint}",
    )


def _explained(error: ValidationError) -> Iterator[Problem]:
    field = ".".join(map(str, error.absolute_path))
    word = error.validator
    if word == "required":
        yield from _missing(error, error.validator_value, field)
    elif word == "dependentRequired":
        for name, needed in error.validator_value.items():
            if name in error.instance:
                yield from _missing(error, needed, field, f" when {name!r} is given")
    elif word == "additionalProperties" and error.validator_value is False:
        names = Names(
            names=frozenset(error.schema.get("properties", ())),
            patterns=tuple(error.schema.get("patternProperties", ())),
        )
        for name in names.unknown(error.instance):
            yield _unknown(name, names.names, field)
    elif word in ("anyOf", "oneOf") and error.context:
        yield from _branches(error, field)
    else:
        wanted = expected(error.schema)
        complaint = wrong(error)
        yield _problem(field, wanted, error.instance, complaint)


def _missing(
    error: ValidationError, names: Iterable[str], field: str, when: str = ""
) -> Iterator[Problem]:
    properties = error.schema.get("properties", {})
    for name in names:
        if name not in error.instance:
            path = f"{field}.{name}" if field else name
            wanted = expected(properties.get(name, {}))
            yield Problem(
                field=path,
                expected=wanted,
                message=f"missing required argument {path!r}{when}: expected {wanted}",
            )


def _branches(error: ValidationError, field: str) -> Iterator[Problem]:
    """Explain by the one branch that was meant, where that can be told."""
    failed: dict[int, list[ValidationError]] = {}
    for each in error.context:
        failed.setdefault(int(each.relative_schema_path[0]), []).append(each)
    meant = [
        errors
        for errors in failed.values()
        if not any(_decides(each) for each in errors)
    ]
    if len(meant) == 1:
        for each in meant[0]:
            yield from _explained(each)
        return
    wanted = expected(error.schema)
    yield _problem(
        field, wanted, error.instance, f"must be {wanted}, got {given(error.instance)}"
    )


def _decides(error: ValidationError) -> bool:
    """Say whether an error shows that its branch was not the one that was meant."""
    depth = len(error.relative_path)
    if error.validator == "type":
        return depth == 0
    return error.validator in ("const", "enum") and depth <= 1
