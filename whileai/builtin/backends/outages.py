"""How the way to a host fails, in words: no connection, a broken one, a bad reply."""

from __future__ import annotations

import errno
import os
from ssl import SSLCertVerificationError, SSLError

from whileai.calls.failures import (
    REFUSED,
    TOO_LARGE,
    TRANSPORT,
    UNREACHABLE,
    UNREADABLE,
    CallFailed,
)

MOST_BYTES = 16 * 2**20
"""Bytes of a reply, unpacked, that are read at most."""


def unreachable(host: str, error: Exception) -> CallFailed:
    """Build the failure of a connection that could not be opened."""
    number = getattr(error, "errno", None)
    if number in (errno.EMFILE, errno.ENFILE):
        return CallFailed(
            REFUSED,
            host,
            f"no connection to {host} can be opened: the limit of open files is "
            "reached. Lower concurrency=, or raise the limit (`ulimit -n`)",
        )
    cause = error.__cause__ or error
    if isinstance(cause, SSLCertVerificationError):
        reason = "its certificate is not accepted"
    elif isinstance(cause, SSLError):
        reason = "the TLS handshake failed"
    elif isinstance(error, TimeoutError):
        reason = "it does not answer"
    else:
        said = getattr(error, "strerror", None)
        reason = said or (os.strerror(number) if number else type(error).__name__)
    return CallFailed(
        UNREACHABLE,
        host,
        f"{host} cannot be reached ({reason}): is it running, and is base_url= right?",
    )


def broken_off(host: str, why: str) -> CallFailed:
    """Build the failure of a connection that ended before the reply did."""
    return CallFailed(TRANSPORT, host, f"the connection to {host} broke off ({why})")


def unreadable(host: str, why: str) -> CallFailed:
    """Build the failure of a reply that is none; ``why`` says what of it is wrong."""
    return CallFailed(UNREADABLE, host, f"{host} sent a reply that {why}")


def too_large(host: str) -> CallFailed:
    """Build the failure of a reply that is larger than what is read of one."""
    return CallFailed(
        TOO_LARGE, host, f"{host} sent more than {MOST_BYTES >> 20} MB for one reply"
    )
