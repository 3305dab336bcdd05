"""Jobs on a cluster, by the scheduler of dask `distributed`. No other module imports dask."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from importlib.util import find_spec

from tablee.faces.lab.cell_job import Job, run_job
from tablee.faces.lab.cell_measures import Row
from tablee.rules.refusal import not_installed, refuse

PATIENCE = 20
"""Seconds to wait for the scheduler."""


def run_on_cluster(jobs: Sequence[Job], address: str) -> Generator[tuple[int, list[Row]]]:
    """Yield the cells in the order in which they finish. The cells of a worker that is lost are
    computed again by another one.

    The workers need the same version of Tablée. Raises `Refusal` without dask or a scheduler.
    """
    if find_spec("distributed") is None:
        raise not_installed("cluster", address, "distributed", "cluster")
    from distributed import Client, KilledWorker, as_completed

    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError):
        allowed = "l’adresse d’un ordonnanceur dask qui répond, comme tcp://127.0.0.1:8786"
        raise refuse("cluster", address, allowed) from None
    with client:
        futures = client.map(run_job, jobs, pure=False)
        try:
            for future in as_completed(futures, loop=client.loop):
                yield future.result()
        except KilledWorker:
            allowed = "des processus qui durent : l’un d’eux a pris fin ; la même commande continue"
            raise refuse("cluster", address, allowed) from None
        finally:
            client.cancel(futures)
