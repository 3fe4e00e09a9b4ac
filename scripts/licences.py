"""Generate `docs/licences.md`: third-party packages and their licences. `make licences` runs it.

The packages come from the lock files; the licence of a Python package from its installed metadata, that of an npm
package from `package-lock.json`.
"""

import json
import re
import sys
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent
PAGE: Final = ROOT / "docs" / "licences.md"
IN_THE_CLIENT: Final = ("clsx", "svelte")
"""Packages that npm lists as development tools, although a part of them is built into the client. The build itself
lists what it includes, in `licences.txt`: a test compares that with this page."""
ELSEWHERE: Final = {"colorama": "BSD-3-Clause"}
"""Licences of packages that are locked for other systems than this one."""
NAMES: Final = {
    "License :: OSI Approved :: MIT License": "MIT",
    "License :: OSI Approved :: Apache Software License": "Apache-2.0",
}
SPELLED: Final = {"ISC License": "ISC", "LGPL": "LGPL-3.0-or-later", "MIT License": "MIT"}
"""SPDX names for packages that use their own words; pebble's licence file is version 3 of the LGPL."""

TEXT: Final = """# Third-party licences

Zashiki is free software under the [MIT licence](../LICENSE). This page lists third-party software that it includes or
needs. `make licences` generates this page from the lock files, and a test fails when it is out of date.

## In the browser client

Every server serves these as parts of the client. Their full licences are built into the client as `licences.txt`, which
the page “About” links to.

{client}

## In the native code

mypyc compiles the rules and adds a small runtime library. Its full licence is
[licences/mypyc.txt](../licences/mypyc.txt), and in the metadata of every wheel.

| package | version | licence |
|---|---|---|
| mypyc (mypy) | {mypyc} | MIT, parts PSF-2.0 |

## Python packages

`pip` installs these along with Zashiki, each with its own licence in its metadata; none is part of our wheel. Where two
versions are listed, the version of Python decides. They are the versions that we test with (`requirements/run.txt`).

{python}

The extras (`cluster`, `batch`, `openspiel`, `pettingzoo`, `bench`) and the development tools install more.
"""


class Package(NamedTuple):
    """A third-party package."""

    name: str
    version: str
    licence: str


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), "utf-8")


def page() -> str:
    """Return the page as it should be."""
    return TEXT.format(client=table(client_packages()), mypyc=mypyc_version(), python=table(python_packages()))


def table(packages: list[Package]) -> str:
    """Return the packages as a Markdown table."""
    rows = [f"| {one.name} | {one.version} | {one.licence} |" for one in packages]
    return "\n".join(["| package | version | licence |", "|---|---|---|", *rows])


def client_packages() -> list[Package]:
    """Return the packages that are built into the browser client."""
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    found = []
    for path, package in sorted(lock.items()):
        name = path.rpartition("node_modules/")[2]
        if path and (not package.get("dev") or path in {f"node_modules/{one}" for one in IN_THE_CLIENT}):
            found.append(Package(name, package["version"], package["license"]))
    return found


def python_packages() -> list[Package]:
    """Return Zashiki's runtime dependencies, with the licence that each package states."""
    versions: dict[str, list[str]] = {}
    for name, version in locked("run"):
        versions.setdefault(name, []).append(version)
    return [Package(name, ", ".join(found), licence_of(name)) for name, found in sorted(versions.items())]


def mypyc_version() -> str:
    """Return the compiler's pinned version."""
    (version,) = {version for name, version in locked("dev") if name == "mypy"}
    return version


def locked(name: str) -> list[tuple[str, str]]:
    """Return the names and versions in a lock file."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
    return re.findall(r"^([a-z0-9][a-z0-9._-]*)(?:\[[^\]]*\])?==([^\s;\\]+)", text, re.MULTILINE)


def licence_of(name: str) -> str:
    """Return the licence of an installed package: its SPDX expression if it has one, else its own words."""
    if name in ELSEWHERE:  # also if another package has installed it
        return ELSEWHERE[name]
    try:
        package = metadata(name)
    except PackageNotFoundError:
        sys.exit(
            f"zashiki: {name} is locked, but not installed here; add its licence to ELSEWHERE in scripts/licences.py"
        )
    words = [package[key] for key in ("License-Expression", "License") if key in package and "\n" not in package[key]]
    if not any(words):
        classifiers = package.get_all("Classifier") or []
        words = [" OR ".join(NAMES[one] for one in classifiers if one in NAMES)]
    words = [one for one in words if one]
    if not words:
        sys.exit(f"zashiki: {name} does not say what its licence is in a way that scripts/licences.py understands")
    return SPELLED.get(words[0], words[0])


if __name__ == "__main__":
    main()
