"""From a record back to its match, and the check that its chance was fair."""

from collections import OrderedDict, deque
from collections.abc import Iterator
from copy import deepcopy
from itertools import islice, zip_longest
from threading import Lock
from typing import Final, NamedTuple, final

from zashiki.core.errors import (
    BadPly,
    BadRecord,
    BadSeed,
    IllegalMove,
    RecordVersion,
    TamperedRecord,
    ZashikiError,
)
from zashiki.core.fair import ALGORITHMS, Fair, SealedFair, from_data
from zashiki.core.game import CHANCE, Game, State
from zashiki.core.match import Match, Viewer, view_of
from zashiki.core.moves import apply_all, transitions
from zashiki.core.record import Record, checksum, split_line
from zashiki.core.shapes import ChanceData, DrawData, FairData, FrameData, ReplayData

KEPT_TIMELINES: Final = 8
"""How many games are kept for the next page of their replay: the last ones shown."""


class Step(NamedTuple):
    """One move of a record, just made."""

    ply: int
    """The number of moves made, this one included."""
    seat: int
    """Who made it: a seat or `CHANCE`."""
    action: int
    """The move."""
    before: State
    """The state in which it was made, with all secrets."""
    match: Match
    """The match after it: the same object at every step, one move further. Copy it to keep it."""


def walk(game: Game, record: Record, match: Match | None = None) -> Iterator[Step]:
    """Every move of a record in turn, checked and made. After the last one the result is checked, too.

    It starts a match without seeds, or continues a `match` that stands at some ply of the record.

        >>> import zashiki
        >>> match = zashiki.new("hiroba", seats=2, seed=1)
        >>> steps = walk(match.game, match.record())
        >>> next(steps)[:3]
        (1, -1, 5)
        >>> len(list(steps))
        19
    """
    match = start(game, record) if match is None else match
    for index in range(match.ply, len(record.moves)):
        before = match.state()
        seat, action = _make(match, record.moves[index], index)
        yield Step(index + 1, seat, action, before, match)
    _check_result(match, record)


def start(game: Game, record: Record) -> Match:
    """The match of a record before its first move, without its seeds."""
    return Match(_game_of(game, record), record.data["seats"], record.data["options"], None)


def replay(game: Game, record: Record, ply: int | None = None) -> Match:
    """The match after `ply` moves of the record (all of them, if None). Every move is checked on the way.

    A match in the middle of a deal waits for `CHANCE`.
    """
    match = start(game, record)
    # The end of the walk, beyond the last move, is where the result is checked.
    steps = None if ply is None or _ply(record, ply) == len(record.moves) else ply
    deque(islice(walk(game, record, match), steps), maxlen=0)
    match.fair = fair_of(record)
    return match


def show(game: Game, record: Record, viewer: Viewer, first: int, count: int) -> ReplayData:
    """The table after each move of a record: `count` frames from number `first` on. The whole record is checked.

    Frame 0 is the table before the first move, frame `k` the one after `k` moves.
    """
    _ply(record, first)
    timeline = _timeline(game, record)
    end = timeline.end
    return {
        "game": end.game.key,
        "version": end.game.version,
        "seats": end.seats,
        "options": deepcopy(end.options),  # the timeline is kept, and the answer is the caller's
        "players": record.players,
        "plies": end.ply,
        "move_seats": [seat for seat, _ in end.history()],
        "viewer": viewer,
        "from": first,
        "frames": [timeline.frame(ply, viewer) for ply in range(first, min(first + count, end.ply + 1))],
        "scores": end.breakdown(),
    }


def frames(match: Match, seat: int | None, first: int, count: int) -> list[FrameData]:
    """What a seat (None: a spectator) saw of a match that may still be running: `count` frames from number `first` on.

    Each is the view that the seat had at that moment, so it tells no more than the seat was told then. Moves of
    others and of chance of which nothing is told are left out: a secret discard, the single cards of a deal. If the
    first frame comes after such a move, it does not say whose it was.

        >>> import zashiki
        >>> match = zashiki.new("hiroba", seats=2, seed=1)
        >>> [frame["ply"] for frame in frames(match, 0, match.ply - 1, 5)]
        [19, 20]
    """
    if not 0 <= first <= match.ply:
        raise BadPly(first, f"a whole number from 0 to {match.ply}", "from")
    moves = match.history()
    state = match.game.start(match.seats, match.options)
    found = [_frame(match, state, state, 0, seat)] if first == 0 else []
    skipped = max(0, first - 1)
    apply_all(state, moves[:skipped])
    for ply, step in enumerate(transitions(state, moves[skipped:]), skipped + 1):
        if len(found) >= count:
            break
        begin, end = match.event_span(ply)
        told = begin < end or step.seat == seat
        if ply == first or told:
            frame = _frame(match, step.before, step.after, ply, seat)
            if not told:
                frame["mover"] = None
            found.append(frame)
    return found


def _frame(match: Match, before: State, after: State, ply: int, viewer: Viewer) -> FrameData:
    """What a viewer sees after `ply` moves of a match, and saw of the last of them."""
    game = match.game
    span = match.event_span(ply)
    every = match.open_events(*span)
    seen = every if viewer == "open" else match.events(viewer, *span)
    view = view_of(game, after, match.options, None if viewer == "open" else viewer, ply)
    if viewer == "open":
        view["board"] = game.open_board(after)
    frame: FrameData = {"ply": ply, "mover": None, "move": None, "view": view, "events": seen}
    if ply > 0:
        seat, action = match.history(ply - 1)[0]
        frame["mover"] = seat
        # A viewer who saw less of a move than others does not learn which move it was: a discard, for instance.
        if seat != CHANCE and (viewer in ("open", seat) or (every and seen == every)):
            frame["move"] = game.label(before, seat, action)
    return frame


@final
class _Timeline:
    """A whole game, walked through once: what it takes to draw any of its moments."""

    def __init__(self, game: Game, record: Record) -> None:
        self.end = start(game, record)
        self.states = [self.end.state()]
        """The state after each number of moves."""
        for step in walk(game, record, self.end):
            self.states.append(step.match.state())

    def frame(self, ply: int, viewer: Viewer) -> FrameData:
        """What a viewer sees after `ply` moves, and saw of the last of them."""
        return _frame(self.end, self.states[max(0, ply - 1)], self.states[ply], ply, viewer)


_timelines: OrderedDict[tuple[str, str], _Timeline] = OrderedDict()
_timelines_lock: Final = Lock()


def _timeline(game: Game, record: Record) -> _Timeline:
    """The timeline of a record, from the last few if it is among them: pages of a replay are asked for one by one."""
    key = (game.key, checksum(record.data))
    with _timelines_lock:
        timeline = _timelines.get(key)
        if timeline is not None:
            _timelines.move_to_end(key)
            return timeline
    timeline = _Timeline(game, record)
    with _timelines_lock:
        _timelines[key] = timeline
        while len(_timelines) > KEPT_TIMELINES:
            _timelines.popitem(last=False)
    return timeline


def chance(game: Game, record: Record) -> ChanceData:
    """Every outcome of chance and what it was drawn from. Moves are checked; the seeds are left to the caller."""
    draws: list[DrawData] = []
    for step in walk(game, record):
        if step.seat == CHANCE:
            index, name = step.before.legal(CHANCE).index(step.action), step.match.name(CHANCE, step.action)
            draws.append({"ply": step.ply - 1, "weights": step.before.weights(), "index": index, "name": name})
    return {"fair": record.data["fair"], "draws": draws}


def verify(game: Game, record: Record) -> int:
    """Check the record's commitment and every outcome of chance, and count these. `TamperedRecord` if one is wrong."""
    data = record.data["fair"]
    if data is None:
        raise BadRecord(None, "seeds: this game's chance was entered by hand", "fair")
    fair = fair_of(record)
    if fair is None:
        raise BadSeed(None, "a revealed server seed: only its commitment is known so far", "fair.server_seed")
    return _verify(start(game, record), record, fair)


def check(game: Game, record: Record) -> tuple[Match, int | None]:
    """The match at the end of a record, and the number of its outcomes of chance. Both are checked, in one walk.

    If the record has no seeds, or the server seed is not revealed, only the moves can be checked: no number.
    """
    match = start(game, record)
    fair = fair_of(record)
    if fair is None:
        deque(walk(game, record, match), maxlen=0)
        return match, None
    draws = _verify(match, record, fair)
    match.fair = fair
    return match, draws


def _verify(match: Match, record: Record, fair: Fair) -> int:
    """Play a match to the end of its record, check every outcome of chance, and count these."""
    data = record.data["fair"]
    if data is not None:
        _check_commitments(data, fair)
    draws = 0
    for step in walk(match.game, record, match):
        if step.seat == CHANCE:
            drawn = step.before.legal(CHANCE)[fair.draw(draws, step.before.weights())]
            if drawn != step.action:
                expected = f"{step.match.name(CHANCE, drawn)!r}, which the seeds give for draw {draws}"
                given = step.match.name(CHANCE, step.action)
                raise TamperedRecord(given, expected, f"moves[{step.ply - 1}]")
            draws += 1
    return draws


def _check_commitments(data: FairData, fair: Fair) -> None:
    """`TamperedRecord` if a seed is not the one that somebody was committed to."""
    if fair.commitment != data["commitment"]:
        raise TamperedRecord(data["commitment"], f"{fair.commitment!r}, the hash of the server seed", "fair.commitment")
    if isinstance(fair, SealedFair):
        shown = data.get("seat_commitments", [])
        for seat, (given, own) in enumerate(zip_longest(shown, fair.seat_commitments)):
            if given != own:
                expected = "no more commitments than seeds" if own is None else f"{own!r}, the hash of the seat's seed"
                raise TamperedRecord(given, expected, f"fair.seat_commitments[{seat}]")


def fair_of(record: Record) -> Fair | None:
    """The record's stream of chance; None if it has none, or if the server seed is not revealed."""
    fair = record.data["fair"]
    if fair is None or fair["server_seed"] is None:
        return None
    if fair["algorithm"] not in ALGORITHMS:
        raise RecordVersion(fair["algorithm"], " or ".join(map(repr, ALGORITHMS)), "fair.algorithm")
    return from_data(fair)


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


def make_move(match: Match, seat: int, name: str) -> int:
    """Make a move of a record, of chance too, in a match without seeds; returns its number."""
    action = match.parse(seat, name)
    if seat == CHANCE:
        match.chance(action)
    else:
        match.play(seat, action)
    return action


def _make(match: Match, line: str, index: int) -> tuple[int, int]:
    """Make one move of a record, and return it; any error says which move it was."""
    seat, name = split_line(line, index)
    where = f"moves[{index}]"
    try:
        return seat, make_move(match, seat, name)
    except IllegalMove as error:
        raise TamperedRecord(line, f"a legal move: {error.reason}", where) from None
    except ZashikiError as error:
        raise TamperedRecord(line, error.expected, where) from None


def _check_result(match: Match, record: Record) -> None:
    result = record.data["result"]
    here = match.record().data["result"]
    if result != here:
        raise TamperedRecord(result, f"{here}, which the moves give", "result")
