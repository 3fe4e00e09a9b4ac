"""the server's own values in a table named for them; comments reworded."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

COMMENTS = (
    (
        *("seats", "name"),
        "of a person who has left the house, or sits here only in a record",
        "of a deleted player, or one known only from an imported record",
    ),
    (
        *("moves", "key"),
        "the message that brought it: a repeated one is known again",
        "the idempotency key of the message",
    ),
)


def upgrade() -> None:
    """Bring the database to this step."""
    _move("house", "server_state")
    for table, column, old, new in COMMENTS:
        _comment(table, column, old, new)


def downgrade() -> None:
    """Back to the step before."""
    for table, column, old, new in COMMENTS:
        _comment(table, column, new, old)
    _move("server_state", "house")


def _move(old: str, new: str) -> None:
    """Copy into a new table: SQLite cannot rename the constraint, whose name has the table's in it."""
    after = op.create_table(
        new,
        sa.Column("key", sa.String(length=20), nullable=False),
        sa.Column("value", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f(f"pk_{new}")),
    )
    before = sa.table(old, sa.column("key"), sa.column("value"))
    op.execute(sa.insert(after).from_select(["key", "value"], sa.select(before)))
    op.drop_table(old)


def _comment(table: str, column: str, old: str, new: str) -> None:
    if op.get_context().dialect.supports_comments:
        op.alter_column(table, column, comment=new, existing_comment=old)
