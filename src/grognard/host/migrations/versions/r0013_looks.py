"""What the eye makes of the name of an account."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from grognard.host.speech import looks

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("accounts", sa.Column("looks", sa.String(128), nullable=False, server_default=""))
    op.create_index("ix_accounts_looks", "accounts", ["looks"])
    accounts = sa.table("accounts", *map(sa.column, ("person", "name", "looks")))
    held = op.get_bind().execute(sa.select(accounts.c.person, accounts.c.name)).all()
    for person, name in held:
        here = accounts.update().where(accounts.c.person == person)
        op.get_bind().execute(here.values(looks=looks(name)))


def downgrade() -> None:
    op.drop_index("ix_accounts_looks", "accounts")
    with op.batch_alter_table("accounts") as table:
        table.drop_column("looks")
