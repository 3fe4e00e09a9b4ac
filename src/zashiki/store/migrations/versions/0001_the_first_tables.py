"""the first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this step."""
    op.create_table(
        "house",
        sa.Column("key", sa.String(length=20), nullable=False),
        sa.Column("value", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_house")),
    )
    op.create_table(
        "players",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column(
            "login", sa.String(length=80), nullable=True, comment="the name folded for comparing; null for a guest"
        ),
        sa.Column("password", sa.String(length=200), nullable=True, comment="Argon2id"),
        sa.Column("preferences", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("seen_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_players")),
        sa.UniqueConstraint("login", name=op.f("uq_players_login")),
    )
    op.create_table(
        "mutes",
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("muted", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(["muted"], ["players.id"], name=op.f("fk_mutes_muted"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_mutes_player"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("player", "muted", name=op.f("pk_mutes")),
    )
    op.create_table(
        "ratings",
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_ratings_player"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("player", "game", name=op.f("pk_ratings")),
    )
    op.create_table(
        "sessions",
        sa.Column("key", sa.String(length=64), nullable=False, comment="SHA-256 of the cookie or token"),
        sa.Column("id", sa.String(length=32), nullable=False, comment="to speak of it without its key"),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False, comment="cookie or token"),
        sa.Column("label", sa.String(length=60), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("expires_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_sessions_player"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_sessions")),
        sa.UniqueConstraint("id", name=op.f("uq_sessions_id")),
    )
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sessions_expires_at"), ["expires_at"], unique=False)
        batch_op.create_index(batch_op.f("ix_sessions_player"), ["player"], unique=False)

    op.create_table(
        "tables",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False, comment="the version of the game's rules"),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False, comment="whether strangers find it among the open tables"),
        sa.Column("status", sa.String(length=10), nullable=False, comment="open, running, over or closed"),
        sa.Column("host", sa.String(length=32), nullable=True),
        sa.Column("seed", sa.LargeBinary(length=32), nullable=False, comment="the server's: a secret until the end"),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column(
            "revision",
            sa.Integer(),
            nullable=False,
            comment="grows with every change; who writes must have seen the last",
        ),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column(
            "clocks", sa.JSON(), nullable=False, comment="for each seat: since when it is asked, and what is left"
        ),
        sa.Column(
            "deadline",
            sa.Double(),
            nullable=True,
            comment="when somebody's time is over, or a bot should have answered",
        ),
        sa.Column("summary", sa.JSON(), nullable=False, comment="a cache of what lists show: waiting, scores, winners"),
        sa.Column("rematch_of", sa.String(length=32), nullable=True),
        sa.Column("rematch", sa.String(length=32), nullable=True),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("started_at", sa.Double(), nullable=True),
        sa.Column("ended_at", sa.Double(), nullable=True),
        sa.Column("changed_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["host"], ["players.id"], name=op.f("fk_tables_host"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
        sa.UniqueConstraint("rematch", name=op.f("uq_tables_rematch")),
    )
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.create_index("ix_tables_listed_status_created_at", ["listed", "status", "created_at"], unique=False)
        batch_op.create_index("ix_tables_status_deadline", ["status", "deadline"], unique=False)

    op.create_table(
        "chat",
        sa.Column("table", sa.String(length=32), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=True),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True, comment="null for a spectator"),
        sa.Column("phrase", sa.String(length=40), nullable=True, comment="the code of a preset phrase"),
        sa.Column("text", sa.Text(), nullable=True),
        sa.Column("said_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_chat_player"), ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_chat_table"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table", "n", name=op.f("pk_chat")),
    )
    op.create_table(
        "moves",
        sa.Column("table", sa.String(length=32), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False, comment="-1 is chance"),
        sa.Column("move", sa.Text(), nullable=False, comment="the word for it, as in records"),
        sa.Column(
            "key",
            sa.String(length=64),
            nullable=True,
            comment="the message that brought it: a repeated one is known again",
        ),
        sa.Column("by", sa.String(length=10), nullable=False, comment="person, bot or chance"),
        sa.Column("made_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_moves_table"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table", "ply", name=op.f("pk_moves")),
        sa.UniqueConstraint("table", "seat", "key", name=op.f("uq_moves_table_seat_key")),
    )
    op.create_table(
        "results",
        sa.Column("table", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=True),
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("share", sa.Double(), nullable=False, comment="the part of the victory"),
        sa.Column("left", sa.Boolean(), nullable=False, comment="whether a bot had to finish for the person"),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=True, comment="the rating after it"),
        sa.Column("sigma", sa.Double(), nullable=True),
        sa.Column("ended_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_results_player"), ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_results_table"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table", "seat", name=op.f("pk_results")),
    )
    with op.batch_alter_table("results", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_results_player"), ["player"], unique=False)

    op.create_table(
        "seats",
        sa.Column("table", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=True),
        sa.Column(
            "name",
            sa.String(length=40),
            nullable=True,
            comment="of a person who has left the house, or sits here only in a record",
        ),
        sa.Column("level", sa.Integer(), nullable=True, comment="of the bot that sits here"),
        sa.Column("stand_in", sa.Boolean(), nullable=False, comment="whether a bot plays for the person"),
        sa.Column("seed", sa.Text(), nullable=True, comment="what the player added to chance"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_seats_player"), ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_seats_table"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table", "seat", name=op.f("pk_seats")),
    )
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seats_player"), ["player"], unique=False)

    op.create_table(
        "undone",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("table", sa.String(length=32), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False, comment="where the game goes on"),
        sa.Column("rules", sa.Integer(), nullable=False, comment="the version under which the moves were made"),
        sa.Column("moves", sa.JSON(), nullable=False, comment="what a repair had to take back"),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_undone_table"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_undone")),
    )
    with op.batch_alter_table("undone", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_undone_table"), ["table"], unique=False)


def downgrade() -> None:
    """Back to the step before."""
    with op.batch_alter_table("undone", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_undone_table"))

    op.drop_table("undone")
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seats_player"))

    op.drop_table("seats")
    with op.batch_alter_table("results", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_results_player"))

    op.drop_table("results")
    op.drop_table("moves")
    op.drop_table("chat")
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.drop_index("ix_tables_status_deadline")
        batch_op.drop_index("ix_tables_listed_status_created_at")

    op.drop_table("tables")
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_sessions_player"))
        batch_op.drop_index(batch_op.f("ix_sessions_expires_at"))

    op.drop_table("sessions")
    op.drop_table("ratings")
    op.drop_table("mutes")
    op.drop_table("players")
    op.drop_table("house")
