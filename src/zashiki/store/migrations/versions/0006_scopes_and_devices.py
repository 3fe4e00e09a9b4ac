"""scopes of tokens, when a session was confirmed, and the devices where an account has signed in.

Tokens of before could do everything: they keep what a token may do at all.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

ALL_SCOPES = "read play manage"


def upgrade() -> None:
    """Bring the database to this step."""
    scopes = sa.Column(
        "scopes", sa.String(length=40), nullable=False, server_default="", comment="of a token, with spaces between"
    )
    confirmed: sa.Column[float] = sa.Column(
        "confirmed_at", sa.Double(), nullable=False, server_default="0", comment="when the person proved who they are"
    )
    op.add_column("sessions", scopes)
    op.add_column("sessions", confirmed)
    sessions = sa.table("sessions", sa.column("kind"), sa.column("scopes"))
    op.execute(sessions.update().where(sessions.c.kind == "token").values(scopes=ALL_SCOPES))
    op.create_table(
        "devices",
        sa.Column("key", sa.String(length=64), nullable=False, comment="SHA-256 of the device's cookie"),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("seen_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_devices_player"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("key", "player", name=op.f("pk_devices")),
    )
    op.create_index("ix_devices_player", "devices", ["player"])


def downgrade() -> None:
    """Back to the step before."""
    op.drop_index("ix_devices_player", table_name="devices")
    op.drop_table("devices")
    op.drop_column("sessions", "confirmed_at")
    op.drop_column("sessions", "scopes")
