"""`zashiki arena` and `zashiki bots`: contests between bots, and a list of them."""

import hashlib
import json
import sys
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from pathlib import Path
from typing import TypedDict

from rich.console import Console
from rich.text import Text

from zashiki.bots import parallel, plot
from zashiki.bots.arena import Contest, DealLine, ForfeitLine, checked
from zashiki.bots.journal import Journal
from zashiki.bots.levels import levels
from zashiki.bots.statistics import BotResult, Speed, bot_results, speeds
from zashiki.cli.console import INTERRUPTED, CommandError, Output, complain
from zashiki.cli.progress import Bar, stopped_by_ctrl_c
from zashiki.core.game import Game
from zashiki.drawing.style import QUIET, STRONG, counted, sheet
from zashiki.lane import lane

FORFEITS_SHOWN = 5
"""The most forfeits that are listed one by one."""


class ArenaReport(TypedDict):
    """What `--json` prints and the results file holds. All but `speed` and `lane` depends only on the contest."""

    contest: dict[str, object]
    version: int
    deals: int
    games: int
    bots: list[BotResult]
    forfeits: list[ForfeitLine]
    speed: list[Speed]
    lane: str


def show_bots(output: Output, games: Sequence[Game]) -> None:
    """List the levels of each game."""
    for game in games:
        output.say(Text(f"{game.title} {game.kanji}", STRONG))
        table = sheet("", "Level", "Answers within", "How it plays", right=("Answers within",))
        for level in levels(game.key):
            table.add_row(str(level.number), level.name, f"{level.seconds:g} s", level.about)
        output.say(table, "")


def report_of(contest: Contest, version: int, deals: Sequence[DealLine]) -> ArenaReport:
    """The results of a contest after these deals."""
    ordered = sorted(deals, key=lambda line: line["deal"])
    return {
        "contest": contest.data(),
        "version": version,
        "deals": len(ordered),
        "games": sum(len(line["games"]) for line in ordered),
        "bots": bot_results(contest, ordered),
        "forfeits": [lost for line in ordered for lost in line["forfeits"]],
        "speed": speeds(contest, ordered),
        "lane": lane(),
    }


def default_name(contest: Contest) -> str:
    """A name for the files of a contest, the same every time."""
    digest = hashlib.sha256(json.dumps(contest.data(), sort_keys=True).encode()).hexdigest()[:8]
    return f"arena-{contest.game}-{contest.seats}-{digest}"


def play_deals(contest: Contest, journal: Journal, deals: int, jobs: int) -> bool:
    """Play the deals that are not in the journal yet; returns whether Ctrl-C ended it early."""
    missing = [deal for deal in range(deals) if deal not in journal.deals]
    before = deals - len(missing)
    bar = Bar(len(missing), Console(stderr=True), verb="deals")
    with stopped_by_ctrl_c() as stop, closing(parallel.play_all(contest, missing, jobs)) as played:
        for line in played:
            journal.add(line)
            bar.at(len(journal.deals) - before)
            if stop.asked:
                break
    bar.end()
    return stop.asked and len(journal.deals) < deals


def arena(
    output: Output, game: Game, contest: Contest, deals: int, jobs: int | None, out: str | None, as_json: bool
) -> int:
    """Run a contest, or the rest of it, and print the results; returns the exit code."""
    contest = checked(contest)
    base = Path(default_name(contest) if out is None else out)
    try:
        journal = Journal(Path(f"{base}.jsonl"), contest)
    except OSError as error:
        raise CommandError(f"{base}.jsonl: {error.strerror or error}") from None
    if done := sum(deal in journal.deals for deal in range(deals)):
        complain(f"resuming {base}.jsonl: {counted(done, 'deal')} of {deals:,} already played")
    try:
        interrupted = play_deals(contest, journal, deals, parallel.cores() if jobs is None else jobs)
    except BrokenProcessPool:
        raise CommandError(f"a process of the arena died; run the same command to resume from {base}.jsonl") from None
    except OSError as error:
        raise CommandError(f"{base}.jsonl: {error.strerror or error}; run the same command to resume") from None
    finally:
        journal.close()
    report = report_of(contest, game.version, [line for deal, line in journal.deals.items() if deal < deals])
    if report["deals"]:
        _print_report(output, game, contest, report, base, as_json)
    if interrupted:
        complain(f"stopped after {counted(report['deals'], 'deal')} of {deals:,}; run the same command to resume")
        return INTERRUPTED
    return 0


def _print_report(output: Output, game: Game, contest: Contest, report: ArenaReport, base: Path, as_json: bool) -> None:
    text = json.dumps(report, indent=2, ensure_ascii=False) + "\n"
    title = f"{game.title}: share of the victories"
    subtitle = (
        f"{contest.seats} seats, {counted(report['deals'], 'duplicate deal')}, {counted(report['games'], 'game')}, "
        "95% intervals; dashed: even"
    )
    try:
        Path(f"{base}.json").write_text(text, "utf-8")
        Path(f"{base}.svg").write_text(plot.ranking(title, subtitle, report["bots"]), "utf-8")
    except OSError as error:
        complain(f"results not written: {error.filename}: {error.strerror or error}")
    if as_json:
        sys.stdout.write(text)
        return
    show(output, game, contest, report)
    output.say(Text(f"Results in {base}.json, plot in {base}.svg, journal in {base}.jsonl", QUIET))


def show(output: Output, game: Game, contest: Contest, report: ArenaReport) -> None:
    """Print the results as a table."""
    chosen = "".join(f", {key} {value}" for key, value in contest.options.items())
    output.say(Text(f"{game.title} {game.kanji}: {contest.seats} seats{chosen}", STRONG))
    output.say(
        f"{counted(report['deals'], 'duplicate deal')}, {counted(report['games'], 'game')}, seed {contest.seed}; "
        "± is a 95% interval",
        "",
    )
    numbers = ("Games", "Win share", "±", "Even", "Mean score", "Rating", "ms/move", "Forfeits")
    table = sheet("Bot", *numbers, "", right=numbers)
    for row, speed in sorted(zip(report["bots"], report["speed"], strict=True), key=_best_first):
        table.add_row(
            row["bot"],
            f"{row['games']:,}",
            f"{row['share']:.1%}",
            f"{(row['high'] - row['low']) / 2:.1%}",
            f"{row['even']:.1%}",
            f"{row['score']:.2f}",
            f"{row['rating']:.1f} ± {2 * row['doubt']:.1f}",
            f"{speed['milliseconds']:.2f}",
            str(row["forfeits"]),
            verdict(row),
        )
    output.say(table, "")
    for lost in report["forfeits"][:FORFEITS_SHOWN]:
        output.say(f"{lost['bot']} {lost['why']} at ply {lost['ply']} on seat {lost['seat']}: {lost['detail']}")
    if len(report["forfeits"]) > FORFEITS_SHOWN:
        output.say(f"… and {counted(len(report['forfeits']) - FORFEITS_SHOWN, 'more forfeit')}")


def _best_first(pair: tuple[BotResult, Speed]) -> float:
    return pair[0]["even"] - pair[0]["share"]


def verdict(row: BotResult) -> str:
    """Whether the bot is significantly stronger or weaker than even."""
    if row["low"] > row["even"]:
        return "stronger"
    return "weaker" if row["high"] < row["even"] else "even"
