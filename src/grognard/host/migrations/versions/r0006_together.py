"""People together: who set a battle up, the open list, the rematch, and what was said."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("host", sa.String(64), nullable=False, server_default=""))
    op.add_column("games", sa.Column("listed", sa.Integer, nullable=False, server_default="0"))
    op.add_column("games", sa.Column("rematch", sa.String(32), nullable=False, server_default=""))
    op.create_index("games_by_listed", "games", ["listed"])
    op.create_table(
        "said",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("after", sa.Integer, nullable=False),
        sa.Column("who", sa.String(64), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("said")
    op.drop_index("games_by_listed", "games")
    for name in ("rematch", "listed", "host"):
        op.drop_column("games", name)
