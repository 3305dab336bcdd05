"""Run by Alembic: the revisions, on the connection and in the transaction that it is given."""

from alembic import context

from tablee.table.store.database_schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
    transactional_ddl=True,
)
context.run_migrations()
