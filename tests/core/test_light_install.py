"""The library runs on three small packages; a part that needs more says how to add it, in one line."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
BASE = [re.split(r"[>=<]", line)[0] for line in PROJECT["dependencies"]]
CLI = [*BASE, *(re.split(r"[>=<]", line)[0] for line in PROJECT["optional-dependencies"]["cli"])]

# The same in both lanes.
pytestmark = pytest.mark.once


def run(packages: list[str], *arguments: str, folder: Path = ROOT) -> "subprocess.CompletedProcess[str]":
    line = [sys.executable, str(ROOT / "tests" / "only.py"), ",".join(packages), *arguments]
    paths = [str(Path(part).resolve()) for part in os.environ.get("PYTHONPATH", "").split(os.pathsep) if part]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    return subprocess.run(line, cwd=folder, env=env, capture_output=True, text=True, encoding="utf-8", check=False)


def test_the_library_needs_three_packages_and_no_others() -> None:
    assert len(BASE) == 3
    program = """
import sys
import zashiki
match = zashiki.new("sakura", seed=1)
while not match.over:
    seat = match.waiting[0]
    match.play(seat, match.legal(seat)[0])
zashiki.verify(match.record())
from zashiki.bots import levels
heavy = {"fastapi", "sqlalchemy", "numpy", "pydantic", "rich", "typer"} & set(sys.modules)
print(len(zashiki.games()), len(levels("hijun")), sorted(heavy))
"""
    done = run(BASE, "-c", program)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["5", "5", "[]"]


def test_without_anything_to_draw_with_a_match_is_shown_as_a_line(tmp_path: Path) -> None:
    """In a notebook; whoever asks for a drawing is told what it needs."""
    shown = "print(match._repr_html_(), repr(match)); print(match)"
    done = run(BASE, "-c", f"import zashiki; match = zashiki.new('sakura', seed=1); {shown}", folder=tmp_path)
    assert done.stdout.startswith("None <Match: Sakura")
    assert done.stderr.splitlines()[-1].endswith("drawing a table needs rich: pip install 'zashiki[cli]'")


def test_importing_the_library_loads_no_server_and_no_numpy() -> None:
    """With everything installed, too."""
    heavy = {"fastapi", "sqlalchemy", "numpy", "pydantic", "rich"}
    program = f"import sys, zashiki; print(sorted({heavy!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "[]", done.stderr


@pytest.mark.parametrize(
    ("packages", "arguments", "told"),
    [
        (BASE, ["-m", "zashiki", "games"], "zashiki: the zashiki command needs typer: pip install 'zashiki[cli]'"),
        (CLI, ["-m", "zashiki", "serve"], "zashiki: a server needs .*: pip install 'zashiki\\[server\\]'"),
        (CLI, ["-m", "zashiki"], "zashiki: a server needs .*: pip install 'zashiki\\[server\\]'"),
        (CLI, ["-m", "zashiki", "admin", "backup", "x"], "zashiki: .* needs .*: pip install 'zashiki\\[server\\]'"),
        (
            BASE,
            ["-c", "from zashiki import research; research.batch('hijun')"],
            "numpy: pip install 'zashiki\\[batch\\]'",
        ),
        (BASE, ["-c", "import zashiki.research.openspiel"], "numpy: pip install 'zashiki\\[openspiel\\]'"),
        (BASE, ["-c", "import zashiki.research.pettingzoo"], "pettingzoo: pip install 'zashiki\\[pettingzoo\\]'"),
    ],
)
def test_a_missing_part_is_told_with_the_command_that_adds_it(
    packages: list[str], arguments: list[str], told: str, tmp_path: Path
) -> None:
    done = run(packages, *arguments, folder=tmp_path)
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert re.search(told.replace("[cli]", "\\[cli\\]"), last), done.stderr
    if "zashiki" in arguments:
        assert len(done.stderr.splitlines()) == 1, done.stderr


def test_the_terminal_needs_no_server(tmp_path: Path) -> None:
    done = run(CLI, "-m", "zashiki", "simulate", "hijun", "--games", "3", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "3 games" in done.stdout
