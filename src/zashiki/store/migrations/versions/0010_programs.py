"""programs: whether a program plays on a seat, with a token."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this step."""
    comment = "whether a program plays for the person"
    op.add_column(
        "seats", sa.Column("program", sa.Boolean(), nullable=False, server_default=sa.false(), comment=comment)
    )


def downgrade() -> None:
    """Back to the step before."""
    op.drop_column("seats", "program")
