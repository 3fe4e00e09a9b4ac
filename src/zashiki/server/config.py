"""All settings of a server: from a file, the environment, or the command line.

`docs/hosting.md` lists every setting; a test keeps it complete.
"""

import os
import tomllib
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from limits import parse
from pydantic import AfterValidator, Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from zashiki.core.errors import ZashikiError
from zashiki.table.messages import described

PREFIX: Final = "ZASHIKI_"
FILE: Final = "zashiki.toml"


class BadConfig(ZashikiError):
    """A setting is wrong."""


def _rate(text: str) -> str:
    try:
        parse(text)
    except ValueError:
        raise ValueError(f"{text!r} is not a rate; write it like '10/minute' or '5/10 seconds'") from None
    return text


Rate = Annotated[str, AfterValidator(_rate)]


def _cores() -> int:
    return max(1, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


class Config(BaseSettings):
    """The settings of a server."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="forbid", frozen=True)

    host: str = Field(default="127.0.0.1", description="The address to listen on; `0.0.0.0` for all.")
    port: int = Field(default=8765, ge=0, le=65535, description="The port to listen on; 0 takes any free one.")
    database: str = Field(
        default="sqlite:///zashiki.db", description="`sqlite:///FILE` or `postgresql://USER:PASSWORD@HOST/NAME`."
    )
    durable: bool = Field(
        default=True,
        description="SQLite only: committed moves survive even a power cut; if false, only a crash of the server.",
    )
    database_wait: float = Field(
        default=5.0,
        ge=0.1,
        le=60,
        description="Seconds that a change waits for a busy database before it is refused, with nothing changed.",
    )
    backup_to: str | None = Field(
        default=None, description="SQLite only: a folder for a continuous backup, on another disk or machine."
    )
    backup_every: float = Field(
        default=1.0, ge=0.1, le=3600, description="Seconds between two looks at what has to be added to it."
    )
    backup_days: float = Field(default=7.0, ge=1, le=3650, description="How far back it can be restored.")
    redis: str | None = Field(
        default=None, description="`redis://HOST:PORT/0`: needed when more than one process serves the same tables."
    )
    public_url: str | None = Field(
        default=None, description="Where people reach the server (`https://games.example.org`), if behind a proxy."
    )
    allowed_hosts: str = Field(
        default="",
        description=(
            "More names, separated by commas, by which the server is reached; `.example.org` for all below it, `*` for "
            "any. Addresses, `localhost`, this machine's name and that of `public_url` always are."
        ),
    )
    trusted_proxies: str = Field(
        default="127.0.0.1", description="Addresses, separated by commas, whose `X-Forwarded-*` headers are trusted."
    )
    contact: str | None = Field(
        default=None,
        max_length=200,
        description="How people reach the operators, such as a mail address: shown to those who are banned.",
    )
    client: str | None = Field(
        default=None,
        description="The folder of a built browser client; by default the one in the package. `none`: no client.",
    )
    docs: str | None = Field(
        default=None,
        description="The folder of the built documentation; by default the one in the package. `none`: none.",
    )
    bot_processes: int = Field(
        default_factory=_cores, ge=1, le=256, description="How many bots think at the same time."
    )
    bot_pace: float = Field(
        default=0.7,
        ge=0,
        le=10,
        description="Seconds after which a bot moves. 0: as soon as it can, which reveals something about its hand.",
    )
    session_days: int = Field(
        default=90, ge=1, le=3650, description="How long a browser stays signed in after a visit."
    )
    token_days: int = Field(default=365, ge=1, le=3650, description="How long a program's token is valid.")
    max_tables: int = Field(default=30, ge=1, description="Open or running tables that one person may host.")
    max_bot_tables: int = Field(default=5, ge=0, description="Running tables of bots alone that one person may host.")
    max_tables_per_network: int = Field(
        default=200, ge=1, description="Open or running tables whose hosts came from one address."
    )
    max_connections: int = Field(default=5000, ge=1, description="Websockets that one process serves.")
    max_connections_per_player: int = Field(default=20, ge=1, description="Websockets of one person or guest.")
    max_connections_per_network: int = Field(
        default=256, ge=1, description="Connections from one address, and websockets of one address behind a proxy."
    )
    request_seconds: float = Field(
        default=10.0, gt=0, le=600, description="Seconds in which a request has to arrive; long bodies may take longer."
    )
    max_body: int = Field(default=65_536, ge=1024, description="Bytes of a request without a record.")
    max_record: int = Field(default=2_000_000, ge=1024, description="Bytes of a request with a record.")
    rate_requests: Rate = Field(default="600/minute", description="Requests from one address.")
    rate_guests: Rate = Field(default="20/minute", description="New guests from one address.")
    rate_guests_daily: Rate = Field(default="500/day", description="New guests from one network in the long run.")
    rate_passwords: Rate = Field(
        default="10/minute",
        description="Passwords tried for one name from one network, or on a device where the account has signed in.",
    )
    rate_password_networks: Rate = Field(
        default="60/minute", description="Passwords tried from one network, for whatever names."
    )
    rate_password_names: Rate = Field(
        default="300/hour",
        description="Passwords tried for one name on unknown devices everywhere; one network may use a tenth of it.",
    )
    rate_codes: Rate = Field(
        default="20/hour",
        description="Codes of an authenticator app tried for one account on all unknown devices, or on a known one.",
    )
    rate_reports: Rate = Field(default="10/hour", description="Reports to the operators by one person.")
    rate_tables: Rate = Field(default="20/minute", description="New tables of one person.")
    rate_messages: Rate = Field(default="100/10 seconds", description="Messages on one websocket.")
    rate_chat: Rate = Field(default="8/10 seconds", description="Chat messages of one person.")
    rate_hints: Rate = Field(default="30/minute", description="Hints for one person.")
    rate_checks: Rate = Field(default="20/minute", description="Records checked from one address.")
    rate_replays: Rate = Field(
        default="120/minute", description="Parts of replays, and looks back at a game, requested from one address."
    )
    rate_exports: Rate = Field(default="10/hour", description="Exports of one's own data, by one person.")
    rate_lessons: Rate = Field(
        default="600/minute", description="Tries in lessons from one address: a whole class may share it."
    )
    word_list: str | None = Field(
        default=None, description="A file with a word in each line: masked in chat, refused in names."
    )
    unused_guests_days: int = Field(
        default=7, ge=0, le=36_500, description="When guests who have never played are deleted, after their last visit."
    )
    inactive_guests_days: int = Field(
        default=180,
        ge=0,
        le=36_500,
        description="When other guests are deleted, after their last visit; their games are kept without the name.",
    )
    open_tables_days: int = Field(
        default=7, ge=1, le=36_500, description="When a table is closed at which nothing happens before the game."
    )
    closed_tables_days: int = Field(
        default=7, ge=0, le=36_500, description="When tables are deleted that were closed before their game began."
    )
    chat_days: int = Field(
        default=365, ge=0, le=36_500, description="When the chat of a table is deleted, after the end of its game."
    )
    removed_chat_days: int = Field(
        default=30, ge=0, le=36_500, description="When the text of removed chat is deleted from the audit log."
    )
    reports_days: int = Field(
        default=180, ge=0, le=36_500, description="When reports are deleted, after they were closed."
    )
    audit_days: int = Field(
        default=730, ge=0, le=36_500, description="When the audit log is deleted, and sanctions that have ended."
    )
    webhook: str | None = Field(default=None, description="A URL that is notified by POST whose turn it is.")
    webhook_secret: str | None = Field(
        default=None, description="Signs these notifications: HMAC-SHA-256 in the header `X-Zashiki-Signature`."
    )
    metrics: Literal["local", "open", "off"] = Field(
        default="local", description="Who may read `/metrics`: programs on this machine, everybody, nobody."
    )
    log: Literal["json", "text"] = Field(default="text", description="The format of the log.")
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="The lowest level that is logged."
    )
    shutdown_seconds: float = Field(default=10.0, ge=0, description="How long requests may take to finish at shutdown.")


KNOWN: Final = {f"{PREFIX}{name.upper()}" for name in Config.model_fields} | {
    f"{PREFIX}{name}" for name in ("CONFIG", "LANE", "EXPECT_LANE", "CACHE", "PROGRESS")
}
"""The variables with a meaning, here or to the build and its tests."""


def load(file: str | None = None, **given: Any) -> Config:
    """Load settings: from the command line, else the environment, else the file; `BadConfig` says what is wrong."""
    path = Path(file or os.environ.get(f"{PREFIX}CONFIG", FILE))
    written: dict[str, Any] = {}
    if path.exists() or file is not None:
        try:
            written = tomllib.loads(path.read_text("utf-8"))
        except OSError as error:
            raise BadConfig(str(path), f"a file that can be read ({error.strerror})", "config") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise BadConfig(str(path), f"TOML ({error})", "config") from None
    for name in written:
        if name not in Config.model_fields:
            raise BadConfig(name, "one of " + ", ".join(Config.model_fields), str(path))
    for variable in os.environ:
        if variable.startswith(PREFIX) and variable not in KNOWN:
            raise BadConfig(variable, "one of " + ", ".join(sorted(KNOWN)), "environment")
    environment = {name for name in Config.model_fields if f"{PREFIX}{name.upper()}" in os.environ}
    values = {name: value for name, value in written.items() if name not in environment}
    values |= {name: value for name, value in given.items() if value is not None}
    try:
        return Config(**values)
    except ValidationError as error:
        raise BadConfig("a setting", described(error), "settings") from None
