"""authenticator apps: the secrets that accounts share with them."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this step."""
    op.create_table(
        "totp",
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("secret", sa.LargeBinary(length=20), nullable=False, comment="shared with an authenticator app"),
        sa.Column("confirmed_at", sa.Double(), nullable=True, comment="when it began to count, by a first code"),
        sa.Column("last_step", sa.BigInteger(), nullable=False, comment="of the last code that was used"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_totp_player"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("player", name=op.f("pk_totp")),
    )


def downgrade() -> None:
    """Back to the step before."""
    op.drop_table("totp")
