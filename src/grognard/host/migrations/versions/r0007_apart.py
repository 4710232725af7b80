"""Battles by file: what both sides call it, who plays here, and how many files went to and fro."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "posts",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("battle", sa.String(32), nullable=False),
        sa.Column("side", sa.String(64), nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("ours", sa.Integer, nullable=False),
        sa.Column("keys", sa.Text, nullable=False),
    )
    op.create_index("posts_by_battle", "posts", ["battle", "side"], unique=True)


def downgrade() -> None:
    op.drop_index("posts_by_battle", "posts")
    op.drop_table("posts")
