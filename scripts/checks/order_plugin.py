"""A pytest plugin that runs files with slow tests first, so that no worker is left alone with one at the end.

The tests of a file stay together, for the sake of its fixtures. `--dist worksteal` first gives every xdist worker an
equal slice of the list, so the files are distributed such that each worker starts with slow ones. Only
`tests/durations.json` counts, which all workers read alike; the recordings of this machine may change while they start.
"""

import os
from collections.abc import Mapping

import pytest

from checks.durations import ROOT, TYPICAL, Seconds, shipped


def dealt(files: Mapping[str, list[str]], seconds: Seconds, workers: int) -> list[str]:
    """Return the files in their new order; `files` has the tests of each."""
    slowest = {file: max(seconds.get(test, TYPICAL) for test in tests) for file, tests in files.items()}
    whole = {file: sum(seconds.get(test, TYPICAL) for test in tests) for file, tests in files.items()}
    shares: list[list[str]] = [[] for _ in range(workers)]
    for file in sorted(files, key=lambda file: (-slowest[file], file)):
        min(shares, key=lambda share: sum(whole[one] for one in share)).append(file)
    return [file for share in shares for file in share]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort the tests."""
    files: dict[str, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.nodeid.partition("::")[0], []).append(item)
    names = {file: [item.nodeid for item in tests] for file, tests in files.items()}
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    items[:] = [item for file in dealt(names, shipped(ROOT), workers) for item in files[file]]
