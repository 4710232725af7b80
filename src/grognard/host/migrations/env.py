"""Alembic's way in: the store hands over its connection."""

from __future__ import annotations

from alembic import context

from grognard.host.store_schema import metadata


def migrate() -> None:
    """Run the steps that are missing on the connection that was handed over."""
    connection = context.config.attributes["connection"]
    context.configure(
        connection=connection,
        target_metadata=metadata,
        render_as_batch=connection.dialect.name == "sqlite",
    )
    with context.begin_transaction():
        context.run_migrations()


if hasattr(context, "config"):  # only while Alembic runs
    migrate()
