"""A record: everything needed to replay a game, readable by people and programs.

A record is JSON: a header (format, game, rules version, seats, options), the commitment and the seeds of verifiable
chance, every move by its name (`"2 play 17"`, and `"* deal 22"` for chance), and the result. A checksum detects
accidental changes.
"""

import hashlib
import json
from typing import Final, final

from zashiki.core.errors import BadRecord, MalformedRecord, RecordVersion, TamperedRecord, TruncatedRecord
from zashiki.core.fair import SEALED
from zashiki.core.game import CHANCE
from zashiki.core.jsontypes import Json
from zashiki.core.shapes import FairData, RecordData, RecordPlayer, ResultData

FORMAT: Final = "zashiki-record/1"
_SEALED_ONLY: Final = frozenset({"seat_commitments", "attempt"})
MAX_BYTES: Final = 8_000_000
"""Larger files are not read."""


@final
class Record:
    """A checked record: all fields are there and of the right type. Whether its moves are legal, `zashiki.replay` says.

    Examples:
        >>> import zashiki
        >>> record = zashiki.new("hiroba", seats=2, seed=1).record()
        >>> record
        <Record: hiroba, 2 seats, 20 plies, not over>
        >>> record.moves[0]
        '* tile 6'
    """

    def __init__(self, data: RecordData) -> None:
        self.data = data
        """The record as JSON."""

    @property
    def game(self) -> str:
        """The game's key."""
        return self.data["game"]

    @property
    def moves(self) -> list[str]:
        """All moves by name."""
        return self.data["moves"]

    @property
    def players(self) -> list[RecordPlayer]:
        """The players by seat; people without a name where they are unknown."""
        known = self.data.get("players")
        if known is None:
            return [person(None) for _ in range(self.data["seats"])]
        return [_from_text(one) if isinstance(one, str) else one for one in known]

    def to_json(self) -> str:
        """The record as text, one move to a line."""
        return json.dumps(self.data, indent=1, ensure_ascii=False) + "\n"

    def __str__(self) -> str:
        return self.to_json()

    def __repr__(self) -> str:
        result = self.data["result"]
        end = f"over, scores {result['scores']}" if result["over"] else "not over"
        return f"<Record: {self.game}, {self.data['seats']} seats, {result['plies']} plies, {end}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self.data == other.data

    def __hash__(self) -> int:
        return hash(self.data["checksum"])


def move_line(seat: int, name: str) -> str:
    """One move as a line of a record."""
    return f"* {name}" if seat == CHANCE else f"{seat} {name}"


def split_line(line: str, ply: int) -> tuple[int, str]:
    """The seat and the move's name of a record's line."""
    who, space, name = line.partition(" ")
    if space and who == "*":
        return CHANCE, name
    if space and who.isascii() and who.isdigit():
        return int(who), name
    raise MalformedRecord(line, "'<seat> <move>', or '* <outcome>' for chance", f"moves[{ply}]")


def person(name: str | None) -> RecordPlayer:
    """A person in a record, whatever they are called."""
    return {"kind": "person", "name": name or None, "level": None}


def bot(level: int) -> RecordPlayer:
    """A bot in a record."""
    return {"kind": "bot", "name": None, "level": level}


def _from_text(text: str) -> RecordPlayer:
    """A player of an earlier version: a name, `level 3` for a bot, `somebody` or nothing for an unnamed person."""
    word, _, number = text.partition(" ")
    if word == "level" and number.isascii() and number.isdigit():
        return bot(int(number))
    return person(None if text == "somebody" else text)


def checksum(data: RecordData) -> str:
    """The SHA-256 of all other fields, as JSON without spaces and with sorted keys."""
    rest = {key: value for key, value in data.items() if key != "checksum"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def from_json(text: str) -> Record:
    """Read a record; an error says what is wrong and where."""
    if len(text) > MAX_BYTES:
        raise MalformedRecord(f"{len(text)} characters", f"at most {MAX_BYTES}", "record")
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno} column {error.colno}"
        if text.lstrip().startswith("{") and not text.rstrip().endswith("}"):
            raise TruncatedRecord(text[-20:], "the rest of the record: it breaks off", where) from None
        raise MalformedRecord(text[max(0, error.pos - 10) : error.pos + 10], f"JSON ({error.msg})", where) from None
    except (ValueError, RecursionError):  # a number of thousands of digits, or brackets of thousands of levels
        raise MalformedRecord(text[:20], "a record, not such numbers or nesting", "record") from None
    return from_data(data)


def from_data(data: object) -> Record:
    """A record from its JSON data, every field checked."""
    whole = _mapping(data, "record")
    _known_fields(whole, tuple(RecordData.__annotations__), "record")
    if whole["format"] != FORMAT:
        raise RecordVersion(whole["format"], repr(FORMAT), "format")
    result = _mapping(whole["result"], "result")
    _known_fields(result, tuple(ResultData.__annotations__), "result")
    checked: RecordData = {
        "format": FORMAT,
        "game": _text(whole["game"], "game"),
        "version": _number(whole["version"], "version"),
        "seats": _number(whole["seats"], "seats"),
        "options": _mapping(whole["options"], "options"),
        "fair": None,
        "moves": _texts(whole["moves"], "moves"),
        "result": {
            "plies": _number(result["plies"], "result.plies"),
            "over": _flag(result["over"], "result.over"),
            "scores": _numbers(result["scores"], "result.scores"),
            "winners": _numbers(result["winners"], "result.winners"),
        },
        "checksum": _text(whole["checksum"], "checksum"),
    }
    if whole["fair"] is not None:
        checked["fair"] = _fair(whole["fair"], checked["seats"])
    if "players" in whole:
        checked["players"] = checked_players(whole["players"], checked["seats"])
    if len(checked["moves"]) < checked["result"]["plies"]:
        raise TruncatedRecord(len(checked["moves"]), f"{checked['result']['plies']} moves", "moves")
    if checksum(checked) != checked["checksum"]:
        raise TamperedRecord(checked["checksum"], f"{checksum(checked)!r}: something was changed", "checksum")
    return Record(checked)


def checked_players(value: Json, seats: int) -> list[RecordPlayer | str]:
    """The players of a record, one for each seat."""
    if not isinstance(value, list):
        raise _wrong(value, "a list of players", "players")
    if len(value) != seats:
        raise _wrong(len(value), f"{seats} players, one for each seat", "players")
    return [one if isinstance(one, str) else _player(one, f"players[{seat}]") for seat, one in enumerate(value)]


def _player(value: Json, where: str) -> RecordPlayer:
    player = _mapping(value, where)
    _known_fields(player, tuple(RecordPlayer.__annotations__), where)
    name, level = player["name"], player["level"]
    checked_name = None if name is None else _text(name, f"{where}.name")
    if player["kind"] == "bot":
        return {"kind": "bot", "name": checked_name, "level": _number(level, f"{where}.level")}
    if player["kind"] != "person":
        raise _wrong(player["kind"], "'person' or 'bot'", f"{where}.kind")
    if level is not None:
        raise _wrong(level, "null for a person", f"{where}.level")
    return {"kind": "person", "name": checked_name, "level": None}


def _fair(data: Json, seats: int) -> FairData:
    fair = _mapping(data, "fair")
    sealed = fair.get("algorithm") == SEALED
    fields = tuple(field for field in FairData.__annotations__ if sealed or field not in _SEALED_ONLY)
    _known_fields(fair, fields, "fair")
    seed = fair["server_seed"]
    checked: FairData = {
        "algorithm": _text(fair["algorithm"], "fair.algorithm"),
        "commitment": _text(fair["commitment"], "fair.commitment"),
        "server_seed": None if seed is None else _text(seed, "fair.server_seed"),
        "player_seeds": _texts(fair["player_seeds"], "fair.player_seeds"),
    }
    if sealed:
        commitments = checked["seat_commitments"] = _texts(fair["seat_commitments"], "fair.seat_commitments")
        if len(commitments) != seats:
            raise _wrong(len(commitments), f"{seats} commitments, one for each seat", "fair.seat_commitments")
        checked["attempt"] = _number(fair["attempt"], "fair.attempt")
    return checked


def _wrong(value: object, expected: str, where: str) -> BadRecord:
    return MalformedRecord(value, expected, where)


def _known_fields(data: dict[str, Json], fields: tuple[str, ...], where: str) -> None:
    for field in fields:
        if field not in data and field not in RecordData.__optional_keys__:
            raise _wrong(sorted(data), f"a field {field!r}", where)
    for field in data:
        if field not in fields:
            raise _wrong(field, "one of " + ", ".join(fields), where)


def _mapping(value: object, where: str) -> dict[str, Json]:
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        raise _wrong(value, "an object", where)
    return value


def _text(value: Json, where: str) -> str:
    if not isinstance(value, str):
        raise _wrong(value, "a text", where)
    return value


def _number(value: Json, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise _wrong(value, "a whole number", where)
    return value


def _flag(value: Json, where: str) -> bool:
    if not isinstance(value, bool):
        raise _wrong(value, "true or false", where)
    return value


def _texts(value: Json, where: str) -> list[str]:
    if not isinstance(value, list):
        raise _wrong(value, "a list of texts", where)
    return [_text(item, f"{where}[{index}]") for index, item in enumerate(value)]


def _numbers(value: Json, where: str) -> list[int]:
    if not isinstance(value, list):
        raise _wrong(value, "a list of whole numbers", where)
    return [_number(item, f"{where}[{index}]") for index, item in enumerate(value)]
