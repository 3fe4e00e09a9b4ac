"""Deals side by side: a contest on all cores."""

import os
import signal
from collections.abc import Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import get_context

from zashiki.bots.arena import ArenaWorker, Contest, DealLine

_hall: ArenaWorker | None = None
"""In a worker process: where it plays."""


def cores() -> int:
    """How many processes can run at once here."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def play_all(contest: Contest, deals: Sequence[int], jobs: int) -> Generator[DealLine]:
    """Play these deals, as many at a time as there are jobs; each is given as soon as it is done.

    Whoever stops asking stops the work: deals not begun are dropped, those begun are played to their end.
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
            # Never many more than there are hands: what is handed out cannot be taken back.
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
    global _hall
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent to answer
    _hall = ArenaWorker(contest)


def _play(deal: int) -> DealLine:
    assert _hall is not None
    return _hall.play(deal)
