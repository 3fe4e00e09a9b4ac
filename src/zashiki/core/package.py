"""A game as one package: everything it brings along, declared once.

A `GamePackage` is what an entry point of the group `zashiki.games` names; `zashiki.registry` finds them all, and the
library, the terminal, the server, the bots and the research adapters ask it for what they need. Only the first four
fields are required: without `heuristics` and `levels` bots search by random playouts, and without `terminal`,
`picture` or a table of its own in the client a game is drawn from its view.

Drawings need libraries that are not always installed (Rich, Pillow), so they are named (`"package.module:function"`)
and imported when they are first used.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from typing import Any, Final, Literal

from zashiki.core.game import Game
from zashiki.core.heuristics import Heuristics, RandomHeuristics
from zashiki.core.hints import HintFacts
from zashiki.core.observation import Observer
from zashiki.core.options import Options
from zashiki.core.phrases import Catalogue

RULES_PAGE: Final = re.compile(r"rules(?:\.([A-Za-z0-9-]+))?\.md")

ScoreBounds = tuple[int, int]
"""The lowest and the highest final score of a seat."""


@dataclass(frozen=True)
class SearchConfig:
    """How a search goes. What concerns only one of the methods says so."""

    method: Literal["race", "tree"]
    """Flat Monte Carlo as a race, or information-set tree search."""
    playouts: int
    """How many at most, over all moves, unless the budget says otherwise."""
    guided: bool = True
    """Whether the game's knowledge is used: its shortlists in a tree, its heuristics in playouts. Without it, playouts
    are random, and a tree tries all legal moves."""
    tolerance: float = 0.002
    """In a race: the difference in the chance of winning that is not worth more playouts. At 0 the whole budget is
    spent; below, no move drops out."""
    depth: int = 40
    """In a tree: how many moves, from the root on, are chosen in the tree; the rest is playout."""
    exploration: float = 0.7
    """In a tree: how much rarely tried moves are favoured."""
    widening: float = 0.0
    """In a tree: how fast a node opens up to the later moves of its shortlist; 0: at once."""


@dataclass(frozen=True)
class BotLevel:
    """How the bot of one level plays."""

    about: str
    """What it knows and how far it thinks, in a sentence."""
    search: SearchConfig | None
    """How it searches; None: it plays its heuristics' move at once."""


DEFAULT_LEVELS: Final = (
    BotLevel("Plays eight random games, divided among its moves.", SearchConfig("race", 8, guided=False)),
    BotLevel("Plays sixty random games, divided among its moves.", SearchConfig("race", 60, guided=False)),
    BotLevel("Plays 250 random games, divided among its moves.", SearchConfig("race", 250, guided=False)),
    BotLevel("Looks ahead in a thousand random games.", SearchConfig("tree", 1000, guided=False)),
    BotLevel("Looks ahead in several thousand random games.", SearchConfig("tree", 5000, guided=False)),
)
"""The levels of a game that declares none: they need no heuristics."""


@dataclass(frozen=True)
class GamePackage:
    """Everything a game brings along."""

    game: Game
    """The rules, the names of moves, and what people read."""
    module: str
    """The Python package that has the rules as Markdown: `rules.md`, and `rules.ja.md` in Japanese, and so on. A folder
    `lessons` there is the game's course."""
    observer: Observer
    """What a seat sees, as numbers: OpenSpiel, PettingZoo and the batch need it."""
    score_bounds: Callable[[int, Options], ScoreBounds]
    """Bounds of a seat's final score, by the number of seats and the options; they need not be tight."""
    heuristics: Heuristics = field(default_factory=RandomHeuristics)
    """What a good player knows; the default knows nothing."""
    hint_facts: HintFacts | None = None
    """Why a move is better than another, in the game's own terms; by default a hint speaks of points."""
    levels: tuple[BotLevel, ...] = DEFAULT_LEVELS
    """The five levels of bots, the weakest first."""
    terminal: str | None = None
    """The function that draws a view with Rich, as `"module:function"`."""
    picture: str | None = None
    """The function that draws a view on a canvas with Pillow, as `"module:function"`."""
    catalogues: Mapping[str, Catalogue] = field(default_factory=dict)
    """Catalogues in other languages, by language code; the game's own is English."""
    lengths: Mapping[str, Options] = field(default_factory=dict)
    """How long a game may take, each as options: `{"short": {"rounds": 3}, "usual": {}}`. Clients offer them before a
    quick game, the first by default. Empty if the options do not change the length."""
    environment_version: int = 1
    """The version of the PettingZoo environment, as in `go_v1`: raised when the same seed and moves no longer give the
    same game, observations or rewards."""
    client_data: Callable[[], dict[str, Any]] | None = None
    """What the browser client must know of the pieces before it sees a view; written into its contract."""

    def __repr__(self) -> str:
        return f"<GamePackage {self.key}: {self.game.title} {self.game.kanji}, from {self.module}>"

    @property
    def key(self) -> str:
        """The game's name in code, records and addresses."""
        return self.game.key

    @property
    def built_in(self) -> bool:
        """Whether it is one of the games that come with Zashiki, for which the client has tables and sentences."""
        return self.module.startswith("zashiki.")

    def rules_page(self, language: str) -> Traversable:
        """The rules as Markdown, `rules.md` or `rules.<language>.md`; it may not exist."""
        return resources.files(self.module) / ("rules.md" if language == "en" else f"rules.{language}.md")

    def rules_languages(self) -> list[str]:
        """The languages of the rules pages that exist, in alphabetical order."""
        names = [page.name for page in resources.files(self.module).iterdir()]
        return sorted(found[1] or "en" for name in names if (found := RULES_PAGE.fullmatch(name)) is not None)

    def rules_language(self, wanted: str) -> str:
        """The best language of the rules for a reader of `wanted`: `zh-Hant-TW`, `zh-Hant`, `zh`, or else English."""
        known = {language.lower(): language for language in self.rules_languages()}
        tag = wanted.lower()
        while tag and tag not in known:
            tag = tag.rpartition("-")[0]
        return known.get(tag, "en")


def imported(reference: str) -> Any:
    """The object that `"module:name"` names."""
    module, _, name = reference.partition(":")
    return getattr(import_module(module), name)
