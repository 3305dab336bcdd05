"""The option that names the database of the campaigns.

Every command that opens campaigns uses it.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from tablee.faces.cli.command_options import option
from tablee.rules.refusal import refuse

if TYPE_CHECKING:
    from tablee.table.store.interface import Store

T = TypeVar("T")
DATABASE = option(
    "database --database",
    "Où garder les campagnes : le chemin d’un fichier (SQLite) ou postgresql://… (aussi par "
    "DATABASE_URL) ; par défaut dans vos données.",
    "BASE",
)


def with_store(database: str | None, do: Callable[[Store], Awaitable[T]]) -> T:
    """Open the store that the option names, call a function with it and close it. Raises `Refusal`."""
    from tablee.table.store.interface import Unavailable
    from tablee.table.store.store_address import default_url, opened

    async def doing() -> T:
        store = await opened(database or os.environ.get("DATABASE_URL") or default_url())
        try:
            return await do(store)
        except Unavailable as why:
            raise refuse("--database", None, "une base qui répond ({why:=})", why=why) from None
        finally:
            await store.close()

    return asyncio.run(doing())
