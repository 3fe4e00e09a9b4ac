"""The native build: what is compiled, into which C files, in parallel and cached.

mypyc writes one C file for each module. Compiled one by one they would miss optimisations across modules; compiled as
one file they keep a single core busy for minutes. So the modules of each game are compiled together, and the small hot
functions of `core` are copied into each of them for inlining.

Builds are cached by a hash of everything they depend on: another clone, or a change that does not touch the rules,
compiles nothing. `ZASHIKI_CACHE` sets the folder; `none` disables the cache.
"""

import ast
import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from setuptools import Extension
from setuptools.command.build_ext import build_ext

COMPILED: Final = ("src/zashiki/core", "src/zashiki/games")
SEARCH: Final = (
    "src/zashiki/bots/estimate.py",
    "src/zashiki/bots/race.py",
    "src/zashiki/bots/tree.py",
)
# Compiled code keeps no annotations, which the types of views need, and answers an argument of the wrong type with a
# bare TypeError, where these modules have a better error. None of them is in a hot loop.
INTERPRETED: Final = (
    "src/zashiki/core/errors.py",
    "src/zashiki/core/event_runs.py",
    "src/zashiki/core/fair.py",
    "src/zashiki/core/hints.py",
    "src/zashiki/core/jsontypes.py",
    "src/zashiki/core/match.py",
    "src/zashiki/core/package.py",
    "src/zashiki/core/moves.py",
    "src/zashiki/core/record.py",
    "src/zashiki/core/rendering.py",
    "src/zashiki/core/replay.py",
    "src/zashiki/core/shapes.py",
    "src/zashiki/games/*/client_data.py",
    "src/zashiki/games/*/terminal.py",
    "src/zashiki/games/*/package.py",
    "src/zashiki/games/*/picture.py",
    "src/zashiki/games/*/shapes.py",
    "src/zashiki/games/*/strategy/hint_facts.py",
)
INLINED: Final = ("bits", "rng", "observation", "win_chances")
"""The modules of `core` whose functions are copied into all games for inlining."""
RUNTIME: Final = ("float_ops.c", "getargsfast.c", "int_ops.c", "list_ops.c", "tuple_ops.c")
"""The files of mypyc's runtime that hot code calls often: each game gets its own copy, for inlining."""
KEPT: Final = 8
"""How many of the newest builds the cache keeps."""
FLAGS: Final[list[str]] = [] if sys.platform == "win32" else ["-fvisibility=hidden"]
"""Nothing replaces our functions at load time, so calls between them may be inlined."""

_FUNCTION: Final = re.compile(r"(?ms)^(?!static)[A-Za-z_][\w *]*?\b(CPyDef_\w+)\([^;{]*\) \{\n.*?^\}\n")
"""Matches a function that mypyc generated."""
_METHOD_DOC: Final = re.compile(
    r"(?P<before>\(PyCFunction\)CPyPy_(?P<name>\w+),\s+METH_[A-Z_ |]+, PyDoc_STR\()"
    r'(?P<signature>"(?:[^"\\]|\\.)*"|NULL)'
)
"""Matches a method or function in a table that mypyc generated, up to its signature."""
_CLASS_DOC: Final = re.compile(
    r'(?ms)(?P<before>^    \.tp_name = "(?P<name>\w+)",\n(?:    \.[^\n]*\n)*?    \.tp_doc = PyDoc_STR\()'
    r'(?P<signature>"(?:[^"\\]|\\.)*"|NULL)'
)
"""Matches a class that mypyc generated, up to its signature."""
_PLAIN: Final = frozenset(range(32, 127)) - frozenset(b'"\\?')
"""The bytes that are themselves in a literal of C."""
_RUNTIME_FUNCTION: Final = re.compile(r"(?m)^(?:[A-Za-z_][\w ]*[ *]+)?(CPy\w+)\([^;{}]*\)\s*\{")
"""Matches a function of mypyc's runtime."""


def compiler() -> list[str]:
    """Return the C compiler's command; empty if setuptools finds it by itself."""
    return (os.environ.get("CC") or sysconfig.get_config_var("CC") or "").split()


def compiler_works() -> bool:
    """Return whether a C file that includes Python's header compiles here."""
    command = compiler()
    if not command:
        return sys.platform == "win32"  # setuptools finds MSVC by itself
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text("#include <Python.h>\nint probe(void) { return PY_VERSION_HEX > 0; }\n")
        include = sysconfig.get_path("include")
        line = [*command, f"-I{include}", "-c", str(source), "-o", str(source.with_suffix(".o"))]
        try:
            return subprocess.run(line, capture_output=True, check=False).returncode == 0
        except OSError:
            return False


def fingerprint() -> str:
    """Return a hash of everything that the native code depends on: sources, compilers, Python, flags and this file."""
    inputs = [platform.platform(), sysconfig.get_config_var("SOABI") or sys.version, version("mypy"), *FLAGS]
    inputs += [os.environ.get(name, "") for name in ("CC", "CFLAGS", "LDFLAGS")]
    if compiler():
        asked = subprocess.run([*compiler(), "--version"], capture_output=True, text=True, check=False)
        inputs.append(asked.stdout)
    found = hashlib.sha256("\0".join(inputs).encode())
    # Types come from all imported modules, so those that are not compiled count as well.
    files = [path for folder in (*COMPILED, "src/zashiki/bots") for path in Path(folder).rglob("*.py")]
    for path in sorted([*files, Path("scripts/native.py")]):
        found.update(f"\0{path.as_posix()}\0".encode())
        found.update(path.read_bytes())
    return found.hexdigest()[:32]


def cache_folder() -> Path | None:
    """Return the folder of the cache; None if it is disabled."""
    named = os.environ.get("ZASHIKI_CACHE")
    if named == "none":
        return None
    if named:
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME") or ("" if sys.platform != "win32" else os.environ.get("LOCALAPPDATA", ""))
    return (Path(base) if base else Path.home() / ".cache") / "zashiki"


def kept_build(key: str) -> Path | None:
    """Return the folder of a cached build."""
    folder = cache_folder()
    if folder is None or not (folder / "native" / key / "names.json").is_file():
        return None
    return folder / "native" / key


def extensions() -> list[Extension]:
    """Return the extension modules: from the cache, or with C code that was just generated."""
    key = fingerprint()
    kept = kept_build(key)
    if kept is not None:
        names = json.loads((kept / "names.json").read_text("utf-8"))
        return [Extension(name, []) for name in names]
    from mypyc.build import mypycify

    target = Path("build", "native")
    sources = [path.as_posix() for path in compiled_files(Path())]
    modules: list[Extension] = mypycify(
        sources, opt_level="3", debug_level="0", multi_file=True, target_dir=str(target)
    )
    for source in sources:
        name = source.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", "___")
        generated = target / f"__native_{name}.c"
        text = _with_docstrings(generated.read_text("utf-8"), Path(source).read_text("utf-8"))
        generated.write_text(text, "utf-8")
    modules[0].sources = _joined(modules[0].sources, target)
    for module in modules:
        module.extra_compile_args = [*module.extra_compile_args, *FLAGS]
    return modules


def compiled_files(root: Path) -> list[Path]:
    """Return the files to compile, relative to the project's folder."""
    found = [path.relative_to(root) for folder in COMPILED for path in (root / folder).rglob("*.py")]
    engine = [path for path in found if not any(path.match(pattern) for pattern in INTERPRETED)]
    return sorted(engine) + [Path(one) for one in SEARCH]


def _with_docstrings(generated: str, source: str) -> str:
    """Return a module's C code with the docstrings of its source: mypyc keeps only signatures."""
    module = ast.parse(source)
    classes = [one for one in module.body if isinstance(one, ast.ClassDef)]
    docs = {one.name: ast.get_docstring(one) for one in classes}
    for prefix, body in [("", module.body), *((f"___{one.name}", one.body) for one in classes)]:
        docs |= {f"{prefix}___{one.name}": ast.get_docstring(one) for one in body if isinstance(one, ast.FunctionDef)}
    names = sorted((name for name in docs if name.startswith("___")), key=len, reverse=True)

    def method(found: re.Match[str]) -> str:
        name = next((name for name in names if found["name"].endswith(name)), "")
        return _documented(found, docs.get(name))

    generated = _METHOD_DOC.sub(method, generated)
    generated = _CLASS_DOC.sub(lambda found: _documented(found, docs.get(found["name"])), generated)
    text = ast.get_docstring(module)
    return generated if text is None else generated.replace("    NULL, /* docstring */", f"    {_c_string(text)},")


def _documented(found: re.Match[str], text: str | None) -> str:
    """Return a match with a docstring after its signature."""
    if text is None:
        return found[0]
    signature = "" if found["signature"] == "NULL" else found["signature"] + " "
    return f"{found['before']}{signature}{_c_string(text)}"


def _c_string(text: str) -> str:
    """Return a text as a literal of C, a line of the text to a line of code."""
    lines = [
        "".join(chr(byte) if byte in _PLAIN else f"\\{byte:03o}" for byte in line.encode())
        for line in text.splitlines(keepends=True)
    ]
    return "\n".join(f'"{line}"' for line in lines)


def _joined(sources: list[str], folder: Path) -> list[str]:
    """Join the C files of each game into one, after the functions that are copied into it for inlining."""
    groups: dict[str, list[Path]] = {}
    alone: list[str] = []
    for source in sources:
        found = re.match(r"__native_zashiki___(core|bots|games___[a-z]+)", Path(source).name)
        if found is None:
            alone.append(source)
        else:
            groups.setdefault(found[1], []).append(Path(source))
    offered = [path for path in groups["core"] if path.stem.rpartition("___")[2] in INLINED]
    (folder / "offered.h").write_text(_offered(offered), "utf-8")
    runtime = [next(Path(source) for source in sources if Path(source).name == name) for name in RUNTIME]
    joined: list[str] = []
    for name, files in groups.items():
        lines = [f'#include "{path.name}"' for path in files]
        if name != "core":
            lines.insert(0, '#include "offered.h"')
        lines = _own_copy(runtime, name) + lines
        target = folder / f"joined_{name}.c"
        target.write_text("\n".join(lines) + "\n", "utf-8")
        joined.append(str(target))
    return joined + alone


def _own_copy(files: list[Path], group: str) -> list[str]:
    """Return lines that include these files of the runtime in a C file, with names unique to it."""
    names = dict.fromkeys(name for path in files for name in _RUNTIME_FUNCTION.findall(path.read_text("utf-8")))
    return [f"#define {name} {name}_{group}" for name in names] + [f'#include "{path.name}"' for path in files]


def _offered(files: list[Path]) -> str:
    """Return copies of these files' functions under new names, and macros that redirect calls to the copies."""
    texts = [path.read_text("utf-8") for path in files]
    headers = dict.fromkeys(line for text in texts for line in text.splitlines() if line.startswith("#include "))
    found = [one for text in texts for one in _FUNCTION.finditer(text)]
    functions = [(one[1], one[0]) for one in found if not one[1].endswith("__top_level__")]
    macros = [f"#define {name} {name}_inlined" for name, _ in functions]
    declared = [f"static inline {function.partition(' {')[0]};" for _, function in functions]
    defined = [f"static inline {function}" for _, function in functions]
    return "\n".join([*headers, *macros, *declared, *defined]) + "\n"


class BuildNative(build_ext):
    """Compiles on all cores and reports progress; takes earlier builds from the cache."""

    def build_extensions(self) -> None:
        """Copy from the cache, or compile, link and cache."""
        self.check_extensions_list(self.extensions)
        key = fingerprint()
        kept = kept_build(key)
        if kept is not None and not any(extension.sources for extension in self.extensions):
            for extension in self.extensions:
                target = Path(self.get_ext_fullpath(extension.name))
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(kept / f"{extension.name}{target.suffix}", target)
            return
        self._compile()
        self._link()
        self._keep(key)

    def _compile(self) -> None:
        """Compile all C files, the largest first; each extension is left with objects to link."""
        work = [(extension, source) for extension in self.extensions for source in extension.sources]
        work.sort(key=lambda pair: -_weight(Path(pair[1])))
        objects: dict[str, list[str]] = {}

        def compile_one(extension: Any, source: str) -> None:
            made = self.compiler.compile(
                [source],
                output_dir=self.build_temp,
                include_dirs=extension.include_dirs,
                extra_postargs=extension.extra_compile_args,
            )
            objects.setdefault(extension.name, []).extend(made)

        _side_by_side(
            "compiling", [(compile_one, pair) for pair in work], [_weight(Path(source)) for _, source in work]
        )
        for extension in self.extensions:
            extension.extra_objects = sorted(objects.get(extension.name, []))
            extension.sources = []

    def _link(self) -> None:
        jobs = [(self.build_extension, (extension,)) for extension in self.extensions]
        _side_by_side("linking", jobs, [1] * len(jobs))

    def _keep(self, key: str) -> None:
        """Add the build to the cache; failing to write the cache is no error."""
        folder = cache_folder()
        if folder is None:
            return
        try:
            (folder / "native").mkdir(parents=True, exist_ok=True)
            draft = Path(tempfile.mkdtemp(prefix=".draft-", dir=folder / "native"))
            for extension in self.extensions:
                built = Path(self.get_ext_fullpath(extension.name))
                shutil.copy2(built, draft / f"{extension.name}{built.suffix}")
            names = [extension.name for extension in self.extensions]
            (draft / "names.json").write_text(json.dumps(names), "utf-8")
            draft.rename(folder / "native" / key)
            builds = sorted((folder / "native").iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
            for old in builds[KEPT:]:
                shutil.rmtree(old, ignore_errors=True)
        except OSError as error:
            sys.stderr.write(f"zashiki: the native code was built, but not kept in {folder}: {error}\n")


def _weight(source: Path) -> int:
    """Estimate the compile time of a C file by its size, including what it includes."""
    text = source.read_text("utf-8", errors="replace")
    parts: list[str] = re.findall(r'^#include "(__native_zashiki_\w+\.c)"', text, re.MULTILINE)
    return len(text) + sum((source.parent / part).stat().st_size for part in parts)


def _side_by_side(step: str, jobs: list[tuple[Callable[..., None], tuple[Any, ...]]], weights: list[int]) -> None:
    """Run all jobs on all cores; with `ZASHIKI_PROGRESS`, print lines with the progress."""
    done = 0
    whole = sum(weights)
    tell = "ZASHIKI_PROGRESS" in os.environ
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        futures = [(pool.submit(job, *given), weight) for (job, given), weight in zip(jobs, weights, strict=True)]
        for future, weight in futures:
            future.result()
            done += weight
            if tell:
                sys.stderr.write(f"progress {step} {done / whole:.3f}\n")
                sys.stderr.flush()
