"""The store: events of tables, appended in order and durable before anyone sees them.

It must not know what the bytes of an event mean.
"""

from __future__ import annotations

from tablee.table.store.interface import (
    Conflict,
    Credential,
    CredentialKind,
    Heard,
    Overheard,
    Store,
    Stored,
    Unavailable,
)
from tablee.table.store.store_address import default_url, file_of, opened

__all__ = [
    "Conflict",
    "Credential",
    "CredentialKind",
    "Heard",
    "Overheard",
    "Store",
    "Stored",
    "Unavailable",
    "default_url",
    "file_of",
    "opened",
]
