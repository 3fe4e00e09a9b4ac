"""pairs: who has met whom in rated games, how much each game counted, and when somebody was last rated.

Results that were rated before stay as they are. Guests are not rated any more: their ratings are dropped.
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this step."""
    weight: sa.Column[float] = sa.Column(
        "weight", sa.Double(), nullable=True, comment="how much it counted for the rating, from 0 to 1"
    )
    reasons: sa.Column[object] = sa.Column("reasons", sa.JSON(), nullable=True, comment="why it did not count in full")
    rated_at: sa.Column[float] = sa.Column(
        "rated_at", sa.Double(), nullable=True, comment="when the last game that counted ended"
    )
    op.add_column("results", weight)
    op.add_column("results", reasons)
    op.add_column("ratings", rated_at)
    _create_pairs()
    _fill()


def _create_pairs() -> None:
    def number(name: str, comment: str | None = None) -> "sa.Column[float]":
        return sa.Column(name, sa.Double(), nullable=False, comment=comment)

    op.create_table(
        "pairs",
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("one", sa.String(32), nullable=False, comment="the smaller id"),
        sa.Column("other", sa.String(32), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False, comment="their rated games"),
        number("met_at", "when the last of them ended"),
        number("recent", "how many; it fades, as the next four do"),
        number("surplus", "how much more than expected one has scored"),
        number("spread", "the variance of what was expected"),
        number("gain_one", "what one has gained in rating from the other"),
        number("gain_other"),
        sa.Column("left", sa.Integer(), nullable=False, comment="games that one of them left"),
        sa.Column("hasty", sa.Integer(), nullable=False, comment="games too fast for people"),
        sa.Column("shared_at", sa.Double(), nullable=True, comment="when they were last in the same network"),
        sa.Column("always_with", sa.JSON(), nullable=False, comment="who else sat at each of their tables"),
        sa.ForeignKeyConstraint(["one"], ["players.id"], name=op.f("fk_pairs_one"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["other"], ["players.id"], name=op.f("fk_pairs_other"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "one", "other", name=op.f("pk_pairs")),
    )
    op.create_index(op.f("ix_pairs_other"), "pairs", ["other"])


def _fill() -> None:
    players = sa.table("players", sa.column("id"), sa.column("login"))
    ratings = sa.table("ratings", sa.column("player"), sa.column("game"), sa.column("rated_at", sa.Double()))
    results = sa.table(
        "results", sa.column("player"), sa.column("game"), sa.column("rated", sa.Boolean()), sa.column("ended_at")
    )
    guests = sa.select(players.c.id).where(players.c.login.is_(None))
    op.execute(ratings.delete().where(ratings.c.player.in_(guests)))
    last = (
        sa.select(sa.func.max(results.c.ended_at))
        .where(results.c.player == ratings.c.player, results.c.game == ratings.c.game, results.c.rated)
        .scalar_subquery()
    )
    op.execute(ratings.update().values(rated_at=last))


def downgrade() -> None:
    """Back to the step before."""
    op.drop_table("pairs")
    op.drop_column("ratings", "rated_at")
    op.drop_column("results", "reasons")
    op.drop_column("results", "weight")
