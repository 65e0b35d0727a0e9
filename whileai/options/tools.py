"""The agent's tools, read from every form that people have them in."""

from __future__ import annotations

import inspect
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from functools import partial, update_wrapper
from typing import Any, Generic, ParamSpec, TypeVar, cast, overload

from attrs import evolve

from whileai.base.dialect import normalized, standard
from whileai.base.errors import given
from whileai.base.text import fingerprint
from whileai.model import Tool

P = ParamSpec("P")
R = TypeVar("R")

_LEGAL = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_ACCEPTED = (
    "typed functions, @wai.tool functions, OpenAI, Anthropic or MCP tool dicts, MCP"
    " tool objects, pydantic model classes"
)
_PARAMETERS = ("parameters", "input_schema", "inputSchema")
_OUTPUTS = ("output_schema", "outputSchema")


class ToolFunction(Generic[P, R]):
    """A function that is a tool: call it as before, or read ``schema`` and ``tool``.

    ``@wai.tool`` makes these.
    """

    __name__: str
    __qualname__: str
    __wrapped__: Callable[P, R]

    def __init__(
        self, function: Callable[P, R], name: str | None, description: str | None
    ) -> None:
        update_wrapper(self, function)
        self._tool = _of_function(function, name, description)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Call the function itself."""
        return self.__wrapped__(*args, **kwargs)

    def __get__(self, owner: object, kind: type | None = None) -> Any:
        """Bind to ``owner``, as a method does."""
        if owner is None:
            return self
        bound = self.__wrapped__.__get__(owner, kind)
        return ToolFunction(bound, self._tool.name, self._tool.description)

    def __reduce__(self) -> str:
        return self.__qualname__

    def __repr__(self) -> str:
        return f"<wai.tool {self._tool.name}>"

    @property
    def tool(self) -> Tool:
        """The tool, with its own copy of the schema."""
        return evolve(
            self._tool,
            parameters=deepcopy(self._tool.parameters),
            output=deepcopy(self._tool.output),
        )

    @property
    def schema(self) -> dict[str, Any]:
        """The tool as OpenAI chat completions take it, a fresh dictionary."""
        return self.tool.as_openai()


@overload
def tool(function: Callable[P, R], /) -> ToolFunction[P, R]: ...


@overload
def tool(
    *, name: str | None = None, description: str | None = None
) -> Callable[[Callable[P, R]], ToolFunction[P, R]]: ...


def tool(
    function: Callable[..., Any] | None = None,
    /,
    *,
    name: str | None = None,
    description: str | None = None,
) -> Any:
    """Make a typed function a tool: ``@wai.tool`` or ``@wai.tool(name=...)``.

    The type hints become the schema of the arguments, the docstring the description,
    and its ``Args:`` lines the descriptions of the parameters. ``*args`` and
    ``**kwargs`` are left out.

    Args:
        function: sync or async; it stays as it is.
        name: the tool's name, unless it is the function's.
        description: what the model is told, unless it is the docstring.

    Returns:
        The function as an object with ``schema`` and ``tool``, called as before.

    Raises:
        TypeError: if it is no function.
        ValueError: if the name is empty.
    """
    if function is None:
        return partial(_decorated, name=name, description=description)
    return _decorated(function, name=name, description=description)


def _decorated(
    function: Callable[..., Any], *, name: str | None, description: str | None
) -> ToolFunction[..., Any]:
    if not callable(function) or isinstance(function, type):
        raise TypeError(f"@wai.tool goes on a typed function, got {given(function)}")
    return ToolFunction(function, name, description)


def read_tools(value: object) -> tuple[Tool, ...]:
    """Read ``tools=``: any iterable of tools, in whatever form each has.

    Args:
        value: typed functions, ``@wai.tool`` functions, OpenAI (wrapped or bare),
            Anthropic or MCP tool dicts, MCP tool objects, pydantic model classes, or
            ``Tool`` records; ``None`` is no tools.

    Returns:
        The tools in the order given; nothing is shared with ``value``. Names that a
        provider refuses have another ``wire_name``, unique among the tools.

    Raises:
        TypeError: if it is no iterable of tools, naming the position of what is none.
        ValueError: if a tool has no name, two have the same, or a schema is invalid.
    """
    if value is None:
        return ()
    tools = [_read(each, place) for place, each in enumerate(_items(value))]
    repeated = [
        name for name, n in Counter(each.name for each in tools).items() if n > 1
    ]
    if repeated:
        raise ValueError(
            f"tools= has more than one tool named {repeated[0]!r}; a name must be"
            " unique: rename all but one"
        )
    wire = wire_names([each.name for each in tools])
    return tuple(evolve(each, wire_name=wire[each.name]) for each in tools)


def wire_names(names: Iterable[str]) -> dict[str, str]:
    """Give each of the unique ``names`` one that every provider takes.

    A legal name (letters, digits, ``_`` and ``-``, at most 64) stays as it is. The
    result does not depend on the order of ``names``.
    """
    near = {name: re.sub(r"[^a-zA-Z0-9_-]", "_", name)[:64] for name in names}
    wanted = Counter(near.values())
    taken = {name for name in near if _LEGAL.fullmatch(name)}
    wire = {name: name for name in taken}
    for name in sorted(near.keys() - taken):
        candidate = near[name]
        if wanted[candidate] > 1 or len(name) > 64:
            candidate = f"{candidate[:55]}_{fingerprint(name, 8)}"
        again = 0
        while candidate in taken:
            again += 1
            candidate = f"{near[name][:55]}_{fingerprint(f'{name} {again}', 8)}"
        taken.add(candidate)
        wire[name] = candidate
    return wire


def _items(value: object) -> list[Any]:
    advice = f"pass a list of {_ACCEPTED}"
    single = isinstance(value, (Mapping, Tool, type)) or (
        callable(value) and not hasattr(value, "__iter__")
    )
    if single:
        raise TypeError(
            f"tools= got one tool, {given(value)}, where a list is expected;"
            " wrap it in a list: tools=[...]"
        )
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        raise TypeError(f"tools= got {given(value)}; {advice}")
    return list(value)


def _read(value: object, place: int) -> Tool:
    at = f"tools[{place}]"
    if isinstance(value, Tool):
        return _of_record(value, at)
    if isinstance(value, ToolFunction):
        return value.tool
    if isinstance(value, Mapping):
        return _of_mapping(value, at)
    if isinstance(value, type):
        if callable(getattr(value, "model_json_schema", None)):
            return _of_model(value)
    elif _is_mcp(value):
        return _of_fields(_attributes(value), at)
    elif callable(value):
        return _of_function(value, None, None, at)
    raise TypeError(f"{at} is {given(value)}, which is no tool; it takes {_ACCEPTED}")


def _attributes(value: object) -> dict[str, Any]:
    """Read the attributes of an MCP tool object."""
    names = ("name", "description", *_PARAMETERS[1:], *_OUTPUTS)
    return {name: getattr(value, name, None) for name in names}


def _is_mcp(value: object) -> bool:
    schema = _first(_attributes(value), _PARAMETERS[1:])
    return hasattr(value, "name") and isinstance(schema, Mapping)


def _first(fields: Mapping[str, Any], names: Iterable[str]) -> Any:
    return next((fields[name] for name in names if fields.get(name) is not None), None)


def _of_record(value: Tool, at: str) -> Tool:
    name = _named(value.name, at)
    output = None if value.output is None else standard(value.output, tool=name)
    parameters = normalized(value.parameters, tool=name)
    return evolve(value, parameters=parameters, output=output)


def _of_mapping(value: Mapping[Any, Any], at: str) -> Tool:
    kind = value.get("type", "function")
    if "function" in value and not any(name in value for name in _PARAMETERS):
        fields = value["function"]
        if not isinstance(fields, Mapping):
            raise TypeError(
                f"{at} has function={given(fields)}; expected a dict with a name,"
                " a description and parameters"
            )
        return _of_fields(fields, at)
    if kind not in ("function", "custom") and _first(value, _PARAMETERS) is None:
        raise ValueError(
            f"{at} has type {given(kind)}, a tool that its provider runs itself; give"
            " the tools that the simulated world answers"
        )
    return _of_fields(value, at)


def _of_fields(fields: Mapping[str, Any], at: str) -> Tool:
    name = _named(fields.get("name"), at)
    description = fields.get("description")
    if description is not None and not isinstance(description, str):
        raise TypeError(
            f"{at} ({name!r}) has description={given(description)}; expected text"
        )
    parameters = _first(fields, _PARAMETERS)
    output = _first(fields, _OUTPUTS)
    return Tool(
        name=name,
        description=description or "",
        parameters=normalized({} if parameters is None else parameters, tool=name),
        output=None if output is None else standard(output, tool=name),
    )


def _of_model(model: type) -> Tool:
    from whileai.base.schema import model_schema, untitled  # noqa: PLC0415 - for types

    parameters = untitled(model_schema(model))
    parameters.pop("description", None)
    name = model.__name__
    return Tool(
        name=name,
        description=inspect.cleandoc(model.__doc__ or ""),
        parameters=normalized(parameters, tool=name),
    )


def _of_function(
    function: Callable[..., Any],
    name: str | None,
    description: str | None,
    at: str = "@wai.tool",
) -> Tool:
    name = _named(_function_name(function) if name is None else name, at)
    if name == "<lambda>":
        raise ValueError(f"{at} is a lambda, which has no name; use wai.tool(name=...)")
    if description is not None and not isinstance(description, str):
        raise TypeError(f"{at} has description={given(description)}; expected text")
    from whileai.base.schema import signature_schema  # noqa: PLC0415 - for types

    said, parameters, output = signature_schema(function)
    return Tool(
        name=name,
        description=said if description is None else description,
        parameters=normalized(parameters, tool=name),
        output=None if output is None else standard(output, tool=name),
        call=function,
    )


def _function_name(function: Any) -> str:
    while isinstance(function, partial):
        function = function.func
    return cast("str", getattr(function, "__name__", None) or type(function).__name__)


def _named(name: object, at: str) -> str:
    if name is None:
        raise ValueError(f'{at} has no name; give it "name": "..."')
    if not isinstance(name, str):
        raise TypeError(f"{at} has name={given(name)}; expected text")
    if not name.strip():
        raise ValueError(f"{at} has an empty name; give it one of 1 or more characters")
    return name
