"""From a record back to a table, and the check that its chance was fair."""

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
from zashiki.core.record import Record, split_line
from zashiki.core.table import Table


def replay(game: Game, record: Record, ply: int | None = None) -> Table:
    """The table as it stood after `ply` moves (all of them, if None). Every move is checked on the way.

    A table in the middle of a deal waits for `CHANCE`.
    """
    data = record.data
    if data["version"] != game.version:
        raise RecordVersion(data["version"], f"version {game.version} of {game.title}", "version")
    end = len(record.moves) if ply is None else ply
    if isinstance(end, bool) or not isinstance(end, int) or not 0 <= end <= len(record.moves):
        raise BadPly(ply, f"a whole number from 0 to {len(record.moves)}", "ply")
    table = Table(game, data["seats"], data["options"], None)
    for index in range(end):
        _repeat(table, record.moves[index], index)
    if end == len(record.moves):
        _same_result(table, record)
    table.fair = fair_of(record)
    return table


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


def _repeat(table: Table, line: str, index: int) -> None:
    """Make one move of a record; any error says which move it was."""
    seat, name = split_line(line, index)
    where = f"moves[{index}]"
    try:
        action = table.parse(seat, name)
        if seat == CHANCE:
            table.chance(action)
        else:
            table.play(seat, action)
    except IllegalMove as error:
        raise TamperedRecord(line, f"a legal move: {error.reason}", where) from None
    except ZashikiError as error:
        raise TamperedRecord(line, error.expected, where) from None


def _same_result(table: Table, record: Record) -> None:
    result = record.data["result"]
    here = table.record().data["result"]
    if result != here:
        raise TamperedRecord(result, f"{here}, which the moves give", "result")
