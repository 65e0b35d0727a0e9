"""The arguments of one tool, each with the role it plays for the world."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from whileai.world.fields import LOCATORS, kind_among, kind_of
from whileai.world.parts import Argument
from whileai.world.schemas import base_schema, rooted, type_of
from whileai.world.words import listed, singular, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from whileai.model import Tool

_ID_ENDINGS = frozenset(listed("id ids uuid guid number no ref reference sku ticker"))
_NO_NUMBER = frozenset(
    listed(
        "phone mobile fax house street page line version port contact credit "
        "card account routing serial room seat order_line track zip postal "
        "social total"
    )
)
MODIFIERS = frozenset(
    listed(
        "new old from to source destination dest parent target other current "
        "original origin sender recipient related linked first second for by in"
    )
)
_PAGING = {
    "limit": "limit page_size per_page max_results top_k top_n first_n n count_limit "
    "results_limit max_count num_results maxresults pagesize perpage max",
    "page": "page page_number pagenumber page_index",
    "offset": "offset skip start_index",
    "cursor": "cursor start_cursor next_cursor page_token pagetoken after_cursor "
    "continuation_token next_token",
    "option": "sort sort_by order_by direction sort_order order format output_format "
    "fields include expand locale verbose raw timeout headers auth cookies proxies "
    "verify stream cert allow_redirects dry_run confirm force safe_search language "
    "filter_properties context_lines unit units",
}
_NO_IDS = ("bool", "object", "enum")
_PARTY = frozenset(
    listed("passenger guest ticket adult child people party person night")
)
_NEW = re.compile(r"(?:new|updated)(?:_([A-Za-z]\w*)|([A-Z]\w*))")
_ROLE_OF = {name: role for role, names in _PAGING.items() for name in names.split()}


@frozen(kw_only=True)
class Raw:
    """One argument before it is known which entities there are.

    Args:
        argument: with role ``id`` for ids and ``""`` for what is still open.
        stem: the words before ``id``, without modifiers; empty for a plain ``id``.
        modified: true when a modifier (``new_``, ``from_``) was dropped.
    """

    argument: Argument
    stem: tuple[str, ...] = ()
    modified: bool = False


def raw_arguments(tool: Tool) -> tuple[Raw, ...]:
    """Give the arguments of ``tool``, those inside an object ``body`` included."""
    found = [_raw(*each) for each in _properties(tool.parameters, tool.parameters)]
    named, kinds = words(tool.name), {each.argument.kind for each in found}
    return tuple(
        evolve(
            each,
            argument=evolve(
                each.argument,
                kind=kind_among(each.argument.kind, named, kinds, each.argument.name),
                seeks=each.argument.kind == "query",
            ),
        )
        for each in found
    )


def _properties(
    schema: Mapping[str, Any], root: Mapping[str, Any]
) -> Iterator[tuple[str, Mapping[str, Any], bool, str]]:
    required = schema.get("required")
    required = required if isinstance(required, list) else []
    for name, inner in _every(schema, root).items():
        inner = rooted(inner, root)
        if name in ("body", "payload", "data", "params") and "properties" in inner:
            for deep, part, needed, _ in _properties(inner, root):
                yield deep, part, needed and name in required, name
        else:
            yield name, inner, name in required, ""


def _every(schema: Mapping[str, Any], root: Mapping[str, Any]) -> dict[str, Any]:
    """The properties of a schema, and those of its branches."""
    found = dict(schema.get("properties") or {})
    for word in ("allOf", "anyOf", "oneOf"):
        branches = schema.get(word)
        for branch in branches if isinstance(branches, list) else ():
            inner = rooted(branch, root) if isinstance(branch, dict) else {}
            for name, each in (inner.get("properties") or {}).items():
                if isinstance(each, dict):
                    found.setdefault(name, each)
    return found


def _raw(name: str, schema: Mapping[str, Any], required: bool, within: str) -> Raw:
    many = type_of(base_schema(schema)) == "array"
    parts = words(name)
    argument = Argument(
        name=name,
        role="",
        kind=kind_of(name, schema),
        field=name,
        many=many,
        required=required,
        schema=schema,
        within=within,
    )
    stem = id_stem(name)
    listed_ids = argument.kind == "enum" and parts[-1] in ("id", "ids", "uuid", "guid")
    if stem is not None and (listed_ids or argument.kind not in _NO_IDS):
        kept = _unmodified(stem)
        return Raw(
            argument=evolve(argument, role="id", kind="ref"),
            stem=kept,
            modified=len(kept) < len(stem),
        )
    role = _ROLE_OF.get("_".join(parts), "")
    kept = _unmodified(tuple(map(singular, parts)))
    return Raw(
        argument=evolve(argument, role=role),
        stem=kept,
        modified=len(kept) < len(parts),
    )


def _unmodified(stem: tuple[str, ...]) -> tuple[str, ...]:
    """``stem`` without the modifiers it begins with; the last word always stays."""
    while len(stem) > 1 and stem[0] in MODIFIERS:
        stem = stem[1:]
    return stem


def id_stem(name: str) -> tuple[str, ...] | None:
    """Give the words that say whose id an argument takes; ``None`` if it takes none."""
    parts = words(name)
    if not parts or parts[-1] not in _ID_ENDINGS:
        return None
    stem = tuple(singular(part) for part in parts[:-1])
    last = parts[-1]
    if last in ("sku", "ticker"):
        return (*stem, last) if last == "sku" else None
    if last in ("number", "no", "ref", "reference") and (
        not stem or stem[-1] in _NO_NUMBER
    ):
        return None
    return stem


def _renewed(name: str) -> str:
    """The field that an argument gives a new value: ``title`` for ``new_title``."""
    found = _NEW.fullmatch(name)
    if found is None:
        return name
    return found[1] or f"{found[2][0].lower()}{found[2][1:]}"


def plain_role(argument: Argument, verb: str) -> Argument:
    """Give ``argument``, which takes no id, the role it plays under ``verb``."""
    if argument.role:
        return argument
    if verb in ("update", "transition"):
        return evolve(argument, role="field", field=_renewed(argument.name))
    if verb in ("create", "send", "transfer", "compute"):
        return evolve(argument, role="field")
    parts = words(argument.name)
    if any(singular(part) in _PARTY for part in parts):
        return evolve(argument, role="option")
    if argument.kind == "enum" and parts[-1] not in ("status", "state", "priority"):
        return evolve(argument, role="locator")
    if argument.kind in ("amount", "quantity", "rating", "percent", "age", "number"):
        for side, marks in (
            ("least", ("min", "minimum", "least", "above", "over", "from")),
            ("most", ("max", "maximum", "most", "below", "under", "to", "budget")),
        ):
            hit = next((part for part in parts if part in marks), "")
            if hit:
                name = "_".join(part for part in parts if part != hit) or argument.name
                return evolve(argument, role=side, field=name)
        return evolve(argument, role="filter")
    if argument.seeks or argument.kind in LOCATORS:
        return evolve(argument, role="locator")
    return evolve(argument, role="filter")
