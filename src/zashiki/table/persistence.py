"""From a sitting to what is written down, and back."""

import asyncio
from dataclasses import asdict
from typing import Final

import structlog
from openskill.models import PlackettLuce
from pydantic import ValidationError

from zashiki import registry
from zashiki.core.errors import ZashikiError
from zashiki.core.fair import ALGORITHM, Fair
from zashiki.core.game import CHANCE, Game
from zashiki.core.match import Match
from zashiki.core.record import FORMAT, Record, checksum, move_line
from zashiki.core.shapes import FairData, RecordData
from zashiki.store.ledger import FinishedGame, Write
from zashiki.store.rows import MoveRow, ResultRow, SeatRow, TableRow
from zashiki.table.messages import described
from zashiki.table.refusals import Refused
from zashiki.table.seats import Seat, SeatClock, player_seeds
from zashiki.table.settings import Settings
from zashiki.table.state import Change, TableState

SLICE: Final = 40
"""Moves that are repeated at a stretch when a table is taken up again; then others have their turn."""

log = structlog.get_logger("zashiki.keeping")


def row_of(state: TableState, now: float) -> TableRow:
    """A sitting as the row of a table."""
    return TableRow(
        id=state.id,
        game=state.settings.game,
        rules=state.rules,
        settings=state.settings.model_dump(mode="json"),
        listed=is_listed(state),
        status=state.status,
        host=state.host,
        seed=state.server_seed,
        commitment=state.commitment,
        revision=state.revision,
        ply=state.ply,
        clocks=[[one.asked_ply, one.asked_at, one.reserve] for one in state.clocks],
        deadline=state.deadline(now),
        summary=summary_of(state),
        rematch_of=state.rematch_of,
        rematch=state.rematch,
        created_at=state.created_at,
        started_at=state.started_at,
        ended_at=state.ended_at,
        changed_at=now,
    )


def is_listed(state: TableState) -> bool:
    """Whether strangers find the table: to sit down as long as it is open, to watch later if that is allowed."""
    return state.settings.access == "open" and (state.status == "open" or state.settings.spectators)


def summary_of(state: TableState) -> dict[str, list[int]]:
    """What lists show of a game."""
    if state.match is None:
        return {"waiting": [], "scores": [], "winners": []}
    return {
        "waiting": list(state.waiting()),
        "scores": state.match.scores,
        "winners": list(state.match.winners),
    }


def seats_of(state: TableState) -> list[SeatRow]:
    """The seats of a sitting as rows."""
    return [
        SeatRow(seat, place.player, place.name, place.level, place.stand_in, place.seed)
        for seat, place in enumerate(state.seats)
    ]


def write_of(before: TableState, change: Change, now: float) -> Write:
    """What has to be written down for a change."""
    after = change.after
    values: dict[str, object] = {
        "status": after.status,
        "ply": after.ply,
        "clocks": [[one.asked_ply, one.asked_at, one.reserve] for one in after.clocks],
        "deadline": after.deadline(now),
        "summary": summary_of(after),
        "changed_at": now,
    }
    if not change.moves or before.status != after.status:
        row = asdict(row_of(after, now))
        names = ("settings", "listed", "game", "rules", "host", "started_at", "ended_at")
        values |= {name: row[name] for name in names}
    ended = after.status == "over" and before.status != "over"
    return Write(
        table=after.id,
        revision=before.revision,
        values=values,
        seats=seats_of(after) if after.seats != before.seats else None,
        moves=change.moves,
        finished=result_of(after) if ended else None,
    )


def result_of(state: TableState) -> FinishedGame:
    """The results of a game that is over."""
    match = state.match
    assert match is not None
    assert state.ended_at is not None
    winners = match.winners
    rows = [
        ResultRow(
            seat=seat,
            player=place.player,
            score=match.scores[seat],
            share=1 / len(winners) if seat in winners else 0.0,
            left=place.stand_in,
        )
        for seat, place in enumerate(state.seats)
    ]

    def rate(before: list[tuple[float, float] | None]) -> list[tuple[float, float]]:
        return rated(before, rows)

    # A guest who signed in during the game may be the same person as somebody else here: that is no contest.
    people = [row.player for row in rows if row.player is not None]
    counts = state.settings.rated and len(set(people)) == len(people)
    return FinishedGame(state.settings.game, state.settings.seats, state.ended_at, rows, rate if counts else None)


def rated(before: list[tuple[float, float] | None], rows: list[ResultRow]) -> list[tuple[float, float]]:
    """Ratings after a game. The winners are first, then points count; who left the game to a bot is last."""
    model = PlackettLuce()
    old = [model.rating() if one is None else model.rating(mu=one[0], sigma=one[1]) for one in before]
    ranks: list[float] = []
    for row in rows:
        if row.left:
            ranks.append(1000.0)
        elif row.share > 0:
            ranks.append(0.0)
        else:
            ranks.append(1.0 + sum(other.score > row.score for other in rows))
    new = model.rate([[one] for one in old], ranks=ranks)
    return [(team[0].mu, team[0].sigma) for team in new]


async def table_state_of(
    row: TableRow, places: list[SeatRow], made: list[MoveRow], known: TableState | None = None
) -> TableState:
    """The sitting that was written down. `Refused` if the moves do not fit the rules any more.

    `known` is the sitting as it was before; if the moves go on from there, the others need not be made again.
    """
    settings = settings_of(row)
    seated = tuple(Seat(one.player, one.name, one.level, one.stand_in, one.seed) for one in places)
    table, keys = None, {(one.seat, one.key): one.ply for one in made if one.key is not None}
    if row.status in ("running", "over"):
        begun = _goes_on(known, row, made)
        table = await repeated(settings, row, seated, made, begun)
        keys = keys if known is None or begun is None else known.keys | keys
    return TableState(
        id=row.id,
        settings=settings,
        status=row.status,  # type: ignore[arg-type]
        host=row.host,
        server_seed=row.seed,
        commitment=row.commitment,
        seats=seated,
        clocks=tuple(
            SeatClock(None if ply is None else int(ply), at, reserve or 0.0) for ply, at, reserve in row.clocks
        ),
        created_at=row.created_at,
        revision=row.revision,
        match=table,
        keys=keys,
        rules=row.rules,
        rematch=row.rematch,
        rematch_of=row.rematch_of,
        started_at=row.started_at,
        ended_at=row.ended_at,
    )


def _goes_on(known: TableState | None, row: TableRow, made: list[MoveRow]) -> Match | None:
    """The game as it is known, if it is the beginning of the one that was written down."""
    if known is None or known.match is None or known.rules != row.rules:
        return None
    return known.match.copy() if (made[0].ply if made else row.ply) == known.ply else None


async def repeated(
    settings: Settings, row: TableRow, places: tuple[Seat, ...], made: list[MoveRow], begun: Match | None = None
) -> Match:
    """The game again, from its moves. Long games are taken up in slices, so that nobody else has to wait."""
    game = find_game(row)
    match = begun or Match(game, settings.seats, dict(settings.options), None)
    try:
        moves = [(one.seat, game.parse(one.seat, one.move)) for one in made]
        for start in range(0, len(moves), SLICE):
            match.repeat(moves[start : start + SLICE])
            await asyncio.sleep(0)
    except ZashikiError as error:
        # Where it is, and not what: a move may be a secret of the game.
        log.error("moves do not fit the rules", match=row.id, where=error.where)
        raise Refused("game-changed") from None
    if match.ply != row.ply or match.waiting == (CHANCE,):
        log.error("moves are missing", match=row.id, ply=match.ply, expected=row.ply)
        raise Refused("game-changed")
    # A game from a record whose chance was put in by hand has no seed.
    match.fair = Fair(row.seed, player_seeds(places)) if row.seed else None
    return match


def settings_of(row: TableRow) -> Settings:
    """The settings of a table; `Refused` if there is no such game or option any more."""
    try:
        return Settings.model_validate(row.settings)
    except ValidationError as error:
        raise Refused("game-changed", f"The table cannot be set up any more: {described(error)}") from None


def find_game(row: TableRow) -> Game:
    """The game of a table, by the rules it is played by; `Refused` if these are not played any more."""
    newest = registry.find(row.game)
    game = newest.of_version(row.rules)
    if game is None:
        raise Refused("game-changed", facts={"rules": row.rules, "now": newest.version})
    return game


def named(place: Seat) -> str:
    """Who sits here, for a record."""
    return f"level {place.level}" if place.level is not None else place.name or "somebody"


def record_of_rows(row: TableRow, places: list[SeatRow], made: list[MoveRow]) -> Record:
    """The record of a game that is over as it was written down, whatever the rules are now; not yet checked."""
    if row.status != "over":
        raise Refused("no-record")
    seated = [Seat(one.player, one.name, one.level, one.stand_in, one.seed) for one in places]
    fair: FairData = {
        "algorithm": ALGORITHM,
        "commitment": row.commitment,
        "server_seed": row.seed.hex(),
        "player_seeds": list(player_seeds(seated)),
    }
    data: RecordData = {
        "format": FORMAT,
        "game": row.game,
        "version": row.rules,
        "seats": len(places),
        "options": row.settings["options"],
        "players": [named(place) for place in seated],
        "fair": fair if row.seed else None,  # without a seed, its chance was put in by hand
        "moves": [move_line(one.seat, one.move) for one in made],
        "result": {
            "plies": row.ply,
            "over": True,
            "scores": row.summary["scores"],
            "winners": row.summary["winners"],
        },
        "checksum": "",
    }
    data["checksum"] = checksum(data)
    return Record(data)
