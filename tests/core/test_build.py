"""The package builds: without a C compiler as plain Python, with everything it needs, and with the browser client."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

# What is built is the same in both lanes.
pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]


def tree(folder: Path) -> Path:
    """The sources of the package alone."""
    made = folder / "tree"
    made.mkdir()
    for name in ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, made)
    shutil.copytree(ROOT / "scripts", made / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "licences", made / "licences")
    shutil.copytree(ROOT / "src", made / "src", ignore=shutil.ignore_patterns("*.so", "*.egg-info", "__pycache__"))
    return made


def build(where: Path, *line: str, **settings: str) -> "subprocess.CompletedProcess[str]":
    others = {name: value for name, value in os.environ.items() if not name.startswith("ZASHIKI_")}
    command = [sys.executable, "setup.py", "-q", *line]
    return subprocess.run(command, cwd=where, env={**others, **settings}, capture_output=True, text=True, check=False)


def test_a_machine_without_a_compiler_gets_the_interpreted_lane(tmp_path: Path) -> None:
    sources = tree(tmp_path)
    built = build(
        sources, "bdist_wheel", "-d", str(tmp_path), CC=str(tmp_path / "no-such-compiler"), ZASHIKI_CLIENT="none"
    )
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
    translated = {path.parent.name for path in site.glob("zashiki/games/*/rules.ja.md")}
    assert translated == {path.parent.name for path in ROOT.glob("src/zashiki/games/*/rules.ja.md")}
    assert not (site / "zashiki" / "web").exists(), "nobody wanted the client"


# The browser client. Building it needs npm and time; these tests only check that the build is started.


def test_the_client_is_built_into_the_package(tmp_path: Path) -> None:
    sources = tree(tmp_path)
    (sources / "web").mkdir()
    (sources / "web" / "build.py").write_text(BUILDER, "utf-8")
    before = set(sources.rglob("*"))
    built = build(sources, "bdist_wheel", "-d", str(tmp_path), ZASHIKI_LANE="interpreted")
    assert built.returncode == 0, built.stderr
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        assert packed.read("zashiki/web/index.html") == b"a page"
        assert packed.read("zashiki/web/assets/a.js.br") == b"a script"
    left = {path.relative_to(sources).parts[0] for path in set(sources.rglob("*")) - before}
    assert left <= {"build", "scripts", "src"}  # in scripts, what Python compiled of the one that builds
    assert {path.name for path in (sources / "src").iterdir()} == {"zashiki", "zashiki.egg-info"}
    assert not (sources / "src" / "zashiki" / "web").exists()


BUILDER = """
import sys
from pathlib import Path

folder = Path(sys.argv[1])
(folder / "assets").mkdir(parents=True)
(folder / "index.html").write_text("a page")
(folder / "assets" / "a.js.br").write_text("a script")
"""


def test_a_client_that_cannot_be_built_says_what_to_do(tmp_path: Path) -> None:
    sources = tree(tmp_path)
    built = build(sources, "bdist_wheel", ZASHIKI_LANE="interpreted")
    assert built.returncode != 0
    assert "ZASHIKI_CLIENT=none" in built.stderr
    (sources / "web").mkdir()
    (sources / "web" / "build.py").write_text("raise SystemExit('no registry')", "utf-8")
    built = build(sources, "bdist_wheel", ZASHIKI_LANE="interpreted")
    assert built.returncode != 0
    assert "no registry" in built.stderr


def test_the_sources_of_the_client_are_handed_on(tmp_path: Path) -> None:
    sources = tree(tmp_path)
    leave_out = shutil.ignore_patterns("node_modules", "dist", "generated", "__pycache__")
    shutil.copytree(ROOT / "web", sources / "web", ignore=leave_out)
    for made in ("node_modules/a/index.js", "dist/index.html", "src/generated/api.ts"):
        (sources / "web" / made).parent.mkdir(parents=True)
        (sources / "web" / made).write_text("made, and not to be handed on", "utf-8")
    built = build(sources, "sdist", "-d", str(tmp_path))
    assert built.returncode == 0, built.stderr
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        names = {name.partition("/")[2] for name in packed.getnames() if not name.endswith("/")}
        contents = [packed.extractfile(one) for one in packed.getmembers() if one.isfile()]
        assert not any(one is not None and b"made, and not to be" in one.read(40) for one in contents)
    wanted = {str(path.relative_to(ROOT)) for path in (ROOT / "web").rglob("*") if path.is_file()}
    wanted = {
        name for name in wanted if not {"node_modules", "dist", "generated", "__pycache__"} & set(Path(name).parts)
    }
    assert wanted - {"web/.gitignore"} <= names


def test_the_client_builds_from_its_sources_alone(tmp_path: Path) -> None:
    """A new checkout has no generated files: the build makes them itself."""
    made = ("node_modules", "dist", "generated", "screenshots", "__pycache__")
    web = tmp_path / "web"
    shutil.copytree(ROOT / "web", web, ignore=shutil.ignore_patterns(*made))
    (web / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    for page in (ROOT / "src" / "zashiki" / "games").glob("*/rules*.md"):
        copy = tmp_path / page.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(page, copy)
    built = subprocess.run(
        [sys.executable, "web/build.py", "client"],
        cwd=tmp_path,
        env={**os.environ, "ZASHIKI_CACHE": "none"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    assert "<script" in (tmp_path / "client" / "index.html").read_text("utf-8")
