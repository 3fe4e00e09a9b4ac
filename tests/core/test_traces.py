"""Both lanes give the same results: the interpreted one repeats what the compiled one traced (see `tests/traces.py`).

What can differ between the lanes is what the compiler made. So the traces ask for everything that compiled code offers:
no function of it goes uncalled.
"""

import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import native
import traced
import zashiki
from support import dumped
from traces import Stale, differences, path_of, read, write

ROOT = Path(__file__).parents[2]
COMPILED = zashiki.lane() == "compiled"
FOLDER = os.environ.get("ZASHIKI_TRACES", "")


# The lanes


@pytest.mark.skipif(COMPILED, reason="this lane writes the traces")
@pytest.mark.parametrize("name", traced.traces())
def test_both_lanes_give_the_same_traces(name: str) -> None:
    if not FOLDER and os.environ.get("ZASHIKI_EXPECT_LANE") is None:
        pytest.skip("write traces with .venv/bin/python tests/traces.py write FOLDER, then set ZASHIKI_TRACES=FOLDER")
    assert FOLDER, "ZASHIKI_TRACES names no folder: nothing shows that the lanes say the same"
    said = differences(Path(FOLDER), name)
    assert not said, said


# What can differ


def sources() -> list[Path]:
    """The files that are compiled, from `src` on."""
    return sorted(path.relative_to("src") for path in native.compiled_files(ROOT))


def never_called(files: list[Path]) -> list[str]:
    """The functions in these files that are called neither by importing the package nor by any trace.

    In a process of its own: what was worked out before and kept would not be called again.
    """
    command = [sys.executable, str(ROOT / "tests" / "calls.py"), *(str(ROOT / "src" / file) for file in files)]
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    run = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    found: list[str] = json.loads(run.stdout)
    return found


@pytest.mark.skipif(COMPILED, reason="native code does not tell what it calls")
def test_the_traces_call_every_function_that_is_compiled() -> None:
    assert never_called(sources()) == []


@pytest.mark.skipif(not COMPILED, reason="only the installed package has native code")
def test_the_native_modules_are_those_that_are_traced() -> None:
    """The functions that the interpreted lane counts are those of the modules that are native here."""
    native_ones = {name for name in traced.modules() if not str(import_module(name).__file__).endswith(".py")}
    counted = {".".join(source.with_suffix("").parts).removesuffix(".__init__") for source in sources()}
    assert native_ones == counted


# The comparison itself


def test_a_trace_is_the_same_every_time(tmp_path: Path) -> None:
    assert write(tmp_path, "hiroba-2") > 100
    assert differences(tmp_path, "hiroba-2") == ""


def test_a_difference_is_reported_with_its_place_and_both_values(tmp_path: Path) -> None:
    write(tmp_path, "pads")
    path = path_of(tmp_path, "pads")
    head, *lines = path.read_text("utf-8").splitlines()
    line = json.loads(lines[4])
    odds = line["odds"]
    path.write_text("\n".join([head, *lines[:4], dumped({**line, "odds": "[]"}), *lines[5:]]), "utf-8")
    said = differences(tmp_path, "pads")
    assert "pads, line 5" in said
    assert f"odds: [] in the trace, {odds} here" in said
    assert "hijun:" not in said
    path.write_text("\n".join([head, *lines[:4]]), "utf-8")
    assert "continues here after line 4" in differences(tmp_path, "pads")
    path.write_text("\n".join([head, *lines, lines[0]]), "utf-8")
    assert f"ends here after line {len(lines)}" in differences(tmp_path, "pads")


def test_stale_traces_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Stale, match=r"no trace of pads.*tests/traces\.py write"):
        read(tmp_path, "pads")
    write(tmp_path, "pads")
    assert read(tmp_path, "pads")
    path = path_of(tmp_path, "pads")
    head, *lines = path.read_text("utf-8").splitlines()
    path.write_text("\n".join([dumped({**json.loads(head), "sources": "others"}), *lines]), "utf-8")
    with pytest.raises(Stale, match=r"other sources.*tests/traces\.py write"):
        read(tmp_path, "pads")
