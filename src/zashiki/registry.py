"""The games that are installed, and the ways to start a match: new, from a record, from a file.

Every game is a `GamePackage` that an entry point of the group `zashiki.games` names, the built-in ones too.
"""

import errno
import os
import secrets
import stat
import tempfile
import warnings
from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, Final

import zashiki.games  # noqa: F401  # now, or its first import would replace the function `zashiki.games`
from zashiki.core import record as records
from zashiki.core import replay as replays
from zashiki.core.errors import BadSeed, MalformedRecord, UnknownGame
from zashiki.core.fair import SEED_BYTES, Fair, SealedFair, from_seed
from zashiki.core.game import Game
from zashiki.core.jsontypes import Json
from zashiki.core.match import Match
from zashiki.core.package import GamePackage
from zashiki.core.record import Record

GROUP: Final = "zashiki.games"
"""The group of entry points by which games are found."""


class GameNotLoaded(UserWarning):
    """An installed game cannot be loaded; the other games still work."""


@cache
def packages() -> Mapping[str, GamePackage]:
    """Every installed game by its key, in alphabetical order. They are loaded when this is first called."""
    found: dict[str, GamePackage] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, str(point.value))):
        package = _loaded(point)
        if package is None:
            continue
        if package.key in found:
            _warn(point, f"there already is a game with the key {package.key!r}")
        else:
            found[package.key] = package
    if not found:
        raise RuntimeError(
            "no games are installed: Zashiki runs from a source folder whose entry points are not there yet; "
            "'make packages' or 'pip install -e .' writes them"
        )
    return dict(sorted(found.items()))


def _loaded(point: EntryPoint) -> GamePackage | None:
    """The package that an entry point names; None, with a warning, if it does not work."""
    try:
        package = point.load()
    except Exception as error:  # whatever another author's module does: the other games must go on
        _warn(point, f"{type(error).__name__}: {error}")
        return None
    if not isinstance(package, GamePackage):
        _warn(point, f"{point.value} is not a GamePackage")
        return None
    if package.key != point.name:
        _warn(point, f"its entry point is called {point.name!r}, but its key is {package.key!r}")
        return None
    return package


def _warn(point: EntryPoint, why: str) -> None:
    source = point.dist.name if point.dist is not None else point.value
    warnings.warn(f"the game {point.name!r} of {source} cannot be used: {why}", GameNotLoaded, stacklevel=4)


def package(key: str) -> GamePackage:
    """Everything that a game brings along; `UnknownGame` if there is none of this key."""
    known = packages()
    found = known.get(key) if isinstance(key, str) else None
    if found is None:
        raise UnknownGame(key, "one of " + ", ".join(known), "game")
    return found


def games() -> dict[str, Game]:
    """Every game by its key.

    Examples:
        >>> import zashiki
        >>> zashiki.games()["hiroba"]
        <Game hiroba: Hiroba 広場, 2, 3 or 4 seats, version 1>
    """
    return {key: package.game for key, package in packages().items()}


def find(key: str) -> Game:
    """The game of this key, by its newest rules; `UnknownGame` if there is none."""
    return package(key).game


def new(
    game: str, seats: int | None = None, seed: int | str | None = None, fair: Fair | None = None, **options: Json
) -> Match:
    """Start a match; chance is resolved from the seed until a seat must act.

    `seats` is the game's usual number if not given. The same `seed` gives the same match everywhere; without one, the
    seed is random. `fair` brings a server seed and player seeds of your own. All other keywords are options of the
    game.

        >>> import zashiki
        >>> zashiki.new("hagakure", seats=4, seed=7, rounds=1)
        <Match: Hagakure, 4 seats, ply 17, seat 3 to move>
    """
    played = find(game)
    if fair is not None and seed is not None:
        raise BadSeed(seed, "either a seed or fair, not both", "seed")
    if fair is None:
        fair = Fair(secrets.token_bytes(SEED_BYTES)) if seed is None else from_seed(seed)
    elif not isinstance(fair, Fair):
        raise BadSeed(fair, "a zashiki.Fair", "fair")
    match = Match(played, played.usual_seats if seats is None else seats, options, fair)
    if isinstance(fair, SealedFair) and len(fair.player_seeds) != match.seats:
        raise BadSeed(len(fair.player_seeds), f"{match.seats} player seeds, one for each seat", "player seeds")
    return match


def replay(record: Record | Mapping[str, Any] | str, ply: int | None = None) -> Match:
    """The match of a record, after `ply` moves or at its end.

    A record may be a `Record`, its JSON text or its JSON data. Every move is checked against the rules.

        >>> import zashiki
        >>> match = zashiki.new("hagakure", seats=4, seed=7, rounds=1)
        >>> match.play("pass")
        Move(3, 'pass')
        >>> zashiki.replay(match.record())
        <Match: Hagakure, 4 seats, ply 18, seat 0 to move>
        >>> zashiki.replay(match.record(), ply=17).waiting
        (3,)
    """
    checked = as_record(record)
    return replays.replay(find(checked.game), checked, ply)


def verify(record: Record | Mapping[str, Any] | str) -> int:
    """Check that the record's chance is the one its seeds give; how many outcomes were checked.

    Examples:
        >>> import zashiki
        >>> zashiki.verify(zashiki.new("hiroba", seats=2, seed=1).record())
        20
    """
    checked = as_record(record)
    return replays.verify(find(checked.game), checked)


def as_record(record: Record | Mapping[str, Any] | str) -> Record:
    """A checked record from any of its forms."""
    if isinstance(record, Record):
        return records.from_data(record.data)
    return records.from_json(record) if isinstance(record, str) else records.from_data(record)


def load(path: str | Path) -> Record:
    """Read a record from a file, such as `save` writes."""
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
    """Write a record to a file atomically: the old file stays until the new one is complete.

    Examples:
        >>> import tempfile, zashiki
        >>> record = zashiki.new("hiroba", seats=2, seed=1).record()
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     zashiki.save(record, f"{folder}/game.json")
        ...     zashiki.load(f"{folder}/game.json") == record
        True
    """
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
