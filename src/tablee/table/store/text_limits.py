"""The tables and columns of a store, and the texts that both databases accept."""

from __future__ import annotations

from msgspec.structs import astuple

from tablee.table.store.interface import Credential

COLUMNS = {
    "tables": ("id", "version", "digest"),
    "events": ("table_id", "seq", "body", "key", "digest"),
    "credentials": (
        "digest",
        "table_id",
        "seat",
        "kind",
        "label",
        "created",
        "expires",
        "revoked",
    ),
}
"""Table -> its columns, in the order for writing: events refer to tables."""

CREDENTIAL = ", ".join(COLUMNS["credentials"])

LONGEST = 200
"""Maximum number of characters in a key or a table's id."""


def keepable(name: str) -> bool:
    """Return whether a store accepts the id of a table or a key."""
    return len(name) <= LONGEST and _text(name)


def checked(credential: Credential) -> tuple[object, ...]:
    """Return the values of a credential. Raise `ValueError` for a text that PostgreSQL refuses."""
    values = astuple(credential)
    for value in values:
        if isinstance(value, str) and not _text(value):
            raise ValueError(f"not a text that can be kept: {value[:40]!r}")
    return values


def _text(value: str) -> bool:
    """Return whether a text has neither NUL (for PostgreSQL) nor lone surrogates (for UTF-8)."""
    return "\0" not in value and not any("\ud800" <= char <= "\udfff" for char in value)
