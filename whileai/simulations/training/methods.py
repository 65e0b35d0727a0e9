"""``environment_factory``: the tools of a world as methods, as TRL takes them."""

from __future__ import annotations

import inspect
import keyword
from types import GenericAlias
from typing import TYPE_CHECKING, Any

from whileai.base.lines import dumps
from whileai.options.tools import read_tools
from whileai.simulations.training.environment import Environment
from whileai.simulations.training.rehearsal import profiled

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from whileai.model import Tool

CALL = "environment_factory()"

RESERVED = ("reset", "get_reward")
"""Methods that mean something else to the trainer."""

_TYPES: Mapping[str, Any] = {
    "string": str,
    "integer": int,
    "number": float,
    "boolean": bool,
    "array": list,
    "object": dict,
}


def environment_factory(tasks: Any = None, **options: Any) -> type:
    """Make a class whose methods are the tools, as TRL's ``GRPOTrainer`` takes it.

    ``GRPOTrainer(environment_factory=wai.environment_factory(data), reward_funcs=[
    wai.reward_function(grader, data)], ...)``. The trainer makes an object for each
    completion, calls ``reset`` with the columns of its line, which find the task as
    those of a reward function do, and answers tool calls by the methods: the world and
    the faults are those of the task. The verdict is the reward function's, which reads
    the whole completion.

    A method has one parameter for each of the tool's; what they are is told as far as
    Python's types go, so that of a nested object the trainer tells the model only that
    it is one.

    Args:
        tasks: the run the lines are of; not needed where they have the column ``task``.
        **options: how tasks are played; see ``wai.Environment``.

    Raises:
        TypeError, ValueError: for an option that does not apply, or a tool or parameter
            whose name no method can have.
    """
    Environment(tasks, **options)  # what is wrong with the options is said here
    known = {**profiled(tasks), **options}
    tools = known.get("tools") or getattr(known.get("execute"), "tools", ())
    methods = {tool.wire_name or tool.name: _method(tool) for tool in read_tools(tools)}

    def start(self: Any) -> None:
        self._environment = Environment(tasks, **options)

    def reset(self: Any, **columns: Any) -> None:
        """Begin the task of a line; the prompt has the ask already."""
        self._environment.reset(columns)

    return type("WorldTools", (), {"__init__": start, "reset": reset, **methods})


def _method(tool: Tool) -> Callable[..., str]:
    name = tool.wire_name or tool.name
    if not _can_be(name) or name in RESERVED:
        raise ValueError(
            f"{CALL}: no method can be named {name!r}, as one of the tools is; rename "
            "the tool, or use wai.Environment"
        )

    def call(self: Any, **arguments: Any) -> str:
        step = self._environment.step({"name": name, "arguments": arguments})
        if step.done:
            raise ValueError("the conversation is over")
        answer: str = step.observation[0]["content"]
        return answer

    parameters = _parameters(tool)
    own = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    call.__name__ = call.__qualname__ = name
    call.__doc__ = _doc(tool)
    call.__annotations__ = {p.name: p.annotation for p in parameters} | {"return": str}
    call.__signature__ = inspect.Signature(  # type: ignore[attr-defined]  # PEP 362
        [own, *parameters], return_annotation=str
    )
    return call


def _parameters(tool: Tool) -> list[inspect.Parameter]:
    """Give the parameters of a tool, those that it needs first."""
    needed = tool.parameters.get("required") or ()
    found = []
    for name, schema in _properties(tool).items():
        if not _can_be(name) or name == "self":
            raise ValueError(
                f"{CALL}: no parameter of a method can be named {name!r}, as one of "
                f"the tool {tool.name!r} is; rename it, or use wai.Environment"
            )
        needs = name in needed
        found.append(
            inspect.Parameter(
                name,
                inspect.Parameter.KEYWORD_ONLY,
                default=inspect.Parameter.empty if needs else None,
                annotation=_type_of(
                    schema
                ),  # null is no value of it: to leave it out is
            )
        )
    return sorted(found, key=lambda each: each.default is None)


def _properties(tool: Tool) -> Mapping[str, Any]:
    properties: Mapping[str, Any] = tool.parameters.get("properties") or {}
    return properties


def _type_of(schema: Any) -> Any:
    """Give the Python type of a schema, as near as there is one."""
    told = schema.get("type") if isinstance(schema, dict) else None
    if isinstance(told, list):
        told = next((each for each in told if each != "null"), None)
    kind = _TYPES.get(told, Any) if isinstance(told, str) else Any
    if kind is list:
        inner = _type_of(schema.get("items"))
        return list if inner is Any else GenericAlias(list, (inner,))
    return kind


def _doc(tool: Tool) -> str:
    """Describe a tool in the form that trainers read schemas from."""
    lines = [" ".join(tool.description.split()) or tool.name.replace("_", " ")]
    told = [_told(name, schema) for name, schema in _properties(tool).items()]
    if told:
        lines += ["", "Args:", *(f"    {line}" for line in told)]
    return "\n".join([*lines, "", "Returns:", "    The answer, as JSON text."])


def _told(name: str, schema: Any) -> str:
    said = schema if isinstance(schema, dict) else {}
    words = " ".join(str(said.get("description") or name.replace("_", " ")).split())
    choices = said.get("enum")
    tail = f" (choices: {dumps(choices).decode()})" if choices else ""
    return f"{name}: {words}{tail}"


def _can_be(name: str) -> bool:
    return (
        name.isidentifier() and not keyword.iskeyword(name) and not name.startswith("_")
    )
