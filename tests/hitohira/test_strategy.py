"""Hitohira's strategy: draw odds, evaluation, and moves that are plainly right."""

import json
from itertools import combinations

import pytest
from librt.vecs import vec

from hitohira.positions import GAME, Scenario, heap
from support import Setting, settings
from zashiki import CHANCE, Rng
from zashiki.core.game import OVER
from zashiki.games.hitohira.draw_odds import SAFE, Draws, chance_to_fail, place_of
from zashiki.games.hitohira.moves import HIME, USE, YOSHINO
from zashiki.games.hitohira.pieces import COLOURS, counts, fails, heap_of, in_game, kinds, number, total
from zashiki.games.hitohira.position import ABILITY, DIVISION, DRAW_OR_STOP, END, FAILED
from zashiki.games.hitohira.rules import HitohiraState
from zashiki.games.hitohira.strategy.field_values import FieldValues, chances
from zashiki.games.hitohira.strategy.heuristics import HEURISTICS, TURNS, known_state
from zashiki.games.hitohira.strategy.move_values import draw_values, move_values, picked, swapped
from zashiki.games.hitohira.strategy.playout_moves import playout_move

OURS = [setting for setting in settings() if setting.key == "hitohira"]


def started(setting: Setting) -> HitohiraState:
    state = setting.start()
    assert isinstance(state, HitohiraState)
    return state


def greedy(scenario: Scenario) -> str:
    seat = scenario.state.waiting()[0]
    return GAME.name(seat, int(HEURISTICS.greedy(scenario.state, seat)))


def last_turn(seats: int = 3, abilities: str = "yoshino hime kumagai", **laid: dict[int, str]) -> Scenario:
    """Just what is laid out, a nearly empty pouch, and seat 0 to draw."""
    scenario = Scenario(seats, abilities, **laid)  # type: ignore[arg-type]
    scenario.state.pouch = heap("1 red 1 yellow 1 blue 1 white")
    scenario.state.pouch_size = 4
    return scenario


# Whatever the position


@pytest.mark.once
@pytest.mark.parametrize("setting", OURS, ids=str)
def test_moves_are_legal_and_follow_from_what_the_seat_knows(setting: Setting) -> None:
    """Over a game of playout moves: one answer in all worlds that the seat could be in, and it heads the list."""
    state = started(setting)
    rng = Rng(len(str(setting)))
    for ply in range(10_000):
        state.resolve_chance(rng)
        seat = state.turn()
        if seat == OVER:
            break
        legal = state.legal(seat)
        if ply % 17 == 3 or state.asked:
            worlds = [state.resample(seat, rng) for _ in range(2)]
            answers = {int(HEURISTICS.greedy(world, seat)) for world in worlds}
            assert len(answers) == 1
            listed = HEURISTICS.shortlist(state, seat)
            assert answers == {listed[0]}
            assert set(listed) <= set(legal)
            assert len(set(listed)) == len(listed)
        action = playout_move(state, seat, rng)
        assert action in legal
        state.apply(seat, action)
    assert state.phase == END


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_playouts_stop_between_turns_and_there_the_chances_add_up(seats: int) -> None:
    rng = Rng(seats)
    state = started(Setting("hitohira", seats))
    state.resolve_chance(rng)
    stops = 0
    while state.phase != END:
        first = state.mover
        HEURISTICS.playout(state, rng)
        chances = list(HEURISTICS.evaluate(state))
        assert sum(chances) == pytest.approx(1.0)
        assert min(chances) >= 0.0
        if state.phase != END:
            stops += 1
            assert (state.phase, state.draws, state.turn_pieces) == (DRAW_OR_STOP, 0, 0)
            assert state.mover == (first + TURNS) % seats
    assert stops > 0
    winners = state.winners()
    assert chances == [1 / len(winners) if seat in winners else 0.0 for seat in range(seats)]


def test_the_evaluation_grows_with_the_own_field_and_screen() -> None:
    state = Scenario(fields={0: "4 red", 1: "4 blue", 2: "4 white"}, screens={0: "1 red", 1: "1 red", 2: "1 red"}).state
    before = HEURISTICS.evaluate(state)[0]
    for pieces in ("1 red", "2 red", "4 red"):
        longer = state.clone()
        longer.fields[0] += heap(pieces)
        hidden = state.clone()
        hidden.screens[0] += heap(pieces)
        assert HEURISTICS.evaluate(longer)[0] > before
        assert HEURISTICS.evaluate(hidden)[0] > before


def test_what_others_drew_unseen_is_unknown() -> None:
    """HT-4.6: it stays in the pool, wherever it is."""
    scenario = (
        Scenario(abilities="yoshino sumizome kumagai")
        .draw("2 red 2 blue")
        .do("stop", "use shin sumizome")
        .come("1 black")
    )
    other, own = known_state(scenario.state, 1), known_state(scenario.state, 0)
    assert number(other.pouch, 5) == number(own.pouch, 5) + 1
    assert total(other.pouch) == total(own.pouch) + 1 == scenario.state.pouch_size + 1
    assert number(other.screen(0), 5) == 0
    assert total(other.screen(0)) == total(own.screen(0)) == 1


# Odds


def test_safe_heaps_are_all_that_do_not_fail() -> None:
    """Three of one colour or five colours fail (HT-3.3); with black there can be few others (HT-3.4)."""
    plain = sum(1 for safe in SAFE if number(safe, 5) == 0)
    assert plain == 1 + 5 * 2 + 10 * 4 + 10 * 8 + 5 * 16
    assert len(SAFE) == plain + (1 + 5 + 10 + 10) + 1
    assert not any(fails(safe) for safe in SAFE)
    assert [place_of(safe) for safe in SAFE] == list(range(len(SAFE)))


def heaps_of(pouch: int, many: int) -> list[int]:
    """Every way to draw a number of pieces, physical piece by piece."""
    pieces = [colour for colour, there in enumerate(counts(pouch)) for _ in range(there)]
    return [heap_of([drawn.count(colour) for colour in range(6)]) for drawn in combinations(pieces, many)]


@pytest.mark.parametrize("before", ["", "1 red", "2 red 1 blue", "1 black", "1 red 1 yellow 1 blue 1 black"])
def test_the_chance_to_fail_is_exact(before: str) -> None:
    pouch = heap("3 red 2 yellow 2 light blue 2 blue 1 white 2 black")
    for many in range(1, 5):
        ways = heaps_of(pouch, many)
        failing = sum(1 for drawn in ways if fails(heap(before) + drawn))
        assert chance_to_fail(heap(before), pouch, many) == pytest.approx(failing / len(ways))


def test_the_view_tells_how_likely_each_draw_fails() -> None:
    """By what the viewer has not seen, while something can be drawn; hidden from players who have to remember."""
    scenario = Scenario(fields={0: "2 red 1 white"})
    scenario.draw("1 red 1 blue")
    failing = scenario.board(1)["turn"]["failing"]
    unseen = scenario.state.pouch
    assert failing == [round(chance_to_fail(scenario.state.turn_pieces, unseen, many), 4) for many in range(1, 7)]
    scenario.do("stop")
    assert scenario.board(1)["turn"]["failing"] is None
    assert Scenario(memory="strict").board(0)["turn"]["failing"] is None


VALUES = vec[float]([1.3 * (place % 7) + 0.9 * int(total(safe)) for place, safe in enumerate(SAFE)])
TAKES = [0.37 * (those % 5) for those in range(32)]
COSTLY = [value - 2.0 for value in TAKES]
"""Where two must be taken, a failure may cost more than it brings (HT-R12)."""


def slowly(before: int, pouch: int, many: int, draws: int, takes: list[float]) -> float:
    """The value of a draw, by enumeration."""
    values: list[float] = []
    for drawn in heaps_of(pouch, many):
        now = before + drawn
        if fails(now):
            values.append(takes[int(kinds(now)) & 31])
            continue
        value = VALUES[int(place_of(now))]
        left = int(total(pouch)) - many
        if draws < 2:
            most = min(left, 8 - int(total(now)))
            value = max([value, *(slowly(now, pouch - drawn, more, draws + 1, takes) for more in range(1, most + 1))])
        values.append(value)
    return sum(values) / len(values)


@pytest.mark.parametrize("takes", [TAKES, COSTLY], ids=["gaining", "costing"])
@pytest.mark.parametrize("draws", [0, 1, 2])
def test_draw_values_are_exact_over_all_draws_of_the_turn(draws: int, takes: list[float]) -> None:
    before = heap("1 red") if draws else 0
    pouch = heap("2 red 1 yellow 1 blue 1 black")
    found = Draws(before, pouch, int(total(pouch)), VALUES, vec[float](takes)).values(draws)
    for many in range(1, 6):
        assert found[many] == pytest.approx(slowly(before, pouch, many, draws, takes))
    assert found[0] == VALUES[int(place_of(before))]
    assert found[6] < -1e6


# Moves that are plainly right


def test_stops_when_every_piece_would_fail() -> None:
    """The example of the rules page: red, blue, yellow and black."""
    scenario = Scenario().draw("1 red 1 yellow 1 blue 1 black")
    assert chance_to_fail(scenario.state.turn_pieces, scenario.state.pouch, 1) == 1.0
    assert greedy(scenario) == "stop"


def test_draws_on_when_nothing_can_fail() -> None:
    """One piece and the next can fail in no way (HT-3.3), and fields of some size want more."""
    scenario = Scenario(fields={0: "4 red 4 blue 4 yellow 4 white 4 light blue"}).draw("1 red")
    values = draw_values(scenario.state, 0)
    assert values[1] > values[0]
    assert greedy(scenario) not in ("stop", "draw 7", "draw 6")


def test_never_draws_what_almost_surely_fails() -> None:
    assert greedy(Scenario()) in ("draw 1", "draw 2", "draw 3", "draw 4")
    assert chance_to_fail(0, in_game(3), 5) > 0.45


def test_takes_what_fits_after_a_failure() -> None:
    scenario = last_turn(fields={0: "5 red 6 blue"})
    scenario.state.pouch += heap("3 red 1 blue 1 yellow")
    scenario.state.pouch_size += 5
    scenario.draw("3 red 1 blue 1 yellow")
    assert greedy(scenario) in ("take red", "take blue")
    scenario.do("take red")
    assert greedy(scenario) == "take blue"
    scenario.do("take blue")
    assert scenario.state.mover == 1


def test_takes_no_lone_piece_at_the_end() -> None:
    """A line of one costs three points (HT-7.4)."""
    scenario = last_turn(fields={0: "5 red"})
    scenario.state.pouch += heap("3 yellow")
    scenario.state.pouch_size += 3
    assert greedy(scenario.draw("3 yellow")) == "take no more"


def test_hides_what_gives_a_place() -> None:
    """Without a piece in a group there is no place in it (HT-7.1): here it is worth eight points."""
    scenario = last_turn(fields={0: "3 red"}, screens={0: "2 red", 1: "2 red 2 blue", 2: "2 red 2 blue"})
    assert greedy(scenario.draw("1 blue").do("stop")) == "hide blue 1"


def test_keeps_what_makes_a_long_line_longer() -> None:
    """The places are settled, and the tenth red piece gives five points."""
    scenario = last_turn(
        fields={0: "9 red"}, screens={0: "1 yellow 4 blue", 1: "5 yellow 1 blue", 2: "5 yellow 1 blue"}
    )
    assert greedy(scenario.draw("1 red").do("stop")) == "hide nothing"


def test_swaps_a_lone_piece_for_one_that_fits() -> None:
    """Sakuya Hime (HT-4.7)."""
    scenario = last_turn(fields={0: "8 red 1 white", 1: "3 red 4 yellow", 2: "4 yellow"})
    scenario.state.pouch += heap("1 red 2 light blue 2 blue")
    scenario.state.pouch_size += 5
    scenario.draw("2 light blue 2 blue").do("stop", "use sakuya hime")
    scenario.do(greedy(scenario))
    assert greedy(scenario) == "take red from 1"


def test_divides_for_the_place_that_can_be_won() -> None:
    """HT-6.2: red & yellow is won and light blue & blue lost anyhow, unless white joins it."""
    scenario = Scenario(
        2,
        fields={0: "4 red", 1: "4 blue"},
        screens={0: "3 red 2 blue 2 white", 1: "1 yellow 3 blue"},
        pouch="1 light blue",
    )
    state = scenario.state
    state.fields[1] = heap("4 blue")
    scenario.draw("1 light blue").do("hide nothing")
    assert state.asked
    assert greedy(scenario) == "divide 0"


@pytest.mark.parametrize(
    ("abilities", "failure"),
    [("yoshino hime kumagai", "free"), ("otome sumizome kokonoe", "free"), ("otome sumizome kokonoe", "two")],
)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_added_up_from_parts_is_what_trying_it_out_gives(seats: int, abilities: str, failure: str) -> None:
    """Over a game: moves after a failure (HT-R12), and what an ability may bring before its pieces are known."""
    given = (("abilities", json.dumps(abilities)), ("failure", json.dumps(failure)))
    state = started(Setting("hitohira", seats, given))
    rng = Rng(seats)
    failures = 0
    abilities_used = 0
    while state.phase != END:
        seat = state.turn()
        if state.phase == FAILED and rng.below(4) == 0:
            at = known_state(state, seat)
            legal = at.legal(seat)
            assert list(move_values(at, seat, legal)) == [tried(at, seat, action) for action in legal]
            failures += 1
        elif state.phase == DRAW_OR_STOP and rng.below(8) == 0:
            at = known_state(state, seat)
            at.turn_pieces = 0
            for ability, added_up in ((YOSHINO, picked), (HIME, swapped)):
                at.phase = ABILITY
                twin = at.clone()
                twin.apply(seat, USE + ability)
                if at.sides & 2**ability and twin.legal(seat):
                    field_values = FieldValues(twin)
                    assert added_up(twin, seat, field_values) == max(tried(twin, seat, a) for a in twin.legal(seat))
                    assert list(field_values.fields) == list(FieldValues(twin).fields)
                    assert list(field_values.screens) == list(FieldValues(twin).screens)
                    abilities_used += 1
        HEURISTICS.playout_move(state, rng)
    assert failures > 0
    assert abilities_used > 0 or "hime" not in abilities


def tried(at: HitohiraState, seat: int, action: int) -> float:
    """The chance of winning after a move, if the rest of the turn is tried out in every way."""
    twin = at.clone()
    twin.apply(seat, action)
    if twin.phase >= DIVISION or twin.phase == DRAW_OR_STOP:
        return float(chances(twin)[seat])
    return max(tried(twin, seat, more) for more in twin.legal(seat))


def test_beats_random_play() -> None:
    wins = 0.0
    for number_of_game in range(2):
        state = started(Setting("hitohira", 3))
        rng = Rng(number_of_game)
        while state.turn() != OVER:
            seat = state.turn()
            if seat == number_of_game:
                state.apply(seat, HEURISTICS.greedy(state.resample(seat, rng), seat))
            else:
                state.step(rng)
        wins += number_of_game in state.winners()
    assert wins == 2


def test_a_tree_distinguishes_the_colours_drawn() -> None:
    """What chance has shown makes another node."""
    keys = {int(HEURISTICS.key(Scenario().draw(f"1 {colour}").state)) for colour in COLOURS}
    assert len(keys) == len(COLOURS)
    assert Scenario().state.legal(CHANCE) == []
