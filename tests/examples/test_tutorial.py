"""Follow docs/adding-a-game.md from an empty folder on: every command, change and program in it, in order."""

import re
import shlex
import subprocess
import sys
import venv
from pathlib import Path

from examples.conftest import ROOT, environment

PAGE = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
TUTORIAL = PAGE.partition("## The package\n")[0]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
STAYS = "zashiki"
"""Starts a server and keeps running; the game in a browser has its own test."""


class Reader:
    """Somebody who follows the page, in a virtual environment of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bin = folder / "venv" / "bin"
        venv.create(folder / "venv")
        # What the tests have installed is there as well, as if the reader had installed Zashiki.
        (site,) = (folder / "venv").glob("lib/python*/site-packages")
        paths = [path for path in sys.path if path and Path(path).is_dir()]
        (site / "installed.pth").write_text("\n".join(paths), "utf-8")

    def run(self, line: str, fails: str | None, typed: str) -> None:
        """Run a command of the page; one that must fail says why."""
        words = shlex.split(line)
        if words[0] == "cd":
            self.folder /= words[1]
            return
        plain = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "/dev/null", "--rootdir", "."]
        programs = {"pip": ["-m", "pip"], "pytest": [*plain, "tests"], "python": [], "zashiki": ["-m", "zashiki"]}
        start = [str(self.bin / "python"), *programs[words[0]]]
        offline = {"PIP_NO_INDEX": "1", "PIP_NO_BUILD_ISOLATION": "0", "PIP_NO_DEPS": "1", "PIP_QUIET": "1"}
        done = subprocess.run(
            [*start, *words[1:]],
            cwd=self.folder,
            env={**environment(self.folder), **offline},
            input=typed,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        said = done.stdout + done.stderr
        if fails is None:
            assert done.returncode == 0, f"{line}: {said}"
        else:
            assert done.returncode != 0, f"{line} should fail: {said}"
            assert fails in said

    def change(self, diff: str) -> None:
        """Make a change of the page to the file that its first line names."""
        head, *lines = diff.splitlines()
        file = self.folder / head.removeprefix("--- ")
        old = "".join(f"{line[1:]}\n" for line in lines if not line.startswith("+"))
        new = "".join(f"{line[1:]}\n" for line in lines if not line.startswith("-"))
        text = file.read_text("utf-8")
        assert text.count(old) == 1, f"{file.name} has {text.count(old)} times:\n{old}"
        file.write_text(text.replace(old, new), "utf-8")


def test_the_tutorial_works_from_an_empty_folder_on(tmp_path: Path) -> None:
    reader = Reader(tmp_path)
    ran = 0
    for kind, text in BLOCK.findall(TUTORIAL):
        if kind == "diff":
            reader.change(text)
        elif kind == "python":
            reader.run(f"python -c {shlex.quote(text)}", None, "")
        else:
            assert kind == "console", kind
            lines = text.splitlines()
            for line, after in zip(lines, [*lines[1:], ""], strict=True):
                if line.startswith("$ ") and line != f"$ {STAYS}":
                    fails = after.removeprefix("! ") if after.startswith("! ") else None
                    reader.run(line.removeprefix("$ "), fails, "1\n" * 20)
        ran += 1
    assert ran > 12
