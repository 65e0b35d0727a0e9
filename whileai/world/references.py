"""The references of a tool's schema, followed once and for all."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from attrs import frozen

from whileai.base.dialect import TYPES, children
from whileai.base.errors import given
from whileai.base.patterns import read_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

_REFERENCES = ("$ref", "$dynamicRef")
_LISTS = ("allOf", "anyOf", "oneOf")
_SINGLE = ("if", "then", "else")


@frozen(kw_only=True)
class Names:
    """The fields an object may have: by name, and by pattern."""

    names: frozenset[str]
    patterns: tuple[str, ...] = ()

    def unknown(self, value: dict[str, Any]) -> list[str]:
        """Give the fields of ``value`` that are none of these, in its order."""
        if self.names.issuperset(value):
            return []
        return [
            name
            for name in value
            if name not in self.names
            and not any(re.search(each, name) for each in self.patterns)
        ]


class References:
    """The references of one schema, each resolved inside it.

    Args:
        schema: the schema.
        owner: whose it is, for messages.

    Raises:
        ValueError: naming the owner and the reference, if one points nowhere, outside
            the schema, or only back to itself.
    """

    def __init__(self, schema: dict[str, Any], owner: str) -> None:
        self._owner = owner
        self._root = schema
        self._targets: dict[tuple[int, str], Any] = {}
        self._refuse_loops(self._follow())

    def _follow(self) -> list[Any]:
        """Look every reference up, and give every schema that can be reached."""
        start = _resolver(self._root) if _refers(self._root) else None
        stack: list[tuple[Any, Any]] = [(self._root, start)]
        seen: dict[int, Any] = {}
        while stack:
            here, resolver = stack.pop()
            if id(here) in seen or not isinstance(here, dict):
                continue
            seen[id(here)] = here
            if "$id" in here and here is not self._root and resolver is not None:
                resolver = resolver.in_subresource(_resource(here))
            self._check(here)
            stack.extend((each, resolver) for _, each in children(here))
            for word in _REFERENCES:
                if word in here:
                    found = self._looked_up(here[word], resolver)
                    self._targets[id(here), word] = found.contents
                    stack.append((found.contents, found.resolver))
        return list(seen.values())

    def _looked_up(self, ref: Any, resolver: Any) -> Any:
        from referencing.exceptions import Unresolvable  # noqa: PLC0415 - see below

        try:
            return resolver.lookup(ref)
        except (Unresolvable, ValueError, TypeError, AttributeError):
            raise ValueError(
                f"{self._owner} has a reference that cannot be resolved, {given(ref)};"
                " references must point into the schema itself: #/$defs/..."
            ) from None

    def _check(self, schema: dict[str, Any]) -> None:
        """Refuse what only a reference reaches and no reader has put right."""
        kinds = schema.get("type", ())
        for kind in [kinds] if isinstance(kinds, str) else kinds:
            if kind not in TYPES:
                raise ValueError(
                    f"{self._owner} has type {given(kind)} behind a reference; known:"
                    f" {', '.join(TYPES)}; keep referenced schemas under $defs"
                )
        if "pattern" in schema and read_pattern(schema["pattern"]) is None:
            raise ValueError(
                f"{self._owner} has pattern {given(schema['pattern'])} behind a"
                " reference, which cannot be read; keep referenced schemas under $defs"
            )

    def spliced(self, schema: dict[str, Any]) -> Iterator[Any]:
        """Give the schemas that apply to the same value as ``schema`` does."""
        for word in _LISTS:
            yield from schema.get(word, ())
        for word in _SINGLE:
            if word in schema:
                yield schema[word]
        yield from schema.get("dependentSchemas", {}).values()
        for word in _REFERENCES:
            if word in schema:
                yield self._targets[id(schema), word]

    def _refuse_loops(self, schemas: list[Any]) -> None:
        done: set[int] = set()
        for start in schemas:
            path: dict[int, None] = {}
            todo: list[tuple[Any, bool]] = [(start, False)]
            while todo:
                here, leaving = todo.pop()
                if leaving:
                    del path[id(here)]
                    done.add(id(here))
                elif id(here) in path:
                    raise ValueError(
                        f"{self._owner} has a reference that only leads back to itself,"
                        f" {given(here)}; let it point at a schema with a type"
                    )
                elif isinstance(here, dict) and id(here) not in done:
                    path[id(here)] = None
                    todo.append((here, True))
                    parts = [*self.spliced(here), here.get("not")]
                    todo.extend((each, False) for each in parts)

    def known(self) -> Names | None:
        """Give the names that the whole schema knows, ``None`` if it takes any."""
        names: dict[str, None] = {}
        patterns: list[str] = []
        stack: list[Any] = [self._root]
        seen: set[int] = set()
        while stack:
            here = stack.pop()
            if not isinstance(here, dict) or id(here) in seen:
                continue
            seen.add(id(here))
            for word in ("additionalProperties", "unevaluatedProperties"):
                if here.get(word, False) is not False:
                    return None
            names.update(dict.fromkeys(here.get("properties", ())))
            patterns += here.get("patternProperties", ())
            stack.extend(self.spliced(here))
        return Names(names=frozenset(names), patterns=tuple(patterns))


def _refers(schema: Any) -> bool:
    """Say whether there is a reference anywhere in ``schema``."""
    if not isinstance(schema, dict):
        return False
    here = any(word in schema for word in _REFERENCES)
    return here or any(_refers(each) for _, each in children(schema))


def _resource(schema: Any) -> Any:
    from referencing.jsonschema import DRAFT202012  # noqa: PLC0415 - see below

    return DRAFT202012.create_resource(schema)


def _resolver(root: Any) -> Any:
    """Give what looks references up in ``root``.

    The library for it is imported here: few tools have references.
    """
    from referencing import Registry  # noqa: PLC0415 - as above

    resource = _resource(root)
    registry: Registry[Any] = Registry()
    return registry.with_resource("", resource).resolver_with_root(resource)
