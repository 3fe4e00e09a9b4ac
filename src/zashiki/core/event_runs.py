"""Events as lines of a log: a run of the same kind can be one line."""

from zashiki.core.jsontypes import Facts
from zashiki.core.phrases import Catalogue, sentence
from zashiki.core.shapes import EventView


def joined_runs(catalogue: Catalogue, events: list[EventView]) -> list[EventView]:
    """The events as lines of a log: a run of one code is a single line if the catalogue has a sentence for it."""
    lines: list[EventView] = []
    run: list[EventView] = []
    for event in events:
        if run and event["code"] != run[0]["code"]:
            lines += _joined(catalogue, run)
            run = []
        run.append(event)
    return lines + _joined(catalogue, run)


def _joined(catalogue: Catalogue, run: list[EventView]) -> list[EventView]:
    """Events of one code as one, with the number of the last; unchanged if there is no sentence for them."""
    code = f"{run[0]['code']}.run" if run else ""
    if len(run) < 2 or code not in catalogue:
        return run
    last = run[-1]
    facts: Facts = {key: [event["facts"][key] for event in run] for key in last["facts"]}
    text = sentence(catalogue, code, facts)
    return [{"n": last["n"], "ply": last["ply"], "rule": last["rule"], "code": code, "facts": facts, "text": text}]
