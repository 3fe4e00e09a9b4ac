"""Check that a game keeps the contract: for the tests of whoever writes one.

`check_game(PACKAGE)` plays random games with every number of seats and every option value worth testing, and raises an
`AssertionError` that says what is wrong, in which game and after which moves. It takes some seconds.

    from zashiki.testing import check_game
    from my_game.package import PACKAGE

    def test_it_keeps_the_contract() -> None:
        check_game(PACKAGE)

`check_course(PACKAGE)` does the same for the lessons of a game, if it has any.

To see each check as a test of its own, parametrize over `CHECKS` and `cases(PACKAGE)`.
"""

from zashiki.lessons.checks import check_course
from zashiki.testing.case import Case, cases
from zashiki.testing.contract import CHECKS, SLOW_CHECKS, check_game, check_moves

__all__ = ["CHECKS", "SLOW_CHECKS", "Case", "cases", "check_course", "check_game", "check_moves"]
