"""A contest on all cores."""

import os
import signal
from collections.abc import Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import get_context

from zashiki.bots.arena import ArenaWorker, Contest, DealLine

_worker: ArenaWorker | None = None
"""In a worker process: its bots."""


def cores() -> int:
    """The number of cores available to this process."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def play_all(contest: Contest, deals: Sequence[int], jobs: int) -> Generator[DealLine]:
    """Play these deals in this many processes; yields each as soon as it is finished.

    Closing the generator stops the work: deals not yet started are dropped, the others are finished.
    """
    if jobs == 1:
        worker = ArenaWorker(contest)
        try:
            for deal in deals:
                yield worker.play(deal)
        finally:
            worker.close()
        return
    left = iter(deals)
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_start_worker, initargs=(contest,))
    try:
        running: set[Future[DealLine]] = set()
        while True:
            # Never submit many more than can run: what is submitted cannot be taken back.
            for deal in islice(left, jobs + 1 - len(running)):
                running.add(pool.submit(_play, deal))
            if not running:
                break
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _start_worker(contest: Contest) -> None:
    global _worker
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent to answer
    _worker = ArenaWorker(contest)


def _play(deal: int) -> DealLine:
    assert _worker is not None
    return _worker.play(deal)
