"""a client's system message, and the digest of what it saw"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("conversation", schema=None) as batch_op:
        batch_op.add_column(sa.Column("system", sa.String(), nullable=False, server_default=""))
    with op.batch_alter_table("turn", schema=None) as batch_op:
        batch_op.add_column(sa.Column("digest", sa.String(), nullable=True))
        batch_op.create_index(batch_op.f("ix_turn_digest"), ["digest"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("turn", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_turn_digest"))
        batch_op.drop_column("digest")
    with op.batch_alter_table("conversation", schema=None) as batch_op:
        batch_op.drop_column("system")
