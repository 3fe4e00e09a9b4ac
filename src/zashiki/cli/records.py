"""`zashiki replay` and `zashiki verify`."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from stat import S_ISDIR, S_ISFIFO, S_ISREG
from typing import Final

from rich.text import Text

import zashiki
from zashiki import rendering
from zashiki.cli import printing
from zashiki.cli.console import USAGE, CommandError, Output
from zashiki.core.errors import BadPly
from zashiki.core.fair import SEED_BYTES, seal_of_record
from zashiki.core.match import Match
from zashiki.core.record import Record
from zashiki.drawing.style import STRONG, counted, pairs


@contextmanager
def about(path: str) -> Iterator[None]:
    """Prefix errors with the name of the record's file."""
    try:
        yield
    except BadPly:
        raise
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        # A ZashikiError, or one of Python's own, about numbers with thousands of digits and the like.
        raise CommandError(f"{path}: {error}") from None


def read(path: str) -> Record:
    """The record in a file."""
    with about(path):
        mode = Path(path).stat().st_mode
        if S_ISDIR(mode):
            raise CommandError(f"{path}: is a directory, not a record")
        if not S_ISREG(mode) and not S_ISFIFO(mode):
            raise CommandError(f"{path}: is not a file")  # reading /dev/zero would never end
        return zashiki.load(path)


def replay(output: Output, path: str, seat: int | None, is_open: bool, ply: int | None, with_view: bool) -> None:
    """Print the events of a game; `seat` is None for a spectator, and ignored if everything is open."""
    record = read(path)
    with about(path):
        match = zashiki.replay(record, ply)
    events = match.open_events() if is_open else match.events(seat)
    options = "".join(f", {key} {value}" for key, value in match.options.items())
    game = match.game
    output.say(Text(f"{game.title} {game.kanji}: {match.seats} seats{options}; {_viewpoint(seat, is_open)}", STRONG))
    output.say(printing.log(events, game.catalogue))
    if with_view:
        for viewer in range(match.seats) if is_open else [seat]:
            _show_view(output, match, viewer)
    output.gap()
    if match.ply < len(record.moves):
        output.say(Text(f"Stopped at ply {match.ply} of {len(record.moves)}.", STRONG))
    else:
        output.say(printing.result(match))
    output.say(rendering.score_line(match.scores, match.winners))


def _viewpoint(seat: int | None, is_open: bool) -> str:
    if is_open:
        return "everything open"
    return "as a spectator sees it" if seat is None else f"as seat {seat} sees it"


def _show_view(output: Output, match: Match, viewer: int | None) -> None:
    view = match.view(viewer)
    output.gap()
    output.say(Text("As a spectator sees it" if viewer is None else f"As seat {viewer} sees it", STRONG))
    output.say(rendering.terminal(view), view["prompt"]["text"])


LEAST_OF_SEAL: Final = 16
"""With how many digits a seal can be given: fewer are easily found again by trying."""


def verify(output: Output, path: str, shown: str | None = None) -> None:
    """Check a record and print what was checked; `CommandError` if anything is wrong.

    `shown` is the seal that the table showed, or its first digits.
    """
    expected = None if shown is None else _seal(shown)
    record = read(path)
    with about(path):
        outcomes = zashiki.verify(record)
    data = record.data
    fair = data["fair"]
    assert fair is not None  # verify refuses a record without seeds
    seal = seal_of_record(data)
    if expected is not None and seal is None:
        raise CommandError(f"{path}: a game of {fair['algorithm']} has no seal, so --seal cannot be checked")
    if expected is not None and seal is not None and not seal.startswith(expected):
        raise CommandError(f"{path}: its seal is {seal}, not {expected}: it is not the deal that the table showed")
    seeds = ", ".join(json.dumps(seed, ensure_ascii=False) for seed in fair["player_seeds"])
    if seal is not None:
        seeds = ", ".join(f"seat {seat}: {seed[:16]}…" for seat, seed in enumerate(fair["player_seeds"]))
    game = zashiki.games()[record.game]
    output.say(
        pairs(
            ("game", f"{game.title} {game.kanji}, version {data['version']}"),
            ("seats", str(data["seats"])),
            (
                "moves",
                f"{counted(len(record.moves), 'ply', 'plies')}, {'over' if data['result']['over'] else 'not over'}",
            ),
            ("scores", ", ".join(str(points) for points in data["result"]["scores"])),
            ("algorithm", fair["algorithm"]),
            ("seal", (seal or "none: the seats had not committed themselves") + (", as shown" if expected else "")),
            ("commitment", fair["commitment"]),
            ("server seed", str(fair["server_seed"])),
            ("player seeds", seeds or "none"),
            ("chance", f"{counted(outcomes, 'outcome')} checked"),
            ("verdict", Text("fair", STRONG)),
        )
    )


def _seal(text: str) -> str:
    """A seal as somebody has noted it: in groups, in capitals, or only its beginning."""
    seal = "".join(text.replace("…", "").split()).lower()
    if not LEAST_OF_SEAL <= len(seal) <= 2 * SEED_BYTES or set(seal) - set("0123456789abcdef"):
        raise CommandError(
            f"--seal {text}: expected the {2 * SEED_BYTES} hexadecimal digits of a seal, "
            f"or at least the first {LEAST_OF_SEAL}",
            USAGE,
        )
    return seal
