"""From a record back to a table, and the check that its chance was fair."""

from typing import Literal

from zashiki.core.errors import (
    BadPly,
    BadRecord,
    BadSeed,
    IllegalMove,
    RecordVersion,
    TamperedRecord,
    ZashikiError,
)
from zashiki.core.fair import ALGORITHM, Fair, from_hex
from zashiki.core.game import CHANCE, Game
from zashiki.core.match import Match
from zashiki.core.record import Record, split_line
from zashiki.core.shapes import ChanceData, DrawData, FrameData, ReplayData

Viewer = int | Literal["open"] | None
"""Who sees a replay: a seat, everybody together ("open"), or a spectator (None)."""


def replay(game: Game, record: Record, ply: int | None = None) -> Match:
    """The table as it stood after `ply` moves (all of them, if None). Every move is checked on the way.

    A table in the middle of a deal waits for `CHANCE`.
    """
    end = len(record.moves) if ply is None else _ply(record, ply)
    match = _laid_out(game, record)
    for index in range(end):
        _repeat(match, record.moves[index], index)
    if end == len(record.moves):
        _same_result(match, record)
    match.fair = fair_of(record)
    return match


def show(game: Game, record: Record, viewer: Viewer, first: int, count: int) -> ReplayData:
    """The table of a record after each of its moves, `count` frames from number `first` on; the whole is checked.

    Frame 0 is the table before anything, frame `k` the one after `k` moves.
    """
    _ply(record, first)
    match = _laid_out(game, record)
    frames = [_frame(match, viewer)] if first == 0 else []
    for index, line in enumerate(record.moves):
        if first <= index + 1 < first + count:
            frames.append(_next_frame(match, line, index, viewer))
        else:
            _repeat(match, line, index)
    _same_result(match, record)
    return {
        "game": match.game.key,
        "version": match.game.version,
        "seats": match.seats,
        "options": match.options,
        "players": record.data.get("players", [""] * match.seats),
        "plies": match.ply,
        "viewer": viewer,
        "from": first,
        "frames": frames,
        "scores": match.breakdown(),
    }


def _frame(match: Match, viewer: Viewer) -> FrameData:
    view = match.open_view() if viewer == "open" else match.view(viewer)
    return {"ply": match.ply, "mover": None, "move": None, "view": view, "events": []}


def _next_frame(match: Match, line: str, index: int, viewer: Viewer) -> FrameData:
    """Make a move; what it led to, and what the viewer saw of it."""
    before, told = match.state(), match.event_count
    seat, action = _repeat(match, line, index)
    frame = _frame(match, viewer)
    every = match.open_events(told)
    frame["mover"] = seat
    frame["events"] = every if viewer == "open" else match.events(viewer, told)
    # A move of which somebody was told less, or nothing yet, is not shown to them: a card laid aside, for instance.
    seen = viewer in ("open", seat) or (every and frame["events"] == every)
    if seat != CHANCE and seen:
        frame["move"] = match.game.label(before, seat, action)
    return frame


def chance(game: Game, record: Record) -> ChanceData:
    """What chance decided, and among what; the moves are checked, the seeds are left to whoever asks."""
    match = _laid_out(game, record)
    draws: list[DrawData] = []
    for index, line in enumerate(record.moves):
        before = match.state()
        seat, action = _repeat(match, line, index)
        if seat == CHANCE:
            place, name = before.legal(CHANCE).index(action), game.name(CHANCE, action)
            draws.append({"ply": index, "weights": before.weights(), "index": place, "name": name})
    _same_result(match, record)
    return {"fair": record.data["fair"], "draws": draws}


def _laid_out(game: Game, record: Record) -> Match:
    """The table of a record before its first move."""
    return Match(_game_of(game, record), record.data["seats"], record.data["options"], None)


def _game_of(game: Game, record: Record) -> Game:
    """The game by the rules that the record was played by."""
    version = record.data["version"]
    played = game.of_version(version)
    if played is None:
        versions = sorted(one.version for one in (game, *game.earlier))
        expected = f"version {' or '.join(str(one) for one in versions)} of {game.title}"
        raise RecordVersion(version, expected, "version")
    return played


def _ply(record: Record, ply: int) -> int:
    if isinstance(ply, bool) or not isinstance(ply, int) or not 0 <= ply <= len(record.moves):
        raise BadPly(ply, f"a whole number from 0 to {len(record.moves)}", "ply")
    return ply


def fair_of(record: Record) -> Fair | None:
    """The record's stream of chance; None if it has none, or if the server seed is not revealed."""
    fair = record.data["fair"]
    if fair is None or fair["server_seed"] is None:
        return None
    if fair["algorithm"] != ALGORITHM:
        raise RecordVersion(fair["algorithm"], repr(ALGORITHM), "fair.algorithm")
    return from_hex(fair["server_seed"], tuple(fair["player_seeds"]))


def verify(game: Game, record: Record) -> int:
    """Check the record's promise and every outcome of chance; how many there were. `TamperedRecord` if one is wrong."""
    data = record.data["fair"]
    if data is None:
        raise BadRecord(None, "seeds: this game's chance was put in by hand", "fair")
    fair = fair_of(record)
    if fair is None:
        raise BadSeed(None, "a revealed server seed: the game's promise is still to be kept", "fair.server_seed")
    if fair.commitment != data["commitment"]:
        raise TamperedRecord(data["commitment"], f"{fair.commitment!r}, the hash of the server seed", "fair.commitment")
    replay(game, record)
    game = _game_of(game, record)
    state = game.start(record.data["seats"], game.checked(record.data["seats"], record.data["options"]))
    draws = 0
    for index, line in enumerate(record.moves):
        seat, name = split_line(line, index)
        action = game.parse(seat, name)
        if seat == CHANCE:
            drawn = state.legal(CHANCE)[fair.draw(draws, state.weights())]
            if drawn != action:
                expected = f"{game.name(CHANCE, drawn)!r}, which the seeds give for draw {draws}"
                raise TamperedRecord(name, expected, f"moves[{index}]")
            draws += 1
        state.apply(seat, action)
    return draws


def _repeat(match: Match, line: str, index: int) -> tuple[int, int]:
    """Make one move of a record, and give it; any error says which move it was."""
    seat, name = split_line(line, index)
    where = f"moves[{index}]"
    try:
        action = match.parse(seat, name)
        if seat == CHANCE:
            match.chance(action)
        else:
            match.play(seat, action)
    except IllegalMove as error:
        raise TamperedRecord(line, f"a legal move: {error.reason}", where) from None
    except ZashikiError as error:
        raise TamperedRecord(line, error.expected, where) from None
    return seat, action


def _same_result(match: Match, record: Record) -> None:
    result = record.data["result"]
    here = match.record().data["result"]
    if result != here:
        raise TamperedRecord(result, f"{here}, which the moves give", "result")
