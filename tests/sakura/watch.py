"""What each seat has seen of a record, found by following its cards, from SK-8.1 and SK-5.2 and without `resample`."""

from dataclasses import dataclass, field
from typing import Any

import zashiki
from sakura.hands import FIELDS, HANDS
from zashiki import CHANCE, Rng

GAME = zashiki.games()["sakura"]
DECK = [GAME.name(CHANCE, 7 + card)[len("deal ") :] for card in range(48)]
PLANTS = [GAME.name(0, 48 + number)[len("four ") :] for number in range(12)]


def month(card: str) -> set[str]:
    """All four cards of the card's month."""
    start = DECK.index(card) // 4 * 4
    return set(DECK[start : start + 4])


@dataclass
class Silence:
    """The wildcard took a card and nobody interrupted: nobody but the mover held all of `missing` at that ply."""

    ply: int
    mover: int
    missing: set[str]


@dataclass
class Round:
    """The cards of one round."""

    first: int
    dealt: list[tuple[int, int, str]] = field(default_factory=list)
    """Ply, seat and card of everything dealt to hands."""
    open: set[str] = field(default_factory=set)
    """Cards that came to the field, from the deal or the pile."""
    shown: dict[str, int] = field(default_factory=dict)
    """Cards that left a hand for all to see, with the ply."""
    silences: list[Silence] = field(default_factory=list)


class Watcher:
    """Follows the cards of a record. A seat may be None: a spectator."""

    def __init__(self, record: zashiki.Record) -> None:
        self.record = record
        self.seats = record.data["seats"]
        self.rounds: list[Round] = []
        self.events = zashiki.replay(record).events(None)
        for ply, line in enumerate(record.moves):
            who, move = line.split(" ", 1)
            self.follow(ply, who, move)

    def follow(self, ply: int, who: str, move: str) -> None:
        word, _, rest = move.partition(" ")
        if word == "deal":
            self.deal(ply, rest)
        elif word == "flip":
            self.rounds[-1].open.add(rest)
        elif word == "play":
            self.rounds[-1].shown[rest] = ply
        elif word == "four":
            held = {card for _, seat, card in self.rounds[-1].dealt if str(seat) == who}
            for card in held & month(DECK[4 * PLANTS.index(rest)]):
                self.rounds[-1].shown.setdefault(card, ply)
        elif word == "take":
            self.take(ply, int(who), rest)
        for event in self.events:
            facts: Any = event["facts"]
            if event["ply"] == ply and event["code"] == "event.round":
                self.rounds.append(Round(facts["first"]["n"]))

    def deal(self, ply: int, card: str) -> None:
        now = self.rounds[-1]
        if len(now.dealt) == self.seats * HANDS[self.seats]:
            assert len(now.open) < FIELDS[self.seats]
            now.open.add(card)
        else:
            now.dealt.append((ply, (now.first + len(now.dealt)) % self.seats, card))

    def take(self, ply: int, mover: int, what: str) -> None:
        """A capture was chosen. If it was with the wildcard, either somebody interrupted or the others kept silent."""
        board = zashiki.replay(self.record, ply=ply).view(None)["board"]
        if board["pending"]["card"]["name"] != "fireworks":
            return
        now = self.rounds[-1]
        plant = what.removesuffix(" stack")
        whole = month(DECK[4 * PLANTS.index(plant)] if what != plant else what)
        if any(event["ply"] == ply and event["code"] == "event.interrupts" for event in self.events):
            for _, _, card in now.dealt:
                if card in whole:
                    now.shown.setdefault(card, ply)
            return
        lying = {card["name"] for row in board["field"] for card in row["cards"]}
        if "fireworks" not in whole:
            now.silences.append(Silence(ply, mover, whole - lying))

    def unseen(self, now: Round, seat: int | None) -> list[str]:
        """The cards of a round that the seat has not seen."""
        own = {card for _, holder, card in now.dealt if holder == seat}
        return [card for card in DECK if card not in own | now.open | set(now.shown)]

    def contradicts(self, now: Round, swap: dict[str, str]) -> bool:
        """Whether somebody would have had to interrupt, had the cards been dealt as `swap` says (SK-5.2)."""
        for silence in now.silences:
            for seat in range(self.seats):
                hand = {swap.get(card, card) for _, holder, card in now.dealt if holder == seat}
                hand -= {card for card, ply in now.shown.items() if ply < silence.ply}
                if seat != silence.mover and silence.missing <= hand:
                    return True
        return False

    def redealt(self, seat: int | None, rng: Rng) -> tuple[list[str], bool]:
        """The moves with the unseen cards of every round dealt otherwise, and whether the seat knows it was not so."""
        moves = list(self.record.moves)
        contradiction = False
        for now in self.rounds:
            cards = self.unseen(now, seat)
            shuffled = list(cards)
            for index in range(len(shuffled) - 1, 0, -1):
                other = int(rng.below(index + 1))
                shuffled[index], shuffled[other] = shuffled[other], shuffled[index]
            swap = dict(zip(cards, shuffled, strict=True))
            contradiction = contradiction or self.contradicts(now, swap)
            for ply, _, card in now.dealt:
                moves[ply] = f"* deal {swap.get(card, card)}"
        return moves, contradiction
