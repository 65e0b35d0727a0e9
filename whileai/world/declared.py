"""Answers in the form that a tool declares: true parts kept, what is missing drawn."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from attrs import frozen

from whileai.base.examples import NoExample
from whileai.base.lines import fresh
from whileai.base.seeds import Dice, derive
from whileai.world.branches import branches, met, tags_of, wrapper
from whileai.world.schemas import base_schema, nullable, rooted, type_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from whileai.base.examples import Examples
    from whileai.world.arguments import Checked, Results

    Answer = dict[str, Any]
    Schema = Mapping[str, Any]


def declared(
    answer: Any,
    schema: Schema,
    results: Results,
    examples: Examples,
    seed: int,
    key: str,
    own: str = "",
) -> Any:
    """Give ``answer`` in the form of a declared output schema.

    What the schema asks for and the answer lacks is drawn from ``seed`` and ``key``,
    so that the same call has the same answer; of a record, from its id, so that every
    call tells the same of it. Of branches it is the one that says what the answer does.

    Args:
        answer: what is true.
        schema: of the tool's results.
        results: checks them.
        examples: draws them.
        seed: of the world.
        key: names the call.
        own: the field that holds the id of a record.
    """
    if not results.problems(answer):
        return answer
    shaper = _Shaper(root=schema, results=results, seed=seed, key=key, own=own)
    dice = shaper.dice(answer)
    forms = branches(schema, schema)
    if len(forms) > 1:
        found = shaper.of_one(answer, forms)
        if not results.problems(found):
            return found
    try:
        drawn = examples.draw(dice)
    except NoExample:
        return answer
    shaped = shaper.shaped(answer, fresh(drawn), schema)
    return _mended(shaped, drawn, results)


def _mended(shaped: Any, drawn: Any, checks: Checked) -> Any:
    """``shaped``, with drawn parts where it does not fit; drawn, if it never does."""
    for _ in range(20):
        problems = checks.problems(shaped)
        if not problems:
            return shaped
        if not any(_mend(shaped, drawn, each.field) for each in problems):
            break
    return drawn


@frozen(kw_only=True)
class _Shaper:
    """Puts answers into the form of one schema.

    Args:
        root: what the schema's references point into.
        results: has what its branches compile to.
        seed: what is drawn from, as of ``declared``.
        key: as of ``declared``.
        own: as of ``declared``.
    """

    root: Schema
    results: Results
    seed: int
    key: str
    own: str

    def dice(self, answer: Any) -> Dice:
        """Give what draws what an answer lacks: for one record always the same."""
        known = answer.get(self.own) if isinstance(answer, dict) else None
        if isinstance(known, (str, int)):
            return Dice(derive(self.seed, "record", self.own, str(known)))
        return Dice(derive(self.seed, "result", self.key))

    def of_one(self, answer: Any, forms: Sequence[Schema]) -> Any:
        """Give the answer as the branch that it is of has it."""
        form = met(answer, forms, _part)
        examples, checks = self._branch(form)
        try:
            drawn = examples.draw(self.dice(answer))
        except NoExample:
            return answer
        return _mended(self.shaped(answer, fresh(drawn), form), drawn, checks)

    def _branch(self, form: Any) -> tuple[Examples, Checked]:
        return self.results.branch(rooted(form, self.root))

    def shaped(self, answer: Any, drawn: Any, schema: Schema) -> Any:
        """Give ``drawn`` with all parts that the answer has too replaced by its own."""
        forms = branches(schema, self.root)
        if len(forms) > 1 and isinstance(answer, (dict, list)):
            return self.of_one(answer, forms)
        schema = met(answer, forms, _part) if len(forms) > 1 else forms[0]
        if _says_nothing(answer, schema):
            return fresh(answer)
        if type_of(schema) == "array" or isinstance(drawn, list):
            return self._rows(answer, drawn, schema)
        if not isinstance(drawn, dict) or not isinstance(answer, dict):
            return self._scalar(answer, drawn, schema)
        properties = schema.get("properties") or {}
        needed = schema.get("required") or ()
        told = any(_part(name, answer) is not None for name in properties)
        shaped = {
            name: _unsaid(each, properties.get(name)) if told else each
            for name, each in drawn.items()
            if name in needed or (not told and name != "error")
        }
        lacks = not properties.keys() <= answer.keys()
        whole = wrapper(schema, self.root) if lacks else ""
        for name in {**drawn, **properties}:
            inner = properties.get(name)
            part = _part(name, answer)
            model = drawn.get(name, part)
            if name == whole and not isinstance(answer.get(name), dict):
                part, model = answer, drawn.get(name, {})
            tags = tags_of(inner)
            if part is None or (len(tags) == 1 and part not in tags):
                continue
            inner = inner if isinstance(inner, dict) else {}
            shaped[name] = self.shaped(part, model, inner)
        return shaped

    def _scalar(self, answer: Any, drawn: Any, schema: Schema) -> Any:
        if isinstance(drawn, dict) and not isinstance(answer, (dict, list)):
            return self._within(answer, drawn, schema)
        if isinstance(answer, dict) and not isinstance(drawn, dict):
            return _alike(answer, drawn, schema)
        return answer

    def _within(self, answer: Any, drawn: Answer, schema: Schema) -> Any:
        """The object that says of a thing what the plain ``answer`` does."""
        properties = schema.get("properties") or {}
        needed = schema.get("required", ())
        whole = {
            name: next(
                iter(tags_of(properties.get(name))), _unsaid(each, properties.get(name))
            )
            for name, each in drawn.items()
            if name in needed
        }
        for name in sorted(properties, key=lambda each: each not in needed):
            if type(drawn.get(name, answer)) is not type(answer):
                continue
            _, checks = self._branch(properties[name])
            if not checks.problems(answer):
                return {**whole, name: answer}
        return answer

    def _rows(self, answer: Any, drawn: Any, schema: Schema) -> Any:
        rows = answer if isinstance(answer, list) else _rows(answer)
        if rows is None:
            return drawn
        inner = schema.get("items")
        inner = inner if isinstance(inner, dict) else {}
        model = drawn[0] if isinstance(drawn, list) and drawn else {}
        plain = rows and not isinstance(rows[0], dict)
        if inner and rows and (not model or (plain and not isinstance(model, dict))):
            with suppress(NoExample):
                model = self._branch(inner)[0].draw(self.dice(rows[0]))
        return [self.shaped(row, self._model(row, inner, model), inner) for row in rows]

    def _model(self, row: Any, inner: Schema, usual: Any) -> Any:
        """What stands for all that a row may lack: drawn for it, where it does."""
        needed = rooted(inner, self.root).get("required") or ()
        lacks = isinstance(row, dict) and not row.keys() >= set(needed)
        if not lacks or row.get(self.own) is None:
            return fresh(usual)
        try:
            return fresh(self._branch(inner)[0].draw(self.dice(row)))
        except NoExample:
            return fresh(usual)


_OPEN = frozenset({"type", "title", "description", "additionalProperties"})


def _says_nothing(answer: Any, schema: Mapping[str, Any]) -> bool:
    """Whether a schema names no field and no type but object, as ``dict`` does."""
    if not schema.keys() <= _OPEN or schema.get("additionalProperties") is False:
        return False
    return type_of(schema) in ("", "object") and isinstance(answer, dict)


def _unsaid(drawn: Any, schema: Any) -> Any:
    """What stands for a part of which an answer says nothing: nothing, if it can."""
    if not isinstance(schema, dict):
        return drawn
    if nullable(schema):
        return None
    inner = base_schema(schema)
    return [] if isinstance(drawn, list) and not inner.get("minItems") else drawn


def _alike(answer: Answer, drawn: Any, schema: Schema) -> Any:
    """What stands in an object that is of the kind of the plain ``drawn``."""
    alike = [each for each in answer.values() if type(each) is type(drawn)]
    return alike[0] if alike and type_of(schema) not in ("object", "") else drawn


def _rows(answer: Any) -> list[Any] | None:
    """The list of records in an answer about many."""
    if isinstance(answer, dict):
        return next((each for each in answer.values() if isinstance(each, list)), None)
    return None


_GONE = ("removed", "destroyed", "erased", "dropped", "cleared")
"""Fields that say what ``deleted`` does."""


def _part(name: str, answer: Mapping[str, Any]) -> Any:
    """What the answer has for the field ``name``, by its name or its meaning."""
    if name in answer:
        return answer[name]
    if name == "id":
        return next(
            (v for k, v in answer.items() if k.endswith(("_id", "Id", "id"))), None
        )
    if name.endswith("_id") and "id" in answer:
        return answer["id"]
    if name in ("items", "result", "results", "data", "records", "entries"):
        return _rows(answer)
    if name in ("count", "total", "total_count"):
        return answer.get("total")
    if name in ("success", "ok") or (name in _GONE and answer.get("deleted") is True):
        return True
    return None


def _mend(shaped: Any, drawn: Any, field: str) -> bool:
    """Put the drawn part in the place of one that the schema does not take."""
    path = field.split(".") if field else []
    inside, model = shaped, drawn
    for place, step in enumerate(path):
        last = place == len(path) - 1
        if isinstance(inside, list) and step.isdigit() and int(step) < len(inside):
            model = model[0] if isinstance(model, list) and model else None
            if last:
                if model is None:
                    del inside[int(step)]
                else:
                    inside[int(step)] = fresh(model)
                return True
            inside = inside[int(step)]
        elif isinstance(inside, dict):
            model = model.get(step) if isinstance(model, dict) else None
            if last:
                return _replace(inside, step, model)
            inside = inside.get(step)
        else:
            return False
    return False


def _replace(inside: Answer, step: str, model: Any) -> bool:
    if model is None and step not in inside:
        return False
    if model is None:
        inside.pop(step)
    elif inside.get(step) == model:
        return False
    else:
        inside[step] = fresh(model)
    return True
