"""The wheel installs and runs without a C compiler and without Node, and the sdist builds.

The tests use the wheel from which this environment was installed: compiling a second one would take minutes.
"""

import email
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import cache_from_source
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import zashiki

# It is the same file in both lanes.
pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]
TOOLS = ("cc", "gcc", "clang", "c99", "node", "npm", "npx", "make", "git")


def where_it_came_from() -> Path | None:
    """Return the wheel from which the package was installed, as recorded by the installer."""
    try:
        noted = distribution("zashiki").read_text("direct_url.json")
    except PackageNotFoundError:
        return None
    address = urlsplit(json.loads(noted or "{}").get("url", ""))
    path = Path(unquote(address.path))
    return path if address.scheme == "file" and path.suffix == ".whl" else None


@pytest.fixture(scope="module")
def wheel() -> Path:
    found = where_it_came_from()
    if found is None and os.environ.get("ZASHIKI_EXPECT_LANE") is None:
        pytest.skip("the package was not installed from a wheel: `make test` does so")
    assert found is not None, "`make test` installs the package from a wheel that it has built"
    return found


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """An environment with the packages of the lock file and nothing else, as `pip` would create it.

    They are copied from this one, so no index is needed; a package that is required but not locked is missing.
    """
    folder = tmp_path_factory.mktemp("clean")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    (site,) = folder.glob("lib/python*/site-packages") if os.name == "posix" else folder.glob("Lib/site-packages")
    for name in locked():
        copy(name, site)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def locked() -> set[str]:
    """Return the packages of the lock file that this system needs; those locked for other systems are not installed."""
    text = (ROOT / "requirements" / "run.txt").read_text("utf-8")
    names = set(re.findall(r"^([a-z0-9][a-z0-9._-]*)(?:\[[^\]]*\])?==", text, re.MULTILINE))
    assert {"fastapi", "librt", "uvicorn"} <= names
    if os.name != "nt":
        names.discard("colorama")
    else:
        names.discard("uvloop")
    return names


def copy(name: str, site: Path) -> None:
    package = distribution(name)
    for path in package.files or []:
        if ".." not in path.parts:  # commands are not needed here
            copy_file(Path(str(package.locate_file(path))), site / path)


def copy_file(source: Path, target: Path) -> None:
    """Copy a file with its bytecode, which is valid as long as the modification time is the same."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(source, target)
    if source.suffix == ".py" and (compiled := Path(cache_from_source(source))).is_file():
        copy_file(compiled, Path(cache_from_source(target)))


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process there: an empty PATH."""
    path = str(tmp_path_factory.mktemp("path"))
    assert not any(shutil.which(tool, path=path) for tool in TOOLS)
    kept = {name: os.environ[name] for name in ("SYSTEMROOT", "TEMP", "TMP", "TMPDIR") if name in os.environ}
    return {**kept, "PATH": path, "HOME": path, "LANG": "C.UTF-8"}


def python_of(environment: Path) -> Path:
    return environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def install(package: Path, into: Path, bare: dict[str, str]) -> None:
    """Install with pip's own check that all dependencies are there."""
    line = [sys.executable, "-m", "pip", "--python", str(python_of(into)), "install", "--quiet", "--no-index"]
    line += ["--disable-pip-version-check", "--no-cache-dir", "--force-reinstall", "--no-deps"]
    done = subprocess.run([*line, str(package)], env=bare, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    check = [sys.executable, "-m", "pip", "--python", str(python_of(into)), "check"]
    checked = subprocess.run(check, env=bare, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def smoke(environment: Path, bare: dict[str, str], *options: str) -> str:
    line = [str(python_of(environment)), str(ROOT / "scripts" / "smoke.py"), *options]
    done = subprocess.run(line, env=bare, cwd=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_wheel_runs_without_a_compiler_and_without_node(wheel: Path, clean: Path, bare: dict[str, str]) -> None:
    install(wheel, clean, bare)
    said = smoke(clean, bare, "--lane", "interpreted" if wheel.stem.endswith("-none-any") else "compiled")
    assert "serves the browser client" in said
    assert "stops the server" in said


def test_the_contents_of_the_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
        info = next(name.partition("/")[0] for name in names if name.endswith(".dist-info/METADATA"))
        about = email.message_from_bytes(packed.read(f"{info}/METADATA"))
        tags = email.message_from_bytes(packed.read(f"{info}/WHEEL")).get_all("Tag") or []
        bundled = packed.read("zashiki/web/licences.txt").decode("utf-8")
        mypyc = packed.read(f"{info}/licenses/licences/mypyc.txt")
    assert about["Version"] == zashiki.__version__
    assert about["License-Expression"] == "MIT"
    assert f"{info}/licenses/LICENSE" in names
    assert mypyc == (ROOT / "licences" / "mypyc.txt").read_bytes()
    native = {name for name in names if name.endswith((".so", ".pyd"))}
    assert bool(native) is (not all(tag.endswith("-none-any") for tag in tags)), tags
    assert "zashiki/py.typed" in names
    assert "zashiki/web/index.html" in names
    # No tools, no tests, no sources of the client.
    assert {name.partition("/")[0] for name in names - native} == {"zashiki", info}
    # It contains the licences of everything that is built into the client, and the licences page lists exactly these.
    built_in = re.findall(r"^## (\S+) - (\S+) \((\S+)\)$", bundled, re.MULTILINE)
    page = (ROOT / "docs" / "licences.md").read_text("utf-8")
    table = page.partition("## In the browser client")[2].partition("\n## ")[0]
    assert re.findall(r"^\| (\S+) \| (\S+) \| (\S+) \|$", table, re.MULTILINE)[1:] == built_in
    assert "SIL OPEN FONT LICENSE Version 1.1" in bundled
    assert "Permission is hereby granted, free of charge" in bundled


def test_the_sdist_builds_and_has_the_same_modules(tmp_path: Path, clean: Path, bare: dict[str, str]) -> None:
    """As plain Python, without client and documentation, which takes seconds: the wheel above has everything."""
    sources = tmp_path / "sources"
    leave_out = shutil.ignore_patterns(
        "node_modules", ".*", "build", "dist", "*.egg-info", "*.so", "__pycache__", "tests"
    )
    shutil.copytree(ROOT, sources, ignore=leave_out)
    settings = {name: value for name, value in os.environ.items() if not name.startswith("ZASHIKI_")}
    settings |= {"ZASHIKI_LANE": "interpreted", "ZASHIKI_CLIENT": "none", "ZASHIKI_DOCS": "none"}
    packing = [sys.executable, "setup.py", "-q", "sdist", "-d", str(tmp_path)]
    subprocess.run(packing, cwd=sources, env=settings, check=True, capture_output=True)
    (archive,) = tmp_path.glob("zashiki-*.tar.gz")
    unpacked = tmp_path / "unpacked"
    with tarfile.open(archive) as packed:
        packed.extractall(unpacked, filter="data")
    (inside,) = unpacked.iterdir()
    assert (inside / "licences" / "mypyc.txt").is_file()
    assert (inside / "web" / "package-lock.json").is_file()
    building = [sys.executable, "setup.py", "-q", "bdist_wheel", "-d", str(tmp_path)]
    subprocess.run(building, cwd=inside, env=settings, check=True, capture_output=True)
    (plain,) = tmp_path.glob("*-none-any.whl")
    with zipfile.ZipFile(plain) as packed:
        modules = {name for name in packed.namelist() if name.startswith("zashiki/")}
    ours = {str(path.relative_to(ROOT / "src")) for path in (ROOT / "src").rglob("*.py")}
    example = "zashiki/example_game/"
    assert {name for name in modules if name.endswith(".py") and not name.startswith(example)} == ours
    assert f"{example}pyproject.toml" in modules
    install(plain, clean, bare)
    said = smoke(clean, bare, "--lane", "interpreted", "--no-client")
    assert "serves its first page" in said
