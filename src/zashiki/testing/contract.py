"""The contract of a game, as a list of checks: `check_game` runs them all."""

from typing import Final

from zashiki.core.errors import UnknownMove
from zashiki.core.game import CHANCE, Game
from zashiki.core.package import GamePackage
from zashiki.testing import match_checks as matches
from zashiki.testing import state_checks as states
from zashiki.testing.case import cases

CHECKS: Final = (
    states.check_end,
    states.check_turns,
    states.check_playouts,
    states.check_clones,
    states.check_reasons,
    states.check_secrets,
    matches.check_views,
    matches.check_scores,
    matches.check_events,
    matches.check_record,
)
"""The checks for every number of seats and every option value. Each takes a `Case`."""

SLOW_CHECKS: Final = (
    states.check_steps,
    states.check_resampled_games,
    matches.check_positions_of_a_record,
    matches.check_refusals,
    matches.check_seeds,
)
"""The checks for which one game with each number of seats and the default options is enough."""


def check_game(package: GamePackage, games: int = 3) -> None:
    """Check a game, in this many random games for each number of seats and option value."""
    game = package.game
    check_moves(game)
    for case in cases(package, games):
        for check in CHECKS:
            check(case)
        if case.seed == 0 and case.options == game.checked(case.seats, {}):
            for check in SLOW_CHECKS:
                check(case)


def check_moves(game: Game) -> None:
    """Moves and their names are one to one; what is no name is refused. The catalogue of sentences is well-formed."""
    for seat, count in ((0, game.action_count), (CHANCE, game.chance_count)):
        names = [game.name(seat, action) for action in range(count)]
        twice = sorted({name for name in names if names.count(name) > 1})
        assert not twice, f"{game.key}: several moves are called {twice[0]!r}"
        for action, name in enumerate(names):
            assert name == " ".join(name.lower().split()), f"{game.key}: {name!r} is not in lower case"
            for written in (name, f"  {name.upper().replace(' ', '   ')} "):
                assert game.parse(seat, written) == action, f"{game.key}: {written!r} is not parsed as move {action}"
        for action in (-1, count):
            _check_unknown(game, seat, action)
        for word in ("", "play", "xyzzy", *(f"{name} x" for name in names[:1])):
            if word not in names:
                _check_unknown(game, seat, word)
    for code in game.catalogue:
        assert "{" not in game.catalogue[code] or "}" in game.catalogue[code], f"{game.key}: {code} is malformed"


def _check_unknown(game: Game, seat: int, move: int | str) -> None:
    """There is no such move, and an error that names the game says so."""
    try:
        found: object = game.name(seat, move) if isinstance(move, int) else game.parse(seat, move)
    except UnknownMove as error:
        if isinstance(move, str) or game.title in str(error):
            return
        raise AssertionError(f"{game.key}: the error for move {move} does not name the game: {error}") from None
    raise AssertionError(f"{game.key}: there is no move {move!r}, but it is taken for {found!r}")
