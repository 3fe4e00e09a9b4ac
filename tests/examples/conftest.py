"""The example game, installed as anybody would install it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "tanzaku"
Run = Callable[..., str]


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the example game installed into it; nothing of it is anywhere else."""
    folder = tmp_path_factory.mktemp("example")
    install(EXAMPLE, folder)
    return folder


def install(project: Path, target: Path) -> None:
    """Build a project and install it into a folder, without the network."""
    source = target.with_name(f"{target.name}-source")
    shutil.copytree(project, source, ignore=shutil.ignore_patterns("*.egg-info", "build", "__pycache__"))
    line = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    done = subprocess.run([*line, "--target", target, source], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def environment(installed: Path) -> dict[str, str]:
    """An environment in which the installed game is found, in the lane of these tests."""
    paths = [str(Path(part).resolve()) for part in os.environ.get("PYTHONPATH", "").split(os.pathsep) if part]
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(installed), *paths])}


@pytest.fixture
def python(installed: Path, tmp_path: Path) -> Run:
    """Run Python with the example game installed: `python("-c", program)`; what it prints."""

    def run(*arguments: str, stdin: str = "") -> str:
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=tmp_path,
            env=environment(installed),
            input=stdin,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run
