"""Styles of play that make Hitohira's rare situations come up, and checks that they did."""

from collections import Counter
from collections.abc import Callable
from random import Random

from models.hitohira import CARDS, DRAWS, IDLE_TURNS, MOST, Hitohira
from models.hitohira_score import (
    BLACK,
    COLOURS,
    GROUPS,
    divisible,
    divisions,
    fails,
    groups_of,
    have,
    meets,
    not_black,
)


class Play:
    """Chooses the moves of all seats, and the chance outcomes, in one style."""

    def __init__(self, model: Hitohira, style: str, seed: int) -> None:
        self.model = model
        self.style = style
        self.rng = Random(seed)

    def choose(self) -> tuple[int, str]:
        seat = self.rng.choice(self.model.waiting())
        moves = sorted(self.model.legal(seat))
        preferred = STYLES[self.style].get(self.model.phase)
        wanted = [move for move in moves if preferred is None or preferred(self, move)]
        return seat, self.rng.choice(wanted or moves)


def drawn_in(move: str) -> str:
    return move.removeprefix("draw ")


def safe(play: Play, move: str) -> bool:
    return not fails(play.model.now().pieces + Counter({drawn_in(move): 1}))


def big(play: Play, move: str) -> bool:
    number = play.model.now().pieces.total()
    return number >= 6 if move == "stop" else number + int(drawn_in(move)) >= 4


def few(play: Play, move: str) -> bool:
    return move in ("stop", "draw 1", "draw 2", "draw 3")


def black(play: Play, move: str) -> bool:
    return drawn_in(move) == BLACK


def uses(play: Play, move: str) -> bool:
    return move != "use no ability"


def hides_nothing(play: Play, move: str) -> bool:
    return move == "hide nothing"


def by_seat_0(leader: "Preferred", others: "Preferred") -> "Preferred":
    return lambda play, move: leader(play, move) if play.model.now().seat == 0 else others(play, move)


def own_colour(play: Play, move: str) -> bool:
    return drawn_in(move) == COLOURS[play.model.now().seat]


Preferred = Callable[[Play, str], bool]

STYLES: dict[str, dict[str, Preferred]] = {
    "plain": {"draw": few},
    "lucky": {"draw": big, "drawing": safe, "ability": uses},
    # Black pieces come last, or through abilities.
    "gloomy": {
        "draw": big,
        "drawing": lambda play, move: safe(play, move) and not black(play, move),
        "showing": black,
        "unseen": black,
        "ability": uses,
        "failed": lambda play, move: move == "take no more" or play.rng.random() < 0.5,
    },
    "black": {"draw": few, "drawing": black, "screen": hides_nothing},
    # Seat 0 finds few colours in the fields of the others.
    "uneven": {
        "draw": by_seat_0(big, lambda play, move: move in ("stop", "draw 1")),
        "drawing": by_seat_0(safe, lambda play, move: drawn_in(move) == ("red" if play.rng.random() < 0.8 else "blue")),
        "ability": uses,
        "screen": hides_nothing,
    },
    "secretive": {
        "draw": big,
        "drawing": safe,
        "ability": lambda play, move: move == "use shin sumizome",
        "screen": lambda play, move: move == "hide nothing" or play.rng.random() < 0.05,
    },
    "hoarding": {"draw": lambda play, move: move in ("stop", "draw 2"), "drawing": own_colour, "screen": hides_nothing},
}


def noticed(model: Hitohira, move: str) -> set[str]:
    """What is special about the next move."""
    found = {
        f"{player.field[BLACK]} black alone in a field"
        for player in model.players
        if player.field[BLACK] and not not_black(player.field)
    }
    if model.phase in ("draw", "drawing", "failed"):
        return found | noticed_drawing(model, move)
    if model.phase == "ability":
        turn = model.now()
        found |= {f"{name} is offered" for name in model.offered()}
        found |= {f"{name} would do nothing" for name in model.met() if name not in model.offered()}
        if turn.pieces[BLACK] and meets("4 colours", turn.pieces):
            found.add("4 colours with black")
        if move == "use no ability":
            found.add("no ability")
    elif model.phase == "screen":
        found.add("hides " + ("black" if BLACK in move else move.split()[-1]))
        found |= {f"{name} would do nothing" for name in model.met() if not model.offered() and not model.now().ability}
    elif model.phase not in ("sides", "remove", "start", "division"):
        found |= noticed_in_ability(model, move)
    return found


def noticed_drawing(model: Hitohira, move: str) -> set[str]:
    turn = model.now()
    if model.phase == "draw":
        if move == "stop":
            return {"says stop"}
        return {"fewer in the pouch than one may draw"} if model.pouch.total() < MOST - turn.pieces.total() else set()
    if model.phase == "failed":
        return noticed_after_failure(model, move)
    pieces = turn.pieces + Counter({drawn_in(move): 1})
    if turn.coming > 1:
        return {"more is to be drawn after a failure"} if fails(pieces) else set()
    found: set[str] = set()
    if fails(pieces):
        colours = [pieces[colour] for colour in not_black(pieces)]
        if not colours:
            found.add("nothing to take where two must be taken" if model.must_take_two else "nothing to take")
        elif max(colours) >= 3 or len(colours) == 5:
            found.add("three of a colour" if max(colours) >= 3 else "five colours")
        else:
            found.add("three with black" if max(colours) + pieces[BLACK] >= 3 else "five with black")
        if model.pouch.total() == 1:
            found.add("a failure empties the pouch")
    else:
        found |= {"the third draw"} if turn.draws == DRAWS else set()
        found |= {"eight pieces"} if pieces.total() == MOST else set()
        found |= {"the pouch is empty"} if model.pouch.total() == 1 else set()
    return found


def noticed_after_failure(model: Hitohira, move: str) -> set[str]:
    """HT-3.5 with HT-R2 or HT-R12."""
    taken, may_be_taken = len(model.now().taken), len(model.takeable())
    stops = move == "take no more"
    if not model.must_take_two:
        found = {f"takes {taken}"} if stops else {"takes 2"} if taken else set()
        return found | {"can take 1"} if may_be_taken == 1 and not taken else found
    if may_be_taken == 1 and not taken:
        return {f"one to take where two must be taken, and {'nobody takes it' if stops else 'it is taken'}"}
    return {
        f"two must be taken: the {'second' if taken else 'first'} of {'2' if taken + may_be_taken == 2 else 'more'}"
    }


def noticed_in_ability(model: Hitohira, move: str) -> set[str]:
    turn = model.now()
    found: set[str] = set()
    if model.phase in ("yoshino", "hime give"):
        found.add(f"{turn.ability}: {' '.join(move.split()[:2])}")
        found |= {"Yoshino hides black"} if BLACK in move else set()
        if model.phase == "hime give" and len(model.legal(turn.seat)) < len(not_black(turn.pieces)):
            found.add("nothing to swap for a colour")
    elif model.phase == "hime take":
        colour = move.removeprefix("take ").split(" from ")[0]
        if turn.giving[0] == "turn" and turn.pieces[colour] == 2:
            found.add("three of a colour through Hime")
    elif model.phase == "showing" and turn.coming == 1:
        shown = turn.shown + Counter({drawn_in(move): 1})
        found.add(f"{turn.ability} draws {shown.total()}")
        if turn.ability == "komatsu otome" and not not_black(shown):
            found.add(f"Otome finds {shown[BLACK]} black")
    elif model.phase == "otome" and len(not_black(turn.shown)) == 1:
        found.add("one colour for Otome")
    elif model.phase == "unseen":
        found.add("Sumizome empties the pouch" if model.pouch.total() == 1 else "Sumizome")
    elif model.phase == "kumagai":
        to = f"field {'own' if move.endswith(str(turn.seat)) else 'other'}" if "field" in move else "screen"
        found.add(f"Kumagai: {'black to ' if have(turn.shown)[0] == BLACK else ''}{to}")
    elif model.phase == "kokonoe":
        found |= noticed_in_kokonoe(model)
    return found


def noticed_in_kokonoe(model: Hitohira) -> set[str]:
    players = "2 players" if model.seats == 2 else "more players"
    if model.now().robbed:
        return {f"Kokonoe's second of {players}"}
    if not model.kokonoe_pairs():
        return {f"Kokonoe's only one of {players}"}
    firsts = sum(len(not_black(model.players[seat].field)) for seat in model.others())
    return {f"no second after some first of {players}"} if len(model.legal(model.now().seat)) < firsts else set()


def noticed_at_the_end(model: Hitohira) -> set[str]:
    found = {f"{min(len(model.asked()), 2)} asked to divide"}
    if model.idle == IDLE_TURNS * model.seats:
        found.add("ten idle turns each")
    for seat, player in enumerate(model.players):
        screen = player.screen()
        if seat in model.asked() and (len(groups_of(screen)) < 2 or not divisible(screen)):
            found.add(f"asked in vain: {' and '.join(groups_of(screen)) or 'no group'}")
        if seat in model.asked() and len(groups_of(player.seen)) < 2 and len(divisions(screen)) > 1:
            found.add("a secret piece gives a choice")
        if seat not in model.asked() and divisible(screen):
            found.add(f"not asked: {' and '.join(groups_of(screen)) or 'no group'}")
        if any(player.field[colour] > 10 for colour in COLOURS):
            found.add("more than ten in a line")
    for name in GROUPS:
        numbers = model.numbers(name)
        found |= {"no rank"} if 0 in numbers else set()
        for number in filter(None, numbers):
            place = 1 + sum(1 for other in numbers if other > number)
            found.add(f"{numbers.count(number)} in place {place} of {model.seats}")
    best = [seat for seat, score in enumerate(model.scores()) if score == max(model.scores())]
    if len(best) > 1:
        found.add("shared victory" if len(model.winners()) > 1 else "more behind the screen wins")
    return found


MUST_HAPPEN = {
    # Obtaining
    *("says stop", "the third draw", "eight pieces", "the pouch is empty", "fewer in the pouch than one may draw"),
    *("three of a colour", "five colours", "three with black", "five with black", "nothing to take"),
    *("more is to be drawn after a failure", "a failure empties the pouch"),
    *("takes 0", "takes 1", "takes 2", "can take 1"),
    # Taking after a failure where two must be taken (HT-R12)
    *(f"two must be taken: the {which} of {many}" for which in ("first", "second") for many in ("2", "more")),
    *(f"one to take where two must be taken, and {end}" for end in ("it is taken", "nobody takes it")),
    "nothing to take where two must be taken",
    # Abilities
    *(f"{name} is offered" for sides in CARDS.values() for name in sides.values()),
    *(f"{name} would do nothing" for sides in CARDS.values() for name in sides.values() if name != "somei yoshino"),
    *("no ability", "4 colours with black"),
    *("somei yoshino: pick field", "somei yoshino: pick turn", "Yoshino hides black"),
    *("komatsu otome draws 1", "komatsu otome draws 2", "komatsu otome draws 3", "one colour for Otome"),
    *("Otome finds 1 black", "Otome finds 2 black", "Otome finds 3 black"),
    *("Sumizome", "Sumizome empties the pouch"),
    *("sakuya hime: pick field", "sakuya hime: pick turn", "nothing to swap for a colour"),
    *("three of a colour through Hime", "hides 3"),
    *("kenrokuen kumagai draws 1", "kenrokuen kumagai draws 2"),
    *(f"Kumagai: {black}{to}" for black in ("", "black to ") for to in ("field own", "field other", "screen")),
    *("Kokonoe's second of 2 players", "Kokonoe's second of more players"),
    *("Kokonoe's only one of 2 players", "Kokonoe's only one of more players"),
    "no second after some first of more players",
    # Screen and division
    *("hides nothing", "hides 1", "hides 2", "hides black"),
    *("0 asked to divide", "1 asked to divide", "2 asked to divide", "a secret piece gives a choice"),
    *("asked in vain: no group", "asked in vain: red & yellow", "asked in vain: light blue & blue"),
    "asked in vain: red & yellow and light blue & blue",
    *("not asked: no group", "not asked: red & yellow", "not asked: light blue & blue"),
    # The end and the score
    *("ten idle turns each", "shared victory", "more behind the screen wins", "no rank"),
    *("1 black alone in a field", "2 black alone in a field", "3 black alone in a field", "more than ten in a line"),
    *("1 in place 1 of 2", "1 in place 2 of 2", "2 in place 1 of 2"),
    *("1 in place 1 of 3", "1 in place 2 of 3", "1 in place 3 of 3"),
    *("2 in place 1 of 3", "2 in place 2 of 3", "3 in place 1 of 3"),
    *("1 in place 1 of 4", "1 in place 2 of 4", "1 in place 3 of 4", "1 in place 4 of 4"),
    *("2 in place 1 of 4", "2 in place 2 of 4", "2 in place 3 of 4"),
    *("3 in place 1 of 4", "3 in place 2 of 4", "4 in place 1 of 4"),
}

# Scripted games, for situations that even these styles rarely reach. A script lists the moves in order, separated by
# commas; "get red+blue" draws a red and a blue piece.

IDLE = "get black+black+black"
"""A turn that fails and takes nothing."""
PAIRS = "red+red+yellow+yellow+blue+blue"
FOUR = "red+yellow+blue+white"
LEAVE = "stop, hide nothing"
KUMAGAI = "use kenrokuen kumagai, draw black, draw black"

BOTTOM = [
    # The last pieces in the pouch and the moves: abilities find fewer pieces than they would draw.
    ("otome hime kumagai", f"{FOUR}+black", f"get {FOUR}, stop, use komatsu otome, draw black, hide nothing"),
    (
        "otome hime kumagai",
        f"{FOUR}+black+black",
        f"get {FOUR}, stop, use komatsu otome, draw black, draw black, hide nothing",
    ),
    ("otome hime kumagai", f"{FOUR}+red", f"get {FOUR}, stop, use komatsu otome, draw red, take red, hide white 1"),
    ("otome sumizome kumagai", FOUR, f"get {FOUR}, hide red 1"),
    ("otome sumizome kumagai", PAIRS, f"get {PAIRS}, hide red 2"),
    ("otome sumizome kumagai", f"{PAIRS}+blue", f"get {PAIRS}, stop, use shin sumizome, draw blue, hide red 2"),
    (
        "otome hime kumagai",
        f"{PAIRS}+blue",
        f"get {PAIRS}, stop, use kenrokuen kumagai, draw blue, put in field 1, hide blue 1",
    ),
]

BEGINNINGS = [
    # Abilities and black pieces while the fields are almost empty.
    (2, "yoshino hime kumagai", f"get black+black, {LEAVE}, get red, {LEAVE}, get black, {LEAVE}, get red"),
    (3, "otome hime kumagai", f"get {PAIRS}, stop, {KUMAGAI}, put in field 0, put in field 1, hide red 1"),
    (4, "otome hime kumagai", f"get {PAIRS}, stop, {KUMAGAI}, put behind screen, put behind screen, hide nothing"),
    (3, "otome hime kumagai", f"get {FOUR}, stop, use komatsu otome, draw black, draw black, draw black, hide nothing"),
    (
        2,
        "yoshino hime kumagai",
        f"get black, {LEAVE}, get red, {LEAVE}, get {FOUR}, stop, use somei yoshino, pick field black, hide nothing",
    ),
    (
        2,
        "yoshino hime kumagai",
        f"get red, {LEAVE}, get {PAIRS}, stop, use sakuya hime, pick turn blue, take red from 0, hide red 3",
    ),
    (2, "otome hime kokonoe", f"get red, {LEAVE}, get {PAIRS}, stop, use kokonoe, take red from 0, hide red 1"),
    (
        3,
        "otome hime kokonoe",
        f"get red, {LEAVE}, get red, {LEAVE}, get {PAIRS}, stop, use kokonoe, take red from 0, hide red 1",
    ),
    (
        3,
        "otome hime kokonoe",
        f"get red, {LEAVE}, get red+blue, {LEAVE}, get {PAIRS}, stop, use kokonoe, take red from 0, take blue from 1",
    ),
]

RANKS = [
    # How many pieces of each group the seats have at the end.
    ([1, 1], [2, 1]),
    ([1, 1, 1], [2, 1, 1]),
    ([2, 2, 1], [3, 2, 1]),
    ([1, 1, 1, 1], [2, 1, 1, 1]),
    ([2, 2, 1, 1], [2, 2, 2, 1]),
    ([4, 3, 2, 1], [2, 1, 1, 0]),
]
