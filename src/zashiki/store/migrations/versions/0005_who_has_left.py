"""who has left: a decision that a bot makes for a person is remembered with the seat, also if the person returns."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

RESULT = (
    *("results", "left"),
    "whether a bot had to finish for the person",
    "whether a bot had to decide for the person",
)


def upgrade() -> None:
    """Bring the database to this step. In running games, the moves tell for whom a bot has decided."""
    left: sa.Column[bool] = sa.Column(
        "left",
        sa.Boolean(),
        nullable=False,
        server_default=sa.false(),
        comment="whether a bot has decided something for the person",
    )
    op.add_column("seats", left)
    _comment(*RESULT)
    tables = sa.table("tables", sa.column("id"), sa.column("status"))
    moves = sa.table("moves", sa.column("table"), sa.column("seat"), sa.column("by"))
    seats = sa.table(
        "seats", sa.column("table"), sa.column("seat"), sa.column("level"), sa.column("left", sa.Boolean())
    )
    running = sa.select(tables.c.id).where(tables.c.status == "running")
    by_bot = sa.exists().where(moves.c.table == seats.c.table, moves.c.seat == seats.c.seat, moves.c.by == "bot")
    op.execute(seats.update().where(seats.c.table.in_(running), seats.c.level.is_(None), by_bot).values(left=sa.true()))


def downgrade() -> None:
    """Back to the step before."""
    table, column, before, after = RESULT
    _comment(table, column, after, before)
    op.drop_column("seats", "left")


def _comment(table: str, column: str, old: str, new: str) -> None:
    if op.get_context().dialect.supports_comments:
        op.alter_column(table, column, comment=new, existing_comment=old)
