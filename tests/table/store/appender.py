"""A process that appends until it is killed, and says what was acknowledged: `python -m … URL RUN TASKS`.

Each line on stdout: the table, the version, the command whose events (`COMMAND.0`, …) end there.
"""

from __future__ import annotations

import asyncio
import os
import sys

from tablee.table.store.interface import Conflict, Store
from tablee.table.store.store_address import opened

TABLES = 5
LENGTHS = (1, 3, 2)
"""Numbers of events of the commands, in turn."""


def bodies(command: str) -> list[bytes]:
    """Return the events of a command."""
    length = LENGTHS[int(command.rpartition("-")[2]) % len(LENGTHS)]
    return [f"{command}.{place}".encode() for place in range(length)]


async def _append(store: Store, run: str, task: int) -> None:
    """Append commands without end to a table that other tasks append to."""
    table = f"t{task % TABLES}"
    version = await store.version(table)
    number = 0
    while True:
        command = f"{run}-{task}-{number}"
        try:
            version = await store.append(table, version, bodies(command), key=command)
        except Conflict as why:
            version = why.version
            continue
        os.write(1, f"{table} {version} {command}\n".encode())
        number += 1


async def main(url: str, run: str, tasks: int) -> None:
    store = await opened(url)
    await asyncio.gather(*(_append(store, run, task) for task in range(tasks)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
