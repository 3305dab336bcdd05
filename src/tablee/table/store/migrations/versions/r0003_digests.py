"""The chain of digests; the events that are there get theirs as they are found."""

import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

ROWS = 1000
TABLES = sa.table("tables", sa.column("id"), sa.column("digest"))
EVENTS = sa.table(
    "events", sa.column("table_id"), sa.column("seq"), sa.column("body"), sa.column("digest")
)


def upgrade() -> None:
    for name in ("tables", "events"):
        column = sa.Column("digest", sa.LargeBinary, nullable=False, server_default="")
        op.add_column(name, column)
    for (table,) in op.get_bind().execute(sa.select(TABLES.c.id)).fetchall():
        _chain(table)


def _chain(table: str) -> None:
    """Write the digests of a table, some events at a time."""
    connection = op.get_bind()
    of_table = EVENTS.c.table_id == table
    change = (
        EVENTS.update()
        .where(of_table, EVENTS.c.seq == sa.bindparam("place", type_=sa.Integer))
        .values(digest=sa.bindparam("link", type_=sa.LargeBinary))
    )
    digest, last = hashlib.sha256(table.encode()).digest(), 0
    some = sa.select(EVENTS.c.seq, EVENTS.c.body).order_by(EVENTS.c.seq).limit(ROWS)
    while rows := connection.execute(some.where(of_table, EVENTS.c.seq > last)).fetchall():
        links = []
        for last, body in rows:
            digest = hashlib.sha256(digest + body).digest()
            links.append({"place": last, "link": digest})
        connection.execute(change, links)
    head = sa.bindparam("head", type_=sa.LargeBinary)
    connection.execute(
        TABLES.update().where(TABLES.c.id == table).values(digest=head), {"head": digest}
    )
