"""The examples in docstrings are run."""

import doctest
from types import ModuleType

import pytest

import zashiki
from zashiki.bots import analysis
from zashiki.core import fair, match, moves, record, replay

MODULES = [zashiki, analysis, fair, match, moves, record, replay]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: str(module.__name__))
def test_the_examples_in_docstrings_run(module: ModuleType) -> None:
    result = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 0
    assert result.failed == 0
