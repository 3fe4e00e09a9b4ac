"""Build the documentation site: `python docs/build.py FOLDER`, or `make docs`. `pip install .` does it on its own.

The site is MkDocs with the theme Material, and mkdocstrings for the Python reference: `pip install -r
requirements/docs.txt`. The build is strict: a link or an anchor that leads nowhere fails it.
"""

import argparse
import logging
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

DOCS: Final = Path(__file__).resolve().parent
ROOT: Final = DOCS.parent
BASE: Final = "/docs/"
"""The path at which the server serves the site."""
# Otherwise the theme prints news of its project with every build.
os.environ.setdefault("NO_MKDOCS_2_WARNING", "true")
sys.path.insert(0, str(DOCS))

from sitegen import rules  # noqa: E402
from sitegen.finish import finish  # noqa: E402
from sitegen.pages import stage, unlisted  # noqa: E402


def main() -> None:
    """Build into the given folder."""
    parser = argparse.ArgumentParser(description="Build the documentation site.")
    parser.add_argument("folder", type=Path, help="where it goes; what is there is replaced")
    folder = parser.parse_args().folder.resolve()
    if folder == ROOT or folder in ROOT.parents:
        raise SystemExit(f"zashiki: {folder} holds the sources; name a folder of its own for the site.")
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="zashiki-docs-") as temporary:
        pages, site = Path(temporary, "pages"), Path(temporary, "site")
        count = stage(ROOT, pages)
        say(f"documentation: {count} pages put together, now building them …", began)
        build(pages, site)
        say("documentation: built, now compressing …", began)
        size = finish(site, BASE)
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(site, folder)
    say(f"documentation: {count} pages, {size / 1e6:.1f} MB, in {folder}", began)


def build(pages: Path, site: Path) -> None:
    """Build the pages with MkDocs; every warning is an error."""
    try:
        from mkdocs.commands.build import build as mkdocs_build
        from mkdocs.config import load_config
        from mkdocs.exceptions import Abort, ConfigurationError
    except ImportError as missing:
        raise SystemExit(
            f"zashiki: {missing.name} is missing; the documentation is built with pip install -r requirements/docs.txt"
        ) from None
    log = logging.getLogger("mkdocs")
    shown = logging.StreamHandler()
    shown.setFormatter(logging.Formatter("%(levelname)s: %(message)s"))
    log.addHandler(shown)
    log.setLevel(logging.WARNING)
    try:
        config = load_config(str(DOCS / "mkdocs.yml"), docs_dir=str(pages), site_dir=str(site), strict=True)
        nav: list[Any] = config.nav or []
        parts: dict[str, list[Any]] = {name: part for one in nav for name, part in one.items()}
        parts["Rules"] += rules.contents(ROOT)
        # Pages missing from the navigation are listed under Reference.
        parts["Reference"] += unlisted(nav, pages)
        config.plugins.on_startup(command="build", dirty=False)
        mkdocs_build(config)
    except (Abort, ConfigurationError) as error:
        raise SystemExit(f"zashiki: the documentation could not be built: {error}") from None
    finally:
        log.removeHandler(shown)


def say(words: str, began: float) -> None:
    """Print a line of progress."""
    print(f"{words} ({time.monotonic() - began:.1f} s)", flush=True)


if __name__ == "__main__":
    main()
