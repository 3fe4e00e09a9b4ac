"""Check that a game keeps the contract: for the tests of whoever writes one.

`check_game(PACKAGE)` plays random games with every number of seats and every option value worth testing, and raises an
`AssertionError` that says what is wrong, in which game and after which moves. It takes some seconds.

    from zashiki.testing import check_game
    from my_game.package import PACKAGE

    def test_it_keeps_the_contract() -> None:
        check_game(PACKAGE)
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from librt.vecs import vec
from mypy_extensions import i16

from zashiki.core.fair import from_seed
from zashiki.core.game import CHANCE, OVER, Game, State
from zashiki.core.match import Match
from zashiki.core.observation import ObservationWriter
from zashiki.core.options import Options
from zashiki.core.package import GamePackage
from zashiki.core.phrases import sentence
from zashiki.core.replay import replay, verify
from zashiki.core.rng import Rng

_RULE = re.compile(r"\*\*([A-Z]+-[A-Z0-9.]+)\*\*")


@dataclass(frozen=True)
class _Case:
    """A game as one table might set it up, played at random once."""

    package: GamePackage
    seats: int
    options: Options
    seed: int

    @property
    def game(self) -> Game:
        return self.package.game

    def __str__(self) -> str:
        return f"{self.game.key}, {self.seats} seats, {self.options}, seed {self.seed}"

    def states(self) -> list[State]:
        """The states of one random game, from the first to the last."""
        rng = Rng(self.seed)
        state = self.game.start(self.seats, self.options)
        found = [state.clone()]
        most = self.game.max_plies(self.seats, self.options)
        while state.waiting():
            assert len(found) <= most, f"{self}: more moves than max_plies says ({most})"
            waiting = state.waiting()
            seat = waiting[int(rng.below(len(waiting)))]
            legal = state.legal(seat)
            assert legal, f"{self}: seat {seat} is waited for, but has no legal move at ply {len(found) - 1}"
            action = legal[rng.pick(state.weights()) if seat == CHANCE else int(rng.below(len(legal)))]
            state.apply(seat, action)
            found.append(state.clone())
        return found


def check_game(package: GamePackage, games: int = 3) -> None:
    """Check a game, in as many random games for each number of seats and option value."""
    _check_names(package.game)
    rules = _rules(package)
    for case in _cases(package, games):
        states = case.states()
        _check_end(case, states[-1])
        for ply, state in enumerate(states):
            where = f"{case}, ply {ply}"
            _check_turn(case.game, state, where)
            _check_reasons(case.game, state, rules, where)
            _check_secrets(case, state, where)
            _check_clone(case, state, where)
        _check_match(case, rules)


def _cases(package: GamePackage, games: int) -> Iterator[_Case]:
    game = package.game
    for seats in game.seat_counts:
        given: list[Options] = [{}]
        given += [{option.key: value} for option in game.options for value in option.examples(seats)]
        for options in given:
            for seed in range(games):
                yield _Case(package, seats, game.checked(seats, options), seed)


def _rules(package: GamePackage) -> frozenset[str]:
    page = package.rules_page("en")
    assert page.is_file(), f"{package.key}: the package {package.module} has no rules.md"
    return frozenset(_RULE.findall(page.read_text("utf-8")))


def _check_names(game: Game) -> None:
    """Moves and their names are one to one."""
    for seat, count in ((0, game.action_count), (CHANCE, game.chance_count)):
        names = [game.name(seat, action) for action in range(count)]
        twice = sorted({name for name in names if names.count(name) > 1})
        assert not twice, f"{game.key}: several moves are called {twice[0]!r}"
        for action, name in enumerate(names):
            assert name == " ".join(name.lower().split()), f"{game.key}: {name!r} is not in lower case"
            assert game.parse(seat, name) == action, f"{game.key}: {name!r} is not parsed as move {action}"
    for code in game.catalogue:
        assert "{" not in game.catalogue[code] or "}" in game.catalogue[code], f"{game.key}: {code} is malformed"


def _check_end(case: _Case, last: State) -> None:
    winners = last.winners()
    assert winners, f"{case}: the game is over, but nobody has won"
    assert list(winners) == sorted(set(winners)), f"{case}: winners {winners} are not ascending"
    assert all(0 <= seat < case.seats for seat in winners), f"{case}: winners {winners} are not seats"
    least, most = case.package.score_bounds(case.seats, case.options)
    scores = last.scores()
    assert all(least <= points <= most for points in scores), f"{case}: {scores} is not from {least} to {most}"


def _check_turn(game: Game, state: State, where: str) -> None:
    """Who may act, what they may do, and how likely chance's outcomes are."""
    waiting = state.waiting()
    assert state.turn() == (waiting[0] if waiting else OVER), f"{where}: turn() and waiting() disagree"
    for seat in (CHANCE, *range(int(state.seats))):
        legal = state.legal(seat)
        assert legal == sorted(set(legal)), f"{where}: the legal moves of seat {seat} are not ascending"
        assert bool(legal) == (seat in waiting), f"{where}: seat {seat} has moves {legal}, waiting are {waiting}"
    if waiting == (CHANCE,):
        weights = state.weights()
        assert len(weights) == len(state.legal(CHANCE)), f"{where}: not every outcome of chance has a weight"
        assert min(weights) > 0, f"{where}: an outcome of chance has weight {min(weights)}"
    if waiting:
        assert state.winners() == (), f"{where}: there are winners before the end"
    lines = game.breakdown(state)
    sums = [sum(line["points"] for line in lines if line["seat"] == seat) for seat in range(int(state.seats))]
    assert sums == state.scores(), f"{where}: the breakdown adds up to {sums}, the scores are {state.scores()}"


def _check_reasons(game: Game, state: State, rules: frozenset[str], where: str) -> None:
    """`why_not` agrees with `legal` and cites rules that exist."""
    for seat in range(int(state.seats)):
        legal = set(state.legal(seat))
        for action in range(game.action_count):
            reason = game.why_not(state, seat, action)
            name = game.name(seat, action)
            assert (reason is None) == (action in legal), f"{where}: why_not and legal disagree on {name!r} of {seat}"
            if reason is not None:
                assert reason.rule in rules, f"{where}: why_not cites {reason.rule}, which the rules page does not have"
                sentence(game.catalogue, reason.code, reason.facts)


def _check_secrets(case: _Case, state: State, where: str) -> None:
    """A seat's view, moves and observation stay the same when all that it cannot know is drawn again."""
    observer = case.package.observer
    width = sum(field.size for field in observer.fields(case.seats, case.options))
    for seat in range(case.seats):
        other = state.resample(seat, Rng(case.seed + 1))
        assert other.waiting() == state.waiting(), f"{where}: resample({seat}) changes whose turn it is"
        for what, one, two in (
            ("board", case.game.board(state, seat), case.game.board(other, seat)),
            ("legal moves", state.legal(seat), other.legal(seat)),
            ("prompt", case.game.prompt(state, seat), case.game.prompt(other, seat)),
            ("scores", state.scores(), other.scores()),
            ("observation", _observation(case, state, seat, width), _observation(case, other, seat, width)),
        ):
            assert one == two, f"{where}: seat {seat}'s {what} tell what it cannot know: {one} or {two}"


def _observation(case: _Case, state: State, seat: int, width: int) -> list[int]:
    row = vec[i16]([i16(0)] * width)
    writer = ObservationWriter(row)
    case.package.observer.observe(state, seat, writer)
    assert int(writer.at) == width, f"{case}: the observer writes {int(writer.at)} numbers, its fields have {width}"
    return list(map(int, row))


def _check_clone(case: _Case, state: State, where: str) -> None:
    """What happens to a clone does not happen to the original."""
    before = json.dumps([case.game.board(state, seat) for seat in range(case.seats)])
    state.clone().playout(Rng(case.seed))
    after = json.dumps([case.game.board(state, seat) for seat in range(case.seats)])
    assert before == after, f"{where}: playing on in a clone changed the original"


def _check_match(case: _Case, rules: frozenset[str]) -> None:
    """A whole game through the front door: views are JSON, events cite rules, the record plays again."""
    match = Match(case.game, case.seats, case.options, from_seed(case.seed))
    rng = Rng(case.seed)
    while not match.over:
        seat = match.waiting[int(rng.below(len(match.waiting)))]
        legal = match.legal(seat)
        match.play(seat, legal[int(rng.below(len(legal)))])
        for viewer in (None, *range(case.seats)):
            view = match.view(viewer)
            assert json.loads(json.dumps(view, allow_nan=False)) == view, f"{case}: the view is not plain JSON"
    for viewer in (None, *range(case.seats)):
        for event in match.events(viewer):
            assert event["rule"] in rules, f"{case}: {event['code']} cites {event['rule']}, which has no rule"
    record = match.record()
    assert replay(case.game, record).record() == record, f"{case}: the record gives another game"
    verify(case.game, record)
