"""The report of `make night`: what each part did, with which seeds, and how to reproduce every failure."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from checks.night_figures import table, together
from checks.night_parts import Part, clock, counted


def as_json(about: Mapping[str, object], parts: Sequence[Part]) -> str:
    """Return the report as JSON."""
    return json.dumps({**about, "parts": rows(parts)}, indent=1, ensure_ascii=False) + "\n"


def rows(parts: Sequence[Part]) -> list[dict[str, Any]]:
    """Return what each part did, as data."""
    return [
        {
            "part": part.name,
            "about": part.about,
            "state": part.note,
            "budget": round(part.budget, 1),
            "seconds": round(part.seconds, 1),
            "seeds": part.seeds,
            "done": dict(part.counts),
            "largest": part.largest,
            "failures": [asdict(failure) for failure in part.failures],
        }
        for part in parts
    ]


def as_markdown(about: Mapping[str, object], parts: Sequence[Part]) -> str:
    """Return the report as Markdown."""
    failures = sum(len(part.failures) for part in parts)
    answer = f"**{failures} failures.**" if failures else "Nothing failed."
    if about["stopped"]:
        answer += " It was interrupted."
    lines = [
        f"# The night of {about['began']}",
        "",
        f"{about['minutes']:g} minutes, first seed {about['seed']}. {answer}",
        "",
        "| part | what | time | rounds | seeds | done | failures |",
        "|---|---|---|---|---|---|---|",
    ]
    for part in parts:
        seeds = f"{part.seeds[0]}–{part.seeds[-1]}" if len(part.seeds) > 1 else ", ".join(map(str, part.seeds))
        time = f"{clock(part.seconds).strip()} of {clock(part.budget).strip()}"
        done = counted(part.counts) or "nothing"
        if part.note != "done":
            done += f" ({part.note})"
        lines.append(
            f"| {part.name} | {part.about} | {time} | {len(part.seeds)} | {seeds} | {done} | {len(part.failures)} |"
        )
    lines += ["", "## In short", "", table(together([{"parts": rows(parts)}]))]
    for part in parts:
        for failure in part.failures:
            lines += ["", f"## {part.name}: {failure.what}", "", f"Seed {failure.seed}. To reproduce it:", ""]
            lines += ["```", failure.command, "```"]
            if part.name == "kills":
                lines += ["", "The moment of a kill depends on the machine, too: it may take several tries."]
            lines += ["", "```", failure.said.replace("```", "'''").rstrip(), "```"]
    return "\n".join(lines) + "\n"
