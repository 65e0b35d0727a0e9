"""Production traces: what happened elsewhere, read into one record each."""

from whileai.traces.reading import Trace, read_traces
from whileai.traces.threads import Thread, read_threads

__all__ = ["Thread", "Trace", "read_threads", "read_traces"]
