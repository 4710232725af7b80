"""Browsers that want to be told, and what they have not been told yet."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "subscriptions",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(32), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("subscriptions_by_person", "subscriptions", ["person"])
    op.create_table(
        "notices",
        sa.Column("subscription", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
    )


def downgrade() -> None:
    op.drop_table("notices")
    op.drop_index("subscriptions_by_person", "subscriptions")
    op.drop_table("subscriptions")
