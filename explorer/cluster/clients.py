"""Clients of a Dask cluster: one that is running, or workers on this machine."""

from __future__ import annotations

import logging
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from explorer.intake.memory import most_memory
from explorer.model.errors import LimitError, OptionError
from explorer.model.libraries import needed_for

_WORKER = 2**30  # bytes of memory from which on one more worker is started on this machine
_TIMEOUT = 20  # seconds to reach a scheduler
USERS = "solving with --engine dask"


@contextmanager
def open_client(
    scheduler: str | None = None, *, workers: int | None = None, memory: int | None = None
) -> Iterator[Any]:
    """Yield a client of a running scheduler; without one, of workers on this machine that end with the block.

    Parameters
    ----------
    scheduler : its address, such as `tcp://10.0.0.1:8786`.
    workers : how many to start on this machine; by default one for each processor, of at least 1 GB each.
    memory : bytes that each of them may have; by default they share what the machine has.

    Raises
    ------
    LibraryError
        If Dask is not installed.
    OptionError
        If the scheduler cannot be reached.
    """
    with needed_for(USERS):
        from distributed import Client, LocalCluster
    connect, start = cast("Any", Client), cast("Any", LocalCluster)  # which have no types

    if scheduler is not None:
        try:
            client = connect(scheduler, timeout=_TIMEOUT)
        except (OSError, ValueError) as error:
            raise OptionError(f"the scheduler {scheduler} cannot be reached: {error}; is it running?") from None
        with client:
            yield client
        return
    total = most_memory() or 4 * _WORKER
    count = workers or max(1, min(os.cpu_count() or 1, total // _WORKER))
    with _interrupts_ignored():
        cluster = start(
            n_workers=count,
            threads_per_worker=1,
            memory_limit=memory or total // count,
            dashboard_address=":0",
            silence_logs=logging.CRITICAL,
        )
    with cluster, connect(cluster) as client:
        yield client


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Ignore Ctrl+C in this block; processes that start in it ignore it for good, and end with this one."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def addresses(client: Any) -> list[str]:
    """Return the addresses of the workers that are there, in a fixed order."""
    return sorted(client.nthreads())


def memory_of_workers(client: Any) -> list[int]:
    """Return the bytes of memory that each worker takes."""
    workers = client.scheduler_info(n_workers=-1)["workers"].values()
    return [int(worker["metrics"].get("memory", 0)) for worker in workers]


def dashboard_of(client: Any) -> str:
    """Return the address of the dashboard, "" if the library that draws it is missing."""
    from importlib.util import find_spec

    return str(client.dashboard_link) if find_spec("bokeh") is not None else ""


@contextmanager
def cluster_errors() -> Iterator[None]:
    """PartTurn failures of the cluster in this block into a sentence.

    Raises
    ------
    LimitError
        If a task ended its worker several times, or the cluster is gone.
    """
    from concurrent.futures import CancelledError

    from distributed import KilledWorker
    from distributed.comm.core import CommClosedError

    try:
        yield
    except KilledWorker:
        raise LimitError(
            "a worker of the cluster ended again and again, as workers do that have too little memory; "
            "give them more, or cut the graph into more parts with --partitions"
        ) from None
    except (CommClosedError, CancelledError, TimeoutError) as error:
        raise LimitError(
            f"the connection to the cluster was lost: {error or type(error).__name__}; is the scheduler still running?"
        ) from None
