"""sealed seats: what every seat is committed to before the deal, and how far a table is with it.

Games that were dealt keep the algorithm of their deal. At tables that wait, the seeds that the server knows already
are dropped: browsers commit themselves anew.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

OLD = '{"algorithm": "zashiki-fair/1", "attempt": 1, "sealed_at": null, "failures": []}'
NEW = {"algorithm": "zashiki-fair/2", "attempt": 1, "sealed_at": None, "failures": list[object]()}
SEED = (*("seats", "seed"), "what the player added to chance", "the seat's, once it is revealed")


def upgrade() -> None:
    """Bring the database to this step."""
    commitment = sa.Column(
        "commitment",
        sa.String(length=64),
        nullable=True,
        comment="to the seat's seed; before the deal only a player's own",
    )
    sealing = sa.Column(
        "sealing", sa.JSON(), nullable=False, server_default=OLD, comment="how far the seats are with their seeds"
    )
    op.add_column("seats", commitment)
    op.add_column("tables", sealing)
    _comment(*SEED)
    tables = sa.table("tables", sa.column("id"), sa.column("status"), sa.column("sealing", sa.JSON()))
    seats = sa.table("seats", sa.column("table"), sa.column("seed"))
    waiting = tables.c.status.in_(("open", "closed"))
    op.execute(tables.update().where(waiting).values(sealing=NEW))
    op.execute(seats.update().where(seats.c.table.in_(sa.select(tables.c.id).where(waiting))).values(seed=None))


def downgrade() -> None:
    """Back to the step before."""
    table, column, before, after = SEED
    _comment(table, column, after, before)
    op.drop_column("tables", "sealing")
    op.drop_column("seats", "commitment")


def _comment(table: str, column: str, old: str, new: str) -> None:
    if op.get_context().dialect.supports_comments:
        op.alter_column(table, column, comment=new, existing_comment=old)
