"""Build the rules and the bots' search as native code where there is a C compiler, and the browser client."""

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_py import build_py

COMPILED = ("src/zashiki/core", "src/zashiki/games")
SEARCH = ("src/zashiki/bots/finding.py", "src/zashiki/bots/race.py", "src/zashiki/bots/tree.py")
# Native code keeps no annotations, which views need, and answers a wrong type with a bare TypeError, where the front
# door has a better answer. None of these is ever in a hot loop.
INTERPRETED = ("shapes.py", "jsontypes.py", "errors.py", "fair.py", "record.py", "replay.py", "table.py")


def compiler_works() -> bool:
    """Whether a C file that includes Python's header compiles here."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "").split()
    if not compiler:
        return sys.platform == "win32"  # MSVC is found by setuptools itself
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text("#include <Python.h>\nint probe(void) { return PY_VERSION_HEX > 0; }\n")
        include = sysconfig.get_path("include")
        command = [*compiler, f"-I{include}", "-c", str(source), "-o", str(source.with_suffix(".o"))]
        try:
            return subprocess.run(command, capture_output=True, check=False).returncode == 0
        except OSError:
            return False


def native_modules() -> list[Extension]:
    """The extension modules, or none in the interpreted lane (`ZASHIKI_LANE=interpreted`, or no compiler)."""
    if os.environ.get("ZASHIKI_LANE") == "interpreted" or {"egg_info", "dist_info", "sdist"} & set(sys.argv):
        return []
    if not compiler_works():
        sys.stderr.write("zashiki: no working C compiler; installing the interpreted lane\n")
        return []
    from mypyc.build import mypycify

    sources = sorted(
        str(path) for folder in COMPILED for path in Path(folder).rglob("*.py") if path.name not in INTERPRETED
    )
    sources += SEARCH
    modules: list[Extension] = mypycify(sources, opt_level="3", debug_level="0")
    if sys.platform != "win32":
        for module in modules:
            # Nothing replaces our functions at load time, so calls between them may be inlined.
            module.extra_compile_args.append("-fvisibility=hidden")
    return modules


class BuildWithClient(build_py):
    """Puts the browser client into the package, as `zashiki/web`; not if the package is used where it is."""

    def run(self) -> None:
        """Build the package, then the client: `ZASHIKI_CLIENT=none` does without it."""
        super().run()
        if self.editable_mode or os.environ.get("ZASHIKI_CLIENT") == "none":
            return
        builder = Path("web", "build.py")
        if not builder.is_file():
            raise SystemExit("zashiki: the sources of the browser client, web/, are not here; see ZASHIKI_CLIENT=none")
        target = Path(self.build_lib, "zashiki", "web").resolve()
        if subprocess.run([sys.executable, str(builder), str(target)], check=False).returncode != 0:
            raise SystemExit(1)  # it has said why


# Native modules of an earlier build would be packed again, although their sources have changed.
shutil.rmtree("build", ignore_errors=True)
setup(ext_modules=native_modules(), cmdclass={"build_py": BuildWithClient})
