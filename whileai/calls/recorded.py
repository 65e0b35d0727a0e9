"""How a call ended, as JSON and back: a completion, or a failure that was final."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai.calls.completion import Completion, TokenLogprob, WireCall
from whileai.calls.failures import STOPS, UNREACHABLE, CallFailed, LateCall
from whileai.calls.unmade import Unmade

if TYPE_CHECKING:
    from collections.abc import Mapping

_PLAIN = (
    *("text", "reasoning", "finish_reason", "input_tokens", "output_tokens"),
    *("temperature", "max_tokens"),
)


def keeps(failure: Exception) -> bool:
    """Whether a failure is how the call ended, and not that nobody could be asked."""
    if isinstance(failure, Unmade):
        return False
    if isinstance(failure, CallFailed):
        return failure.kind not in STOPS and failure.kind != UNREACHABLE
    return isinstance(failure, LateCall)


def ending_of(ended: Completion | Exception) -> dict[str, Any]:
    """Give the JSON of how a call ended; what is as by default is left out."""
    if isinstance(ended, LateCall):
        late = {"timeout_s": ended.timeout_s, "phase": ended.phase}
        return {"late": late}
    if isinstance(ended, CallFailed):
        failed = {
            "kind": ended.kind,
            "host": ended.host,
            "message": str(ended),
            "status": ended.status,
        }
        return {"failed": failed}
    assert isinstance(ended, Completion)
    usual = Completion()
    reply: dict[str, Any] = {
        name: value
        for name in _PLAIN
        if (value := getattr(ended, name)) != getattr(usual, name)
    }
    if ended.calls:
        reply["calls"] = [[each.id, each.name, each.arguments] for each in ended.calls]
    if ended.more:
        reply["more"] = list(ended.more)
    if ended.logprobs:
        reply["logprobs"] = [[e.token, e.logprob, e.id] for e in ended.logprobs]
    return {"reply": reply}


def read_ending(value: Mapping[str, Any], role: str) -> Completion | Exception:
    """Read how a call ended.

    Args:
        value: what ``ending_of`` gave, among other keys.
        role: who asks.

    Raises:
        ValueError: if it is nothing of the kind.
    """
    try:
        return _read(value, role)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"it holds no reply ({error!r})") from None


def _read(value: Mapping[str, Any], role: str) -> Completion | Exception:
    if "late" in value:
        late = value["late"]
        return LateCall(role, float(late["timeout_s"]), late["phase"])
    if "failed" in value:
        failed = value["failed"]
        return CallFailed(
            failed["kind"], failed["host"], failed["message"], status=failed["status"]
        )
    reply = dict(value["reply"])
    calls = [WireCall(id=i, name=n, arguments=a) for i, n, a in reply.pop("calls", ())]
    logprobs = [
        TokenLogprob(token=t, logprob=p, id=i) for t, p, i in reply.pop("logprobs", ())
    ]
    return Completion(
        calls=tuple(calls),
        more=tuple(reply.pop("more", ())),
        logprobs=tuple(logprobs),
        **reply,
    )
