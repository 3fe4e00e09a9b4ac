"""No secret leaves the engine: changing what a seat cannot know changes nothing it sees.

The redeal here is written apart from `resample`, from HT-5.2: it follows a record, notes which outcomes of chance and
which divisions the seat cannot know, and puts others in their place.
"""

from collections import Counter

import pytest

import zashiki
from support import seen_by
from zashiki import CHANCE, Match, Rng
from zashiki.games.hitohira.pieces import COLOURS, in_game, number
from zashiki.games.hitohira.pieces import counts as numbers_of
from zashiki.testing.case import play_at_random

# Both lanes say the same: test_traces checks that.
pytestmark = pytest.mark.once

GAME = zashiki.games()["hitohira"]
SECRETIVE = ["yoshino sumizome kumagai", "otome sumizome kokonoe", "otome sumizome kumagai", "yoshino sumizome kokonoe"]


class Watcher:
    """Notes what one seat (None: a spectator) cannot know of a record."""

    def __init__(self, record: zashiki.Record, seat: int | None) -> None:
        self.record = record
        self.unknown: list[int] = []
        """The plies where chance drew a piece that the seat has not seen and will not see."""
        over = record.data["result"]["over"]
        previous = ""
        for ply, line in enumerate(record.moves):
            drawn_unseen = previous.endswith(" use shin sumizome") and previous.split()[0] != str(seat)
            if line.startswith("* remove") or (drawn_unseen and not over):
                self.unknown.append(ply)
            previous = line
        self.divisions: list[int] = []
        """The plies where another seat made a division that is still secret."""
        for ply, line in enumerate(record.moves):
            who, _, move = line.partition(" ")
            if move.startswith("divide") and who != str(seat) and not over:
                self.divisions.append(ply)

    def redealt(self, pouch: list[str], rng: Rng) -> list[str]:
        """The moves with other pieces where the seat has not seen them: any of those, or of those in the pouch."""
        moves = list(self.record.moves)
        pool = [moves[ply].split(" ", 2)[2] for ply in self.unknown] + pouch
        for index in range(len(pool) - 1, 0, -1):
            other = int(rng.below(index + 1))
            pool[index], pool[other] = pool[other], pool[index]
        for ply, colour in zip(self.unknown, pool, strict=False):
            moves[ply] = " ".join([*moves[ply].split(" ", 2)[:2], colour])
        return moves

    def replayed(self, moves: list[str], rng: Rng) -> Match | None:
        """The table after these moves, with any division in place of a secret one; None if they cannot be."""
        data = self.record.data
        match = Match(GAME, data["seats"], data["options"], None)
        for ply, line in enumerate(moves):
            who, _, name = line.partition(" ")
            try:
                if who == "*":
                    match.chance(match.parse(CHANCE, name))
                elif ply in self.divisions:
                    legal = match.legal(int(who))
                    match.play(int(who), legal[int(rng.below(len(legal)))])
                else:
                    match.play(int(who), match.parse(int(who), name))
            except zashiki.BadChance:
                return None  # a piece was seen to come that would not have been there: the seat knows it is not so
        return match


def left_in_pouch(match: Match) -> list[str]:
    """What the pouch holds in truth, piece by piece."""
    state = match.state()
    heap = state.pouch  # type: ignore[attr-defined]
    return [COLOURS[colour] for colour in range(6) for _ in range(number(heap, colour))]


def keen(match: Match, rng: Rng) -> Match:
    """Play to the end in a way that brings many unseen pieces and full screens."""
    while not match.over:
        seat = match.waiting[int(rng.below(len(match.waiting)))]
        legal = match.legal(seat)
        names = {match.name(seat, action): action for action in legal}
        if "use shin sumizome" in names:
            action = names["use shin sumizome"]
        elif "stop" in names and rng.below(4):
            action = names["stop"]
        elif "draw 4" in names and rng.below(4):
            action = names["draw 4"]
        else:
            action = legal[int(rng.below(len(legal)))]
        match.play(seat, action)
    return match


def stages(record: zashiki.Record, rng: Rng) -> list[int]:
    """Plies to look at: some anywhere, and all while the divisions come in."""
    plies = {int(rng.below(len(record.moves))) + 1 for _ in range(3)}
    plies.update(ply for ply in range(1, len(record.moves)) if " divide " in record.moves[ply])
    return sorted(plies | {len(record.moves)})


@pytest.mark.rules("HT-5.2", "HT-4.6", "HT-2.1", "HT-6.2")
@pytest.mark.parametrize("memory", ["aid", "strict"])
@pytest.mark.parametrize(("seats", "games"), [(2, 12), (3, 10), (4, 7)])
def test_a_redeal_of_what_a_seat_cannot_know_leaves_no_trace(seats: int, games: int, memory: str) -> None:
    """Unseen pieces, removed pieces, and divisions until all are in."""
    found: Counter[str] = Counter()
    for seed in range(games):
        rng = Rng(1000 + seed)
        match = zashiki.new(
            "hitohira", seats=seats, seed=seed, abilities=SECRETIVE[seed % len(SECRETIVE)], memory=memory
        )
        whole = keen(match, rng).record()
        for ply in stages(whole, rng):
            match = zashiki.replay(whole, ply=ply)
            record = match.record()
            dividing = match.view(None)["board"]["phase"] == "division"
            pouch = left_in_pouch(match)
            for seat in (None, *range(seats)):
                watcher = Watcher(record, seat)
                if not watcher.unknown and not watcher.divisions:
                    continue
                for _ in range(2):
                    other = watcher.replayed(watcher.redealt(pouch, rng), rng)
                    if other is None:
                        continue
                    assert seen_by(other, seat) == seen_by(match, seat)
                    differs = other.record().moves != record.moves
                    found.update({"compared": 1, "differed": differs, "differed while dividing": differs and dividing})
    assert found["compared"] > 120, found
    assert found["differed"] > 80, found
    assert found["differed while dividing"] > 20, found


@pytest.mark.rules("HT-5.2")
@pytest.mark.parametrize("memory", ["aid", "strict"])
def test_without_secrets_nothing_is_unknown(memory: str) -> None:
    """With 3 or 4 players and no Shin Sumizome, what nobody has seen is in the pouch."""
    match = zashiki.new("hitohira", seats=4, seed=3, memory=memory)
    rng = Rng(3)
    while not match.over:
        state = match.state()
        unseen = numbers_of(in_game(4) - state.in_the_open())  # type: ignore[attr-defined]
        assert unseen == numbers_of(state.pouch)  # type: ignore[attr-defined]
        boards = [match.view(seat)["board"] for seat in range(4)]
        assert all(board["turn"] == boards[0]["turn"] for board in boards)
        play_at_random(match, rng, most=5)


def test_the_redeal_would_notice_a_leak() -> None:
    """The same comparison with another seat's view fails: the test can fail."""
    noticed = 0
    for seed in range(40):
        rng = Rng(seed)
        match = play_at_random(zashiki.new("hitohira", seed=seed, abilities=SECRETIVE[0]), rng, most=100)
        record = match.record()
        for owner in range(3):
            if f"{owner} use shin sumizome" not in record.moves:
                continue
            watcher = Watcher(record, (owner + 1) % 3)
            other = watcher.replayed(watcher.redealt(left_in_pouch(match), rng), rng)
            if other is not None and other.record().moves != record.moves:
                assert seen_by(other, (owner + 1) % 3) == seen_by(match, (owner + 1) % 3)
                noticed += any(seen_by(other, seat) != seen_by(match, seat) for seat in range(3))
    assert noticed > 5
