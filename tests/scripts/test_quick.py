"""`scripts/quick.py` as a developer runs it, in a tiny repository."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from checks import chosen
from scripts.test_jobs import commit, git

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.once

PROJECT = """
[tool.mypy]
files = ["src"]
[tool.ruff]
include = ["src/**"]
[tool.importlinter]
root_package = "zashiki"
[[tool.importlinter.contracts]]
name = "One way"
type = "layers"
layers = ["zashiki.cli", "zashiki.core"]
"""
FILES = {
    "pyproject.toml": PROJECT,
    ".gitignore": "__pycache__/\n.*_cache/\n.quick/\n",
    "src/zashiki/__init__.py": "",
    "src/zashiki/core.py": "def two() -> int:\n    return 2\n",
    "src/zashiki/cli.py": "",
    "tests/core/test_core.py": "from zashiki.core import two\n\n\ndef test_two():\n    assert two() == 2\n",
    "tests/core/test_slow.py": "import zashiki.core\n\n\ndef test_slow():\n    raise AssertionError\n",
    "tests/cli/test_cli.py": "import zashiki.cli\n\n\ndef test_cli():\n    raise AssertionError\n",
    "tests/durations.json": '{"seconds": {"tests/core/test_slow.py::test_slow": 1000}}',
}


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    shutil.copytree(ROOT / "scripts", tmp_path / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
    git(tmp_path, "init", "-q")
    commit(tmp_path, "first")
    return tmp_path


def quick(repo: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    others = {name: value for name, value in os.environ.items() if not name.startswith(("ZASHIKI_", "PYTEST_"))}
    line = [sys.executable, "scripts/quick.py", "--jobs", "1", *arguments]
    # A budget that a busy machine meets, too; the slow test does not fit by its recorded duration.
    return subprocess.run(line, cwd=repo, env=others, capture_output=True, text=True, check=False)


def test_only_the_change_is_checked_and_omissions_are_reported(repo: Path) -> None:
    (repo / "src/zashiki/core.py").write_text("def two() -> int:\n    return 1 + 1\n", "utf-8")
    done = quick(repo, "--budget", "300")
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 file not yet committed: src/zashiki/core.py" in done.stdout
    assert "quick: fine. 1 test passed; ruff check, ruff format, imports, mypy." in done.stdout
    assert "Left out for time: 1 test affected by the change (core 1)." in done.stdout
    assert (repo / ".quick/rest.txt").read_text("utf-8") == "tests/core/test_slow.py::test_slow\n"
    command = next(line for line in done.stdout.splitlines() if "Run them with" in line)
    assert command.endswith("-m pytest -n auto @.quick/rest.txt")


def test_only_failures_are_printed(repo: Path) -> None:
    (repo / "src/zashiki/core.py").write_text("import zashiki.cli\ndef two() -> str:\n    return 3\n", "utf-8")
    done = quick(repo, "--all")
    assert done.returncode == 1
    assert "quick: 2 tests failed; lint failed; types failed." in done.stdout
    assert "=== tests/core/test_core.py::test_two ===" in done.stdout
    assert "assert 3 == 2" in done.stdout
    assert "One way BROKEN" in done.stdout
    assert 'got "int", expected "str"' in done.stdout
    assert "Left out" not in done.stdout
    # With `--all` also the slow one; tests that do not import the change are not affected.
    assert "test_slow ===" in done.stdout
    assert "test_cli" not in done.stdout


def test_a_file_that_cannot_be_collected_is_a_failure(repo: Path) -> None:
    (repo / "tests/core/test_core.py").write_text("import zashiki.nothing\n", "utf-8")
    done = quick(repo)
    assert done.returncode == 1
    assert "No module named 'zashiki.nothing'" in done.stdout


def test_wrong_arguments_are_refused_in_a_line(repo: Path) -> None:
    done = quick(repo, "--base", "nowhere")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("quick: no common commit with 'nowhere'")
    assert quick(repo, "--budget", "0").returncode == 2


def test_a_terminated_run_leaves_its_unfinished_tests(tmp_path: Path) -> None:
    first, second = tmp_path / "lane0.jsonl", tmp_path / "lane1.jsonl"
    first.write_text(
        '{"what": "chosen", "mine": 2, "collected": ["a", "b", "c", "d"]}\n'
        '{"what": "begin", "test": "a"}\n'
        '{"what": "end", "test": "a", "outcome": "passed"}\n'
        '{"what": "begin", "test": "b"}\n'
        '{"what": "fai',
        "utf-8",
    )
    outcome = chosen.read([first, second])
    assert (outcome.count("passed"), outcome.mine, outcome.left) == (1, 2, ["b", "c", "d"])
    assert list(outcome.running.values()) == ["b"]
    assert chosen.read([second]).collected is None, "so nothing may be said to have been collected"
