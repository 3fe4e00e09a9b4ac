"""Without a C compiler the package still installs: as plain Python, with everything that it needs."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_a_machine_without_a_compiler_gets_the_interpreted_lane(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    tree.mkdir()
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tree)
    shutil.copytree(ROOT / "src", tree / "src", ignore=shutil.ignore_patterns("*.so", "*.egg-info", "__pycache__"))
    command = [sys.executable, "setup.py", "-q", "bdist_wheel", "-d", str(tmp_path)]
    broken = {**os.environ, "CC": str(tmp_path / "no-such-compiler")}
    built = subprocess.run(command, cwd=tree, env=broken, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    assert "no working C compiler; installing the interpreted lane" in built.stderr
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(site)
    program = "import zashiki; print(zashiki.lane(), zashiki.__file__)"
    run = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.split() == ["interpreted", str(site / "zashiki" / "__init__.py")]
    pages = {path.parent.name for path in site.glob("zashiki/games/*/rules.md")}
    assert pages == {path.parent.name for path in ROOT.glob("src/zashiki/games/*/rules.py")}
