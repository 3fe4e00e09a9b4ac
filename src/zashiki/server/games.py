"""The games on the shelf, as a client needs them to set up a table: seats, options, levels of bots, rules."""

from typing import Annotated, Any, Final, Literal

from fastapi import Path, Query
from pydantic import Field, JsonValue
from starlette.responses import Response
from typing_extensions import TypedDict

import zashiki
from zashiki import registry
from zashiki.bots.levels import levels
from zashiki.core.errors import UnknownGame
from zashiki.core.game import Game
from zashiki.core.options import Option
from zashiki.core.package import GamePackage
from zashiki.core.shapes import OptionProblemData
from zashiki.server.authentication import House, Somebody
from zashiki.server.documentation import BASE as DOCS
from zashiki.server.responses import problems, shared
from zashiki.server.strict_json import ANYBODY, new_router
from zashiki.table.phrases import PHRASES
from zashiki.table.refusals import refused
from zashiki.table.settings import Model

router = new_router("", "games")
LEADERS: Final = 50
MOST_OPTIONS: Final = 32
"""In one request."""
MOST_SEATS: Final = 99
LONGEST_KEY: Final = 40


class LevelData(TypedDict):
    """A level of bots."""

    level: int
    name: str
    about: str


class OptionData(TypedDict):
    """An option of a game, for each number of seats."""

    key: str
    about: str
    kind: str
    """What to offer: `number`, `choice`, `table`, `tiles`."""
    allowed: str
    """What it takes, in words."""
    low: int | None
    high: int | None
    """The limits of a number or of those in a table; of `tiles`, how many there may be."""
    choices: dict[str, list[Any]] | None
    """By number of seats; for `table` and `tiles`, the words that stand for a known value."""
    defaults: dict[str, Any]
    """By number of seats."""
    example: Any | None
    """The default written out, to start one's own value from; null if there is nothing to write out."""


class OptionsData(TypedDict):
    """Options that were asked about: all of them in their plain form, or what is wrong with those given."""

    options: dict[str, Any] | None
    """Every option of the game; null if there are problems."""
    problems: list[OptionProblemData]


class AskedOptions(Model):
    """Options to be checked."""

    seats: int = Field(ge=0, le=MOST_SEATS, description="How many seats the table has.")
    options: dict[Annotated[str, Field(max_length=LONGEST_KEY)], JsonValue] = Field(
        default_factory=dict, max_length=MOST_OPTIONS, description="Options of the game; others by default."
    )


class GameData(TypedDict):
    """A game on the shelf."""

    key: str
    title: str
    kanji: str
    about: str
    version: int
    seats: list[int]
    usual_seats: int
    options: list[OptionData]
    levels: list[LevelData]
    catalogues: dict[str, dict[str, str]]
    """Its sentences by language and code; empty for the built-in games, whose sentences clients have."""


class RulesData(TypedDict):
    """The rules of a game."""

    game: str
    version: int
    language: str
    """In which they are: English where there are none in the language that was asked for."""
    markdown: str


class LeaderData(TypedDict):
    """A place on the list of the best."""

    player: str
    name: str
    rating: float
    doubt: float
    rated_games: int


class PhraseData(TypedDict):
    """A preset phrase."""

    code: str
    text: str


class ServerData(TypedDict):
    """What is to be known about a house."""

    version: str
    """Of Zashiki."""
    docs: str | None
    """The path of the documentation; null if this house has none."""


GameKey = Annotated[str, Path(max_length=20, pattern="^[a-z]+$", description="The game's key.")]


def find(key: str) -> Game:
    """The game of this key."""
    try:
        return registry.find(key)
    except UnknownGame as error:
        raise refused("not-found", error) from None


def game_data(game: Game) -> GameData:
    """A game for a client."""
    return {
        "key": game.key,
        "title": game.title,
        "kanji": game.kanji,
        "about": game.about,
        "version": game.version,
        "seats": list(game.seat_counts),
        "usual_seats": game.usual_seats,
        "options": [_option(option, game) for option in game.options],
        "levels": [{"level": one.number, "name": one.name, "about": one.about} for one in levels(game.key)],
        "catalogues": _catalogues(registry.package(game.key)),
    }


def _catalogues(package: GamePackage) -> dict[str, dict[str, str]]:
    """The sentences that a client cannot have: those of a game that is installed besides the built-in ones."""
    if package.module.startswith("zashiki."):
        return {}
    others = {language: dict(words) for language, words in package.catalogues.items()}
    return {"en": dict(package.game.catalogue), **others}


def _option(option: Option, game: Game) -> OptionData:
    choices = {str(seats): option.choices(seats) for seats in game.seat_counts}
    return {
        "key": option.key,
        "about": option.about,
        "kind": option.kind,
        "allowed": option.allowed(),
        "low": option.low,
        "high": option.high,
        "choices": {seats: row for seats, row in choices.items() if row is not None} or None,
        "defaults": {str(seats): option.default(seats) for seats in game.seat_counts},
        "example": option.example(game.usual_seats),
    }


@router.get("/games", response_model=list[GameData], responses=problems(401), openapi_extra=ANYBODY)
async def games(who: Somebody) -> Response:
    """List all games on the shelf."""
    return shared([game_data(game) for game in registry.games().values()])


@router.get("/games/{game}", response_model=GameData, responses=problems(401, 404), openapi_extra=ANYBODY)
async def game(who: Somebody, game: GameKey) -> Response:
    """Tell what there is to know about one game."""
    return shared(game_data(find(game)))


@router.post("/games/{game}/options", response_model=OptionsData, responses=problems(401, 404), openapi_extra=ANYBODY)
async def check_options(who: Somebody, game: GameKey, body: AskedOptions) -> Response:
    """Check options before a table is set up: all of them in their plain form, or everything that is wrong."""
    found = find(game)
    wrong = found.problems(body.seats, body.options)
    options = None if wrong else found.checked(body.seats, body.options)
    return shared({"options": options, "problems": [problem.data() for problem in wrong]})


@router.get("/games/{game}/rules", response_model=RulesData, responses=problems(401, 404), openapi_extra=ANYBODY)
async def rules(
    who: Somebody,
    game: GameKey,
    language: Annotated[Literal["en", "ja"], Query(description="English, or Japanese.")] = "en",
) -> Response:
    """Give the rules of a game, in Markdown, with all ids."""
    found = find(game)
    package = registry.package(found.key)
    page = package.rules_page(language)
    if not page.is_file():
        language, page = "en", package.rules_page("en")
    text = page.read_text("utf-8")
    return shared({"game": found.key, "version": found.version, "language": language, "markdown": text})


@router.get(
    "/games/{game}/leaders", response_model=list[LeaderData], responses=problems(401, 404), openapi_extra=ANYBODY
)
async def leaders(
    who: Somebody, house: House, game: GameKey, limit: Annotated[int, Query(ge=1, le=LEADERS)] = LEADERS
) -> Response:
    """List the best rated accounts of a game."""
    return shared(await house.people.leaderboard(find(game).key, limit))


@router.get("/phrases", response_model=list[PhraseData], responses=problems(401), openapi_extra=ANYBODY)
async def phrases(who: Somebody) -> Response:
    """List the preset phrases that can be said at a table."""
    return shared([{"code": code, "text": text} for code, text in PHRASES.items()])


@router.get("/house", response_model=ServerData, responses=problems(401), openapi_extra=ANYBODY)
async def about_server(who: Somebody, house: House) -> Response:
    """Tell which version of Zashiki this house runs, and where its documentation is."""
    return shared({"version": zashiki.__version__, "docs": DOCS if house.documentation.there else None})
