"""Sakura's engine and its slow model, move by move in lockstep: whatever one does, the other must do too."""

from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, event, given, settings
from hypothesis import strategies as st

import zashiki
from models.sakura import CHANCE, LEAVE, VERSION, Round, Sakura
from models.sakura_cards import (
    CARDS,
    DECK,
    FIREWORKS,
    KINDS,
    OAK,
    SETS,
    SHARES,
    complete_sets,
    kind_of,
    month_of,
    plant_of,
    value_of,
)
from models.sakura_rare import BY_TURNS, LUCK, MUST_HAPPEN, STYLES, TABLES, preferred_moves, situations
from nightly import examples, tally
from zashiki.core.rng import Rng

# Both lanes say the same: test_traces checks that.
pytestmark = pytest.mark.once

GAME = zashiki.games()["sakura"]

Picker = Callable[[list[str]], str]
"""Takes one of several names of moves."""


# What both say


def engine_facts(state: zashiki.State) -> dict[str, object]:
    """All that the engine says in public about the moves and the points."""
    outcomes = state.legal(CHANCE)
    weights = state.weights() if outcomes else []
    return {
        "waiting": state.waiting(),
        "chances": sorted(
            (GAME.name(CHANCE, outcome), weight) for outcome, weight in zip(outcomes, weights, strict=True)
        ),
        "legal": [sorted(GAME.name(seat, action) for action in state.legal(seat)) for seat in range(state.seats)],
        "scores": state.scores(),
        "winners": state.winners(),
    }


def model_facts(model: Sakura) -> dict[str, object]:
    """The same of the model."""
    return {
        "waiting": model.waiting(),
        "chances": sorted(model.chances().items()),
        "legal": [sorted(model.legal(seat)) for seat in range(model.seats)],
        "scores": model.scores(),
        "winners": model.winners(),
    }


def engine_items(state: zashiki.State) -> list[tuple[int, int, str, int]]:
    """Every point with its reason: the kind of card or the set."""
    items = []
    for line in GAME.breakdown(state):
        facts: Any = line["facts"]
        reason = facts["set"]["code"] if "set" in facts else line["code"]
        items.append((line["round"], line["seat"], reason.split(".")[1], line["points"]))
    return sorted(item for item in items if item[3])


def model_items(model: Sakura) -> list[tuple[int, int, str, int]]:
    """The same of the model."""
    items = [(item.round, item.seat, item.reason, item.points) for item in model.items() if item.points]
    return sorted((number, seat, as_code(reason), points) for number, seat, reason, points in items)


def as_code(name: str) -> str:
    return name.replace(" ", "_").replace("-", "_")


Shown = tuple[str, int, str, int]
"""A card as it is shown: name, month, kind, value."""


def engine_cards(cards: list[dict[str, Any]]) -> list[Shown]:
    return sorted((card["name"], card["month"], card["kind"], card["value"]) for card in cards)


def model_cards(cards: list[str]) -> list[Shown]:
    return sorted((card, month_of(card), kind_of(card), value_of(card)) for card in cards)


def engine_public_view(board: Any) -> dict[str, object]:
    """What the engine shows everybody of the table (SK-8.1)."""
    counts = [player["hand_count"] for player in board["players"]]
    pending, wildcard = board["pending"], board["wildcard"]
    return {
        **{key: board[key] for key in ("phase", "round", "rounds", "dealer", "first", "mover", "pile_count")},
        "counts": counts,
        "captured": [
            {kind: engine_cards(cards) for kind, cards in player["captured"].items()} for player in board["players"]
        ],
        "sides": [player["side"] for player in board["players"]],
        "field": {
            month["month"]: (month["plant"], month["stack"], engine_cards(month["cards"])) for month in board["field"]
        },
        "pending": pending and (pending["seat"], pending["card"]["name"], pending["flipped"], pending["interrupted"]),
        "wildcard": wildcard and (wildcard["seat"], engine_cards(wildcard["cards"])),
        "left": board["wildcard_left"],
        "apart": telling(board["apart"] and (board["apart"]["seats"], board["apart"]["cards"]), counts),
        "teams": [
            (
                side["seats"],
                side["value"],
                {each["name"]: (sorted(each["captured"]), each["complete"]) for each in side["sets"]},
                side["total"],
            )
            for side in board["sides"]
        ],
        "sheet": [
            (row["dealer"], row["values"], [sorted(names) for names in row["sets"]], row["points"])
            for row in board["sheet"]
        ],
    }


def engine_private_view(board: Any) -> dict[str, object]:
    """What else it shows the viewer."""
    return {
        "hands": [None if player["hand"] is None else engine_cards(player["hand"]) for player in board["players"]],
        "fours": {month["plant"]: sorted(month["lacking"]) for month in board["fours"]},
    }


def without_hands(board: Any) -> dict[str, object]:
    """A board as it was given, but for what is the viewer's own."""
    return {**board, "fours": [], "players": [{**player, "hand": None} for player in board["players"]]}


def telling(apart: tuple[list[int], list[str]] | None, counts: list[int]) -> tuple[list[int], list[str]] | None:
    """What of it is news: a hand of fewer cards cannot hold them all anyway."""
    if apart is None:
        return None
    seats = [seat for seat in sorted(apart[0]) if counts[seat] >= len(apart[1])]
    return (seats, sorted(apart[1])) if seats else None


def model_public_view(model: Sakura) -> dict[str, object]:
    """What everybody must be shown, by the model."""
    begun = bool(model.rounds)
    now = model.rounds[-1] if begun else Round(model.seats, 1, 0)
    waiting = model.waiting()
    counts = [len(hand) for hand in now.hands]
    pools = [model.pool(now, side) for side in range(len(model.sides))]
    scores = model.scores()
    return {
        "phase": model.phase(),
        "round": now.number,
        "rounds": model.set_rounds,
        "dealer": now.dealer if begun else None,
        "first": now.order()[0] if begun else None,
        "mover": waiting[0] if waiting and waiting[0] != CHANCE else None,
        "pile_count": len(now.pile),
        "counts": counts,
        "captured": [
            {kind: model_cards([card for card in cards if kind_of(card) == kind]) for kind in KINDS}
            for cards in now.captured
        ],
        "sides": [model.side_of(seat) for seat in range(model.seats)],
        "field": {
            month_of(DECK[plant][0]): (plant, plant in now.stacks, model_cards(now.lying(plant)))
            for plant in DECK
            if now.lying(plant)
        },
        "pending": now.pending and (now.pending.seat, now.pending.card, now.pending.flipped, now.pending.interrupted),
        "wildcard": now.wildcard and (now.wildcard.seat, model_cards(now.wildcard.cards)),
        "left": now.left and FIREWORKS in now.field,
        "apart": telling(now.silence.now() if now.silence else None, counts),
        "teams": [
            (
                members,
                sum(value_of(card) for card in pool),
                {name: (sorted(set(cards) & set(pool)), name in complete_sets(pool)) for name, cards in SETS.items()},
                scores[members[0]],
            )
            for members, pool in zip(model.sides, pools, strict=True)
        ],
        "sheet": [
            (
                played.dealer,
                [model.value(played, side) for side in range(len(model.sides))],
                [sorted(model.sets(played, side)) for side in range(len(model.sides))],
                model.points(played),
            )
            for played in model.finished()
        ],
    }


def model_private_view(model: Sakura, viewer: int | None) -> dict[str, object]:
    """What `viewer` must also be shown, and nobody else: teammates neither (SK-7.2)."""
    now = model.rounds[-1] if model.rounds else Round(model.seats, 1, 0)
    own = [] if viewer is None else now.hands[viewer]
    return {
        "hands": [model_cards(hand) if seat == viewer else None for seat, hand in enumerate(now.hands)],
        "fours": {plant_of(card): sorted(now.lacking(viewer, plant_of(card))) for card in own if viewer is not None},
    }


class Lockstep:
    """One game played by both; every move is made by both and everything compared after it."""

    def __init__(self, seats: int, rounds: int, teams: str) -> None:
        self.model = Sakura(seats, rounds, teams)
        self.state = GAME.start(seats, GAME.checked(seats, {"rounds": rounds, "teams": teams}))
        self.moves: list[tuple[int, str]] = []
        self.finished = -1
        self.compare()

    def apply(self, seat: int, move: str) -> None:
        self.moves.append((seat, move))
        self.model.apply(seat, move)
        self.state.apply(seat, GAME.parse(seat, move))
        self.compare()

    def compare(self) -> None:
        assert engine_facts(self.state) == model_facts(self.model), f"after {self.moves}"
        seen_by_all = GAME.board(self.state, None)
        assert engine_public_view(seen_by_all) == model_public_view(self.model), f"after {self.moves}"
        for viewer in self.viewers():
            seen, where = GAME.board(self.state, viewer), f"as seen by {viewer} after {self.moves}"
            assert engine_private_view(seen) == model_private_view(self.model, viewer), where
            assert without_hands(seen) == without_hands(seen_by_all), where
        if self.finished != len(self.model.finished()):
            # Only the end of a round changes them; the points of `scores` are compared after every move.
            self.finished = len(self.model.finished())
            assert engine_items(self.state) == model_items(self.model), f"after {self.moves}"

    def viewers(self) -> list[int | None]:
        """Everybody; but during the long deal one after the other."""
        everybody = [None, *range(self.model.seats)]
        turn = len(self.moves) % len(everybody)
        return everybody[turn : turn + 1] if self.model.phase() in ("deal", "field") else everybody

    def play_out(self, luck: str, style: str, pick: Picker) -> None:
        tally("games against the models")
        while self.model.waiting():
            seat = self.model.waiting()[0]
            self.apply(seat, pick(preferred_moves(self.model, luck, style)))

    def deal(self, hands: list[str], field: str) -> None:
        """Seat 0 begins. The cards named in the texts, with commas between them, are dealt, and for the rest others."""
        rows = [[card.strip() for card in text.split(",") if card.strip()] for text in (*hands, field)]
        named = [card for row in rows for card in row]
        # No oaks, and for the field no two of a month, so that nothing is in the way.
        others = [card for place in (3, 2, 1, 0) for card in CARDS[place::4] if plant_of(card) != OAK]
        spare = [card for card in others if card not in named]
        size, field_size = SHARES[self.model.seats]
        for row, wanted in zip(reversed(rows), [field_size, *[size] * self.model.seats], strict=True):
            while len(row) < wanted:
                row.append(spare.pop(0))
        self.run("first 0", *(f"deal {row[place]}" for place in range(size) for row in rows[:-1]))
        self.run(*(f"deal {card}" for card in rows[-1]))

    def run(self, *moves: str) -> None:
        """Moves of whoever is to act."""
        for move in moves:
            self.apply(self.model.waiting()[0], move)

    def pass_time(self, until: int | None = None) -> None:
        """Moves that leave oaks where they are, until a seat is to play a card or the round is over."""
        now = self.model.rounds[-1]
        while not now.over and not (now.phase() == "play" and now.turn == until):
            legal = self.model.legal(self.model.waiting()[0])
            self.run(next(move for move in legal if move.partition(" ")[2] not in DECK[OAK]))


# Consistent worlds


World = tuple[tuple[str, ...], ...]
"""The hands of all seats."""


def worlds(model: Sakura, viewer: int) -> list[World]:
    """All hands consistent with what is open and the hand of `viewer` (SK-8.1)."""
    now = model.rounds[-1]
    hidden = sorted(now.pile + [card for seat in range(model.seats) if seat != viewer for card in now.hands[seat]])
    found: list[list[tuple[str, ...]]] = [[]]
    for seat, hand in enumerate(now.hands):
        if seat == viewer:
            found = [[*world, tuple(sorted(hand))] for world in found]
        else:
            found = [
                [*world, cards]
                for world in found
                for cards in combinations(
                    [card for card in hidden if not any(card in held for held in world)], len(hand)
                )
            ]
    return [tuple(world) for world in found]


def believable(model: Sakura, world: World) -> bool:
    """Does it agree with nobody having spoken up (SK-5.2)?"""
    silence = model.rounds[-1].silence
    apart = silence.now() if silence else None
    return apart is None or not any(all(card in world[seat] for card in apart[1]) for seat in apart[0])


def imagined(state: zashiki.State, viewer: int, seed: int) -> World:
    """One world that the engine imagines for `viewer`."""
    other = state.resample(viewer, Rng(seed))
    boards: list[Any] = [GAME.board(other, seat) for seat in range(state.seats)]
    return tuple(
        tuple(sorted(card["name"] for card in board["players"][seat]["hand"])) for seat, board in enumerate(boards)
    )


@settings(
    max_examples=examples(20),
    phases=[Phase.generate],  # a failure names its moves and stops at the first wrong one; shrinking takes minutes
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)
@given(st.sampled_from(TABLES), st.sampled_from((1, 1, 3)), st.sampled_from(LUCK), st.sampled_from(STYLES), st.data())
def test_any_play_goes_the_same_way(
    table: tuple[int, str], rounds: int, luck: str, style: str, data: st.DataObject
) -> None:
    both = Lockstep(table[0], rounds, table[1])
    both.play_out(luck, style, lambda moves: data.draw(st.sampled_from(moves)))
    for situation in sorted(situations(both.model) & MUST_HAPPEN):
        event(situation)


def test_the_rare_situations_go_the_same_way_and_do_happen() -> None:
    """The model plays alone, which is quick; what shows something new, both play once more together."""
    missing = set(MUST_HAPPEN)
    for seed in range(2 * len(TABLES) * len(LUCK) * len(STYLES)):
        (seats, teams), luck = TABLES[seed % len(TABLES)], LUCK[seed // len(TABLES) % len(LUCK)]
        style = STYLES[seed // len(TABLES) // len(LUCK) % len(STYLES)]
        rounds = 3 if luck == BY_TURNS else (1, 3)[seed % 2]
        alone = Sakura(seats, rounds, teams)
        rng = Random(seed)
        while alone.waiting():
            alone.apply(alone.waiting()[0], rng.choice(preferred_moves(alone, luck, style)))
        if situations(alone) & missing:
            both = Lockstep(seats, rounds, teams)
            both.play_out(luck, style, Random(seed).choice)
            missing -= situations(both.model)
        if not missing:
            return
    assert missing == set()


@pytest.mark.rules("SK-2.1")
@pytest.mark.parametrize("rounds", [6, 12])
def test_long_games_go_the_same_way(rounds: int) -> None:
    both = Lockstep(2, rounds, "none")
    both.play_out("plain", "plain", Random(rounds).choice)
    assert len(both.model.finished()) == rounds
    assert both.state.winners() != ()


@pytest.mark.rules("SK-8.1", "SK-5.2")
def test_resampling_covers_exactly_the_consistent_worlds() -> None:
    """Silence tells something; near the end of a round all worlds can be counted."""
    compared = 0
    for seed in range(40):
        rng = Random(seed)
        seats = 2 + seed % 2
        model, state = Sakura(seats, 1, "none"), GAME.start(seats, GAME.checked(seats, {"rounds": 1, "teams": "none"}))
        while model.waiting():
            (seat,) = model.waiting()
            move = rng.choice(preferred_moves(model, "threes", "plain"))
            model.apply(seat, move)
            state.apply(seat, GAME.parse(seat, move))
            now = model.rounds[-1]
            viewer = rng.randrange(seats)
            hidden_in_hands = sum(len(hand) for other, hand in enumerate(now.hands) if other != viewer)
            if now.silence and 1 <= hidden_in_hands <= 2:
                possible = worlds(model, viewer)
                believed = [world for world in possible if believable(model, world)]
                if len(believed) < len(possible):
                    compared += 1
                    # Enough tries that a world which is as likely as the others does not stay away.
                    assert {imagined(state, viewer, number) for number in range(15 * len(believed))} == set(believed)
                    break
        if compared == 5:
            return
    pytest.fail(f"only {compared} positions to compare")


# The wildcard left beside oaks: seat 0 aims it at a pine, and seat 1, who holds the other three, interrupts


PINES = "crane, pine scroll, pine chaff 1"


def left_beside(oaks: str, hand: str) -> Lockstep:
    """The fireworks lie beside the oaks; seat 1 has interrupted and is to play, with this in its hand."""
    both = Lockstep(2, 1, "none")
    both.deal([FIREWORKS, f"{PINES}, {hand}"], f"pine chaff 2, {oaks}")
    both.run("play fireworks")
    assert LEAVE not in both.model.legal(0)  # SK-R3
    both.run("take pine chaff 2")
    assert LEAVE in both.model.legal(0)
    both.run(LEAVE)
    both.pass_time(until=1)
    return both


def test_both_play_the_same_version() -> None:
    assert GAME.version == VERSION


@pytest.mark.rules("SK-R7", "SK-R8", "SK-5.4")
def test_whoever_takes_a_left_wildcard_takes_the_oaks_beside_it_at_the_end() -> None:
    both = left_beside("rain man, swallow", hand="oak scroll")
    both.run("play oak scroll")
    assert both.model.legal(1) == ["take rain man", "take swallow", "take fireworks"]
    both.run("take fireworks")
    both.pass_time()
    (played,) = both.model.finished()
    assert played.wildcard is not None
    assert (played.wildcard.seat, played.wildcard.month) == (1, OAK)
    assert set(DECK[OAK]) <= set(played.captured[1])


@pytest.mark.rules("SK-R8")
def test_an_oak_may_pass_the_left_wildcard_over() -> None:
    """What is left of the three stays, for no oak is left to take it."""
    both = left_beside("rain man, swallow", hand="oak scroll")
    both.run("play oak scroll", "take swallow")
    both.pass_time()
    (played,) = both.model.finished()
    assert played.wildcard is None
    assert {"oak scroll", "swallow"} <= set(played.captured[1])
    assert {"rain man", FIREWORKS} <= set(played.deeds[-1].cards)


@pytest.mark.rules("SK-R8", "SK-4.1")
def test_four_oaks_lie_in_the_field_to_the_end() -> None:
    """Nobody has one in hand."""
    both = left_beside("rain man, swallow, oak scroll", hand="")
    now = both.model.rounds[-1]
    assert now.stacks == [OAK]
    assert f"four {OAK}" not in both.model.legal(1)
    both.pass_time()
    assert set(DECK[OAK]) <= set(now.deeds[-1].cards)


@pytest.mark.rules("SK-5.3")
def test_whoever_takes_a_dealt_wildcard_takes_nothing_at_the_end() -> None:
    both = Lockstep(2, 1, "none")
    both.deal(["swallow", ""], "fireworks, rain man")
    both.run("play swallow", "take fireworks")
    both.pass_time()
    (played,) = both.model.finished()
    assert played.wildcard is None
    assert "rain man" in played.deeds[-1].cards
