"""Hijun, rule by rule."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import zashiki
from hijun.hands import (
    FOUR,
    board,
    chance,
    deal,
    deal_any,
    long,
    names,
    open_table,
    play,
    play_round,
    ready,
    refusal,
    told,
)
from support import Setting, seen_by
from zashiki import CHANCE, Match, Rng
from zashiki.games.hijun import cards
from zashiki.games.hijun.rules import DEAL, HijunState
from zashiki.testing.case import move_at_random

SEATS = pytest.mark.parametrize("seats", [4, 5, 6])


# Parts


@pytest.mark.rules("HJ-1.1", "HJ-2.2")
@pytest.mark.parametrize(("seats", "highest", "each"), [(4, 13, 13), (5, 15, 12), (6, 18, 12)])
def test_the_deck_and_the_deal(seats: int, highest: int, each: int) -> None:
    """Four colours up to 13, 15 or 18, all of them dealt, card by card."""
    match = open_table(seats)
    state = match.state()
    outcomes = [match.game.name(CHANCE, outcome) for outcome in state.legal(CHANCE)]
    flowers = ("poppy", "iris", "clover", "plum")
    assert outcomes == [f"deal {flower} {value}" for flower in flowers for value in range(1, highest + 1)]
    assert state.weights() == [1] * len(outcomes)
    for index, outcome in enumerate(outcomes):
        assert match.waiting == (CHANCE,)
        chance(match, outcome)
        whole = [board(match, seat)["players"][seat]["hand"] for seat in range(seats)]
        assert [card["name"] for card in whole[index % seats]][-1] == outcome.removeprefix("deal ")
    assert [player["hand_count"] for player in board(match)["players"]] == [each] * seats
    assert board(match)["phase"] == "discard"
    assert board(match)["highest_value"] == highest


@pytest.mark.rules("HJ-1.1")
def test_the_literals_of_the_card_sets() -> None:
    """The words that are written as literals for the compiler."""
    for seats in (4, 5, 6):
        assert cards.full_colour(seats) == sum(2**value for value in range(1, int(cards.highest_value(seats)) + 1))
    assert [cards.card_of(cards.colour_of(card), cards.value_of(card)) for card in range(72)] == list(range(72))


@pytest.mark.rules("HJ-1.2", "HJ-R1")
def test_the_tokens_of_five_rounds() -> None:
    """Four for each round; ascending by default, flat, or from a table."""
    rising = [[1, 2, 3, 4], [2, 3, 4, 5], [3, 4, 5, 6], [4, 5, 6, 7], [5, 6, 7, 8]]
    assert board(open_table(4))["token_table"] == rising
    assert board(open_table(4, tokens="ascending"))["token_table"] == rising
    assert board(open_table(5, tokens="flat"))["token_table"] == [[1, 2, 3, 4]] * 5
    own = [[0, 0, 1, 99], [1, 2, 3, 4], [5, 5, 5, 5], [0, 0, 0, 0], [7, 8, 9, 10]]
    match = open_table(6, tokens=own)
    assert board(match)["token_table"] == own
    for number, row in enumerate(own):
        assert board(match)["round"] == number + 1
        assert [token["number"] for token in board(match)["tokens"]] == row
        play_round(match, [0, 0, 0, 1, 1, 1, 2, 2, 2, 3])
    assert match.over


BAD_TABLES: list[Any] = [
    "descending",
    "",
    None,
    7,
    True,
    [],
    [[1, 2, 3, 4]] * 4,
    [[1, 2, 3, 4]] * 6,
    [[1, 2, 3]] * 5,
    [[1, 2, 3, 4, 5]] * 5,
    [[1, 2, 3, 100]] * 5,
    [[-1, 2, 3, 4]] * 5,
    [[1, 2, 3, 4.0]] * 5,
    [[True, 2, 3, 4]] * 5,
    [[1, 2, 3, "4"]] * 5,
    [[1, 2, 3, 4]] * 4 + [None],
    "12345",
    {"1": [1, 2, 3, 4]},
]


@pytest.mark.rules("HJ-R1")
@pytest.mark.parametrize("tokens", BAD_TABLES, ids=str)
@pytest.mark.parametrize("order", ["ascending", "random"])
def test_tables_that_are_none(tokens: Any, order: str) -> None:
    """Five rows of four whole numbers from 0 to 99, or one of two words."""
    wanted = "option tokens: .*expected 'ascending', 'flat', or 5 rows of 4 whole numbers from 0 to 99"
    with pytest.raises(zashiki.BadOption, match=wanted):
        zashiki.new("hijun", tokens=tokens, token_order=order)


@pytest.mark.rules("HJ-R1", "HJ-2.1")
def test_rows_ascend_unless_the_order_is_random() -> None:
    """The two options together."""
    tokens: Any = [[1, 2, 3, 4], [4, 2, 2, 1], [1, 1, 2, 2], [1, 2, 3, 4], [1, 2, 3, 4]]
    with pytest.raises(zashiki.BadOption) as refused:
        zashiki.new("hijun", tokens=tokens)
    assert refused.value.expected == "rows in ascending order (row 2 is [4, 2, 2, 1]), or token_order 'random'"
    with pytest.raises(zashiki.BadOption, match="rows in ascending order"):
        zashiki.new("hijun", tokens=tokens, token_order="ascending")
    assert zashiki.new("hijun", tokens=tokens, token_order="random", seed=1).options["tokens"] == tokens
    with pytest.raises(zashiki.BadOption, match=r"option token_order: 'shuffled' .* 'ascending', 'random'"):
        zashiki.new("hijun", token_order="shuffled")


@pytest.mark.rules("HJ-R1")
def test_a_table_of_tokens_is_the_tables_own() -> None:
    """Neither the list that was given nor the one in a view changes the game."""
    tokens: Any = [[1, 2, 3, 4] for _ in range(5)]
    match = zashiki.new("hijun", seed=1, tokens=tokens)
    tokens[0][0] = 50
    shown: Any = match.view(0)["options"]["tokens"]
    shown[0][1] = 60
    kept: Any = match.record().data["options"]["tokens"]
    kept[0][2] = 70
    assert match.options["tokens"] == [[1, 2, 3, 4]] * 5


# A round begins


@pytest.mark.rules("HJ-2.1")
def test_tokens_lie_in_ascending_order() -> None:
    """Without any chance, the lowest first."""
    table = open_table(4)
    assert board(table)["phase"] == "deal"
    left = [{"number": number, "state": "left", "seat": None} for number in (1, 2, 3, 4)]
    assert board(table)["tokens"] == left
    play_round(table, [0, 0, 0, 1, 1, 1, 2, 2, 2])
    assert [token["number"] for token in board(table)["tokens"]] == [2, 3, 4, 5]
    assert board(table)["to_lay"] == []


@pytest.mark.rules("HJ-2.1")
def test_tokens_in_random_order_are_laid_out_by_chance_for_all_to_see() -> None:
    """One after the other, each with the same chance; equal ones count as often as they are."""
    own = [[1, 3, 3, 8], *[[1, 2, 3, 4]] * 4]
    match = open_table(4, tokens=own, token_order="random")
    assert board(match)["phase"] == "tokens"
    assert board(match)["to_lay"] == [1, 3, 3, 8]
    state = match.state()
    assert [match.game.name(CHANCE, outcome) for outcome in state.legal(CHANCE)] == ["token 1", "token 3", "token 8"]
    assert state.weights() == [1, 2, 1]
    chance(match, "token 3")
    assert match.state().weights() == [1, 1, 1]
    chance(match, "token 8")
    for seat in (None, 0, 3):
        assert [token["number"] for token in board(match, seat)["tokens"]] == [3, 8]
        assert board(match, seat)["to_lay"] == [1, 3]
    with pytest.raises(zashiki.BadChance):
        chance(match, "token 8")
    chance(match, "token 1", "token 3")
    assert board(match)["phase"] == "deal"
    assert [token["number"] for token in board(match)["tokens"]] == [3, 8, 1, 3]


@pytest.mark.rules("HJ-2.1")
def test_the_random_order_is_even() -> None:
    """Each of the orders as often, in the fast step too."""
    rng = Rng(5)
    found: Counter[tuple[int, ...]] = Counter()
    for index in range(4800):
        state = Setting("hijun", 4, (("token_order", '"random"'),)).start()
        assert isinstance(state, HijunState)
        while state.phase != DEAL:
            if index % 2:
                state.step(rng)
            else:
                move_at_random(state, rng)
        found[tuple(state.row)] += 1
    assert len(found) == 24
    assert all(abs(times - 200) < 60 for times in found.values())


@pytest.mark.rules("HJ-2.1", "HJ-3.4")
def test_tokens_in_random_order_are_taken_as_they_lie() -> None:
    """The next one in the row, whatever its number; each round is laid out anew."""
    match = open_table(4, token_order="random")
    play_round(match, [0, 1, 1, 0, 2, 2, 3, 3, 3], tokens=[3, 1, 4, 2])
    assert match.scores == [1, 3, 4, 0]
    assert board(match)["phase"] == "tokens"
    assert board(match)["tokens"] == []
    play_round(match, [3, 3, 0, 0, 1, 1, 2, 2, 2], tokens=[5, 2, 3, 4])
    assert match.scores == [3, 6, 4, 5]


@pytest.mark.rules("HJ-2.3")
@pytest.mark.parametrize(("seats", "due", "left"), [(4, 4, 9), (5, 3, 9), (6, 2, 10)])
def test_everyone_discards_at_the_same_time(seats: int, due: int, left: int) -> None:
    """4, 3 or 2 cards, any of the hand, all seats waiting until each is done."""
    match = zashiki.new("hijun", seats=seats, seed=4)
    assert board(match)["discards_due"] == due
    waiting = list(range(seats))
    rng = Rng(seats)
    for seat in reversed(range(seats)):
        for made in range(due):
            assert match.waiting == tuple(waiting)
            hand = [card["name"] for card in board(match, seat)["players"][seat]["hand"]]
            assert names(match, seat) == [f"discard {card}" for card in hand]
            legal = match.legal(seat)
            match.play(seat, legal[int(rng.below(len(legal)))])
            if seat > 0 or made + 1 < due:
                assert board(match)["players"][seat]["owes"] == due - made - 1
                assert board(match)["players"][seat]["discard_count"] == made + 1
        waiting.remove(seat)
        if seat > 0:
            assert match.legal(seat) == []
    assert board(match)["phase"] == "play"
    assert [player["hand_count"] for player in board(match)["players"]] == [left] * seats
    assert [player["discard_count"] for player in board(match)["players"]] == [due] * seats


@pytest.mark.rules("HJ-2.3", "HJ-5.1")
def test_discards_and_their_order_are_secret() -> None:
    """Others see how many, never which, nor the order in which they were chosen."""
    kept = [hand.split() for hand in FOUR]
    tables = []
    for turn in (1, -1):
        match = open_table(4)
        spare = deal(match, kept)
        for card in spare[2][::turn]:
            match.play(2, match.parse(2, "discard " + long(card)))
        tables.append(match)
        assert told(match)[-1] == "Seat 2 has discarded 4 cards."
        first, second, third, last = (long(card) for card in spare[2])
        assert told(match, 2)[-1] == f"Seat 2 has discarded {first}, {second}, {third} and {last}."
        for seat in (None, 0, 1, 3):
            assert board(match, seat)["players"][2]["discards"] is None
            assert board(match, seat)["players"][2]["hand"] is None
        assert [card["name"] for card in board(match, 2)["players"][2]["discards"]] == [long(card) for card in spare[2]]
    for seat in (None, *range(4)):
        assert seen_by(tables[0], seat) == seen_by(tables[1], seat)


@pytest.mark.rules("HJ-2.3")
def test_a_discard_says_nothing_to_others_before_the_seat_is_done() -> None:
    """Only the count moves; no event."""
    match = open_table(4)
    spare = deal(match, [hand.split() for hand in FOUR])
    before = told(match)
    match.play(1, match.parse(1, "discard " + long(spare[1][0])))
    assert told(match) == before
    assert match.view(1)["prompt"]["text"] == "Discard 3 more cards face down."
    assert match.view(0)["prompt"]["text"] == "Discard 4 cards face down."
    for card in spare[1][1:]:
        match.play(1, match.parse(1, "discard " + long(card)))
    assert match.view(1)["prompt"]["text"] == "Waiting for Seat 0, Seat 2 and Seat 3 to discard."
    assert match.view(None)["prompt"]["text"] == "Waiting for Seat 0, Seat 2 and Seat 3 to discard."


@pytest.mark.rules("HJ-2.4")
def test_chance_names_the_first_leader_when_all_have_discarded() -> None:
    """Any seat, each with the same chance, in round 1 only."""
    match = open_table(5)
    deal_any(match)
    assert match.waiting == (CHANCE,)
    assert board(match)["phase"] == "leader"
    assert board(match)["leader"] is None
    state = match.state()
    assert [match.game.name(CHANCE, outcome) for outcome in state.legal(CHANCE)] == [f"leader {n}" for n in range(5)]
    assert state.weights() == [1] * 5
    chance(match, "leader 3")
    assert match.waiting == (3,)
    assert board(match)["leader"] == 3
    assert told(match)[-1] == "Seat 3 is drawn to lead the first trick."
    rng = Rng(1)
    fast: Counter[int] = Counter()
    for _ in range(1000):
        twin = state.clone()
        twin.step(rng)
        fast[int(twin.turn())] += 1
    assert set(fast) == set(range(5))
    assert all(abs(times - 200) < 60 for times in fast.values())


@pytest.mark.rules("HJ-2.4")
@SEATS
def test_the_winner_of_the_last_trick_leads_the_next_round(seats: int) -> None:
    """Without asking chance; everybody knows it while they discard."""
    match = open_table(seats)
    tricks = [0, 0, 0, 1, 1, 1, 1, 1, 2] if seats < 6 else [0, 0, 0, 1, 1, 1, 1, 1, 3, 2]
    play_round(match, tricks)
    assert board(match)["round"] == 2
    assert board(match)["leader"] == 2
    deal_any(match)
    assert match.waiting == (2,)
    assert told(match)[-1] == "Seat 2 won the last trick of round 1 and leads."


# A trick


@pytest.mark.rules("HJ-3.1")
def test_the_leader_plays_any_card() -> None:
    """All nine cards may be led, and the colour led is the trick colour."""
    match = ready(*FOUR, leader=2)
    assert match.waiting == (2,)
    assert names(match, 2) == ["play " + long(card) for card in ("p2", "p3", "i8", "i9", "i10", "c7", "c8", "c9", "m1")]
    assert match.view(2)["prompt"]["text"] == "Lead any card."
    play(match, "c7")
    assert board(match)["trick"]["colour"] == "clover"
    assert told(match)[-1] == "Seat 2 leads clover 7."


@pytest.mark.rules("HJ-3.2")
def test_the_trick_colour_must_be_followed() -> None:
    """Whoever holds it plays it, any value; whoever does not plays anything. Clockwise."""
    match = ready(*FOUR)
    play(match, "p4")
    assert match.waiting == (1,)
    assert names(match, 1) == ["play poppy 9", "play poppy 10"]
    assert match.view(1)["prompt"]["text"] == "Follow poppy: you hold poppy 9 and poppy 10."
    assert refusal(match, 1, "play iris 4") == (
        "reason.must_follow",
        "HJ-3.2",
        "the trick is poppy and you hold poppy 9 and poppy 10: you must play poppy",
    )
    play(match, "p9", "p2")
    assert match.waiting == (3,)
    assert len(names(match, 3)) == 9
    assert match.view(3)["prompt"]["text"] == "Play any card: the trick is poppy and you hold none."
    play(match, "i13")
    assert told(match)[-2:] == [
        "Seat 3 plays iris 13, having no poppy.",
        "Seat 1 wins the trick with poppy 9 and has 1 trick.",
    ]
    assert [player["lacks"] for player in board(match)["players"]] == [[], [], [], ["poppy"]]


@pytest.mark.rules("HJ-3.3")
@pytest.mark.parametrize(
    ("leader", "trick", "winner"),
    [
        (0, ("p4", "p9", "p2", "i13"), 1),
        (0, ("p6", "p10", "p3", "m4"), 1),
        (2, ("p3", "c12", "p4", "p9"), 1),
        (1, ("p9", "p2", "i13", "p6"), 1),
        (3, ("i11", "i3", "i7", "i10"), 3),
        (2, ("m1", "m2", "p6", "c6"), 3),
        (3, ("m2", "c3", "p10", "m1"), 3),
        (2, ("c9", "c10", "c1", "c6"), 3),
        (0, ("i1", "i4", "i8", "i11"), 3),
    ],
)
def test_who_wins_a_trick(leader: int, trick: tuple[str, ...], winner: int) -> None:
    """The highest of the trick colour, whatever else was played; the winner leads the next trick."""
    match = ready(*FOUR, leader=leader)
    play(match, *trick)
    assert match.waiting == (winner,)
    assert len(match.legal(winner)) == 8
    last = board(match)["last_trick"]
    assert (last["leader"], last["winner"]) == (leader, winner)
    assert [entry["card"]["name"] for entry in last["cards"]] == [long(card) for card in trick]
    assert [entry["seat"] for entry in last["cards"]] == [(leader + place) % 4 for place in range(4)]
    assert [player["tricks"] for player in board(match)["players"]] == [int(seat == winner) for seat in range(4)]


@pytest.mark.rules("HJ-3.4")
def test_the_second_trick_takes_the_next_token_at_once() -> None:
    """Not before, and not at the end of the round."""
    match = _until(open_table(4), [0, 1, 1, 0], 1)
    assert [player["token"] for player in board(match)["players"]] == [None] * 4
    match = _until(open_table(4), [0, 1, 1, 0], 3)
    assert [player["token"] for player in board(match)["players"]] == [None, 1, None, None]
    assert board(match)["tokens"][0] == {"number": 1, "state": "taken", "seat": 1}
    assert told(match)[-1] == "Seat 1 takes token 1."
    match = _until(open_table(4), [0, 1, 1, 0], 4)
    assert [player["token"] for player in board(match)["players"]] == [2, 1, None, None]
    assert match.scores == [0, 0, 0, 0]


def _until(match: Match, winners: list[int], tricks: int) -> Match:
    """The first tricks of a round, won by these seats."""
    whole = play_round(open_table(match.seats, **match.options), winners + [3] * (9 - len(winners)))
    moves = [line for line in whole.record().moves if not line.startswith("* leader")]
    for line in whole.record().moves[: len(moves) + 1 - match.seats * (9 - tricks)]:
        who, _, name = line.partition(" ")
        if who == "*":
            chance(match, name)
        else:
            match.play(int(who), match.parse(int(who), name))
    assert sum(player["tricks"] for player in board(match)["players"]) == tricks
    return match


@pytest.mark.rules("HJ-3.5")
def test_a_third_trick_covers_the_token() -> None:
    """No points, the token is out, the next player takes the next one; a fourth trick changes nothing."""
    table = _until(open_table(4), [0, 0, 0, 1, 1, 0], 3)
    assert board(table)["tokens"][0] == {"number": 1, "state": "out", "seat": 0}
    assert board(table)["players"][0]["covered"]
    assert told(table)[-2:] == [
        "Seat 0 wins the trick with poppy 12 and has 3 tricks.",
        "Seat 0 covers token 1: it no longer counts.",
    ]
    table = _until(open_table(4), [0, 0, 0, 1, 1, 0], 5)
    assert board(table)["tokens"][1] == {"number": 2, "state": "taken", "seat": 1}
    table = _until(open_table(4), [0, 0, 0, 1, 1, 0], 6)
    assert told(table)[-1] == "Seat 0 wins the trick with iris 12 and has 4 tricks."
    assert board(table)["players"][0]["token"] == 1
    play_round(whole := open_table(4), [0, 0, 0, 1, 1, 0, 2, 2, 3])
    assert whole.scores == [0, 2, 3, 0]


@pytest.mark.rules("HJ-R2")
def test_a_fifth_player_with_two_tricks_gets_no_token() -> None:
    """With six players, when all four tokens are taken."""
    match = open_table(6)
    play_round(match, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4])
    assert match.scores == [1, 2, 3, 4, 0, 0]
    assert "Seat 4 has won two tricks, but no token is left." in told(match)
    lines = [(line["seat"], line["rule"], line["points"], line["text"]) for line in match.breakdown()]
    assert lines == [
        (0, "HJ-4.1", 1, "token 1 for exactly two tricks"),
        (1, "HJ-4.1", 2, "token 2 for exactly two tricks"),
        (2, "HJ-4.1", 3, "token 3 for exactly two tricks"),
        (3, "HJ-4.1", 4, "token 4 for exactly two tricks"),
        (4, "HJ-R2", 0, "two tricks, but no token was left"),
        (5, "HJ-4.1", 0, "no trick, exactly 2 are needed"),
    ]


@pytest.mark.rules("HJ-R2")
def test_the_rare_game_is_kept() -> None:
    """The record beside these tests, which the test of sentences needs too, is the game above."""
    kept = zashiki.load(Path(__file__).parent / "rare" / "a-fifth-player-with-two-tricks.json")
    match = play_round(open_table(6), [0, 0, 1, 1, 2, 2, 3, 3, 4, 4])
    assert kept == match.record()
