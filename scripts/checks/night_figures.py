"""The figures of `SECURITY.md`: what all reports of `make night` say together, as a table between two markers."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

BEGIN = '<!-- figures: written by make night ARGS="--publish" -->'
END = "<!-- /figures -->"
HEAD = "| part | what was tried | how often | found |\n|---|---|---|---|"
LOST, TWICE = "acknowledged, but lost", "acknowledged, but twice"
ROW = re.compile(r"^\| `(\w+)` \| [^|]+ \| [^|]+ \| [^|]+ \|$")


class NoFigures(Exception):
    """There is nothing to publish, or no place for it."""


def grouped(counts: Mapping[str, int]) -> str:
    """Format counts, `what: detail` in brackets after `what`."""
    texts: list[str] = []
    for what, count in counts.items():
        if ": " in what or what.startswith((LOST, TWICE)) or not count:
            continue
        details = [f"{one.partition(': ')[2]} {counts[one]:,}" for one in counts if one.startswith(f"{what}: ")]
        texts.append(f"{count:,} {what}" + (f" ({', '.join(details)})" if details else ""))
    return "; ".join(texts) or "nothing"


def found(counts: Mapping[str, int], failures: int, largest: Mapping[str, int]) -> str:
    """Format what was found."""
    texts = [f"{failures} failures" if failures else "nothing failed"]
    if any(what.startswith("acknowledged ") for what in counts):
        lost, twice = (sum(count for what, count in counts.items() if what.startswith(one)) for one in (LOST, TWICE))
        texts.append(f"{lost} acknowledged lost, {twice} twice")
    texts += [f"at most {value:,} {what}" for what, value in largest.items()]
    return "; ".join(texts)


def row(part: Mapping[str, Any]) -> str:
    """A line of the table."""
    counts = {what: part["done"][what] for what in sorted(part["done"], key=lambda one: (-part["done"][one], one))}
    result = found(counts, len(part["failures"]), part.get("largest", {}))
    return f"| `{part['part']}` | {part['about']} | {grouped(counts)} | {result} |"


def together(reports: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Add the parts of several reports up."""
    parts: dict[str, dict[str, Any]] = {}
    for report in reports:
        for part in report["parts"]:
            if not part["done"] and not part["failures"]:
                continue
            new = {"part": part["part"], "done": Counter(), "failures": [], "largest": {}, "seconds": 0.0}
            whole = parts.setdefault(part["part"], new)
            whole["about"] = part["about"]
            whole["done"].update(part["done"])
            whole["failures"] += part["failures"]
            whole["seconds"] += part["seconds"]
            for what, value in part.get("largest", {}).items():
                whole["largest"][what] = max(value, whole["largest"].get(what, value))
    return list(parts.values())


def table(parts: Sequence[Mapping[str, Any]]) -> str:
    """The table."""
    return "\n".join([HEAD, *(row(part) for part in parts)])


def block(reports: Sequence[Mapping[str, Any]]) -> str:
    """Everything between the markers, and these."""
    parts = together(reports)
    if not parts:
        raise NoFigures("there is no report in which anything was done: run 'make night' first")
    began = sorted(str(report["began"]) for report in reports)
    commits = sorted({str(report["commit"]) for report in reports if report.get("commit")})
    minutes = sum(part["seconds"] for part in parts) / 60
    runs = "One run" if len(reports) == 1 else f"{len(reports)} runs"
    when = began[0][:10] if began[0][:10] == began[-1][:10] else f"{began[0][:10]} to {began[-1][:10]}"
    at = f", at {', '.join(commits)}" if commits else ""
    return f"{BEGIN}\n{runs}, {when}{at}; {minutes:,.0f} minutes for all parts together.\n\n{table(parts)}\n{END}"


def publish(folder: Path, file: Path) -> str:
    """Write the figures of all reports in a folder into a file; returns the block."""
    reports = [json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.json"))]
    made, text = block(reports), file.read_text("utf-8")
    start, end = text.find(BEGIN), text.find(END)
    if not 0 <= start < end:
        raise NoFigures(f"{file} has no place for the figures: it needs the lines {BEGIN} and {END}")
    file.write_text(text[:start] + made + text[end + len(END) :], "utf-8")
    return made
