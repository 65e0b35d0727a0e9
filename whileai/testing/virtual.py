"""Time that passes at once, for tests of what waits."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


def virtual_time(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Give ``test``, an async function, as one that runs on a clock which jumps.

    Whenever everything waits, the clock goes on to what comes next: timeouts,
    ``time_budget`` and the waits of retries take no time. It runs on trio, so what the
    test awaits may be anything that is written to anyio or trio, ``simulate_async``
    for one; aiohttp and asyncio's own calls may not.

    Args:
        test: takes what pytest's fixtures give it, by keyword.

    Raises:
        ImportError: when it is called without trio, which comes with
            ``pip install 'whileai[testing]'``.
    """

    @functools.wraps(test)
    def run(**fixtures: Any) -> None:
        import trio  # noqa: PLC0415 - it is an extra
        from trio.testing import MockClock  # noqa: PLC0415 - likewise

        clock = MockClock(autojump_threshold=0)
        trio.run(functools.partial(test, **fixtures), clock=clock)

    return run
