"""What cannot be served together is refused in one line, with a code and without a traceback."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from backing_services import new_postgres_database, redis_url
from zashiki.cli.main import main


def refusal(code: int, out: str, err: str) -> str:
    """The line with which the command refuses."""
    assert (code, out) == (2, ""), err
    assert err.startswith("zashiki: ")
    assert err.count("\n") == 1
    return err


def test_wrong_combinations_are_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    def refused(*line: str) -> str:
        return refusal(main(list(line)), *capsys.readouterr())

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))  # bound, but nobody listens
        nobody = f"redis://:secret@127.0.0.1:{probe.getsockname()[1]}/0"
        redis, postgres, sqlite = redis_url(), new_postgres_database(), f"sqlite:///{tmp_path}/zashiki.db"
        serve = ("serve", "--port", "0")
        texts = [
            refused(*serve, "--redis", redis, "--database", sqlite),
            refused(*serve, "--redis", nobody, "--database", postgres),
            refused("bot-worker", "--database", postgres),
            refused("bot-worker", "--redis", nobody, "--database", postgres),
        ]
    shared = "a PostgreSQL address: several processes cannot share SQLite"
    responds = "a Redis that responds"
    expected = (shared, responds, "the address of the Redis", responds)
    for text, words in zip(texts, expected, strict=True):
        assert words in text
        assert "secret" not in text


def test_a_missing_package_is_reported_in_one_line(tmp_path: Path) -> None:
    """In a process of its own: here it was imported long ago."""
    code = "import sys; sys.modules['saq'] = None; from zashiki.cli.main import main; sys.exit(main(sys.argv[1:]))"
    line = [sys.executable, "-c", code, "bot-worker", "--redis", redis_url(), "--database", new_postgres_database()]
    paths = [str(Path(part).resolve()) for part in os.environ.get("PYTHONPATH", "").split(os.pathsep) if part]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    done = subprocess.run(line, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=60, check=False)
    texts = refusal(done.returncode, done.stdout, done.stderr)
    assert "the packages it needs: pip install 'zashiki[cluster]'" in texts
