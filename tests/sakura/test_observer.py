"""What a seat sees as numbers is what its view says in words."""

from typing import Any

import pytest

import zashiki
from sakura.hands import dealt, play
from sakura.watch import DECK, PLANTS
from support import one_hot, seen_by_name
from zashiki import Match, Rng, registry
from zashiki.testing.case import play_at_random

# Both lanes say the same: test_traces checks that.
pytestmark = pytest.mark.once

PHASES = ["first", "deal", "field", "play", "flip", "capture", "over"]


def expected(match: Match, seat: int) -> dict[str, list[int]]:
    """The observation as it follows from the view of a match that waits for a seat, or is over."""
    board = match.view(seat)["board"]
    seats = match.seats
    sides = len(board["sides"])
    around = [board["players"][(seat + place) % seats] for place in range(seats)]
    standing = [board["sides"][(seat + place) % sides] for place in range(sides)]
    pending, wild, apart = board["pending"], board["wildcard"], board["apart"]

    def whose(one: int | None) -> list[int]:
        return one_hot(seats, None if one is None else (one - seat) % seats)

    def cards(names: list[str]) -> list[int]:
        return [int(card in names) for card in DECK]

    def round_points(side: Any) -> int:
        others = [one for one in standing if one is not side]
        return int(side["value"] - 50 * sum(row["complete"] for other in others for row in other["sets"]))

    return {
        "seat": one_hot(seats, seat),
        "phase": one_hot(7, PHASES.index(board["phase"])),
        "round": [board["round"]],
        "rounds_left": [board["rounds"] - board["round"]],
        "dealer": whose(board["dealer"]),
        "mover": whose(board["mover"]),
        "partners": [int(player["side"] == around[0]["side"]) for player in around],
        "hand": cards(_names(around[0]["hand"])),
        "field": cards([name for month in board["field"] for name in _names(month["cards"])]),
        "stacks": [int(any(row["plant"] == plant and row["stack"] for row in board["field"])) for plant in PLANTS],
        "captured": [
            number
            for player in around
            for number in cards([name for kind in player["captured"].values() for name in _names(kind)])
        ],
        "hand_sizes": [player["hand_count"] for player in around],
        "pile_size": [board["pile_count"]],
        "card": one_hot(48, None if pending is None else DECK.index(pending["card"]["name"])),
        "flipped": [int(pending is not None and pending["flipped"])],
        "interrupted": [int(pending is not None and pending["interrupted"])],
        "wild_left": [int(board["wildcard_left"])],
        "wild_seat": whose(None if wild is None else wild["seat"]),
        "wild_month": one_hot(12, None if wild is None else _wild_month(wild)),
        "apart": cards([] if apart is None else apart["cards"]),
        "apart_seats": [int(apart is not None and player["seat"] in apart["seats"]) for player in around],
        "sets": [len(row["captured"]) for side in standing for row in side["sets"]],
        "round_points": [round_points(side) for side in standing],
        "points": [side["total"] for side in standing],
    }


def _names(cards: list[Any]) -> list[str]:
    return [card["name"] for card in cards]


def _wild_month(wild: Any) -> int:
    """The month of what lies with the wildcard, from 0; of an oak and the wildcard, the oak."""
    return next(int(card["month"]) - 1 for card in wild["cards"] if card["name"] != "fireworks")


@pytest.mark.parametrize(
    ("seats", "teams"), [(2, "none"), (3, "none"), (4, "two"), (5, "none"), (6, "two"), (6, "three"), (7, "none")]
)
def test_an_observation_says_what_the_view_says(seats: int, teams: str) -> None:
    phases = set()
    wild = 0
    for seed in range(4):
        rng = Rng(seed)
        match = zashiki.new("sakura", seats=seats, seed=seed, rounds=3, teams=teams)
        while True:
            phases.add(match.view(None)["board"]["phase"])
            for seat in range(seats):
                look = seen_by_name(match, seat)
                assert look == expected(match, seat)
                wild += sum(look["wild_seat"])
            if match.over:
                break
            play_at_random(match, rng, most=1 + int(rng.below(3)))
    assert phases == {"play", "capture", "over"}
    assert wild > 0


@pytest.mark.rules("SK-2.4")
def test_a_stack_is_seen_as_one() -> None:
    table = dealt(2, "moon, geese, pampas chaff 1, deer, maple chaff 1", {0: "pampas chaff 2, crane"})
    look = seen_by_name(table, 0)
    assert look == expected(table, 0)
    assert look["stacks"] == one_hot(12, PLANTS.index("pampas"))


@pytest.mark.rules("SK-5.2")
def test_silence_about_the_wildcard_is_seen() -> None:
    """Nobody else held all the rest of the month."""
    table = dealt(3, "moon, geese", {0: "fireworks, crane"})
    play(table, "play fireworks", "take moon", "flip pine scroll")
    look = seen_by_name(table, 2)
    assert look == expected(table, 2)
    assert [DECK[card] for card in range(48) if look["apart"][card]] == ["pampas chaff 1", "pampas chaff 2"]
    assert look["apart_seats"] == [1, 0, 1]


@pytest.mark.rules("SK-5.2")
def test_what_the_wildcard_points_at_is_shown_though_somebody_interrupts() -> None:
    """Whichever card of the month it was, the same happens; but it was played openly."""
    match = dealt(2, "moon, geese", {0: "fireworks, crane", 1: "pampas chaff 1, pampas chaff 2"})
    play(match, "play fireworks")
    state = match.state()
    for card in ("moon", "geese"):
        assert registry.package("sakura").observer.move_visible_to(state, 0, match.parse(0, f"take {card}"), 1)
