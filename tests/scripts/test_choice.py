"""`make quick` finds the tests affected by a change, the closest first, and as many as fit."""

import json
import re
from pathlib import Path

import pytest

from checks import imports
from checks.choice import (
    EVERY_GAME,
    OTHER_GAME,
    READERS,
    START,
    UNSAID,
    Candidate,
    changed_games,
    choose,
    cost,
    folders,
    how_many_to_collect,
    is_test,
    readers,
    relation,
    tier_of,
    touched,
)
from checks.imports import DETOUR, STEP, Graph, imported_names, module_name

ROOT = Path(__file__).parents[2]
GAMES = frozenset(path.parent.name for path in ROOT.glob("src/zashiki/games/*/rules.py"))
# It only reads sources, so it is the same in both lanes.
pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def graph() -> Graph:
    return imports.read(ROOT)


# Who imports whom


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("src/zashiki/games/hijun/rules.py", "zashiki.games.hijun.rules"),
        ("src/zashiki/games/__init__.py", "zashiki.games"),
        ("tests/support.py", "support"),
        ("tests/hijun/test_rules.py", "hijun.test_rules"),
        ("scripts/checks/choice.py", "checks.choice"),
        ("web/contract.py", "contract"),
        ("bench/rates.py", "bench.rates"),
        ("setup.py", "setup"),
    ],
)
def test_modules_have_the_names_by_which_they_are_imported(path: str, name: str) -> None:
    assert module_name(path) == name


def test_all_kinds_of_imports_are_found() -> None:
    text = """
import a.b
from c import d
from . import e
from ..f import g
def later():
    import h
"""
    found = imported_names(text, "one.two.three", package=False)
    assert found == {
        "a.b": STEP,
        "a": DETOUR,
        "c.d": STEP,
        "c": STEP,
        "one.two.e": STEP,
        "one.two": STEP,
        "one.f.g": STEP,
        "one.f": STEP,
        "one": DETOUR,
        "h": STEP,
    }
    assert imported_names("from . import e", "one.two", package=True).keys() == {"one.two.e", "one.two", "one"}


def test_distances_take_the_shortest_way_and_end_in_circles() -> None:
    found = Graph({}, {"a": {"b": 1, "c": 3}, "b": {"c": 1}, "c": {"a": 1}, "d": {"x": 1}}).distances(["c"])
    assert found == {"c": 0, "b": 1, "a": 2}


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    file = tmp_path / "src" / "one.py"
    file.write_text("import first\n", "utf-8")
    assert imports.read(tmp_path).imports == {"one": {"first": STEP}}
    kept = json.loads((tmp_path / imports.CACHE).read_text("utf-8"))
    assert kept["src/one.py"][2] == {"first": STEP}
    # Unchanged files come from the cache, changed ones from the file.
    kept["src/one.py"][2] = {"kept": STEP}
    (tmp_path / imports.CACHE).write_text(json.dumps(kept), "utf-8")
    assert imports.read(tmp_path).imports == {"one": {"kept": STEP}}
    file.write_text("import the_second\n", "utf-8")
    assert imports.read(tmp_path).imports == {"one": {"the_second": STEP}}
    (tmp_path / imports.CACHE).write_text("{", "utf-8")
    assert imports.read(tmp_path).imports == {"one": {"the_second": STEP}}
    file.write_text("import (\n", "utf-8")
    assert imports.read(tmp_path).imports == {"one": {}}


def test_a_conftest_is_imported_by_the_tests_below_it(graph: Graph) -> None:
    assert "conftest" in graph.imports["hijun.test_rules"]
    assert "server.conftest" in graph.imports["server.test_people"]
    assert "server.conftest" not in graph.imports["hijun.test_rules"]


# What a change touches


def order(graph: Graph, *changed: str) -> list[str]:
    return [one.file for one in touched(changed, graph)]


def test_a_game_first_affects_its_own_tests(graph: Graph) -> None:
    found = order(graph, "src/zashiki/games/hijun/rules.py")
    own = [str(path.relative_to(ROOT)) for path in ROOT.glob("tests/hijun/test_*.py")]
    assert found[0] == "tests/hijun/test_rules.py"
    assert set(found[: len(own)]) == set(own)
    assert set(found[len(own) : len(own) + len(EVERY_GAME)]) == set(EVERY_GAME)
    assert {"tests/server/test_tables.py", "tests/cli/test_play.py"} < set(found)


def test_a_server_module_first_affects_tests_of_its_name_and_no_rules(graph: Graph) -> None:
    found = order(graph, "src/zashiki/server/people.py")
    assert found[0] == "tests/server/test_people.py"
    assert found.index("tests/server/test_security.py") < found.index("tests/kill/test_kill.py")
    assert not [file for file in found if file.startswith("tests/hijun/")]


def test_servers_that_tests_start_are_reached(graph: Graph) -> None:
    assert "tests/cluster/test_together.py" in order(graph, "src/zashiki/cli/main.py")


def test_a_changed_test_affects_only_itself(graph: Graph) -> None:
    assert order(graph, "tests/hijun/test_rules.py") == ["tests/hijun/test_rules.py"]
    # Others import this one.
    assert order(graph, "tests/kill/test_kill.py")[0] == "tests/kill/test_kill.py"
    assert "tests/kill/test_closing.py" in order(graph, "tests/kill/test_kill.py")


def test_a_removed_module_still_affects_its_importers(graph: Graph) -> None:
    gone = Graph(graph.files, {**graph.imports, "hijun.test_rules": {"zashiki.games.hijun.gone": 1}})
    assert order(gone, "src/zashiki/games/hijun/gone.py")[0] == "tests/hijun/test_rules.py"


@pytest.mark.parametrize(
    ("path", "test"),
    [
        ("src/zashiki/games/hijun/rules.ja.md", "tests/core/test_rulebook.py"),
        ("tests/golden/hijun/hijun-4.txt", "tests/core/test_golden.py"),
        ("tests/hiroba/rare/blocked.json", "tests/hiroba/test_rules.py"),
        ("tests/hiroba/wrong_options.json", "tests/hiroba/test_tiles.py"),
        ("docs/protocol.md", "tests/server/test_docs.py"),
        ("README.md", "tests/core/test_docs.py"),
        ("Makefile", "tests/core/test_docs.py"),
        ("web/contract/games.json", "tests/web/test_contract.py"),
        ("src/zashiki/server/games.py", "tests/web/test_contract.py"),
    ],
)
def test_data_files_affect_the_tests_that_read_them(graph: Graph, path: str, test: str) -> None:
    assert (ROOT / path).exists()
    assert test in order(graph, path)


def test_the_table_of_readers_names_what_there_is(graph: Graph) -> None:
    tests = [path for path in graph.files.values() if is_test(path)]
    for pattern, places in READERS:
        match = re.search(r"\(", pattern)
        for place in places:
            assert match or (ROOT / place).exists(), place
    for path in ("tests/hiroba/rare/x.json", "src/zashiki/games/hiroba/rules.md"):
        assert readers(path, tests)
    assert set(EVERY_GAME) <= set(tests)
    assert {name for pair in UNSAID for name in pair} <= graph.files.keys()


def test_unread_files_affect_nothing(graph: Graph) -> None:
    assert order(graph, "LICENSE", "web/src/main.ts") == []


def test_closeness_by_name() -> None:
    assert relation("tests/hijun/test_rules.py", "src/zashiki/games/hijun/rules.py") == 1
    assert relation("tests/hijun/test_end.py", "src/zashiki/games/hijun/rules.py") == 3
    assert relation("tests/core/test_rng.py", "src/zashiki/core/rng.py") == 1
    assert relation("tests/hijun/test_rules.py", "src/zashiki/games/sakura/rules.py") is None
    assert relation("tests/core/test_rng.py", "tests/support.py") is None


def test_ids_that_name_other_games_come_last() -> None:
    games = changed_games(["src/zashiki/games/hijun/rules.py", "tests/core/test_rng.py", "README.md"])
    assert games == {"hijun"}
    assert tier_of("tests/core/test_golden.py::test[hijun-4]", 4, games, GAMES) == 4
    assert tier_of("tests/core/test_golden.py::test[sakura-4]", 4, games, GAMES) == 4 + OTHER_GAME
    assert tier_of("tests/core/test_rng.py::test[7]", 4, games, GAMES) == 4
    assert tier_of("tests/core/test_golden.py::test[sakura-4]", 0, games, GAMES) == 0
    assert changed_games(["src/zashiki/games/hijun/rules.py", "src/zashiki/core/rng.py"]) == frozenset()


# What fits


def candidates(**tiers: int) -> list[Candidate]:
    return [Candidate(f"tests/{name[0]}.py::{name}", tier) for name, tier in tiers.items()]


def names(share: list[Candidate]) -> list[str]:
    return [test.id.rpartition("::")[2] for test in share]


def test_the_closest_are_chosen_first_and_of_those_the_quickest() -> None:
    tests = candidates(a1=2, a2=1, a3=1, b1=1)
    seconds = {"tests/a.py::a1": 1.0, "tests/a.py::a2": 5.0, "tests/a.py::a3": 2.0, "tests/b.py::b1": 30.0}
    (share,) = choose(tests, seconds, START + 8, 1)
    assert names(share) == ["a3", "a2", "a1"]  # b1 is closer than a1, but does not fit
    (share,) = choose(tests, seconds, START + 7, 1)
    assert names(share) == ["a3", "a2"]
    assert choose(tests, seconds, START, 1) == [[]]


def test_lanes_share_the_tests_and_keep_files_together() -> None:
    tests = candidates(**{f"{file}{number}": 1 for file in "abcd" for number in range(5)})
    seconds = {test.id: 1.0 for test in tests}
    first, second = choose(tests, seconds, float("inf"), 2)
    assert sorted(names(first) + names(second)) == sorted(names(tests))
    assert abs(len(first) - len(second)) <= 5
    assert choose(tests[::-1], seconds, float("inf"), 2) == [first, second], "whatever order they come in"
    # One file alone is too much for one lane.
    big = candidates(**{f"a{number}": 1 for number in range(20)})
    assert all(len(share) >= 7 for share in choose(big, {test.id: 1.0 for test in big}, float("inf"), 2))


def test_a_file_costs_what_was_recorded_and_something_for_the_rest() -> None:
    text = "def test_a():\n\nasync def test_b():\n\nclass TestX:\n    def test_c(self):\n"
    assert [*cost("tests/x.py", text, {})] == pytest.approx([3, 0.15])
    known = {"tests/x.py::test_a[1]": 2.0, "tests/x.py::test_a[2]": 3.0, "tests/xx.py::test_a": 9.0}
    assert [*cost("tests/x.py", text, known)] == pytest.approx([3, 5.05])


def test_files_are_collected_until_there_is_more_than_enough() -> None:
    assert how_many_to_collect([50.0, 50.0, 50.0, 50.0], 40.0, 2) == 3
    assert how_many_to_collect([0.1] * 1000, 40.0, 2) < 50
    assert how_many_to_collect([50.0] * 100, float("inf"), 2) == 100


def test_folders_are_counted() -> None:
    assert folders(["tests/a/x.py::t", "tests/b/y.py", "tests/b/z.py::u[a/b]"]) == {"tests/b": 2, "tests/a": 1}
