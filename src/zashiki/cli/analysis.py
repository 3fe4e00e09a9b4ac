"""`zashiki hint` and `zashiki review`: the chance of winning after each move, before and after the fact."""

import json
import sys
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table as Sheet
from rich.text import Text

import zashiki
from zashiki import rendering
from zashiki.bots import analysis, plot
from zashiki.bots.analysis import RatedMove, Review
from zashiki.bots.bot import Budget
from zashiki.cli.console import CommandError, Output
from zashiki.cli.progress import Bar
from zashiki.cli.records import about, read
from zashiki.core.hints import SURE
from zashiki.drawing.style import QUIET, STRONG, counted, sheet


def rated_moves(moves: list[RatedMove]) -> Sheet:
    """Rated moves, the best first."""
    numbers = ("Chance of winning", "±", "Playouts")
    table = sheet("Move", *numbers, "", right=numbers)
    for index, move in enumerate(moves):
        bar = "█" * round(20 * move.chance)
        style = STRONG if index == 0 else ""
        table.add_row(
            Text(move.label, style),
            f"{move.chance:.1%}",
            f"{SURE * move.error:.1%}",
            f"{move.playouts:,}",
            Text(bar, QUIET),
        )
    return table


def hint(output: Output, path: str, seat: int | None, ply: int | None, budget: Budget, as_json: bool) -> None:
    """Rate the moves at one moment of a record."""
    record = read(path)
    with about(path):
        match = zashiki.replay(record, ply)
    waiting = match.waiting
    if match.over or waiting == (zashiki.CHANCE,):
        state = "the game is over" if match.over else "chance is to act"
        raise CommandError(f"{path}: at ply {match.ply} {state}; choose another moment with --ply")
    seat = waiting[0] if seat is None else seat
    moves = analysis.hint(match, seat, budget)
    if as_json:
        data = {"game": match.game.key, "seat": seat, "ply": match.ply, "moves": [asdict(move) for move in moves]}
        sys.stdout.write(json.dumps(data, indent=2, ensure_ascii=False) + "\n")
        return
    seen = match.view(seat)
    output.say(Text(f"{match.game.title} {match.game.kanji}: seat {seat} at ply {match.ply}", STRONG), "")
    output.say(rendering.terminal(seen), "", seen["prompt"]["text"], "", rated_moves(moves))
    if moves[0].reason is not None:
        output.say("", f"{moves[0].label}: {moves[0].reason['text']}")


def review(output: Output, path: str, seat: int, budget: Budget, picture: str | None, as_json: bool) -> None:
    """How one seat played a recorded game, as a table and a plot."""
    record = read(path)
    bar: Bar | None = None

    def progress(done: int, total: int) -> None:
        nonlocal bar
        if bar is None:
            bar = Bar(total, Console(stderr=True), verb="decisions")
        bar.at(done)

    with about(path):
        zashiki.replay(record)
    try:
        found = analysis.review(record, seat, budget, progress=progress)
    finally:
        if bar is not None:
            bar.end()
    target = Path(f"{Path(path).with_suffix('')}-seat{seat}.svg" if picture is None else picture)
    title = f"{zashiki.games()[found.game].title}: seat {seat}'s chance of winning"
    subtitle = f"{counted(len(found.decisions), 'decision')}, mean loss {found.loss:.2%}; the band is a 95% interval"
    try:
        target.write_text(plot.chances(title, subtitle, found), "utf-8")
    except OSError as error:
        raise CommandError(f"{target}: {error.strerror or error}") from None
    if as_json:
        data = asdict(found) | {"loss": found.loss, "agreed": found.agreed}
        sys.stdout.write(json.dumps(data, indent=2, ensure_ascii=False) + "\n")
        return
    _print_review(output, found)
    output.say("", Text(f"Plot in {target}", QUIET))


def _print_review(output: Output, found: Review) -> None:
    game = zashiki.games()[found.game]
    output.say(Text(f"{game.title} {game.kanji}: how seat {found.seat} played", STRONG), "")
    numbers = ("Ply", "Chance", "Loss", "±")
    table = sheet("Ply", "Played", "Best", "Chance", "Loss", "±", "", right=numbers)
    for decision in found.decisions:
        loss = decision.loss
        error = SURE * (decision.best.error**2 + decision.made.error**2) ** 0.5
        table.add_row(
            str(decision.ply),
            decision.made.name,
            "" if decision.made == decision.best else decision.best.name,
            f"{decision.best.chance:.1%}",
            f"{loss:.1%}" if loss else "",
            f"{error:.1%}" if loss else "",
            _mark(loss),
        )
    output.say(table, "")
    ending = "won" if found.won == 1 else "shared the victory" if found.won else "lost"
    output.say(
        f"{counted(len(found.decisions), 'decision')}: {found.agreed} as the search would have played, "
        f"mean loss {found.loss:.2%} of the game. Seat {found.seat} {ending}."
    )
    if found.turning_points:
        output.say("", Text("What mattered most", STRONG))
        for number, decision in enumerate(found.turning_points, 1):
            output.say(
                f"{number}. Ply {decision.ply}: {decision.made.label} cost {decision.loss:.1%}; "
                f"better was {decision.best.label} ({decision.best.chance:.0%} to win)."
            )


def _mark(loss: float) -> str:
    """The usual marks of annotated games."""
    return "??" if loss >= 0.1 else "?" if loss >= 0.05 else "?!" if loss >= 0.02 else ""
