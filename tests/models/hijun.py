"""A simple model of Hijun, taken from the rules: lists and words, nothing clever. Tests compare the engine with it.

Cards are words such as "poppy 7".
"""

from collections import Counter
from dataclasses import dataclass, field

CHANCE = -1
COLOURS = ("poppy", "iris", "clover", "plum")
HIGHEST = {4: 13, 5: 15, 6: 18}  # HJ-1.1
DUE = {4: 4, 5: 3, 6: 2}  # HJ-2.3
ROUNDS = 5  # HJ-4.2
GOAL = 10  # HJ-4.2
ROW = 4  # HJ-1.2

Table = list[list[int]]
"""The numbers on the tokens, one row per round."""

Tokens = str | Table
"""The option `tokens`: a word or a table."""


def pack(seats: int) -> list[str]:
    """HJ-1.1."""
    return [f"{colour} {value}" for colour in COLOURS for value in range(1, HIGHEST[seats] + 1)]


def colour_of(card: str) -> str:
    return card.split()[0]


def value_of(card: str) -> int:
    return int(card.split()[1])


def in_order(cards: list[str]) -> list[str]:
    return sorted(cards, key=lambda card: (COLOURS.index(colour_of(card)), value_of(card)))


def token_table(tokens: Tokens) -> Table:
    """HJ-R1."""
    if tokens == "ascending":
        return [[1, 2, 3, 4], [2, 3, 4, 5], [3, 4, 5, 6], [4, 5, 6, 7], [5, 6, 7, 8]]
    if tokens == "flat":
        return [[1, 2, 3, 4]] * ROUNDS
    assert not isinstance(tokens, str), f"no such tokens: {tokens!r}"
    return tokens


def is_table(table: Table, token_order: str) -> bool:
    """HJ-R1: whether this table is allowed."""
    right_shape = len(table) == ROUNDS and all(len(row) == ROW for row in table)
    right_numbers = all(0 <= number <= 99 for row in table for number in row)
    ascending = all(row == sorted(row) for row in table)
    return right_shape and right_numbers and (ascending or token_order == "random")


@dataclass
class Trick:
    """Cards on the table, in the order they were played."""

    plays: list[tuple[int, str]] = field(default_factory=list)

    def leader(self) -> int:
        return self.plays[0][0]

    def colour(self) -> str:
        """HJ-3.1."""
        return colour_of(self.plays[0][1])

    def winner(self) -> int:
        """HJ-3.3; during the trick, who is winning it so far."""
        following = {value_of(card): seat for seat, card in self.plays if colour_of(card) == self.colour()}
        return following[max(following)]


@dataclass
class Item:
    """Points for one seat in one round, and the rule that gives them."""

    seat: int
    round: int
    rule: str
    points: int


@dataclass
class Round:
    """One round, from its first token or card. It stays unchanged once its last trick is won."""

    seats: int
    number: int
    leader: int | None
    """Who leads the first trick; None in round 1 until chance has chosen (HJ-2.4)."""
    to_lay: list[int]
    """Tokens not in the row yet."""
    row: list[int]
    undealt: list[str]
    hands: list[list[str]]
    discards: list[list[str]]
    tricks: list[Trick] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    """Who won each finished trick. It determines all tokens and points."""

    # Progress of the round

    def phase(self) -> str:
        if self.to_lay:
            return "tokens"
        if self.undealt:
            return "deal"
        if any(len(pile) < DUE[self.seats] for pile in self.discards):
            return "discard"
        if self.leader is None:
            return "leader"
        return "play" if any(self.hands) else "over"  # HJ-4.1

    def owes(self, seat: int) -> int:
        """How many cards `seat` must still discard now (HJ-2.3)."""
        return DUE[self.seats] - len(self.discards[seat]) if self.phase() == "discard" else 0

    def open_trick(self) -> Trick | None:
        """The unfinished trick; None if the next card leads."""
        if self.tricks and len(self.tricks[-1].plays) < self.seats:
            return self.tricks[-1]
        return None

    def trick_leader(self) -> int | None:
        """Who leads the current or the next trick (HJ-2.4, HJ-3.3)."""
        trick = self.open_trick()
        if trick is not None:
            return trick.leader()
        return self.winners[-1] if self.winners else self.leader

    def next_to_play(self) -> int:
        """HJ-3.2: clockwise."""
        trick = self.open_trick()
        if trick is not None:
            return (trick.plays[-1][0] + 1) % self.seats
        leader = self.trick_leader()
        assert leader is not None, "no card can be played before a leader is chosen"
        return leader

    def waiting(self) -> tuple[int, ...]:
        phase = self.phase()
        if phase == "discard":
            return tuple(seat for seat in range(self.seats) if self.owes(seat))
        if phase == "play":
            return (self.next_to_play(),)
        return () if phase == "over" else (CHANCE,)

    def playable(self, seat: int) -> list[str]:
        """HJ-3.1 and HJ-3.2."""
        trick = self.open_trick()
        if trick is None:
            return self.hands[seat]
        following = [card for card in self.hands[seat] if colour_of(card) == trick.colour()]
        return following or self.hands[seat]

    def lacks(self, seat: int) -> list[str]:
        """The colours that `seat` has failed to follow, so everyone knows that it has none left (HJ-3.2)."""
        shown = {
            trick.colour()
            for trick in self.tricks
            for player, card in trick.plays
            if player == seat and colour_of(card) != trick.colour()
        }
        return [colour for colour in COLOURS if colour in shown]

    def played(self) -> list[str]:
        return [card for trick in self.tricks for _, card in trick.plays]

    # Playing

    def deal(self, card: str) -> None:
        """HJ-2.2: one card to each seat in turn."""
        seat = sum(len(hand) for hand in self.hands) % self.seats
        self.undealt.remove(card)
        self.hands[seat].append(card)

    def discard(self, seat: int, card: str) -> None:
        """HJ-2.3."""
        self.hands[seat].remove(card)
        self.discards[seat].append(card)

    def play(self, seat: int, card: str) -> None:
        if self.open_trick() is None:
            self.tricks.append(Trick())
        self.hands[seat].remove(card)
        self.tricks[-1].plays.append((seat, card))
        if self.open_trick() is None:
            self.winners.append(self.tricks[-1].winner())

    # Tricks, tokens and points

    def tricks_won(self) -> list[int]:
        return [self.winners.count(seat) for seat in range(self.seats)]

    def takers(self) -> list[int]:
        """HJ-3.4 and HJ-R2: who took each token, in the order of the row."""
        won: Counter[int] = Counter()
        takers: list[int] = []
        for winner in self.winners:
            won[winner] += 1
            if won[winner] == 2 and len(takers) < ROW:
                takers.append(winner)
        return takers

    def token_of(self, seat: int) -> int | None:
        """The number on the token that `seat` took, covered or not."""
        takers = self.takers()
        return self.row[takers.index(seat)] if seat in takers else None

    def covered(self, seat: int) -> bool:
        """HJ-3.5."""
        return seat in self.takers() and self.tricks_won()[seat] > 2

    def token_states(self) -> list[tuple[int, str, int | None]]:
        """Number, state and taker of each token in the row."""
        takers = self.takers()
        states: list[tuple[int, str, int | None]] = []
        for place, number in enumerate(self.row):
            if place >= len(takers):
                states.append((number, "left", None))
            else:
                states.append((number, "out" if self.covered(takers[place]) else "taken", takers[place]))
        return states

    def items(self) -> list[Item]:
        """HJ-4.1: the points of a finished round."""
        points = {seat: self.token_of(seat) for seat in range(self.seats) if self.tricks_won()[seat] == 2}
        return [Item(seat, self.number, "HJ-4.1", number) for seat, number in points.items() if number is not None]


class Hijun:
    """One game. Moves and chance outcomes are given by name; seats are numbered clockwise from 0."""

    def __init__(self, seats: int, tokens: Tokens = "ascending", token_order: str = "ascending") -> None:
        self.seats = seats
        self.table = token_table(tokens)
        self.token_order = token_order
        self.rounds: list[Round] = []
        """All rounds so far; the last is the current one."""
        self.items: list[Item] = []
        """All points so far: a round is scored when it is over."""
        self._begin_round(None)

    def _begin_round(self, leader: int | None) -> None:
        tokens = list(self.table[len(self.rounds)])
        # HJ-2.1: in ascending order, or one by one at random.
        to_lay, row = (tokens, []) if self.token_order == "random" else ([], sorted(tokens))
        hands: list[list[str]] = [[] for _ in range(self.seats)]
        discards: list[list[str]] = [[] for _ in range(self.seats)]
        self.rounds.append(
            Round(self.seats, len(self.rounds) + 1, leader, to_lay, row, pack(self.seats), hands, discards)
        )

    # Who may do what

    def waiting(self) -> tuple[int, ...]:
        return self.rounds[-1].waiting()

    def legal(self, seat: int) -> list[str]:
        """The moves of `seat`, by colour and value; none if it is not its turn."""
        if seat == CHANCE:
            return list(self.chances())
        now = self.rounds[-1]
        if seat not in self.waiting():
            return []
        if now.phase() == "discard":
            return [f"discard {card}" for card in in_order(now.hands[seat])]
        return [f"play {card}" for card in in_order(now.playable(seat))]

    def chances(self) -> dict[str, int]:
        """The possible chance outcomes, each with its weight."""
        now = self.rounds[-1]
        phase = now.phase()
        if phase == "tokens":
            # All orders of the row are equally likely, so a number that is on two tokens is twice as likely.
            return dict(Counter(f"token {number}" for number in sorted(now.to_lay)))
        if phase == "deal":
            return {f"deal {card}": 1 for card in in_order(now.undealt)}
        if phase == "leader":
            return {f"leader {seat}": 1 for seat in range(self.seats)}  # HJ-2.4
        return {}

    # Playing

    def apply(self, seat: int, move: str) -> None:
        """Make a move or a chance outcome, given by name; it must be legal."""
        assert move in self.legal(seat), f"{move!r} of {seat} is not one of {self.legal(seat)}"
        verb, _, what = move.partition(" ")
        now = self.rounds[-1]
        if verb == "token":
            now.to_lay.remove(int(what))
            now.row.append(int(what))
        elif verb == "deal":
            now.deal(what)
        elif verb == "discard":
            now.discard(seat, what)
        elif verb == "leader":
            now.leader = int(what)
        else:
            now.play(seat, what)
            if now.phase() == "over":
                self.items += now.items()
                if not self.over():
                    self._begin_round(now.trick_leader())  # HJ-2.4: the winner of the last trick

    # The result

    def points(self, number: int) -> list[int]:
        """Each seat's points in round `number`."""
        items = [item for item in self.items if item.round == number]
        return [sum(item.points for item in items if item.seat == seat) for seat in range(self.seats)]

    def sheet(self) -> list[list[int]]:
        """The points of each finished round."""
        return [self.points(each.number) for each in self.rounds if each.phase() == "over"]

    def scores(self) -> list[int]:
        return [sum(item.points for item in self.items if item.seat == seat) for seat in range(self.seats)]

    def over(self) -> bool:
        """HJ-4.2: a game ends only after a round."""
        if self.rounds[-1].phase() != "over":
            return False
        return len(self.rounds) == ROUNDS or max(self.scores()) >= GOAL

    def winners(self) -> tuple[int, ...]:
        """HJ-4.2."""
        scores = self.scores()
        return tuple(seat for seat in range(self.seats) if scores[seat] == max(scores)) if self.over() else ()

    # What viewers see

    def last_trick(self) -> Trick | None:
        """HJ-5.1: the last complete trick, even if from the previous round; None during a trick."""
        if self.rounds[-1].open_trick() is not None:
            return None
        tricks = [trick for each in self.rounds for trick in each.tricks]
        return tricks[-1] if tricks else None

    def hand_seen(self, viewer: int | None, seat: int) -> list[str] | None:
        """HJ-5.1: the hand of `seat`, if `viewer` (None: a spectator) may see it."""
        return in_order(self.rounds[-1].hands[seat]) if viewer == seat else None

    def discards_seen(self, viewer: int | None, seat: int) -> list[str] | None:
        """HJ-5.1: the discards of `seat`, if `viewer` may see them."""
        return in_order(self.rounds[-1].discards[seat]) if viewer == seat else None
