"""What can be said of the cluster; Ray itself is loaded once a run needs it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from attrs import field, frozen, validators

from whileai import NotConfigured

if TYPE_CHECKING:
    from collections.abc import Mapping

    from whileai.stages import Executor, StageSetup


@frozen(kw_only=True)
class Ray:
    """A Ray cluster; pass it as ``executor=``.

    Args:
        address: of the cluster, as ``ray.init`` takes it. Without one: what this
            process is connected to, else ``RAY_ADDRESS``, else a cluster on this
            machine that ends with the run.
        workers: how many, 1 or more; without it as many as the cluster's cores hold.
        cpus: cores that one worker takes, 0 or more.
        options: of the actors that workers are (``num_gpus``, ``resources``,
            ``runtime_env``, ...).
        init: further arguments of ``ray.init``.
        begin_s: seconds in which a worker has to begin; raise it for a cluster that
            grows when it is asked to.
    """

    address: str | None = None
    workers: int | None = field(
        default=None, validator=validators.optional(validators.ge(1))
    )
    cpus: float = field(default=1.0, validator=validators.ge(0))
    options: Mapping[str, Any] = field(factory=dict)
    init: Mapping[str, Any] = field(factory=dict)
    begin_s: float = field(default=300.0, validator=validators.gt(0))


def executor(setup: StageSetup) -> Executor:
    """Make the executor of a run.

    Raises:
        NotConfigured: if Ray is not installed.
        TypeError: if something cannot be sent to a worker.
    """
    named = not isinstance(setup.value, Ray)
    settings = Ray(address=setup.argument or None) if named else setup.value
    try:
        cluster = import_module("whileai_ray.cluster")
    except ImportError as error:
        raise NotConfigured(
            f"executor={setup.value!r} needs Ray ({error}): pip install 'ray>=2.40'"
        ) from error
    made: Executor = cluster.Cluster(settings, setup.crew)
    return made
