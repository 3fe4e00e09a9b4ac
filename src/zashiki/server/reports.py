"""Reports over HTTP: people tell the operators about somebody, with what the server knows about it."""

from typing import Any, Final, Literal

from pydantic import Field
from starlette.responses import Response
from typing_extensions import TypedDict

from zashiki.server.authentication import ManagingVisitor, ServicesDep
from zashiki.server.responses import json_response, problem_responses
from zashiki.server.services import Services
from zashiki.server.strict_json import new_router
from zashiki.table.refusals import Refused
from zashiki.table.settings import NO_NUL, Model
from zashiki.table.state import TableState

router = new_router("", "people")
CHAT_KEPT: Final = 30
"""Chat messages that are kept with a report: those before it."""
CHAT_AFTER: Final = 10
"""How many of them come after the one that was reported."""
LONGEST_WORDS: Final = 1000

ReportReason = Literal["cheating", "abuse", "spam", "name", "other"]


class NewReport(Model):
    """Report somebody, or a table."""

    reason: ReportReason
    player: str | None = Field(default=None, max_length=32, pattern="^[0-9a-z]+$", description="Whom it is about.")
    table: str | None = Field(default=None, max_length=32, pattern="^[0-9a-z]+$", description="Where it happened.")
    message: int | None = Field(
        default=None, ge=0, le=1_000_000, description="The number of a chat message at that table."
    )
    words: str = Field(default="", max_length=LONGEST_WORDS, pattern=NO_NUL, description="Anything else to know.")


class ReportedData(TypedDict):
    """It was reported."""

    id: str


@router.post("/reports", response_model=ReportedData, status_code=201, responses=problem_responses(401, 403, 404, 409))
async def report(body: NewReport, visitor: ManagingVisitor, services: ServicesDep) -> Response:
    """Report somebody or a table to the operators; the server adds the chat and the table by itself."""
    if body.player is None and body.table is None:
        raise Refused("bad-request", "report.nobody", where=["body", "player"])
    await services.rate_limits.spend(services.config.rate_reports, "reports", visitor.id)
    state = None
    if body.table is not None:
        state = (await services.rooms.get_visible(body.table, visitor.id)).state
    found = None if body.player is None else await services.people.find(body.player)
    if body.player is not None and found is None:
        raise Refused("no-such-player")
    entry = {
        "at": services.now(),
        "words": " ".join("".join(char if char.isprintable() else " " for char in body.words).split()),
        "message": body.message,
        "context": None if state is None else await _context(services, state, body.message),
    }
    made = await services.moderation.reports.add(
        services.now(),
        visitor.id,
        body.reason,
        entry,
        player=body.player,
        name=None if found is None else found.name,
        table=body.table,
    )
    return json_response({"id": made}, 201)


async def _context(services: Services, state: TableState, message: int | None) -> dict[str, Any]:
    """What everybody at the table sees: never a hand, never a seed."""
    lines = await services.tables.said(
        state.id, limit=CHAT_KEPT, until=None if message is None else message + CHAT_AFTER
    )
    return {
        "game": state.settings.game,
        "settings": state.settings.model_dump(mode="json"),
        "status": state.status,
        "ply": state.ply,
        "seats": [
            {"player": seat.player, "name": seat.name, "level": seat.level, "stand_in": seat.stand_in}
            for seat in state.seats
        ],
        "chat": [
            {
                "n": line.n,
                "player": line.player,
                "name": line.name,
                "text": line.text or line.phrase or "",
                "at": line.said_at,
            }
            for line in lines
        ],
    }
