"""Studies: a battle with variations, notes and drawings, kept for whoever made it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "studies",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("by", sa.Text, nullable=False, server_default=""),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False),
    )
    op.create_index("studies_by_owner", "studies", ["owner"])


def downgrade() -> None:
    op.drop_index("studies_by_owner", "studies")
    op.drop_table("studies")
