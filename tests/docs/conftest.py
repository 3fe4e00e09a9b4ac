"""The documentation site, built once for all tests that use it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "docs"))


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as built by `make docs`: in strict mode, so a broken link has failed already."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" not in os.environ or sys.platform == "win32":
        return built(shared / "documentation")
    import fcntl

    # The workers share one: the first builds it, the others wait for the lock.
    with (shared.parent / "documentation.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        folder = shared.parent / "documentation"
        return folder if (folder / "index.html").is_file() else built(folder)


def built(folder: Path) -> Path:
    """Build the site, and check the builder's output."""
    command = [sys.executable, str(ROOT / "docs" / "build.py"), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == "", "a build that has nothing to complain about"
    first, *_, last = done.stdout.splitlines()
    assert "pages put together" in first
    assert str(folder) in last
    return folder
