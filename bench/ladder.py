"""The strength of the bots, level by level: `make ladder`.

In every game at its usual seats, greedy plays random, and each level plays the one below, over duplicate deals. The
arena's journals are kept in a folder, so that an interrupted run resumes. Results are kept in `ladder.json`, so that
only pairings whose search configurations have changed are played again (remove it after a change in how a game is
played), and written as a Markdown table into `docs/bots.md`.
"""

import argparse
import json
import time
from pathlib import Path
from typing import NamedTuple, TypedDict

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from zashiki.bots import parallel
from zashiki.bots.arena import Contest, checked
from zashiki.bots.journal import Journal, header_of
from zashiki.bots.statistics import BotResult, bot_results
from zashiki.core.options import Options

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "bench" / "ladder.json"
"""Results of earlier runs: those of each pairing by the header of its journal."""
PAGE = ROOT / "docs" / "bots.md"
BEGIN, END = "<!-- ladder -->\n", "<!-- /ladder -->\n"

TABLES: tuple[tuple[str, int, Options], ...] = (
    ("hagakure", 4, {}),
    ("hijun", 4, {}),
    ("hiroba", 2, {}),
    ("hiroba", 4, {}),
    ("hitohira", 3, {}),
    ("sakura", 2, {}),
    ("sakura", 4, {"teams": "two"}),
)
RUNGS = (
    ("greedy", "random"),
    ("level1", "random"),
    ("level2", "level1"),
    ("level3", "level2"),
    ("level4", "level3"),
    ("level5", "level4"),
)


def contests(seed: int) -> list[Contest]:
    """Return every pairing at every table, from the bottom up."""
    return [checked(Contest(game, pair, seats, seed, options)) for game, seats, options in TABLES for pair in RUNGS]


class Kept(TypedDict):
    """The stored result of one pairing."""

    deals: int
    row: BotResult


class Rung(NamedTuple):
    """One pairing at one table, with its result so far."""

    contest: Contest
    deals: int
    row: BotResult


def journal_of(contest: Contest, folder: Path) -> Journal:
    """Return the journal of one pairing."""
    chosen = "".join(f"-{value}" for value in json.loads(json.dumps(contest.options)).values())
    name = f"{contest.game}-{contest.seats}{chosen}-{'-'.join(contest.bots)}-{contest.seed}.jsonl"
    return Journal(folder / name, contest)


def climb(contest: Contest, deals: int, folder: Path, jobs: int, progress: Progress) -> Rung:
    """Play what is missing of one pairing; return its result."""
    if (known := so_far(contest, deals, folder)) is not None:
        return known
    journal = journal_of(contest, folder)
    missing = [deal for deal in range(deals) if deal not in journal.deals]
    label = f"{contest.game} {contest.seats}: {' against '.join(contest.bots)}"
    task = progress.add_task(label, total=deals, completed=deals - len(missing))
    for line in parallel.play_all(contest, missing, jobs) if missing else ():
        journal.add(line)
        progress.advance(task)
    journal.close()
    rung = so_far(contest, deals, folder)
    assert rung is not None
    progress.console.print(f"{label}: {format_share(rung)}", highlight=False)
    return rung


def so_far(contest: Contest, deals: int, folder: Path) -> Rung | None:
    """Return the result of a completed pairing; None if it is incomplete."""
    kept = results().get(header_of(contest))
    if kept is not None and kept["deals"] == deals:
        return Rung(contest, deals, kept["row"])
    journal = journal_of(contest, folder)
    journal.close()
    if any(deal not in journal.deals for deal in range(deals)):
        return None
    row = bot_results(contest, [journal.deals[deal] for deal in range(deals)])[0]
    keep = results() | {header_of(contest): {"deals": deals, "row": row}}
    RESULTS.write_text(json.dumps(keep, indent=1, sort_keys=True) + "\n", "utf-8")
    return Rung(contest, deals, row)


def results() -> dict[str, Kept]:
    """Return the results of earlier runs."""
    return json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}


def format_share(rung: Rung) -> str:
    """Format the upper bot's share with its interval."""
    row = rung.row
    return f"{row['share']:.1%} ({row['low']:.1%} to {row['high']:.1%})"


def page(rungs: list[Rung]) -> str:
    """Return the table for the documentation."""
    lines = [
        "| game | seats | pairing | deals | games | win share of the first | 95% interval |",
        "|---|---:|---|---:|---:|---:|---|",
    ]
    for contest, deals, row in rungs:
        seats = f"{contest.seats} (teams)" if contest.options.get("teams", "none") != "none" else str(contest.seats)
        share = f"**{row['share']:.1%}**" if row["low"] > row["even"] else f"{row['share']:.1%}"
        interval = f"{row['low']:.1%} to {row['high']:.1%}"
        pairing = f"{contest.bots[0]} against {contest.bots[1]}"
        cells = [contest.game, seats, pairing, f"{deals:,}", f"{row['games']:,}", share, interval]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def publish(rungs: list[Rung]) -> None:
    """Replace the table in the page."""
    text = PAGE.read_text("utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(before + BEGIN + page(rungs) + END + after, "utf-8")


def main() -> None:
    """Play the ladder, or a part of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=500, help="duplicate deals for each pairing")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=parallel.cores())
    parser.add_argument("--journals", type=Path, default=ROOT / "bench" / "journals", help="folder of the journals")
    parser.add_argument("--game", action="append", help="only this game (may be repeated); nothing is published then")
    parser.add_argument("--so-far", action="store_true", help="publish what is played through, and play nothing")
    arguments = parser.parse_args()
    arguments.journals.mkdir(parents=True, exist_ok=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    if arguments.so_far:
        found = [so_far(contest, arguments.deals, arguments.journals) for contest in contests(arguments.seed)]
        publish([rung for rung in found if rung is not None])
        return
    began = time.perf_counter()
    rungs: list[Rung] = []
    with Progress(*columns, console=Console(stderr=True)) as progress:
        rungs += [
            climb(contest, arguments.deals, arguments.journals, arguments.jobs, progress)
            for contest in contests(arguments.seed)
            if not arguments.game or contest.game in arguments.game
        ]
    if not arguments.game:
        publish(rungs)
    Console().print(f"{len(rungs)} pairings in {time.perf_counter() - began:,.0f} s", highlight=False)


if __name__ == "__main__":
    main()
