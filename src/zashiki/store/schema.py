"""The tables of the database.

Times are seconds since 1970 (UTC) as floats: alike in both databases, in JSON and in the clocks of the games.
Moves are append-only, and unique by (table, ply): whatever goes wrong elsewhere, no move is there twice.
"""

from typing import Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

ID: Final = String(32)
"""Of players, tables and tokens: drawn at random, not to be guessed."""

players = Table(
    "players",
    metadata,
    Column("id", ID, primary_key=True),
    Column("name", String(40), nullable=False),
    Column("login", String(80), unique=True, comment="the name folded for comparing; null for a guest"),
    Column("password", String(200), comment="Argon2id"),
    Column("preferences", JSON, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("seen_at", Double, nullable=False),
    Column("role", String(10), comment="operator, or null"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("key", String(64), primary_key=True, comment="SHA-256 of the cookie or token"),
    Column("id", ID, nullable=False, unique=True, comment="to speak of it without its key"),
    Column("player", ID, ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", String(10), nullable=False, comment="cookie or token"),
    Column("label", String(60), nullable=False),
    Column("created_at", Double, nullable=False),
    Column("expires_at", Double, nullable=False, index=True),
    Column("network", String(32), comment="a keyed hash of the network it was made from"),
    Column("scopes", String(40), nullable=False, server_default="", comment="of a token, with spaces between"),
    Column("confirmed_at", Double, nullable=False, server_default="0", comment="when the person proved who they are"),
)

reserved_names = Table(
    "reserved_names",
    metadata,
    Column("skeleton", String(400), primary_key=True, comment="what the name looks like"),
    Column("player", ID, nullable=False, comment="whose it is or was, even if deleted"),
    Column("until", Double, comment="null while an account has the name"),
    Index("ix_reserved_names_player", "player"),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(1400), primary_key=True, comment="of the credential, in base64url"),
    Column("player", ID, ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("label", String(60), nullable=False),
    Column("public_key", LargeBinary(4096), nullable=False),
    Column("sign_count", BigInteger, nullable=False, comment="how often it signed, if it counts"),
    Column("created_at", Double, nullable=False),
    Column("used_at", Double),
    Index("ix_passkeys_player", "player"),
)

recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("key", String(64), primary_key=True, comment="SHA-256 of the player's id and the code"),
    Column("player", ID, ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Index("ix_recovery_codes_player", "player"),
)

totp = Table(
    "totp",
    metadata,
    Column("player", ID, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("secret", LargeBinary(20), nullable=False, comment="shared with an authenticator app"),
    Column("confirmed_at", Double, comment="when it began to count, by a first code"),
    Column("last_step", BigInteger, nullable=False, comment="of the last code that was used"),
)

challenges = Table(
    "challenges",
    metadata,
    Column("key", String(64), primary_key=True, comment="SHA-256 of the browser's cookie"),
    Column("challenge", LargeBinary(32), nullable=False),
    Column("purpose", String(10), nullable=False),
    Column("player", ID, comment="who is to answer it, if that is known"),
    Column("expires_at", Double, nullable=False),
)

devices = Table(
    "devices",
    metadata,
    Column("key", String(64), primary_key=True, comment="SHA-256 of the device's cookie"),
    Column("player", ID, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("created_at", Double, nullable=False),
    Column("seen_at", Double, nullable=False),
    Index("ix_devices_player", "player"),
)

FIRST_SEALING: Final = '{"algorithm": "zashiki-fair/1", "attempt": 1, "sealed_at": null, "failures": []}'
"""What games of before `zashiki-fair/2` have; every new table has its own."""
SEALING_COMMENT: Final = "how far the seats are with their seeds"

LEFT_COMMENT: Final = "whether a bot has decided something for the person"

tables = Table(
    "tables",
    metadata,
    Column("id", ID, primary_key=True),
    Column("game", String(20), nullable=False),
    Column("rules", Integer, nullable=False, comment="the version of the game's rules"),
    Column("settings", JSON, nullable=False),
    Column("listed", Boolean, nullable=False, comment="whether strangers find it among the open tables"),
    Column("status", String(10), nullable=False, comment="open, running, over or closed"),
    Column("host", ID, ForeignKey("players.id", ondelete="SET NULL")),
    Column("seed", LargeBinary(32), nullable=False, comment="the server's: a secret until the end"),
    Column("commitment", String(64), nullable=False),
    Column("revision", Integer, nullable=False, comment="grows with every change; who writes must have seen the last"),
    Column("ply", Integer, nullable=False),
    Column("clocks", JSON, nullable=False, comment="for each seat: since when it is asked, and what is left"),
    Column("deadline", Double, comment="when somebody's time is over, or a bot should have answered"),
    Column("summary", JSON, nullable=False, comment="a cache of what lists show: waiting, scores, winners"),
    Column("sealing", JSON, nullable=False, server_default=FIRST_SEALING, comment=SEALING_COMMENT),
    Column("barred", JSON, nullable=False, server_default="[]", comment="whom the host has sent away"),
    Column("rematch_of", ID),
    Column("rematch", ID, unique=True),
    Column("created_at", Double, nullable=False),
    Column("started_at", Double),
    Column("ended_at", Double),
    Column("changed_at", Double, nullable=False),
    Index("ix_tables_status_deadline", "status", "deadline"),
    Index("ix_tables_listed_status_created_at", "listed", "status", "created_at"),
)

seats = Table(
    "seats",
    metadata,
    Column("table", ID, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", ID, ForeignKey("players.id", ondelete="SET NULL"), index=True),
    Column("name", String(40), comment="of a deleted player, or one known only from an imported record"),
    Column("level", Integer, comment="of the bot that sits here"),
    Column("stand_in", Boolean, nullable=False, comment="whether a bot plays for the person"),
    Column("left", Boolean, nullable=False, server_default=false(), comment=LEFT_COMMENT),
    Column("agreed", String(16), comment="the terms of a rated game that the person has agreed to"),
    Column(
        "program", Boolean, nullable=False, server_default=false(), comment="whether a program plays for the person"
    ),
    Column("network", String(32), comment="a keyed hash of where the person came from; null when the game is over"),
    Column("commitment", String(64), comment="to the seat's seed; before the deal only a player's own"),
    Column("seed", Text, comment="the seat's, once it is revealed"),
)

moves = Table(
    "moves",
    metadata,
    Column("table", ID, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("seat", Integer, nullable=False, comment="-1 is chance"),
    Column("move", Text, nullable=False, comment="the word for it, as in records"),
    Column("key", String(64), comment="the idempotency key of the message"),
    Column("by", String(10), nullable=False, comment="person, bot or chance"),
    Column("made_at", Double, nullable=False),
    UniqueConstraint("table", "seat", "key"),
)

undone = Table(
    "undone",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("table", ID, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("ply", Integer, nullable=False, comment="where the game goes on"),
    Column("rules", Integer, nullable=False, comment="the version under which the moves were made"),
    Column("moves", JSON, nullable=False, comment="what a repair had to take back"),
    Column("why", Text, nullable=False),
    Column("at", Double, nullable=False),
)

chat = Table(
    "chat",
    metadata,
    Column("table", ID, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("player", ID, ForeignKey("players.id", ondelete="SET NULL")),
    Column("name", String(40), nullable=False),
    Column("seat", Integer, comment="null for a spectator"),
    Column("phrase", String(40), comment="the code of a preset phrase"),
    Column("text", Text),
    Column("said_at", Double, nullable=False),
    Column("removed_at", Double, comment="when an operator removed it: its text is gone from here"),
)

mutes = Table(
    "mutes",
    metadata,
    Column("player", ID, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("muted", ID, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
)

blocks = Table(
    "blocks",
    metadata,
    Column("player", ID, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("blocked", ID, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True, index=True),
)

sanctions = Table(
    "sanctions",
    metadata,
    Column("id", ID, primary_key=True),
    Column("kind", String(10), nullable=False, comment="warning, mute or ban"),
    Column("player", ID, ForeignKey("players.id", ondelete="CASCADE"), index=True),
    Column("network", String(32), comment="the keyed hash of a network, if it is banned"),
    Column("reason", Text, nullable=False, comment="what the person is told"),
    Column("made_at", Double, nullable=False),
    Column("until", Double, comment="null: for good"),
    Column("ended_at", Double, comment="when a warning was read, or a mute or ban was lifted"),
)

reports = Table(
    "reports",
    metadata,
    Column("id", ID, primary_key=True),
    Column("reporter", ID, ForeignKey("players.id", ondelete="SET NULL"), index=True),
    Column("player", ID, ForeignKey("players.id", ondelete="SET NULL"), index=True),
    Column("name", String(40), comment="of the person, when they were reported"),
    Column("table", ID, ForeignKey("tables.id", ondelete="SET NULL")),
    Column("reason", String(10), nullable=False),
    Column("entries", JSON, nullable=False, comment="for each time it was reported: the words and the context"),
    Column("open", String(100), unique=True, comment="whom by whom at which table; null when it is closed"),
    Column("made_at", Double, nullable=False),
    Column("changed_at", Double, nullable=False),
    Column("closed_at", Double, index=True),
)

audit = Table(
    "audit",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", Double, nullable=False, index=True),
    Column("by", ID, comment="the operator; null for the command line"),
    Column("by_name", String(40), nullable=False),
    Column("action", String(20), nullable=False),
    Column("player", ID, index=True, comment="whom it concerns; kept when they are deleted"),
    Column("table", ID),
    Column("why", Text, nullable=False),
    Column("details", JSON, nullable=False),
)

server_keys = Table(
    "server_keys",
    metadata,
    Column("name", String(20), primary_key=True),
    Column("value", LargeBinary(32), nullable=False),
)

results = Table(
    "results",
    metadata,
    Column("table", ID, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", ID, ForeignKey("players.id", ondelete="SET NULL"), index=True),
    Column("game", String(20), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("share", Double, nullable=False, comment="the part of the victory"),
    Column("left", Boolean, nullable=False, comment="whether a bot had to decide for the person"),
    Column("rated", Boolean, nullable=False),
    Column("mu", Double, comment="the rating after it"),
    Column("sigma", Double),
    Column("weight", Double, comment="how much it counted for the rating, from 0 to 1"),
    Column("reasons", JSON, comment="why it did not count in full"),
    Column("ended_at", Double, nullable=False),
)

ratings = Table(
    "ratings",
    metadata,
    Column("player", ID, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(20), primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("rated_at", Double, comment="when the last game that counted ended"),
)

pairs = Table(
    "pairs",
    metadata,
    Column("game", String(20), primary_key=True),
    Column("one", ID, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True, comment="the smaller id"),
    Column("other", ID, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("games", Integer, nullable=False, comment="their rated games"),
    Column("met_at", Double, nullable=False, comment="when the last of them ended"),
    Column("recent", Double, nullable=False, comment="how many; it fades, as the next four do"),
    Column("surplus", Double, nullable=False, comment="how much more than expected one has scored"),
    Column("spread", Double, nullable=False, comment="the variance of what was expected"),
    Column("gain_one", Double, nullable=False, comment="what one has gained in rating from the other"),
    Column("gain_other", Double, nullable=False),
    Column("left", Integer, nullable=False, comment="games that one of them left"),
    Column("hasty", Integer, nullable=False, comment="games too fast for people"),
    Column("shared_at", Double, comment="when they were last in the same network"),
    Column("always_with", JSON, nullable=False, comment="who else sat at each of their tables"),
)

server_state = Table(
    "server_state",
    metadata,
    Column("key", String(20), primary_key=True),
    Column("value", Double, nullable=False),
)
