"""The database schema, the same in SQLite and PostgreSQL; `migrations` upgrades older databases."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

Table(
    "tables",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("digest", LargeBinary, nullable=False, server_default=""),
)

EVENTS = Table(
    "events",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("body", LargeBinary, nullable=False),
    Column("key", Text, nullable=False),
    Column("digest", LargeBinary, nullable=False, server_default=""),
)

KEYED = EVENTS.c.key != ""

Index(
    "ix_events_table_id_key",
    EVENTS.c.table_id,
    EVENTS.c.key,
    unique=True,
    sqlite_where=KEYED,
    postgresql_where=KEYED,
)

Table(
    "credentials",
    METADATA,
    Column("digest", LargeBinary, primary_key=True),
    Column("table_id", Text, nullable=False, index=True),
    Column("seat", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("label", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger),
    Column("revoked", Boolean, nullable=False),
)
