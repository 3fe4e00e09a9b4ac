"""The house: what games there are, a new table, an old one again."""

import errno
import os
import secrets
import stat
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from zashiki.core import record as records
from zashiki.core import replay as replays
from zashiki.core.errors import BadSeed, MalformedRecord, UnknownGame
from zashiki.core.fair import SEED_BYTES, Fair, from_seed
from zashiki.core.game import Game
from zashiki.core.jsontypes import Json
from zashiki.core.match import Match
from zashiki.core.record import Record
from zashiki.games import GAMES


def games() -> dict[str, Game]:
    """Every game by its key."""
    return dict(GAMES)


def find(key: str) -> Game:
    """The game of this key, by its newest rules; `UnknownGame` if there is none."""
    game = GAMES.get(key) if isinstance(key, str) else None
    if game is None:
        raise UnknownGame(key, "one of " + ", ".join(GAMES), "game")
    return game


def new(
    game: str, seats: int | None = None, seed: int | str | None = None, fair: Fair | None = None, **options: Json
) -> Match:
    """Sit down at a new table; chance is resolved from the seed until a seat must act.

    `seats` is the game's usual number if not given. The same `seed` gives the same game everywhere; without one the
    chance is drawn from the system. `fair` brings a server seed and player seeds of your own. All other keywords
    are options of the game.
    """
    played = find(game)
    if fair is not None and seed is not None:
        raise BadSeed(seed, "either a seed or fair, not both", "seed")
    if fair is None:
        fair = Fair(secrets.token_bytes(SEED_BYTES)) if seed is None else from_seed(seed)
    elif not isinstance(fair, Fair):
        raise BadSeed(fair, "a zashiki.Fair", "fair")
    return Match(played, played.usual_seats if seats is None else seats, options, fair)


def replay(record: Record | Mapping[str, Any] | str, ply: int | None = None) -> Match:
    """The table of a record again, after `ply` moves or at its end.

    A record may be a `Record`, its JSON text or its JSON data.
    """
    checked = as_record(record)
    return replays.replay(find(checked.game), checked, ply)


def verify(record: Record | Mapping[str, Any] | str) -> int:
    """Check that the record's chance is the one its seeds give; how many outcomes were checked."""
    checked = as_record(record)
    return replays.verify(find(checked.game), checked)


def as_record(record: Record | Mapping[str, Any] | str) -> Record:
    """A checked record from any of its forms."""
    if isinstance(record, Record):
        return records.from_data(record.data)
    return records.from_json(record) if isinstance(record, str) else records.from_data(record)


def load(path: str | Path) -> Record:
    """Read a record from a file."""
    with Path(path).open("rb") as stream:
        raw = stream.read(records.MAX_BYTES + 1)  # never more: it may be a pipe or a device that has no end
    if len(raw) > records.MAX_BYTES:
        raise MalformedRecord(f"more than {records.MAX_BYTES} bytes", "a record", str(path))
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise MalformedRecord(str(error), "UTF-8 text", str(path)) from None
    return records.from_json(text)


def save(record: Record, path: str | Path) -> None:
    """Write a record to a file: all of it or, if the disk is full, nothing; what was there stays until then."""
    file = Path(path).resolve()
    if file.exists() and not file.is_file():
        raise FileExistsError(errno.EEXIST, "is no file that could be replaced", str(path))
    mode = stat.S_IMODE(file.stat().st_mode) if file.exists() else 0o666 & ~_umask()
    handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    draft = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(record.to_json())
        draft.chmod(mode)
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
