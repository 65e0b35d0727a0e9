"""How one attempt at a model call fails, in the classes that decide what is done."""

from __future__ import annotations

from whileai.base.errors import CallTimeout, StageError, WhileAIError

TRANSPORT, UNREACHABLE, SERVER = "transport", "unreachable", "server"
OVERLOADED, RATE_LIMITED, UNREADABLE = "overloaded", "rate_limited", "unreadable"
REFUSED, TOO_LARGE = "refused", "too_large"
AUTH, QUOTA, GONE = "auth", "quota", "gone"

TRANSIENT = frozenset(
    (TRANSPORT, UNREACHABLE, SERVER, OVERLOADED, RATE_LIMITED, UNREADABLE)
)
"""Failures that another attempt may mend."""

CROWDED = frozenset((RATE_LIMITED, OVERLOADED))
"""Failures that say: fewer at once."""

STOPS = {AUTH: "auth_failed", QUOTA: "quota_exceeded", GONE: "host_dead"}
"""Failures that no later call can escape, and how ``stopped_because`` ends."""

_PERMANENT = (404, 405, 410, 501)
_OVERLOADED = (503, 529)
_OTHERS_TRANSIENT = (408, 409, 425)
_SPENT = (
    "insufficient_quota",
    "exceeded your current quota",
    "credit balance is too low",
    "billing_hard_limit",
    "billing hard limit",
    "out of credits",
    "insufficient credits",
)
SHOWN = 300
"""Characters of a server's own words that a message repeats."""


class CallFailed(WhileAIError):
    """A model call failed; the message names the host, and never a key.

    Args:
        kind: one of the classes of this module.
        host: which host was called.
        message: what went wrong and what to do.
        status: the HTTP status, if there was one.
        retry_after_s: seconds that the server asks to wait, if it does.
        body: the server's own words, in full, for whoever reads more out of them.
    """

    def __init__(
        self,
        kind: str,
        host: str,
        message: str,
        *,
        status: int | None = None,
        retry_after_s: float | None = None,
        body: str = "",
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.host = host
        self.status = status
        self.retry_after_s = retry_after_s
        self.body = body

    @property
    def transient(self) -> bool:
        """Whether another attempt may succeed."""
        return self.kind in TRANSIENT

    def again(self) -> CallFailed:
        """Give a fresh copy, for another call that cannot succeed either."""
        return CallFailed(self.kind, self.host, str(self), status=self.status)

    def stops(self, role: str) -> str | None:
        """Give the ``stopped_because`` of a run that this failure ends, if it does."""
        ending = STOPS.get(self.kind)
        return None if ending is None else f"{role}_{ending}"


class LateCall(CallTimeout):
    """A model call, its tries and its waits took longer than they may.

    Args:
        role: who asked.
        timeout_s: seconds the call was given.
        phase: what it was doing when the time was over.
    """

    def __init__(self, role: str, timeout_s: float, phase: str) -> None:
        late = WhileAIError(
            f"the call took longer than timeout={timeout_s:g} s ({phase} when the time "
            "was over); raise timeout= if the model may take that long"
        )
        StageError.__init__(self, role, "calling its model", late)
        self.timeout_s = timeout_s
        self.phase = phase


def kind_of(status: int, body: str) -> str:
    """Give the class of an HTTP answer that is no success.

    Args:
        status: 300 or more.
        body: what the server said; tells a spent quota from a rate limit.
    """
    low = body.lower()
    if status == 402 or (status in (400, 403, 429) and any(s in low for s in _SPENT)):
        return QUOTA
    if status == 429:
        return RATE_LIMITED
    if status in (401, 403):
        return AUTH
    if status in _PERMANENT:
        return GONE
    if status in _OVERLOADED or "overloaded_error" in low:
        return OVERLOADED
    if status >= 500 or status in _OTHERS_TRANSIENT:
        return SERVER
    return REFUSED


_SAYS = {
    AUTH: "refuses the key: check it, and that it may use this model",
    QUOTA: "says that the quota is spent: add credit, or pass another model",
    GONE: "does not serve this address: check base_url= and the model's name",
    RATE_LIMITED: "is rate-limited",
    OVERLOADED: "is overloaded",
    SERVER: "failed",
    REFUSED: "refused the request",
}


def answered(
    host: str, status: int, body: str, retry_after_s: float | None = None
) -> CallFailed:
    """Build the failure for an HTTP answer that is no success."""
    kind = kind_of(status, body)
    words = " ".join(body.split())
    quoted = f": {words[:SHOWN]}" if words else ""
    return CallFailed(
        kind,
        host,
        f"{host} {_SAYS[kind]} (HTTP {status}){quoted}",
        status=status,
        retry_after_s=retry_after_s,
        body=body,
    )
