"""What is traced: whole games, with everything that the engine returns at every ply.

`traces` writes and compares it. Every compiled function is called here; `core/test_traces.py` checks that.
"""

import json
import pickle
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from copy import copy, deepcopy
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from librt.vecs import vec

import zashiki
from support import Setting, seen_as_numbers, settings
from zashiki import CHANCE, OVER, Game, Rng, State, registry
from zashiki.bots.estimate import MoveEstimate, best
from zashiki.bots.race import race
from zashiki.bots.tree import explore
from zashiki.core import bits, win_chances
from zashiki.core.batch import MOVE_BYTES, POINTS, REWARDS, WIN, GameBatch
from zashiki.core.heuristics import Heuristics, RandomHeuristics
from zashiki.core.match import view_of
from zashiki.core.options import Options
from zashiki.core.package import SearchConfig
from zashiki.core.phrases import sentence
from zashiki.core.record import split_line
from zashiki.games.hijun import score as hijun
from zashiki.games.hiroba import score as hiroba
from zashiki.games.hitohira.draw_odds import chance_to_fail
from zashiki.games.hitohira.pieces import heap_of
from zashiki.games.hitohira.score import field_lines, field_points
from zashiki.testing.case import move_at_random
from zashiki.testing.whole_state import attributes_of, text_of

TESTS = Path(__file__).parent
USUAL = 900
"""Hardly any game has more plies, whatever the theoretical maximum."""
CLOSELY = (12, 4)
"""Plies of a long game that are traced in full, besides the first ones of every phase; and with a reduced trace."""
SEARCHED = ((2, 9, 30, 70), (20,))
"""The decisions of a game at which the bots search; and with a reduced trace."""

Line = dict[str, str]
"""The results at one ply, part by part, as JSON."""


def rounded(numbers: Iterable[float]) -> list[str]:
    """Round floats to nine digits: compilers may round the last ones differently."""
    return [f"{number:.9g}" for number in numbers]


def answer(call: Callable[[], Any]) -> Any:
    """Return the result of a call, or the error that it raises."""
    try:
        return call()
    except zashiki.ZashikiError as error:
        return error


# One game


@dataclass
class TracedGame:
    """A game that is traced."""

    game: Game
    options: Options
    state: State
    much: bool = True
    """Whether it is traced in full."""

    def __post_init__(self) -> None:
        self.seats = range(int(self.state.seats))
        self.play = registry.package(self.game.key).heuristics
        self.observer = registry.package(self.game.key).observer

    def at_every_ply(self) -> Line:
        state = self.state
        legal = [state.legal(seat) for seat in (*self.seats, CHANCE)]
        weights = state.weights() if state.turn() == CHANCE else []
        return {
            "state": text_of(state),
            "asked": text_of([state.turn(), state.waiting(), legal, weights, repr(state)]),
            "points": text_of([state.scores(), state.winners()]),
        }

    def of_a_move(self, before: State, seat: int, action: int) -> Line:
        """Trace a move that was just made."""
        events = []
        for event in self.game.narrate(before, seat, action, self.state):
            told = [event.rule, event.facts, sentence(self.game.catalogue, event.code, event.facts), event.seers]
            told.append(repr(event))
            if event.secret is not None:
                told += [event.secret, sentence(self.game.catalogue, event.code + ".seen", event.secret)]
            events.append(told)
        shown = [self.observer.move_visible_to(before, seat, action, other) for other in self.seats]
        return {"made": text_of([seat, self.game.name(seat, action)]), "told": text_of(events), "shown": text_of(shown)}

    def closely(self, ply: int) -> Line:
        """Trace everything that can be seen and asked at this ply."""
        game, state = self.game, self.state
        step = 1 if self.much else 5
        refused = [
            [seat, action, reason.data(), str(reason), repr(pickle.loads(pickle.dumps(reason)))]
            for seat in self.seats
            for action in range(ply % step, game.action_count, step)
            if (reason := game.why_not(state, seat, action)) is not None
        ]
        return {
            "views": text_of([view_of(game, state, self.options, seat, ply) for seat in (None, *self.seats)]),
            "open": text_of(game.open_board(state)),
            "looks": text_of([seen_as_numbers(game, self.options, state, seat) for seat in self.seats]),
            "refused": text_of(refused),
            "breakdown": text_of(game.breakdown(state)),
            "worlds": text_of([state.resample(seat, Rng(ply + seat)) for seat in self.seats]),
        }

    def moved(self, move: Callable[[State, Rng], Any], seed: int, state: State | None = None) -> list[Any]:
        """Return a copy of the state after a move with this seed, the move's result, and the generator's state."""
        twin = copy(state or self.state)
        rng = Rng(seed)
        given = move(twin, rng)
        return [twin, given, int(rng.word())]

    def ahead(self, ply: int) -> Line:
        """Trace where chance, random play and the heuristics lead from here."""
        state, play = self.state, self.play
        line = {
            "settled": text_of([play.can_evaluate(state), play.key(state), play.perfect_information()]),
            "resolve_chance": text_of(self.moved(lambda twin, rng: twin.resolve_chance(rng), ply)),
        }
        if play.can_evaluate(state):
            line["evaluation"] = text_of(rounded(play.evaluate(state)))
        if state.turn() == OVER:
            return line
        line["step"] = text_of([self.moved(lambda twin, rng: twin.step(rng), ply + n) for n in range(2)])
        for seat in state.waiting():
            if seat != CHANCE:
                line |= self.thought(ply, seat)
        return line

    def thought(self, ply: int, seat: int) -> Line:
        """Trace the heuristics for this seat."""
        play = self.play
        world = self.state.resample(seat, Rng(ply))
        listed = play.shortlist(world, seat)
        line = {
            "greedy": text_of(int(play.greedy(world, seat))),
            "listed": text_of([listed, play.all_moves(world, seat)]),
            "priors": text_of(rounded(play.priors(world, seat, listed))),
            "proof": text_of(int(play.solve(world, seat, 3))),
            "quick": text_of([self.moved(play.playout_move, ply + n, world) for n in range(2)]),
        }
        guided = self.moved(play.playout, ply, world)
        line["guided"] = text_of([guided, rounded(play.evaluate(guided[0]))])
        return {f"{part} of {seat}": told for part, told in line.items()}

    def searched(self, ply: int, seat: int, number: int) -> Line:
        """Trace the bots' estimates for the moves of a seat, and random continuations."""
        state, play = self.state, self.play
        at_random = self.moved(lambda twin, rng: twin.playout(rng), ply)
        wandered = self.moved(play.random_playout, ply)
        every = number % 2 == 1
        guided = number < 2
        racing = SearchConfig("race", 30, guided, tolerance=0.002 if guided else 0.0)
        growing = SearchConfig("tree", 40, guided, depth=6, widening=0.5 * number)
        raced = race(play, state, seat, Rng(ply), racing, every)
        grown = explore(play, state, seat, Rng(ply), growing, every)
        return {
            "playout": text_of(at_random),
            "random_playout": text_of([wandered, rounded(play.evaluate(wandered[0]))]),
            "race": text_of([repr(racing), every, found(raced)]),
            "tree": text_of([repr(growing), every, found(grown)]),
            **self.by_default(ply, seat),
        }

    def by_default(self, ply: int, seat: int) -> Line:
        """Trace the contract's default implementations."""
        play = self.play
        moved = [self.moved(State.step, ply), self.moved(partial(Heuristics.playout_move, play), ply)]
        end = self.moved(partial(Heuristics.playout, play), ply)
        over = self.moved(lambda twin, rng: twin.playout(rng), ply)[0]
        judged = rounded(Heuristics.evaluate(play, over))
        listed = Heuristics.shortlist(play, self.state, seat)
        return {"default": text_of([moved, end, judged, listed, State.weights(self.state)])}


def found(findings: list[MoveEstimate]) -> list[Any]:
    """Return the estimates of a search, and the move that it would make."""
    rows = [
        [int(one.action), int(one.playouts), *rounded([one.chance, one.error, one.prior, one.posterior()])]
        for one in findings
    ]
    return [rows, repr(best(findings))]


def trace_game(game: TracedGame, moves: list[tuple[int, int]] | None = None) -> Iterator[Line]:
    """Trace a game from start to end: with these moves, or with random ones."""
    rng = Rng(2026)
    given = iter(moves or ())
    little = 0 if game.much else 1
    longest = game.game.max_plies(int(game.state.seats), game.options)
    every = 1 + min(longest, USUAL) // CLOSELY[little]
    phases: Counter[int] = Counter()
    made: Line = {}
    ply = decisions = 0
    while True:
        line = made | game.at_every_ply()
        phase = getattr(game.state, "phase", 0)
        phases[phase] += 1
        turn = int(game.state.turn())
        if turn == OVER or ply % every == every // 2 or phases[phase] <= 2 - little:
            line |= game.closely(ply) | game.ahead(ply)
        if turn >= 0:
            decisions += 1
            if decisions in SEARCHED[little]:
                line |= game.searched(ply, turn, SEARCHED[little].index(decisions))
        yield line
        if turn == OVER:
            break
        before = deepcopy(game.state)
        if moves is None:
            seat, action = move_at_random(game.state, rng)
        else:
            seat, action = next(given, (OVER, 0))
            if seat == OVER:
                break
            game.state.apply(seat, action)
        made = game.of_a_move(before, seat, action)
        ply += 1


def played_well(setting: Setting, most: int) -> Iterator[Line]:
    """Trace a game between bots: it reaches other positions than random play."""
    play = registry.package(setting.key).heuristics
    state = setting.start()
    rng = Rng(7)
    while state.turn() != OVER and most > 0:
        play.playout_move(state, rng)
        most -= 1
        yield {"playout": text_of(state)}
    yield {"can_evaluate": text_of(play.can_evaluate(state)), "points": text_of([state.scores(), state.winners()])}
    # What a game without heuristics would do.
    plain, state = RandomHeuristics(), setting.start()
    for _ in range(12):
        state.resolve_chance(rng)
        if state.turn() == OVER:
            break
        line = {"first": text_of(plain.greedy(state, state.turn()))}
        plain.playout_move(state, rng)
        yield line | {"random": text_of(state)}


def trace_batch(setting: Setting) -> Iterator[Line]:
    """Trace a batch of games, and its errors for wrong moves."""
    options = setting.game.checked(setting.seats, setting.options)
    for kind, every_seat in ((WIN, False), (POINTS, True)):
        games = GameBatch(
            setting.game, registry.package(setting.key).observer, setting.seats, options, 2, 5, kind, every_seat
        )
        rng = Rng(3)
        ended = 0
        for number in range(12 if setting.key != "hiroba" else 60):
            games.pick(rng)
            picked = [int(action) for action in games.picks]
            ended += sum(games.ended)
            line = {"picks": text_of(picked), "movers": text_of(games.current_players)}
            if number % 4 == 0:
                line |= {
                    "looks": text_of(games.observations),
                    "masks": text_of(games.masks),
                    "refused": text_of(refusals(games)),
                }
            games.step(moves(picked))
            line |= {"rewards": text_of([rounded(games.rewards), games.ended])}
            yield line
        games.reset(6)
        yield {"reset": text_of([games.observations, games.current_players, repr(games)])}
    assert kind in REWARDS


def moves(actions: list[int]) -> bytes:
    return b"".join(action.to_bytes(MOVE_BYTES, "little", signed=True) for action in actions)


def refusals(games: GameBatch) -> list[Any]:
    """Return the errors for illegal and unknown moves."""
    count = int(games.actions)
    illegal = [next(n for n in range(count) if not games.masks[g * count + n]) for g in range(2)]
    given = [moves(illegal), moves([-1, 0]), moves([count, 0]), moves([0])]
    return [answer(partial(games.check, wrong)) for wrong in given]


# What does not depend on a game in progress

WRONG: list[Any] = [None, True, -1, 0, 10**30, "", "xyzzy", 1.5, [], [[1, 2], [3]], ["x"], {}]
"""Values for options."""


def about(key: str) -> Iterator[Line]:
    """Trace a game's own data: its moves, its options, and the errors for wrong ones."""
    game = zashiki.games()[key]
    for seat, count in ((0, game.action_count), (CHANCE, game.chance_count)):
        names = [game.name(seat, action) for action in range(count)]
        parsed = [game.parse(seat, f" {name.upper()}  ") for name in names]
        wrong = [answer(partial(game.name, seat, count)), answer(partial(game.parse, seat, "xyzzy"))]
        yield {"names": text_of(names), "parsed": text_of(parsed), "wrong": text_of(wrong)}
    versions = [game.of_version(number) is not None for number in range(4)]
    yield {"about": text_of([repr(game), game.about, game.board_type().__name__, versions])}
    for seats in (*game.seat_counts, 99):
        yield {
            "checked": text_of(answer(partial(game.checked, seats, {}))),
            "problems": text_of(problems(game, seats, {})),
        }
    for option in game.options:
        yield {"option": text_of([repr(option), option.about, option.kind, option.low, option.high])}
        for seats in game.seat_counts:
            offered = [option.default(seats), option.examples(seats), option.choices(seats), option.example(seats)]
            yield {"offered": text_of(offered)}
            for value in (*WRONG, *option.examples(seats)):
                yield {"given": text_of(value), "said": text_of(said(game, seats, {option.key: value}))}
        read = [option.read(words) for words in ("3", "flat", "0 1 1 2/2 4 6 9/0 0 9 99/1 5 5 7/7 8 9 10")]
        yield {"read": text_of([[value, said(game, game.usual_seats, {option.key: value})] for value in read])}
    yield {"unknown": text_of(said(game, game.usual_seats, {"nonsense": 1}))}
    wrong_options = TESTS / key / "wrong_options.json"
    for given in json.loads(wrong_options.read_text("utf-8")) if wrong_options.exists() else []:
        yield {"wrong": text_of(said(game, game.usual_seats, given))}


def said(game: Game, seats: int, given: Options) -> list[Any]:
    return [answer(partial(game.checked, seats, given)), problems(game, seats, given)]


def problems(game: Game, seats: int, given: Options) -> list[Any]:
    return [[problem.data(), str(problem), repr(problem)] for problem in game.problems(seats, given)]


def core() -> Iterator[Line]:
    """Trace the small functions that all games share."""
    for seed in (0, 1, -1, 2026, 2**64, -(2**80)):
        rng = Rng(seed)
        twin, branch = rng.clone(), rng.branch()
        words = [int(one.word()) for one in (rng, twin, branch) for _ in range(5)]
        below = [int(rng.below(n)) for n in (1, 2, 3, 1000, 2**31 - 1, 2**31) for _ in range(5)]
        picked = [rng.pick([1, 5, 0, 2]) for _ in range(5)]
        yield {"words": text_of(words), "below": text_of([below, picked, repr(rng.random()), repr(rng)])}
        for many in (1, 5, 31, 62):
            numbers = sorted({int(rng.below(62)) for _ in range(many)})
            some = bits.mask(numbers)
            sets = [bits.members(some), [int(bits.nth(some, n)) for n in range(len(numbers))], bits.zeros(many)]
            chosen = [int(bits.choose(some, rng)), int(bits.choose_some(some, len(numbers) // 2, rng))]
            counted = [int(bits.count(some)), int(bits.count_both(some, some >> 1)), int(bits.lowest(some))]
            yield {"set": text_of(some), "sets": text_of(sets), "chosen": text_of(chosen), "counted": text_of(counted)}
        points = [10 * rng.random() for _ in range(5)]
        chances = [rounded(win_chances.win_chances(vec[float](points), spread)) for spread in (0.0, 0.5, 7.0)]
        below_of = rounded(win_chances.below(n / 3) for n in range(-30, 31))
        yield {"chances": text_of(chances), "normal": text_of(below_of)}


def pads() -> Iterator[Line]:
    """Trace what needs no game: score pads of physical tables, and the odds of a pouch."""
    rng = Rng(8)
    for _ in range(20):
        some = [int(rng.below(5)) for _ in range(12)]
        takers = [seat for seat in range(4) if some[seat] >= 2]
        gardens = [(5, some[0], some[1:4]), (4, some[4] % 2, some[5:8])]
        yield {
            "hijun": text_of([hijun.round_points(some[:4], takers, [1, 2, 3, 4]), hijun.winners(some)]),
            "hiroba": text_of(hiroba.score_pad(3, gardens, [some[8:11]])),
            "hitohira": text_of([field_lines(some[:6]), field_points(some[:6])]),
            "odds": text_of(rounded([chance_to_fail(heap_of([1, 0, 1, 0, 0, 0]), heap_of([1, *some[7:]]), 1)])),
        }


def constants() -> Iterator[Line]:
    """Trace the tables that the modules compute when they are imported."""
    for module in modules():
        names = vars(import_module(module))
        tables = {name: repr(names[name]) for name in sorted(names) if name.isupper()}
        # Games and the like print their memory address: they are not tables.
        yield {"module": module} | {name: table for name, table in tables.items() if " at 0x" not in table}


# All of it


@dataclass(frozen=True)
class Trace:
    """Something that is traced."""

    name: str
    lines: Callable[[], Iterator[Line]]


def traces() -> dict[str, Trace]:
    """Return all traces by name."""
    found = [Trace("core", core), Trace("constants", constants), Trace("pads", pads)]
    found += [Trace(f"{key}-about", partial(about, key)) for key in zashiki.games()]
    found += [Trace(str(setting), partial(of_setting, setting)) for setting in settings()]
    records = sorted(TESTS.glob("*/rare/*.json"))
    found += [Trace(f"{path.parts[-3]}-rare-{path.stem}", partial(of_record, path)) for path in records]
    return {trace.name: trace for trace in found}


def of_setting(setting: Setting) -> Iterator[Line]:
    """Trace a random game, a game between bots, and a batch; in full if no option is set."""
    options = setting.game.checked(setting.seats, setting.options)
    much = not setting.given
    yield {
        "fields": text_of(
            [attributes_of(field) for field in registry.package(setting.key).observer.fields(setting.seats, options)]
        ),
        "longest": text_of(setting.game.max_plies(setting.seats, options)),
    }
    yield from trace_game(TracedGame(setting.game, options, setting.start(), much))
    yield from played_well(setting, 400 if much else 60)
    if much:
        yield from trace_batch(setting)


def of_record(path: Path) -> Iterator[Line]:
    """Trace a game with rare events, under the version of the rules it began with."""
    data = zashiki.load(path).data
    game = zashiki.games()[data["game"]].of_version(data["version"])
    assert game is not None
    lines = [split_line(line, ply) for ply, line in enumerate(data["moves"])]
    made = [(seat, game.parse(seat, name)) for seat, name in lines]
    options = game.checked(data["seats"], data["options"])
    yield from trace_game(TracedGame(game, options, game.start(data["seats"], options)), made)


def modules() -> list[str]:
    """Return the names of the modules that both lanes have."""
    package = Path(str(zashiki.__file__)).parent
    paths = [path for part in ("core", "games", "bots") for path in (package / part).rglob("*.py")]
    names = [".".join(path.relative_to(package.parent).with_suffix("").parts) for path in paths]
    return sorted(name.removesuffix(".__init__") for name in names)
