"""No secret leaves the engine: changing what a seat cannot know changes nothing it sees.

The redeal here is written apart from `resample`, from HG-6.1: it follows the cards of a record from place to place,
notes what the seat has seen, and swaps the cards it has not.
"""

import pytest

import zashiki
from support import changed, seen_by
from zashiki import Rng
from zashiki.testing.case import play_at_random

# Both lanes say the same: test_traces checks that.
pytestmark = pytest.mark.once

YOMI = "yomi"


class Watcher:
    """Follows the cards of one record and notes what one seat (None: a spectator) has seen of each round."""

    def __init__(self, record: zashiki.Record, seat: int | None) -> None:
        self.seats = record.data["seats"]
        self.seat = seat
        self.deals: list[list[int]] = []
        """The plies of each round's deals."""
        self.unseen: list[set[str]] = []
        """For each round, the cards that the seat has not seen; each old fool by a name of its own."""
        self.dealt: dict[int, str] = {}
        """The card that each ply dealt."""
        self.places: dict[str, list[str]] = {}
        self.dealer = 0
        for ply, line in enumerate(record.moves):
            self.follow(ply, *line.split(" ", 1))

    def follow(self, ply: int, who: str, move: str) -> None:
        word, _, rest = move.partition(" ")
        if word == "dealer":
            self.dealer = int(rest)
            self.new_round()
        elif word == "deal":
            self.deal(ply, rest)
        elif word == "play":
            self.play(who, rest)
        elif word == "look":
            if who == str(self.seat):
                self.unseen[-1] -= set(self.places[YOMI if rest == "yomi" else rest])
        elif word == "exchange":
            self.places[who], self.places[YOMI] = self.places[YOMI], self.places[who]
            if who == str(self.seat):
                self.unseen[-1] -= set(self.places[who])

    def new_round(self) -> None:
        numbers = range(1, 28) if self.seats == 5 else range(6, 23)
        deck = [str(number) for number in numbers] + ["fool 1", "fool 2", "fool 3"]
        self.places = {YOMI: deck, **{str(seat): [] for seat in range(self.seats)}}
        self.unseen.append(set(deck))
        self.deals.append([])

    def deal(self, ply: int, name: str) -> None:
        if all(not cards for place, cards in self.places.items() if place != YOMI) and self.deals[-1]:
            self.dealer = (self.dealer + 1) % self.seats
            self.new_round()
        seat = str((self.dealer + 1 + len(self.deals[-1])) % self.seats)
        card = next(card for card in self.places[YOMI] if card.split()[0] == name)
        self.places[YOMI].remove(card)
        self.places[seat].append(card)
        self.deals[-1].append(ply)
        self.dealt[ply] = card
        if seat == str(self.seat):
            self.unseen[-1].discard(card)

    def play(self, who: str, name: str) -> None:
        card = next(card for card in self.places[who] if card.split()[0] == name)
        self.places[who].remove(card)
        self.unseen[-1].discard(card)

    def redealt(self, moves: list[str], rng: Rng) -> list[str]:
        """The moves with the unseen cards of every round dealt otherwise."""
        moves = list(moves)
        for plies, unseen in zip(self.deals, self.unseen, strict=True):
            cards = sorted(unseen)
            shuffled = list(cards)
            for index in range(len(shuffled) - 1, 0, -1):
                other = int(rng.below(index + 1))
                shuffled[index], shuffled[other] = shuffled[other], shuffled[index]
            swap = dict(zip(cards, shuffled, strict=True))
            for ply in plies:
                card = self.dealt[ply]
                moves[ply] = f"* deal {swap.get(card, card).split()[0]}"
        return moves


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_redeal_of_what_a_seat_cannot_know_leaves_no_trace(seats: int) -> None:
    compared = differed = 0
    for seed in range(12):
        rng = Rng(1000 + seed)
        whole = play_at_random(zashiki.new("hagakure", seats=seats, seed=seed, rounds=2), rng).record()
        plies = sorted({int(rng.below(len(whole.moves))) + 1 for _ in range(6)} | {len(whole.moves)})
        for ply in plies:
            match = zashiki.replay(whole, ply=ply)
            record = match.record()
            for seat in (None, *range(seats)):
                for _ in range(3):
                    moves = Watcher(record, seat).redealt(record.moves, rng)
                    try:
                        other = zashiki.replay(changed(record, moves=moves))
                    except zashiki.TamperedRecord:
                        continue  # somebody would have had to follow a samurai: the seat knows it is not so
                    compared += 1
                    differed += moves != record.moves
                    assert seen_by(other, seat) == seen_by(match, seat)
    assert compared > 300
    assert differed > 200


def test_the_redeal_would_notice_a_leak() -> None:
    """The same comparison with another seat's view fails: the test can fail."""
    match = zashiki.new("hagakure", seats=4, seed=1)
    record = match.record()
    moves = Watcher(record, 0).redealt(record.moves, Rng(2))
    other = zashiki.replay(changed(record, moves=moves))
    assert seen_by(other, 0) == seen_by(match, 0)
    assert any(seen_by(other, seat) != seen_by(match, seat) for seat in (1, 2, 3))
