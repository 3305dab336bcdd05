"""Names of what is kept, and which texts either database can keep."""

from __future__ import annotations

from msgspec.structs import astuple

from tablee.table.store.interface import Credential

COLUMNS = {
    "tables": ("id", "version"),
    "events": ("table_id", "seq", "body", "key"),
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
"""What is kept, in an order in which it can be written: events belong to tables."""

CREDENTIAL = ", ".join(COLUMNS["credentials"])

LONGEST = 200
"""Characters of a key or of a table's name, at most."""


def keepable(name: str) -> bool:
    """Whether a table or a key may be called so; of another name there is nothing to be found."""
    return len(name) <= LONGEST and _text(name)


def checked(credential: Credential) -> tuple[object, ...]:
    """The values of a credential to be kept. `ValueError`: a text that PostgreSQL cannot hold."""
    values = astuple(credential)
    for value in values:
        if isinstance(value, str) and not _text(value):
            raise ValueError(f"not a text that can be kept: {value[:40]!r}")
    return values


def _text(value: str) -> bool:
    """PostgreSQL holds no NUL, and UTF-8 no lone surrogates."""
    return "\0" not in value and not any("\ud800" <= char <= "\udfff" for char in value)
