"""One cluster for all tests."""

import asyncio
from collections.abc import Generator

import pytest

from cluster.harness import Cluster


@pytest.fixture(scope="session")
def cluster() -> Generator[Cluster]:
    started = Cluster()
    try:
        asyncio.run(started.open())
        yield started
    finally:
        asyncio.run(started.close())
