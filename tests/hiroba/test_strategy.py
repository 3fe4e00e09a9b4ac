"""Hiroba's strategy: plainly right moves, and searches that must be exact (`boards.py` shows the layout)."""

from functools import cache
from itertools import pairwise

import pytest

import zashiki
from hiroba import boards
from hiroba.boards import laid, play
from hiroba.tilings import NINE
from support import Setting, settings
from zashiki import CHANCE, Match, Rng, State
from zashiki.bots.bot import Budget, DecisionContext
from zashiki.bots.builtin import SearchBot
from zashiki.bots.estimate import MoveEstimate, best
from zashiki.bots.tree import explore
from zashiki.core.bits import BIT, mask
from zashiki.core.package import SearchConfig
from zashiki.games.hiroba.layout import GARDENS, Layout
from zashiki.games.hiroba.rules import ALL_HIGH, ALL_LOW, NO_STONE, PEBBLE, STONE, STONE_MOVE, HirobaState
from zashiki.games.hiroba.squares import SQUARE_NAMES, SQUARES, in_word, listed
from zashiki.games.hiroba.strategy.endgame import EndgameSolver, placements_left, victory_shares
from zashiki.games.hiroba.strategy.garden_values import EVERY, LEVELS, SUMS, GardenValues, ranked
from zashiki.games.hiroba.strategy.heuristics import FULL_FROM, HEURISTICS, PEBBLE_LIST, STONE_LIST, MoveSampler

SEATS = (2, 3, 4)


def started(seats: int, seed: int) -> HirobaState:
    state = boards.started(seats, [*NINE] if seed % 2 else "standard")
    state.resolve_chance(Rng(seed))
    return state


@cache
def positions(seats: int, seed: int) -> list[HirobaState]:
    """Every position of one game in which each move is random, quick or greedy."""
    state = started(seats, seed)
    rng = Rng(seed + 1)
    found = []
    while state.turn() >= 0:
        found.append(state.clone())
        way = rng.below(3)
        if way == 0:
            state.step(rng)
        elif way == 1:
            HEURISTICS.playout_move(state, rng)
        else:
            state.apply(state.mover, HEURISTICS.greedy(state, state.mover))
    return found


def end_of(seats: int, seed: int) -> HirobaState:
    state = positions(seats, seed)[-1].clone()
    while state.turn() >= 0:
        state.step(Rng(seed))
    return state


def near_the_end(seats: int, seed: int, left: int) -> HirobaState:
    """A position with few pebbles to come, on a board so full that few moves remain."""
    state = next(state for state in positions(seats, seed) if placements_left(state) <= left).clone()
    rng = Rng(seed)
    free = listed(state.free_low, state.free_high)
    while len(free) > 7:
        square = free.pop(int(rng.below(len(free))))
        state.board[square] = 10
        if square < 54:
            state.free_low &= ~BIT[square]
        else:
            state.free_high &= ~BIT[square - 54]
    return state


def state_of(match: Match) -> HirobaState:
    state = match.state()
    assert isinstance(state, HirobaState)
    return state.clone()


def explored(state: HirobaState, iterations: int) -> list[MoveEstimate]:
    """What a tree search finds that opens up as it goes."""
    return explore(
        HEURISTICS, state, state.mover, Rng(1), SearchConfig("tree", iterations, exploration=0.5, widening=1.0)
    )


def situation(hands: list[list[int]], pebbles_on: str, free: str, stone: bool = False) -> HirobaState:
    """Two seats, seat 0 to move. Hands by the lower sides; "0:9@f5" is a 9 of seat 0; all but `free` is taken."""
    state = state_of(laid(2))
    for seat, hand in enumerate(hands):
        state.hand[seat] = mask([side for low in hand for side in {low, 10 - low}])
        state.reach[2 * seat], state.reach[2 * seat + 1] = ALL_LOW, ALL_HIGH
        state.stones[seat] = 0
    for word in pebbles_on.split():
        seat_text, move = word.split(":")
        number, name = move.split("@")
        state.board[SQUARE_NAMES.index(name)] = 10 * int(seat_text) + 10 + int(number)
    squares = [SQUARE_NAMES.index(name) for name in free.split()]
    for square in listed(state.free_low, state.free_high):
        if square not in squares and state.board[square] == 0:
            state.board[square] = 20  # a stone
    state.free_low, state.free_high = in_word(squares, high=False), in_word(squares, high=True)
    if stone:
        state.phase = STONE
        state.stones[0] = 1
    return state


def chosen_move(state: HirobaState) -> str:
    """What greedy would do."""
    return zashiki.games()["hiroba"].name(0, int(HEURISTICS.greedy(state, 0)))


def test_every_setting_of_the_game_is_one_of_these() -> None:
    """The tiles (HB-R8) are ours after an even seed, and others after an odd one."""
    assert {setting.seats for setting in settings() if setting.key == "hiroba"} == set(SEATS)
    assert [option.key for option in zashiki.games()["hiroba"].options] == ["tiles"]


@pytest.mark.parametrize("seats", SEATS)
def test_greedy_and_the_shortlist_are_legal_everywhere(seats: int) -> None:
    for state in positions(seats, 11) + positions(seats, 12):
        seat = state.mover
        legal = state.legal(seat)
        short = HEURISTICS.shortlist(state, seat)
        assert HEURISTICS.greedy(state, seat) == short[0]
        assert set(short) <= set(legal)
        most = STONE_LIST if state.phase == STONE else PEBBLE_LIST
        if placements_left(state) <= FULL_FROM:
            most = EVERY
        assert len(set(short)) == len(short) == min(len(legal), most)


@pytest.mark.parametrize("seats", SEATS)
def test_greedy_depends_on_nothing_but_the_table(seats: int) -> None:
    """Not on the luck of a redraw, nor on what was asked before."""
    for state in positions(seats, 13):
        answers = {HEURISTICS.greedy(state.resample(state.mover, Rng(n)), state.mover) for n in range(3)}
        HEURISTICS.greedy(started(seats, 99), started(seats, 99).mover)
        assert answers == {HEURISTICS.greedy(state, state.mover)}


def test_a_playout_move_is_legal_and_reproducible() -> None:
    for state in positions(3, 14):
        one, two = state.clone(), state.clone()
        HEURISTICS.playout_move(one, Rng(5))
        HEURISTICS.playout_move(two, Rng(5))
        assert one.board[:] == two.board[:]
        after = []
        for action in state.legal(state.mover):
            twin = state.clone()
            twin.apply(state.mover, action)
            after.append((list(twin.board), twin.phase, twin.mover))
        assert (list(one.board), one.phase, one.mover) in after


def test_playout_moves_include_chance() -> None:
    state = Setting("hiroba", 2).start()
    rng = Rng(3)
    while state.turn() == CHANCE:
        HEURISTICS.playout_move(state, rng)
    assert state.turn() >= 0


@pytest.mark.parametrize("seats", SEATS)
def test_a_playout_ends_the_game(seats: int) -> None:
    for state in positions(seats, 15)[::5]:
        twin = state.clone()
        HEURISTICS.playout(twin, Rng(1))
        assert HEURISTICS.can_evaluate(twin)
        assert twin.winners()


def test_the_sampler_draws_from_the_legal_moves() -> None:
    """Each is drawn, and nothing else."""
    state = next(state for state in positions(2, 16)[4:] if state.phase == PEBBLE)
    sampler = MoveSampler()
    sampler.load(state, state.mover)
    rng = Rng(8)
    assert {int(sampler.sample(rng)) for _ in range(3000)} == set(state.legal(state.mover))


# Sound moves


def test_a_pebble_takes_a_garden_over_rather_than_add_to_a_lead() -> None:
    """HB-4.3: 9 beats the 6 on f5; on g1 the garden is won already."""
    assert chosen_move(situation([[1], []], "1:6@f5 0:8@g1", "e4 h1")) == "9@e4"


def test_a_large_garden_goes_before_a_small_one() -> None:
    """HB-4.3: e4 is in a garden of five squares, b4 in one of three; nobody is there yet."""
    assert chosen_move(situation([[3], []], "", "e4 b4")) == "7@e4"


def test_the_low_side_goes_next_to_a_pond_where_the_garden_is_lost() -> None:
    """HB-4.2: on a5 a 1 beats the 3 on b6 for the koi on a6; the garden belongs to the other seat for good."""
    assert chosen_move(situation([[1], []], "1:3@b6 1:9@b5 1:8@a4", "a5")) == "1@a5"


def test_a_pebble_that_can_do_less_is_spent_where_any_does() -> None:
    """HB-1.2: the garden on g1 is won; 5/5 goes there, and 1/9 is kept."""
    assert chosen_move(situation([[1, 5], [2, 3]], "0:9@g1 0:8@i1 0:7@g2", "h1")) == "5@h1"


def test_a_stone_keeps_a_lead() -> None:
    """HB-3.4: the last free square of a garden in which seat 0 is ahead; on h1 it would keep the other's lead."""
    assert chosen_move(situation([[], [1, 2]], "0:7@f5 1:7@g1", "e4 h1", stone=True)) == "stone e4"


def test_a_stone_is_kept_if_it_would_only_help_others() -> None:
    """HB-3.4: the only free squares are in a garden where the other seat is ahead."""
    assert chosen_move(situation([[1], [1]], "1:7@g1", "h1 i1", stone=True)) == "no stone"


def test_a_low_number_goes_to_a_pond_and_a_high_one_away_from_it() -> None:
    """HB-4.2, HB-4.3: next to a pond a 1 is worth more than a 9, elsewhere it is the other way round."""
    table = play(laid(4), "5@d5", "no stone", "4@h1", "no stone", "6@c7", "no stone", "3@f3")
    gardens = GardenValues(state_of(table), Layout(state_of(table)))
    d6, d4 = 9 * 3 + 3, 9 * 5 + 3  # d6 is next to the pond at e6; d4 has its neighbour d3
    a5 = 9 * 4  # next to the pond at a6
    f5 = 9 * 4 + 5  # next to none
    assert not gardens.layout.ponds[f5]
    for square in (d6, d4, a5):
        assert gardens.layout.ponds[square]
    assert gardens.move_value(0, 9, f5) > gardens.move_value(0, 5, f5) > gardens.move_value(0, 1, f5)
    koi_1, koi_9 = (gardens.move_value(0, n, a5) - gardens.move_value(0, n, f5) for n in (1, 9))
    assert koi_1 > koi_9


def test_more_is_worth_more_in_a_garden_away_from_ponds() -> None:
    for state in positions(4, 18)[::6]:
        gardens = GardenValues(state, Layout(state))
        for square in listed(state.free_low, state.free_high):
            if gardens.layout.ponds[square] == 0:
                values = [gardens.move_value(state.mover, number, square) for number in range(1, 10)]
                assert all(low <= high for low, high in pairwise(values))


# What is counted


@pytest.mark.parametrize("seats", SEATS)
def test_garden_values_keep_count_of_every_move(seats: int) -> None:
    """Brought up to date move by move, they are what a fresh count gives, and what the score counts."""
    state = started(seats, 30)
    layout = Layout(state)
    gardens = GardenValues(state, layout)
    rng = Rng(31)
    while state.turn() >= 0:
        seat, phase = state.mover, state.phase
        legal = state.legal(seat)
        action = legal[int(rng.below(len(legal)))]
        state.apply(seat, action)
        if phase == PEBBLE:
            gardens.note_pebble(seat, action // SQUARES + 1, action % SQUARES)
        elif action != NO_STONE:
            gardens.note_stone(action - STONE_MOVE)
        fresh = GardenValues(state, layout)
        for name in ("sums", "near", "empty", "open", "free", "left"):
            assert str(getattr(gardens, name)) == str(getattr(fresh, name)), name
    counts = state.counts()
    assert list(gardens.sums) == list(counts.gardens)
    assert list(gardens.near) == list(counts.ponds)
    assert list(gardens.empty) == list(counts.empty)


def test_tables_are_large_enough() -> None:
    """No garden has more than six squares, and no number is in it twice (HB-3.3)."""
    assert sum(range(4, 10)) < SUMS
    assert 4 * 6 < LEVELS
    for seats in SEATS:
        layout = Layout(started(seats, 40))
        assert len(layout.sizes) == GARDENS
        assert sum(garden >= 0 for garden in layout.garden) == sum(layout.sizes) == {2: 40, 3: 56, 4: 72}[seats]


# The end


@pytest.mark.parametrize("seats", SEATS)
def test_the_evaluation_of_a_finished_game_is_its_result(seats: int) -> None:
    for seed in range(50, 54):
        state = end_of(seats, seed)
        chances = list(HEURISTICS.evaluate(state))
        winners = state.winners()
        assert sum(chances) == pytest.approx(1.0)
        assert chances == [1.0 / len(winners) if seat in winners else 0.0 for seat in range(seats)]


def test_a_shared_victory_is_split() -> None:
    """HB-4.5: nothing lies on the board, so nobody is ahead."""
    assert list(victory_shares(started(4, 60))) == [0.25] * 4


def test_more_points_never_lower_the_evaluation() -> None:
    """A 9 more on a free square away from ponds, for the same seat, in a finished game."""
    for seats in SEATS:
        state = end_of(seats, 55)
        layout = Layout(state)
        for square in listed(state.free_low, state.free_high):
            twin = state.clone()
            twin.board[square] = 10 + 9
            if layout.ponds[square] == 0 and twin.scores()[0] >= state.scores()[0]:
                assert HEURISTICS.evaluate(twin)[0] >= HEURISTICS.evaluate(state)[0]


def brute(state: State) -> list[float]:
    """Best play for everyone, by trying everything."""
    if state.turn() < 0:
        return [1.0 / len(state.winners()) if seat in state.winners() else 0.0 for seat in range(state.seats)]
    seat = int(state.turn())
    lines = []
    for action in state.legal(seat):
        twin = state.clone()
        twin.apply(seat, action)
        lines.append(brute(twin))
    return max(lines, key=lambda parts: parts[seat])


@pytest.mark.parametrize("seed", range(70, 78))
def test_the_end_is_solved_as_by_trying_everything(seed: int) -> None:
    """Two seats: what is good for one is bad for the other, so that best play has one value."""
    state = near_the_end(2, seed, 2 if seed % 2 else 3)
    if state.turn() < 0 or not state.legal(state.mover):
        return
    seat = state.mover
    truth = brute(state)
    endgame = EndgameSolver(Layout(state), 10**9)
    assert list(endgame.search(state, 1.0)) == truth
    twin = state.clone()
    twin.apply(seat, endgame.choice)
    assert brute(twin)[seat] == truth[seat]


@pytest.mark.parametrize("seats", [3, 4])
def test_the_very_last_move_is_the_best_one(seats: int) -> None:
    """Any number of seats: with one pebble left there is nothing to argue about."""
    for seed in range(80, 84):
        state = next((s for s in positions(seats, seed) if placements_left(s) == 1 and s.phase == PEBBLE), None)
        if state is not None:
            twin = state.clone()
            twin.apply(state.mover, HEURISTICS.solve(state, state.mover, 10**6))
            assert brute(twin)[state.mover] == brute(state)[state.mover]


def test_only_late_positions_are_solved_and_within_the_budget() -> None:
    assert HEURISTICS.solve(started(2, 90), started(2, 90).mover, 1000) == -1
    state = next(s for s in positions(2, 91) if placements_left(s) == 4)
    assert HEURISTICS.solve(state, state.mover, 1) == -1


def test_a_bot_makes_the_move_that_is_solved() -> None:
    """With four pebbles left, and a budget that its tree alone could do little with."""
    state = next(s for s in positions(2, 92) if placements_left(s) == 4 and s.phase == PEBBLE)
    proved = HEURISTICS.solve(state, state.mover, 5000)
    assert proved >= 0
    game = zashiki.games()["hiroba"]
    for seed in range(3):
        context = DecisionContext(game, {}, state, state.mover, Rng(seed), Budget(iterations=5000), 40)
        assert SearchBot(SearchConfig("tree", 10)).act(context) == proved


def test_the_tree_widens_with_its_visits() -> None:
    """With few iterations only the most promising moves are tried at all."""
    state = started(2, 93)
    seat = state.mover
    short = HEURISTICS.shortlist(state, seat)
    few = explored(state, 10)
    assert [estimate.action for estimate in few] == short[:4]
    assert best(few).action in short


# Strength


@pytest.mark.parametrize("seats", SEATS)
def test_greedy_beats_random_play(seats: int) -> None:
    """One greedy seat among random ones wins nearly all of ten games."""
    won = 0.0
    for seed in range(10):
        state = started(seats, 200 + seed)
        rng = Rng(seed)
        mine = seed % seats
        while state.turn() >= 0:
            if state.mover == mine:
                state.apply(mine, HEURISTICS.greedy(state, mine))
            else:
                state.step(rng)
        won += HEURISTICS.evaluate(state)[mine]
    assert won >= 9


def test_ranked_gives_the_best_first() -> None:
    for state in positions(2, 95)[::4]:
        every = ranked(state, state.mover, Layout(state), 1000)
        assert sorted(every) == state.legal(state.mover)
        for most in (1, 3, 7):
            assert ranked(state, state.mover, Layout(state), most) == every[:most]
