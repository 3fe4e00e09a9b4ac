"""Jobs run in parallel, fail, time out and are interrupted; git lists changes."""

import io
import subprocess
import sys
from pathlib import Path

import pytest

from checks.changes import NotThere, changes
from checks.jobs import Board, Job, Step, run

pytestmark = pytest.mark.once


def python(text: str, **more: object) -> Step:
    return Step("python", [sys.executable, "-c", text], Path.cwd(), **more)  # type: ignore[arg-type]


HANGS = """
import subprocess, sys, pathlib
child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])
pathlib.Path(sys.argv[1]).write_text(str(child.pid))
child.wait()
"""


def hangs(pid: Path) -> Step:
    """Return a process that never ends, with a child process."""
    return Step("hangs", [sys.executable, "-c", HANGS, str(pid)], Path.cwd())


class Impatient(Board):
    """Presses Ctrl-C as soon as the process runs."""

    def __init__(self, jobs: list[Job], pid: Path) -> None:
        super().__init__(jobs, io.StringIO())
        self.pid = pid

    def draw(self) -> None:
        if self.pid.exists() and self.pid.read_text():
            raise KeyboardInterrupt


def test_jobs_report_failures_and_continue() -> None:
    good = Job("good", [python("print('nothing to tell')")])
    bad = Job("bad", [python("print('what is wrong'); exit(3)"), python("print('more'); exit(1)"), python("pass")])
    needed = Job("needed", [python("exit(1)", needed=True), python("print('never'); exit(1)")])
    lost = Job("lost", [Step("lost", ["/no/such/program"], Path.cwd())])
    fine = Job("fine", [python("exit(5)", fine=(0, 5))])
    out = io.StringIO()
    jobs = [good, bad, needed, lost, fine]
    run(jobs, Board(jobs, out))
    assert [job.code for job in jobs] == [0, 1, 1, 1, 0]
    assert good.output == ""
    assert "what is wrong" in bad.output
    assert "more" in bad.output
    assert "never" not in needed.output
    assert "/no/such/program" in lost.output
    lines = sorted(" ".join(line.split()[:2]) for line in out.getvalue().splitlines())
    assert lines == ["✓ fine", "✓ good", "✗ bad", "✗ lost", "✗ needed"]


def test_a_job_that_times_out_is_terminated_with_its_children(tmp_path: Path) -> None:
    job = Job("long", [hangs(tmp_path / "pid"), python("exit(1)")], limit=2.0, grace=1.0)
    run([job], Board([job], io.StringIO()))
    assert (job.cut, job.code, job.output) == (True, 0, "")
    assert not alive(tmp_path / "pid")


def test_ctrl_c_ends_everything(tmp_path: Path) -> None:
    job = Job("long", [hangs(tmp_path / "pid"), python("exit(1)")], grace=1.0)
    with pytest.raises(KeyboardInterrupt):
        run([job], Impatient([job], tmp_path / "pid"))
    assert job.over
    assert not alive(tmp_path / "pid")


def alive(pid: Path) -> bool:
    """Return whether the process whose id is in the file still runs; one that never started does not."""
    if not pid.exists():
        return False
    line = ["ps", "-o", "stat=", "-p", pid.read_text()]
    state = subprocess.run(line, capture_output=True, text=True, check=False).stdout.strip()
    return state != "" and not state.startswith("Z")


# What has changed


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """Two commits on `main`; the second changes `b`."""
    git(tmp_path, "init", "-q", "-b", "main")
    for name in ("a", "b"):
        (tmp_path / name).write_text("1", "utf-8")
    commit(tmp_path, "first")
    (tmp_path / "b").write_text("2", "utf-8")
    commit(tmp_path, "second")
    return tmp_path


def git(where: Path, *line: str) -> None:
    who = ["-c", "user.name=Aki", "-c", "user.email=aki@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *who, *line], cwd=where, check=True, capture_output=True)


def commit(where: Path, subject: str) -> None:
    git(where, "add", "-A")
    git(where, "commit", "-q", "-m", subject)


def test_uncommitted_files_have_changed(repo: Path) -> None:
    (repo / "a").unlink()
    (repo / "new file").write_text("", "utf-8")
    (repo / ".gitignore").write_text("ignored\n", "utf-8")
    (repo / "ignored").write_text("", "utf-8")
    assert changes(repo).files == [".gitignore", "a", "new file"]


def test_without_changes_the_last_commit_is_used(repo: Path) -> None:
    found = changes(repo)
    assert found.files == ["b"]
    assert "second" in found.about


def test_the_root_commit_has_changed_everything(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    (tmp_path / "a").write_text("1", "utf-8")
    commit(tmp_path, "first")
    assert changes(tmp_path).files == ["a"]


def test_a_base_brings_the_commits_of_a_branch(repo: Path) -> None:
    git(repo, "checkout", "-q", "-b", "branch")
    git(repo, "mv", "a", "c")
    commit(repo, "third")
    git(repo, "checkout", "-q", "main")
    (repo / "b").write_text("3", "utf-8")
    commit(repo, "meanwhile")
    git(repo, "checkout", "-q", "branch")
    (repo / "d").write_text("", "utf-8")
    assert changes(repo, "main").files == ["a", "c", "d"]
    assert changes(repo).files == ["d"]


def test_an_unknown_base_is_refused_in_a_line(repo: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    with pytest.raises(NotThere, match=r"'nowhere'.*give a branch"):
        changes(repo, "nowhere")
    with pytest.raises(NotThere, match="not a git repository"):
        changes(tmp_path_factory.mktemp("elsewhere"))
