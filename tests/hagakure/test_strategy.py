"""Hagakure's strategy: legal, based only on what a seat knows, and right where the right move is plain."""

from itertools import combinations
from math import comb

import pytest

from hagakure.hands import dealt, play
from support import Setting, settings
from zashiki import CHANCE, Match, Rng
from zashiki.core.bits import mask
from zashiki.games.hagakure.cards import FOOL, listed, merged
from zashiki.games.hagakure.rules import END, FIGHT, NOBORI, HagakureState
from zashiki.games.hagakure.score import DOUBLE, EXCHANGE, ZERO
from zashiki.games.hagakure.strategy.card_choice import different_cards, none_of
from zashiki.games.hagakure.strategy.heuristics import HEURISTICS
from zashiki.games.hagakure.strategy.token_choice import hand_points, place_value, tokens_value, villagers_chance
from zashiki.testing.case import move_at_random

SETTINGS = [setting for setting in settings() if setting.key == "hagakure"]
SEATS = [3, 4, 5]


def state_of(match: Match) -> HagakureState:
    state = match.state()
    assert isinstance(state, HagakureState)
    return state


def started(setting: Setting) -> HagakureState:
    state = setting.start()
    assert isinstance(state, HagakureState)
    return state


def positions(seats: int, number: int, seed: int) -> list[HagakureState]:
    """Positions of random play in which a seat must decide."""
    rng = Rng(seed)
    found: list[HagakureState] = []
    while len(found) < number:
        state = started(Setting("hagakure", seats, (("rounds", "3"),)))
        while state.turn() != -2 and len(found) < number:
            if state.turn() >= 0 and rng.below(4) == 0:
                found.append(state.clone())
            move_at_random(state, rng)
    return found


def asked(match: Match) -> str:
    """What the player to act would do at once, by name."""
    state = state_of(match)
    seat = int(state.turn())
    return match.name(seat, int(HEURISTICS.greedy(state.resample(seat, Rng(3)), seat)))


def with_tokens(match: Match, *tokens: int) -> HagakureState:
    """The table's state, where everybody has just these tokens left."""
    state = state_of(match)
    for seat in range(state.seats):
        state.tokens_left[seat] = mask(list(tokens))
    return state


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_greedy_plays_whole_games_legally(setting: Setting) -> None:
    state, rng = started(setting), Rng(8)
    while True:
        state.resolve_chance(rng)
        seat = state.turn()
        if seat < 0:
            break
        action = HEURISTICS.greedy(state, seat)
        assert action in state.legal(seat)
        state.apply(seat, action)
    assert state.phase == END


@pytest.mark.parametrize("seats", SEATS)
def test_greedy_depends_only_on_what_the_seat_knows(seats: int) -> None:
    for number, state in enumerate(positions(seats, 150, 5)):
        seat = state.turn()
        worlds = [state.resample(seat, Rng(number * 10 + n)) for n in range(5)]
        assert len({int(HEURISTICS.greedy(world, seat)) for world in worlds}) == 1
        assert len({tuple(HEURISTICS.shortlist(world, seat)) for world in worlds}) == 1
        before = [world.clone() for world in worlds]
        for world in worlds:
            HEURISTICS.playout_move(world, Rng(1))
        assert all(
            int(HEURISTICS.greedy(old, seat)) in _made(old, new, seat) for old, new in zip(before, worlds, strict=True)
        )


def _made(old: HagakureState, new: HagakureState, seat: int) -> list[int]:
    """The moves that lead from one state to the other."""
    found: list[int] = []
    for action in old.legal(seat):
        twin = old.clone()
        twin.apply(seat, action)
        rows = [(list(s.cards), list(s.tokens), list(s.knows), int(s.round)) for s in (twin, new)]
        if rows[0] == rows[1]:
            found.append(action)
    return found


@pytest.mark.parametrize("seats", SEATS)
def test_the_shortlist_is_legal_and_has_the_greedy_move_or_its_equal(seats: int) -> None:
    for state in positions(seats, 200, 6):
        seat = state.turn()
        moves = HEURISTICS.shortlist(state, seat)
        assert set(moves) <= set(state.legal(seat))
        assert len(set(moves)) == len(moves) > 0
        if state.phase == NOBORI:
            assert moves[0] == HEURISTICS.greedy(state, seat)


def test_the_cheapest_winner_takes_the_last_card_of_a_trick() -> None:
    """The last to play takes samurai 18 with 19 and keeps 22."""
    table = dealt("18 6 7 8", "9 10 11 12", "13 14 15 16", "22 19 17 fool")
    play(table, "pass", "pass", "pass", "pass", "18", "9", "13")
    assert asked(table) == "play 19"


def test_the_second_old_fool_takes_the_trick() -> None:
    """HG-3.3: a good use of a card that is worth little else."""
    table = dealt("fool 6 7 8", "19 10 11 12", "20 14 15 16", "fool 9 17 21")
    play(table, "pass", "pass", "pass", "pass", "fool", "19", "20")
    assert asked(table) == "play fool"


def test_the_lowest_card_goes_into_a_lost_trick() -> None:
    table = dealt("22 6 7 8", "9 10 11 12", "13 14 21 20", "17 16 18 fool", dealer=3)
    play(table, "pass", "pass", "pass", "pass", "22")
    assert asked(table) == "play 9"


def test_samurai_18_is_not_given_away() -> None:
    """HG-4.1: it would be a point for another, and an old fool follows as well (HG-3.2)."""
    table = dealt("22 6 7 8", "18 fool 11 12", "13 14 21 20", "17 16 9 10")
    play(table, "pass", "pass", "pass", "pass", "22")
    assert asked(table) == "play fool"


def test_a_known_higher_card_behind_is_respected() -> None:
    """HG-2.6: the left neighbour is known to hold 22, so 21 is not led, which it would be else."""
    hands = ("21 6 7 8", "22 20 19 9", "10 11 12 13", "14 15 16 17")
    blind = play(dealt(*hands), "pass", "pass", "pass", "pass")
    seeing = play(dealt(*hands), "look 1", "pass", "pass", "pass")
    state = state_of(seeing)
    assert asked(seeing) != "play 21"
    state.knows[0] = 1
    assert state.cards[0] == state_of(blind).cards[0]


def test_tokens_in_the_last_round() -> None:
    """HG-2.2, HG-2.3, HG-2.5: nothing is left to save them for."""
    strong = dealt("22 21 20 18", "6 7 8 9", "10 11 12 13", "14 15 16 17")
    weak = dealt("6 7 8 9", "22 21 20 18", "10 11 12 13", "14 15 16 17")
    assert asked(strong) == "double"
    assert asked(weak) == "exchange"
    state = with_tokens(weak, ZERO, DOUBLE)
    assert weak.name(0, int(HEURISTICS.greedy(state, 0))) == "zero"
    state = with_tokens(weak, DOUBLE)
    assert weak.name(0, int(HEURISTICS.greedy(state, 0))) == "pass"


def test_a_fair_hand_does_not_get_the_double_in_an_early_round() -> None:
    hands = ("20 17 9 6", "22 21 19 18", "10 11 12 13", "14 15 16 8")
    early, late = (with_tokens(dealt(*hands, rounds=rounds), DOUBLE) for rounds in (8, 1))
    assert HEURISTICS.greedy(early, 0) == 0
    assert HEURISTICS.greedy(late, 0) != 0


def test_a_hand_that_was_given_away_is_not_taken_for_a_slightly_weak_one() -> None:
    """HG-2.5: whoever exchanged before did so for a reason."""
    match = dealt("6 7 8 9", "10 11 17 16", "22 12 20 13", "14 15 18 19")
    first = with_tokens(play(dealt("6 7 8 9", "10 11 17 16", "22 12 20 13", "14 15 18 19"), "pass"), EXCHANGE)
    second = with_tokens(play(match, "exchange"), EXCHANGE)
    assert match.name(1, int(HEURISTICS.greedy(first, 1))) == "exchange"
    assert match.name(1, int(HEURISTICS.greedy(second, 1))) == "pass"


def test_equivalent_cards_are_searched_once() -> None:
    match = dealt("6 7 9 18", "8 10 11 19", "12 13 14 20", "15 16 17 21")
    play(match, "pass", "pass", "pass", "pass")
    state = state_of(match)
    assert listed(different_cards(state, 0, state.moves(0))) == [7, 9, 18]
    assert [match.name(0, move) for move in HEURISTICS.shortlist(state, 0)] == ["play 7", "play 9", "play 18"]


def test_a_card_of_the_trick_between_two_tells_them_apart() -> None:
    table = dealt("8 6 19 18", "7 9 11 20", "12 13 14 21", "15 16 17 22")
    play(table, "pass", "pass", "pass", "pass", "8")
    state = state_of(table)
    assert listed(different_cards(state, 1, state.moves(1))) == [7, 9, 11, 20]


@pytest.mark.parametrize(("pool", "bad", "held"), [(5, 2, 2), (6, 0, 3), (6, 6, 1), (7, 3, 4), (4, 1, 0), (0, 0, 0)])
def test_the_chance_of_none_against_counting(pool: int, bad: int, held: int) -> None:
    hands = list(combinations(range(pool), held))
    clean = sum(all(card >= bad for card in hand) for hand in hands)
    assert len(hands) == comb(pool, held)
    assert none_of(pool, bad, held) == pytest.approx(clean / len(hands))


def test_merged_sets_count_their_old_fools() -> None:
    two, one, none = mask([6, FOOL, FOOL + 1]), mask([7, FOOL]), mask([8])
    assert listed(merged(two, one)) == [6, 7, FOOL, FOOL, FOOL]
    assert listed(merged(none, mask([FOOL + 2]))) == [8, FOOL]
    assert listed(merged(0, 0)) == []


@pytest.mark.parametrize("seats", SEATS)
def test_tokens_are_worth_more_with_more_of_them_and_more_time(seats: int) -> None:
    tokens = [mask(list(chosen)) for size in range(6) for chosen in combinations(range(1, 6), size)]
    for rounds in range(1, 12):
        for held in tokens:
            value = tokens_value(seats, rounds, held)
            assert value >= tokens_value(seats, rounds - 1, held)
            assert all(value >= tokens_value(seats, rounds, held & other) for other in tokens)
    assert tokens_value(seats, 0, mask([1, 2, 3, 4, 5])) == 0.0


@pytest.mark.parametrize("seats", SEATS)
def test_place_values_even_out(seats: int) -> None:
    """HG-1.4: the deal moves on, and after as many rounds as seats everybody sat everywhere."""
    for rounds in range(12):
        assert sum(place_value(seats, rounds, place) for place in range(seats)) == pytest.approx(0.0)
    assert all(place_value(seats, seats, place) == 0.0 for place in range(seats))


@pytest.mark.parametrize("seats", SEATS)
def test_a_hand_is_worth_more_with_high_cards(seats: int) -> None:
    low, high = mask([6, 7, 8, 9]), mask([6, 17, 21, 22])
    for place in range(seats):
        assert hand_points(seats, high, place) > hand_points(seats, low, place) >= -2.0
        assert 0.0 <= villagers_chance(seats, low, place) < villagers_chance(seats, high, place)


@pytest.mark.parametrize("seats", SEATS)
def test_the_evaluation_adds_up_and_grows_with_points(seats: int) -> None:
    rng = Rng(2)
    for _ in range(12):
        state = started(Setting("hagakure", seats))
        state.resolve_chance(rng)
        while state.round < 3 + rng.below(3):
            move_at_random(state, rng)
        assert HEURISTICS.can_evaluate(state)
        before = list(HEURISTICS.evaluate(state))
        assert sum(before) == pytest.approx(1.0)
        state.total[1] += 2
        after = list(HEURISTICS.evaluate(state))
        assert after[1] > before[1]
        assert all(after[seat] < before[seat] for seat in range(seats) if seat != 1)


@pytest.mark.parametrize("seats", SEATS)
def test_the_evaluation_is_exact_when_the_game_is_over(seats: int) -> None:
    rng = Rng(12)
    for _ in range(5):
        state = started(Setting("hagakure", seats, (("rounds", "1"),)))
        state.playout(rng)
        winners = state.winners()
        assert list(HEURISTICS.evaluate(state)) == [
            1 / len(winners) if seat in winners else 0.0 for seat in range(seats)
        ]


def test_an_unused_token_raises_the_evaluation() -> None:
    state = started(Setting("hagakure", 4))
    state.apply(CHANCE, 0)
    state.round = 5
    before = HEURISTICS.evaluate(state)[2]
    state.tokens_left[2] = mask([ZERO])
    assert HEURISTICS.evaluate(state)[2] < before


@pytest.mark.parametrize("seats", SEATS)
def test_a_playout_ends_with_the_round(seats: int) -> None:
    for state in positions(seats, 30, 9):
        number = state.round
        HEURISTICS.playout(state, Rng(1))
        assert HEURISTICS.can_evaluate(state)
        assert state.phase == END or (state.round == number + 1 and state.phase not in (FIGHT, NOBORI))


@pytest.mark.parametrize("seats", SEATS)
def test_greedy_beats_random_play(seats: int) -> None:
    """Every seat in turn against random play at the others."""
    rng, won = Rng(21), 0.0
    for game in range(12):
        state = started(Setting("hagakure", seats))
        hero = game % seats
        while True:
            state.resolve_chance(rng)
            seat = state.turn()
            if seat < 0:
                break
            if seat == hero:
                state.apply(seat, HEURISTICS.greedy(state, seat))
            else:
                state.step(rng)
        winners = state.winners()
        won += (hero in winners) / len(winners)
    assert won >= 9
