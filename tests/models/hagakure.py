"""A simple model of Hagakure, taken from the rules: lists and dicts, nothing clever. Tests compare the engine with it.

Cards are words: "1" to "27", and "fool" for each of the three old fools, which nobody can tell apart.
"""

from collections import Counter
from dataclasses import dataclass, field

CHANCE = -1
FOOL = "fool"
YOMI = "yomi"
PASS = "pass"
TOKENS = ("double", "zero", "villagers", "exchange", "look")  # HG-1.2
EXTRA_ROUNDS = 10  # HG-R4

Place = int | str
"""Where hidden cards are: a seat's hand (the seat number), or the Yomi."""


def pack(seats: int) -> list[str]:
    """HG-1.1: all 30 cards with five players, 20 of them with three or four."""
    numbers = range(1, 28) if seats == 5 else range(6, 23)
    return [str(number) for number in numbers] + [FOOL] * 3


def hand_size(seats: int) -> int:
    """HG-1.3."""
    return {3: 5, 4: 4, 5: 5}[seats]


def is_villager(card: str) -> bool:
    """HG-1.1: villagers are 1 to 17."""
    return card != FOOL and int(card) <= 17


def is_samurai(card: str) -> bool:
    """HG-3.2: old fools count as samurai."""
    return card == FOOL or int(card) >= 18


@dataclass
class Trick:
    """Cards on the table, in the order they were played."""

    plays: list[tuple[int, str]] = field(default_factory=list)

    def cards(self) -> list[str]:
        return [card for _, card in self.plays]

    def samurai_led(self) -> bool:
        return len(self.plays) > 0 and is_samurai(self.plays[0][1])

    def winner(self) -> int:
        """HG-3.3."""
        fools = [seat for seat, card in self.plays if card == FOOL]
        if len(fools) >= 2:
            return fools[-1]
        values = {0 if card == FOOL else int(card): seat for seat, card in self.plays}
        return values[max(values)]


@dataclass
class Item:
    """Points for one seat in one round, and the rule that gives them."""

    seat: int
    round: int
    rule: str
    points: int


@dataclass
class Round:
    """One round, from the first card dealt. It stays unchanged once its last trick is won."""

    seats: int
    number: int
    dealer: int
    undealt: list[str]
    places: dict[Place, list[str]]
    memory: list[dict[Place, list[str]]]
    """For each seat, the cards it knows in each place; places it does not know are missing."""
    moves: list[tuple[int, str]] = field(default_factory=list)
    """What each seat chose when asked for a token, in order."""
    tricks: list[Trick] = field(default_factory=list)
    no_samurai: set[int] = field(default_factory=set)
    """The seats that did not follow a samurai lead, so everyone knows that they could not (HG-3.2)."""

    def order(self, first: int) -> list[int]:
        """All seats clockwise, from `first`."""
        return [(first + step) % self.seats for step in range(self.seats)]

    def first_player(self) -> int:
        """HG-1.4."""
        return (self.dealer + 1) % self.seats

    def next_to_be_dealt(self) -> int:
        """One card at a time, from the first player clockwise."""
        dealt = sum(len(self.places[seat]) for seat in range(self.seats))
        return self.order(self.first_player())[dealt % self.seats]

    def finished_tricks(self) -> list[Trick]:
        return [trick for trick in self.tricks if len(trick.plays) == self.seats]

    def won_by(self, seat: int) -> list[Trick]:
        return [trick for trick in self.finished_tricks() if trick.winner() == seat]

    def over(self) -> bool:
        """HG-3.4."""
        return len(self.finished_tricks()) == hand_size(self.seats)

    def current_trick(self) -> Trick:
        """The trick that the next card goes to: empty if that card leads."""
        if self.tricks and len(self.tricks[-1].plays) < self.seats:
            return self.tricks[-1]
        return Trick()

    def next_to_play(self) -> int:
        """HG-3.1."""
        trick = self.current_trick()
        if trick.plays:
            return (trick.plays[-1][0] + 1) % self.seats
        return self.tricks[-1].winner() if self.tricks else self.first_player()

    def playable(self, seat: int) -> list[str]:
        """HG-3.2."""
        hand = self.places[seat]
        samurai = [card for card in hand if is_samurai(card)]
        if self.current_trick().samurai_led() and samurai:
            return samurai
        return hand

    def token_of(self, seat: int) -> str | None:
        """The token that `seat` played this round."""
        for mover, move in self.moves:
            if mover == seat and move != PASS:
                return move.split()[0]
        return None

    def deal(self, card: str) -> None:
        """HG-1.3: the next hand gets a card; once all hands are full, the rest is the Yomi."""
        seat = self.next_to_be_dealt()
        self.undealt.remove(card)
        self.places[seat].append(card)
        self.memory[seat][seat].append(card)  # HG-6.1: own hand
        if all(len(self.places[player]) == hand_size(self.seats) for player in range(self.seats)):
            self.places[YOMI], self.undealt = self.undealt, []

    def exchange(self, seat: int) -> None:
        """HG-2.5, taking effect at once (HG-R2)."""
        self.places[seat], self.places[YOMI] = self.places[YOMI], self.places[seat]
        for remembered in self.memory:
            # HG-6.1: whoever knew one of the two piles knows where it went, and knows what replaced it only if they
            # knew both.
            hand, yomi = remembered.pop(seat, None), remembered.pop(YOMI, None)
            if hand is not None:
                remembered[YOMI] = hand
            if yomi is not None:
                remembered[seat] = yomi
        self.memory[seat][seat] = list(self.places[seat])  # the player sees the new hand

    def look(self, seat: int, place: Place) -> None:
        """HG-2.6: only this seat looks, so no other memory changes."""
        self.memory[seat][place] = list(self.places[place])

    def play(self, seat: int, card: str) -> None:
        trick = self.current_trick()
        if not trick.plays:
            self.tricks.append(trick)
        if trick.samurai_led() and not is_samurai(card):
            self.no_samurai.add(seat)
        trick.plays.append((seat, card))
        self.places[seat].remove(card)
        for remembered in self.memory:
            if seat in remembered:
                remembered[seat].remove(card)

    def items(self) -> list[Item]:
        """HG-4.1, then the token, for every seat."""
        return [item for seat in range(self.seats) for item in self._items_of(seat)]

    def _items_of(self, seat: int) -> list[Item]:
        tricks = self.won_by(seat)
        won = [card for trick in tricks for card in trick.cards()]
        points: list[tuple[str, int]] = []
        if tricks:
            points.append(("HG-4.1", len(tricks)))
        else:
            points.append(("HG-4.1", -2))
        if "18" in won:
            points.append(("HG-4.1", 1))
        so_far = sum(number for _, number in points)
        token = self.token_of(seat)
        if token == "double":
            points.append(("HG-2.2", so_far))
        if token == "zero":
            points.append(("HG-2.3", -so_far))
        villagers = sum(1 for card in won if is_villager(card))
        if token == "villagers" and villagers >= (5 if self.seats == 5 else 4):
            points.append(("HG-2.4", 2))  # HG-R3: on top of the other points
        return [Item(seat, self.number, rule, number) for rule, number in points]


class Hagakure:
    """One game. Moves and chance outcomes are given by name; seats are numbered clockwise from 0."""

    def __init__(self, seats: int, rounds: int) -> None:
        self.seats = seats
        self.set_rounds = rounds
        self.rounds: list[Round] = []
        """All rounds so far; the last is the current one."""
        self.tokens = [list(TOKENS) for _ in range(seats)]
        """Each seat's unused tokens (HG-1.2)."""

    # Who may do what

    def waiting(self) -> tuple[int, ...]:
        if self.over():
            return ()
        if not self.rounds or self.rounds[-1].undealt:
            return (CHANCE,)
        to_ask = self._to_ask()
        return (to_ask[0],) if to_ask else (self.rounds[-1].next_to_play(),)

    def _to_ask(self) -> list[int]:
        """HG-2.1: the seats yet to choose a token this round. Seats without tokens are not asked."""
        now = self.rounds[-1]
        asked = [seat for seat, _ in now.moves]
        return [seat for seat in now.order(now.first_player()) if seat not in asked and self.tokens[seat]]

    def legal(self, seat: int) -> set[str]:
        """The moves of `seat`; none if it is not its turn."""
        if seat == CHANCE:
            return set(self.chances())
        if self.waiting() != (seat,):
            return set()
        if self._to_ask():
            return {PASS} | {move for token in self.tokens[seat] for move in self._ways(seat, token)}
        return {f"play {card}" for card in self.rounds[-1].playable(seat)}

    def _ways(self, seat: int, token: str) -> list[str]:
        """The moves that play a token; only Look has a target (HG-2.6)."""
        if token != "look":
            return [token]
        return [f"look {YOMI}"] + [f"look {other}" for other in range(self.seats) if other != seat]

    def chances(self) -> dict[str, int]:
        """The possible chance outcomes, each with its weight."""
        if self.waiting() != (CHANCE,):
            return {}
        if not self.rounds:
            return {f"dealer {seat}": 1 for seat in range(self.seats)}  # HG-1.4
        return dict(Counter(f"deal {card}" for card in self.rounds[-1].undealt))

    # Playing

    def apply(self, seat: int, move: str) -> None:
        """Make a move or a chance outcome, given by name; it must be legal."""
        assert move in self.legal(seat), f"{move!r} of {seat} is not one of {self.legal(seat)}"
        verb, _, what = move.partition(" ")
        if verb == "dealer":
            self._begin_round(int(what))
            return
        now = self.rounds[-1]
        if verb == "deal":
            now.deal(what)
        elif verb == "play":
            now.play(seat, what)
        else:
            now.moves.append((seat, move))
            if verb != PASS:
                self.tokens[seat].remove(verb)  # HG-2.1: gone after this round
            if verb == "exchange":
                now.exchange(seat)
            elif verb == "look":
                now.look(seat, YOMI if what == YOMI else int(what))
        if now.over() and not self.over():
            self._begin_round((now.dealer + 1) % self.seats)  # HG-1.4: the deal passes to the left

    def _begin_round(self, dealer: int) -> None:
        places: dict[Place, list[str]] = {YOMI: [], **{seat: [] for seat in range(self.seats)}}
        memory: list[dict[Place, list[str]]] = [{seat: []} for seat in range(self.seats)]
        self.rounds.append(Round(self.seats, len(self.rounds) + 1, dealer, pack(self.seats), places, memory))

    # The result

    def items(self) -> list[Item]:
        """All points so far: a round is scored when it is over."""
        return [item for each in self.rounds if each.over() for item in each.items()]

    def scores(self) -> list[int]:
        items = self.items()
        return [sum(item.points for item in items if item.seat == seat) for seat in range(self.seats)]

    def leaders(self) -> tuple[int, ...]:
        scores = self.scores()
        return tuple(seat for seat in range(self.seats) if scores[seat] == max(scores))

    def extra_rounds(self) -> int:
        """How many rounds have started beyond the set number."""
        return max(0, len(self.rounds) - self.set_rounds)

    def over(self) -> bool:
        """HG-5.1 and HG-R4."""
        if len(self.rounds) < self.set_rounds or not self.rounds[-1].over():
            return False
        return len(self.leaders()) == 1 or self.extra_rounds() == EXTRA_ROUNDS

    def winners(self) -> tuple[int, ...]:
        return self.leaders() if self.over() else ()

    # What a seat knows

    def known(self, seat: int | None, place: Place) -> list[str] | None:
        """The cards of `place`, sorted, if `seat` (None: a spectator) knows them (HG-6.1)."""
        if seat is None or not self.rounds or place not in self.rounds[-1].memory[seat]:
            return None
        return sorted(self.rounds[-1].memory[seat][place])
