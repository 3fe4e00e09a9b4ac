"""Hijun: the end, what is known and the score, rule by rule."""

from typing import Any

import pytest

import zashiki
from hijun.hands import (
    FOUR,
    board,
    chance,
    deal,
    deck,
    discard,
    long,
    open_table,
    play,
    play_round,
    ready,
    refusal,
    told,
)
from support import Setting, settings
from zashiki import CHANCE, Rng
from zashiki.games.hijun import cards
from zashiki.games.hijun.rules import HijunState
from zashiki.games.hijun.score import is_last_round, points, round_points, token_table, tokens_taken, winners
from zashiki.testing.case import move_at_random, play_at_random

SEATS = pytest.mark.parametrize("seats", [4, 5, 6])


# The end


@pytest.mark.rules("HJ-4.1", "HJ-3.5")
def test_exactly_two_tricks_score_the_token() -> None:
    """One trick gives nothing, three give nothing, tokens left over are nobody's."""
    match = open_table(4)
    play_round(match, [0, 1, 1, 0, 2, 2, 2, 3, 0])
    assert match.scores == [0, 1, 0, 0]
    assert board(match)["sheet"] == [[0, 1, 0, 0]]
    lines = [(line["seat"], line["round"], line["rule"], line["points"], line["text"]) for line in match.breakdown()]
    assert lines == [
        (0, 1, "HJ-3.5", 0, "token 2, covered after 3 tricks"),
        (1, 1, "HJ-4.1", 1, "token 1 for exactly two tricks"),
        (2, 1, "HJ-3.5", 0, "token 3, covered after 3 tricks"),
        (3, 1, "HJ-4.1", 0, "1 trick, exactly 2 are needed"),
    ]
    assert [token["state"] for token in board(match)["tokens"]] == ["left"] * 4
    assert told(match)[-4:] == [
        "Seat 0 scores 0 this round and has 0.",
        "Seat 1 scores 1 this round and has 1.",
        "Seat 2 scores 0 this round and has 0.",
        "Seat 3 scores 0 this round and has 0.",
    ]


@pytest.mark.rules("HJ-4.1")
@SEATS
def test_the_round_ends_when_all_hands_are_empty(seats: int) -> None:
    """Nine tricks, ten with six players, and the points are written down."""
    match = zashiki.new("hijun", seats=seats, seed=2)
    rng = Rng(2)
    while not board(match)["sheet"]:
        before = board(match)
        play_at_random(match, rng, most=1)
    assert [player["hand_count"] for player in before["players"]].count(0) == seats - 1
    assert len([text for text in told(match) if "wins the trick" in text]) == (10 if seats == 6 else 9)


@pytest.mark.rules("HJ-4.2")
def test_ten_points_end_the_game() -> None:
    """After the round, whoever has the most wins; 9 points do not end it."""
    match = open_table(4)
    fourth = [0, 0, 1, 1, 2, 2, 3, 3, 0]
    play_round(match, fourth)
    play_round(match, fourth)
    assert match.scores == [0, 5, 7, 9]
    assert not match.winners
    play_round(match, [3, 3, 3, 0, 0, 1, 1, 2, 2])
    assert match.scores == [4, 10, 13, 9]
    assert match.over
    assert match.winners == (2,)
    assert told(match)[-1] == "The game is over. Seat 2 wins."
    assert refusal(match, 0, "play poppy 1") == ("reason.over", "HJ-4.2", "the game is over")


@pytest.mark.rules("HJ-4.2")
@pytest.mark.parametrize(("high", "over"), [(9, False), (10, True), (11, True)])
def test_exactly_ten_are_enough(high: int, over: bool) -> None:
    """10 or more."""
    match = open_table(4, tokens=[[0, 0, 0, high], *[[0, 0, 0, 0]] * 4])
    play_round(match, [0, 0, 1, 1, 2, 2, 3, 3, 0])
    assert match.over == over


@pytest.mark.rules("HJ-4.2")
def test_five_rounds_end_the_game_and_equals_share_the_victory() -> None:
    """After round 5 in any case."""
    match = open_table(4, tokens="flat")
    for number in range(1, 6):
        assert board(match)["round"] == number
        assert not match.over
        assert match.winners == ()
        play_round(match, [0, 0, 1, 1, 1, 2, 2, 2, 2] if number % 2 else [3, 3, 0, 1, 1, 1, 2, 2, 2])
    assert match.over
    assert match.scores == [3, 0, 0, 2]
    assert match.winners == (0,)
    match = open_table(4, tokens="flat")
    for number in range(1, 6):
        play_round(match, [number % 4, number % 4, *[3] * 3, *[2] * 4] if number in (1, 4) else [2] * 3 + [3] * 6)
    assert match.scores == [1, 1, 0, 0]
    assert match.winners == (0, 1)
    assert told(match)[-1] == "The game is over. Seat 0 and Seat 1 win."
    assert match.view(0)["prompt"]["text"] == "The game is over. Seat 0 and Seat 1 win."


@pytest.mark.rules("HJ-4.1", "HJ-4.2")
def test_after_the_end_the_last_round_can_still_be_seen() -> None:
    """Tricks, tokens and the last trick stay on the table."""
    table = open_table(4, tokens=[[1, 2, 3, 10], *[[1, 2, 3, 4]] * 4])
    play_round(table, [0, 0, 1, 1, 2, 2, 3, 3, 0])
    shown = board(table)
    assert (shown["phase"], shown["leader"], shown["trick"]) == ("over", None, None)
    assert [player["tricks"] for player in shown["players"]] == [3, 2, 2, 2]
    assert [token["state"] for token in shown["tokens"]] == ["out", "taken", "taken", "taken"]
    assert shown["last_trick"]["winner"] == 0


# What you know


@pytest.mark.rules("HJ-5.1")
def test_what_a_seat_sees() -> None:
    """The own hand and discards, all cards played, tricks, tokens and who lacks what; nothing else."""
    table = ready(*FOUR)
    play(table, "p4", "p9", "p2", "i13", "p10", "p3")
    for seat in range(4):
        for player in board(table, seat)["players"]:
            assert (player["hand"] is not None) == (player["seat"] == seat)
            assert (player["discards"] is not None) == (player["seat"] == seat)
    assert all(player["hand"] is None and player["discards"] is None for player in board(table)["players"])
    mine = board(table, 0)
    assert [card["name"] for card in mine["players"][0]["hand"]] == [long(card) for card in FOUR[0].split()[1:]]
    assert len(mine["players"][0]["discards"]) == 4
    assert [card["name"] for card in mine["played"]] == [long(card) for card in ("p2", "p3", "p4", "p9", "p10", "i13")]
    assert mine["last_trick"] is None
    assert [entry["card"]["name"] for entry in mine["trick"]["cards"]] == ["poppy 10", "poppy 3"]
    assert (mine["trick"]["leader"], mine["trick"]["winner"]) == (1, 1)


@pytest.mark.rules("HJ-5.1", "HJ-3.2")
def test_what_was_lacking_is_forgotten_with_the_round() -> None:
    """All cards are dealt anew."""
    rng = Rng(3)
    match = zashiki.new("hijun", seats=4, seed=3)
    while board(match)["round"] == 1:
        lacking = [player["lacks"] for player in board(match)["players"]]
        play_at_random(match, rng, most=1)
    assert any(lacking)
    assert not any(player["lacks"] for player in board(match)["players"])


@pytest.mark.rules("HJ-2.3", "HJ-3.1")
def test_a_touched_card_means_discard_or_play() -> None:
    """What touching a card means follows from the phase, and every legal move can be touched."""
    for setting in settings():
        if setting.key != "hijun" or setting.given:
            continue
        match = setting.table(seed=6)
        rng = Rng(6)
        while not match.over:
            for seat in match.waiting:
                touch = {card["action"] for card in board(match, seat)["players"][seat]["hand"]}
                assert set(match.legal(seat)) <= touch
            play_at_random(match, rng, most=1)


@pytest.mark.rules("HJ-1.1", "HJ-2.1", "HJ-2.2", "HJ-2.3", "HJ-2.4", "HJ-3.1", "HJ-3.2")
def test_every_kind_of_illegal_move_has_its_reason() -> None:
    """Codes, rules and facts."""
    match = open_table(4, token_order="random")
    assert refusal(match, 0, "play poppy 1") == ("reason.setting_up", "HJ-2.1", "the round is still being set up")
    match = open_table(4)
    assert refusal(match, 0, "discard poppy 1")[:2] == ("reason.setting_up", "HJ-2.2")
    spare = deal(match, [hand.split() for hand in FOUR])
    assert refusal(match, 0, "discard plum 14") == (
        "reason.card_not_in_game",
        "HJ-1.1",
        "plum 14 is not used with 4 players: the highest value is 13",
    )
    assert refusal(match, 0, "play poppy 4") == (
        "reason.discard_first",
        "HJ-2.3",
        "first discard 4 more cards",
    )
    assert refusal(match, 0, "discard poppy 9") == ("reason.card_not_held", "HJ-2.3", "you do not hold poppy 9")
    discard(match, [spare[0]])
    assert refusal(match, 0, "discard poppy 4") == (
        "reason.discards_done",
        "HJ-2.3",
        "you have already discarded your 4 cards",
    )
    assert refusal(match, 0, "play poppy 4") == (
        "reason.wait_discards",
        "HJ-2.3",
        "tricks begin once everyone has discarded: Seat 1, Seat 2 and Seat 3 still have cards to discard",
    )
    for seat in (1, 2, 3):
        for card in spare[seat]:
            match.play(seat, match.parse(seat, "discard " + long(card)))
    assert refusal(match, 0, "play poppy 4")[:2] == ("reason.setting_up", "HJ-2.4")
    chance(match, "leader 0")
    assert refusal(match, 1, "play poppy 9") == (
        "reason.wait_card",
        "HJ-3.2",
        "it is not your turn: waiting for Seat 0 to play a card",
    )
    assert refusal(match, 0, "discard poppy 4") == (
        "reason.discards_closed",
        "HJ-2.3",
        "you can discard only before the first trick of a round",
    )
    assert refusal(match, 0, "play " + long(spare[0][0])) == (
        "reason.card_discarded",
        "HJ-2.3",
        f"you discarded {long(spare[0][0])}",
    )
    assert refusal(match, 0, "play poppy 9") == ("reason.card_not_held", "HJ-3.1", "you do not hold poppy 9")
    play(match, "p4")
    assert refusal(match, 1, "play poppy 4")[:2] == ("reason.card_not_held", "HJ-3.2")


@pytest.mark.rules("HJ-1.1", "HJ-2.2")
@SEATS
def test_cards_are_conserved(seats: int) -> None:
    """In hands, discards, the pile or played in this round, every card is somewhere exactly once."""
    state = Setting("hijun", seats).start()
    rng = Rng(seats)
    assert isinstance(state, HijunState)
    game = zashiki.games()["hijun"]
    whole = sorted(long(card) for card in deck(seats))
    played: list[str] = []
    number = 1
    while state.waiting():
        seat, action = move_at_random(state, rng)
        if seat != CHANCE and action < cards.DISCARD_BASE:
            played.append(cards.card_name(action))
        if state.round != number:
            number, played = int(state.round), []
        places = [cards.card_name(card) for place in range(2 * seats + 1) for card in cards.listed(state.cards, place)]
        assert sorted(places + played) == whole
        shown: Any = game.board(state, None)
        assert sorted(card["name"] for card in shown["played"]) == sorted(played)


# Scoring without a game


@pytest.mark.rules("HJ-3.4", "HJ-3.5", "HJ-R2", "HJ-4.1")
@pytest.mark.parametrize(
    ("tricks", "takers", "row", "expected"),
    [
        ([2, 2, 2, 3], [0, 1, 2, 3], [1, 2, 3, 4], [1, 2, 3, 0]),
        ([2, 2, 2, 3], [3, 2, 1, 0], [1, 2, 3, 4], [4, 3, 2, 0]),
        ([9, 0, 0, 0], [0], [1, 2, 3, 4], [0, 0, 0, 0]),
        ([1, 2, 5, 1], [2, 1], [5, 6, 7, 8], [0, 6, 0, 0]),
        ([2, 2, 2, 2, 1], [3, 0, 2, 1], [9, 0, 4, 2], [0, 2, 4, 9, 0]),
        ([2, 2, 2, 2, 2, 0], [4, 3, 2, 1, 0], [1, 2, 3, 4], [0, 4, 3, 2, 1, 0]),
        ([2, 0, 3, 2, 3, 0], [2, 4, 0, 3], [1, 2, 3, 4], [3, 0, 0, 4, 0, 0]),
    ],
)
def test_the_score_of_a_round(tricks: list[int], takers: list[int], row: list[int], expected: list[int]) -> None:
    """Tricks, the order of second tricks and the tokens are all it takes."""
    assert round_points(tricks, takers, row) == expected
    taken = tokens_taken(len(tricks), takers, row)
    assert [seat for seat in takers if taken[seat] is not None] == takers[:4]
    assert [taken[seat] for seat in takers[:4]] == row[: len(takers)]


@pytest.mark.rules("HJ-3.4")
@pytest.mark.parametrize("takers", [[], [0], [0, 1, 2], [0, 0], [1, 1, 0]])
def test_a_score_that_cannot_be(takers: list[int]) -> None:
    """Whoever has two tricks has had a second one, once."""
    with pytest.raises(ValueError, match=r"takers: .* which are \[0, 1\]"):
        round_points([2, 6, 1, 0], takers, [1, 2, 3, 4])


@pytest.mark.rules("HJ-4.1", "HJ-4.2")
def test_the_score_pad_agrees_with_the_game() -> None:
    """The pure functions, fed with what was seen at random tables."""
    for setting in (setting for setting in settings() if setting.key == "hijun"):
        match = play_at_random(setting.table(seed=8), Rng(8))
        totals = [0] * setting.seats
        tricks, takers = [0] * setting.seats, list[int]()
        rows: list[list[int]] = []
        sheet: list[list[int]] = []
        for event in match.events(None):
            facts: Any = event["facts"]
            if event["code"] == "event.round":
                rows.append(facts["tokens"])
                tricks, takers = [0] * setting.seats, []
            elif event["code"] == "event.trick":
                tricks[facts["seat"]["n"]] += 1
                if tricks[facts["seat"]["n"]] == 2:
                    takers.append(facts["seat"]["n"])
                if sum(tricks) == (10 if setting.seats == 6 else 9):
                    sheet.append(round_points(tricks, takers, rows[-1]))
                    totals = [total + gained for total, gained in zip(totals, sheet[-1], strict=True)]
                    assert is_last_round(len(sheet), max(totals)) == (len(sheet) == len(board(match)["sheet"]))
        assert sheet == board(match)["sheet"]
        assert totals == match.scores
        assert tuple(winners(totals)) == match.winners
        assert [sorted(row) for row in rows] == token_table(match.options["tokens"])[: len(rows)]


@pytest.mark.rules("HJ-4.1", "HJ-4.2")
def test_the_pieces_of_the_score() -> None:
    assert [points(tricks, 5) for tricks in range(5)] == [0, 0, 5, 0, 0]
    assert points(2, 0) == 0
    assert [is_last_round(number, 9) for number in (1, 4, 5)] == [False, False, True]
    assert is_last_round(1, 10)
    assert winners([3, 7, 7, 0]) == [1, 2]


@pytest.mark.rules("HJ-3.3", "HJ-3.4", "HJ-3.5", "HJ-R2", "HJ-4.2")
def test_the_examples_of_the_rules_page() -> None:
    """The examples at the end of the page."""
    match = ready(*FOUR)
    assert [token["number"] for token in board(match)["tokens"]] == [1, 2, 3, 4]
    play(match, "p4", "p9", "p2", "i13")
    assert match.waiting == (1,)
    play(match, "i7", "i8", "i11", "i1")
    assert match.waiting == (3,)
    play(match, "c10", "c1", "c4", "c7")
    assert board(match)["players"][3]["token"] == 1
    match = open_table(4)
    play_round(match, [1, 2, 1, 1, 2, 0, 0, 3, 3])
    assert match.scores == [3, 0, 2, 4]
    assert round_points([3, 2, 2, 1], [0, 1, 2], [3, 4, 5, 6]) == [0, 4, 5, 0]
    assert round_points([2, 2, 2, 2, 2, 0], [0, 1, 2, 3, 4], [1, 2, 3, 4]) == [1, 2, 3, 4, 0, 0]
    assert is_last_round(4, 11)
    assert winners([11, 10, 3, 0]) == [0]
