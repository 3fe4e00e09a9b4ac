"""What people can do about others' conduct over HTTP: block them; and what they are told about their own."""

from typing import Annotated

from fastapi import Path
from starlette.responses import Response

from zashiki.server.authentication import BrowserVisitor, ManagingVisitor, ServicesDep
from zashiki.server.people import PlayerId
from zashiki.server.responses import no_content, problem_responses
from zashiki.server.services import Services
from zashiki.server.strict_json import new_router
from zashiki.table.refusals import Refused
from zashiki.table.state import TableState

router = new_router("", "people")
WarningId = Annotated[str, Path(max_length=32, pattern="^[0-9a-f]+$", description="The warning's id.")]


@router.put(
    "/me/blocked/{player}", status_code=204, response_class=Response, responses=problem_responses(401, 403, 404)
)
async def block(visitor: ManagingVisitor, services: ServicesDep, player: PlayerId) -> Response:
    """Block somebody: they cannot sit down where I sit, we do not see each other's tables, I do not get their chat."""
    if await services.people.find(player) is None or player == visitor.id:
        raise Refused("no-such-player")
    await services.people.block(visitor.id, player, on=True)
    services.table_service.player_changed(visitor.id)
    return no_content()


@router.delete("/me/blocked/{player}", status_code=204, response_class=Response, responses=problem_responses(401, 403))
async def unblock(visitor: ManagingVisitor, services: ServicesDep, player: PlayerId) -> Response:
    """Unblock somebody."""
    await services.people.block(visitor.id, player, on=False)
    services.table_service.player_changed(visitor.id)
    return no_content()


@router.delete(
    "/me/warnings/{warning}", status_code=204, response_class=Response, responses=problem_responses(401, 403, 404)
)
async def acknowledge_warning(visitor: BrowserVisitor, services: ServicesDep, warning: WarningId) -> Response:
    """Say that I have read an operator's warning."""
    if not await services.moderation.acknowledge(visitor.id, warning):
        raise Refused("no-such-warning")
    return no_content()


async def check_welcome(services: Services, player: str, state: TableState) -> None:
    """`Refused` if somebody at a table has blocked this person."""
    there = {state.host, *(seat.player for seat in state.seats)} - {player, None}
    if there & await services.people.blocking(player):
        raise Refused("blocked")


async def avoided_by(services: Services, player: str | None) -> frozenset[str]:
    """Whose tables somebody does not find among the open ones: whom they have blocked, and who has blocked them."""
    if player is None:
        return frozenset()
    return (await services.people.blocking(player)).union(await services.people.blocked(player))
