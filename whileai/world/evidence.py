"""What a row shows of a rollout: calls, writes, refusals, faults, what was said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from whileai.base.lines import dumps
from whileai.world.claims import GENERIC, family_of
from whileai.world.faults import MODES
from whileai.world.parts import WRITES
from whileai.world.words import ALL_VERBS, ENGLISH, PLAIN_VERBS, STRONG, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Effect = Mapping[str, Any]

_FAULTS = frozenset(MODES) - {"slow"}
_FAILING = frozenset(
    {"error", "failed", "failure", "not_found", "denied", "rejected", "already_done"}
)
"""What agents' own tools say of a call that did not work, besides the modes."""
_HANDING = frozenset({"escalate", "handoff", "human", "think", "supervisor"})
"""Words of tools that hand a matter on or note it down: they change no record."""


@frozen(kw_only=True)
class Call:
    """One call of a tool, with its answer.

    Args:
        tool: its name.
        arguments: as given.
        result: the answer, a JSON value; ``None`` where the row has none.
        status: ``success``, ``error``, or the mode of the fault that fired.
        code: the code of a refusal; empty if it was none.
        heard: what the person said and tools answered before this call.
    """

    tool: str
    arguments: Any
    result: Any
    status: str
    code: str
    heard: tuple[str, ...] = ()

    @property
    def worked(self) -> bool:
        """True when the answer says that the call worked."""
        return self.status in ("success", "slow")

    @property
    def faulty(self) -> bool:
        """True when a fault shaped the answer."""
        return self.status in _FAULTS

    @property
    def writes(self) -> bool:
        """True when a tool of that name changes something."""
        return verb_of(self.tool) in WRITES and not hands_on(self.tool)


@frozen(kw_only=True)
class Evidence:
    """Everything that is read off one row.

    Args:
        calls: of tools, in order.
        effects: what was changed: the world's account; else what the answers of
            writing calls say.
        exact: true when ``effects`` are the world's own account.
        reply: the last reply.
        asked: the opening ask and what the person said later.
        spoken: what the agent said before its last reply.
        row: the row itself.
    """

    calls: tuple[Call, ...]
    effects: tuple[Effect, ...]
    exact: bool
    reply: str
    asked: tuple[str, ...]
    spoken: tuple[str, ...]
    row: Mapping[str, Any] = field(repr=False)

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Evidence:
        """Read a row; keys that it lacks count as empty."""
        steps = row.get("steps") or ()
        account = row.get("effects")
        exact = isinstance(account, list)
        calls = tuple(_calls(steps, str(row.get("prompt") or ""), exact=exact))
        effects = account if isinstance(account, list) else _deduced(calls)
        texts = [each for each in steps if isinstance(each, Mapping)]
        return cls(
            calls=calls,
            effects=tuple(effects),
            exact=exact,
            reply=str(row.get("final_text") or ""),
            asked=(
                str(row.get("prompt") or ""),
                *(str(each["user"]) for each in texts if "user" in each),
            ),
            spoken=tuple(str(each["text"]) for each in texts if "text" in each),
            row=row,
        )

    @property
    def cell(self) -> Mapping[str, Any]:
        """The axes of the row's situation."""
        return self.row.get("scenario_dimensions") or {}

    @property
    def scene(self) -> Mapping[str, Any]:
        """What is true in the row's situation."""
        return self.row.get("scene") or {}

    @property
    def changes(self) -> tuple[Effect, ...]:
        """The effects on records, without what only hands the matter on."""
        return tuple(e for e in self.effects if not hands_on(str(e.get("tool"))))

    @property
    def families(self) -> frozenset[str]:
        """The kinds of doing that the effects are, as claims have them."""
        return frozenset(
            family for effect in self.effects for family in _families(effect)
        )

    @property
    def unmended(self) -> tuple[Call, ...]:
        """Faulty calls of tools that gave no good answer afterwards."""
        return tuple(
            call
            for place, call in enumerate(self.calls)
            if call.faulty
            and not any(c.worked and c.tool == call.tool for c in self.calls[place:])
        )

    @property
    def answers(self) -> str:
        """All that the tools answered where they worked, as text."""
        return " ".join(text_of(call.result) for call in self.calls if call.worked)


def text_of(value: Any) -> str:
    """Give a JSON value as lower-case text."""
    text = value if isinstance(value, str) else dumps(value).decode("utf-8", "replace")
    return text.lower()


def verb_of(tool: str) -> str:
    """Give what a tool of that name does, one of ``parts.VERBS``."""
    return ALL_VERBS.get(word_of(tool), "unknown")


@lru_cache(maxsize=4096)
def word_of(tool: str) -> str:
    """Give the verb in the name of a tool; empty if it has none."""
    parts = tuple(ENGLISH.get(part, part) for part in words(tool.rpartition(".")[2]))
    strong = [part for part in parts if part in STRONG and part in PLAIN_VERBS]
    found = next((part for part in parts if part in PLAIN_VERBS), "")
    if parts and parts[0] in ALL_VERBS:
        found = parts[0]
    elif strong:
        found = strong[0]
    return found


@lru_cache(maxsize=4096)
def hands_on(tool: str) -> bool:
    """Tell whether a tool of that name hands the matter on or notes it down."""
    return not _HANDING.isdisjoint(words(tool))


def _families(effect: Effect) -> Iterator[str]:
    yield family_of(word_of(str(effect.get("tool") or ""))) or GENERIC


def _calls(steps: Iterable[Any], prompt: str, *, exact: bool) -> Iterator[Call]:
    heard = [prompt]
    for step in steps:
        if not isinstance(step, Mapping):
            continue
        if isinstance(step.get("tool"), str):
            result = step.get("result")
            yield Call(
                tool=step["tool"],
                arguments=step.get("arguments"),
                result=result,
                status=_status(step.get("status"), result, exact=exact),
                code=_code(result),
                heard=tuple(heard),
            )
            heard.append(text_of(result))
        elif isinstance(step.get("user"), str):
            heard.append(step["user"])


def _status(told: Any, result: Any, *, exact: bool) -> str:
    """The status of a call: as the world has it, else as its answer reads."""
    if told in MODES or told == "error" or (exact and told):
        return str(told)
    if not isinstance(result, Mapping):
        return "success"
    if result.get("error"):
        return _mode_of(str(result.get("code") or result["error"])) or "error"
    status = str(result.get("status") or "").lower().replace(" ", "_")
    return _mode_of(status) or ("error" if status in _FAILING else "success")


def _mode_of(text: str) -> str:
    text = text.lower()
    if text in MODES:
        return text
    for sign, mode in (
        ("timeout", "timeout"),
        ("timed out", "timeout"),
        ("permission", "permission_denied"),
        ("rate limit", "rate_limited"),
        ("internal server", "server_error"),
    ):
        if sign in text:
            return mode
    return ""


def _code(result: Any) -> str:
    if not isinstance(result, Mapping):
        return ""
    if result.get("error"):
        return str(result.get("code") or "")
    status = str(result.get("status") or "").lower().replace(" ", "_")
    return status if status in _FAILING else ""


def _deduced(calls: Sequence[Call]) -> list[Effect]:
    """What the answers of writing calls say was changed."""
    return [
        {
            "tool": call.tool,
            "action": verb_of(call.tool),
            "entity": "",
            "id": None,
            "fields": call.arguments if isinstance(call.arguments, Mapping) else {},
            "before": {},
        }
        for call in calls
        if call.worked and verb_of(call.tool) in WRITES
    ]
