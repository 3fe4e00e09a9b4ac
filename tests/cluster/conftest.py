"""The town is opened once for all tests here."""

import asyncio
from collections.abc import Generator

import pytest

from cluster.harness import Town


@pytest.fixture(scope="session")
def town() -> Generator[Town]:
    one = Town()
    try:
        asyncio.run(one.open())
        yield one
    finally:
        asyncio.run(one.close())
