"""Endgames: all worlds are found, and OpenSpiel's algorithms run on them."""

from collections import Counter
from typing import Any

import pytest
from open_spiel.python.algorithms import cfr, exploitability, get_all_states
from open_spiel.python.policy import UniformRandomPolicy

from zashiki import CHANCE, Rng, State, registry
from zashiki.bots import DecisionContext
from zashiki.bots.bot import Bot
from zashiki.games.hagakure.rules import HagakureState
from zashiki.research.endgames import BotPolicy, Endgame, size, worlds
from zashiki.research.perfect_recall import Setting

# None of it is compiled, and test_traces checks that the rules it uses are the same in both lanes.
pytestmark = pytest.mark.once


def settled(key: str, seats: int, **options: int) -> Setting:
    return Setting(key, seats, registry.find(key).checked(seats, dict(options)))


HAGAKURE = settled("hagakure", 3, rounds=1)


@pytest.fixture(scope="module")
def two_tricks() -> State:
    """Two cards in every hand, and nothing hidden but who holds which: all three have looked at the Yomi."""
    game = HAGAKURE.game
    state = game.start(3, HAGAKURE.options)
    moves = ["dealer 2"]
    moves += [f"deal {card}" for row in zip(*HANDS, strict=True) for card in row]
    for move in moves:
        state.apply(CHANCE, game.parse(CHANCE, move))
    for move in ["look yomi"] * 3 + [f"play {card}" for card in PLAYED]:
        seat = state.turn()
        action = game.parse(seat, move)
        assert action in state.legal(seat), move
        state.apply(seat, action)
    return state


HANDS = [("6", "9", "12", "15", "20"), ("7", "10", "13", "16", "21"), ("8", "11", "14", "17", "22")]
PLAYED = ["6", "7", "8", "11", "9", "10", "14", "12", "13"]


def test_all_worlds_are_found(two_tricks: State) -> None:
    """Six cards, two in each hand."""
    found = worlds(HAGAKURE, two_tricks)
    assert len(found) == 90
    held = Counter()  # type: Counter[tuple[int, ...]]
    for world in found:
        assert isinstance(world, HagakureState)
        held[tuple(int(world.cards[seat]) for seat in range(3))] += 1
        assert world.legal(world.turn())
    assert set(held.values()) == {1}


def test_a_game_with_too_many_worlds_is_refused() -> None:
    state = HAGAKURE.game.start(3, HAGAKURE.options)
    state.resolve_chance(Rng(1))
    with pytest.raises(OverflowError, match="more than 500"):
        worlds(HAGAKURE, state, most=500)


def test_information_states_have_perfect_recall_and_leak_nothing(two_tricks: State) -> None:
    """Perfect recall: an information state has one history, and is the same in all worlds consistent with it."""
    game = Endgame(HAGAKURE, worlds(HAGAKURE, two_tricks))
    pasts: dict[str, list[Any]] = {}
    views: dict[str, str] = {}
    legal: dict[str, list[int]] = {}

    def walk(state: Any, own: list[list[Any]]) -> None:
        if state.is_terminal():
            return
        if state.is_chance_node():
            for world, _ in state.chance_outcomes():
                walk(state.child(world), [[], [], []])
            return
        seat = state.current_player()
        text = state.information_state_string()
        assert pasts.setdefault(text, own[seat]) == own[seat]
        assert legal.setdefault(text, state.legal_actions()) == state.legal_actions()
        board = str(HAGAKURE.game.board(state.node.position.state, seat))
        assert views.setdefault(text, board) == board
        for action in state.legal_actions():
            after = [*own]
            after[seat] = [*own[seat], text, action]
            walk(state.child(action), after)

    walk(game.new_initial_state(), [[], [], []])
    assert len(pasts) > 100


def test_the_size_of_an_endgame(two_tricks: State) -> None:
    game = Endgame(HAGAKURE, [two_tricks])
    states = get_all_states.get_all_states(
        game, depth_limit=-1, include_terminals=True, include_chance_states=False, to_string=lambda state: str(state)
    )
    assert size(two_tricks, 10_000) == len(states)
    assert size(two_tricks, 5) <= 8


class Stubborn(Bot):
    """Always plays the lowest card."""

    def act(self, context: DecisionContext) -> int:
        return context.legal[0]


def test_a_bots_policy_is_the_frequency_of_its_answers(two_tricks: State) -> None:
    game = Endgame(HAGAKURE, [two_tricks])
    state = game.new_initial_state()
    state.apply_action(0)
    legal = state.legal_actions()
    assert len(legal) == 2
    assert BotPolicy(game, Stubborn, 3).action_probabilities(state) == {legal[0]: 1.0, legal[1]: 0.0}


def test_an_equilibrium_is_unexploitable_and_random_play_is_not() -> None:
    """The last pebbles of a game of Hiroba, which has perfect information."""
    setting = settled("hiroba", 2)
    luck = Rng(1)
    for _ in range(50):
        state = setting.game.start(2, setting.options)
        end: State | None = None
        while state.turn() >= CHANCE:
            seat = state.turn()
            if seat >= 0 and end is None and 3 < size(state, 60) <= 60:
                end = state.clone()
            if seat == CHANCE:
                state.step(luck)
            else:
                state.apply(seat, registry.package("hiroba").heuristics.greedy(state, seat))
        assert end is not None
        game = Endgame(setting, [end])
        if exploitability.nash_conv(game, UniformRandomPolicy(game)) > 0.01:
            break
    solver = cfr.CFRPlusSolver(game)
    for _ in range(50):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < 0.01
