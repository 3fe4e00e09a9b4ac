"""Startup times: from a fresh clone, or after a change, to the first page; and the duration of the checks.

`python bench/doors.py` clones this checkout into a new folder and runs `make play` there with an empty cache: fresh,
after a change in one rule file, and after a change in one Svelte file. With `--checks` it also runs `make quick` and
`make test`. Every figure comes with its parts, to locate the next regression. Only committed files are measured.
Nothing else should run on the machine.
"""

import argparse
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.rates import machine
from bench.showing import Sheet, tell

ROOT: Final = Path(__file__).parents[1]
PATIENCE: Final = 900
"""Seconds after which a start counts as failed."""
RULE: Final = "src/zashiki/games/sakura/rules.py"
COMPONENT: Final = "web/src/games/sakura/PublicKnowledge.svelte"


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def played(tree: Path, env: dict[str, str]) -> list[str]:
    """Run `make play`; return the seconds to the first page and to native code, and the parts."""
    port = free_port()
    settings = env | {"ZASHIKI_PORT": str(port), "ZASHIKI_DATABASE": f"sqlite:///{tree}/doors.db"}
    began = time.perf_counter()
    process = subprocess.Popen(
        ["make", "--no-print-directory", "play"],
        cwd=tree,
        env=settings,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    said: list[str] = []
    native = threading.Event()
    twice = threading.Event()

    def listen() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            said.append(line.rstrip())
            if "interpreted until" in line:
                twice.set()
            if "Now with native code" in line:
                native.set()

    threading.Thread(target=listen, daemon=True).start()
    try:
        page = first_page(process, port, began)
        if twice.wait(2):
            native.wait(PATIENCE)
        whole = time.perf_counter() - began
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()
    parts = re.findall(r"^(.+?) +done in (\d+) s$", "\n".join(said), re.MULTILINE)
    return [f"{page:.1f}", f"{whole:.1f}", ", ".join(f"{name.lower()} {seconds}" for name, seconds in parts)]


def first_page(process: "subprocess.Popen[str]", port: int, began: float) -> float:
    """Return the seconds until the server delivers its first page."""
    while time.perf_counter() - began < PATIENCE and process.poll() is None:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5) as answer:
                if answer.status == 200 and b"<html" in answer.read():
                    return time.perf_counter() - began
        except (urllib.error.URLError, OSError):
            time.sleep(0.05)
    raise SystemExit("the server did not start")


def checked(tree: Path, env: dict[str, str], target: str) -> list[str]:
    """Run one of the checks."""
    began = time.perf_counter()
    done = subprocess.run(
        ["make", "--no-print-directory", target], cwd=tree, env=env, capture_output=True, text=True, check=False
    )
    parts = re.findall(r"^[✓✗·] (\S+) +([0-9.]+) s  ", done.stdout, re.MULTILINE)
    passed = sum(int(number) for number in re.findall(r"(\d+) (?:tests )?passed", done.stdout))
    summary = ", ".join(f"{name} {float(seconds):.0f}" for name, seconds in parts) + f"; {passed} tests"
    return [f"{time.perf_counter() - began:.1f}", "", summary if done.returncode == 0 else f"failed; {summary}"]


def main() -> None:
    """Clone, run, change, run again."""
    parser = argparse.ArgumentParser(description="Startup times.")
    parser.add_argument("--checks", action="store_true", help="also run make quick and make test")
    parser.add_argument("--write", type=Path, help="a file for the table")
    args = parser.parse_args()
    rows: list[list[str]] = []
    with tempfile.TemporaryDirectory(prefix="zashiki-doors-") as folder:
        tree = Path(folder, "clone")
        subprocess.run(["git", "clone", "-q", str(ROOT), str(tree)], check=True)
        env = {name: value for name, value in os.environ.items() if not name.startswith("ZASHIKI_")}
        env |= {"ZASHIKI_CACHE": f"{folder}/cache", "UV_CACHE_DIR": f"{folder}/uv", "PIP_NO_CACHE_DIR": "1"}
        env["npm_config_cache"] = f"{folder}/npm"
        rows.append(["fresh clone → first page", *played(tree, env)])
        rows.append(["nothing changed → first page", *played(tree, env)])
        rule = tree / RULE
        rule.write_text(rule.read_text("utf-8").replace("# SK-2.2", "# as SK-2.2 says", 1) + "\n_DOORS = 17\n", "utf-8")
        rows.append(["one rule file changed → first page", *played(tree, env)])
        part = tree / COMPONENT
        part.write_text(part.read_text("utf-8") + "<!-- doors -->\n", "utf-8")
        rows.append(["one Svelte file changed → first page", *played(tree, env)])
        subprocess.run(["git", "checkout", "-q", "."], cwd=tree, check=True)
        if args.checks:
            part.write_text(part.read_text("utf-8") + "<!-- doors -->\n", "utf-8")
            rule.write_text(rule.read_text("utf-8") + "\n_DOORS = 17\n", "utf-8")
            rows.append(["make quick, both files changed", *checked(tree, env, "quick")])
            subprocess.run(["git", "checkout", "-q", "."], cwd=tree, check=True)
            rows.append(["make test, built", *checked(tree, env, "test")])
            fresh = Path(folder, "fresh")
            subprocess.run(["git", "clone", "-q", str(ROOT), str(fresh)], check=True)
            empty = env | {"ZASHIKI_CACHE": f"{folder}/cache2", "UV_CACHE_DIR": f"{folder}/uv2"}
            empty["npm_config_cache"] = f"{folder}/npm2"
            rows.append(["make test, fresh clone", *checked(fresh, empty, "test")])
    about = f"{machine()}. Measured by `python bench/doors.py --checks --write bench/doors.md`."
    tell("Doors", Sheet(("door", "seconds", "with native code", "parts (seconds)"), rows, about), args.write)


if __name__ == "__main__":
    main()
