"""No secret leaves the engine: changing what a seat cannot know changes nothing it sees (SK-8.1)."""

import pytest

import zashiki
from sakura.hands import dealt, play
from sakura.watch import Watcher
from support import changed, seen_by
from zashiki import Match, Rng
from zashiki.testing.case import play_at_random

# Both lanes say the same: test_traces checks that.
pytestmark = pytest.mark.once


def refusals(match: Match, seat: int | None) -> list[str]:
    """Why the seat may not make each of the moves that it may not make."""
    return [] if seat is None else [str(match.why_not(seat, action)) for action in range(match.game.action_count)]


TEAMS = {4: ["none", "two"], 6: ["none", "two", "three"]}


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6, 7])
def test_a_redeal_of_what_a_seat_cannot_know_leaves_no_trace(seats: int) -> None:
    compared = differed = 0
    for seed in range(6):
        rng = Rng(1000 + seed)
        teams = TEAMS.get(seats, ["none"])[seed % len(TEAMS.get(seats, ["none"]))]
        whole = play_at_random(zashiki.new("sakura", seats=seats, seed=seed, rounds=3, teams=teams), rng).record()
        plies = sorted({int(rng.below(len(whole.moves))) + 1 for _ in range(6)} | {len(whole.moves)})
        for ply in plies:
            match = zashiki.replay(whole, ply=ply)
            record = match.record()
            watcher = Watcher(record)
            for seat in (None, *range(seats)):
                moves, contradiction = watcher.redealt(seat, rng)
                if contradiction:
                    continue  # somebody would have had to interrupt the wildcard: the seat knows it is not so
                other = zashiki.replay(changed(record, moves=moves))
                compared += 1
                differed += moves != record.moves
                assert seen_by(other, seat) == seen_by(match, seat)
                assert refusals(other, seat) == refusals(match, seat)
    assert compared > 100
    assert differed > 90


def test_the_redeal_would_notice_a_leak() -> None:
    """The same comparison with another seat's view fails: the test can fail."""
    match = zashiki.new("sakura", seats=4, seed=1)
    record = match.record()
    moves, _ = Watcher(record).redealt(0, Rng(2))
    other = zashiki.replay(changed(record, moves=moves))
    assert seen_by(other, 0) == seen_by(match, 0)
    assert any(seen_by(other, seat) != seen_by(match, seat) for seat in (1, 2, 3))


@pytest.mark.rules("SK-5.2")
def test_a_redeal_in_which_somebody_must_interrupt_is_noticed() -> None:
    """Silence says something, and the redeal knows it."""
    match = dealt(2, "moon, geese", {0: "fireworks, crane"}, pile="pampas chaff 1, pampas chaff 2")
    play(match, "play fireworks", "take moon", "flip pine scroll")
    record = match.record()
    watcher = Watcher(record)
    contradictions = 0
    for seed in range(200):
        moves, contradiction = watcher.redealt(0, Rng(seed))
        contradictions += contradiction
        both = {"* deal pampas chaff 1", "* deal pampas chaff 2"} <= set(moves)
        assert contradiction == both
        if contradiction:
            with pytest.raises(zashiki.TamperedRecord):
                zashiki.replay(changed(record, moves=moves))
    assert contradictions > 5
