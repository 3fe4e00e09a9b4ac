"""The parts of `zashiki.testing` that a game which keeps the contract never shows: what they find wrong."""

from dataclasses import dataclass

import pytest

from zashiki import registry
from zashiki.core.shapes import ScoreLine
from zashiki.testing import Case, cases
from zashiki.testing.json_shapes import conforms
from zashiki.testing.state_checks import check_end, check_reasons
from zashiki.testing.whole_state import text_of

pytestmark = pytest.mark.once

LINE: ScoreLine = {"seat": 0, "round": 1, "rule": "X-1", "points": 2, "code": "x", "facts": {}, "text": "x"}


def test_a_value_of_the_wrong_shape_is_named() -> None:
    conforms(LINE, ScoreLine, "line")
    conforms([LINE], list[ScoreLine] | None, "lines")
    with pytest.raises(AssertionError, match=r"line\.seat: True is not"):
        conforms({**LINE, "seat": True}, ScoreLine, "line")
    with pytest.raises(AssertionError, match=r"lines\[1\]\.points: 'two' .* and lines: .* is not .*NoneType"):
        conforms([LINE, {**LINE, "points": "two"}], list[ScoreLine] | None, "lines")
    with pytest.raises(AssertionError, match=r"line: has \['seat'\], declares \['code', "):
        conforms({"seat": 0}, ScoreLine, "line")


def test_a_failure_says_in_which_game_and_after_which_moves() -> None:
    case = next(cases(registry.package("hiroba")))
    unfinished = Case(case.package, case.seats, case.options, 0)
    vars(unfinished)["states"] = case.states[:-1]
    with pytest.raises(AssertionError, match=r"hiroba, 2 seats, \{.*\}, seed 0: nobody is waited for"):
        check_end(unfinished)
    without_rules = Case(case.package, case.seats, case.options, 0)
    vars(without_rules)["rules"] = frozenset()
    with pytest.raises(AssertionError, match=r"hiroba, .*, ply \d+: the rules page does not have HB-"):
        check_reasons(without_rules)


def test_a_state_as_text_has_every_attribute() -> None:
    @dataclass
    class Pile:
        left: int
        open: bool = False

    assert text_of([Pile(3)]) == '[{"left": 3, "open": false}]'
    case = next(cases(registry.package("hiroba")))
    assert len({text_of(state) for state in case.states}) == len(case.states)
    assert text_of(case.states[3]) == text_of(case.states[3].clone())
