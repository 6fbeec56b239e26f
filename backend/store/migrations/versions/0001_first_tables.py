"""first tables"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "conversation",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("leaf_id", sa.String(), nullable=True),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.Column("updated_at", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("conversation", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_conversation_owner"), ["owner"], unique=False)
        batch_op.create_index(batch_op.f("ix_conversation_updated_at"), ["updated_at"], unique=False)

    op.create_table(
        "message",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("conversation_id", sa.String(), nullable=False),
        sa.Column("parent_id", sa.String(), nullable=True),
        sa.Column("turn_id", sa.String(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("content", sa.String(), nullable=False),
        sa.Column("label", sa.String(), nullable=True),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["conversation_id"], ["conversation.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("message", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_message_conversation_id"), ["conversation_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_message_parent_id"), ["parent_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_message_turn_id"), ["turn_id"], unique=False)

    op.create_table(
        "turn",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("conversation_id", sa.String(), nullable=False),
        sa.Column("user_message_id", sa.String(), nullable=False),
        sa.Column("label", sa.String(), nullable=True),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("distribution", sa.JSON(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("error_code", sa.String(), nullable=False),
        sa.Column("error", sa.String(), nullable=False),
        sa.Column("summary", sa.String(), nullable=True),
        sa.Column("summary_by", sa.String(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.Column("ended_at", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["conversation_id"], ["conversation.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("turn", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_turn_conversation_id"), ["conversation_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_turn_status"), ["status"], unique=False)
        batch_op.create_index(batch_op.f("ix_turn_user_message_id"), ["user_message_id"], unique=False)

    op.create_table(
        "card",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("turn_id", sa.String(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("ok", sa.Boolean(), nullable=False),
        sa.Column("diagnostics", sa.JSON(), nullable=False),
        sa.Column("state", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["turn_id"], ["turn.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("card", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_card_turn_id"), ["turn_id"], unique=False)

    op.create_table(
        "cellrun",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("turn_id", sa.String(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("stdout", sa.String(), nullable=False),
        sa.Column("stderr", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=True),
        sa.Column("error", sa.String(), nullable=True),
        sa.Column("ms", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["turn_id"], ["turn.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("cellrun", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_cellrun_turn_id"), ["turn_id"], unique=False)

    op.create_table(
        "hop",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("turn_id", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("adapter", sa.String(), nullable=False),
        sa.Column("prompt_tokens", sa.Integer(), nullable=False),
        sa.Column("cached_tokens", sa.Integer(), nullable=False),
        sa.Column("completion_tokens", sa.Integer(), nullable=False),
        sa.Column("ms", sa.Float(), nullable=False),
        sa.Column("first_ms", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["turn_id"], ["turn.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("hop", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_hop_turn_id"), ["turn_id"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("hop", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_hop_turn_id"))

    op.drop_table("hop")
    with op.batch_alter_table("cellrun", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_cellrun_turn_id"))

    op.drop_table("cellrun")
    with op.batch_alter_table("card", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_card_turn_id"))

    op.drop_table("card")
    with op.batch_alter_table("turn", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_turn_user_message_id"))
        batch_op.drop_index(batch_op.f("ix_turn_status"))
        batch_op.drop_index(batch_op.f("ix_turn_conversation_id"))

    op.drop_table("turn")
    with op.batch_alter_table("message", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_message_turn_id"))
        batch_op.drop_index(batch_op.f("ix_message_parent_id"))
        batch_op.drop_index(batch_op.f("ix_message_conversation_id"))

    op.drop_table("message")
    with op.batch_alter_table("conversation", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_conversation_updated_at"))
        batch_op.drop_index(batch_op.f("ix_conversation_owner"))

    op.drop_table("conversation")
