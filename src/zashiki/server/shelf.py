"""The games on the shelf, as a client needs them to set up a table: seats, options, levels of bots, rules."""

from importlib.resources import files
from typing import Annotated, Any, Final, Literal

from fastapi import Path, Query
from starlette.responses import Response
from typing_extensions import TypedDict

from zashiki import house
from zashiki.bots.levels import levels
from zashiki.core.errors import UnknownGame
from zashiki.core.game import Game
from zashiki.core.options import Choice, NumberTable, Option, WholeNumber
from zashiki.server.answers import answer, problems
from zashiki.server.routes import ANYBODY, new_router
from zashiki.server.who import House, Somebody
from zashiki.table.phrases import PHRASES
from zashiki.table.refusals import refused

router = new_router("", "games")
LEADERS: Final = 50


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
    """`number`, `choice` or `table`."""
    allowed: str
    """What it takes, in words."""
    low: int | None
    high: int | None
    choices: dict[str, list[Any]] | None
    """By number of seats."""
    defaults: dict[str, Any]
    """By number of seats."""


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


GameKey = Annotated[str, Path(max_length=20, pattern="^[a-z]+$", description="The game's key.")]


def find(key: str) -> Game:
    """The game of this key."""
    try:
        return house.find(key)
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
    }


def _option(option: Option, game: Game) -> OptionData:
    kind = "number" if isinstance(option, WholeNumber) else "table" if isinstance(option, NumberTable) else "choice"
    choices: dict[str, list[Any]] | None = None
    low: int | None = None
    high: int | None = None
    if isinstance(option, WholeNumber | NumberTable):
        low, high = option.low, option.high
    if isinstance(option, Choice):
        choices = {str(seats): list(option.choices[seats]) for seats in game.seat_counts}
    elif isinstance(option, NumberTable):
        choices = {str(seats): list(option.words) for seats in game.seat_counts}
    return {
        "key": option.key,
        "about": option.about,
        "kind": kind,
        "allowed": option.allowed(),
        "low": low,
        "high": high,
        "choices": choices,
        "defaults": {str(seats): option.default(seats) for seats in game.seat_counts},
    }


@router.get("/games", response_model=list[GameData], responses=problems(401), openapi_extra=ANYBODY)
async def games(who: Somebody) -> Response:
    """List all games on the shelf."""
    return answer([game_data(game) for game in house.games().values()])


@router.get("/games/{game}", response_model=GameData, responses=problems(401, 404), openapi_extra=ANYBODY)
async def game(who: Somebody, game: GameKey) -> Response:
    """Tell what there is to know about one game."""
    return answer(game_data(find(game)))


@router.get("/games/{game}/rules", response_model=RulesData, responses=problems(401, 404), openapi_extra=ANYBODY)
async def rules(
    who: Somebody,
    game: GameKey,
    language: Annotated[Literal["en", "ja"], Query(description="English, or Japanese.")] = "en",
) -> Response:
    """Give the rules of a game, in Markdown, with all ids."""
    found = find(game)
    pages = files("zashiki.games").joinpath(found.key)
    page = pages.joinpath(f"rules.{language}.md")
    if not page.is_file():
        language, page = "en", pages.joinpath("rules.md")
    text = page.read_text("utf-8")
    return answer({"game": found.key, "version": found.version, "language": language, "markdown": text})


@router.get(
    "/games/{game}/leaders", response_model=list[LeaderData], responses=problems(401, 404), openapi_extra=ANYBODY
)
async def leaders(
    who: Somebody, house: House, game: GameKey, limit: Annotated[int, Query(ge=1, le=LEADERS)] = LEADERS
) -> Response:
    """List the best rated accounts of a game."""
    return answer(await house.people.leaderboard(find(game).key, limit))


@router.get("/phrases", response_model=list[PhraseData], responses=problems(401), openapi_extra=ANYBODY)
async def phrases(who: Somebody) -> Response:
    """List the preset phrases that can be said at a table."""
    return answer([{"code": code, "text": text} for code, text in PHRASES.items()])
