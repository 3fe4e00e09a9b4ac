"""Checks of a game's states: who may act, what they may do, what they may know, and how it ends."""

import json

from zashiki.core.game import CHANCE, OVER, State
from zashiki.core.phrases import sentence
from zashiki.core.rng import Rng
from zashiki.testing.case import Case, frozen, move_at_random
from zashiki.testing.whole_state import text_of

PLAYOUTS = 25
"""Random games that are played to the end without a closer look."""
CHILDREN = 700
"""The states after a move that `check_steps` works out, at most."""


def check_end(case: Case) -> None:
    """A game ends within its bound; then somebody has won, and the points are within theirs."""
    last = case.states[-1]
    assert last.turn() == OVER, f"{case}: nobody is waited for, but the turn is {last.turn()}"
    winners = last.winners()
    assert winners, f"{case}: the game is over, but nobody has won"
    assert winners == tuple(sorted(set(winners))), f"{case}: winners {winners} are not ascending"
    assert all(0 <= seat < case.seats for seat in winners), f"{case}: winners {winners} are not seats"
    least, most = case.package.score_bounds(case.seats, case.options)
    scores = last.scores()
    assert all(least <= points <= most for points in scores), f"{case}: {scores} is not from {least} to {most}"


def check_turns(case: Case) -> None:
    """Who may act, what they may do, how likely chance's outcomes are, and how the points add up."""
    for where, state in case.some_states(len(case.states)):
        waiting = state.waiting()
        assert waiting == tuple(sorted(set(waiting))), f"{where}: waiting {waiting} are not ascending"
        assert state.turn() == (waiting[0] if waiting else OVER), f"{where}: turn() and waiting() disagree"
        for seat in (CHANCE, *range(case.seats)):
            legal = state.legal(seat)
            assert legal == sorted(set(legal)), f"{where}: the legal moves of seat {seat} are not ascending"
            assert bool(legal) == (seat in waiting), f"{where}: seat {seat} has moves {legal}, waiting are {waiting}"
            count = case.game.chance_count if seat == CHANCE else case.game.action_count
            for action in legal:
                assert type(action) is int, f"{where}: the move {action!r} of seat {seat} is not an int"
                assert 0 <= action < count, f"{where}: the move {action} of seat {seat} is not below {count}"
        if waiting == (CHANCE,):
            weights = state.weights()
            assert len(weights) == len(state.legal(CHANCE)), f"{where}: not every outcome of chance has a weight"
            assert min(weights) > 0, f"{where}: an outcome of chance has weight {min(weights)}"
        else:
            assert CHANCE not in waiting, f"{where}: chance and seats are waited for at once: {waiting}"
        if waiting:
            assert state.winners() == (), f"{where}: there are winners before the end"
        lines = case.game.breakdown(state)
        sums = [sum(line["points"] for line in lines if line["seat"] == seat) for seat in range(case.seats)]
        assert sums == state.scores(), f"{where}: the breakdown adds up to {sums}, the scores are {state.scores()}"


def check_playouts(case: Case) -> None:
    """`playout` ends within the bound, too, with winners, and with points that add up."""
    for seed in range(PLAYOUTS):
        state = case.start()
        plies = state.playout(Rng(seed))
        where = f"{case}, playout {seed}"
        assert 0 < plies <= case.max_plies, f"{where}: {plies} moves, where max_plies says {case.max_plies}"
        assert state.winners(), f"{where}: the game is over, but nobody has won"
        total = sum(line["points"] for line in case.game.breakdown(state))
        assert total == sum(state.scores()), f"{where}: the breakdown adds up to {total}, scores are {state.scores()}"


def check_clones(case: Case) -> None:
    """A clone is the same game, and what happens to it does not happen to the original."""
    for where, state in case.some_states(12):
        before = case.truth(state)
        twin = state.clone()
        assert case.truth(twin) == before, f"{where}: a clone differs from the original"
        twin.playout(Rng(case.seed))
        assert case.truth(state) == before, f"{where}: playing on in a clone changed the original"
        other = state.clone()
        other.playout(Rng(case.seed))
        assert case.truth(other) == case.truth(twin), f"{where}: two clones with the same chance end differently"


def check_reasons(case: Case) -> None:
    """`why_not` agrees with `legal` on every move of every seat, and cites rules that exist, in whole sentences."""
    game = case.game
    for where, state in case.some_states(25):
        reasons = []
        for seat in range(case.seats):
            legal = set(state.legal(seat))
            for action in range(game.action_count):
                reason = game.why_not(state, seat, action)
                if (reason is None) != (action in legal):
                    move = game.name(seat, action)
                    raise AssertionError(f"{where}: why_not and legal disagree on {move!r} of {seat}: {reason}")
                if reason is not None:
                    assert reason.rule in case.rules, f"{where}: the rules page does not have {reason.rule}: {reason}"
                    assert reason.text, f"{where}: why_not gives no text for {reason.code}"
                    assert "{" not in reason.text, f"{where}: a fact is missing in {reason.text!r}"
                    sentence(game.catalogue, reason.code, reason.facts)
                    reasons.append(reason.data())
        json.dumps(reasons, allow_nan=False)


def check_secrets(case: Case) -> None:
    """A seat's view, moves and observation stay the same when all that it cannot know is drawn again."""
    for number, (where, state) in enumerate(case.some_states(30)):
        for seat in range(case.seats):
            other = state.resample(seat, Rng(case.seed + number))
            for what, one, two in (
                ("board", case.game.board(state, seat), case.game.board(other, seat)),
                ("turn", state.waiting(), other.waiting()),
                ("legal moves", state.legal(seat), other.legal(seat)),
                ("prompt", case.game.prompt(state, seat), case.game.prompt(other, seat)),
                ("scores", state.scores(), other.scores()),
                ("observation", case.observation(state, seat), case.observation(other, seat)),
            ):
                if frozen(one) != frozen(two):
                    raise AssertionError(f"{where}: seat {seat}'s {what} tell what it cannot know: {one} or {two}")


def check_steps(case: Case) -> None:
    """`step` makes one of the legal moves. A game may implement it for speed; the state after it is the same."""
    children = 0
    for number, (where, state) in enumerate(case.some_states(60)):
        if not state.waiting():
            continue
        moves = [(seat, action) for seat in state.waiting() for action in state.legal(seat)]
        children += len(moves)
        if children > CHILDREN:
            break
        possible = {text_of(_after(state, seat, action)) for seat, action in moves}
        for seed in range(4):
            stepped = state.clone()
            stepped.step(Rng(100 * number + seed))
            assert text_of(stepped) in possible, f"{where}: step leads where no legal move does: {text_of(stepped)}"


def _after(state: State, seat: int, action: int) -> State:
    after = state.clone()
    after.apply(seat, action)
    return after


def check_resampled_games(case: Case) -> None:
    """A resampled state can be played to the end, and drawing it changes nothing."""
    for number, (where, state) in enumerate(case.some_states(15)):
        before = case.truth(state)
        other = state.resample(number % case.seats, Rng(number))
        rng = Rng(number)
        while other.waiting():
            move_at_random(other, rng, f"{where}, resampled")
        assert other.winners(), f"{where}: resampled and played to the end, nobody has won"
        assert case.truth(state) == before, f"{where}: resample changed the original"
