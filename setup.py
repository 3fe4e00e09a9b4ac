"""Build the rules and the bots' search as native code, if there is a C compiler, and the browser client."""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_py import build_py

# Loaded by path: the folder of scripts on the search path would hide packages of the same names.
_spec = spec_from_file_location("native", Path(__file__).resolve().parent / "scripts" / "native.py")
assert _spec is not None
assert _spec.loader is not None
native = module_from_spec(_spec)
_spec.loader.exec_module(native)


def native_modules() -> list[Extension]:
    """Return the extension modules, or none in the interpreted lane (`ZASHIKI_LANE=interpreted`, or no compiler)."""
    if os.environ.get("ZASHIKI_LANE") == "interpreted" or {"egg_info", "dist_info", "sdist"} & set(sys.argv):
        return []
    if not native.compiler_works():
        sys.stderr.write("zashiki: no working C compiler; installing the interpreted lane\n")
        return []
    return native.extensions()


class BuildWithClient(build_py):
    """Adds the browser client to the package, as `zashiki/web`; not in an editable install."""

    def run(self) -> None:
        """Build the package, then the client, unless `ZASHIKI_CLIENT=none`."""
        super().run()
        if self.editable_mode or os.environ.get("ZASHIKI_CLIENT") == "none":
            return
        builder = Path("web", "build.py")
        if not builder.is_file():
            raise SystemExit("zashiki: the sources of the browser client, web/, are missing; see ZASHIKI_CLIENT=none")
        target = Path(self.build_lib, "zashiki", "web").resolve()
        if subprocess.run([sys.executable, str(builder), str(target)], check=False).returncode != 0:
            raise SystemExit(1)  # the builder has printed why


class BuildWithExample(BuildWithClient):
    """Adds the example game to the package, as `zashiki/example_game`: `zashiki new-game` copies it."""

    def run(self) -> None:
        """Build the package, then copy the example."""
        super().run()
        if not self.editable_mode:
            target = Path(self.build_lib, "zashiki", "example_game")
            ignored = shutil.ignore_patterns("__pycache__", "*.egg-info", ".pytest_cache", "build")
            for project in Path("examples").glob("*/pyproject.toml"):
                shutil.copytree(project.parent, target, ignore=ignored, dirs_exist_ok=True)


class BuildWithDocumentation(BuildWithExample):
    """Adds the documentation site to the package, as `zashiki/docs_site`; not in an editable install."""

    def run(self) -> None:
        """Build the package, then add the site: `ZASHIKI_DOCS` names a built one, or `none`.

        By default the site is built if MkDocs is installed. MkDocs is not a build requirement: installing it for every
        build takes longer than building the site, and nobody needs the site to play.
        """
        super().run()
        wanted = os.environ.get("ZASHIKI_DOCS")
        if self.editable_mode or wanted == "none":
            return
        target = Path(self.build_lib, "zashiki", "docs_site").resolve()
        builder = Path("docs", "build.py")
        if wanted is not None:
            if not Path(wanted, "index.html").is_file():
                raise SystemExit(f"zashiki: ZASHIKI_DOCS={wanted} is neither a built documentation folder nor none")
            shutil.copytree(wanted, target, dirs_exist_ok=True)
        elif not builder.is_file() or not all(find_spec(name) for name in ("material", "mkdocstrings")):
            sys.stderr.write("zashiki: building without the documentation site (see ZASHIKI_DOCS)\n")
        elif subprocess.run([sys.executable, str(builder), str(target)], check=False).returncode != 0:
            sys.stderr.write("zashiki: the documentation site could not be built; continuing without it\n")


# Otherwise native modules of an earlier build would be packed again, although their sources have changed.
shutil.rmtree("build", ignore_errors=True)
setup(ext_modules=native_modules(), cmdclass={"build_py": BuildWithDocumentation, "build_ext": native.BuildNative})
