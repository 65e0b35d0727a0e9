"""Production traces: what happened elsewhere, read into one record each."""

from whileai.traces.reading import Trace, read_traces

__all__ = ["Trace", "read_traces"]
