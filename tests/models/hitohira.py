"""A simple model of Hitohira, taken from the rules: Counters and lists, nothing clever.

Tests compare the engine with it.
"""

from collections import Counter
from dataclasses import dataclass, field

from models.hitohira_score import (
    GROUPS,
    Item,
    Pieces,
    Player,
    divisible,
    divisions,
    fails,
    field_points,
    group_items,
    group_number,
    groups_of,
    have,
    meets,
    move_piece,
    not_black,
    pouch_for,
    pour,
)

CHANCE = -1
DRAWS = 3  # HT-3.1
MOST = 8  # HT-3.1
IDLE_TURNS = 10  # HT-R8
CARDS = {  # HT-1.2, by the short names of the options
    "4 colours": {"yoshino": "somei yoshino", "otome": "komatsu otome"},
    "2 pairs": {"sumizome": "shin sumizome", "hime": "sakuya hime"},
    "6 pieces": {"kumagai": "kenrokuen kumagai", "kokonoe": "kokonoe"},
}
ASKS_FOR = {"komatsu otome": 3, "kenrokuen kumagai": 2, "shin sumizome": 1}
"""How many pieces an ability draws (HT-4.5, HT-4.8, HT-4.6)."""


@dataclass
class Turn:
    """A player's turn."""

    seat: int
    pouch_before: int
    pieces: Pieces = field(default_factory=Counter)
    """This turn's pieces, apart from the field (HT-3.6)."""
    drawn: Pieces = field(default_factory=Counter)
    """What was drawn in step 1, wherever it is now."""
    draws: int = 0
    coming: int = 0
    """How many pieces are still to be drawn from the pouch."""
    last: Pieces = field(default_factory=Counter)
    """The pieces last drawn openly, in one draw or with an ability."""
    taken: list[str] = field(default_factory=list)
    """What was taken after a failure."""
    ability: str = ""
    shown: Pieces = field(default_factory=Counter)
    """Pieces drawn openly with an ability and not placed yet."""
    giving: tuple[str, str] = ("", "")
    """What is given away with Sakuya Hime: "field" or "turn", and the colour."""
    robbed: list[tuple[int, str]] = field(default_factory=list)
    """Seat and colour of each piece taken with Kokonoe."""


class Hitohira:
    """One game. Moves and chance outcomes are given by name; seats are numbered clockwise from 0."""

    def __init__(self, seats: int, abilities: str, memory: str, failure: str = "free") -> None:
        self.seats = seats
        self.strict = memory == "strict"
        self.must_take_two = failure == "two"
        """HT-R12: whether a player who fails must take two pieces if possible."""
        self.pouch = pouch_for(seats)
        self.removed: Pieces = Counter()
        self.start: int | None = None
        self.players = [Player() for _ in range(seats)]
        self.turn: Turn | None = None
        self.idle = 0
        """Turns in a row that did not shrink the pouch (HT-R8)."""
        self.divided: dict[int, dict[str, int]] = {}
        """The divisions chosen so far, by seat (HT-6.2)."""
        self.face_up: dict[str, str] = {}
        """The ability of each trigger (HT-1.2)."""
        self.phase = "sides"
        if abilities != "random":
            shorts = abilities.split()
            for (trigger, sides), short in zip(CARDS.items(), shorts, strict=True):
                self.face_up[trigger] = sides[short]
            self._set_up()

    def now(self) -> Turn:
        assert self.turn is not None
        return self.turn

    def me(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.now().seat]

    def others(self) -> list[int]:
        return [seat for seat in range(self.seats) if seat != self.now().seat]

    # Who may do what

    def waiting(self) -> tuple[int, ...]:
        if self.phase in ("sides", "remove", "start", "drawing", "showing", "unseen"):
            return (CHANCE,)
        if self.phase == "division":
            return tuple(seat for seat in self.asked() if seat not in self.divided)
        return () if self.phase == "over" else (self.now().seat,)

    def asked(self) -> list[int]:
        """HT-6.2: the seats that may have something to divide, judging by what everyone knows.

        Asking only those that do would reveal what Shin Sumizome drew. A secret piece may be any missing colour.
        """
        seats: list[int] = []
        for seat, player in enumerate(self.players):
            missing = 2 - len(groups_of(player.seen)) + (divisible(player.seen) == 0)
            if missing <= player.secret.total():
                seats.append(seat)
        return seats

    def chances(self) -> dict[str, int]:
        """The possible chance outcomes, each with its weight."""
        if self.waiting() != (CHANCE,):
            return {}
        if self.phase == "sides":
            trigger = next(trigger for trigger in CARDS if trigger not in self.face_up)
            return {f"face up {name}": 1 for name in CARDS[trigger].values()}
        if self.phase == "start":
            return {f"start {seat}": 1 for seat in range(self.seats)}  # HT-2.3
        verb = "remove" if self.phase == "remove" else "draw"
        return {f"{verb} {colour}": self.pouch[colour] for colour in have(self.pouch)}

    def legal(self, seat: int) -> set[str]:
        """The moves of `seat`; none if it has no decision to make."""
        if seat == CHANCE:
            return set(self.chances())
        if seat not in self.waiting():
            return set()
        if self.phase == "division":
            return {f"divide {way['red & yellow']}" for way in divisions(self.players[seat].screen())}
        legal = {
            "draw": self._legal_draws,
            "failed": self._legal_after_failure,
            "ability": self._legal_abilities,
            "yoshino": self._legal_yoshino,
            "otome": self._legal_otome,
            "hime give": self._legal_hime_gives,
            "hime take": self._legal_hime_takes,
            "kumagai": self._legal_kumagai,
            "kokonoe": self._legal_kokonoe,
            "screen": self._legal_screen,
        }
        return legal[self.phase]()

    def most(self) -> int:
        """HT-3.1: how many pieces may be drawn now."""
        return min(MOST - self.now().pieces.total(), self.pouch.total())

    def _legal_draws(self) -> set[str]:
        stop = {"stop"} if self.now().draws else set()
        return stop | {f"draw {number}" for number in range(1, self.most() + 1)}

    def takeable(self) -> list[str]:
        """HT-3.5: what may be taken after a failure."""
        turn = self.now()
        if len(turn.taken) == 2:
            return []
        return [colour for colour in not_black(turn.pieces) if colour not in turn.taken]

    def may_take_two(self) -> bool:
        """HT-3.5: whether two of the drawn pieces can be taken, counting those already taken."""
        return len(self.now().taken) + len(self.takeable()) >= 2

    def _legal_after_failure(self) -> set[str]:
        take = {f"take {colour}" for colour in self.takeable()}
        return take if self.must_take_two and self.may_take_two() else take | {"take no more"}  # HT-R12, HT-R2

    def met(self) -> list[str]:
        """HT-4.1: the face-up abilities whose trigger is met by what was drawn this turn."""
        return [ability for trigger, ability in self.face_up.items() if meets(trigger, self.now().drawn)]

    def offered(self) -> list[str]:
        return [ability for ability in self.met() if self._does_something(ability)]

    def _does_something(self, ability: str) -> bool:
        """HT-R4."""
        if ability in ASKS_FOR:
            return self.pouch.total() > 0
        if ability == "sakuya hime":
            return len(self._legal_hime_gives()) > 0
        if ability == "kokonoe":
            return len(self._legal_kokonoe()) > 0
        return True  # Somei Yoshino: there are always this turn's pieces

    def _legal_abilities(self) -> set[str]:
        return {f"use {ability}" for ability in self.offered()} | {"use no ability"}

    def _legal_yoshino(self) -> set[str]:
        """HT-4.4."""
        from_field = {f"pick field {colour}" for colour in have(self.me().field)}
        return from_field | {f"pick turn {colour}" for colour in have(self.now().pieces)}

    def _legal_otome(self) -> set[str]:
        """HT-4.5."""
        return {f"take {colour}" for colour in not_black(self.now().shown)}

    def swaps(self, gives: str) -> list[tuple[int, str]]:
        """HT-4.7 and HT-R3: what a piece of the colour `gives` can be exchanged for, and with whom."""
        return [(seat, colour) for seat, colour in self._in_others_fields() if colour != gives]

    def _in_others_fields(self) -> list[tuple[int, str]]:
        return [(seat, colour) for seat in self.others() for colour in not_black(self.players[seat].field)]

    def _legal_hime_gives(self) -> set[str]:
        places = {"field": self.me().field, "turn": self.now().pieces}
        return {
            f"pick {place} {colour}"
            for place, pieces in places.items()
            for colour in not_black(pieces)
            if self.swaps(colour)
        }

    def _legal_hime_takes(self) -> set[str]:
        return {f"take {colour} from {seat}" for seat, colour in self.swaps(self.now().giving[1])}

    def _legal_kumagai(self) -> set[str]:
        """HT-4.8."""
        return {f"put in field {seat}" for seat in range(self.seats)} | {"put behind screen"}

    def _may_rob(self, first: tuple[int, str], second: tuple[int, str]) -> bool:
        """HT-4.9, and HT-4.10 for two players: whether Kokonoe may take both."""
        right_players = self.seats == 2 or first[0] != second[0]
        return right_players and first[1] != second[1]

    def kokonoe_pairs(self) -> list[tuple[tuple[int, str], tuple[int, str]]]:
        booty = self._in_others_fields()
        return [(first, second) for first in booty for second in booty if self._may_rob(first, second)]

    def _legal_kokonoe(self) -> set[str]:
        booty = self._in_others_fields()
        robbed = self.now().robbed
        if robbed:
            booty = [piece for piece in booty if self._may_rob(robbed[0], piece)]
        elif self.kokonoe_pairs():
            booty = [first for first, _ in self.kokonoe_pairs()]  # HT-R4: two pieces if any choice allows two
        return {f"take {colour} from {seat}" for seat, colour in booty}

    def _legal_screen(self) -> set[str]:
        """HT-5.1."""
        pieces = self.now().pieces
        hides = {f"hide {colour} {number + 1}" for colour in have(pieces) for number in range(pieces[colour])}
        return hides | {"hide nothing"}

    # Playing

    def apply(self, seat: int, move: str) -> None:
        """Make a move or a chance outcome, given by name; it must be legal."""
        assert move in self.legal(seat), f"{move!r} of {seat} is not one of {self.legal(seat)}"
        if self.phase == "division":
            first = int(move.removeprefix("divide "))
            ways = divisions(self.players[seat].screen())
            self.divided[seat] = next(way for way in ways if way["red & yellow"] == first)
            if not self.waiting():
                self.phase = "over"
            return
        act = {
            "sides": self._turn_up,
            "remove": self._remove,
            "start": self._start,
            "draw": self._choose_draw,
            "drawing": self._draw,
            "showing": self._show,
            "unseen": self._draw_unseen,
            "failed": self._take_after_failure,
            "ability": self._use,
            "yoshino": self._yoshino,
            "otome": self._otome,
            "hime give": self._hime_gives,
            "hime take": self._hime_takes,
            "kumagai": self._kumagai,
            "kokonoe": self._kokonoe,
            "screen": self._hide,
        }
        act[self.phase](move)

    def _set_up(self) -> None:
        """HT-2.1: what comes after the abilities are known."""
        wanted = 3 if self.seats == 2 else 0
        self.phase = "remove" if self.removed.total() < wanted else "start"

    def _turn_up(self, move: str) -> None:
        """HT-2.2."""
        name = move.removeprefix("face up ")
        self.face_up.update({trigger: name for trigger, sides in CARDS.items() if name in sides.values()})
        if len(self.face_up) == len(CARDS):
            self._set_up()

    def _remove(self, move: str) -> None:
        move_piece(move.removeprefix("remove "), self.pouch, self.removed)
        self._set_up()

    def _start(self, move: str) -> None:
        self.start = int(move.removeprefix("start "))
        self._begin_turn(self.start)

    def _begin_turn(self, seat: int) -> None:
        self.turn = Turn(seat, self.pouch.total())
        self.phase = "draw"

    def _choose_draw(self, move: str) -> None:
        if move == "stop":
            self._obtained()
            return
        turn = self.now()
        turn.draws += 1
        turn.coming = int(move.removeprefix("draw "))
        turn.last.clear()
        self.phase = "drawing"

    def _come(self, move: str, target: Pieces) -> bool:
        """Take a piece from the pouch. Returns whether it was the last one due."""
        colour = move.removeprefix("draw ")
        move_piece(colour, self.pouch, target)
        if self.phase != "unseen":
            self.now().last[colour] += 1
        self.now().coming -= 1
        return self.now().coming == 0

    def _draw(self, move: str) -> None:
        turn = self.now()
        turn.drawn[move.removeprefix("draw ")] += 1
        if not self._come(move, turn.pieces):
            return
        if fails(turn.pieces):
            self.phase = "failed"
            if not self.takeable():
                self._give_back()
        elif turn.draws == DRAWS or self.most() == 0:
            self._obtained()  # HT-3.2
        else:
            self.phase = "draw"

    def _take_after_failure(self, move: str) -> None:
        """HT-3.5."""
        turn = self.now()
        if move != "take no more":
            colour = move.removeprefix("take ")
            move_piece(colour, turn.pieces, self.me().field)
            turn.taken.append(colour)
            if self.takeable():
                return
        self._give_back()

    def _give_back(self) -> None:
        pour(self.now().pieces, self.pouch)
        self._end_turn()

    def _obtained(self) -> None:
        """HT-3.6."""
        self.phase = "ability" if self.offered() else "screen"

    def _use(self, move: str) -> None:
        turn = self.now()
        if move == "use no ability":
            self.phase = "screen"
            return
        turn.ability = move.removeprefix("use ")
        turn.last.clear()
        turn.coming = min(ASKS_FOR.get(turn.ability, 0), self.pouch.total())  # HT-R4
        self.phase = {
            "somei yoshino": "yoshino",
            "komatsu otome": "showing",
            "shin sumizome": "unseen",
            "sakuya hime": "hime give",
            "kenrokuen kumagai": "showing",
            "kokonoe": "kokonoe",
        }[turn.ability]

    def _yoshino(self, move: str) -> None:
        _, place, colour = move.split(" ", 2)
        move_piece(colour, self.me().field if place == "field" else self.now().pieces, self.me().seen)
        self.phase = "screen"

    def _show(self, move: str) -> None:
        turn = self.now()
        if not self._come(move, turn.shown):
            return
        if turn.ability == "kenrokuen kumagai":
            self.phase = "kumagai"
        elif not_black(turn.shown):
            self.phase = "otome"
        else:
            pour(turn.shown, self.pouch)
            self.phase = "screen"

    def _otome(self, move: str) -> None:
        turn = self.now()
        move_piece(move.removeprefix("take "), turn.shown, self.me().field)
        pour(turn.shown, self.pouch)
        self.phase = "screen"

    def _draw_unseen(self, move: str) -> None:
        """HT-4.6."""
        self._come(move, self.me().secret)
        self.phase = "screen"

    def _hime_gives(self, move: str) -> None:
        _, place, colour = move.split(" ", 2)
        self.now().giving = (place, colour)
        self.phase = "hime take"

    def _hime_takes(self, move: str) -> None:
        place, gives = self.now().giving
        colour, seat = move.removeprefix("take ").split(" from ")
        mine = self.me().field if place == "field" else self.now().pieces  # HT-R3
        theirs = self.players[int(seat)].field
        move_piece(gives, mine, theirs)
        move_piece(colour, theirs, mine)
        self.phase = "screen"

    def _kumagai(self, move: str) -> None:
        turn = self.now()
        if move == "put behind screen":
            target = self.me().seen
        else:
            target = self.players[int(move.removeprefix("put in field "))].field
        move_piece(have(turn.shown)[0], turn.shown, target)
        if not have(turn.shown):
            self.phase = "screen"

    def _kokonoe(self, move: str) -> None:
        turn = self.now()
        colour, seat = move.removeprefix("take ").split(" from ")
        more_to_come = not turn.robbed and len(self.kokonoe_pairs()) > 0
        move_piece(colour, self.players[int(seat)].field, self.me().field)
        turn.robbed.append((int(seat), colour))
        if not more_to_come:
            self.phase = "screen"

    def _hide(self, move: str) -> None:
        turn = self.now()
        if move != "hide nothing":
            colour, number = move.removeprefix("hide ").rsplit(" ", 1)
            for _ in range(int(number)):
                move_piece(colour, turn.pieces, self.me().seen)
        pour(turn.pieces, self.me().field)
        self._end_turn()

    def _end_turn(self) -> None:
        turn = self.now()
        self.idle = self.idle + 1 if self.pouch.total() >= turn.pouch_before else 0
        if self.pouch.total() > 0 and self.idle < IDLE_TURNS * self.seats:
            self._begin_turn((turn.seat + 1) % self.seats)
            return
        self.turn = None  # HT-6.1, HT-R8
        self.phase = "division" if self.asked() else "over"

    # The result

    def division(self, seat: int) -> dict[str, int]:
        """HT-6.2: what the seat chose, or the only division if it was not asked."""
        return self.divided[seat] if seat in self.divided else divisions(self.players[seat].screen())[0]

    def numbers(self, group: str) -> list[int]:
        """How many pieces each seat has in a group."""
        return [group_number(group, self.players[seat].screen(), self.division(seat)) for seat in range(self.seats)]

    def items(self) -> list[Item]:
        """All points so far: fields at any time, groups once the screens are open."""
        items = [Item(seat, "HT-7.4", field_points(player.field)) for seat, player in enumerate(self.players)]
        if self.phase == "over":
            items += [item for group in GROUPS for item in group_items(group, self.numbers(group))]
        return items

    def scores(self) -> list[int]:
        items = self.items()
        return [sum(item.points for item in items if item.seat == seat) for seat in range(self.seats)]

    def winners(self) -> tuple[int, ...]:
        """HT-7.5."""
        if self.phase != "over":
            return ()
        results = [(score, self.players[seat].screen().total()) for seat, score in enumerate(self.scores())]
        return tuple(seat for seat in range(self.seats) if results[seat] == max(results))

    # What a viewer knows (HT-5.2); None is a spectator

    def opens(self, viewer: int | None, seat: int) -> bool:
        """Whether `viewer` sees behind the screen of `seat`."""
        return viewer == seat or self.phase == "over"

    def unseen_by(self, viewer: int | None) -> Pieces | None:
        """The pieces `viewer` cannot locate: in the pouch, removed, or secret behind a screen."""
        if self.strict and self.phase != "over":
            return None
        hidden = [player.secret for seat, player in enumerate(self.players) if not self.opens(viewer, seat)]
        return sum(hidden, self.pouch + self.removed)
