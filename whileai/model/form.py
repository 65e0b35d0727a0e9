"""What fields are where they are JSON, said once beside the fields themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import NOTHING, field, fields, frozen

from whileai.base.errors import given


@frozen(kw_only=True)
class Form:
    """What a field is where it is JSON; it stands beside the field, as its ``form``.

    Args:
        said: in words.
        types: what orjson reads it as, and what a row in Python may have.
        parts: the form of the items of a list, if they have one.
    """

    said: str
    types: tuple[type, ...]
    parts: Form | None = None

    @property
    def plain(self) -> type | None:
        """The type of which every value is of this form, if there is one."""
        return self.types[0] if type(self) is Form and self.parts is None else None

    def misfits(self, value: Any, where: str) -> Iterator[str]:
        """Say what in ``value``, which stands at ``where``, is not of this form."""
        right = isinstance(value, self.types)
        if not right or (isinstance(value, bool) and bool not in self.types):
            yield f"{where} is {given(value, 60)}; expected {self.said}"
        elif self.parts is not None:
            for number, part in enumerate(value):
                yield from self.parts.misfits(part, f"{where}[{number}]")

    def fits(self, value: Any) -> bool:
        """Tell the same sooner, of what is of the form as orjson reads it."""
        kind: type = type(value)
        if kind is not self.types[0]:
            return next(self.misfits(value, ""), None) is None
        return self.parts is None or all(map(self.parts.fits, value))


@frozen(kw_only=True)
class Fields(Form):
    """The form of an object whose fields have forms of their own.

    Args:
        owner: the class with these fields.
        closed: whether no field may be beside them.
    """

    owner: type
    closed: bool = False
    _forms: tuple[tuple[str, Form, bool, type | None], ...] = field(
        init=False, repr=False
    )

    @_forms.default
    def _of_owner(self) -> tuple[tuple[str, Form, bool, type | None], ...]:
        """Give name and form of each field, if it is needed, and what ends the look."""
        return tuple(
            (each.name, form, each.default is NOTHING, form.plain)
            for each in fields(self.owner)
            if (form := each.metadata.get("form"))
        )

    def misfits(self, value: Any, where: str) -> Iterator[str]:
        """Say what in ``value``, which stands at ``where``, is not of this form."""
        yield from Form.misfits(self, value, where)
        if not isinstance(value, Mapping):
            return
        for name, form, needed, _ in self._forms:
            if name in value:
                yield from form.misfits(value[name], f"{where}.{name}")
            elif needed:
                yield f"{where} has no {name!r}; expected {form.said}"
        known = [name for name, *_ in self._forms]
        for name in value if self.closed else ():
            if name not in known:
                yield f"{where} has {name!r}; expected {', '.join(known)} alone"

    def fits(self, value: Any) -> bool:
        """Tell the same sooner, of what is of the form as orjson reads it."""
        if type(value) is not dict:
            return next(self.misfits(value, ""), None) is None
        known = 0
        for name, form, needed, plain in self._forms:
            if name in value:
                part = value[name]
                known += 1
                if type(part) is not plain and not form.fits(part):
                    return False
            elif needed:
                return False
        return not self.closed or known == len(value)


@frozen(kw_only=True)
class Values(Form):
    """The form of an object of any names, whose values have a form of their own."""

    said: str = "an object"
    types: tuple[type, ...] = (dict, Mapping)
    parts: Form

    def misfits(self, value: Any, where: str) -> Iterator[str]:
        """Say what in ``value``, which stands at ``where``, is not of this form."""
        if not isinstance(value, self.types):
            yield f"{where} is {given(value, 60)}; expected {self.said}"
            return
        for name, part in value.items() if isinstance(value, Mapping) else ():
            yield from self.parts.misfits(part, f"{where}.{name}")

    def fits(self, value: Any) -> bool:
        """Tell the same."""
        return next(self.misfits(value, ""), None) is None


TEXT = Form(said="text", types=(str,))
NUMBER = Form(said="a whole number", types=(int,))
OBJECT = Form(said="an object", types=(dict, Mapping))
ID = Form(said="text or a number", types=(str, int, float))
OWN_ID = Form(said="text, a number or null", types=(str, int, float, type(None)))
TEXT_OR_NONE = Form(said="text or null", types=(str, type(None)))
TEXTS = Form(said="a list of texts", types=(list, tuple), parts=TEXT)
IDS = Form(said="a list of ids", types=(list, tuple), parts=ID)
OBJECTS = Form(said="a list of objects", types=(list, tuple), parts=OBJECT)
REWARD = Form(said="a number", types=(float, int, bool))
