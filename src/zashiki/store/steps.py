"""Migrations: the version of a database, and upgrading it."""

from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, MetaData, create_engine, event, inspect
from sqlalchemy.pool import StaticPool

SCRIPTS: Final = Path(__file__).parent / "migrations"
"""The migration scripts."""
VERSION_TABLE: Final = "alembic_version"
"""Where a database stores its version."""


def upgrade(connection: Connection, step: str = "head") -> None:
    """Migrate a database to a version, by default the newest."""
    from alembic import command  # slow to import, and rarely needed
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, step)


def step_of(connection: Connection) -> str | None:
    """The version of a database; None if it is not one of ours."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    step: str | None = connection.exec_driver_sql(f"SELECT version_num FROM {VERSION_TABLE}").scalar_one_or_none()
    return step


def known_steps() -> list[str]:
    """All versions, the oldest first: the names of their scripts begin with them."""
    return sorted(file.name.partition("_")[0] for file in (SCRIPTS / "versions").glob("[0-9]*_*.py"))


def layout(step: str) -> MetaData:
    """The tables of a version, reflected from a migrated database in memory: old schemas need no second copy."""
    found = MetaData()

    @event.listens_for(found, "column_reflect")
    def any_database(_inspector: object, _table: object, column: Any) -> None:
        column["type"] = column["type"].as_generic()

    engine = create_engine("sqlite://", poolclass=StaticPool)
    with engine.begin() as connection:
        upgrade(connection, step)
        found.reflect(connection, only=lambda name, _: name != VERSION_TABLE)
    engine.dispose()
    return found
