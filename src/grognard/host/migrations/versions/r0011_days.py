"""Battles over days: the time of a move, since when it runs, and holidays."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("days", sa.Integer, nullable=False, server_default="0"))
    op.add_column("games", sa.Column("since", sa.BigInteger, nullable=False, server_default="0"))
    op.create_table(
        "holidays",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("first", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("last", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("holidays")
    with op.batch_alter_table("games") as table:
        table.drop_column("since")
        table.drop_column("days")
