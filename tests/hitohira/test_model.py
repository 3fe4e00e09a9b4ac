"""Hitohira's engine and its slow model, move by move in lockstep: whatever one does, the other must do too."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, event, given, settings
from hypothesis import strategies as st

import zashiki
from models.hitohira import CARDS, CHANCE, DRAWS, IDLE_TURNS, Hitohira
from models.hitohira_play import (
    BEGINNINGS,
    BOTTOM,
    IDLE,
    MUST_HAPPEN,
    PAIRS,
    RANKS,
    STYLES,
    Play,
    noticed,
    noticed_at_the_end,
)
from models.hitohira_score import (
    ALL_COLOURS,
    BLACK,
    GROUPS,
    WHITE,
    Pieces,
    divisions,
    field_points,
    group_items,
    group_number,
    have,
    line_points,
)
from nightly import examples, tally

# Both lanes say the same: test_traces checks that.
pytestmark = pytest.mark.once

GAME = zashiki.games()["hitohira"]

ABILITIES = [" ".join((a, b, c)) for a in CARDS["4 colours"] for b in CARDS["2 pairs"] for c in CARDS["6 pieces"]]


def engine_facts(state: zashiki.State) -> dict[str, object]:
    """All that the engine says in public about the moves and the points."""
    outcomes = state.legal(CHANCE)
    weights = state.weights() if outcomes else []
    lines = GAME.breakdown(state)
    return {
        "waiting": state.waiting(),
        "chances": {GAME.name(CHANCE, outcome): weight for outcome, weight in zip(outcomes, weights, strict=True)},
        "legal": [{GAME.name(seat, action) for action in state.legal(seat)} for seat in range(state.seats)],
        "scores": state.scores(),
        "winners": state.winners(),
        "items": sum_up([(line["seat"], line["rule"], line["points"]) for line in lines]),
    }


def model_facts(model: Hitohira) -> dict[str, object]:
    """The same of the model."""
    return {
        "waiting": model.waiting(),
        "chances": model.chances(),
        "legal": [model.legal(seat) for seat in range(model.seats)],
        "scores": model.scores(),
        "winners": model.winners(),
        "items": sum_up([(item.seat, item.rule, item.points) for item in model.items()]),
    }


def sum_up(items: list[tuple[int, str, int]]) -> dict[tuple[int, str], int]:
    """Points for each seat and rule. A line of no points says nothing that two tellers must agree on."""
    sums: dict[tuple[int, str], int] = {}
    for seat, rule, points in items:
        sums[seat, rule] = sums.get((seat, rule), 0) + points
    return {key: points for key, points in sums.items() if points}


def counts(pieces: list[dict[str, Any]] | None) -> dict[str, int] | None:
    return None if pieces is None else {heap["colour"]: heap["count"] for heap in pieces}


def model_counts(pieces: Pieces | None) -> dict[str, int] | None:
    return None if pieces is None else {colour: pieces[colour] for colour in have(pieces)}


def engine_view(state: zashiki.State, viewer: int | None) -> dict[str, object]:
    """What the engine shows `viewer` of the table."""
    board: Any = GAME.board(state, viewer)
    players = board["players"]
    return {
        **{key: board[key] for key in ("phase", "start", "pouch", "removed", "idle_turns", "idle_limit", "groups")},
        "unseen": counts(board["unseen"]),
        "abilities": [(card["name"], card["trigger"], card["offered"], card["in_use"]) for card in board["abilities"]],
        # Nobody asks for triggers any more when pieces are put behind the screen.
        "met": [card["name"] for card in board["abilities"] if card["met"]],
        "turn": engine_turn(board["turn"], board["phase"]),
        "fields": [[line["count"] for line in player["field"]] for player in players],
        "field points": [player["field_points"] for player in players],
        "lines add up": all(map(lines_add_up, players)),
        "screens": [
            (screen["open"], screen["count"], counts(screen["seen"]), screen["unknown"], counts(screen["secret"]))
            for screen in (player["screen"] for player in players)
        ],
        "divides": [(player["divides"], player["has_divided"]) for player in players],
        "divisions": [player["division"] for player in players],
    }


def lines_add_up(player: dict[str, Any]) -> bool:
    """Whether the way the engine counts the black pieces gives the points it says (HT-7.4); there may be several."""
    *lines, black = player["field"]
    right = all(line["points"] == line_points(line["count"] + line["black"]) for line in lines)
    all_black = sum(line["black"] for line in lines) <= black["count"]
    return right and all_black and sum(line["points"] for line in lines) == player["field_points"]


def engine_turn(turn: dict[str, Any] | None, phase: str) -> dict[str, object] | None:
    if turn is None:
        return None
    return {
        "seat": turn["seat"],
        "pieces": counts(turn["pieces"]),
        "last": counts(turn["last_draw"]),
        "draws": turn["draws_made"],
        "failed": turn["failed"],
        "taken": turn["taken"],
        "shown": counts(turn["shown"]),
        "giving": turn["giving"],
        # What may still be drawn matters only to the seat that is to draw.
        "left": (turn["draws_left"], turn["most"]) if phase == "draw" else None,
    }


def model_public_view(model: Hitohira) -> dict[str, object]:
    """What everybody must be shown, by the model."""
    over = model.phase == "over"
    asked = model.asked() if model.phase in ("division", "over") else []
    met = model.met() if model.turn and model.phase not in ("failed", "screen") else []
    offered = model.offered() if model.phase == "ability" else []
    using = model.turn.ability if model.turn and model.phase != "screen" else ""
    return {
        "phase": model.phase,
        "start": model.start,
        "pouch": model.pouch.total(),
        "removed": model.removed.total(),
        "idle_turns": model.idle,
        "idle_limit": IDLE_TURNS * model.seats,
        "groups": [model_group(model, name) for name in GROUPS] if over else None,
        "met": met,
        "abilities": [(name, trigger, name in offered, name == using) for trigger, name in model.face_up.items()],
        "turn": model_turn(model),
        "fields": [[player.field[colour] for colour in ALL_COLOURS] for player in model.players],
        "field points": [field_points(player.field) for player in model.players],
        "lines add up": True,
        "divides": [(seat in model.waiting() and seat in asked, seat in model.divided) for seat in range(model.seats)],
    }


def model_group(model: Hitohira, name: str) -> dict[str, object]:
    points = [0] * model.seats
    for item in group_items(name, model.numbers(name)):
        points[item.seat] = item.points
    return {"name": name, "numbers": model.numbers(name), "points": points}


def model_turn(model: Hitohira) -> dict[str, object] | None:
    turn = model.turn
    if turn is None:
        return None
    return {
        "seat": turn.seat,
        "pieces": model_counts(turn.pieces),
        "last": model_counts(turn.last),
        "draws": turn.draws,
        "failed": model.phase == "failed",
        "taken": turn.taken,
        "shown": model_counts(turn.shown),
        "giving": turn.giving[1] if model.phase == "hime take" else None,
        "left": (DRAWS - turn.draws, model.most()) if model.phase == "draw" else None,
    }


def model_private_view(model: Hitohira, viewer: int | None) -> dict[str, object]:
    """What `viewer` must also be shown (HT-5.2)."""
    return {
        "unseen": model_counts(model.unseen_by(viewer)),
        "screens": [model_screen(model, viewer, seat) for seat in range(model.seats)],
        "divisions": [model_division(model, viewer, seat) for seat in range(model.seats)],
    }


def model_screen(model: Hitohira, viewer: int | None, seat: int) -> tuple[object, ...]:
    player = model.players[seat]
    over = model.phase == "over"
    if model.opens(viewer, seat):
        unknown = player.secret.total()
        return over, player.screen().total(), model_counts(player.seen), unknown, model_counts(player.secret)
    if model.strict:
        return over, None, None, None, None
    return over, player.screen().total(), model_counts(player.seen), player.secret.total(), None


def model_division(model: Hitohira, viewer: int | None, seat: int) -> dict[str, int] | None:
    """A division is secret until all are in (HT-6.2)."""
    if model.phase != "over" and not (viewer == seat and seat in model.divided):
        return None
    return {name.replace(" & ", "_").replace(" ", "_"): number for name, number in model.division(seat).items()}


class Lockstep:
    """One game played by both; every move is made by both and everything compared after it."""

    def __init__(
        self, seats: int, abilities: str = "yoshino hime kumagai", memory: str = "aid", failure: str = "free"
    ) -> None:
        self.model = Hitohira(seats, abilities, memory, failure)
        options = {"abilities": abilities, "memory": memory, "failure": failure}
        self.state = GAME.start(seats, GAME.checked(seats, {**options}))
        self.moves: list[tuple[int, str]] = []
        self.found: set[str] = set()
        """What happened that the comparison should not miss."""
        self.compare()

    def apply(self, seat: int, move: str) -> None:
        self.moves.append((seat, move))
        self.found |= noticed(self.model, move)
        self.model.apply(seat, move)
        self.state.apply(seat, GAME.parse(seat, move))
        self.compare()
        if self.model.phase == "over":
            self.found |= noticed_at_the_end(self.model)

    def compare(self) -> None:
        assert engine_facts(self.state) == model_facts(self.model), f"after {self.moves}"
        public = model_public_view(self.model)
        viewers = [None, *range(self.model.seats)]
        if self.model.phase == "drawing":
            viewers = [viewers[len(self.moves) % len(viewers)]]  # one each time, for most moves are pieces drawn
        for viewer in viewers:
            wanted = public | model_private_view(self.model, viewer)
            assert engine_view(self.state, viewer) == wanted, f"as seen by {viewer} after {self.moves}"

    def play_out(self, style: str, seed: int) -> None:
        tally("games against the models")
        play = Play(self.model, style, seed)
        while self.model.waiting():
            self.apply(*play.choose())

    def run(self, script: str) -> None:
        """Moves of whoever is to move, with commas between them; "get red+blue" is a draw of a red and a blue piece."""
        for move in script.split(", "):
            if move.startswith("get "):
                self.draw(*move.removeprefix("get ").split("+"))
            else:
                self.apply(self.model.waiting()[0], move)

    def draw(self, *colours: str) -> None:
        self.run(", ".join([f"draw {len(colours)}", *(f"draw {colour}" for colour in colours)]))

    def begin(self) -> None:
        """Seat 0 starts; what a game of two removes is red, red and yellow."""
        self.run("remove red, remove red, remove yellow, start 0" if self.model.seats == 2 else "start 0")

    def drain(self, rest: list[str]) -> None:
        """Turns in which nothing is hidden and no ability used, until only `rest` is in the pouch."""
        while surplus := self.model.pouch - Counter(rest):
            self.draw(*[colour for colour, _ in surplus.most_common(4)])  # never fails
            for move in ("stop", "use no ability", "hide nothing"):
                if move in self.model.legal(self.model.waiting()[0]):
                    self.run(move)

    def collect(self, colour: str, numbers: list[int]) -> None:
        """Turns in which each seat hides pieces of the colour; a seat that has enough leaves the pouch as it is."""
        lack = list(numbers)
        while any(lack):
            seat = self.model.now().seat
            number = min(2, lack[seat])
            lack[seat] -= number
            self.run(f"get {'+'.join([colour] * number)}, stop, hide {colour} {number}" if number else IDLE)

    def idle(self) -> None:
        """Turns that leave the pouch as it is, until they end the game (HT-R8)."""
        while self.model.phase == "draw":
            self.run(IDLE)


def scenes() -> Iterator[Lockstep]:
    """Scripted games, for situations that even the styles rarely reach."""
    for number, (abilities, bottom, script) in enumerate(BOTTOM):
        both = Lockstep(2 + number % 3, abilities)
        both.begin()
        both.drain(bottom.split("+"))
        both.run(script)
        both.play_out("plain", number)
        yield both
    for seats, abilities, script in BEGINNINGS:
        both = Lockstep(seats, abilities)
        both.begin()
        both.run(script)
        yield both
    for warm, cool in RANKS:
        both = Lockstep(len(warm))
        both.begin()
        both.collect("red", warm)
        both.collect("light blue", cool)
        both.idle()
        yield both
    both = Lockstep(2)  # nobody has a point, one has a piece
    both.begin()
    both.run("get black, stop, hide black 1")
    both.idle()
    yield both
    both = Lockstep(2, "yoshino sumizome kokonoe", "strict")  # three secret pieces, all of them white
    both.begin()
    for _ in range(3):
        both.run(f"get {PAIRS}, stop, use shin sumizome, draw white, hide nothing, {IDLE}")
    both.idle()
    both.run("divide 0")
    yield both


@settings(
    max_examples=examples(12),
    phases=[Phase.generate],  # a failure names its moves and stops at the first wrong one
    suppress_health_check=[HealthCheck.too_slow],
)
@given(
    st.sampled_from((2, 3, 4)),
    st.sampled_from([*ABILITIES, "random"]),
    st.sampled_from(("aid", "strict")),
    st.sampled_from(("free", "two")),
    st.sampled_from(sorted(STYLES)),
    st.integers(0, 2**32),
)
def test_any_play_goes_the_same_way(
    seats: int, abilities: str, memory: str, failure: str, style: str, seed: int
) -> None:
    both = Lockstep(seats, abilities, memory, failure)
    both.play_out(style, seed)
    for situation in sorted(both.found & MUST_HAPPEN):
        event(situation)


def test_the_rare_situations_go_the_same_way_and_do_happen() -> None:
    found: set[str] = set()
    for both in scenes():
        found |= both.found
    for number, style in enumerate([*STYLES] * 3):
        abilities = "yoshino sumizome kokonoe" if style == "secretive" else [*ABILITIES, "random"][number * 2 % 9]
        both = Lockstep(2 + number // len(STYLES), abilities, ("aid", "strict")[number % 2])
        both.play_out(style, number)
        found |= both.found
    for number, style in enumerate(("plain", "black", "gloomy", "hoarding")):
        both = Lockstep(2 + number % 3, "random", ("aid", "strict")[number % 2], "two")
        both.play_out(style, number)
        found |= both.found
    assert MUST_HAPPEN - found == set()


# The rulebook's own examples


def begun(seats: int, abilities: str, script: str, failure: str = "free") -> Hitohira:
    """The model after the script of seat 0; the engine went along."""
    both = Lockstep(seats, abilities, failure=failure)
    both.begin()
    both.run(script)
    return both.model


def test_example_1_six_pieces_are_obtained() -> None:
    model = begun(4, "yoshino hime kumagai", "get red+blue+blue+white, get red+yellow, stop")
    assert model.phase == "ability"
    assert model.now().pieces == Counter({"red": 2, "blue": 2, "yellow": 1, WHITE: 1})


def test_example_2_black_makes_three_light_blue() -> None:
    script = "get light blue+light blue+red, get white, get black"
    assert begun(4, "yoshino hime kumagai", script).legal(0) == {
        *("take red", "take light blue", "take white", "take no more")
    }
    model = begun(4, "yoshino hime kumagai", f"{script}, take red, take white")
    assert model.players[0].field == Counter({"red": 1, WHITE: 1})
    assert model.now().seat == 1


def test_example_3_one_of_two_abilities() -> None:
    script = "get light blue+light blue+blue+blue+white+white, stop"
    model = begun(4, "yoshino sumizome kumagai", script)
    assert model.legal(0) == {"use shin sumizome", "use kenrokuen kumagai", "use no ability"}
    assert begun(4, "yoshino sumizome kumagai", f"{script}, use shin sumizome, draw red").phase == "screen"


def test_example_4_what_may_go_behind_the_screen() -> None:
    assert begun(4, "yoshino hime kumagai", "get red+yellow+white+white, stop").legal(0) == {
        *("hide nothing", "hide red 1", "hide yellow 1", "hide white 1", "hide white 2")
    }


def test_example_5_white_is_divided() -> None:
    screen = Counter({"red": 3, "yellow": 1, "light blue": 2, WHITE: 2})
    numbers = [[group_number(name, screen, way) for name in GROUPS] for way in divisions(screen)]
    assert numbers == [[4, 4], [5, 3], [6, 2]]


def test_example_6_two_are_tied_for_second() -> None:
    with_a_white = group_number("red & yellow", Counter({"red": 1, "yellow": 1, WHITE: 1}), {"red & yellow": 1})
    assert [item.points for item in group_items("red & yellow", [4, 3, with_a_white, 1])] == [18, 9, 9, 0]


def test_example_7_black_counts_as_light_blue() -> None:
    assert field_points(Counter({"red": 5, "yellow": 3, "light blue": 8, "blue": 7, BLACK: 1})) == 5 + 1 + 19 + 11


@pytest.mark.parametrize("colour", ALL_COLOURS)
def test_supplement_any_fifth_piece_after_black_fails(colour: str) -> None:
    assert begun(4, "yoshino hime kumagai", f"get red+blue+yellow+black, get {colour}").phase == "failed"


def test_supplement_black_behind_the_screen_needs_its_group() -> None:
    screen = Counter({"red": 3, BLACK: 1})
    numbers = [[group_number(name, screen, way) for name in GROUPS] for way in divisions(screen)]
    assert numbers == [[4, 0]]


# Two must be taken after a failure (HT-R12)


@pytest.mark.parametrize(
    ("script", "first", "second"),
    [
        (
            "get light blue+light blue+red, get white, get black",
            {"light blue", "red", "white"},
            {"light blue", "white"},
        ),
        ("get red+red+black+blue", {"red", "blue"}, {"blue"}),
    ],
)
def test_two_are_taken_when_two_may_be(script: str, first: set[str], second: set[str]) -> None:
    model = begun(4, "yoshino hime kumagai", script, "two")
    assert model.legal(0) == {f"take {colour}" for colour in first}
    model = begun(4, "yoshino hime kumagai", f"{script}, take red", "two")
    assert model.legal(0) == {f"take {colour}" for colour in second}
    for colour in second:
        model = begun(4, "yoshino hime kumagai", f"{script}, take red, take {colour}", "two")
        assert model.players[0].field == Counter(["red", colour])
        assert model.now().seat == 1


@pytest.mark.rules("HT-R2")
def test_one_or_none_is_taken_when_two_may_not_be() -> None:
    for script in ("get red+red+red", "get red+black+black"):
        assert begun(4, "yoshino hime kumagai", script, "two").legal(0) == {"take red", "take no more"}
    assert begun(4, "yoshino hime kumagai", IDLE, "two").now().seat == 1
