"""Records over HTTP: check one that was played anywhere."""

import asyncio
from typing import Annotated, Any

from fastapi import Body, Request
from starlette.responses import Response
from typing_extensions import TypedDict

from zashiki import house as engine
from zashiki.core.errors import ZashikiError
from zashiki.server.answers import answer, problems
from zashiki.server.routes import ANYBODY, new_router
from zashiki.server.who import House, Somebody, address_of
from zashiki.table.refusals import refused

router = new_router("/records", "records")


class Checked(TypedDict):
    """A record that is in order."""

    game: str
    plies: int
    over: bool
    scores: list[int]
    winners: list[int]
    draws: int | None
    """Outcomes of chance that were checked against the seeds; null if the record has none."""


@router.post("/check", response_model=Checked, responses=problems(401, 403), openapi_extra=ANYBODY)
async def check(request: Request, who: Somebody, house: House, body: Annotated[dict[str, Any], Body()]) -> Response:
    """Check a record: every move against the rules, every outcome of chance against the seeds."""
    await house.limiter.spend(house.config.rate_checks, "checks", address_of(request))
    try:
        return answer(await asyncio.to_thread(_check, body))
    except ZashikiError as error:
        raise refused("bad-request", error) from None


def _check(data: dict[str, Any]) -> Checked:
    record = engine.as_record(data)
    table = engine.replay(record)
    fair = record.data["fair"]
    revealed = fair is not None and fair["server_seed"] is not None
    return {
        "game": record.game,
        "plies": table.ply,
        "over": table.over,
        "scores": table.scores(),
        "winners": list(table.winners()),
        "draws": engine.verify(record) if revealed else None,
    }
