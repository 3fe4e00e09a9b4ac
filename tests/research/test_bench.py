"""The comparison with other libraries: ratios, tables, and matches against a rival."""

import math
import sys
from dataclasses import replace
from pathlib import Path

import pyspiel
import pytest

import zashiki
from zashiki import Rng
from zashiki.bots.arena import Contest, DealLine, GameLine
from zashiki.bots.bot import Budget, DecisionContext
from zashiki.bots.builtin import SearchBot
from zashiki.bots.entrants import builtin_bot
from zashiki.bots.statistics import bot_results
from zashiki.core.game import CHANCE

sys.path.append(str(Path(__file__).parents[2]))

from bench import peers, rivals
from bench.comparing import (
    Figure,
    Match,
    format_rate,
    format_ratio,
    not_ahead,
    pairs,
    ratios_table,
    report,
    summary,
)
from bench.rates import Once, our_loop, rate
from bench.showing import markdown

LOOP = Match("loop", "ours", "theirs")
FIGURES = [
    Figure("loop", "ours", "hare", (90.0, 100.0, 500.0)),
    Figure("loop", "ours", "snail", (10.0,)),
    Figure("loop", "ours", "ghost", trouble="not there"),
    Figure("loop", "theirs", "fox", (50.0,)),
    Figure("loop", "theirs", "ox", (20.0,)),
    Figure("loop", "somebody's", "dragon", (1e9,)),
    Figure("search", "theirs", "eagle", (1e9,)),
]


# comparing


def test_the_median_rate_counts() -> None:
    assert FIGURES[0].rate == 100
    assert FIGURES[0].spread == pytest.approx(0.1)


def test_only_like_is_compared_with_like() -> None:
    assert [(pair.ours.game, pair.theirs.game, pair.ratio) for pair in pairs(LOOP, FIGURES)] == [
        ("hare", "fox", 2.0),
        ("hare", "ox", 5.0),
        ("snail", "fox", 0.2),
        ("snail", "ox", 0.5),
    ]


@pytest.mark.parametrize(
    ("ratio", "text"),
    [
        (1234.5, "1,234×"),
        (12.3, "12×"),
        (9.96, "10×"),
        (2.04, "2.0×"),
        (1.0, "1.0×"),
        (0.9999, "0.99×"),
        (0.5, "0.50×"),
    ],
)
def test_a_ratio_below_one_is_never_rounded_to_one(ratio: float, text: str) -> None:
    assert format_ratio(ratio) == text


def test_a_small_ratio_is_never_rounded_to_zero() -> None:
    assert format_ratio(0.0041) == "0.004×"


@pytest.mark.parametrize(
    ("value", "text"), [(12.345, "12.3"), (999.6, "1 k"), (45_678, "45.7 k"), (999_600, "1 M"), (2_345_678, "2.35 M")]
)
def test_rates_have_three_digits(value: float, text: str) -> None:
    assert format_rate(value) == text


def test_not_ahead_lists_exactly_the_pairs_where_the_peer_is_faster() -> None:
    assert not_ahead([LOOP], FIGURES) == ["- **loop**, ours beside theirs:", "  - snail: fox 0.20×, ox 0.50×"]
    assert not_ahead([replace(LOOP, note="not quite")], FIGURES)[0] == "- **loop**, ours beside theirs (not quite):"


def test_not_ahead_says_so_if_there_are_none() -> None:
    assert not_ahead([LOOP], [one for one in FIGURES if one.game != "snail"]) == ["Nowhere in this run."]


def test_not_ahead_lists_missing_comparisons() -> None:
    assert not_ahead([LOOP], FIGURES[:2]) == ["- **loop**, ours beside theirs: not measured."]


def test_the_summary_counts_pairs_and_says_what_was_not_measured() -> None:
    rows = summary([LOOP, Match("search", "ours", "theirs")], FIGURES)[2:]
    assert rows == [
        "| loop | ours | theirs | 0.20× | 1.2× | 5.0× | 2 of 4 |",
        "| search | ours | theirs | — | — | — | not measured |",
    ]


def test_a_table_of_ratios_has_a_row_for_each_of_ours_and_a_column_for_each_of_theirs() -> None:
    assert ratios_table(LOOP, FIGURES) == [
        "| ours | per second | fox | ox |",
        "|---|---:|---:|---:|",
        "| hare | 100 | 2.0× | 5.0× |",
        "| snail | 10 | 0.20× | 0.50× |",
    ]
    assert ratios_table(Match("search", "ours", "theirs"), FIGURES) == []


def test_the_page_says_why_something_could_not_be_measured() -> None:
    text = report("Title", ["About."], [LOOP], FIGURES)
    assert "| ours | ghost | — | not there |" in text
    assert "| theirs | eagle | 1e+03 M | ±0% |" in text


def test_pipes_are_escaped_in_tables() -> None:
    assert markdown(["a"], [["x | y"]])[-1] == "| x / y |"


# peers


def test_every_comparison_is_measured() -> None:
    measures = [*peers.our_measures(2, 2), *peers.peer_measures(2)]
    ways = {(measure.kind, measure.way) for measure in measures}
    assert {(match.kind, way) for match in peers.MATCHES for way in (match.ours, match.theirs)} == ways
    assert len({(measure.kind, measure.way, measure.game) for measure in measures}) == len(measures)


def test_a_failed_measurement_does_not_stop_the_others() -> None:
    def broken() -> Once:
        raise RuntimeError("no\nway")

    measures = [
        peers.Measure(peers.LOOP, peers.SPIEL, "broken", broken),
        peers.Measure(peers.LOOP, peers.ENGINE, "one", lambda: lambda: 1),
    ]
    failed, fine = sorted(peers.measured(measures, 0.0, 3), key=lambda figure: len(figure.rates))
    assert (failed.game, failed.rates, failed.trouble) == ("broken", (), "RuntimeError: no way")
    assert (fine.game, len(fine.rates), fine.trouble) == ("one", 3, "")


def test_a_rate_takes_at_least_one_piece_of_work() -> None:
    assert rate(0.0, our_loop(zashiki.games()["hagakure"], 3, explicit=True)) > 0


def test_loops_with_and_without_observations_make_the_same_decisions() -> None:
    game = zashiki.games()["hagakure"]
    # 8 rounds of tokens and tricks, whatever is played; extra rounds may follow.
    assert peers.our_observing_loop(game, 4)() >= 8 * 4


# rivals


def positions(key: str, count: int) -> list[DecisionContext]:
    """Return decisions of a random game with more than one legal move."""
    game = zashiki.games()[key]
    options = game.checked(game.usual_seats, {"rounds": 1})
    state = game.start(game.usual_seats, options)
    luck = Rng(5)
    found: list[DecisionContext] = []
    while (seat := state.turn()) >= CHANCE and len(found) < count:
        if seat != CHANCE and len(state.legal(seat)) > 1:
            found.append(DecisionContext(game, options, state.clone(), seat, Rng(len(found)), Budget()))
        state.step(luck)
    return found


@pytest.mark.parametrize("key", [key for key, _ in rivals.TABLES])
def test_our_contestant_plays_like_the_built_in_bot(key: str) -> None:
    bot = builtin_bot("search:30", key)
    assert isinstance(bot, SearchBot)
    counts = []
    for one, twin in zip(positions(key, 8), positions(key, 8), strict=True):
        action, playouts = rivals.thought(bot.config, one)
        assert action == bot.act(twin)
        counts.append(playouts)
    assert 0 < max(counts) <= 30


def small_contest(equal: str) -> Contest:
    found = rivals.pairings(1, 0.001, 2, 1.0, 7)
    return next(one.contest for one in found if one.label.startswith("hagakure, 1 rounds") and equal in one.equal)


def test_a_rival_stops_when_its_time_is_over() -> None:
    contest = small_contest("0.001 s")
    game = pyspiel.load_game(rivals.spiel_name(contest))
    state = game.new_initial_state()
    luck = Rng(3)
    while state.is_chance_node() or len(state.legal_actions()) == 1:
        legal = state.legal_actions()
        state.apply_action(legal[luck.below(len(legal))])
    rival = rivals.Rival(game, rivals.UNLIMITED, 1.0, 3)
    assert rival.choose(state, 0.0) in state.legal_actions()
    assert rival.made == 2  # with fewer there is nothing to choose by
    rival = rivals.Rival(game, 5, 1.0, 3)
    assert rival.choose(state, None) in state.legal_actions()
    assert rival.made == 5


def test_a_deal_is_played_in_both_seatings_and_counted() -> None:
    contest = small_contest("2 playouts")
    line = rivals.Duel(contest).play(0)
    assert [game["seating"] for game in line["games"]] == [[0, 1, 0, 1], [1, 0, 1, 0]]
    assert rivals.simulations_per_move([line], 1) == 2
    assert rivals.simulations_per_move([line], 0) > 0
    assert line["games"] != rivals.Duel(contest).play(1)["games"]
    text = rivals.page([(rivals.Pairing("2 playouts a move", contest), [line])], "About.")
    assert "| hagakure | 4 | 1 | 2 playouts a move | 1 | 2 | " in text


def test_identical_deals_do_not_give_a_zero_interval() -> None:
    contest = small_contest("2 playouts")
    won: GameLine = {
        "seating": [0, 1, 0, 1],
        "scores": [9, 0, 0, 0],
        "winners": [0],
        "decisions": [1] * 4,
        "seconds": [0.1] * 4,
    }
    lost: GameLine = {**won, "winners": [1]}
    alike: list[DealLine] = [{"deal": deal, "games": [won, won], "forfeits": []} for deal in range(30)]
    low, high = rivals.interval(bot_results(contest, alike)[0], 30)
    assert (round(low, 9), high) == (0.9, 1.0)
    mixed: list[DealLine] = [*alike, {"deal": 30, "games": [won, lost], "forfeits": []}]
    row = bot_results(contest, mixed)[0]
    assert rivals.interval(row, 31) == (row["low"], row["high"])


def test_a_run_resumes_where_it_stopped(tmp_path: Path) -> None:
    pairing = rivals.Pairing("2 playouts a move", small_contest("2 playouts"))
    journal = rivals.journal_of(pairing, tmp_path)
    rivals.play([(pairing, journal)], 1, math.inf)
    journal.close()
    again = rivals.journal_of(pairing, tmp_path)
    assert list(again.deals) == [0]
    first = again.deals[0]
    rivals.play([(pairing, again)], 2, math.inf)
    assert again.deals[0] is first
    assert sorted(again.deals) == [0, 1]
    rivals.play([(pairing, again)], 3, 0.0)  # no time is left
    assert sorted(again.deals) == [0, 1]
    again.close()
