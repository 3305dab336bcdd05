"""The events of tables, kept: appended in order, durable before they are told, read back.

What a body means is not known here.
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
