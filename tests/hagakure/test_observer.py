"""What a seat observes as numbers is what its view says in words; in hand-built positions, field by field."""

from typing import Any

import pytest

import zashiki
from hagakure.hands import deal_round, dealt, play
from support import one_hot, seen_by_name
from zashiki import CHANCE, Match, Rng, registry
from zashiki.testing.case import play_at_random

# Both lanes say the same: test_traces checks that.
pytestmark = pytest.mark.once

PHASES = ["dealer", "deal", "tokens", "fight", "over"]
CARDS = [*(str(number) for number in range(1, 28)), "fool", "fool", "fool"]
TOKENS = ["none", "double", "zero", "villagers", "exchange", "look"]
FOUR = ("6 7 8 18", "9 10 11 19", "12 13 14 20", "15 16 17 21")
"""Four hands; the Yomi is 22 and the three old fools."""


def cards(names: list[str]) -> list[int]:
    """A place for each card, and three for the old fools, which are filled from the left."""
    fools = names.count("fool")
    return [int(name in names) for name in CARDS[:27]] + [int(place < fools) for place in range(3)]


def names_of(found: list[Any] | None) -> list[str]:
    return [] if found is None else [card["name"] for card in found]


def expected(match: Match, seat: int) -> dict[str, list[int]]:
    """The observation as it follows from the view of a match that waits for a seat, or is over."""
    board = match.view(seat)["board"]
    seats = match.seats
    around = [board["players"][(seat + place) % seats] for place in range(seats)]
    trick = board["trick"] or board["last_trick"] or {"cards": [], "leader": 0, "winner": 0}
    played = {lying["seat"]: lying["card"]["name"] for lying in trick["cards"]}

    def whose(one: int) -> list[int]:
        return one_hot(seats, (one - seat) % seats)

    def in_trick(one: int) -> list[int]:
        return one_hot(30, CARDS.index(played[one]) if one in played else None)

    return {
        "seat": one_hot(seats, seat),
        "phase": one_hot(5, PHASES.index(board["phase"])),
        "round": [board["round"]],
        "rounds_left": [max(0, board["rounds"] - board["round"])],
        "dealer": whose(board["dealer"]),
        "mover": whose(trick["winner"] if match.over else match.waiting[0]),
        "hand": cards(names_of(around[0]["hand"])),
        "known_hands": [number for player in around[1:] for number in cards(names_of(player["hand"]))],
        "known_yomi": cards(names_of(board["yomi"]["cards"])),
        "knows": [int(place["hand"] is not None) for place in around[1:]] + [int(board["yomi"]["cards"] is not None)],
        "hand_sizes": [player["hand_count"] for player in around],
        "void": [int(player["holds_no_samurai"]) for player in around],
        "tokens_left": [int(not token["used"]) for player in around for token in player["tokens"]],
        "token": [number for player in around for number in one_hot(6, TOKENS.index(player["token"] or "none"))],
        "tricks": [player["tricks"] for player in around],
        "won": [number for player in around for number in cards(names_of(player["won"]))],
        "trick": [number for player in around for number in in_trick(player["seat"])],
        "trick_size": [0 if board["trick"] is None else len(board["trick"]["cards"])],
        "leader": whose(trick["leader"]),
        "best": whose(trick["winner"]),
        "points": [sum(row[player["seat"]] for row in board["sheet"]) for player in around],
    }


@pytest.mark.rules("HG-6.1")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_an_observation_says_what_the_view_says(seats: int) -> None:
    phases = set()
    known = 0
    for seed in range(4):
        rng = Rng(seed)
        match = zashiki.new("hagakure", seats=seats, seed=seed, rounds=3)
        while True:
            phases.add(match.view(None)["board"]["phase"])
            for seat in range(seats):
                observation = seen_by_name(match, seat)
                assert observation == expected(match, seat)
                known += sum(observation["knows"])
            if match.over:
                break
            play_at_random(match, rng, most=1 + int(rng.below(3)))
    assert phases == {"tokens", "fight", "over"}
    assert known > 0


@pytest.mark.rules("HG-6.1", "HG-1.2")
def test_before_anybody_has_acted() -> None:
    """A seat observes its own hand and nobody else's; all tokens are there."""
    match = dealt(*FOUR, dealer=3, rounds=2)
    assert seen_by_name(match, 1) == {
        "seat": [0, 1, 0, 0],
        "phase": [0, 0, 1, 0, 0],
        "round": [1],
        "rounds_left": [1],
        "dealer": [0, 0, 1, 0],
        "mover": [0, 0, 0, 1],
        "hand": cards(["9", "10", "11", "19"]),
        "known_hands": [0] * 90,
        "known_yomi": [0] * 30,
        "knows": [0] * 4,
        "hand_sizes": [4] * 4,
        "void": [0] * 4,
        "tokens_left": [1] * 20,
        "token": [1, 0, 0, 0, 0, 0] * 4,
        "tricks": [0] * 4,
        "won": [0] * 120,
        "trick": [0] * 120,
        "trick_size": [0],
        "leader": [0, 0, 0, 1],
        "best": [0, 0, 0, 1],
        "points": [0] * 4,
    }


@pytest.mark.rules("HG-2.5", "HG-2.6", "HG-6.1")
def test_look_and_exchange_are_known_to_their_player_alone() -> None:
    """What was seen is followed to where it goes; everybody knows which token was played."""
    match = play(dealt(*FOUR), "look 2", "exchange")
    looker, swapper, stranger = (seen_by_name(match, seat) for seat in (0, 1, 3))
    assert looker["knows"] == [0, 1, 0, 0]
    assert looker["known_hands"] == [0] * 30 + cards(["12", "13", "14", "20"]) + [0] * 30
    assert looker["known_yomi"] == [0] * 30
    assert swapper["knows"] == [0, 0, 0, 1]
    assert swapper["hand"] == cards(["22", "fool", "fool", "fool"])
    assert swapper["known_yomi"] == cards(["9", "10", "11", "19"])
    assert stranger["knows"] == [0] * 4
    assert stranger["known_hands"] == [0] * 90
    assert stranger["known_yomi"] == [0] * 30
    none, exchange, look = (one_hot(6, TOKENS.index(token)) for token in ("none", "exchange", "look"))
    assert looker["token"] == look + exchange + none + none
    assert stranger["token"] == none + look + exchange + none
    assert looker["tokens_left"] == [1, 1, 1, 1, 0] + [1, 1, 1, 0, 1] + [1] * 10


@pytest.mark.rules("HG-6.1")
def test_a_look_at_the_yomi_follows_it_into_a_hand() -> None:
    match = play(dealt(*FOUR), "look yomi", "exchange")
    observation = seen_by_name(match, 0)
    assert observation["knows"] == [1, 0, 0, 0]
    assert observation["known_hands"] == cards(["22", "fool", "fool", "fool"]) + [0] * 60
    assert observation["known_yomi"] == [0] * 30


@pytest.mark.rules("HG-3.2", "HG-3.3")
def test_a_trick_and_who_could_not_follow() -> None:
    """The cards of a trick stay until the next is led; two old fools win it, whatever was played before."""
    match = play(dealt("22 6 7 8", "fool 9 10 11", "12 13 14 15", "fool 16 17 18"), *["pass"] * 4, "22", "fool", "12")
    observation = seen_by_name(match, 3)
    assert observation["phase"] == one_hot(5, PHASES.index("fight"))
    assert observation["mover"] == [1, 0, 0, 0]
    assert observation["leader"] == observation["best"] == [0, 1, 0, 0]
    assert observation["trick"] == [0] * 30 + one_hot(30, 21) + one_hot(30, 27) + one_hot(30, 11)
    assert observation["trick_size"] == [3]
    assert observation["void"] == [0, 0, 0, 1]
    assert observation["hand_sizes"] == [4, 3, 3, 3]
    play(match, "fool")
    observation = seen_by_name(match, 3)
    assert observation["mover"] == observation["best"] == [1, 0, 0, 0]
    assert observation["leader"] == [0, 1, 0, 0]
    assert observation["trick"] == one_hot(30, 27) + one_hot(30, 21) + one_hot(30, 27) + one_hot(30, 11)
    assert observation["trick_size"] == [0]
    assert observation["tricks"] == [1, 0, 0, 0]
    assert observation["won"] == cards(["12", "22", "fool", "fool"]) + [0] * 90
    play(match, "16")
    assert seen_by_name(match, 3)["trick"] == one_hot(30, 15) + [0] * 90


@pytest.mark.rules("HG-4.1", "HG-6.1")
def test_a_new_round_keeps_points_and_tokens_only() -> None:
    match = play(dealt("6 7 8 22", *FOUR[1:], dealer=3, rounds=2), "double", "look 0", "pass", "pass")
    while match.view(None)["board"]["round"] == 1:
        (seat,) = match.waiting
        match.play(seat, match.legal(seat)[0])
    deal_round(match, 0, *FOUR)
    scores = match.scores
    observation = seen_by_name(match, 1)
    assert (observation["round"], observation["rounds_left"]) == ([2], [0])
    assert observation["dealer"] == [0, 0, 0, 1]
    assert observation["points"] == [*scores[1:], scores[0]]
    assert observation["tokens_left"] == [1, 1, 1, 1, 0] + [1] * 10 + [0, 1, 1, 1, 1]
    assert observation["token"] == [1, 0, 0, 0, 0, 0] * 4
    assert observation["knows"] == observation["tricks"] == observation["void"] == [0] * 4
    assert observation["won"] == [0] * 120


@pytest.mark.rules("HG-1.3", "HG-6.1")
def test_a_dealt_card_is_visible_to_its_seat_alone() -> None:
    """The first dealer, tokens and played cards are visible to everybody, and so is what a Look is aimed at."""
    observer = registry.package("hagakure").observer
    match = Match(zashiki.games()["hagakure"], 4, {"rounds": 1}, None)

    def seeing(seat: int, move: str) -> list[int]:
        action = match.parse(seat, move)
        return [other for other in range(4) if observer.move_visible_to(match.state(), seat, action, other)]

    assert seeing(CHANCE, "dealer 2") == [0, 1, 2, 3]
    match.chance(match.parse(CHANCE, "dealer 2"))
    for seat in (3, 0, 1, 2):
        assert seeing(CHANCE, f"deal {seat + 6}") == [seat]
        match.chance(match.parse(CHANCE, f"deal {seat + 6}"))
    match = dealt(*FOUR)
    assert seeing(0, "look 1") == seeing(0, "exchange") == seeing(0, "pass") == [0, 1, 2, 3]
    play(match, *["pass"] * 4)
    assert seeing(0, "play 6") == [0, 1, 2, 3]
