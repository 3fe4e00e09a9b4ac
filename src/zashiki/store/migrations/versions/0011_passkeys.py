"""passkeys: the public keys by which accounts sign in, and the challenges they answer."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this step."""
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(length=1400), nullable=False, comment="of the credential, in base64url"),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("label", sa.String(length=60), nullable=False),
        sa.Column("public_key", sa.LargeBinary(length=4096), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False, comment="how often it signed, if it counts"),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("used_at", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_passkeys_player"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_passkeys")),
    )
    op.create_index("ix_passkeys_player", "passkeys", ["player"])
    op.create_table(
        "challenges",
        sa.Column("key", sa.String(length=64), nullable=False, comment="SHA-256 of the browser's cookie"),
        sa.Column("challenge", sa.LargeBinary(length=32), nullable=False),
        sa.Column("purpose", sa.String(length=10), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=True, comment="who is to answer it, if that is known"),
        sa.Column("expires_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_challenges")),
    )


def downgrade() -> None:
    """Back to the step before."""
    op.drop_table("challenges")
    op.drop_index("ix_passkeys_player", table_name="passkeys")
    op.drop_table("passkeys")
