"""An observation of Hitohira says what the view says, relative to the seat, and no more."""

from typing import Any

import pytest

import zashiki
from support import seen_as_numbers
from zashiki import CHANCE, Match, Rng, State, registry
from zashiki.core.options import Options
from zashiki.games.hitohira.pieces import COLOURS
from zashiki.games.hitohira.position import PHASES
from zashiki.testing.case import move_at_random

# Both lanes say the same: test_traces checks that.
pytestmark = pytest.mark.once

GAME = zashiki.games()["hitohira"]
ABILITIES = ["somei yoshino", "komatsu otome", "shin sumizome", "sakuya hime", "kenrokuen kumagai", "kokonoe"]
TRIGGERS = ["4 colours", "2 pairs", "6 pieces"]


def parts(state: State, options: Options, seat: int) -> dict[str, list[int]]:
    """A look, part by part."""
    row = seen_as_numbers(GAME, options, state, seat)
    found = {}
    for field in registry.package("hitohira").observer.fields(int(state.seats), options):
        found[field.name], row = row[: field.size], row[field.size :]
    return found


def phase_of(state: State) -> str:
    return PHASES[state.phase]  # type: ignore[attr-defined]


def heap(*piles: list[dict[str, Any]] | None) -> list[int]:
    """Six numbers from what a view shows; nothing where it shows nothing."""
    shown = [pile for some in piles for pile in some or []]
    return [sum(pile["count"] for pile in shown if pile["colour"] == colour) for colour in COLOURS]


def expected(match: Match, seat: int) -> dict[str, list[int]]:
    """The same, from the view."""
    view = match.view(seat)
    board = view["board"]
    turn, seats = board["turn"] or {}, match.seats
    around = [(seat + n) % seats for n in range(seats)]
    players = [board["players"][other] for other in around]
    cards = {card["name"]: card for card in board["abilities"]}
    met = {card["trigger"] for card in board["abilities"] if card["met"]}
    screens = [player["screen"] for player in players]
    joined = [player["division"] or {"red_yellow": 0, "light_blue_blue": 0} for player in players]
    found = {
        "seat": [other == seat for other in range(seats)],
        "phase": [phase == board["phase"] for phase in PHASES],
        "strict": [match.options["memory"] == "strict"],
        "must_take_two": [match.options["failure"] == "two"],
        "abilities": [name in cards for name in ABILITIES],
        "start": [other == board["start"] for other in around],
        "mover": [other == turn.get("seat") for other in around],
        "pouch": [board["pouch"]],
        "unseen": heap(board["unseen"]),
        "draws": [turn.get("draws_made", 0)],
        "turn_pieces": heap(turn.get("pieces")),
        "met": [trigger in met for trigger in TRIGGERS],
        "taken": [colour in turn["taken"] and turn["failed"] if turn else False for colour in COLOURS],
        "ability": [name in cards and cards[name]["in_use"] for name in ABILITIES],
        "shown": heap(turn.get("shown")),
        "fields": [line["count"] for player in players for line in player["field"]],
        "screens": [
            number for player in players for number in heap(player["screen"]["seen"], player["screen"]["secret"])
        ],
        "unknown": [screen["unknown"] or 0 for screen in screens],
        "my_secrets": heap(screens[0]["secret"]),
        "points": [match.scores[other] for other in around],
        "idle": [board["idle_turns"]],
        "divides": [player["divides"] for player in players],
        "divided": [player["has_divided"] for player in players],
        "divisions": [own for both in joined for own in (both["red_yellow"], both["light_blue_blue"])],
    }
    return {name: [int(number) for number in numbers] for name, numbers in found.items()}


def play_with_care(match: Match, rng: Rng) -> None:
    """A move that mostly stops in time and hides something, so that there is something to divide."""
    waiting = match.waiting
    seat = waiting[int(rng.below(len(waiting)))]
    legal = match.legal(seat)
    move = legal[int(rng.below(len(legal)))]
    first = match.name(seat, legal[0])
    if first == "stop" and rng.below(4):
        move = legal[0]
    elif first == "draw 1" and rng.below(4):
        move = legal[:3][-1]
    elif first == "hide nothing" and rng.below(4):
        move = legal[-1]
    match.play(seat, move)


@pytest.mark.rules("HT-5.2", "HT-R12")
@pytest.mark.parametrize(("memory", "failure"), [("aid", "free"), ("strict", "free"), ("aid", "two")])
@pytest.mark.parametrize("abilities", ["yoshino hime kumagai", "otome sumizome kokonoe"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_observation_says_what_the_view_says(seats: int, abilities: str, memory: str, failure: str) -> None:
    """The table's options are part of it."""
    rng = Rng(seats)
    match = zashiki.new("hitohira", seats=seats, seed=seats, abilities=abilities, memory=memory, failure=failure)
    phases = set()
    while True:
        phases.add(phase_of(match.state()))
        for seat in range(seats):
            seen = parts(match.state(), match.options, seat)
            choice = [*seen.pop("chosen"), *seen.pop("chosen_from")]
            assert seen == expected(match, seat)
            assert sum(choice) <= 2
        if match.over:
            break
        play_with_care(match, rng)
    assert {"draw", "failed", "ability", "screen", "division", "over"} <= phases


@pytest.mark.rules("HT-4.7", "HT-4.9")
def test_the_first_half_of_a_choice_is_kept() -> None:
    """Which piece is to be swapped, and from where (known to the mover only); whose piece came first."""
    found = {"kokonoe": 0, "hime take": 0}
    options = GAME.checked(3, {"abilities": "otome hime kokonoe"})
    for seed in range(60):
        state = GAME.start(3, options)
        rng = Rng(seed)
        while state.waiting():
            seat, move = move_at_random(state, rng)
            phase, name = phase_of(state), GAME.name(seat, move)
            if phase not in found or (phase == "kokonoe" and not name.startswith("take")):
                continue
            found[phase] += 1
            _, place, *_, last = name.split()
            for other in range(3):
                seen = parts(state, options, other)
                (colour,) = [COLOURS[n] for n in range(6) if seen["chosen"][n]]
                assert name in (f"pick {place} {colour}", f"take {colour} from {last}")
                if phase == "kokonoe":
                    assert seen["chosen_from"].index(1) == (int(last) - other) % 3
                elif other == seat:
                    assert seen["chosen_from"].index(1) == (3 if place == "turn" else 0)
                else:
                    assert sum(seen["chosen_from"]) == 0
    assert min(found.values()) > 5


@pytest.mark.rules("HT-5.2")
def test_only_secrets_are_not_shown() -> None:
    """Pieces removed or drawn unseen, and divisions but for the last, which opens the screens."""
    observer = registry.package("hitohira").observer
    found: dict[str, int] = {"remove": 0, "unseen": 0, "division": 0, "last": 0}
    for seed in range(30):
        rng = Rng(seed)
        seats = 2 + seed % 3
        state = GAME.start(seats, GAME.checked(seats, {"abilities": "yoshino sumizome kumagai"}))
        while state.waiting():
            phase = phase_of(state)
            waiting = state.waiting()
            kind = "last" if phase == "division" and len(waiting) == 1 else phase
            found[kind] = found.get(kind, 0) + 1
            for mover in waiting:
                for action in state.legal(mover):
                    seen = [seat for seat in range(seats) if observer.move_visible_to(state, mover, action, seat)]
                    if kind == "remove":
                        assert seen == []
                    elif kind == "unseen":
                        assert seen == [state.mover]  # type: ignore[attr-defined]
                    elif kind == "division":
                        assert seen == [mover]
                    else:
                        assert seen == list(range(seats))
                    assert mover == CHANCE or mover in seen
            move_at_random(state, rng)
    assert min(found[kind] for kind in ("remove", "unseen", "division", "last")) > 5
