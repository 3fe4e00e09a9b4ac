"""The steps in which the schema grew: going up to one of them, knowing where a database stands."""

from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, MetaData, create_engine, event, inspect
from sqlalchemy.pool import StaticPool

SCRIPTS: Final = Path(__file__).parent / "migrations"
"""Where the steps are."""
VERSION_TABLE: Final = "alembic_version"
"""Where a database notes its step."""


def upgrade(connection: Connection, step: str = "head") -> None:
    """Bring a database to a step, the last one if none is named."""
    from alembic import command  # a good part of the time to start, and hardly ever needed
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, step)


def step_of(connection: Connection) -> str | None:
    """The step at which a database stands; None if it holds no house."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    step: str | None = connection.exec_driver_sql(f"SELECT version_num FROM {VERSION_TABLE}").scalar_one_or_none()
    return step


def known_steps() -> list[str]:
    """Every step, the first one first: their files begin with their names."""
    return sorted(file.name.partition("_")[0] for file in (SCRIPTS / "versions").glob("[0-9]*_*.py"))


def layout(step: str) -> MetaData:
    """The tables as they are at a step: made in memory, and looked at. So old steps need not be written down twice."""
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
