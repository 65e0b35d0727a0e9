"""Dead hosts, read off the errors of agents that call models themselves."""

from __future__ import annotations

import pytest

from whileai.calls.hosts import dead_host_in

pytestmark = pytest.mark.contract("S52")

TEXTS: list[tuple[str, str | None]] = [
    ("api.shop.example returned 404", "api.shop.example"),
    ("https://api.shop.example/v1/chat returned HTTP 410 Gone", "api.shop.example"),
    ("Client error '404 Not Found' for url 'https://a.example/v1'", "a.example"),
    ("HTTP 410 from b.example", "b.example"),
    ("a.example returned 503", None),
    ("a.example returned 500", None),
    ("429 Too Many Requests for https://a.example/v1", None),
    ("a.example timed out", None),
    ("", None),
]


@pytest.mark.parametrize(("text", "host"), TEXTS)
def test_only_answers_that_say_not_here_name_a_dead_host(
    text: str, host: str | None
) -> None:
    """F222."""
    assert dead_host_in(text) == host
