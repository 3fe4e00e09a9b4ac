"""Hagakure, rule by rule."""

from collections import Counter

import pytest

import zashiki
from hagakure.hands import deal_round, dealt, names, play, refusal
from support import Setting
from zashiki import CHANCE, Rng
from zashiki.games.hagakure import cards
from zashiki.games.hagakure.rules import HagakureState
from zashiki.games.hagakure.score import DOUBLE, EXCHANGE, LOOK, NONE, VILLAGERS, ZERO, parts, points
from zashiki.testing.case import move_at_random, play_at_random

FOUR = ("6 7 8 18", "9 10 11 19", "12 13 14 20", "15 16 17 21")
"""Four hands; the Yomi is 22 and the three old fools."""


@pytest.mark.rules("HG-1.1", "HG-1.3")
@pytest.mark.parametrize(
    ("seats", "hand", "numbers"), [(3, 5, range(6, 23)), (4, 4, range(6, 23)), (5, 5, range(1, 28))]
)
def test_the_deck_and_the_deal(seats: int, hand: int, numbers: range) -> None:
    """Which cards there are, how many each, as many for the Yomi."""
    match = zashiki.new("hagakure", seats=seats, seed=1)
    outcomes = match.game.start(seats, {"rounds": 1})
    outcomes.apply(CHANCE, 0)
    deck = {match.game.name(CHANCE, outcome) for outcome in outcomes.legal(CHANCE)}
    assert deck == {f"deal {number}" for number in numbers} | {"deal fool"}
    assert dict(zip(outcomes.legal(CHANCE), outcomes.weights(), strict=True))[match.parse(CHANCE, "deal fool")] == 3
    board = match.view(0)["board"]
    assert [player["hand_count"] for player in board["players"]] == [hand] * seats
    assert board["yomi"] == {"count": hand, "cards": None}


@pytest.mark.rules("HG-1.1", "HG-3.2")
def test_the_literals_of_the_card_sets() -> None:
    """The sets that are written as literals for the compiler."""
    assert cards.listed(cards.VILLAGER_BITS) == list(range(1, 18))
    assert cards.listed(cards.SAMURAI_BITS) == [*range(18, 28), 28, 28, 28]
    assert cards.listed(cards.SMALL_DECK) == [*range(6, 23), 28, 28, 28]
    assert cards.listed(cards.FULL_DECK) == [*range(1, 28), 28, 28, 28]
    assert cards.listed(cards.FOOL_BITS) == [28, 28, 28]
    assert cards.FIRST_FOOL_BIT | cards.OTHER_FOOL_BITS == cards.FOOL_BITS


@pytest.mark.rules("HG-1.1")
def test_old_fools_are_dealt_three_times_as_often() -> None:
    """Three of thirty cards are old fools, and all alike."""
    game = zashiki.games()["hagakure"]
    rng = Rng(1)
    firsts: Counter[str] = Counter()
    for _ in range(6000):
        state = game.start(5, {"rounds": 1})
        state.apply(CHANCE, 0)
        _, outcome = move_at_random(state, rng)
        firsts[game.name(CHANCE, outcome)] += 1
    assert abs(firsts["deal fool"] - 600) < 100
    fast: Counter[int] = Counter()
    for _ in range(6000):
        state = game.start(5, {"rounds": 1})
        state.step(rng)
        state.step(rng)
        assert isinstance(state, HagakureState)
        fast[max(cards.listed(hand) or [0] for hand in list(state.cards)[:5])[0]] += 1
    assert abs(fast[cards.FOOL] - 600) < 100


@pytest.mark.rules("HG-1.4")
def test_the_first_dealer_is_random_and_the_deal_passes_left() -> None:
    """The player left of the dealer is first; after the round the deal passes on."""
    dealers = {zashiki.new("hagakure", seats=5, seed=seed).view(None)["board"]["dealer"] for seed in range(40)}
    assert dealers == {0, 1, 2, 3, 4}
    match = dealt(*FOUR, dealer=2, rounds=2)
    assert match.waiting == (3,)
    play(match, *["pass"] * 4)
    assert match.waiting == (3,)
    while match.view(None)["board"]["round"] == 1:
        (seat,) = match.waiting
        match.play(seat, match.legal(seat)[0])
    assert match.view(None)["board"]["dealer"] == 3
    deal_round(match, 3, *FOUR)
    assert match.waiting == (0,)


@pytest.mark.rules("HG-R1")
@pytest.mark.parametrize(("seats", "rounds"), [(3, 9), (4, 8), (5, 5)])
def test_the_number_of_rounds(seats: int, rounds: int) -> None:
    """9, 8, 5 by default; the option sets another."""
    game = zashiki.games()["hagakure"]
    assert game.checked(seats, {}) == {"rounds": rounds}
    for match in (zashiki.new("hagakure", seats=seats, seed=3), zashiki.new("hagakure", seats=seats, seed=3, rounds=2)):
        rounds_set = match.view(None)["board"]["rounds"]
        assert rounds_set == match.options["rounds"]
        play_at_random(match, Rng(3))
        assert len(match.view(None)["board"]["sheet"]) >= rounds_set


@pytest.mark.rules("HG-1.2", "HG-2.1")
def test_tokens_come_in_turn_order_and_once_each() -> None:
    """One token or none, open to all, gone after the round."""
    match = dealt(*FOUR, rounds=3)
    assert names(match) == [
        "pass",
        "double",
        "zero",
        "villagers",
        "exchange",
        "look yomi",
        "look 1",
        "look 2",
        "look 3",
    ]
    play(match, "double")
    assert match.waiting == (1,)
    play(match, "pass", "villagers", "look 0")
    board = match.view(None)["board"]
    assert [player["token"] for player in board["players"]] == ["double", None, "villagers", "look"]
    while match.view(None)["board"]["round"] == 1:
        (seat,) = match.waiting
        match.play(seat, match.legal(seat)[0])
    deal_round(match, 0, *FOUR)
    play(match, "pass", "pass")
    assert match.waiting == (3,)
    assert names(match) == ["pass", "double", "zero", "villagers", "exchange"]
    assert refusal(match, 3, "look yomi") == (
        "reason.token_used",
        "HG-1.2",
        "you have already used Look: each token can be played once per game",
    )


@pytest.mark.rules("HG-2.1")
def test_a_seat_without_tokens_is_not_asked() -> None:
    """After five rounds with a token each, the fight begins at once."""
    match = dealt(*FOUR, rounds=6)
    for round_number in range(1, 6):
        while match.view(None)["board"]["phase"] == "tokens":
            (seat,) = match.waiting
            match.play(seat, match.legal(seat)[1])
        while match.view(None)["board"]["round"] == round_number:
            (seat,) = match.waiting
            match.play(seat, match.legal(seat)[0])
        deal_round(match, (round_number + 3) % 4, *FOUR)
    board = match.view(None)["board"]
    assert board["phase"] == "fight"
    assert match.waiting == (board["first"],)
    assert all(token["used"] for player in board["players"] for token in player["tokens"])


@pytest.mark.rules("HG-2.5", "HG-R2", "HG-6.1")
def test_exchange_swaps_the_hand_with_the_yomi() -> None:
    """At once; a later one takes what an earlier one left, and both know where it went."""
    match = dealt(*FOUR)
    play(match, "exchange")
    mine = match.view(0)["board"]
    assert [card["name"] for card in mine["players"][0]["hand"]] == ["22", "fool", "fool", "fool"]
    assert [card["name"] for card in mine["yomi"]["cards"]] == ["6", "7", "8", "18"]
    assert match.view(1)["board"]["yomi"]["cards"] is None
    play(match, "exchange")
    assert [card["name"] for card in match.view(1)["board"]["players"][1]["hand"]] == ["6", "7", "8", "18"]
    # Seat 0 gave those cards away and saw whose hand they became; the Yomi is unknown to it now.
    assert [card["name"] for card in match.view(0)["board"]["players"][1]["hand"]] == ["6", "7", "8", "18"]
    assert match.view(0)["board"]["yomi"]["cards"] is None
    assert [card["name"] for card in match.view(1)["board"]["yomi"]["cards"]] == ["9", "10", "11", "19"]
    assert match.view(2)["board"]["players"][1]["hand"] is None


@pytest.mark.rules("HG-2.6", "HG-6.1")
def test_look_shows_a_place_to_one_seat_alone() -> None:
    """The Yomi or a hand; who looked remembers it when an exchange moves it."""
    match = dealt(*FOUR)
    play(match, "look yomi", "look 2", "exchange")
    assert [card["name"] for card in match.view(0)["board"]["players"][2]["hand"]] == ["22", "fool", "fool", "fool"]
    assert match.view(0)["board"]["yomi"]["cards"] is None
    assert [card["name"] for card in match.view(1)["board"]["yomi"]["cards"]] == ["12", "13", "14", "20"]
    assert match.view(1)["board"]["players"][2]["hand"] is None
    for stranger in (3, None):
        board = match.view(stranger)["board"]
        assert board["yomi"]["cards"] is None
        assert board["players"][2]["hand"] is None
    assert [event["text"] for event in match.events(1) if event["code"].startswith("event.look")] == [
        "Seat 0 plays Look and sees the Yomi.",
        "Seat 1 plays Look and sees Seat 2's hand: villager 12, villager 13, villager 14 and samurai 20.",
    ]


@pytest.mark.rules("HG-6.1")
def test_a_known_hand_shrinks_as_cards_are_played() -> None:
    """Memory is perfect, and a played card is no longer in the hand."""
    match = dealt(*FOUR)
    play(match, "look 1", "pass", "pass", "pass", "6", "9")
    assert [card["name"] for card in match.view(0)["board"]["players"][1]["hand"]] == ["10", "11", "19"]


@pytest.mark.rules("HG-6.1")
def test_knowledge_ends_with_the_round() -> None:
    """All cards are dealt anew."""
    match = dealt(*FOUR, rounds=2)
    play(match, "look 1", "exchange", "pass", "pass")
    while match.view(None)["board"]["round"] == 1:
        (seat,) = match.waiting
        match.play(seat, match.legal(seat)[0])
    deal_round(match, 0, *FOUR)
    for seat in range(4):
        board = match.view(seat)["board"]
        assert [player["hand"] is not None for player in board["players"]] == [other == seat for other in range(4)]
        assert board["yomi"]["cards"] is None


@pytest.mark.rules("HG-3.2")
def test_samurai_and_old_fools_must_follow() -> None:
    """A samurai or an old fool led asks for either; a villager asks for nothing."""
    match = dealt("18 6 7 8", "9 10 fool 19", "12 13 14 15", "16 17 20 fool")
    play(match, *["pass"] * 4)
    assert names(match) == ["play 6", "play 7", "play 8", "play 18"]
    play(match, "18")
    assert names(match) == ["play 19", "play fool"]
    assert refusal(match, 1, "play 9") == (
        "reason.must_follow",
        "HG-3.2",
        "samurai 18 was led and you hold samurai 19 and an old fool: you must play a samurai or an old fool",
    )
    play(match, "fool")
    assert names(match) == ["play 12", "play 13", "play 14", "play 15"]
    play(match, "12")
    assert match.view(None)["board"]["players"][2]["holds_no_samurai"]
    assert names(match) == ["play 20", "play fool"]
    play(match, "20")
    assert match.waiting == (3,)
    play(match, "16")
    assert names(match) == ["play 6", "play 7", "play 8"]
    play(match, "6")
    assert names(match) == ["play 9", "play 10", "play 19"]


@pytest.mark.rules("HG-3.2")
def test_an_old_fool_led_asks_for_samurai_too() -> None:
    """Old fools are samurai."""
    table = dealt("fool 6 7 8", "9 10 fool 19", "12 13 14 15", "16 17 20 fool")
    play(table, *["pass"] * 4, "fool")
    assert names(table) == ["play 19", "play fool"]
    assert refusal(table, 1, "play 9") == (
        "reason.must_follow_fool",
        "HG-3.2",
        "an old fool was led and counts as a samurai, and you hold samurai 19 and an old fool: "
        "you must play a samurai or an old fool",
    )
    assert table.view(1)["prompt"]["code"] == "prompt.follow_fool"
    play(table, "19")
    assert names(table) == ["play 12", "play 13", "play 14", "play 15"]
    assert table.view(2)["prompt"]["code"] == "prompt.cannot_follow_fool"


@pytest.mark.rules("HG-3.1", "HG-3.3")
@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        (("9", "6", "12", "16"), 3),
        (("9", "20", "12", "16"), 1),
        (("20", "17", "22", "fool"), 2),
        (("fool", "17", "16", "15"), 1),
        (("9", "fool", "6", "7"), 0),
        (("9", "fool", "21", "fool"), 3),
        (("fool", "fool", "21", "22"), 1),
        (("fool", "9", "fool", "22"), 2),
        (("fool", "fool", "6", "fool"), 3),
        (("fool", "fool", "fool", "22"), 2),
        (("22", "fool", "fool", "fool"), 3),
    ],
)
def test_who_wins_a_trick(trick: tuple[str, ...], winner: int) -> None:
    """The highest; a lone old fool is 0; of two or three the last wins. The winner leads."""
    rest = [str(number) for number in range(6, 23) if str(number) not in trick]
    # The other cards, villagers first; samurai only for the leader, so that nobody is bound to follow with them.
    fill = [rest[9:12], rest[0:3], rest[3:6], rest[6:9]]
    hands = [" ".join([card, *fill[seat]]) for seat, card in enumerate(trick)]
    match = dealt(*hands)
    play(match, *["pass"] * 4, *trick)
    assert match.waiting == (winner,)
    board = match.view(None)["board"]
    assert board["last_trick"]["winner"] == winner
    assert [entry["card"]["name"] for entry in board["last_trick"]["cards"]] == list(trick)
    assert sorted(card["name"] for card in board["players"][winner]["won"]) == sorted(trick)


@pytest.mark.rules("HG-3.4")
def test_the_round_has_as_many_tricks_as_cards() -> None:
    """And then everyone's points are written down."""
    for seats, hand in ((3, 5), (4, 4), (5, 5)):
        match = play_at_random(zashiki.new("hagakure", seats=seats, seed=4, rounds=1), Rng(4))
        events = [event["code"] for event in match.events(None)]
        first = events[: events.index("event.points")]
        assert sum(code.startswith("event.trick") for code in first) == hand


@pytest.mark.rules("HG-2.2", "HG-2.3", "HG-2.4", "HG-4.1", "HG-R3")
@pytest.mark.parametrize(
    ("seats", "token", "tricks", "villagers", "eighteen", "expected"),
    [
        (4, NONE, 0, 0, False, (0, 0, -2, 0)),
        (4, NONE, 3, 2, False, (3, 0, 0, 0)),
        (4, NONE, 1, 2, True, (1, 1, 0, 0)),
        (4, DOUBLE, 2, 2, True, (2, 1, 0, 3)),
        (4, DOUBLE, 0, 0, False, (0, 0, -2, -2)),
        (4, ZERO, 4, 9, True, (4, 1, 0, -5)),
        (4, ZERO, 0, 0, False, (0, 0, -2, 2)),
        (4, VILLAGERS, 1, 3, False, (1, 0, 0, 0)),
        (4, VILLAGERS, 1, 4, False, (1, 0, 0, 2)),
        (3, VILLAGERS, 2, 4, True, (2, 1, 0, 2)),
        (5, VILLAGERS, 1, 4, False, (1, 0, 0, 0)),
        (5, VILLAGERS, 1, 5, False, (1, 0, 0, 2)),
        (4, VILLAGERS, 0, 0, False, (0, 0, -2, 0)),
        (4, EXCHANGE, 2, 4, False, (2, 0, 0, 0)),
        (4, LOOK, 0, 0, False, (0, 0, -2, 0)),
    ],
)
def test_the_score_of_a_round(
    seats: int, token: int, tricks: int, villagers: int, eighteen: bool, expected: tuple[int, ...]
) -> None:
    """Tricks, samurai 18, the penalty, and the token on top."""
    assert list(parts(seats, token, tricks, villagers, eighteen)) == list(expected)
    assert points(seats, token, tricks, villagers, eighteen) == sum(expected)


@pytest.mark.rules("HG-R5", "HG-2.3")
def test_zero_is_for_its_own_player() -> None:
    """The one who plays Zero scores 0, nobody else does."""
    match = dealt(*FOUR)
    play(match, "zero", "pass", "pass", "pass", "18", "19", "20", "21", "17", "8", "11", "14")
    play(match, "16", "7", "10", "13", "15", "6", "9", "12")
    assert match.scores == [0, -2, -2, 5]
    lines = [(line["seat"], line["rule"], line["points"], line["text"]) for line in match.breakdown()]
    assert lines == [
        (0, "HG-4.1", -2, "no trick"),
        (0, "HG-2.3", 2, "Zero cancels -2"),
        (1, "HG-4.1", -2, "no trick"),
        (2, "HG-4.1", -2, "no trick"),
        (3, "HG-4.1", 4, "4 tricks"),
        (3, "HG-4.1", 1, "won samurai 18"),
    ]
    assert match.over
    assert match.winners == (3,)


@pytest.mark.rules("HG-2.2", "HG-2.4")
def test_double_and_villagers_in_a_real_round() -> None:
    """As the score sheet tells them."""
    match = dealt(*FOUR)
    play(match, "double", "pass", "pass", "villagers", "18", "19", "20", "21", "17", "8", "11", "14")
    play(match, "16", "7", "10", "13", "15", "6", "9", "12")
    assert match.scores == [-4, -2, -2, 7]
    lines = {(line["seat"], line["rule"]): line["text"] for line in match.breakdown()}
    assert lines[0, "HG-2.2"] == "Double doubles -2"
    assert lines[3, "HG-2.4"] == "Villagers: won 12, needed 4"


@pytest.mark.rules("HG-1.1", "HG-1.3", "HG-2.1", "HG-2.6", "HG-3.1", "HG-5.1")
def test_every_kind_of_illegal_move_has_its_reason() -> None:
    """Codes, rules and facts."""
    table = dealt("18 6 7 8", "9 10 fool 19", "12 13 14 15", "16 17 20 fool")
    assert refusal(table, 0, "play 18")[:2] == ("reason.tokens_first", "HG-2.1")
    assert refusal(table, 0, "look 0")[:2] == ("reason.look_self", "HG-2.6")
    assert refusal(table, 0, "look 4") == ("reason.no_such_place", "HG-2.6", "there is no seat 4 at this table")
    assert refusal(table, 1, "pass") == (
        "reason.wait_token",
        "HG-2.1",
        "it is not your turn: waiting for Seat 0 to choose a token or none",
    )
    assert refusal(table, 0, "play 3") == (
        "reason.card_not_in_game",
        "HG-1.1",
        "villager 3 is not used with 4 players",
    )
    play(table, *["pass"] * 4)
    assert refusal(table, 0, "double")[:2] == ("reason.tokens_closed", "HG-2.1")
    assert refusal(table, 0, "pass")[:2] == ("reason.tokens_closed", "HG-2.1")
    assert refusal(table, 0, "play 9") == ("reason.card_not_held", "HG-3.1", "you do not hold villager 9")
    assert refusal(table, 2, "play 12") == (
        "reason.wait_card",
        "HG-3.1",
        "it is not your turn: waiting for Seat 0 to play a card",
    )
    game = zashiki.games()["hagakure"]
    undealt = game.why_not(game.start(4, {"rounds": 1}), 0, 6)
    assert undealt is not None
    assert (undealt.code, undealt.rule) == ("reason.wait_deal", "HG-1.3")


@pytest.mark.rules("HG-1.1")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_cards_are_conserved(seats: int) -> None:
    """In hands, Yomi, trick and won tricks, every card is somewhere exactly once."""
    state = Setting("hagakure", seats).start()
    rng = Rng(seats)
    state.step(rng)
    assert isinstance(state, HagakureState)
    deck = Counter(cards.listed(cards.deck(seats)))
    while state.waiting():
        places = [*state.cards, *state.won]
        everywhere = Counter(card for place in places for card in cards.listed(place))
        if state.trick_size > 0:
            everywhere.update(int(card) for card in state.trick if card)
        assert everywhere == deck
        state.step(rng)


@pytest.mark.rules("HG-3.2", "HG-3.3", "HG-2.2", "HG-2.4")
def test_the_examples_of_the_rules_page() -> None:
    """The four examples at the end of the page."""
    match = dealt("20 6 7 8", "17 9 10 11", "22 12 13 14", "fool 15 16 18")
    play(match, *["pass"] * 4, "20", "17", "22", "fool")
    assert match.waiting == (2,)
    match = dealt("9 6 7 8", "fool 10 11 12", "21 13 14 15", "fool 16 17 18")
    play(match, *["pass"] * 4, "9", "fool", "21", "fool")
    assert match.waiting == (3,)
    assert points(4, DOUBLE, 2, 0, eighteen=True) == 6
    assert points(4, VILLAGERS, 1, 3, eighteen=False) == 1
