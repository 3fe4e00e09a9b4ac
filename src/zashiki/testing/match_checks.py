"""Checks of whole matches: views, scores, events, refusals and records."""

import json

from zashiki.core import record as records
from zashiki.core.errors import BadPly, IllegalMove, NotWaiting
from zashiki.core.match import Match
from zashiki.core.record import split_line
from zashiki.core.replay import replay, verify
from zashiki.core.rng import Rng
from zashiki.core.shapes import EventView, ScoreLine, View
from zashiki.testing.case import Case, play_at_random
from zashiki.testing.json_shapes import conforms


def check_views(case: Case) -> None:
    """Views are JSON of the declared shape, list the viewer's legal moves, and have a prompt."""
    match, rng = case.new_match(), Rng(case.seed)
    while True:
        where = f"{case}, ply {match.ply}"
        for viewer in case.viewers:
            view = match.view(viewer)
            assert json.loads(json.dumps(view, allow_nan=False)) == view, f"{where}: the view is not plain JSON"
            conforms(view, View, f"{where}: view")
            conforms(view["board"], case.game.board_type(), f"{where}: board")
            legal = [] if viewer is None else match.legal(viewer)
            listed = [move["action"] for move in view["moves"]]
            assert listed == legal, f"{where}: the view of {viewer} lists {listed}, legal are {legal}"
            assert view["prompt"]["text"], f"{where}: the prompt of {viewer} is empty"
        if match.over:
            return
        play_at_random(match, rng, case.moves_between(match.ply, 16))


def check_scores(case: Case) -> None:
    """Lines of the breakdown have the declared shape, cite rules that exist, and add up to each seat's score."""
    match, rng = case.new_match(), Rng(case.seed)
    while True:
        where = f"{case}, ply {match.ply}"
        sums = [0] * case.seats
        for line in match.breakdown():
            conforms(line, ScoreLine, f"{where}: line")
            sums[line["seat"]] += line["points"]
            assert line["rule"] in case.rules, f"{where}: {line['code']} cites {line['rule']}, which has no rule"
        assert sums == match.scores, f"{where}: the breakdown adds up to {sums}, the scores are {match.scores}"
        if match.over:
            return
        play_at_random(match, rng, case.moves_between(match.ply, 8))


def check_events(case: Case) -> None:
    """Events have the declared shape, cite rules that exist, and have the same numbers for everybody."""
    match = play_at_random(case.new_match(), Rng(case.seed))
    public = match.events(None)
    numbers, plies = [event["n"] for event in public], [event["ply"] for event in public]
    assert numbers == list(range(len(public))), f"{case}: events are not numbered from 0 on: {numbers}"
    assert plies == sorted(plies), f"{case}: events are not in the order of their moves: {plies}"
    for viewer in case.viewers:
        events = match.events(viewer)
        theirs = [event["n"] for event in events]
        assert theirs == numbers, f"{case}: events have other numbers for {viewer}: {theirs}"
        for since in (max(0, len(events) - 3), len(events)):
            later = match.events(viewer, since=since)
            assert later == events[since:], f"{case}: the events of {viewer} since {since} are {later}"
        for event in events:
            conforms(event, EventView, f"{case}: event")
            assert event["rule"] in case.rules, f"{case}: {event['code']} cites {event['rule']}, which has no rule"


def check_record(case: Case) -> None:
    """A record gives the same match again, also from its JSON, and its chance can be verified."""
    match = play_at_random(case.new_match(), Rng(case.seed))
    record = match.record()
    again = replay(case.game, record)
    for viewer in case.viewers:
        one, two = case.seen_by(match, viewer), case.seen_by(again, viewer)
        assert one == two, f"{case}: after a replay {viewer} sees something else"
    text = record.to_json()
    for form in (record, records.from_json(text), records.from_data(json.loads(text))):
        assert replay(case.game, form).record() == record, f"{case}: the record gives another game"
    draws, outcomes = verify(case.game, record), sum(line.startswith("*") for line in record.moves)
    assert draws == outcomes, f"{case}: {draws} outcomes of chance were verified, the record has {outcomes}"


def check_positions_of_a_record(case: Case) -> None:
    """A record can be opened at any ply; played on from there, chance is the same. Other plies are refused."""
    match, rng = case.new_match(), Rng(case.seed)
    positions: dict[int, Match] = {}
    while not match.over:
        positions[match.ply] = match.copy()
        play_at_random(match, rng, most=1)
    record = match.record()
    for ply, then in list(positions.items())[:: max(1, len(positions) // 10)]:
        again = replay(case.game, record, ply)
        assert again.ply == ply, f"{case}: opened at ply {ply}, the record is at ply {again.ply}"
        for seat in range(case.seats):
            assert again.view(seat) == then.view(seat), f"{case}: at ply {ply} seat {seat} sees something else"
    middle = sorted(positions)[len(positions) // 2]
    again = replay(case.game, record, middle)
    for ply, line in enumerate(record.moves[middle:], middle):
        seat, name = split_line(line, ply)
        if seat >= 0:
            again.play(seat, again.parse(seat, name))
    assert again.record() == record, f"{case}: played on from ply {middle}, the record gives another game"
    for wrong in (-1, len(record.moves) + 1, "3", True):
        try:
            replay(case.game, record, wrong)  # type: ignore[arg-type]
        except BadPly:
            continue
        raise AssertionError(f"{case}: a record of {len(record.moves)} moves was opened at ply {wrong!r}")


def check_refusals(case: Case) -> None:
    """An illegal move is refused with its rule, and changes nothing."""
    match, rng = case.new_match(), Rng(case.seed)
    while not match.over:
        before = _everything(case, match)
        for seat in range(case.seats):
            illegal = sorted(set(range(case.game.action_count)) - set(match.legal(seat)))
            if illegal:
                _check_refusal(case, match, seat, illegal[int(rng.below(len(illegal)))])
        assert _everything(case, match) == before, f"{case}, ply {match.ply}: a refused move changed the match"
        play_at_random(match, rng, case.moves_between(match.ply, 4))


def _everything(case: Case, match: Match) -> list[object]:
    return [match.record(), *(case.seen_by(match, seat) for seat in range(case.seats))]


def _check_refusal(case: Case, match: Match, seat: int, action: int) -> None:
    where = f"{case}, ply {match.ply}: {case.game.name(seat, action)!r} of seat {seat}"
    refusal = _refusal(match, seat, action)
    assert refusal is not None, f"{where} is illegal, but was played"
    waiting = seat in match.waiting
    assert isinstance(refusal, NotWaiting) != waiting, f"{where} is refused by {type(refusal).__name__}"
    for part in (refusal.reason.text, refusal.reason.rule):
        assert part in str(refusal), f"{where}: the error does not contain {part!r}: {refusal}"


def _refusal(match: Match, seat: int, action: int) -> IllegalMove | None:
    try:
        match.play(seat, action)
    except IllegalMove as refusal:
        return refusal
    return None


def check_seeds(case: Case) -> None:
    """The same seed gives the same game, another seed another one."""
    one, two = (play_at_random(case.new_match(), Rng(1)).record() for _ in range(2))
    assert one == two, f"{case}: the same seed gives two different games"
    other = Case(case.package, case.seats, case.options, case.seed + 1)
    assert play_at_random(other.new_match(), Rng(1)).record() != one, f"{case}: another seed gives the same game"
