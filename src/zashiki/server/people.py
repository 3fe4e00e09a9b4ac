"""Profiles over HTTP: my own, and what everybody may know about somebody."""

import json
from collections.abc import Callable
from sys import float_info
from typing import Annotated, Any, Final, Literal

from fastapi import Path, Query
from pydantic import Field, JsonValue
from starlette.responses import Response
from typing_extensions import TypedDict

from zashiki.server.authentication import (
    ManagingVisitor,
    OptionalVisitor,
    ReadingVisitor,
    ServicesDep,
)
from zashiki.server.names import Name, check_name_free
from zashiki.server.responses import json_response, no_content, problem_responses
from zashiki.server.services import Services
from zashiki.server.strict_json import ANYBODY, new_router
from zashiki.store.rated_games import Standing
from zashiki.store.rows import PlayerRow
from zashiki.table import serializers
from zashiki.table.ids import guest_code
from zashiki.table.messages import TableData
from zashiki.table.rating_rule import doubt_at
from zashiki.table.refusals import Refused
from zashiki.table.settings import Model

router = new_router("", "people")
MOST_PREFERENCES: Final = 8000
"""Characters of a person's preferences, as JSON."""


class ProfileChanges(Model):
    """Change my name or my preferences."""

    name: Name | None = None
    preferences: dict[str, JsonValue] | None = Field(default=None, description="Whatever a client wants to store.")


class StatisticsData(TypedDict):
    """A person's statistics for one game."""

    game: str
    games: int
    wins: float
    mean_score: float
    best_score: int
    last_played_at: float
    rated_games: int
    rating: float | None
    doubt: float | None


class PlayerData(TypedDict):
    """What everybody may know about a person."""

    id: str
    name: str
    guest: bool
    guest_code: str | None
    """The code of a guest who has not chosen a name, such as `3yy7`; their `name` is made up from it, in English."""
    created_at: float
    statistics: list[StatisticsData]


class WarningData(TypedDict):
    """A warning by an operator."""

    id: str
    text: str
    made_at: float


class MyData(PlayerData):
    """What only the person may know about themselves."""

    preferences: dict[str, Any]
    muted: list[str]
    blocked: list[str]
    warnings: list[WarningData]
    """What an operator wrote, until I have said that I have read it."""


def doubt_now(services: Services) -> Callable[[Standing], float]:
    """How doubtful ratings are today."""
    now = services.now()
    return lambda standing: doubt_at(standing, now)


async def player_data(services: Services, player: PlayerRow) -> PlayerData:
    """The public profile."""
    statistics: list[Any] = await services.people.statistics(player.id, doubt_now(services))
    return {
        "id": player.id,
        "name": player.name,
        "guest": player.guest,
        "guest_code": guest_code(player.id, player.name) if player.guest else None,
        "created_at": player.created_at,
        "statistics": statistics,
    }


async def my_data(services: Services, player: PlayerRow) -> MyData:
    """One's own profile."""
    return {
        **(await player_data(services, player)),
        "preferences": player.preferences,
        "muted": await services.people.muted(player.id),
        "blocked": await services.people.blocked(player.id),
        "warnings": [
            {"id": one.id, "text": one.reason, "made_at": one.made_at}
            for one in services.moderation.warnings(player.id)
        ],
    }


async def reload_player(services: Services, player: str) -> PlayerRow:
    """The person as stored now; `Refused` if they are gone."""
    found = await services.people.find(player)
    if found is None:
        raise Refused("not-signed-in")
    return found


@router.get("/me", response_model=MyData, responses=problem_responses(401, 403))
async def get_me(visitor: ReadingVisitor, services: ServicesDep) -> Response:
    """Get my profile and statistics."""
    return json_response(await my_data(services, visitor.player))


@router.patch("/me", response_model=MyData, responses=problem_responses(401, 403, 409))
async def update_me(body: ProfileChanges, visitor: ManagingVisitor, services: ServicesDep) -> Response:
    """Change my name or my preferences."""
    values: dict[str, Any] = {}
    if body.preferences is not None:
        values["preferences"] = _check_preferences(body.preferences)
    if body.name is not None:
        services.words.check_name(body.name)
    if body.name is not None and not visitor.player.guest:
        visitor.require("browser", services.now())  # one signs in with it
        if not await services.people.name_account(visitor.id, body.name, services.now(), **values):
            raise Refused("name-taken")
    elif body.name is not None or values:
        if body.name is not None:
            await check_name_free(services, body.name, visitor.id)
            values["name"] = body.name
        await services.people.change(visitor.id, **values)
    services.table_service.player_changed(visitor.id)
    return json_response(await my_data(services, await reload_player(services, visitor.id)))


def _check_preferences(preferences: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """`Refused` if the preferences cannot be stored."""
    where: list[str | int] = ["body", "preferences"]
    try:
        text = json.dumps(preferences, allow_nan=False)
    except ValueError:
        numbers: JsonValue = {"min": -float_info.max, "max": float_info.max}
        raise Refused("bad-request", "preferences.number", expected=numbers, where=where) from None
    if len(text) > MOST_PREFERENCES:
        limit: JsonValue = {"max_length": MOST_PREFERENCES}
        raise Refused("too-big", "preferences.too_long", {"limit": MOST_PREFERENCES}, expected=limit, where=where)
    return preferences


@router.get("/me/tables", response_model=list[TableData], responses=problem_responses(401, 403))
async def list_my_tables(
    visitor: ReadingVisitor,
    services: ServicesDep,
    status: Annotated[Literal["open", "running", "over"], Query()] = "running",
    after: Annotated[
        str | None,
        Query(max_length=32, pattern="^[0-9a-z]+$", description="The last table of the previous page."),
    ] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> Response:
    """List the tables where I sit or that I host, the most recently changed first."""
    found = await services.tables.tables_of(visitor.id, [status], limit, after)
    return json_response([serializers.listed_table(row, seats, visitor.id) for row, seats in found])


PlayerId = Annotated[str, Path(max_length=32, pattern="^[0-9a-z]+$", description="The player's id.")]


@router.get(
    "/players/{player}", response_model=PlayerData, responses=problem_responses(401, 404), openapi_extra=ANYBODY
)
async def get_player(visitor: OptionalVisitor, services: ServicesDep, player: PlayerId) -> Response:
    """Get somebody's public profile: name, statistics, ratings."""
    found = await services.people.find(player)
    if found is None:
        raise Refused("no-such-player")
    return json_response(await player_data(services, found))


@router.put("/me/muted/{player}", status_code=204, response_class=Response, responses=problem_responses(401, 403, 404))
async def mute(visitor: ManagingVisitor, services: ServicesDep, player: PlayerId) -> Response:
    """Mute somebody: their chat is no longer sent to me."""
    if await services.people.find(player) is None:
        raise Refused("no-such-player")
    await services.people.mute(visitor.id, player, on=True)
    services.table_service.player_changed(visitor.id)
    return no_content()


@router.delete("/me/muted/{player}", status_code=204, response_class=Response, responses=problem_responses(401, 403))
async def unmute(visitor: ManagingVisitor, services: ServicesDep, player: PlayerId) -> Response:
    """Unmute somebody."""
    await services.people.mute(visitor.id, player, on=False)
    services.table_service.player_changed(visitor.id)
    return no_content()
