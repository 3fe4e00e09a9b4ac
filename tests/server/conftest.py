"""A house for each test that wants one."""

import logging
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
import structlog
from argon2 import PasswordHasher

from server.client import House, house, listed
from zashiki.server import files, people


@pytest.fixture(autouse=True)
def _quiet() -> None:
    """The log of a house is for those who keep it: here only what went wrong."""
    structlog.configure(
        processors=[structlog.processors.format_exc_info, structlog.processors.KeyValueRenderer()],
        wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR),
        logger_factory=structlog.PrintLoggerFactory(),
        cache_logger_on_first_use=False,
    )


@pytest.fixture(autouse=True)
def _quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same way to keep passwords, with less work: what it costs in earnest has a test of its own."""
    monkeypatch.setattr(people, "_hasher", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    people._unknown_password.cache_clear()


@pytest.fixture(autouse=True)
def _files_listed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """To list the files of the client and of the documentation takes longer than many a test."""
    monkeypatch.setattr(files, "_listed", listed)


@pytest.fixture
async def inn(tmp_path: Path) -> AsyncGenerator[House]:
    async with house(tmp_path) as there:
        yield there
