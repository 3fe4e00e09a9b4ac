"""recovery codes: what is stored of those by which an account gets another password."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this step."""
    op.create_table(
        "recovery_codes",
        sa.Column("key", sa.String(length=64), nullable=False, comment="SHA-256 of the player's id and the code"),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_recovery_codes_player"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_recovery_codes")),
    )
    op.create_index("ix_recovery_codes_player", "recovery_codes", ["player"])


def downgrade() -> None:
    """Back to the step before."""
    op.drop_index("ix_recovery_codes_player", table_name="recovery_codes")
    op.drop_table("recovery_codes")
