"""Compare our figures with those of peers: ratios, tables as text, and where we are not ahead. Measures nothing."""

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bench.showing import markdown


@dataclass(frozen=True)
class Figure:
    """The measurements of one game in one way, one per round; or why it could not be measured."""

    kind: str
    """What is counted: a heading of the report."""
    way: str
    """Whose it is, and how it is done."""
    game: str
    rates: tuple[float, ...] = ()
    """Per second; none if it could not be measured."""
    trouble: str = ""
    """Why it could not be measured."""

    @property
    def rate(self) -> float:
        """Return the median rate."""
        return statistics.median(self.rates)

    @property
    def spread(self) -> float:
        """Return the median deviation from the median, relative to it."""
        return statistics.median([abs(rate - self.rate) for rate in self.rates]) / self.rate


@dataclass(frozen=True)
class Match:
    """A comparison of like with like."""

    kind: str
    ours: str
    """One of our ways."""
    theirs: str
    """One of the peers'."""
    note: str = ""
    """How the two differ."""


@dataclass(frozen=True)
class Pair:
    """One of our games and one of a peer's."""

    ours: Figure
    theirs: Figure

    @property
    def ratio(self) -> float:
        """How many times as fast ours is."""
        return self.ours.rate / self.theirs.rate


def pairs(match: Match, figures: Iterable[Figure]) -> list[Pair]:
    """Return all pairs of our games and theirs that were measured."""
    measured = [figure for figure in figures if figure.rates and figure.kind == match.kind]
    ours = [figure for figure in measured if figure.way == match.ours]
    theirs = [figure for figure in measured if figure.way == match.theirs]
    return [Pair(one, other) for one in ours for other in theirs]


def format_rate(rate: float) -> str:
    """Format a rate with three digits."""
    if rate >= 999_500:
        return f"{rate / 1e6:.3g} M"
    if rate >= 999.5:
        return f"{rate / 1e3:.3g} k"
    return f"{rate:.3g}"


def format_ratio(ratio: float) -> str:
    """Format a ratio with two digits; one below 1 is never rounded to 1."""
    if ratio >= 9.95:
        return f"{ratio:,.0f}×"
    if ratio >= 1:
        return f"{ratio:.1f}×"
    if ratio >= 0.095:
        return f"{min(ratio, 0.99):.2f}×"
    return f"{ratio:.1g}×"


def rates_table(kind: str, figures: Iterable[Figure]) -> list[str]:
    """Return every rate of one kind, in the order of measurement, and what could not be measured."""
    rows = []
    for figure in figures:
        if figure.kind == kind:
            cells = [format_rate(figure.rate), f"±{figure.spread:.0%}"] if figure.rates else ["—", figure.trouble]
            rows.append([figure.way, figure.game, *cells])
    return markdown(["whose, and how", "game", "per second", "spread"], rows, left=2)


def ratios_table(match: Match, figures: Iterable[Figure]) -> list[str]:
    """Return a row for each of our games and a column for each of theirs; nothing if one side is missing."""
    found = pairs(match, figures)
    theirs = list(dict.fromkeys(pair.theirs.game for pair in found))
    rows: dict[str, list[str]] = {}
    for pair in found:
        row = rows.setdefault(pair.ours.game, [pair.ours.game, format_rate(pair.ours.rate)])
        row.append(format_ratio(pair.ratio))
    return markdown(["ours", "per second", *theirs], rows.values()) if found else []


def summary(matches: Iterable[Match], figures: Sequence[Figure]) -> list[str]:
    """Return one row for each comparison: the range of its ratios, and in how many pairs we are ahead."""
    rows = []
    for match in matches:
        found = pairs(match, figures)
        if found:
            ratios = [pair.ratio for pair in found]
            ahead = sum(ratio >= 1 for ratio in ratios)
            span = [format_ratio(ratio) for ratio in (min(ratios), statistics.median(ratios), max(ratios))]
            rows.append([match.kind, match.ours, match.theirs, *span, f"{ahead} of {len(found)}"])
        else:
            rows.append([match.kind, match.ours, match.theirs, "—", "—", "—", "not measured"])
    return markdown(["what", "ours", "peer", "least", "median", "most", "ahead in"], rows, left=3)


def not_ahead(matches: Iterable[Match], figures: Sequence[Figure]) -> list[str]:
    """List every pair in which the peer is faster, the furthest behind first, and every missing comparison."""
    lines = []
    for match in matches:
        found = pairs(match, figures)
        behind = sorted((pair for pair in found if pair.ratio < 1), key=lambda pair: pair.ratio)
        title = f"- **{match.kind}**, {match.ours} beside {match.theirs}"
        if not found:
            lines.append(f"{title}: not measured.")
        elif behind:
            lines.append(f"{title}{f' ({match.note})' * bool(match.note)}:")
        for game in dict.fromkeys(pair.ours.game for pair in behind):
            against = [f"{pair.theirs.game} {format_ratio(pair.ratio)}" for pair in behind if pair.ours.game == game]
            lines.append(f"  - {game}: {', '.join(against)}")
    return lines or ["Nowhere in this run."]


def report(title: str, about: Sequence[str], matches: Sequence[Match], figures: Sequence[Figure]) -> str:
    """Return the whole page."""
    lines = [f"# {title}", ""]
    for paragraph in about:
        lines += [paragraph, ""]
    lines += ["## In short", "", *summary(matches, figures), ""]
    lines += ["## Where we are not ahead", "", *not_ahead(matches, figures), ""]
    lines += ["## Like for like", ""]
    for match in matches:
        if table := ratios_table(match, figures):
            note = f" {match.note[0].upper()}{match.note[1:]}." if match.note else ""
            lines += [f"**{match.kind}**: {match.ours} as a multiple of {match.theirs}.{note}", "", *table, ""]
    for kind in dict.fromkeys(figure.kind for figure in figures):
        lines += [f"## All figures: {kind}", "", *rates_table(kind, figures), ""]
    return "\n".join(lines)
