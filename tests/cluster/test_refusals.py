"""What cannot be served together is refused in one line, with a code and without a traceback."""

import asyncio
import os
import socket
import sys
from pathlib import Path

from servers import new_postgres_database, redis_url


async def test_wrong_combinations_are_refused_in_one_line(tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))  # bound, but nobody listens
        nobody = f"redis://:secret@127.0.0.1:{probe.getsockname()[1]}/0"
        redis, postgres, sqlite = redis_url(), new_postgres_database(), f"sqlite:///{tmp_path}/house.db"
        both = ("--redis", redis, "--database", postgres)
        serve = ("serve", "--port", "0")
        told = await asyncio.gather(
            _refused(tmp_path, *serve, "--redis", redis, "--database", sqlite),
            _refused(tmp_path, *serve, "--redis", nobody, "--database", postgres),
            _refused(tmp_path, "bot-worker", "--database", postgres),
            _refused(tmp_path, "bot-worker", "--redis", nobody, "--database", postgres),
            _refused(tmp_path, "bot-worker", *both, missing="saq"),
        )
    shared = "a PostgreSQL address: several processes cannot share SQLite"
    extra = "the extra parts for it: pip install 'zashiki[cluster]'"
    answers = "a Redis that answers"
    expected = (shared, answers, "the address of the Redis", answers, extra)
    for text, words in zip(told, expected, strict=True):
        assert words in text
        assert "secret" not in text


async def _refused(home: Path, *line: str, missing: str | None = None) -> str:
    """The line with which the command refuses; `missing` is a library that is not installed."""
    code = f"import sys; sys.modules.update(dict.fromkeys({[missing] if missing else []})); "
    code += "from zashiki.cli.main import main; sys.exit(main(sys.argv[1:]))"
    paths = [str(Path(part).resolve()) for part in os.environ.get("PYTHONPATH", "").split(os.pathsep) if part]
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", code, *line),
        cwd=home,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await asyncio.wait_for(process.communicate(), 60)
    text = err.decode()
    assert process.returncode == 2, text
    assert out == b""
    assert text.startswith("zashiki: ")
    assert text.count("\n") == 1
    return text
