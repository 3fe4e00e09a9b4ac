"""Hitohira: the position: what lies where, whose turn it is, what is to be decided. `rules` changes it."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.game import State
from zashiki.games.hitohira.pieces import ONE

# The phases up to LAST_CHANCE are chance's.
CHOOSE_SIDES: Final = 0
REMOVE: Final = 1
CHOOSE_START: Final = 2
DRAWING: Final = 3
SHOWING: Final = 4
UNSEEN: Final = 5
LAST_CHANCE: Final = 5
DRAW_OR_STOP: Final = 6
FAILED: Final = 7
ABILITY: Final = 8
YOSHINO_PICK: Final = 9
OTOME_TAKE: Final = 10
HIME_GIVE: Final = 11
HIME_TAKE: Final = 12
KUMAGAI_PUT: Final = 13
KOKONOE_TAKE: Final = 14
SCREEN: Final = 15
DIVISION: Final = 16
END: Final = 17
PHASES: Final = (
    *("sides", "remove", "start", "drawing", "showing", "unseen", "draw", "failed", "ability"),
    *("yoshino", "otome", "hime give", "hime take", "kumagai", "kokonoe", "screen", "division", "over"),
)

_NO_ROW: Final = vec[i64]([])


@final
class Secret:
    """A piece drawn unseen by the others (HT-4.6). Immutable."""

    def __init__(self, owner: i64, colour: i64, peak: i64) -> None:
        self.owner: i64 = owner
        """Behind whose screen it lies."""
        self.colour: i64 = colour
        self.peak: i64 = peak
        """What had been seen outside the pouch at once, since the secret before this one."""


class Position(State):
    """What a game of Hitohira consists of. Pieces are heaps: six counts in one word (see `pieces`)."""

    strict: bool
    """Whether the screens of others show nothing (HT-5.2); the rules are the same."""
    must_take_two: bool
    """Whether two pieces must be taken after a failure whenever two may be (HT-R12)."""
    sides: i64
    """The face-up abilities, as bits (HT-1.2)."""
    phase: i64 = CHOOSE_SIDES
    """One of PHASES, by its number."""
    start: i64 = 0
    """Who begins (HT-2.3)."""
    mover: i64 = 0
    """Whose turn it is."""
    pouch: i64 = 0
    pouch_size: i64 = 0
    size_before: i64 = 0
    """How many pieces the pouch held when the turn began."""
    removed: i64 = 0
    """The pieces that left the game unseen (HT-2.1)."""
    turn_pieces: i64 = 0
    """What was drawn in this turn and is not yet in field, screen or pouch."""
    batch: i64 = 0
    """What this draw, or this ability, has brought from the pouch so far."""
    shown: i64 = 0
    """What an ability drew openly and has not been placed yet (HT-4.5, HT-4.8)."""
    draws: i64 = 0
    """How many times the mover has drawn in this turn (HT-3.1)."""
    to_draw: i64 = 0
    """How many pieces chance still has to draw."""
    taken: i64 = 0
    """After a failure: the colours already taken, as bits (HT-3.5)."""
    ability: i64 = -1
    """The ability in use, or -1."""
    chosen: i64 = -1
    """The first choice of an ability that asks for two: a move counted from its block, or -1."""
    idle: i64 = 0
    """Turns in a row that left the pouch no smaller (HT-R8)."""
    asked: i64 = 0
    """The seats that are still to divide, as bits (HT-6.2)."""
    divided: i64 = 0
    """By seat, eight bits each: one more than how many white and black pieces join red & yellow; 0 if not asked."""
    fields: vec[i64] = _NO_ROW
    screens: vec[i64] = _NO_ROW
    """What went behind each screen in the open, so that everybody has seen it (HT-R15); `secrets` come on top."""
    secrets: tuple[Secret, ...] = ()
    """All pieces drawn unseen, in order."""
    peak: i64 = 0
    """The most of each colour that was seen outside the pouch at once, since the last secret."""

    def __init__(self, seats: i64, sides: i64, *, strict: bool, must_take_two: bool) -> None:
        self.seats = seats
        self.strict = strict
        self.must_take_two = must_take_two
        self.sides = sides

    def copy_to(self, twin: "Position") -> None:
        """Make `twin`, of as many seats, the same position."""
        twin.phase = self.phase
        twin.start = self.start
        twin.mover = self.mover
        twin.pouch = self.pouch
        twin.pouch_size = self.pouch_size
        twin.size_before = self.size_before
        twin.removed = self.removed
        twin.turn_pieces = self.turn_pieces
        twin.batch = self.batch
        twin.shown = self.shown
        twin.draws = self.draws
        twin.to_draw = self.to_draw
        twin.taken = self.taken
        twin.ability = self.ability
        twin.chosen = self.chosen
        twin.idle = self.idle
        twin.asked = self.asked
        twin.divided = self.divided
        twin.fields = self.fields[:]
        twin.screens = self.screens[:]
        twin.secrets = self.secrets
        twin.peak = self.peak

    def in_the_open(self) -> i64:
        """All pieces outside the pouch that everybody has seen, wherever they are, screens included (HT-R15)."""
        heap = self.turn_pieces + self.shown
        seat: i64 = 0
        while seat < self.seats:
            heap += self.fields[seat] + self.screens[seat]
            seat += 1
        return heap

    def secret_pieces(self, seat: i64) -> i64:
        """What the seat drew unseen (HT-4.6)."""
        heap: i64 = 0
        for secret in self.secrets:
            if secret.owner == seat:
                heap += ONE[secret.colour]
        return heap

    def screen(self, seat: i64) -> i64:
        """All that lies behind the seat's screen."""
        return self.screens[seat] + self.secret_pieces(seat)
