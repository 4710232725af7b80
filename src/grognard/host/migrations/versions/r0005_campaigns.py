"""Campaigns: who leads them, and what came of their battles."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "campaigns",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("pack", sa.LargeBinary, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("origin", sa.String(64), nullable=False, server_default=""),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "campaign_seats",
        sa.Column("campaign", sa.String(32), sa.ForeignKey("campaigns.id"), primary_key=True),
        sa.Column("side", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("name", sa.Text, nullable=False, server_default=""),
        sa.Column("person", sa.String(64), nullable=False, server_default=""),
        sa.Column("token", sa.LargeBinary, nullable=False),
    )
    op.create_index("campaign_seats_by_person", "campaign_seats", ["person"])
    op.create_table(
        "campaign_battles",
        sa.Column("campaign", sa.String(32), sa.ForeignKey("campaigns.id"), primary_key=True),
        sa.Column("place", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(32), nullable=False, server_default=""),
        sa.Column("outcome", sa.LargeBinary, nullable=True),
        sa.Column("returned", sa.Text, nullable=False, server_default="{}"),
    )


def downgrade() -> None:
    op.drop_table("campaign_battles")
    op.drop_index("campaign_seats_by_person", "campaign_seats")
    op.drop_table("campaign_seats")
    op.drop_table("campaigns")
