"""What has changed in the working tree, according to git."""

import subprocess
from dataclasses import dataclass
from pathlib import Path


class NotThere(Exception):
    """Git does not know the revision, or is not installed."""


@dataclass(frozen=True)
class Changes:
    """Files that have changed, and since when."""

    files: list[str]
    about: str
    """A description of what they are compared with."""


def git(root: Path, *arguments: str) -> str:
    """Run git and return its output."""
    try:
        done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise NotThere("git is needed to see what has changed, and it is not installed") from error
    if done.returncode:
        raise NotThere(done.stderr.strip().split("\n")[0] or f"git {arguments[0]} failed")
    return done.stdout


def names(text: str) -> set[str]:
    """Return the file names in git's output with `-z`."""
    return {name for name in text.split("\0") if name}


def changes(root: Path, base: str | None = None) -> Changes:
    """Return uncommitted and untracked files, and those of the commits since the merge base with `base`.

    If there are none, return the files of the last commit.
    """
    git(root, "rev-parse", "--verify", "HEAD")
    start = "HEAD"
    about = "not yet committed"
    if base is not None:
        try:
            start = git(root, "merge-base", base, "HEAD").strip()
        except NotThere as error:
            raise NotThere(f"no common commit with {base!r}: {error}; give a branch, tag or commit") from error
        about = f"changed since {start[:10]}, where this branch left {base}"
    # No rename detection: the old name counts as changed, too.
    found = names(git(root, "diff", "--name-only", "--no-renames", "-z", start))
    found |= names(git(root, "ls-files", "--others", "--exclude-standard", "-z"))
    if not found:
        last = git(root, "log", "-1", "--format=%h %s").strip()
        # Against its first parent, also for a merge; for the root commit, everything.
        shown = git(root, "show", "--first-parent", "--name-only", "--no-renames", "--format=", "-z", "HEAD")
        return Changes(sorted(names(shown)), f"in the last commit ({last}), as nothing else has changed")
    return Changes(sorted(found), about)
