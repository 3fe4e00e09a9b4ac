"""No secret leaves the engine: changing what a seat cannot know changes nothing it sees.

The redeal here is written apart from `resample`, from HJ-5.1: it follows the cards of a record and swaps those that the
seat has not seen, in the deals and in the other seats' secret discards (HJ-2.3).
"""

import pytest

import zashiki
from support import changed, seen_by
from zashiki import Rng
from zashiki.core.jsontypes import Json
from zashiki.testing.case import play_at_random

# Both lanes say the same: test_traces checks that.
pytestmark = pytest.mark.once


class Round:
    """The secrets of one round of a record."""

    def __init__(self) -> None:
        self.deals: dict[int, str] = {}
        """The card that each ply dealt."""
        self.discards: dict[int, tuple[str, str]] = {}
        """Who discarded what, by ply."""
        self.unseen: set[str] = set()
        """The cards that the seat has not seen."""


class Watcher:
    """Follows the cards of one record and notes what one seat (None: a spectator) has seen of each round."""

    def __init__(self, record: zashiki.Record, seat: int | None) -> None:
        self.seats = record.data["seats"]
        self.seat = str(seat)
        self.rounds: list[Round] = []
        playing = True
        for ply, line in enumerate(record.moves):
            who, word, card = line.split(" ", 2)
            if word == "deal" and playing:
                self.rounds.append(Round())
                playing = False
            if word == "deal":
                self.deal(ply, card)
            elif word == "discard":
                self.rounds[-1].discards[ply] = (who, card)
            elif word == "play":
                playing = True
                self.rounds[-1].unseen.discard(card)

    def deal(self, ply: int, card: str) -> None:
        """Cards go round the table, beginning with seat 0."""
        now = self.rounds[-1]
        if str(len(now.deals) % self.seats) != self.seat:
            now.unseen.add(card)
        now.deals[ply] = card

    def redealt(self, moves: list[str], rng: Rng, swaps: int) -> list[str]:
        """The moves with some pairs of unseen cards of every round swapped."""
        moves = list(moves)
        for now in self.rounds:
            cards = sorted(now.unseen)
            other = list(cards)
            for _ in range(swaps if cards else 0):
                a, b = int(rng.below(len(other))), int(rng.below(len(other)))
                other[a], other[b] = other[b], other[a]
            swap = dict(zip(cards, other, strict=True))
            for ply, card in now.deals.items():
                moves[ply] = f"* deal {swap.get(card, card)}"
            for who in {who for who, _ in now.discards.values()} - {self.seat}:
                self.rediscard(moves, now, who, swap, rng)
        return moves

    def rediscard(self, moves: list[str], now: Round, who: str, swap: dict[str, str], rng: Rng) -> None:
        """Another seat's discards, swapped as well and chosen in another order."""
        plies = [ply for ply, (seat, _) in now.discards.items() if seat == who]
        cards = [swap.get(now.discards[ply][1], now.discards[ply][1]) for ply in plies]
        for ply in plies:
            moves[ply] = f"{who} discard {cards.pop(int(rng.below(len(cards))))}"


TOKENS: list[Json] = ["ascending", "flat", [[0, 1, 1, 2], [2, 4, 6, 9], [0, 0, 9, 99], [1, 5, 5, 7], [7, 8, 9, 10]]]


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_a_redeal_of_what_a_seat_cannot_know_leaves_no_trace(seats: int) -> None:
    compared = differed = 0
    phases = set()
    for seed in range(4):
        rng = Rng(1000 + seed)
        order = "random" if seed % 2 else "ascending"
        tokens = TOKENS[seed % len(TOKENS)]
        match = zashiki.new("hijun", seats=seats, seed=seed, token_order=order, tokens=tokens)
        whole = play_at_random(match, rng, most=190).record()
        choosing = [ply for ply, line in enumerate(whole.moves) if " discard " in line]
        plies = [choosing[int(rng.below(len(choosing)))], *(1 + int(rng.below(len(whole.moves))) for _ in range(3))]
        for ply in (*plies, len(whole.moves)):
            match = zashiki.replay(whole, ply=ply)
            record = match.record()
            phases.add(match.view(None)["board"]["phase"])
            for seat in (None, *range(seats)):
                for swaps in (2, 4, 100):
                    moves = Watcher(record, seat).redealt(record.moves, rng, swaps)
                    try:
                        other = zashiki.replay(changed(record, moves=moves))
                    except zashiki.TamperedRecord as refused:
                        if "you must play" not in str(refused):
                            raise
                        continue  # somebody would have had to follow: the seat knows it is not so
                    compared += 1
                    differed += _deals(moves) != _deals(record.moves)
                    assert seen_by(other, seat) == seen_by(match, seat)
    assert compared > 200
    assert differed > 200
    assert {"discard", "play"} <= phases


def _deals(moves: list[str]) -> list[str]:
    return [line for line in moves if line.startswith("* deal")]


def test_the_redeal_would_notice_a_leak() -> None:
    """The same comparison with another seat's view fails: the test can fail."""
    match = play_at_random(zashiki.new("hijun", seats=4, seed=1), Rng(1), most=9)
    record = match.record()
    moves = Watcher(record, 0).redealt(record.moves, Rng(2), 100)
    other = zashiki.replay(changed(record, moves=moves))
    assert seen_by(other, 0) == seen_by(match, 0)
    assert all(seen_by(other, seat) != seen_by(match, seat) for seat in (1, 2, 3))
