"""A server for each test that needs one."""

import logging
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
import structlog
from argon2 import PasswordHasher

from server.client import RunningServer, listed, running_server
from zashiki.server import files, passwords


@pytest.fixture(autouse=True)
def _quiet() -> None:
    """Log errors only."""
    structlog.configure(
        processors=[structlog.processors.format_exc_info, structlog.processors.KeyValueRenderer()],
        wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR),
        logger_factory=structlog.PrintLoggerFactory(),
        cache_logger_on_first_use=False,
    )


@pytest.fixture(autouse=True)
def _quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same password hash with less work: the production parameters have a test of their own."""
    monkeypatch.setattr(passwords, "_hasher", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    passwords._unknown_password.cache_clear()


@pytest.fixture(autouse=True)
def _files_listed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Listing the files of the client and the documentation takes longer than most tests."""
    monkeypatch.setattr(files, "_listed", listed)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncGenerator[RunningServer]:
    async with running_server(tmp_path) as server:
        yield server
