"""The documentation, built once for all tests of it, however many processes run them."""

from __future__ import annotations

import fcntl
import os
import resource
from pathlib import Path

import pytest

from docs.building.site import build
from tests.docs.pages import Site


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    target, took = shared / "site", shared / "site.seconds"
    with (shared / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not took.is_file():
            before = _spent()
            build(target, shared / "work")
            took.write_text(str(_spent() - before))
    return Site(Path(target), float(took.read_text()))


def _spent() -> float:
    """Seconds of work of the processes that this one started."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
