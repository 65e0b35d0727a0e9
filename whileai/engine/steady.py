"""An event loop that a task of somebody else cannot end."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress

if sys.platform == "win32":
    _Usual = asyncio.ProactorEventLoop
else:
    _Usual = asyncio.SelectorEventLoop


class SteadyLoop(_Usual):
    """An event loop that goes on where a task raises ``SystemExit``.

    What is raised in a task that an agent began itself reaches whoever awaits it there;
    ``SystemExit`` and ``KeyboardInterrupt`` would break out of asyncio's loop besides,
    and end every run on it. No signal arrives here: those are the main thread's.
    """

    _stopped = False

    def run_forever(self) -> None:
        """Run until somebody stops the loop."""
        while self._breaks_out() and not self._stopped:
            pass
        self._stopped = False

    def stop(self) -> None:
        """Stop the loop; what breaks out of it has asyncio forget that it was to."""
        self._stopped = True
        super().stop()

    def _breaks_out(self) -> bool:
        try:
            super().run_forever()
        except (SystemExit, KeyboardInterrupt) as error:
            told = f"a task or callback raised {error!r}, which ends it alone"
            with suppress(SystemExit, KeyboardInterrupt):  # of a handler that exits
                self.call_exception_handler({"message": told})
            return True
        return False


def steady_loop() -> asyncio.AbstractEventLoop:
    """Give a steady loop; another kind, if the process was told to use one."""
    usual = asyncio.new_event_loop()
    if type(usual) is not _Usual:
        return usual
    usual.close()
    return SteadyLoop()
