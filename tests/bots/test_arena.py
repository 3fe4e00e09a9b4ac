"""The arena: fair seatings, results that depend only on the contest, a journal that loses nothing."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

import zashiki
from zashiki.bots.arena import ArenaWorker, Contest, DealLine, checked
from zashiki.bots.journal import Journal
from zashiki.bots.parallel import play_all
from zashiki.bots.statistics import bot_results, mean_and_error, speeds

# Never compiled, so the same in both lanes.
pytestmark = pytest.mark.once

SMALL = Contest("hagakure", ("greedy", "random"), 4, 5, {"rounds": 1})


def without_time(line: DealLine) -> str:
    """A deal as text, without the timings."""
    data = json.loads(json.dumps(line))
    for game in data["games"]:
        del game["seconds"]
    return json.dumps(data)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6, 7])
@pytest.mark.parametrize("bots", [2, 3, 4, 5])
def test_every_bot_sits_on_every_seat_equally_often(bots: int, seats: int) -> None:
    names = tuple(f"bot{number}" for number in range(bots))
    seatings = Contest("hagakure", names, seats).seatings()
    assert len(seatings) == len(set(seatings))
    for seat in range(seats):
        counts = [sum(row[seat] == bot for row in seatings) for bot in range(bots)]
        assert len(set(counts)) == 1
    if bots <= seats:
        assert all(set(row) == set(range(bots)) for row in seatings)
    else:
        assert all(len(set(row)) == seats for row in seatings)


def test_two_bots_at_four_seats_sit_alternately() -> None:
    assert SMALL.seatings() == [(0, 1, 0, 1), (1, 0, 1, 0)]


def test_four_bots_at_four_seats_rotate() -> None:
    seatings = Contest("hagakure", ("a", "b", "c", "d"), 4).seatings()
    assert sorted(seatings) == [(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)]


def test_bots_entered_twice_have_different_names() -> None:
    assert Contest("hagakure", ("greedy", "random", "greedy"), 4).names() == ["greedy #1", "random", "greedy #2"]


def test_all_seatings_of_a_deal_have_the_same_chance() -> None:
    """Two identical bots: every seating of a deal is the same game."""
    worker = ArenaWorker(checked(Contest("hijun", ("greedy", "greedy"), 4, 1)))
    for deal in range(2):
        games = worker.play(deal)["games"]
        assert len(games) == 2
        assert games[0]["scores"] == games[1]["scores"]
    assert worker.play(0)["games"][0]["scores"] != worker.play(1)["games"][0]["scores"]


def test_a_deal_depends_only_on_the_contest_and_its_number() -> None:
    contest = checked(Contest("hagakure", ("race:8", "greedy"), 3, 9, {"rounds": 1}))
    alone = without_time(ArenaWorker(contest).play(3))
    after_others = list(map(ArenaWorker(contest).play, range(4)))[3]
    assert without_time(after_others) == alone
    other = Contest(contest.game, contest.bots, contest.seats, 10, contest.options)
    assert without_time(ArenaWorker(other).play(3)) != alone


def test_parallel_processes_give_the_same_deals() -> None:
    contest = checked(SMALL)
    one = {line["deal"]: without_time(line) for line in play_all(contest, range(6), 1)}
    two = {line["deal"]: without_time(line) for line in play_all(contest, range(6), 2)}
    assert one == two
    assert sorted(one) == list(range(6))


def test_a_mirror_match_is_even_within_its_interval() -> None:
    contest = checked(Contest("hagakure", ("random", "random"), 4, 3, {"rounds": 1}))
    first, second = bot_results(contest, list(play_all(contest, range(80), 1)))
    for row in (first, second):
        assert row["low"] < row["even"] == 0.5 < row["high"]
    assert first["share"] + second["share"] == pytest.approx(1)
    assert abs(first["rating"] - second["rating"]) < 2 * (first["doubt"] + second["doubt"])


def test_a_stronger_bot_is_found_stronger() -> None:
    contest = checked(SMALL)
    strong, weak = bot_results(contest, list(play_all(contest, range(60), 1)))
    assert strong["low"] > 0.5 > weak["high"]
    assert strong["rating"] > weak["rating"]
    assert strong["games"] == 120


def test_shares_and_intervals_are_those_of_the_deals() -> None:
    contest = Contest("hagakure", ("a", "b"), 2)

    def deal(number: int, winners: tuple[list[int], list[int]]) -> DealLine:
        return {
            "deal": number,
            "games": [
                {
                    "seating": seating,
                    "scores": [int(0 in won), int(1 in won)],
                    "winners": won,
                    "decisions": [10, 30],
                    "seconds": [1.0, 0.3],
                }
                for seating, won in zip(([0, 1], [1, 0]), winners, strict=True)
            ],
            "forfeits": [],
        }

    # In deal 0 `a` wins both games, in deal 1 seat 0 does, in deal 2 both are shared.
    deals = [deal(0, ([0], [1])), deal(1, ([0], [0])), deal(2, ([0, 1], [0, 1]))]
    a, b = bot_results(contest, deals)
    assert a["share"] == pytest.approx((1 + 0.5 + 0.5) / 3)
    mean, error = mean_and_error([1.0, 0.5, 0.5])
    assert (a["low"], a["high"]) == pytest.approx((mean - 1.96 * error, min(1.0, mean + 1.96 * error)), abs=1e-4)
    assert b["share"] == pytest.approx(1 / 3)
    assert a["rating"] > b["rating"]
    first, second = speeds(contest, deals)
    assert first["decisions"] == second["decisions"] == 120
    assert first["milliseconds"] == pytest.approx(1000 * (3 * 1.0 + 3 * 0.3) / 120)


def test_one_deal_gives_the_widest_interval() -> None:
    assert mean_and_error([0.5]) == (0.5, 1.0)


@pytest.mark.parametrize(
    ("contest", "kind"),
    [
        (Contest("hagakure", ("greedy",), 4), zashiki.BadBot),
        (Contest("hagakure", ("greedy",) * 13, 4), zashiki.BadBot),
        (Contest("hagakure", ("greedy", "granny"), 4), zashiki.BadBot),
        (Contest("hagakure", ("greedy", "random"), 9), zashiki.BadSeats),
        (Contest("hagakure", ("greedy", "random"), 4, 0, {"rounds": 0}), zashiki.BadOption),
        (Contest("go", ("greedy", "random"), 4), zashiki.UnknownGame),
    ],
)
def test_an_impossible_contest_is_refused(contest: Contest, kind: type[Exception]) -> None:
    with pytest.raises(kind):
        checked(contest)


# The journal


def test_a_truncated_journal_resumes_to_the_same_results(tmp_path: Path) -> None:
    contest = checked(SMALL)
    worker = ArenaWorker(contest)
    whole = tmp_path / "whole.jsonl"
    journal = Journal(whole, contest)
    for deal in range(3):
        journal.add(worker.play(deal))
    journal.close()
    raw = whole.read_bytes()
    expected = {deal: without_time(line) for deal, line in journal.deals.items()}
    ends = [index + 1 for index, byte in enumerate(raw) if byte == ord("\n")]
    cuts = [0, ends[0], ends[0] + 1, ends[1], ends[2] - 1, len(raw)]
    for cut in cuts:
        path = tmp_path / f"cut{cut}.jsonl"
        path.write_bytes(raw[:cut])
        again = Journal(path, contest)
        assert len(again.deals) == max(0, sum(end <= cut for end in ends) - 1)
        for deal in range(3):
            if deal not in again.deals:
                again.add(worker.play(deal))
        again.close()
        assert {deal: without_time(line) for deal, line in Journal(path, contest).deals.items()} == expected


def test_a_journal_is_for_one_contest(tmp_path: Path) -> None:
    path = tmp_path / "arena.jsonl"
    Journal(path, checked(SMALL)).close()
    before = path.read_bytes()
    for other in (
        Contest("hagakure", ("greedy", "random"), 4, 6, {"rounds": 1}),
        Contest("hagakure", ("random", "greedy"), 4, 5, {"rounds": 1}),
    ):
        with pytest.raises(zashiki.BadJournal, match="the journal of this contest"):
            Journal(path, checked(other))
    assert path.read_bytes() == before


@pytest.mark.parametrize("junk", [b"hello\n", b"not even a line", b"\xff\xfe\n", b"{}\n"])
def test_a_file_that_is_not_a_journal_is_not_changed(tmp_path: Path, junk: bytes) -> None:
    path = tmp_path / "letter.txt"
    path.write_bytes(junk)
    with pytest.raises(zashiki.BadJournal):
        Journal(path, checked(SMALL))
    assert path.read_bytes() == junk


def test_a_broken_line_in_a_journal_is_named(tmp_path: Path) -> None:
    path = tmp_path / "arena.jsonl"
    contest = checked(SMALL)
    journal = Journal(path, contest)
    journal.add(ArenaWorker(contest).play(0))
    journal.close()
    first, second = path.read_bytes().splitlines()
    path.write_bytes(b"\n".join([first, second[: len(second) // 2], second]) + b"\n")
    with pytest.raises(zashiki.BadJournal, match=r"arena.jsonl:2"):
        Journal(path, contest)


def test_deals_are_in_the_order_in_which_they_are_given() -> None:
    numbers = [line["deal"] for line in play_all(checked(SMALL), range(3), 1)]
    assert all(one < other for one, other in pairwise(numbers))
