"""Readable transcripts of whole games. `make golden` regenerates them; `core/test_golden.py` compares line by line.

Run as a program (`python tests/transcripts.py`) it regenerates every file in `tests/golden`.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from support import Setting, settings
from zashiki import Match, Rng
from zashiki.core.record import move_line

FOLDER = Path(__file__).parent / "golden"
SEED = 2026


def golden_settings() -> list[Setting]:
    """Return every game and number of seats; at the usual number also each option that changes more than the length.

    Of an option whose values are lists, only the shortest is used.
    """
    found = [
        setting
        for setting in settings()
        if not setting.given
        or (setting.seats == setting.game.usual_seats and not any(value.isdigit() for _, value in setting.given))
    ]
    lists = [setting for setting in found if any(value.startswith("[") for _, value in setting.given)]
    shortest = {(setting.key, setting.given[0][0]): setting for setting in sorted(lists, key=_length, reverse=True)}
    return [setting for setting in found if setting not in lists or setting in shortest.values()]


def _length(setting: Setting) -> int:
    return len(str(setting))


def path_of(setting: Setting) -> Path:
    """Return the path of a setting's transcript."""
    name = str(setting).translate(str.maketrans(dict.fromkeys('"[], ')))
    return FOLDER / setting.key / f"{name[:80]}.txt"


def transcript(setting: Setting) -> list[str]:
    """Play one random game; return its prompts, legal moves, and public and private events, move by move."""
    match = setting.table(SEED)
    rng = Rng(SEED)
    lines = [f"{setting.key}, {setting.seats} seats, seed {SEED}, version {match.game.version}"]
    lines += [f"option {name} = {value}" for name, value in match.options.items()]
    ply = event = 0
    while True:
        lines.extend(_events(match, ply, event))
        ply, event = match.ply, match.event_count
        if match.over:
            break
        waiting = match.waiting
        seat = waiting[int(rng.below(len(waiting)))]
        legal = match.legal(seat)
        lines += ["", f"{match.ply}: {match.game.prompt(match.state(), seat)['text']}"]
        lines.append(f"   seat {seat} of {list(waiting)} may: " + ", ".join(match.name(seat, move) for move in legal))
        match.play(seat, legal[int(rng.below(len(legal)))])
    lines += ["", f"scores {match.scores}, winners {list(match.winners)}"]
    for line in match.breakdown():
        lines.append(f"round {line['round']} seat {line['seat']} {line['points']:+d} {line['rule']} {line['text']}")
    return lines


def _events(match: Match, since: int, first: int) -> Iterator[str]:
    """Yield the moves from ply `since` and the events from `first` on; what only some seats saw follows in brackets."""
    public = match.events(None, first)
    private = [match.events(seat, first) for seat in range(match.seats)]
    for ply, (mover, action) in enumerate(match.history(since), since):
        yield f"   > {move_line(mover, match.name(mover, action))}"
        for number, event in enumerate(public):
            if event["ply"] != ply:
                continue
            yield f"     {event['text']} ({event['rule']})"
            seen: dict[str, list[str]] = {}
            for seat in range(match.seats):
                text = private[seat][number]["text"]
                if text != event["text"]:
                    seen.setdefault(text, []).append(str(seat))
            for text, seats in seen.items():
                yield f"     [{' '.join(seats)}: {text}]"


def main() -> None:
    """Write every transcript, and remove obsolete ones."""
    wanted = {path_of(setting): setting for setting in golden_settings()}
    for path in sorted(FOLDER.rglob("*.txt")):
        if path not in wanted:
            path.unlink()
    for path, setting in wanted.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(transcript(setting)) + "\n", "utf-8")
        sys.stdout.write(f"{path.relative_to(FOLDER.parent.parent)}\n")


if __name__ == "__main__":
    main()
