"""Which parameter a refusal is about."""

from __future__ import annotations

import pytest

from whileai.builtin.backends.refusals import refused_parameter

pytestmark = pytest.mark.contract("S54")

SENT = ("temperature", "seed", "n", "logprobs", "max_tokens")
WORDS: list[tuple[str, str | None]] = [
    ("'temperature' is not supported with this model", "temperature"),
    ("max_tokens is not supported, use max_completion_tokens", "max_tokens"),
    ("Extra inputs are not permitted: seed", "seed"),
    ("unknown field: top_k", None),
    ("the model does not exist", None),
    ("max_tokens is too large: 9000. This model supports at most 4096", None),
    ("messages must alternate", None),
]


@pytest.mark.parametrize(("body", "name"), WORDS)
def test_only_a_parameter_that_was_sent_and_refused_is_named(
    body: str, name: str | None
) -> None:
    """F126, F127, F128."""
    assert refused_parameter(body, SENT) == name
