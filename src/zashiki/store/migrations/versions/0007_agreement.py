"""agreement: what people have agreed to before a rated game, and whom hosts have sent away."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this step. At tables that wait, everybody has to agree before a rated game."""
    agreed = sa.Column(
        "agreed",
        sa.String(length=16),
        nullable=True,
        comment="the terms of a rated game that the person has agreed to",
    )
    network = sa.Column(
        "network",
        sa.String(length=32),
        nullable=True,
        comment="a keyed hash of where the person came from; null when the game is over",
    )
    barred: sa.Column[object] = sa.Column(
        "barred", sa.JSON(), nullable=False, server_default="[]", comment="whom the host has sent away"
    )
    op.add_column("seats", agreed)
    op.add_column("seats", network)
    op.add_column("tables", barred)


def downgrade() -> None:
    """Back to the step before."""
    op.drop_column("tables", "barred")
    op.drop_column("seats", "network")
    op.drop_column("seats", "agreed")
