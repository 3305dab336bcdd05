"""The documentation, built once for all tests of it, however many processes run them."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

import pytest

from docs.building.site import build
from tests.docs.pages import Site


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    target, built = shared / "site", shared / "site.built"
    with (shared / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not built.is_file():
            build(target, shared / "work")
            built.touch()
    return Site(Path(target))
