"""Slots played on a Ray cluster of two workers on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import whileai_ray

import whileai as wai
from whileai.testing import check_executor, isolated_plugins, same_rows
from whileai.testing.executors import TOOLS, answers

if TYPE_CHECKING:
    from collections.abc import Iterator

PLUGINS: dict[str, Any] = {"plugins": [whileai_ray]}
LOCAL: dict[str, Any] = {
    "num_cpus": 2,
    "include_dashboard": False,
    "_node_ip_address": "127.0.0.1",
    "object_store_memory": 200 * 1024 * 1024,
    "log_to_driver": False,
}

pytestmark = pytest.mark.filterwarnings("ignore")


def played(agent: Any, **options: Any) -> wai.SimulationData:
    usual: dict[str, Any] = {"tools": TOOLS, "simulator": False, "budget": 12}
    data: wai.SimulationData = wai.simulate(agent, **(usual | options))
    return data


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    ray = pytest.importorskip("ray", reason="Ray comes with `pip install ray`")
    ray.init(**LOCAL)
    yield ray
    ray.shutdown()


def test_the_executor_is_found_by_its_name() -> None:
    with isolated_plugins(whileai_ray) as manager:
        assert "ray" in manager.registry.names("executor")


@pytest.mark.parametrize("wrong", [{"workers": 0}, {"cpus": -1}, {"begin_s": 0}])
def test_settings_that_cannot_be_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        whileai_ray.Ray(**wrong)


def test_without_ray_the_way_to_it_is_told() -> None:
    try:
        import ray  # noqa: F401, PLC0415 - whether it is there is the question
    except ImportError:
        with pytest.raises(wai.NotConfigured, match=r"pip install 'ray>=2\.40'"):
            played(stays_here, executor="ray", **PLUGINS)
    else:
        pytest.skip("Ray is installed")


@pytest.mark.full
def test_a_cluster_gives_the_rows_that_the_run_gives_itself(cluster: Any) -> None:
    here = played(answers)
    away = played(answers, executor=whileai_ray.Ray(workers=2), **PLUGINS)
    assert same_rows(here, away)
    assert away.search["executor"]["workers"] == 2


@pytest.mark.full
def test_what_workers_cannot_import_is_told(cluster: Any) -> None:
    with pytest.raises(wai.WhileAIError, match="could not begin: ModuleNotFoundError"):
        played(stays_here, executor="ray", **PLUGINS)


def stays_here(message: str) -> str:
    """Reply; the workers cannot import this module."""
    return "Done."


@pytest.mark.full
@pytest.mark.timeout(300)
def test_it_keeps_the_promises_of_an_executor(cluster: Any) -> None:
    check_executor("ray", **PLUGINS)


@pytest.mark.full
def test_what_the_driver_alone_has_is_refused(cluster: Any) -> None:
    with pytest.raises(TypeError, match=r"agent=.* cannot be sent there"):
        played(lambda message: "Done.", executor="ray", **PLUGINS)


@pytest.mark.full
def test_a_worker_that_the_cluster_cannot_hold_is_told(cluster: Any) -> None:
    ray = whileai_ray.Ray(workers=1, cpus=64, begin_s=1)
    with pytest.raises(wai.WhileAIError, match="began no worker in 1 s"):
        played(answers, executor=ray, **PLUGINS)
