"""operators: roles, reports, warnings, mutes, bans, blocks, removed chat, and the audit log."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this step."""
    op.add_column("players", sa.Column("role", sa.String(10), nullable=True, comment="operator, or null"))
    network = sa.Column("network", sa.String(32), nullable=True, comment="a keyed hash of the network it was made from")
    op.add_column("sessions", network)
    removed: sa.Column[float] = sa.Column(
        "removed_at", sa.Double(), nullable=True, comment="when an operator removed it: its text is gone from here"
    )
    op.add_column("chat", removed)
    _create_blocks()
    _create_sanctions()
    _create_reports()
    _create_audit()


def downgrade() -> None:
    """Back to the step before."""
    for table in ("server_keys", "audit", "reports", "sanctions", "blocks"):
        op.drop_table(table)
    op.drop_column("chat", "removed_at")
    op.drop_column("sessions", "network")
    op.drop_column("players", "role")


def _create_blocks() -> None:
    op.create_table(
        "blocks",
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("blocked", sa.String(32), nullable=False),
        _person("blocks", "player", "CASCADE"),
        _person("blocks", "blocked", "CASCADE"),
        sa.PrimaryKeyConstraint("player", "blocked", name=op.f("pk_blocks")),
    )
    op.create_index(op.f("ix_blocks_blocked"), "blocks", ["blocked"])


def _create_sanctions() -> None:
    op.create_table(
        "sanctions",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False, comment="warning, mute or ban"),
        sa.Column("player", sa.String(32), nullable=True),
        sa.Column("network", sa.String(32), nullable=True, comment="the keyed hash of a network, if it is banned"),
        sa.Column("reason", sa.Text(), nullable=False, comment="what the person is told"),
        sa.Column("made_at", sa.Double(), nullable=False),
        sa.Column("until", sa.Double(), nullable=True, comment="null: for good"),
        sa.Column(
            "ended_at", sa.Double(), nullable=True, comment="when a warning was read, or a mute or ban was lifted"
        ),
        _person("sanctions", "player", "CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sanctions")),
    )
    op.create_index(op.f("ix_sanctions_player"), "sanctions", ["player"])


def _create_reports() -> None:
    op.create_table(
        "reports",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("reporter", sa.String(32), nullable=True),
        sa.Column("player", sa.String(32), nullable=True),
        sa.Column("name", sa.String(40), nullable=True, comment="of the person, when they were reported"),
        sa.Column("table", sa.String(32), nullable=True),
        sa.Column("reason", sa.String(10), nullable=False),
        sa.Column(
            "entries", sa.JSON(), nullable=False, comment="for each time it was reported: the words and the context"
        ),
        sa.Column("open", sa.String(100), nullable=True, comment="whom by whom at which table; null when it is closed"),
        sa.Column("made_at", sa.Double(), nullable=False),
        sa.Column("changed_at", sa.Double(), nullable=False),
        sa.Column("closed_at", sa.Double(), nullable=True),
        _person("reports", "reporter", "SET NULL"),
        _person("reports", "player", "SET NULL"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_reports_table"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
        sa.UniqueConstraint("open", name=op.f("uq_reports_open")),
    )
    for column in ("reporter", "player", "closed_at"):
        op.create_index(op.f(f"ix_reports_{column}"), "reports", [column])


def _create_audit() -> None:
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("by", sa.String(32), nullable=True, comment="the operator; null for the command line"),
        sa.Column("by_name", sa.String(40), nullable=False),
        sa.Column("action", sa.String(20), nullable=False),
        sa.Column("player", sa.String(32), nullable=True, comment="whom it concerns; kept when they are deleted"),
        sa.Column("table", sa.String(32), nullable=True),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )
    for column in ("at", "player"):
        op.create_index(op.f(f"ix_audit_{column}"), "audit", [column])
    op.create_table(
        "server_keys",
        sa.Column("name", sa.String(20), nullable=False),
        sa.Column("value", sa.LargeBinary(32), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_server_keys")),
    )


def _person(table: str, column: str, ondelete: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_{column}")
    return sa.ForeignKeyConstraint([column], ["players.id"], name=name, ondelete=ondelete)
