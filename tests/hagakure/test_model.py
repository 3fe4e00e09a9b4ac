"""Hagakure's engine and its slow model, move by move in lockstep: whatever one does, the other must do too."""

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, event, given, settings
from hypothesis import strategies as st

import zashiki
from models.hagakure import CHANCE, FOOL, PASS, YOMI, Hagakure, Round, is_villager
from nightly import examples, tally

# Both lanes say the same: test_traces checks that.
pytestmark = pytest.mark.once

GAME = zashiki.games()["hagakure"]

Picker = Callable[[list[str]], str]
"""Takes one of several names of moves."""

STYLES = ("plain", "curious", "foolish")


def engine_facts(state: zashiki.State) -> dict[str, object]:
    """All that the engine says in public about the moves and the points."""
    outcomes = state.legal(CHANCE)
    weights = state.weights() if outcomes else []
    lines = GAME.breakdown(state)
    return {
        "waiting": state.waiting(),
        "chances": sorted(
            (GAME.name(CHANCE, outcome), weight) for outcome, weight in zip(outcomes, weights, strict=True)
        ),
        "legal": [sorted(GAME.name(seat, action) for action in state.legal(seat)) for seat in range(state.seats)],
        "scores": state.scores(),
        "winners": state.winners(),
        "items": sum_up([(line["round"], line["seat"], line["rule"], line["points"]) for line in lines]),
    }


def model_facts(model: Hagakure) -> dict[str, object]:
    """The same of the model."""
    return {
        "waiting": model.waiting(),
        "chances": sorted(model.chances().items()),
        "legal": [sorted(model.legal(seat)) for seat in range(model.seats)],
        "scores": model.scores(),
        "winners": model.winners(),
        "items": sum_up([(item.round, item.seat, item.rule, item.points) for item in model.items()]),
    }


def sum_up(items: list[tuple[int, int, str, int]]) -> dict[tuple[int, int, str], int]:
    """Points for each round, seat and rule. A line of no points says nothing that two tellers must agree on."""
    sums: dict[tuple[int, int, str], int] = {}
    for number, seat, rule, points in items:
        sums[number, seat, rule] = sums.get((number, seat, rule), 0) + points
    return {key: points for key, points in sums.items() if points}


def engine_view(state: zashiki.State, viewer: int | None) -> dict[str, object]:
    """What the engine shows `viewer` of the table (HG-6.1)."""
    board: Any = GAME.board(state, viewer)
    return {
        "round": board["round"],
        "dealer": board["dealer"],
        "hands": [card_names(player["hand"]) for player in board["players"]],
        "yomi": card_names(board["yomi"]["cards"]),
        "hand counts": [player["hand_count"] for player in board["players"]],
        "yomi count": board["yomi"]["count"],
        "tricks": [player["tricks"] for player in board["players"]],
        "won": [card_names(player["won"]) for player in board["players"]],
        "no samurai": [player["holds_no_samurai"] for player in board["players"]],
        "played": [player["token"] for player in board["players"]],
        "left": [[token["name"] for token in player["tokens"] if not token["used"]] for player in board["players"]],
        "trick": [(play["seat"], play["card"]["name"]) for play in (board["trick"] or {"cards": []})["cards"]],
        "sheet": board["sheet"],
    }


def card_names(cards: list[dict[str, Any]] | None) -> list[str] | None:
    return None if cards is None else sorted(card["name"] for card in cards)


def model_public_view(model: Hagakure) -> dict[str, object]:
    """What everybody must be shown, by the model."""
    seats = range(model.seats)
    now = model.rounds[-1]
    finished = [each for each in model.rounds if each.over()]
    return {
        "round": now.number,
        "dealer": now.dealer,
        "hand counts": [len(now.places[seat]) for seat in seats],
        "yomi count": len(now.places[YOMI]),
        "tricks": [len(now.won_by(seat)) for seat in seats],
        "won": [won_cards(now, seat) for seat in seats],
        "no samurai": [seat in now.no_samurai for seat in seats],
        "played": [now.token_of(seat) for seat in seats],
        "left": model.tokens,
        "trick": now.current_trick().plays,
        "sheet": [[sum(i.points for i in each.items() if i.seat == seat) for seat in seats] for each in finished],
    }


def model_private_view(model: Hagakure, viewer: int | None) -> dict[str, object]:
    """What `viewer` must also be shown, and nobody else who does not know it."""
    return {
        "hands": [model.known(viewer, seat) for seat in range(model.seats)],
        "yomi": model.known(viewer, YOMI),
    }


def won_cards(played: Round, seat: int) -> list[str]:
    return sorted(card for trick in played.won_by(seat) for card in trick.cards())


class Lockstep:
    """One game played by both; every move is made by both and everything compared after it."""

    def __init__(self, seats: int, rounds: int) -> None:
        self.model = Hagakure(seats, rounds)
        self.state = GAME.start(seats, GAME.checked(seats, {"rounds": rounds}))
        self.moves: list[tuple[int, str]] = []
        self.compare()

    def apply(self, seat: int, move: str) -> None:
        self.moves.append((seat, move))
        self.model.apply(seat, move)
        self.state.apply(seat, GAME.parse(seat, move))
        self.compare()

    def compare(self) -> None:
        assert engine_facts(self.state) == model_facts(self.model), f"after {self.moves}"
        if self.model.rounds:
            public = model_public_view(self.model)
            for viewer in (None, *range(self.model.seats)):
                wanted = public | model_private_view(self.model, viewer)
                assert engine_view(self.state, viewer) == wanted, f"as seen by {viewer} after {self.moves}"

    def play_out(self, style: str, pick: Picker) -> None:
        tally("games against the models")
        while self.model.waiting():
            seat = self.model.waiting()[0]
            self.apply(seat, pick(preferred(sorted(self.model.legal(seat)), style)))


def preferred(moves: list[str], style: str) -> list[str]:
    """Those of the moves that lead where chance alone seldom does; all of them if there are none such."""
    if style == "curious":
        wanted = [move for move in moves if move.startswith(("exchange", "look"))]
    elif style == "foolish":
        wanted = [move for move in moves if move.endswith(FOOL)]
    else:
        wanted = []
    return wanted or moves


def situations(model: Hagakure) -> set[str]:
    """What happened in a finished game that the comparison should not miss."""
    found: set[str] = set()
    for played in model.rounds:
        found |= token_situations(played) | trick_situations(played) | score_situations(played)
        if len(played.moves) < model.seats:
            found.add("a seat without tokens is not asked")
    if model.extra_rounds():
        found.add("an extra round")
    return found


def token_situations(played: Round) -> set[str]:
    found: set[str] = set()
    for turn, (seat, move) in enumerate(played.moves):
        earlier = played.moves[:turn]
        if move == "exchange":
            found.add("an exchange")
            if any(other == "exchange" for _, other in earlier):
                found.add("an exchange after an exchange")
            if any(other == f"look {YOMI}" for _, other in earlier):
                found.add("a seen Yomi becomes a hand")
            if any(other == f"look {seat}" for _, other in earlier):
                found.add("a seen hand becomes the Yomi")
        elif move.startswith("look"):
            found.add("a look at the Yomi" if move == f"look {YOMI}" else "a look at a hand")
            if any(move == f"look {other}" and made == "exchange" for other, made in earlier):
                found.add("a look at an exchanged hand")
            if move == f"look {YOMI}" and any(made == "exchange" for _, made in earlier):
                found.add("a look at an exchanged Yomi")
        elif move == PASS:
            found.add("no token")
    return found


def trick_situations(played: Round) -> set[str]:
    found: set[str] = set()
    for trick in played.tricks:
        fools = trick.cards().count(FOOL)
        found.add(f"{fools} fools in a trick")
        if trick.cards()[0] == FOOL:
            found.add(f"one of {fools} fools led")
        if fools >= 2 and trick.plays[-1][0] != trick.winner():
            found.add("the last fool wins before the last card")
    if played.no_samurai:
        found.add("a samurai lead is not followed")
    return found


def score_situations(played: Round) -> set[str]:
    found: set[str] = set()
    for seat in range(played.seats):
        tricks, token, won = len(played.won_by(seat)), played.token_of(seat), won_cards(played, seat)
        found.add(f"{token} {'without a trick' if tricks == 0 else 'with a trick'}")
        if "18" in won:
            found.add(f"samurai 18 with {token}")
        if token == "villagers":
            found.add(f"{sum(map(is_villager, won))} villagers of {played.seats} players")
    return found


MUST_HAPPEN = {
    "an exchange",
    "an exchange after an exchange",
    "a seen Yomi becomes a hand",
    "a seen hand becomes the Yomi",
    "a look at the Yomi",
    "a look at a hand",
    "a look at an exchanged hand",
    "a look at an exchanged Yomi",
    "no token",
    "a seat without tokens is not asked",
    "0 fools in a trick",
    "1 fools in a trick",
    "2 fools in a trick",
    "3 fools in a trick",
    "one of 1 fools led",
    "one of 2 fools led",
    "one of 3 fools led",
    "the last fool wins before the last card",
    "a samurai lead is not followed",
    *(f"{token} {how} a trick" for token in (None, "double", "zero", "villagers") for how in ("with", "without")),
    *(f"samurai 18 with {token}" for token in (None, "double", "zero", "villagers")),
    # The two sides of HG-2.4's limit, for each number of players.
    *(
        f"{count} villagers of {seats} players"
        for seats, limit in ((3, 4), (4, 4), (5, 5))
        for count in (limit - 1, limit)
    ),
    "an extra round",
}


@settings(
    max_examples=examples(30),
    phases=[Phase.generate],  # a failure names its moves and stops at the first wrong one; shrinking takes minutes
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)
@given(st.sampled_from((3, 4, 5)), st.integers(1, 4), st.sampled_from(STYLES), st.data())
def test_any_play_goes_the_same_way(seats: int, rounds: int, style: str, data: st.DataObject) -> None:
    both = Lockstep(seats, rounds)
    both.play_out(style, lambda moves: data.draw(st.sampled_from(moves)))
    for situation in sorted(situations(both.model) & MUST_HAPPEN):
        event(situation)


def test_the_rare_situations_go_the_same_way_and_do_happen() -> None:
    found: set[str] = set()
    for seed in range(60):
        rng = Random(seed)
        # Seven rounds now and then, so that tokens run out.
        both = Lockstep(3 + seed % 3, 7 if seed % 10 == 0 else rng.randint(1, 3))
        both.play_out(STYLES[seed // 3 % 3], rng.choice)
        found |= situations(both.model)
    assert MUST_HAPPEN - found == set()


def tied_round(model: Hagakure, rng: Random) -> list[tuple[int, str]]:
    """Moves, chance included, that finish the round with a tied lead: random play on copies until one does it."""
    while True:
        copy = deepcopy(model)
        finished = sum(each.over() for each in model.rounds)
        moves: list[tuple[int, str]] = []
        while sum(each.over() for each in copy.rounds) == finished:
            seat = copy.waiting()[0]
            moves.append((seat, rng.choice(sorted(copy.legal(seat)))))
            copy.apply(*moves[-1])
        if len(copy.leaders()) > 1:
            return moves


@pytest.mark.rules("HG-R4")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_ten_extra_rounds_end_in_a_shared_victory(seats: int) -> None:
    both = Lockstep(seats, 1)
    rng = Random(seats)
    for _ in range(11):
        for seat, move in tied_round(both.model, rng):
            both.apply(seat, move)
    assert both.state.waiting() == ()
    assert len(both.state.winners()) > 1
    assert both.model.extra_rounds() == 10
