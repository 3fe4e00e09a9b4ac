"""The documentation in the package: included if it is there, left out on request, and never a reason to fail."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]
BUILDER = """
import sys
from pathlib import Path

folder = Path(sys.argv[1])
folder.mkdir(parents=True)
(folder / "index.html").write_text("built here")
"""


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A package that is quick to build."""
    made = tmp_path / "tree"
    (made / "src" / "zashiki").mkdir(parents=True)
    for name in ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, made)
    (made / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "native.py", made / "scripts")
    shutil.copytree(ROOT / "licences", made / "licences")
    shutil.copytree(ROOT / "examples" / "tanzaku", made / "examples" / "tanzaku")
    shutil.copy(ROOT / "src" / "zashiki" / "py.typed", made / "src" / "zashiki")
    (made / "src" / "zashiki" / "__init__.py").write_text("", "utf-8")
    return made


def wheel(sources: Path, **settings: str) -> "tuple[subprocess.CompletedProcess[str], dict[str, str]]":
    """Build it; return the output and the pages in it."""
    others = {name: value for name, value in os.environ.items() if not name.startswith("ZASHIKI_")}
    environment = {**others, "ZASHIKI_CLIENT": "none", "ZASHIKI_LANE": "interpreted", **settings}
    command = [sys.executable, "setup.py", "-q", "bdist_wheel", "-d", "out"]
    built = subprocess.run(command, cwd=sources, env=environment, capture_output=True, text=True, check=False)
    found = {}
    for path in (sources / "out").glob("*.whl"):
        with zipfile.ZipFile(path) as packed:
            names = [name for name in packed.namelist() if name.startswith("zashiki/docs_site/")]
            found = {name.removeprefix("zashiki/docs_site/"): packed.read(name).decode() for name in names}
    return built, found


def builder(sources: Path, text: str) -> None:
    (sources / "docs").mkdir()
    (sources / "docs" / "build.py").write_text(text, "utf-8")


def test_a_named_site_is_included(sources: Path, tmp_path: Path) -> None:
    (tmp_path / "site" / "library").mkdir(parents=True)
    (tmp_path / "site" / "index.html").write_text("start", "utf-8")
    (tmp_path / "site" / "library" / "index.html.gz").write_text("packed", "utf-8")
    built, found = wheel(sources, ZASHIKI_DOCS=str(tmp_path / "site"))
    assert built.returncode == 0, built.stderr
    assert found == {"index.html": "start", "library/index.html.gz": "packed"}


def test_a_folder_without_a_site_is_refused(sources: Path, tmp_path: Path) -> None:
    built, found = wheel(sources, ZASHIKI_DOCS=str(tmp_path))
    assert built.returncode != 0
    assert "neither a built documentation folder" in built.stderr
    assert found == {}


def test_it_is_built_where_mkdocs_is_installed(sources: Path) -> None:
    builder(sources, BUILDER)
    built, found = wheel(sources)
    assert built.returncode == 0, built.stderr
    assert found == {"index.html": "built here"}


def test_the_site_is_optional(sources: Path) -> None:
    builder(sources, BUILDER)
    built, found = wheel(sources, ZASHIKI_DOCS="none")
    assert (built.returncode, found) == (0, {})


@pytest.mark.parametrize("text", [None, "raise SystemExit('a broken link')"])
def test_a_failing_site_build_does_not_fail_the_package(sources: Path, text: str | None) -> None:
    if text is not None:
        builder(sources, text)
    built, found = wheel(sources)
    assert (built.returncode, found) == (0, {}), built.stderr
    assert "without" in built.stderr
