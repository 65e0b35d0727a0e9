"""Every attempt of a call goes through its line: retried, waited for, or given up."""

from __future__ import annotations

from contextlib import suppress

import anyio
import pytest

from tests.calls.virtual import Script, ask, failure, gibberish, line
from whileai.base.errors import CallTimeout
from whileai.calls import CallFailed, LateCall
from whileai.testing import virtual_time

pytestmark = pytest.mark.contract("S14", "S54")

AGAIN = [408, 500, 502, 503, 529]
NEVER = [400, 413, 422]


@pytest.mark.parametrize("status", AGAIN)
@virtual_time
async def test_what_may_pass_is_tried_again(status: int) -> None:
    script = Script([failure(status), 0.0])
    done = await line().call(ask(), script)
    assert done.text == "ok"
    assert len(script.at) == 2


@pytest.mark.parametrize("status", NEVER)
@virtual_time
async def test_a_refused_request_is_not_sent_twice(status: int) -> None:
    script = Script([failure(status)])
    with pytest.raises(CallFailed, match=f"HTTP {status}"):
        await line().call(ask(), script)
    assert len(script.at) == 1


@virtual_time
async def test_a_failing_server_gets_five_more_attempts() -> None:
    script = Script([failure(500)])
    with pytest.raises(CallFailed, match="failed"):
        await line().call(ask(), script)
    assert len(script.at) == 6


@virtual_time
async def test_a_rate_limit_is_waited_out_until_the_timeout() -> None:
    """F134, F223 as ruled."""
    script = Script([failure(429)])
    with pytest.raises(LateCall, match="rate-limited"):
        await line().call(ask(timeout_s=200), script)
    assert len(script.at) > 8
    assert script.at[-1] < 200


@pytest.mark.parametrize(
    ("status", "body", "reason"),
    [
        (401, "", "agent_auth_failed"),
        (403, "", "agent_auth_failed"),
        (402, "", "agent_quota_exceeded"),
        (429, '{"code": "insufficient_quota"}', "agent_quota_exceeded"),
        (400, "Your credit balance is too low", "agent_quota_exceeded"),
    ],
)
@virtual_time
async def test_keys_and_quotas_end_the_run_at_once(
    status: int, body: str, reason: str
) -> None:
    """F052, F053: one request, and none after it."""
    halted: list[str] = []
    own, script = line(halted), Script([failure(status, body=body)])
    for _ in range(2):
        with pytest.raises(CallFailed):
            await own.call(ask(), script)
    assert halted == [reason]
    assert len(script.at) == 1


@virtual_time
async def test_a_server_says_how_long_to_wait() -> None:
    script = Script([failure(429, 60.0), 0.0])
    await line().call(ask(), script)
    assert script.at == [0.0, 60.0]


@virtual_time
async def test_a_model_says_how_long_the_first_wait_is_at_most() -> None:
    script = Script([failure(500), failure(500), 0.0])
    await line(first_wait_s=20.0).call(ask(), script)
    _, second, third = script.at
    assert 10 <= second <= 20
    assert 10 <= third - second <= 20  # a wait longer than all others stays


@virtual_time
async def test_a_wait_beyond_the_timeout_is_not_begun() -> None:
    """F280: waits fit the cause."""
    with pytest.raises(LateCall, match="waiting 600 s"):
        await line().call(ask(), Script([failure(429, 600.0)]))
    assert anyio.current_time() == 0


@virtual_time
async def test_a_hang_is_cut_once_and_says_where() -> None:
    """F270, F273: the time is not doubled, and the phase is named."""
    script = Script([1e6])
    with pytest.raises(CallTimeout, match=r"waiting for models\.example to answer"):
        await line().call(ask(timeout_s=5), script)
    assert anyio.current_time() == 5
    assert script.flying == 0


@virtual_time
async def test_waiting_for_a_place_does_not_count_as_the_call() -> None:
    own = line()
    own.limiter.limit = 1
    async with anyio.create_task_group() as group:
        for _ in range(4):
            group.start_soon(own.call, ask(timeout_s=5), Script([4.0]))
    assert own.usage.of("agent").calls == 4


@virtual_time
async def test_a_long_wait_of_one_call_holds_up_no_other() -> None:
    """F275: one 429 with Retry-After 60 lowers the limit once; successes raise it."""
    own, late = line(), Script([failure(429, 60.0), 0.1])
    async with anyio.create_task_group() as group:
        for _ in range(8):
            group.start_soon(own.call, ask(), Script([1.0]))
        await anyio.sleep(0.1)
        group.start_soon(own.call, ask(), late)
        await anyio.sleep(0.1)
        cut = own.limiter.limit
        for _ in range(40):
            group.start_soon(own.call, ask(), Script([1.0]))
    assert cut == 9 * 0.75
    assert own.limiter.limit > cut
    assert late.at == [0.1, 60.1]


@virtual_time
async def test_retries_are_counted_by_class() -> None:
    """F276: a run that only waits can be seen to."""
    own = line()
    await own.call(ask(), Script([failure(429), failure(500), 0.0]))
    counts = own.usage.of("agent").to_json()
    assert counts["retries"] == {"rate_limited": 1, "server": 1}
    assert (counts["calls"], counts["requests"]) == (1, 3)
    assert (counts["input_tokens"], counts["output_tokens"]) == (10, 5)


@virtual_time
async def test_the_first_call_goes_alone_until_one_succeeds() -> None:
    """F051 as ruled."""
    own, script = line(proven=False), Script([1.0])
    async with anyio.create_task_group() as group:
        for _ in range(6):
            group.start_soon(own.call, ask(), script)
        await anyio.sleep(0.5)
        assert len(script.at) == 1
    assert script.peak == 5


@pytest.mark.parametrize("status", [404, 405, 410, 501])
@virtual_time
async def test_three_dead_answers_end_the_run_after_three_requests(status: int) -> None:
    """F051, F222 as ruled."""
    halted: list[str] = []
    own, script = line(halted, proven=False), Script([failure(status)])
    for _ in range(5):
        with pytest.raises(CallFailed, match=r"models\.example"):
            await own.call(ask(), script)
    assert len(script.at) == 3
    assert halted == ["agent_host_dead"]


@virtual_time
async def test_a_host_that_was_never_understood_is_asked_three_times() -> None:
    """A web page in the place of a model answers everything with "200 OK"."""
    halted: list[str] = []
    own, script = line(halted, proven=False), Script([gibberish()])
    for _ in range(5):
        with pytest.raises(CallFailed, match=r"web page|models\.example"):
            await own.call(ask(), script)
    assert len(script.at) == 3
    assert halted == ["agent_host_dead"]


@virtual_time
async def test_a_host_that_was_understood_before_may_stutter() -> None:
    """It is asked again at once: what it says does not change while one waits."""
    halted: list[str] = []
    script = Script([0.0, *[gibberish()] * 5, 0.0])
    own = line(halted, proven=False)
    for _ in range(2):
        await own.call(ask(), script)
    assert halted == []
    assert script.at[-1] <= 0.5


@pytest.mark.parametrize("status", [429, 500, 503])
@virtual_time
async def test_crowded_and_broken_hosts_are_not_dead(status: int) -> None:
    halted: list[str] = []
    own = line(halted, proven=False)
    with pytest.raises((CallFailed, LateCall)):
        await own.call(ask(timeout_s=60), Script([failure(status)]))
    assert halted == []
    assert not own.host.dead


@virtual_time
async def test_a_success_between_takes_strikes_back() -> None:
    own = line()
    for step in (failure(404), failure(404), 0.0, failure(404), failure(404)):
        with suppress(CallFailed):
            await own.call(ask(), Script([step]))
    assert not own.host.dead


@virtual_time
async def test_waits_are_drawn_from_the_seed_of_the_call() -> None:
    times = []
    for seed in (1, 1, 2):
        script = Script([failure(500), failure(500), 0.0])
        began = anyio.current_time()
        await line().call(ask(seed=seed), script)
        times.append([round(at - began, 3) for at in script.at])
    assert times[0] == times[1] != times[2]


@virtual_time
async def test_a_cancelled_call_gives_its_place_back() -> None:
    own = line()
    with anyio.move_on_after(1):
        await own.call(ask(), Script([1e6]))
    assert own.limiter.flying == 0
