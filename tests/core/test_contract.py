"""The contract (`zashiki.testing`), for every built-in game, number of seats and set of options."""

from collections.abc import Callable

import pytest

import zashiki
from support import Setting, default_settings, settings
from zashiki import registry
from zashiki.testing import CHECKS, SLOW_CHECKS, Case, check_moves
from zashiki.testing.state_checks import check_end

# Both lanes say the same: test_traces sees to that.
pytestmark = pytest.mark.once

every_setting = pytest.mark.parametrize("setting", settings(), ids=str)
every_game = pytest.mark.parametrize("setting", default_settings(), ids=str)


def case_of(setting: Setting, seed: int) -> Case:
    options = setting.game.checked(setting.seats, setting.options)
    return Case(registry.package(setting.key), setting.seats, options, seed, every_state=False)


@pytest.mark.parametrize("key", zashiki.games())
def test_names_and_moves_are_one_to_one(key: str) -> None:
    check_moves(zashiki.games()[key])


@every_setting
def test_a_game_ends_within_its_bound_and_has_winners(setting: Setting) -> None:
    for seed in range(5):
        check_end(case_of(setting, seed))


@every_setting
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_every_setting(setting: Setting, check: Callable[[Case], None]) -> None:
    check(case_of(setting, seed=7))


@every_game
@pytest.mark.parametrize("check", SLOW_CHECKS, ids=lambda check: check.__name__)
def test_every_number_of_seats(setting: Setting, check: Callable[[Case], None]) -> None:
    check(case_of(setting, seed=14))
