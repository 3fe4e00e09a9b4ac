"""What every test shares."""

import gc
import os

import pytest
from hypothesis import settings

import zashiki
from checks.durations import ROOT, Recorder
from nightly import examples

# The same examples on every run, and none judged by the clock: a test that fails sometimes is broken.
settings.register_profile("server", derandomize=True, deadline=None)
# Other examples on every run (`make night`): a failure tells how to have the same example again.
settings.register_profile(
    "night", derandomize=False, deadline=None, print_blob=True, database=None, max_examples=examples(100)
)
settings.load_profile("server")


def pytest_configure(config: pytest.Config) -> None:
    # Under xdist the controller hears of all tests; at night tests do more than by day.
    if not hasattr(config, "workerinput") and not config.pluginmanager.hasplugin("checks.nightly_plugin"):
        config.pluginmanager.register(Recorder(ROOT, zashiki.lane()), "durations")


def pytest_report_header() -> str:
    return f"zashiki {zashiki.__version__}, lane: {zashiki.lane()}"


@pytest.fixture(autouse=True, scope="session")
def _the_lane_that_was_asked_for() -> None:
    """`make test` names the lane it runs, so that no lane can pass by running the other one twice."""
    wanted = os.environ.get("ZASHIKI_EXPECT_LANE")
    assert wanted in (None, zashiki.lane()), f"these tests were to run {wanted}, but run {zashiki.lane()}"


def pytest_collection_finish() -> None:
    # Thousands of collected tests: unfrozen, every full garbage collection would traverse them again.
    gc.collect()
    gc.freeze()
