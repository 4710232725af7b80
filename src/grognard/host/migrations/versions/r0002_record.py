"""What the record needs: which clock an answer ran on, how far a seat has read, an open wish."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table, column in (
        ("answers", sa.Column("timed", sa.String(80), nullable=False, server_default="")),
        ("seats", sa.Column("seen", sa.Integer, nullable=False, server_default="-1")),
        ("games", sa.Column("wish", sa.Text, nullable=False, server_default="")),
        ("accounts", sa.Column("shown", sa.String(64), nullable=False, server_default="")),
    ):
        op.add_column(table, column)


def downgrade() -> None:
    for table, column in (
        ("answers", "timed"),
        ("seats", "seen"),
        ("games", "wish"),
        ("accounts", "shown"),
    ):
        op.drop_column(table, column)
