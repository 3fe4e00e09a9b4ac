"""reserved names: what the names of accounts look like, and who may have them.

Accounts whose names look alike already keep them: each look belongs to the oldest of them.
"""

import sqlalchemy as sa
from alembic import op

from zashiki.store.lookalikes import skeletons

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this step."""
    reserved = op.create_table(
        "reserved_names",
        sa.Column("skeleton", sa.String(length=400), nullable=False, comment="what the name looks like"),
        sa.Column("player", sa.String(length=32), nullable=False, comment="whose it is or was, even if deleted"),
        sa.Column("until", sa.Double(), nullable=True, comment="null while an account has the name"),
        sa.PrimaryKeyConstraint("skeleton", name=op.f("pk_reserved_names")),
    )
    op.create_index("ix_reserved_names_player", "reserved_names", ["player"])
    players = sa.table("players", *map(sa.column, ("id", "name", "login", "created_at")))
    query = sa.select(players.c.id, players.c.name).where(players.c.login.is_not(None)).order_by(players.c.created_at)
    rows: dict[str, str] = {}
    for player in op.get_bind().execute(query):
        for skeleton in skeletons(player.name):
            rows.setdefault(skeleton, player.id)
    if rows:
        op.bulk_insert(reserved, [{"skeleton": skeleton, "player": player} for skeleton, player in rows.items()])


def downgrade() -> None:
    """Back to the step before."""
    op.drop_index("ix_reserved_names_player", table_name="reserved_names")
    op.drop_table("reserved_names")
