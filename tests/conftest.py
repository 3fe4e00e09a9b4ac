"""What every test shares."""

import os

import pytest
from hypothesis import settings

import zashiki

# The same examples on every run, and none judged by the clock: a test that fails sometimes is broken.
settings.register_profile("house", derandomize=True, deadline=None)
settings.load_profile("house")


def pytest_report_header() -> str:
    return f"zashiki {zashiki.__version__}, lane: {zashiki.lane()}"


@pytest.fixture(autouse=True, scope="session")
def _the_lane_that_was_asked_for() -> None:
    """`make test` names the lane it runs, so that no lane can pass by running the other one twice."""
    wanted = os.environ.get("ZASHIKI_EXPECT_LANE")
    assert wanted in (None, zashiki.lane()), f"these tests were to run {wanted}, but run {zashiki.lane()}"
