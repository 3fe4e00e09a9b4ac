"""Hiroba: koi, gardens and the winner, rule by rule."""

from itertools import product

import pytest

import zashiki
from hiroba.boards import laid, play
from zashiki import Match, Rng
from zashiki.core.bits import members
from zashiki.games.hiroba.score import Standing, score_pad, victors
from zashiki.testing.case import play_at_random

PURPLE, BLACK = 0, 1


def points(standing: Standing) -> list[int]:
    return [int(own) for own in standing.points]


def winners(standing: Standing) -> list[int]:
    return members(victors(standing))


@pytest.mark.rules("HB-4.2", "HB-4.3", "HB-4.4", "HB-4.5")
def test_the_example_of_the_rulebook() -> None:
    """Purple 33, Black 34, and on the rules page too."""
    gardens = [
        (5, 2, [3, 9]),
        (3, 0, [8, 0]),
        (4, 1, [9, 4]),
        (4, 2, [7, 0]),
        (6, 3, [8, 8]),
        (2, 0, [0, 6]),
        (4, 0, [12, 7]),
        (4, 0, [9, 8]),
        (4, 1, [2, 9]),
        (4, 1, [3, 5]),
    ]
    ponds = [[4, 1], [2, 6], [1, 0], [7, 3], [0, 8]]
    standing = score_pad(2, gardens, ponds)
    assert [int(koi) for koi in standing.koi] == [2, 3]
    assert [int(koi) for koi in standing.loose] == [0, 0]
    assert [int(one) for one in standing.doubled] == [1, 0, 1, 1, 0, 0, 0, 0, 1, 1]
    assert points(standing) == [33, 34]
    assert [3 + (2 * 4 + 2 * 4) + 6 + (4 + 4), 2 * 5 + 6 + 2 + (2 * 4 + 2 * 4)] == [33, 34]
    assert winners(standing) == [BLACK]


@pytest.mark.rules("HB-4.2", "HB-R4")
@pytest.mark.parametrize(
    ("sums", "takers"),
    [
        ([5, 3, 9], [1]),
        ([5, 5, 9], [0, 1]),
        ([4, 4, 4], [0, 1, 2]),
        ([0, 3, 2], [2]),
        ([0, 0, 20], [2]),
        ([0, 0, 0], []),
        ([0, 7, 7], [1, 2]),
    ],
)
def test_the_lowest_sum_takes_a_koi(sums: list[int], takers: list[int]) -> None:
    """Only with a pebble there; tied seats take one each; nobody's koi stays."""
    standing = score_pad(3, [], [sums])
    assert members(standing.takers[0]) == takers
    assert [int(koi) for koi in standing.koi] == [int(seat in takers) for seat in range(3)]
    assert points(standing) == [int(seat in takers) for seat in range(3)], "a koi that is not placed is a point"


@pytest.mark.rules("HB-R4")
def test_koi_never_run_out() -> None:
    """Nine ponds, four tied seats: thirty-six koi."""
    assert points(score_pad(4, [], [[2, 2, 2, 2]] * 9)) == [9, 9, 9, 9]


@pytest.mark.rules("HB-4.3")
@pytest.mark.parametrize(
    ("sums", "won"),
    [([5, 3, 9], [2]), ([9, 3, 9], [0, 2]), ([4, 4, 4], [0, 1, 2]), ([0, 3, 0], [1]), ([0, 0, 0], [])],
)
def test_the_highest_sum_wins_a_garden(sums: list[int], won: list[int]) -> None:
    """As many points as squares, for each of the tied; nothing for a garden without pebbles."""
    for size in range(2, 7):
        standing = score_pad(3, [(size, 1, sums)], [])
        assert members(standing.winners[0]) == won
        assert points(standing) == [size * (seat in won) for seat in range(3)]


@pytest.mark.rules("HB-4.4")
def test_where_koi_may_lie() -> None:
    """An empty square of a garden won alone, one koi in a garden, 1 point for any other."""
    one_koi, two_koi = [[1, 0]], [[1, 0], [1, 0]]
    assert points(score_pad(2, [(4, 1, [5, 3])], one_koi)) == [8, 0]
    assert points(score_pad(2, [(4, 0, [5, 3])], one_koi)) == [5, 0], "no empty square"
    assert points(score_pad(2, [(4, 1, [5, 5])], one_koi)) == [5, 4], "tied"
    assert points(score_pad(2, [(4, 1, [3, 5])], one_koi)) == [1, 4], "somebody else's"
    assert points(score_pad(2, [(4, 2, [5, 3])], two_koi)) == [9, 0], "one in a garden at most"
    assert points(score_pad(2, [(4, 2, [5, 3]), (2, 1, [1, 0])], two_koi)) == [12, 0]


@pytest.mark.rules("HB-4.4", "HB-R5")
def test_the_last_example_of_the_rules_page() -> None:
    """Three koi, gardens of 5, 4 (full) and 2."""
    standing = score_pad(2, [(5, 1, [5, 3]), (4, 0, [9, 0]), (2, 1, [2, 0])], [[1, 0]] * 3)
    assert [int(one) for one in standing.doubled] == [1, 0, 1]
    assert points(standing) == [10 + 4 + 4 + 1, 0]


@pytest.mark.rules("HB-R5")
def test_koi_are_placed_in_the_best_way() -> None:
    """Against every way to place them."""
    rng = Rng(1)
    for _ in range(300):
        gardens = [(2 + int(rng.below(5)), int(rng.below(2)), [int(rng.below(5)), int(rng.below(5))]) for _ in range(5)]
        koi = [int(rng.below(4)), int(rng.below(4))]
        standing = score_pad(2, gardens, [[1, 0]] * koi[0] + [[0, 1]] * koi[1])
        for seat in (0, 1):
            plain = sum(size for size, _, sums in gardens if sums[seat] == max(sums) > 0)
            best = 0
            for chosen in product((0, 1), repeat=5):
                fine = all(
                    not one or (empty and sums[seat] > sums[1 - seat])
                    for one, (_, empty, sums) in zip(chosen, gardens, strict=True)
                )
                if fine and sum(chosen) <= koi[seat]:
                    twice = sum(size for one, (size, _, _) in zip(chosen, gardens, strict=True) if one)
                    best = max(best, plain + twice + koi[seat] - sum(chosen))
            assert points(standing)[seat] == best


@pytest.mark.rules("HB-4.5", "HB-R7")
@pytest.mark.parametrize(
    ("gardens", "expected"),
    [
        ([(4, 0, [1, 0]), (5, 0, [0, 1])], [1]),
        # 6 points each: one garden of 6 against two of 3
        ([(6, 0, [1, 0]), (3, 0, [0, 1]), (3, 0, [0, 1])], [1]),
        ([(6, 0, [1, 0]), (6, 0, [0, 1])], [0, 1]),
        # 9 points each; a tied garden counts as won: 2 against 3
        ([(5, 0, [1, 0]), (2, 0, [0, 1]), (3, 0, [0, 1]), (4, 0, [2, 2])], [1]),
        ([], [0, 1]),
    ],
)
def test_who_wins(gardens: list[tuple[int, int, list[int]]], expected: list[int]) -> None:
    """Points, then gardens won (tied ones too), then they share."""
    assert winners(score_pad(2, gardens, [])) == expected


@pytest.mark.rules("HB-R7")
def test_a_tied_garden_decides_a_tie() -> None:
    """Seats 1 and 2 have 4 points each, from one garden and from two, of which one is shared with seat 0."""
    shared = [(2, 0, [1, 0, 1]), (2, 0, [1, 0, 2]), (4, 0, [0, 1, 0])]
    standing = score_pad(3, shared, [])
    assert points(standing) == [2, 4, 4]
    assert [int(own) for own in standing.won] == [1, 1, 2]
    assert winners(standing) == [2]


def pond(match: Match, square: str) -> dict[str, object]:
    found: dict[str, object] = next(p for p in match.view(None)["board"]["ponds"] if p["square"] == square)
    return found


def garden(match: Match, square: str) -> dict[str, object]:
    found: dict[str, object] = next(g for g in match.view(None)["board"]["gardens"] if square in g["squares"])
    return found


@pytest.mark.rules("HB-4.2", "HB-4.3")
def test_sums_on_the_board() -> None:
    """Orthogonal neighbours only, of any tile; a garden ends at its tile; stones count nothing."""
    match = play(laid(4), "7@d5", "stone e7", "1@g5", "no stone", "2@c7", "no stone", "4@d7")
    assert pond(match, "e6")["sums"] == [0, 0, 0, 0], "d5 is only diagonal to e6, and on e7 there is a stone"
    play(match, "5@e5", "no stone")
    assert pond(match, "e6")["sums"] == [5, 0, 0, 0]
    assert pond(match, "e6")["beside"] == ["e7", "d6", "f6", "e5"]
    assert pond(match, "e6")["takers"] == [0]
    assert garden(match, "d5")["sums"] == [12, 0, 0, 0]
    assert garden(match, "d5")["leaders"] == [0]
    assert garden(match, "d5")["empty"] == ["d6"]
    assert garden(match, "d7")["sums"] == [0, 0, 0, 4]
    # The koi of e6 lies in the largest garden that seat 0 won alone; only that one so far.
    assert garden(match, "d5")["koi"] == 0
    assert match.scores[0] == 6


@pytest.mark.rules("HB-4.2")
def test_a_square_between_two_ponds_counts_for_both() -> None:
    """The third example of the rules page. i4 lies between the ponds i5 and i3, on two tiles."""
    match = play(laid(4), "3@g5", "no stone", "6@h1", "no stone", "2@c7", "no stone", "4@d7")
    play(match, "2@g4", "no stone", "5@h4", "no stone", "9@c9", "no stone", "8@d8")
    play(match, "1@i4", "no stone")
    for square in ("i5", "i3"):
        assert pond(match, square)["sums"] == [1, 0, 0, 0]
        assert pond(match, square)["takers"] == [0]
    assert match.view(None)["board"]["players"][0]["koi"] == 2


@pytest.mark.rules("HB-2.2", "HB-R2")
def test_water_takes_no_part() -> None:
    """Neither ponds nor gardens of a tile that is water are counted; rows run on."""
    match = play(laid(2, water="b8 e8 h8 h5"), "7@d5", "no stone", "1@c4", "no stone")
    board = match.view(None)["board"]
    assert {entry["place"] for entry in board["ponds"]} == {3, 4, 6, 7, 8}
    assert {entry["place"] for entry in board["gardens"]} == {3, 4, 6, 7, 8}
    assert len(board["gardens"]) == 10


@pytest.mark.rules("HB-4.3", "HB-4.5")
def test_scores_tell_how_it_would_be_now() -> None:
    """Nothing before the first pebble; then the standing; its lines add up, with the same rules."""
    match = laid(4)
    assert match.scores == [0, 0, 0, 0]
    assert not match.view(None)["board"]["final"]
    play(match, "7@d5", "no stone", "1@g5", "no stone", "2@c7", "no stone", "4@d7")
    assert match.scores == [3, 3, 6, 2]
    assert [(line["seat"], line["rule"], line["points"], line["text"]) for line in match.breakdown()] == [
        (0, "HB-4.3", 3, "highest sum in the garden of 3 squares at d6"),
        (1, "HB-4.3", 3, "highest sum in the garden of 3 squares at g6"),
        (2, "HB-4.3", 6, "highest sum in the garden of 6 squares at c9"),
        (3, "HB-4.3", 2, "highest sum in the garden of 2 squares at d7"),
    ]
    assert match.winners == ()


@pytest.mark.rules("HB-4.2", "HB-4.3", "HB-4.4", "HB-4.5")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_end_is_narrated_as_it_is_scored(seats: int) -> None:
    """Events, board, lines and scores say the same, recounted from the squares."""
    for seed in range(8):
        match = play_at_random(zashiki.new("hiroba", seats=seats, seed=seed), Rng(seed))
        view = match.view(None)
        board = view["board"]
        lying = {square["name"]: square["pebble"] for square in board["squares"] if square["pebble"]}

        def sums(squares: list[str], lying: dict[str, dict[str, int]] = lying) -> list[int]:
            return [
                sum(lying[square]["number"] for square in squares if square in lying and lying[square]["seat"] == seat)
                for seat in range(seats)
            ]

        gardens = [(len(entry["squares"]), len(entry["empty"]), sums(entry["squares"])) for entry in board["gardens"]]
        ponds = [sums(entry["beside"]) for entry in board["ponds"]]
        standing = score_pad(seats, gardens, ponds)
        assert points(standing) == view["scores"] == [player["points"] for player in board["players"]]
        assert winners(standing) == view["winners"]
        assert board["final"]
        codes = [event["code"] for event in match.events(None)]
        assert sum(code.startswith("event.koi") for code in codes) == len(ponds)
        assert sum(code.startswith("event.garden") for code in codes) == len(gardens)
        assert codes.count("event.doubled") == sum(entry["koi"] is not None for entry in board["gardens"])
        assert codes[-1] == "event.over"
