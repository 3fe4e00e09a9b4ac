"""A simple model of Sakura, taken from the rules: lists and dicts, nothing clever. Tests compare the engine with it.

These are the rules of version 2 of the game, which corrected SK-R3, SK-R7 and SK-R8.

Cards, moves and chance outcomes are given by name. Seats are numbered clockwise from 0, so the player to the left has
the next number and the player to the right the previous one.
"""

from dataclasses import dataclass, field

from models.sakura_cards import (
    CARDS,
    DECK,
    FIREWORKS,
    KINDS,
    OAK,
    SET_COST,
    SHARES,
    complete_sets,
    kind_of,
    plant_of,
    value_of,
)

VERSION = 2
CHANCE = -1
LEAVE = "leave"


@dataclass
class Pending:
    """A card just played or flipped, whose player may still have to choose what it captures."""

    seat: int
    card: str
    flipped: bool
    interrupted: bool = False
    """Whether someone declared four of a kind before it could capture (SK-5.2)."""


@dataclass
class Wildcard:
    """Who captured the fireworks, with them or with an oak, and the cards paired with them (SK-5.1, SK-R7)."""

    seat: int
    month: str
    cards: list[str]


@dataclass
class Silence:
    """What everyone learnt when nobody interrupted the wildcard (SK-5.2): none of `seats` held all of `cards`."""

    seats: list[int]
    cards: list[str]
    shown: list[tuple[int, str]] = field(default_factory=list)
    """The cards revealed since, each with the seat that held it, or CHANCE."""

    def now(self) -> tuple[list[int], list[str]] | None:
        """The seats known not to hold all the cards that are still hidden, and those cards; None if nothing is known.

        A revealed card that a seat did not hold already explains why it lacked one, so nothing follows about the rest.
        Only a seat that held every revealed card must lack one of the hidden ones.
        """
        hidden = [card for card in self.cards if card not in [shown for _, shown in self.shown]]
        seats = [seat for seat in self.seats if all(origin == seat for origin, _ in self.shown)]
        return (seats, hidden) if seats else None


@dataclass
class Deed:
    """Something that happened, recorded for the tests. The rules do not use it."""

    verb: str
    seat: int
    cards: list[str]
    """What was captured, or the card concerned."""
    with_card: str | None
    """The capturing card."""
    flipped: bool
    field: list[str]
    """The field before it."""
    hand: list[str]
    """The hand of the seat before it."""


@dataclass
class Item:
    """Points for one seat in one round, and what they are for: a kind of card, or an opponent's set."""

    seat: int
    round: int
    reason: str
    points: int


class Round:
    """One round, from the first card dealt. Once over, it stays unchanged."""

    def __init__(self, seats: int, number: int, dealer: int) -> None:
        self.seats = seats
        self.number = number
        self.dealer = dealer
        self.pile = list(CARDS)
        """All cards not dealt or flipped yet, in no order: chance decides which comes next."""
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.field: list[str] = []
        self.stacks: list[str] = []
        """The months with a stack of three in the field, dealt there (SK-2.4)."""
        self.captured: list[list[str]] = [[] for _ in range(seats)]
        self.turn = CHANCE
        """Whose turn it is, once the deal is done."""
        self.action = 0
        """Which of the turn's two actions is next or in progress."""
        self.pending: Pending | None = None
        self.left = False
        """Whether the fireworks were left in the field; if dealt there, they are ordinary chaff (SK-5.3)."""
        self.wildcard: Wildcard | None = None
        self.silence: Silence | None = None
        self.over = False
        self.deeds: list[Deed] = []

    def order(self) -> list[int]:
        """All seats in turn order: the player to the dealer's left plays first (SK-2.2)."""
        return [(self.dealer + 1 + step) % self.seats for step in range(self.seats)]

    def phase(self) -> str:
        hand, _ = SHARES[self.seats]
        if self.over:
            return "over"
        if self.turn == CHANCE:
            return "deal" if any(len(cards) < hand for cards in self.hands) else "field"
        if self.pending:
            return "capture"
        return "play" if self.action == 1 else "flip"

    def note(self, verb: str, seat: int, cards: list[str], card: str | None = None, *, flipped: bool = False) -> None:
        self.deeds.append(Deed(verb, seat, list(cards), card, flipped, list(self.field), list(self.hands[seat])))

    # The deal

    def deal(self, card: str) -> None:
        """SK-2.3: one card at a time, clockwise from the first player, then the field."""
        hand, field_size = SHARES[self.seats]
        dealt = len(CARDS) - len(self.pile)
        self.pile.remove(card)
        if dealt < hand * self.seats:
            self.hands[self.order()[dealt % self.seats]].append(card)
            return
        self.field.append(card)
        if len(self.field) == field_size:
            self._check_field()
            self._begin_turn(self.order()[0])

    def _check_field(self) -> None:
        """SK-2.4."""
        for plant in DECK:
            lying = self.lying(plant)
            if len(lying) == 4:
                self.note("dealt four", self.dealer, lying)
                self._move_to(self.dealer, lying)
            elif len(lying) == 3:
                self.note("stack", self.dealer, lying)
                self.stacks.append(plant)

    # Where cards are

    def lying(self, plant: str) -> list[str]:
        """The cards of a month in the field."""
        return [card for card in self.field if plant_of(card) == plant]

    def lacking(self, seat: int, plant: str) -> list[str]:
        """The cards of a month that are neither in the seat's hand nor in the field."""
        return [card for card in DECK[plant] if card not in self.hands[seat] and card not in self.field]

    def has_four(self, seat: int, plant: str) -> bool:
        """SK-4.1: all four between hand and field, at least one of them in hand."""
        return not self.lacking(seat, plant) and any(card in self.hands[seat] for card in DECK[plant])

    def _move_to(self, seat: int, cards: list[str]) -> None:
        """Move cards from the field or the seat's hand to its captured cards."""
        for card in cards:
            if card in self.field:
                self.field.remove(card)
            else:
                self.hands[seat].remove(card)
            self.captured[seat].append(card)
        self.stacks = [plant for plant in self.stacks if self.lying(plant)]

    # Moves

    def moves(self) -> list[str]:
        """The moves of the player whose turn it is."""
        phase = self.phase()
        if phase == "play":
            fours = [f"four {plant}" for plant in DECK if self.has_four(self.turn, plant)]  # SK-4.1
            return [f"play {card}" for card in self.hands[self.turn]] + fours
        return self._choices() if phase == "capture" else []

    def _choices(self) -> list[str]:
        """What the pending card can do: a single choice is made automatically, and with none it stays in the field."""
        assert self.pending
        if self.pending.card == FIREWORKS:
            may_stay = self.pending.interrupted or not self.lying(OAK)  # SK-R3
            return self._targets(list(DECK)) + ([LEAVE] if may_stay else [])  # SK-5.1
        return self._targets([plant_of(self.pending.card)])  # SK-3.2

    def _targets(self, plants: list[str]) -> list[str]:
        """What can be taken from these months; a stack counts as one card (SK-3.2, SK-R6).

        Only the deal makes stacks: oaks with the fireworks left beside them are single cards (SK-R8).
        """
        stacks = [f"take {plant} stack" for plant in plants if plant in self.stacks]
        singles = [card for plant in plants if plant not in self.stacks for card in self.lying(plant)]
        return stacks + [f"take {card}" for card in singles]

    def play(self, card: str) -> None:
        """SK-3.1, action 1."""
        self.hands[self.turn].remove(card)
        self._bring(card, flipped=False)

    def flip(self, card: str) -> None:
        """SK-3.1, action 2."""
        self.pile.remove(card)
        self._bring(card, flipped=True)

    def declare(self, plant: str) -> None:
        """SK-4.1."""
        self._take_four("four", self.turn, plant)
        self._end_action()

    def _take_four(self, verb: str, seat: int, plant: str) -> None:
        self.note(verb, seat, [card for card in DECK[plant] if card in self.hands[seat]])
        self._move_to(seat, list(DECK[plant]))

    def _bring(self, card: str, *, flipped: bool) -> None:
        if self.silence and card in self.silence.cards:
            self.silence.shown.append((CHANCE if flipped else self.turn, card))
        self.pending = Pending(self.turn, card, flipped)
        self._go_on()

    def _go_on(self) -> None:
        """Ask the player only if there is something to choose."""
        choices = self._choices()
        if len(choices) < 2:
            self.choose(choices[0] if choices else LEAVE)

    def choose(self, choice: str) -> None:
        """The pending card takes something or stays in the field."""
        assert self.pending
        seat, card, flipped = self.pending.seat, self.pending.card, self.pending.flipped
        if choice == LEAVE:
            self.note("stay", seat, [card], card, flipped=flipped)
            self.field.append(card)
            self.left = self.left or card == FIREWORKS
        else:
            what = choice.removeprefix("take ")
            taken = self.lying(what.removesuffix(" stack")) if what.endswith(" stack") else [what]
            if card == FIREWORKS and self._interrupted(plant_of(taken[0])):
                self.pending.interrupted = True
                self._go_on()  # SK-5.2: choose again
                return
            self.note("capture", seat, taken, card, flipped=flipped)
            if card == FIREWORKS:
                self._remember_wildcard(seat, taken)
            elif FIREWORKS in taken and self.left:
                self.wildcard = Wildcard(seat, OAK, [FIREWORKS, card])  # SK-R7
            self._move_to(seat, taken)
            self.captured[seat].append(card)
        self.pending = None
        self._end_action()

    def _interrupted(self, plant: str) -> bool:
        """SK-5.2: another player who can declare this month does so. SK-R4: even a teammate, but not the player."""
        for seat in range(self.seats):
            if seat != self.turn and self.has_four(seat, plant):
                self._take_four("interruption", seat, plant)
                return True
        return False

    def _remember_wildcard(self, seat: int, taken: list[str]) -> None:
        month = plant_of(taken[0])
        self.wildcard = Wildcard(seat, month, [FIREWORKS, *taken])
        gone = [card for cards in self.captured for card in cards]
        if month != OAK and not any(card in gone for card in DECK[month]):
            # One player could have held all the others; now everyone knows that nobody does (SK-5.2, SK-8.1). If one of
            # the four was captured before, or the month is oak, silence says nothing (SK-R4).
            others = [other for other in range(self.seats) if other != seat]
            self.silence = Silence(others, [card for card in DECK[month] if card not in self.field])

    # Turns and the end of the round

    def _begin_turn(self, seat: int) -> None:
        self.turn = seat
        self.action = 1 if self.hands[seat] else 2  # SK-3.1
        if self.action == 2:
            self.note("only a flip", seat, [])

    def _end_action(self) -> None:
        if self.action == 1:
            self.action = 2
        elif any(self.hands):
            self._begin_turn((self.turn + 1) % self.seats)
        else:
            self._end()

    def _end(self) -> None:
        """SK-6.1."""
        if self.wildcard:
            late = self.lying(self.wildcard.month)  # SK-5.4
            if late:
                self.note("late capture", self.wildcard.seat, late, FIREWORKS)
            self._move_to(self.wildcard.seat, late)
        self.note("discard", self.turn, self.field)
        self.field, self.stacks = [], []
        self.over = True


class Sakura:
    """One game."""

    def __init__(self, seats: int, rounds: int, teams: str) -> None:
        self.seats = seats
        self.set_rounds = rounds  # SK-2.1
        self.teams = teams
        sides = {"none": seats, "two": 2, "three": 3}[teams]
        self.sides = [[seat for seat in range(seats) if seat % sides == side] for side in range(sides)]  # SK-7.1
        self.rounds: list[Round] = []
        """All rounds so far; the last is the current one."""
        self.sheet: list[list[Item]] = []
        """The points of each finished round."""

    def phase(self) -> str:
        return self.rounds[-1].phase() if self.rounds else "first"

    def waiting(self) -> tuple[int, ...]:
        phase = self.phase()
        if phase == "over":
            return ()
        return (self.rounds[-1].turn,) if phase in ("play", "capture") else (CHANCE,)

    def legal(self, seat: int) -> list[str]:
        """The moves of `seat`, or the chance outcomes; none if it is not its turn."""
        if self.waiting() != (seat,):
            return []
        if seat != CHANCE:
            return self.rounds[-1].moves()
        if not self.rounds:
            return [f"first {player}" for player in range(self.seats)]  # SK-2.2
        verb = "flip" if self.phase() == "flip" else "deal"
        return [f"{verb} {card}" for card in self.rounds[-1].pile]

    def chances(self) -> dict[str, int]:
        """The possible chance outcomes, each with its weight: every card is unique."""
        return dict.fromkeys(self.legal(CHANCE), 1)

    def apply(self, seat: int, move: str) -> None:
        """Make a move or a chance outcome; it must be legal."""
        assert move in self.legal(seat), f"{move!r} of {seat} is not one of {self.legal(seat)}"
        verb, _, what = move.partition(" ")
        if verb == "first":
            self._begin_round((int(what) - 1) % self.seats)  # SK-2.2: the player to their right deals
            return
        now = self.rounds[-1]
        if verb == "deal":
            now.deal(what)
        elif verb == "flip":
            now.flip(what)
        elif verb == "play":
            now.play(what)
        elif verb == "four":
            now.declare(what)
        else:
            now.choose(move)
        if now.over:
            self.sheet.append(self._items_of(now))
            if len(self.rounds) < self.set_rounds:
                self._begin_round(self.next_dealer(now))

    def _begin_round(self, dealer: int) -> None:
        self.rounds.append(Round(self.seats, len(self.rounds) + 1, dealer))

    # The result

    def side_of(self, seat: int) -> int:
        return next(side for side, members in enumerate(self.sides) if seat in members)

    def pool(self, played: Round, side: int) -> list[str]:
        """SK-7.2: what a side has captured."""
        return [card for seat in self.sides[side] for card in played.captured[seat]]

    def value(self, played: Round, side: int) -> int:
        return sum(value_of(card) for card in self.pool(played, side))

    def sets(self, played: Round, side: int) -> list[str]:
        return complete_sets(self.pool(played, side))

    def _items_of(self, played: Round) -> list[Item]:
        """SK-6.2: the same for every member of a side (SK-7.2)."""
        items: list[Item] = []
        for seat in range(self.seats):
            own = self.side_of(seat)
            pool = self.pool(played, own)
            for kind in KINDS:
                points = sum(value_of(card) for card in pool if kind_of(card) == kind)
                items.append(Item(seat, played.number, kind, points))
            for side in range(len(self.sides)):
                if side != own:
                    items += [Item(seat, played.number, name, -SET_COST) for name in self.sets(played, side)]
        return items

    def points(self, played: Round) -> list[int]:
        """Each seat's points in a finished round."""
        return self._sums(self.sheet[played.number - 1])

    def _sums(self, items: list[Item]) -> list[int]:
        return [sum(item.points for item in items if item.seat == seat) for seat in range(self.seats)]

    def next_dealer(self, played: Round) -> int:
        """SK-2.2 and SK-R5: of the highest scorers, the first in that round's turn order."""
        points = self.points(played)
        return next(seat for seat in played.order() if points[seat] == max(points))

    def finished(self) -> list[Round]:
        return [played for played in self.rounds if played.over]

    def items(self) -> list[Item]:
        """All points so far: a round is scored when it is over."""
        return [item for items in self.sheet for item in items]

    def scores(self) -> list[int]:
        return self._sums(self.items())

    def winners(self) -> tuple[int, ...]:
        """SK-6.3."""
        scores = self.scores()
        best = [seat for seat in range(self.seats) if scores[seat] == max(scores)]
        return tuple(best) if self.phase() == "over" else ()
