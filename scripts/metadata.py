"""Write the metadata of the source folder, `src/zashiki.egg-info`, so that Zashiki runs from it without a build.

Games, including the built-in ones, are found by their entry points, which Python reads from a package's metadata. A
build writes all of it; this writes the name, the version and the entry points from `pyproject.toml` in a few
milliseconds.
"""

import tomllib
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]


def write(root: Path = ROOT) -> None:
    """Write the metadata, unless it already matches `pyproject.toml`."""
    project: dict[str, Any] = tomllib.loads((root / "pyproject.toml").read_text("utf-8")).get("project", {})
    if not project:
        return
    groups = {"console_scripts": project.get("scripts", {}), **project.get("entry-points", {})}
    points = "\n".join(_section(name, group) for name, group in sorted(groups.items()))
    folder = root / "src" / "zashiki.egg-info"
    known = folder / "entry_points.txt"
    if known.is_file() and known.read_text("utf-8") == points and _version(folder) == project["version"]:
        return
    folder.mkdir(exist_ok=True)
    known.write_text(points, "utf-8")
    about = f"Metadata-Version: 2.4\nName: {project['name']}\nVersion: {project['version']}\n"
    (folder / "PKG-INFO").write_text(about, "utf-8")


def _section(name: str, group: dict[str, str]) -> str:
    return f"[{name}]\n" + "".join(f"{key} = {value}\n" for key, value in sorted(group.items()))


def _version(folder: Path) -> str | None:
    about = folder / "PKG-INFO"
    if not about.is_file():
        return None
    lines = about.read_text("utf-8").splitlines()
    return next((line.removeprefix("Version: ") for line in lines if line.startswith("Version: ")), None)
