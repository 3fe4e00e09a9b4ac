"""Which tests a change affects, the closest first, and which of them fit into a time budget.

Affected are: a changed test file itself; tests that read a changed data file, by the table `READERS`; and every test
that imports a changed module, directly or indirectly. Tests of the same game or package are closest; the others follow
by import distance.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from checks.durations import TYPICAL, Seconds
from checks.imports import Graph, module_name

READERS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"src/zashiki/games/(\w+)/rules.*\.md", ("tests/core/test_rulebook.py", "tests/core/test_docs.py")),
    (r"src/zashiki/games/(\w+)/lessons/.*|docs/lessons\.md", ("tests/lessons/",)),
    (r"compose\.yaml|Containerfile|\.env\.example|deploy/Caddyfile", ("tests/deploy/",)),
    (r"bench/ladder\.json", ("tests/bots/test_levels.py", "tests/docs/test_sitegen.py")),
    (r"docs/glossary\.md", ("tests/core/test_words.py",)),
    (r"tests/golden/.*", ("tests/core/test_golden.py",)),
    (r"tests/research/golden/.*", ("tests/research/test_openspiel.py",)),
    (r"tests/(\w+)/(?:rare/.*|\w+)\.json", (r"tests/\1/",)),
    (r"scripts/.*\.py|tests/soak\.py|tests/durations\.json", ("tests/scripts/",)),
    (r"src/zashiki/store/migrations/.*", ("tests/store/",)),
    (r"docs/bots\.md|docs/library\.md", ("tests/core/test_docs.py",)),
    (r"docs/cli\.md", ("tests/cli/test_wrong_input.py", "tests/cli/test_games.py")),
    (r"docs/fair-play\.md", ("tests/core/test_fair.py",)),
    (r"docs/hosting\.md", ("tests/server/test_config.py",)),
    (r"docs/protocol\.md", ("tests/server/test_docs.py",)),
    (r"docs/research\.md", ("tests/research/test_page.py", "tests/research/test_pettingzoo.py")),
    (r"[^/]*\.md|docs/.*\.md|Makefile", ("tests/core/test_docs.py",)),
    (r"setup\.py|pyproject\.toml|MANIFEST\.in|web/build\.py", ("tests/core/test_build.py",)),
    (r"web/contract/.*|web/contract\.py|web/package-lock\.json", ("tests/web/test_contract.py",)),
)
"""Files, and the tests that read them without importing them; a folder stands for all tests in it."""
EVERY_GAME = ("tests/core/test_golden.py", "tests/core/test_contract.py")
"""Tests that go through every game: relevant to each of them, whatever their import distance."""
UNSAID = (
    ("web.test_contract", "contract"),
    ("server_process", "zashiki.__main__"),
    ("zashiki.__main__", "zashiki.cli.main"),
)
"""Imports without an import statement: modules that are loaded by path, and processes that tests start."""
GAME = re.compile(r"zashiki\.games\.\w+\.package")
"""Modules that the registry loads by entry point."""
BUILT = re.compile(r"tests/web/test_(?!contract)\w+\.py")
"""Tests in a browser, which need the client as built and installed."""
OWN, SAME_NAME, READS, SAME_FOLDER, ALL_GAMES, FURTHER = range(6)
"""Tiers, the closest first; the import distance is added to the last one."""
OTHER_GAME = 1000
"""Added for a test whose id names another game than the changed one."""
START = 4.0
"""Seconds that pytest takes before the first test."""
COLLECTING = 0.15
"""Seconds that pytest takes to collect a file."""
TOGETHER = 5.0
"""Seconds that one lane may be ahead of another, so that tests of one file stay together."""


@dataclass(frozen=True)
class Touched:
    """A test file that the change affects."""

    file: str
    tier: int


@dataclass(frozen=True)
class Candidate:
    """One test as collected by pytest."""

    id: str
    tier: int

    @property
    def file(self) -> str:
        return self.id.split("::", 1)[0]


def is_test(path: str) -> bool:
    """Return whether pytest collects the file."""
    # Attacks measure delays, and run alone.
    return re.fullmatch(r"tests/(?!attacks/)(.*/)?test_\w+\.py", path) is not None


def readers(path: str, tests: Iterable[str]) -> set[str]:
    """Return the tests that read a file, by the table."""
    found: set[str] = set()
    for pattern, places in READERS:
        if match := re.fullmatch(pattern, path):
            for place in places:
                wanted = match.expand(place)
                found |= {test for test in tests if test == wanted or (wanted[-1] == "/" and test.startswith(wanted))}
    return found


def relation(test: str, changed: str) -> int | None:
    """Return how close a test is to a changed source by name: the same name or the same folder; None if neither."""
    parts = changed.split("/")
    if parts[:2] != ["src", "zashiki"] or len(parts) < 4:
        return None
    package = parts[3] if parts[2] == "games" and len(parts) > 4 else parts[2]
    if not test.startswith(f"tests/{package}/"):
        return None
    return SAME_NAME if Path(test).stem == f"test_{Path(changed).stem}" else SAME_FOLDER


def touched(changed: Sequence[str], graph: Graph) -> list[Touched]:
    """Return the test files that the changed files affect, the closest first."""
    imports = {importer: dict(names) for importer, names in graph.imports.items()}
    games = [("zashiki.registry", name) for name in graph.files if GAME.fullmatch(name)]
    for importer, name in (*UNSAID, *games):
        imports.setdefault(importer, {})[name] = 1
    sources = [module_name(path) for path in changed if path.endswith(".py")]
    far = Graph(graph.files, imports).distances(sources)
    tests = [path for path in graph.files.values() if is_test(path)]
    reading = {test for path in changed for test in readers(path, tests)}
    found: list[Touched] = []
    for test in tests:
        name = module_name(test)
        tiers = [FURTHER + far[name]] if name in far else []
        if test in changed:
            tiers.append(OWN)
        if test in reading:
            tiers.append(READS)
        if test in EVERY_GAME and any(path.startswith("src/zashiki/games/") for path in changed):
            tiers.append(ALL_GAMES)
        if tiers:
            near = (relation(test, path) for path in changed)
            tiers += [tier for tier in near if tier is not None]
            found.append(Touched(test, min(tiers)))
    return sorted(found, key=lambda one: (one.tier, one.file))


def changed_games(changed: Sequence[str]) -> frozenset[str]:
    """Return the games whose packages or tests are the only changed Python; none if anything else has changed, too."""
    games = set()
    for path in changed:
        if match := re.match(r"src/zashiki/games/(\w+)/", path):
            games.add(match[1])
        elif path.endswith(".py") and not is_test(path):
            return frozenset()
    return frozenset(games)


def tier_of(test: str, tier: int, games: frozenset[str], all_games: frozenset[str]) -> int:
    """Return the tier of a test from that of its file: tests of other games than the changed ones come last."""
    named = {game for game in all_games if game in test.partition("[")[2]}
    return tier + OTHER_GAME if games and named and not named & games and tier != OWN else tier


def cost(file: str, text: str, seconds: Mapping[str, float]) -> tuple[int, float]:
    """Estimate the number of tests in a file and how long they take, without collecting it."""
    known = [took for test, took in seconds.items() if test.startswith(file + "::")]
    count = max(len(known), len(re.findall(r"^\s*(?:async )?def test_", text, re.MULTILINE)))
    return count, sum(known) + TYPICAL * (count - len(known))


def how_many_to_collect(costs: Sequence[float], room: float, lanes: int) -> int:
    """Return how many of the files, from the first on, may have tests that fit; the costs are those of whole files.

    More than fit are taken, because perhaps only the quick tests of an expensive file are chosen; but collecting, which
    every lane does, must not take more than an eighth of the time.
    """
    total = 0.0
    for number, took in enumerate(costs):
        if total > 1.5 * room * lanes or number * COLLECTING > room / 8:
            return number
        total += took
    return len(costs)


def choose(tests: Sequence[Candidate], seconds: Seconds, room: float, lanes: int) -> list[list[Candidate]]:
    """Distribute the tests over lanes with `room` seconds each, as many as fit.

    The closest are taken first, and of those equally close the quickest. Every lane computes the same from the same
    tests.
    """
    loads = [START] * lanes
    chosen: list[list[Candidate]] = [[] for _ in range(lanes)]
    home: dict[str, int] = {}
    for test in sorted(tests, key=lambda one: (one.tier, seconds.get(one.id, TYPICAL), one.id)):
        took = seconds.get(test.id, TYPICAL)
        least = loads.index(min(loads))
        lane = home.get(test.file, least)
        if loads[lane] > loads[least] + TOGETHER or loads[lane] + took > room:
            lane = least
        if loads[lane] + took > room:
            continue
        loads[lane] += took
        home[test.file] = lane
        chosen[lane].append(test)
    return [in_order(share, seconds) for share in chosen]


def in_order(tests: Sequence[Candidate], seconds: Mapping[str, float]) -> list[Candidate]:
    """Sort tests: the closest first, then by duration, so that a slow machine completes most of them.

    Tests of a file stay together, because they share fixtures.
    """
    whole: dict[tuple[int, str], float] = {}
    for test in tests:
        key = test.tier, test.file
        whole[key] = whole.get(key, 0.0) + seconds.get(test.id, TYPICAL)
    return sorted(
        tests, key=lambda one: (one.tier, whole[one.tier, one.file], one.file, seconds.get(one.id, TYPICAL), one.id)
    )


def folders(tests: Iterable[str]) -> dict[str, int]:
    """Count the tests in each folder, most first."""
    found: dict[str, int] = {}
    for test in tests:
        folder = Path(test.split("::", 1)[0]).parent.as_posix()
        found[folder] = found.get(folder, 0) + 1
    return dict(sorted(found.items(), key=lambda one: (-one[1], one[0])))
