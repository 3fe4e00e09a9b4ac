"""Games over HTTP, as a client needs them to set up a table: seats, options, bot levels, rules."""

from typing import Annotated, Any, Final

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
from zashiki.server.authentication import OptionalVisitor, ServicesDep
from zashiki.server.documentation import BASE as DOCS
from zashiki.server.people import doubt_now
from zashiki.server.responses import problem_responses, shared_response
from zashiki.server.strict_json import ANYBODY, new_router
from zashiki.table.input_errors import refused_error
from zashiki.table.phrases import PHRASES
from zashiki.table.settings import Model

router = new_router("", "games")
LEADERS: Final = 50
MOST_OPTIONS: Final = 32
"""In one request."""
MOST_SEATS: Final = 99
LONGEST_KEY: Final = 40
LONGEST_TAG: Final = 35
LANGUAGE_TAG: Final = "^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$"


class LevelData(TypedDict):
    """A level of bots."""

    level: int
    name: str
    about: str


class OptionData(TypedDict):
    """An option of a game."""

    key: str
    about: str
    kind: str
    """Which input to show: `number`, `choice`, `table`, `tiles`."""
    allowed: str
    """What it accepts, in words."""
    low: int | None
    high: int | None
    """Bounds of a number, or of the numbers in a table; for `tiles`, of their count."""
    choices: dict[str, list[Any]] | None
    """By number of seats; for `table` and `tiles`, the names of known values."""
    defaults: dict[str, Any]
    """By number of seats."""
    example: Any | None
    """The default written out, as a starting point for editing; null if it cannot be."""


class OptionsData(TypedDict):
    """The result of checking options: all of them in canonical form, or what is wrong with those given."""

    options: dict[str, Any] | None
    """Every option of the game; null if there are problems."""
    problems: list[OptionProblemData]


class AskedOptions(Model):
    """Options to be checked."""

    seats: int = Field(ge=0, le=MOST_SEATS, description="How many seats the table has.")
    options: dict[Annotated[str, Field(max_length=LONGEST_KEY)], JsonValue] = Field(
        default_factory=dict, max_length=MOST_OPTIONS, description="Options of the game; others by default."
    )


class LengthData(TypedDict):
    """How long a game may take."""

    key: str
    """`short`, `usual`, or another word."""
    options: dict[str, Any]
    """The options that make it so; the others by default."""


class GameData(TypedDict):
    """A game."""

    key: str
    title: str
    kanji: str
    about: str
    version: int
    seats: list[int]
    usual_seats: int
    options: list[OptionData]
    lengths: list[LengthData]
    """What to offer before a quick game, the default first; empty if a game has one length."""
    levels: list[LevelData]
    catalogues: dict[str, dict[str, str]]
    """Its sentences by language and code; empty for the built-in games, whose sentences clients have."""


class RulesData(TypedDict):
    """The rules of a game."""

    game: str
    version: int
    language: str
    """The language of the text: the requested one, or without its region (`pt` for `pt-BR`), or English."""
    markdown: str


class LeaderData(TypedDict):
    """An entry of the leaderboard."""

    player: str
    name: str
    rating: float
    doubt: float
    rated_games: int


class PhraseData(TypedDict):
    """A preset phrase."""

    code: str
    text: str


class KeptDays(TypedDict):
    """After how many days what is deleted; null: never."""

    unused_guests: int | None
    """Guests who have never played, after their last visit."""
    inactive_guests: int | None
    """Other guests, after their last visit: their games are kept without the name."""
    chat: int | None
    """Chat, after the end of the game."""


class ServerData(TypedDict):
    """About this server."""

    version: str
    """The version of Zashiki."""
    docs: str | None
    """The path of the documentation; null if there is none."""
    contact: str | None
    """How people reach the operators."""
    kept_days: KeptDays
    """After how many days what is deleted."""


GameKey = Annotated[str, Path(max_length=20, pattern="^[a-z]+$", description="The game's key.")]


def find(key: str) -> Game:
    """The game with this key."""
    try:
        return registry.find(key)
    except UnknownGame as error:
        raise refused_error("not-found", error) from None


def game_data(game: Game) -> GameData:
    """A game, as clients need it."""
    return {
        "key": game.key,
        "title": game.title,
        "kanji": game.kanji,
        "about": game.about,
        "version": game.version,
        "seats": list(game.seat_counts),
        "usual_seats": game.usual_seats,
        "options": [_option(option, game) for option in game.options],
        "lengths": [{"key": key, "options": options} for key, options in registry.package(game.key).lengths.items()],
        "levels": [{"level": one.number, "name": one.name, "about": one.about} for one in levels(game.key)],
        "catalogues": _catalogues(registry.package(game.key)),
    }


def _catalogues(package: GamePackage) -> dict[str, dict[str, str]]:
    """The sentences that a client cannot have: those of a game that is installed besides the built-in ones."""
    if package.built_in:
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


@router.get("/games", response_model=list[GameData], responses=problem_responses(401), openapi_extra=ANYBODY)
async def list_games(visitor: OptionalVisitor) -> Response:
    """List all games."""
    return shared_response([game_data(game) for game in registry.games().values()])


@router.get("/games/{game}", response_model=GameData, responses=problem_responses(401, 404), openapi_extra=ANYBODY)
async def get_game(visitor: OptionalVisitor, game: GameKey) -> Response:
    """Get one game."""
    return shared_response(game_data(find(game)))


@router.post(
    "/games/{game}/options", response_model=OptionsData, responses=problem_responses(401, 404), openapi_extra=ANYBODY
)
async def check_options(visitor: OptionalVisitor, game: GameKey, body: AskedOptions) -> Response:
    """Check options before creating a table: returns all of them in canonical form, or every problem."""
    found = find(game)
    wrong = found.problems(body.seats, body.options)
    options = None if wrong else found.checked(body.seats, body.options)
    return shared_response({"options": options, "problems": [problem.data() for problem in wrong]})


@router.get(
    "/games/{game}/rules", response_model=RulesData, responses=problem_responses(401, 404), openapi_extra=ANYBODY
)
async def get_rules(
    visitor: OptionalVisitor,
    game: GameKey,
    language: Annotated[
        str,
        Query(max_length=LONGEST_TAG, pattern=LANGUAGE_TAG, description="The preferred language, as a BCP 47 tag."),
    ] = "en",
) -> Response:
    """Get the rules of a game in Markdown, with the ids of all rules."""
    found = find(game)
    package = registry.package(found.key)
    written = package.rules_language(language)
    text = package.rules_page(written).read_text("utf-8")
    return shared_response({"game": found.key, "version": found.version, "language": written, "markdown": text})


@router.get(
    "/games/{game}/leaders",
    response_model=list[LeaderData],
    responses=problem_responses(401, 404),
    openapi_extra=ANYBODY,
)
async def list_leaders(
    visitor: OptionalVisitor,
    services: ServicesDep,
    game: GameKey,
    limit: Annotated[int, Query(ge=1, le=LEADERS)] = LEADERS,
) -> Response:
    """List the best rated accounts of a game, once they have played 10 rated games with 3 opponents."""
    return shared_response(await services.people.leaderboard(find(game).key, limit, doubt_now(services)))


@router.get("/phrases", response_model=list[PhraseData], responses=problem_responses(401), openapi_extra=ANYBODY)
async def list_phrases(visitor: OptionalVisitor) -> Response:
    """List the preset chat phrases."""
    return shared_response([{"code": code, "text": text} for code, text in PHRASES.items()])


@router.get("/server", response_model=ServerData, responses=problem_responses(401), openapi_extra=ANYBODY)
async def get_server(visitor: OptionalVisitor, services: ServicesDep) -> Response:
    """Get the version of this server, where its documentation is, whom to ask, and how long what is kept."""
    config = services.config
    kept: KeptDays = {
        "unused_guests": config.unused_guests_days or None,
        "inactive_guests": config.inactive_guests_days or None,
        "chat": config.chat_days or None,
    }
    docs = DOCS if services.documentation.there else None
    about: ServerData = {"version": zashiki.__version__, "docs": docs, "contact": config.contact, "kept_days": kept}
    return shared_response(about)
