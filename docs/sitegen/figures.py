"""The plots on the pages of `bench/`, each drawn from the table beside it."""

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from sitegen.plots import Plot, Point, Row, svg

TITLES: Final = {"server": "The server under load", "web": "The browser client"}
"""Titles of pages that are generated without one."""
_TABLE: Final = re.compile(r"^\|.*\|\n\|[-:|]+\|\n(?:\|.*\|\n)+", re.MULTILINE)
_NUMBER: Final = re.compile(r"-?\d[\d,]*(?:\.\d+)?")
_SIZES: Final = {"M": 1e6, "k": 1e3}


class Table(NamedTuple):
    """A table of a page."""

    heads: list[str]
    rows: list[list[str]]
    start: int
    """Its offset in the text."""

    def column(self, name: str) -> list[str]:
        """The cells of a column."""
        at = self.heads.index(name)
        return [row[at] for row in self.rows]


def tables(text: str) -> list[Table]:
    """All tables of a page."""
    return [
        Table(*((cells := [_cells(line) for line in match[0].splitlines()])[0], cells[2:]), match.start())
        for match in _TABLE.finditer(text)
    ]


def _cells(line: str) -> list[str]:
    return [cell.strip().strip("*") for cell in line.strip().strip("|").split("|")]


def numbers(cell: str) -> list[float]:
    """All numbers in a cell: `2.32 M (6.8×)` has two, `143 of 150 kB` as well."""
    found = []
    for match in _NUMBER.finditer(cell):
        size = _SIZES.get(cell[match.end() :].lstrip()[:1], 1.0)
        if cell[match.end() :].lstrip()[:2] == "kB":
            size = 1.0
        found.append(float(match[0].replace(",", "")) * size)
    return found


def number(cell: str) -> float | None:
    """The first number in a cell."""
    found = numbers(cell)
    return found[0] if found else None


def point(cell: str) -> Point | None:
    """A cell as a point, with its ± if it has one."""
    found = numbers(cell)
    if not found:
        return None
    if "±" in cell and len(found) > 1:
        return Point(found[0], max(0.0, found[0] - found[1]), found[0] + found[1])
    return Point(found[0])


def _places(table: Table) -> list[str]:
    return [f"{game}, {seats} seats" for game, seats in zip(table.column("game"), table.column("seats"), strict=True)]


def _series(table: Table, labels: Sequence[str], names: Sequence[str]) -> list[Row]:
    columns = [table.column(name) for name in names]
    return [Row(label, [point(column[at]) for column in columns]) for at, label in enumerate(labels)]


# One function per page: takes its tables, returns pairs (index of the table, plot).


def _batch(found: list[Table]) -> list[tuple[int, Plot]]:
    names = ("n=1", "n=64", "n=4096")
    rows = _series(found[0], found[0].column("game"), names)
    about = "How many decisions a second one core makes, by how many games are played side by side."
    return [(0, Plot("Decisions a second in a batch", about, rows, [f"{name} games" for name in names], "a second"))]


def _exact(found: list[Table]) -> list[tuple[int, Plot]]:
    table = found[0]
    names = table.heads[1:]
    rows = _series(table, table.column("player"), names)
    about = "NashConv: how much a perfect answer gains against each player. Left is better, 0 cannot be beaten."
    series = [name.partition(",")[0] for name in names]
    return [(0, Plot("How far from play that cannot be beaten", about, rows, series, "shares of a victory"))]


def _levels(found: list[Table]) -> list[tuple[int, Plot]]:
    table = found[0]
    names = [name for name in table.heads if name.startswith("level")]
    rows = _series(table, _places(table), names)
    about = "The mean time for a decision of each level, by game and seats."
    return [(0, Plot("Time for a decision", about, rows, names, "milliseconds", logarithmic=True))]


def _rivals(found: list[Table]) -> list[tuple[int, Plot]]:
    table = found[0]
    rows = []
    for row in table.rows:
        cells = dict(zip(table.heads, row, strict=True))
        share, (low, high) = number(cells["our win share"]), numbers(cells["95% interval"])[:2]
        assert share is not None
        rows.append(
            Row(
                f"{cells['game']}, {cells['seats']} seats, {cells['rounds']} rounds",
                [Point(share / 100, low / 100, high / 100)],
                cells["equal"],
                cells["our win share"],
            )
        )
    about = "Our share of the victories with its 95% interval; the dashed line is even."
    title = "Against OpenSpiel's search"
    return [(0, Plot(title, about, rows, percent=True, even=0.5, ends=(0.0, 1.0)))]


def _search(found: list[Table]) -> list[tuple[int, Plot]]:
    table = found[0]
    rows = [
        Row(label, [point(cell)], text=cell)
        for label, cell in zip(table.column("search"), table.column("iterations/s"), strict=True)
    ]
    about = "How many iterations of tree search one core makes in a second."
    return [(0, Plot("Search speed", about, rows, unit="iterations a second"))]


def _server(found: list[Table]) -> list[tuple[int, Plot]]:
    table = found[0]
    rows = []
    for row in table.rows:
        cells = dict(zip(table.heads, row, strict=True))
        middle, slow = number(cells["p50"]), number(cells["p99"])
        assert middle is not None
        label = f"{cells['database']}, {cells['tables']} tables, {cells['mode']}"
        rows.append(Row(label, [Point(middle, middle, slow)], text=cells["p50"]))
    about = "From a click to the last screen of the table: the median, and a line to the 99th percentile."
    return [(0, Plot("Latency of a move", about, rows, unit="milliseconds", logarithmic=True))]


def _startup(found: list[Table]) -> list[tuple[int, Plot]]:
    names = ("Before", "After")
    rows = _series(found[0], [row[0] for row in found[0].rows], names)
    about = "CPU time of a Python program, as a multiple of an empty one. Left is better."
    return [(0, Plot("Startup", about, rows, names, "times an empty program"))]


def _speed(found: list[Table]) -> list[tuple[int, Plot]]:
    names = ("user loop", "explicit chance", "playouts, dealt")
    rows = _series(found[0], _places(found[0]), names)
    about = "Decisions a second on one core, by game and seats, beside hearts in OpenSpiel."
    return [(0, Plot("Decisions a second", about, rows, names, "a second", logarithmic=True))]


def _web(found: list[Table]) -> list[tuple[int, Plot]]:
    weight, click = found[0], found[1]
    weights = [
        Row(label, [Point(numbers(cell)[0])], text=f"{cell.split()[0]} kB")
        for label, cell in zip(weight.column("page"), weight.column("script and style"), strict=True)
    ]
    columns = [click.column(name) for name in ("median", "best", "worst")]
    clicks = []
    for label, *cells in zip(click.column("game"), *columns, strict=True):
        middle, best, worst = (number(cell) for cell in cells)
        assert middle is not None
        clicks.append(Row(label, [Point(middle, best, worst)], text=cells[0]))
    return [
        (0, Plot("Weight of a page", "Script and style, compressed.", weights, unit="kB", ends=(0.0, 250.0))),
        (
            1,
            Plot("From the click to the table", "The median, from the best to the worst.", clicks, unit="milliseconds"),
        ),
    ]


def _results(found: list[Table]) -> list[tuple[int, Plot]]:
    table = found[0]
    rows = []
    for row in table.rows:
        cells = dict(zip(table.heads, row, strict=True))
        least, middle, most = (number(cells[name]) for name in ("least", "median", "most"))
        assert middle is not None
        pair = f"{cells['ours']} beside {cells['peer']}"
        rows.append(Row(cells["what"], [Point(middle, least, most)], pair, cells["median"]))
    about = (
        "Our rate divided by the peer's: the median over pairs of games, from the least to the most. Right is faster."
    )
    return [(0, Plot("Speed beside other libraries", about, rows, logarithmic=True, even=1.0, unit="times as fast"))]


PLOTS: Final[dict[str, Callable[[list[Table]], list[tuple[int, Plot]]]]] = {
    "batch": _batch,
    "exact": _exact,
    "levels": _levels,
    "results": _results,
    "rivals": _rivals,
    "search": _search,
    "server": _server,
    "speed": _speed,
    "startup": _startup,
    "web": _web,
}


def page(name: str, text: str) -> str:
    """A page of `bench/` with each plot before its table."""
    if not text.startswith("# "):
        text = f"# {TITLES.get(name, name.capitalize())}\n\n{text}"
    if name not in PLOTS:
        return text
    found = tables(text)
    for at, plot in reversed(PLOTS[name](found)):
        start = found[at].start
        text = f"{text[:start]}{svg(plot)}\n\n{text[start:]}"
    return text


def strength(path: Path) -> str:
    """The page on the strength of the levels, generated from `bench/ladder.json`."""
    kept: dict[str, Any] = json.loads(path.read_text("utf-8"))
    rungs: dict[str, list[tuple[str, Any]]] = {}
    for header, result in kept.items():
        contest = json.loads(header)
        first, second = contest["bots"]
        teams = ", teams" if contest["options"].get("teams", "none") != "none" else ""
        place = f"{contest['game'].capitalize()}, {contest['seats']} seats{teams}"
        rungs.setdefault(place, []).append((f"{first} against {second}", result))
    parts = [
        "# Strength of the levels\n",
        "Each level of the bots against the one below, over duplicate deals: every deal is played in every seating, so"
        " the luck of the cards falls on both. An even share is 50%. [Bots](../bots.md#levels) says what each level"
        " does, and `make ladder` measures them again.\n",
    ]
    for place, found in sorted(rungs.items()):
        rows = [
            Row(pairing, [Point(row["share"], row["low"], row["high"])], text=f"{row['share']:.1%}")
            for pairing, row in ((pairing, result["row"]) for pairing, result in found)
        ]
        about = "Share of the victories of the first, with its 95% interval; the dashed line is even."
        lines = [
            f"| {pairing} | {result['deals']} | {result['row']['games']:,} | {result['row']['share']:.1%} |"
            f" {result['row']['low']:.1%} to {result['row']['high']:.1%} |"
            for pairing, result in found
        ]
        parts += [
            f"## {place}\n",
            svg(Plot(place, about, rows, percent=True, even=0.5, ends=(0.0, 1.0))) + "\n",
            "| pairing | deals | games | win share of the first | 95% interval |\n|---|---:|---:|---:|---|",
            "\n".join(lines) + "\n",
        ]
    return "\n".join(parts)
