"""Standing orders are sentences: those by purpose and manner are written as what they were read to say."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

NEVER, ODDS = "never", "odds"


def upgrade() -> None:
    seats = sa.table("seats", sa.column("standing", sa.Text))
    bind = op.get_bind()
    for (held,) in bind.execute(sa.select(seats.c.standing).distinct()).all():
        orders = json.loads(held)
        if orders:
            now = json.dumps([_sentence(each) for each in orders])
            bind.execute(seats.update().where(seats.c.standing == held).values(standing=now))


def _sentence(old: dict[str, Any]) -> dict[str, Any]:
    purpose, manner, least = old["purpose"], old["manner"], old.get("least", 0)
    words = purpose.replace("-", " ")
    if manner == ODDS:
        text = f"{words} from {least} %, otherwise decline"
        bound = {"odds": {"sign": "least", "number": least}, "otherwise": True}
        return {"text": text, "acts": [purpose], **bound}
    return {"text": f"{manner} {words}", "acts": [purpose], "never": manner == NEVER}


def downgrade() -> None:
    op.execute("UPDATE seats SET standing = '[]'")
