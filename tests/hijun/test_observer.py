"""What a seat sees as numbers is what its view says in words."""

from typing import Any

import pytest

import zashiki
from hijun.hands import COLOURS
from support import one_hot, seen_by_name
from zashiki import Match, Rng
from zashiki.testing.case import play_at_random

# Both lanes say the same: test_traces checks that.
pytestmark = pytest.mark.once

PHASES = ["tokens", "deal", "discard", "leader", "play", "over"]
FLOWERS = list(COLOURS.values())
TOKENS: list[Any] = ["ascending", "flat", [[0, 1, 1, 2], [2, 4, 6, 9], [0, 0, 9, 99], [1, 5, 5, 7], [7, 8, 9, 10]]]


def expected(match: Match, seat: int) -> dict[str, list[int]]:
    """The observation as it follows from the view of a match that waits for a seat, or is over."""
    board = match.view(seat)["board"]
    seats = match.seats
    values = board["highest_value"]
    around = [board["players"][(seat + place) % seats] for place in range(seats)]

    def whose(one: int | None) -> list[int]:
        return one_hot(seats, None if one is None else (one - seat) % seats)

    def cards(found: list[Any]) -> list[int]:
        names = {card["name"] for card in found}
        return [int(f"{flower} {value}" in names) for flower in FLOWERS for value in range(1, values + 1)]

    def in_trick(one: int) -> list[int]:
        for lying in [] if trick is None else trick["cards"]:
            if lying["seat"] == one:
                card = lying["card"]
                return one_hot(4, FLOWERS.index(card["colour"])) + one_hot(values, card["value"] - 1)
        return [0] * (4 + values)

    def token(player: Any) -> list[int]:
        return [int(lying["seat"] == player["seat"]) for lying in board["tokens"]]

    trick = board["trick"]
    if trick is None and board["played"]:
        trick = board["last_trick"]
    left = [place for place, lying in enumerate(board["tokens"]) if lying["state"] == "left"]
    later = [number for row in board["token_table"][board["round"] - 1 :] for number in row]
    return {
        "seat": one_hot(seats, seat),
        "phase": one_hot(6, PHASES.index(board["phase"])),
        "round": [board["round"]],
        "mover": whose(min(match.waiting, default=None)),
        "owes": [player["owes"] for player in around],
        "hand": cards(around[0]["hand"]),
        "discards": cards(around[0]["discards"]),
        "played": cards(board["played"]),
        "hand_sizes": [player["hand_count"] for player in around],
        "lacks": [int(flower in player["lacks"]) for player in around for flower in FLOWERS],
        "trick": [number for player in around for number in in_trick(player["seat"])],
        "trick_size": [0 if board["trick"] is None else len(board["trick"]["cards"])],
        "trick_colour": one_hot(4, None if board["trick"] is None else FLOWERS.index(board["trick"]["colour"])),
        "leader": whose(board["leader"]),
        "best": whose(None if trick is None else trick["winner"]),
        "tricks": [number for player in around for number in one_hot(4, min(player["tricks"], 3))],
        "token": [number for player in around for number in token(player)],
        "next_token": one_hot(4, min(left, default=None)),
        "row": [lying["number"] for lying in board["tokens"]],
        "laid": [4],
        "random_order": [int(match.options["token_order"] == "random")],
        "tokens": later + [0] * (20 - len(later)),
        "points": [sum(row[player["seat"]] for row in board["sheet"]) for player in around],
    }


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_an_observation_says_what_the_view_says(seats: int) -> None:
    phases = set()
    for seed, tokens in enumerate(TOKENS):
        rng = Rng(seed)
        order = "random" if seed % 2 else "ascending"
        match = zashiki.new("hijun", seats=seats, seed=seed, tokens=tokens, token_order=order)
        while True:
            phases.add(match.view(None)["board"]["phase"])
            for seat in range(seats):
                assert seen_by_name(match, seat) == expected(match, seat)
            if match.over:
                break
            play_at_random(match, rng, most=1 + int(rng.below(12)))
    assert phases == {"discard", "play", "over"}


@pytest.mark.rules("HJ-2.3")
def test_a_discard_is_seen_by_nobody_else() -> None:
    """That one was made is seen by all."""
    match = zashiki.new("hijun", seats=4, seed=2)
    before = [seen_by_name(match, seat) for seat in range(4)]
    match.play(1, match.legal(1)[0])
    for seat in range(4):
        after = seen_by_name(match, seat)
        changed = {name for name in after if after[name] != before[seat][name]}
        assert changed == {"owes", "hand_sizes"} | ({"hand", "discards"} if seat == 1 else set())
