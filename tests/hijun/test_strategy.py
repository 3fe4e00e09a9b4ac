"""Hijun's strategy: what `greedy` does, what it may know, the exact endgame and the chances between rounds."""

from itertools import permutations
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from hijun.hands import deal, long, open_table
from support import Setting, settings
from zashiki import CHANCE, Match, Rng
from zashiki.core.game import OVER
from zashiki.games.hijun.cards import DISCARD_BASE, card_name, card_of, listed
from zashiki.games.hijun.rules import DISCARD, END, PLAY, HijunState
from zashiki.games.hijun.strategy.card_choice import TrickPlan, best_discards
from zashiki.games.hijun.strategy.endgame import EndgameSolver
from zashiki.games.hijun.strategy.forecast import Forecast
from zashiki.games.hijun.strategy.heuristics import HEURISTICS as KNOWLEDGE
from zashiki.games.hijun.strategy.heuristics import best_card
from zashiki.testing.case import move_at_random

HIJUN = [setting for setting in settings() if setting.key == "hijun"]
EVERY = pytest.mark.parametrize("setting", HIJUN, ids=str)
SEATS = pytest.mark.parametrize("seats", [4, 5, 6])

RISING = vec[i64]([1, 2, 3, 4, 2, 3, 4, 5, 3, 4, 5, 6, 4, 5, 6, 7, 5, 6, 7, 8])


def positions(setting: Setting, rng: Rng, every: int) -> list[tuple[HijunState, int]]:
    """A sample of the decisions in one game of random play."""
    state = setting.start()
    found: list[tuple[HijunState, int]] = []
    while state.turn() != OVER:
        waiting = state.waiting()
        seat = waiting[int(rng.below(len(waiting)))]
        if seat != CHANCE and rng.below(every) == 0:
            twin = state.clone()
            assert isinstance(twin, HijunState)
            found.append((twin, seat))
        move_at_random(state, rng)
    return found


def at(match: Match) -> HijunState:
    state = match.state()
    assert isinstance(state, HijunState)
    return state


def late(*hands: str) -> HijunState:
    """The last tricks of round 1, seat 0 to lead: each seat holds these cards, and all others have been played."""
    state = at(open_table(len(hands)))
    for place in range(len(state.cards)):
        state.cards[place] = 0
    for seat, hand in enumerate(hands):
        for card in hand.split():
            state.cards[4 * seat + "picm".index(card[0])] |= 2 ** int(card[1:])
    state.phase = PLAY
    state.tricks_left = len(hands[0].split())
    return state


# What greedy may know


@EVERY
def test_greedy_is_legal_and_knows_no_secrets(setting: Setting) -> None:
    rng = Rng(11)
    for state, seat in positions(setting, rng, 4):
        legal = state.legal(seat)
        answers = {int(KNOWLEDGE.greedy(state.resample(seat, Rng(n)), seat)) for n in range(4)}
        assert answers == {int(KNOWLEDGE.greedy(state, seat))}
        assert answers <= set(legal)


@EVERY
def test_the_shortlist_begins_with_greedy_and_knows_no_secrets(setting: Setting) -> None:
    rng = Rng(12)
    for state, seat in positions(setting, rng, 6):
        moves = KNOWLEDGE.shortlist(state, seat)
        assert moves[0] == KNOWLEDGE.greedy(state, seat)
        assert len(set(moves)) == len(moves)
        assert set(moves) <= set(state.legal(seat))
        assert moves == KNOWLEDGE.shortlist(state.resample(seat, Rng(1)), seat)


@EVERY
def test_a_playout_move_depends_only_on_what_the_mover_knows(setting: Setting) -> None:
    rng = Rng(13)
    for state, _ in positions(setting, rng, 8):
        seat = int(state.turn())
        after = []
        for n in range(3):
            world = state.resample(seat, Rng(n))
            assert isinstance(world, HijunState)
            KNOWLEDGE.playout_move(world, Rng(0))
            after.append((listed(world.cards, seat), listed(world.cards, state.seats + seat)))
        assert after == [after[0]] * 3


# What greedy does


def test_with_two_tricks_it_goes_as_high_as_it_can_without_winning() -> None:
    """HJ-3.5: a third trick would cover the token; the highest card that loses is the one to lose now."""
    state = late("p1 p2 p11 i1", "p13 p10 p5 p3", "p4 p6 i2 i3", "p7 p8 i4 i5")
    state.tricks[1] = 2
    state.apply(0, card_of(0, 11))
    assert card_name(int(KNOWLEDGE.greedy(state, 1))) == "poppy 10"


def test_with_two_tricks_it_throws_off_its_most_dangerous_card() -> None:
    state = late("p1 p2 p11 m9", "i13 c1 c2 m3", "p4 c6 i2 m5", "p7 c8 i4 m6")
    state.tricks[1] = 2
    state.apply(0, card_of(0, 11))
    assert card_name(int(KNOWLEDGE.greedy(state, 1))) == "iris 13"


def test_last_to_play_it_takes_the_trick_it_needs() -> None:
    """One trick is missing and all other cards are low: now or never."""
    state = late("p3 p2 i11 c9", "p4 p13 i9 c8", "p5 p12 c12 c13", "p6 p1 i1 c1")
    state.tricks[3] = 1
    play_cards(state, (0, 3), (0, 4), (0, 5))
    assert card_name(int(KNOWLEDGE.greedy(state, 3))) == "poppy 6"


def test_a_seat_past_two_leaves_the_trick_to_who_has_two() -> None:
    """HJ-3.5: with three tricks nothing is to be had, but another's token can still be covered."""
    state = late("p11 p2 i1 i6", "p4 i10 i9 c8", "p5 c11 c12 c13", "p12 p1 m1 c1")
    state.tricks[0] = 2
    state.tricks[3] = 3
    play_cards(state, (0, 11), (0, 4), (0, 5))
    assert card_name(int(KNOWLEDGE.greedy(state, 3))) == "poppy 1"


def test_it_discards_the_middle() -> None:
    """HJ-2.3: two sure winners and the low cards stay."""
    match = open_table(4)
    hand = "p13 i13 p1 p2 i1 i2 c1 c2 m1 c8 c7 m8 m7"
    deal(match, [hand.split(), [], [], []])
    gone = []
    while 0 in match.waiting:
        action = int(KNOWLEDGE.greedy(at(match), 0))
        gone.append(card_name(action - DISCARD_BASE))
        match.play(0, action)
    assert sorted(gone) == sorted(long(card) for card in ("c8", "c7", "m8", "m7"))


def test_it_does_not_keep_five_aces() -> None:
    """HJ-2.3: with far too many winners, some of them go."""
    match = open_table(4)
    hand = "p13 p12 i13 i12 c13 c12 m13 m12 p1 p2 i1 c1 m1"
    deal(match, [hand.split(), [], [], []])
    while 0 in match.waiting:
        match.play(0, int(KNOWLEDGE.greedy(at(match), 0)))
    kept = [card_name(card) for card in listed(at(match).cards, 0)]
    assert {"poppy 1", "poppy 2", "iris 1", "clover 1", "plum 1"} <= set(kept)


@EVERY
def test_a_plan_that_is_kept_says_what_a_new_one_says(setting: Setting) -> None:
    """Through a round: all discards at once are those one by one, and one plan does for all cards of all seats."""
    state = setting.start()
    assert isinstance(state, HijunState)
    rng = Rng(3)
    state.resolve_chance(rng)
    while state.phase == DISCARD:
        seat = state.mover
        for card in best_discards(state.clone(), seat):
            assert KNOWLEDGE.greedy(state, seat) == DISCARD_BASE + card
            state.apply(seat, DISCARD_BASE + card)
        assert state.owes[seat] == 0
    state.resolve_chance(rng)
    plan = TrickPlan(state)
    for _ in range(state.seats * (state.tricks_left - 1)):
        card = best_card(plan, state.mover)
        assert card == KNOWLEDGE.greedy(state, state.mover)
        state.apply(state.mover, card)
        plan.note_played(card)
    assert state.tricks_left == 1


def test_the_shortlist_names_one_of_a_kind() -> None:
    """Cards with nothing unseen between them do the same."""
    state = late("p4 p5 p6 i1", "p9 p10 i4 i5", "p2 p3 i8 i9", "i13 i12 c10 c11")
    moves = [card_name(action) for action in KNOWLEDGE.shortlist(state, 0)]
    assert len([move for move in moves if move.startswith("poppy")]) == 1
    assert "iris 1" in moves


def play_cards(state: HijunState, *played: tuple[int, int]) -> None:
    for colour, value in played:
        state.apply(state.mover, card_of(colour, value))


def test_greedy_beats_random_clearly() -> None:
    """Two seats each, both ways round in the same deals: far more than half of the wins."""
    won = 0.0
    games = 0
    for number in range(8):
        for odd in (0, 1):
            won += greedy_share(Setting("hijun", 4), Rng(number), odd)
            games += 1
    assert won / games > 0.65


def greedy_share(setting: Setting, rng: Rng, odd: int) -> float:
    """The wins of greedy on every other seat, in one game against random moves."""
    state = setting.start()
    luck = Rng(7)
    while state.turn() != OVER:
        seat = int(state.turn())
        if seat != CHANCE and seat % 2 == odd:
            state.apply(seat, KNOWLEDGE.greedy(state, seat))
        else:
            state.step(rng if seat == CHANCE else luck)
    winners = state.winners()
    return len([seat for seat in winners if seat % 2 == odd]) / len(winners)


# The exact endgame


def brute(state: HijunState, forecast: Forecast) -> list[float]:
    """Everyone's chance under best play, by trying everything with the rules themselves."""
    if state.phase != PLAY:
        finished = int(state.round) if state.phase == END else int(state.round) - 1
        return list(forecast.chances(finished, state.total))
    mover = int(state.mover)
    found: list[float] = []
    for action in state.legal(mover):
        twin = state.clone()
        twin.apply(mover, action)
        chances = brute(twin, forecast)
        if not found or chances[mover] > found[mover]:
            found = chances
    return found


@pytest.mark.parametrize(("seats", "tricks"), [(4, 2), (4, 3), (5, 2), (6, 2)])
def test_the_endgame_is_solved_exactly(seats: int, tricks: int) -> None:
    """The chances at the end of the solved line are those that trying everything gives."""
    rng = Rng(seats * 10 + tricks)
    for _ in range(3 if tricks == 3 else 8):
        state = ending(seats, tricks, rng)
        if tricks == 3:
            state.step(rng)
        forecast = KNOWLEDGE.forecast(state)
        expected = brute(state, forecast)
        first = int(state.mover)
        for card in EndgameSolver(state, forecast).solve():
            assert card in state.legal(state.mover)
            state.apply(state.mover, card)
        chances = list(KNOWLEDGE.evaluate(state))
        assert chances[first] == pytest.approx(expected[first])


def ending(seats: int, tricks: int, rng: Rng) -> HijunState:
    """The last tricks of some round, after random play."""
    state = Setting("hijun", seats).start()
    assert isinstance(state, HijunState)
    state.round = 1 + rng.below(5)
    while state.phase != PLAY or state.tricks_left > tricks:
        state.step(rng)
    for seat in range(seats):
        state.total[seat] = rng.below(9)
    return state


@EVERY
def test_playouts_end_where_chances_can_be_judged(setting: Setting) -> None:
    rng = Rng(15)
    for state, _ in positions(setting, rng, 30):
        finished = len(state.sheet)
        KNOWLEDGE.playout(state, rng)
        assert KNOWLEDGE.can_evaluate(state)
        assert len(state.sheet) == finished + 1
        assert sum(KNOWLEDGE.evaluate(state)) == pytest.approx(1.0)


# Chances between rounds


@SEATS
def test_chances_sum_to_one_and_grow_with_the_own_points(seats: int) -> None:
    for at_random in (False, True):
        forecast = Forecast(seats, RISING, at_random)
        for finished in (1, 3, 4):
            last = -1.0
            for own in range(13):
                totals = vec[i64]([own, 3, 5, 0, 2, 4][:seats])
                chances = forecast.chances(finished, totals)
                assert sum(chances) == pytest.approx(1.0)
                # Chances are counted in a few hundred plays: to a hundredth.
                assert chances[0] > last - 0.01
                last = chances[0]


def test_chances_depend_on_points_alone() -> None:
    """Whoever sits where: equal points are equal chances."""
    forecast = Forecast(4, RISING, at_random=False)
    for totals in permutations([0, 4, 4, 7]):
        chances = forecast.chances(2, vec[i64](list(totals)))
        by_points = dict(zip(totals, chances, strict=True))
        assert [by_points[total] for total in totals] == list(chances)
        assert by_points[0] < by_points[4] < by_points[7]
    assert list(forecast.chances(1, vec[i64]([2, 2, 2, 2]))) == pytest.approx([0.25] * 4)


@EVERY
def test_the_end_is_judged_by_who_won(setting: Setting) -> None:
    """HJ-4.2: shared victories are split."""
    rng = Rng(16)
    state = setting.start()
    state.playout(rng)
    winners = state.winners()
    expected = [1 / len(winners) if seat in winners else 0.0 for seat in range(setting.seats)]
    assert list(KNOWLEDGE.evaluate(state)) == pytest.approx(expected)
    forecast = Forecast(4, RISING, at_random=False)
    assert list(forecast.chances(5, vec[i64]([3, 6, 6, 0]))) == [0.0, 0.5, 0.5, 0.0]
    assert list(forecast.chances(2, vec[i64]([10, 9, 9, 0]))) == [1.0, 0.0, 0.0, 0.0]


def test_a_lead_is_worth_more_later_with_flat_tokens() -> None:
    """HJ-4.2: with the same tokens in every round, fewer rounds leave fewer chances to catch up."""
    flat = vec[i64]([1, 2, 3, 4] * 5)
    forecast = Forecast(4, flat, at_random=False)
    leads = [forecast.chances(finished, vec[i64]([5, 2, 2, 2]))[0] for finished in (1, 2, 3, 4, 5)]
    assert leads == sorted(leads)
    assert leads[-1] == 1.0


def test_forecasts_are_not_mixed_up() -> None:
    """Two tables with other tokens, asked in turn, each get their own chances."""
    tables: list[Any] = [open_table(4), open_table(4, tokens="flat")]
    states = [at(table) for table in tables]
    for state in states:
        state.round = 4
        state.total[0] = 4
    first = [list(KNOWLEDGE.evaluate(state)) for state in states]
    again = [list(KNOWLEDGE.evaluate(state)) for state in states]
    assert first == again
    assert first[0][0] < first[1][0]
