"""JSON Schema of Python: what a typed function takes and gives."""

from __future__ import annotations

import collections.abc as abc
import datetime as dt
import decimal
import enum
import inspect
import os
import types
import typing
import uuid
from contextlib import suppress
from functools import partial
from typing import Any

import typing_extensions as te

from whileai.base.dialect import Schema, normalized, rebuilt, standard
from whileai.base.docstrings import read_docstring
from whileai.base.lines import NotJson, fresh, plain
from whileai.base.records import MISSING, record_fields

__all__ = [
    "Schema",
    "model_schema",
    "normalized",
    "signature_schema",
    "standard",
    "untitled",
]

_PLAIN: dict[Any, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    None: {"type": "null"},
    type(None): {"type": "null"},
    bytes: {"type": "string"},
    decimal.Decimal: {"type": "number"},
    dt.datetime: {"type": "string", "format": "date-time"},
    dt.date: {"type": "string", "format": "date"},
    dt.time: {"type": "string", "format": "time"},
    dt.timedelta: {"type": "string", "format": "duration"},
    uuid.UUID: {"type": "string", "format": "uuid"},
}
_LISTS = (list, abc.Sequence, abc.MutableSequence, abc.Iterable, abc.Collection)
_SETS = (set, frozenset, abc.Set, abc.MutableSet)
_MAPS = (dict, abc.Mapping, abc.MutableMapping)
_WAITED = (abc.Awaitable, abc.Coroutine)
_UNIONS = (typing.Union, types.UnionType)
_BOUNDS = {
    "ge": "minimum",
    "gt": "exclusiveMinimum",
    "le": "maximum",
    "lt": "exclusiveMaximum",
    "multiple_of": "multipleOf",
    "pattern": "pattern",
}


def signature_schema(
    function: abc.Callable[..., Any],
) -> tuple[str, Schema, Schema | None]:
    """Give what a typed function says of itself as a tool.

    ``X | None`` with a default is plain ``X`` and not required; without a default
    null is allowed. ``self``, ``*args``, ``**kwargs`` and arguments that a partial
    has fixed are left out. A type that cannot be resolved or has no schema is ``{}``.

    Args:
        function: sync or async, a method, a partial, or an object with ``__call__``.

    Returns:
        The description, the schema of the arguments, and the schema of the result
        where the annotation says more than "text" or "anything".

    Raises:
        ValueError: if the function has no signature that can be read.
    """
    fixed: set[str] = {"self", "cls"}
    code: Any = function
    while isinstance(code, partial):
        fixed.update(code.keywords)
        code = code.func
    if not hasattr(code, "__name__"):
        code = type(code).__call__
    said, told = read_docstring(_docstring(function, code))
    signature = inspect.signature(function)
    hints = _Hints(code)
    build = _Build()
    schema: Schema = {"type": "object", "properties": {}}
    required = []
    for each in signature.parameters.values():
        if each.name in fixed or each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD):
            continue
        part, needed = build.parameter(hints.resolve(each.annotation), each.default)
        if each.name in told:
            part.setdefault("description", told[each.name])
        schema["properties"][each.name] = part
        if needed:
            required.append(each.name)
    if required:
        schema["required"] = required
    output = build.output(hints.resolve(signature.return_annotation))
    return said, build.closed(schema), None if output is None else build.closed(output)


def _docstring(function: Any, code: Any) -> str | None:
    """The docstring of the function, not that of ``partial`` or of its class."""
    if isinstance(function, partial) or not hasattr(function, "__name__"):
        doc = inspect.getdoc(code)
        if doc == inspect.getdoc(object.__call__):
            doc = None
        own = None if isinstance(function, partial) else type(function).__doc__
        return doc or own
    return inspect.getdoc(function)


def _refers(value: Any) -> bool:
    if isinstance(value, dict):
        return isinstance(value.get("$ref"), str) or any(map(_refers, value.values()))
    return isinstance(value, list) and any(map(_refers, value))


class _Hints:
    """Annotations of one function, evaluated where they were written."""

    def __init__(self, code: Any) -> None:
        inner = inspect.unwrap(code)
        inner = getattr(inner, "__func__", inner)
        self._globals = getattr(inner, "__globals__", {})
        self._locals: dict[str, Any] = {}
        if isinstance(inner, types.FunctionType) and inner.__closure__:
            for name, cell in zip(
                inner.__code__.co_freevars, inner.__closure__, strict=True
            ):
                with suppress(ValueError):  # a name that is not assigned yet
                    self._locals[name] = cell.cell_contents

    def resolve(self, annotation: Any) -> Any:
        """Evaluate ``annotation``; what cannot be evaluated is ``Any``."""
        if annotation is MISSING:
            return Any
        holder = types.SimpleNamespace(__annotations__={"it": annotation})
        try:
            hints = te.get_type_hints(
                holder, self._globals, self._locals or None, include_extras=True
            )
        except Exception:  # noqa: BLE001 - an annotation may be any expression
            return Any
        return hints["it"]


def model_schema(model: Any) -> Schema:
    """Give a fresh copy of the schema that a pydantic model class has of itself."""
    copy: Schema = fresh(model.model_json_schema())
    return copy


def untitled(schema: Any) -> Any:
    """Copy a schema without the titles that pydantic makes of the names."""
    if not isinstance(schema, dict):
        return schema
    bare = {key: value for key, value in schema.items() if key != "title"}
    return rebuilt(bare, lambda _, each: untitled(each))


class _Build:
    """Builds the schemas of one function; ``defs`` are what they refer to."""

    def __init__(self) -> None:
        self.defs: dict[str, Schema] = {}
        self._open: list[Any] = []
        self._names: dict[str, Any] = {}

    def closed(self, schema: Schema) -> Schema:
        """Give ``schema`` with the definitions that it refers to."""
        if self.defs and _refers(schema):
            return {**schema, "$defs": fresh(self.defs)}
        return schema

    def parameter(self, hint: Any, default: Any) -> tuple[Schema, bool]:
        """Give a parameter's schema, and whether the caller must pass it."""
        told: Schema = {}
        if callable(getattr(default, "is_required", None)):  # pydantic's Field(...)
            told = _told_by((default,), {})
            default = MISSING if default.is_required() else default.default
        needed = default is MISSING
        if not needed:
            hint = _without_none(hint)
        schema = self.of(hint)
        schema = {**schema, **_told_by((), schema), **told}
        if not needed and default is not None:
            with suppress(NotJson):
                schema["default"] = plain(default)
        return schema, needed

    def output(self, hint: Any) -> Schema | None:
        """Give the result's schema, or ``None`` if it says nothing of the shape."""
        if typing.get_origin(hint) in _WAITED:
            hint = typing.get_args(hint)[-1]
        if hint in (None, type(None), Any, str, object, MISSING):
            return None
        schema = self.of(hint)
        return schema if schema.keys() & {"type", "anyOf", "enum", "$ref"} else None

    def of(self, hint: Any) -> Schema:
        """Give the schema of a type; ``{}`` of one that has none."""
        try:
            if hint in _PLAIN:
                return dict(_PLAIN[hint])
        except TypeError:  # an unhashable annotation is no type
            return {}
        origin = typing.get_origin(hint)
        if origin is typing.Annotated:
            base, *notes = typing.get_args(hint)
            schema = self.of(base)
            return {**schema, **_told_by(notes, schema)}
        if origin in (te.Required, te.NotRequired, te.ReadOnly, te.ClassVar, te.Final):
            return self.of(typing.get_args(hint)[0])
        if origin in (typing.Literal, te.Literal):
            return _enum(typing.get_args(hint))
        if origin in _UNIONS:
            return self._union(typing.get_args(hint))
        if isinstance(hint, typing.TypeVar):
            return self.of(hint.__bound__) if hint.__bound__ else {}
        if hasattr(hint, "__supertype__"):
            return self.of(hint.__supertype__)
        if hasattr(hint, "__value__"):
            return self._named(hint, lambda: self.of(hint.__value__))
        return self._container(origin or hint, typing.get_args(hint))

    def _union(self, members: tuple[Any, ...]) -> Schema:
        parts = [self.of(each) for each in members if each is not type(None)]
        if {} in parts:
            return {}
        unique = [part for at, part in enumerate(parts) if part not in parts[:at]]
        null = type(None) in members
        if len(unique) > 1:
            return {"anyOf": [*unique, {"type": "null"}] if null else unique}
        if not null:
            return unique[0]
        only = unique[0]
        if not isinstance(only.get("type"), str):
            return {"anyOf": [only, {"type": "null"}]}
        both = {**only, "type": [only["type"], "null"]}
        if "enum" in both:
            both["enum"] = [*both["enum"], None]
        return both

    def _container(self, kind: Any, args: tuple[Any, ...]) -> Schema:
        if kind in _LISTS or kind in _SETS:
            schema: Schema = {"type": "array"}
            if args and (items := self.of(args[0])):
                schema["items"] = items
            return {**schema, "uniqueItems": True} if kind in _SETS else schema
        if kind is tuple:
            return self._tuple(args)
        if kind in _MAPS:
            values = self.of(args[1]) if len(args) == 2 else {}
            closed = {"additionalProperties": values or True}
            return {"type": "object", **closed}
        if isinstance(kind, type):
            return self._class(kind)
        return {}

    def _tuple(self, args: tuple[Any, ...]) -> Schema:
        if not args:
            return {"type": "array"}
        if len(args) == 2 and args[1] is Ellipsis:
            return self._container(list, args[:1])
        parts = [self.of(each) for each in args if each != ()]
        size = len(parts)
        if not parts:
            return {"type": "array", "maxItems": 0}
        return {
            "type": "array",
            "prefixItems": parts,
            "items": False,
            "minItems": size,
            "maxItems": size,
        }

    def _class(self, kind: type) -> Schema:
        if callable(getattr(kind, "model_json_schema", None)):
            return self._pydantic(kind)
        if issubclass(kind, enum.Enum):
            return _enum(tuple(each.value for each in kind))
        fields = record_fields(kind)
        if fields is not None:
            return self._named(kind, lambda: self._record(kind, fields))
        for base, schema in _PLAIN.items():
            if isinstance(base, type) and issubclass(kind, base):
                return dict(schema)
        if issubclass(kind, os.PathLike):
            return {"type": "string"}
        return {}

    def _record(self, kind: type, fields: dict[str, tuple[Any, bool, Any]]) -> Schema:
        schema: Schema = {"type": "object", "properties": {}}
        told = read_docstring(kind.__doc__)[1]
        required = []
        for name, (hint, needed, default) in fields.items():
            part = self.of(hint) if default is MISSING else None
            if part is None:
                part, _ = self.parameter(hint, default)
            if name in told:
                part.setdefault("description", told[name])
            schema["properties"][name] = part
            if needed:
                required.append(name)
        return {**schema, "required": required} if required else schema

    def _named(self, kind: Any, build: abc.Callable[[], Schema]) -> Schema:
        """Inline the schema of ``kind``, unless it contains itself."""
        name = self._name(kind)
        if kind in self._open:
            self.defs.setdefault(name, {})
            return {"$ref": f"#/$defs/{name}"}
        self._open.append(kind)
        try:
            schema = build()
        finally:
            self._open.pop()
        if name not in self.defs:
            return schema
        self.defs[name] = schema
        return {"$ref": f"#/$defs/{name}"}

    def _name(self, kind: Any) -> str:
        """A name for ``kind`` among the definitions, numbered if another has it."""
        base = name = getattr(kind, "__name__", "Type")
        number = 1
        while self._names.setdefault(name, kind) is not kind:
            number += 1
            name = f"{base}_{number}"
        return name

    def _pydantic(self, kind: Any) -> Schema:
        schema = untitled(model_schema(kind))
        inner = schema.pop("$defs", {})
        renamed = {}
        for name, part in inner.items():
            other, number = name, 1
            while self.defs.get(other, part) != part:
                number += 1
                other = f"{name}_{number}"
            renamed[f"#/$defs/{name}"] = f"#/$defs/{other}"
            self.defs[other] = part
        for each in (schema, *(self.defs[ref[8:]] for ref in renamed.values())):
            _rename_refs(each, renamed)
        return dict(schema)


def _rename_refs(value: Any, renamed: dict[str, str]) -> None:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            value["$ref"] = renamed.get(value["$ref"], value["$ref"])
        for each in value.values():
            _rename_refs(each, renamed)
    elif isinstance(value, list):
        for each in value:
            _rename_refs(each, renamed)


def _without_none(hint: Any) -> Any:
    """``X`` of ``X | None``: the default already says what leaving it out means."""
    if typing.get_origin(hint) is typing.Annotated:
        base, *notes = typing.get_args(hint)
        bare = _without_none(base)
        return hint if bare is base else _annotated(bare, notes)
    if typing.get_origin(hint) in _UNIONS:
        rest = tuple(each for each in typing.get_args(hint) if each is not type(None))
        return typing.Union[rest] if rest else hint  # noqa: UP007 - built at run time
    return hint


def _annotated(bare: Any, notes: list[Any]) -> Any:
    whole: Any = typing.Annotated[bare, notes[0]]
    for note in notes[1:]:
        whole = typing.Annotated[whole, note]  # nested ones are flattened
    return whole


def _told_by(notes: abc.Iterable[Any], schema: Schema) -> Schema:
    """What the notes of ``Annotated`` say: a description in words, or bounds."""
    told: Schema = {}
    for note in notes:
        if isinstance(note, str):
            told["description"] = note
            continue
        for deeper in getattr(note, "metadata", None) or ():
            told.update(_told_by((deeper,), schema))
        words = getattr(note, "description", None) or getattr(
            note, "documentation", None
        )
        if isinstance(words, str):
            told["description"] = words
        for name, word in _BOUNDS.items():
            value = getattr(note, name, None)
            if isinstance(value, (int, float, str)) and not isinstance(value, bool):
                told[word] = value
        unit = {"string": "Length", "array": "Items", "object": "Properties"}.get(
            str(schema.get("type"))
        )
        for end in ("min", "max"):
            size = getattr(note, f"{end}_length", None)
            if isinstance(size, int) and unit:
                told[f"{end}{unit}"] = size
    return told


def _enum(values: tuple[Any, ...]) -> Schema:
    try:
        options = [plain(each) for each in values]
    except NotJson:
        return {}
    kinds = {
        next(k["type"] for t, k in _PLAIN.items() if t is type(each))
        for each in options
        if type(each) in _PLAIN
    }
    schema: Schema = {"enum": options}
    if len(kinds) == 1 and all(type(each) in _PLAIN for each in options):
        return {"type": kinds.pop(), **schema}
    return schema
