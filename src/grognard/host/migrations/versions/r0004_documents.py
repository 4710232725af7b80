"""The documents that battles are read from, by their hash."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "documents",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("system", sa.String(32), nullable=False),
        sa.Column("scenario", sa.String(200), nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.Column("kept", sa.BigInteger, nullable=False),
    )
    op.add_column("games", sa.Column("document", sa.String(64), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("games", "document")
    op.drop_table("documents")
