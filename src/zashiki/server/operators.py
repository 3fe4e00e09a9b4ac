"""What the page for operators asks and does. It is no public protocol: only that page uses it, and it may change."""

import secrets
import shutil
from dataclasses import asdict
from pathlib import Path as File
from typing import Annotated, Any, Final, Literal

from fastapi import Path, Query, Request
from pydantic import Field
from starlette.responses import Response

from zashiki.server.authentication import ServicesDep
from zashiki.server.names import Name
from zashiki.server.operator_access import CurrentOperator, enter, leave
from zashiki.server.passwords import hash_password, verify_password
from zashiki.server.people import player_data
from zashiki.server.responses import json_response, no_content
from zashiki.server.second_factor import SecondCode, check_code
from zashiki.server.services import Services
from zashiki.server.sign_in_limits import spend_password
from zashiki.server.strict_json import new_router
from zashiki.store.audit import Operator
from zashiki.store.names import NameTaken
from zashiki.store.people import OPERATOR
from zashiki.store.rating_review import NotRated
from zashiki.store.rows import PlayerRow
from zashiki.table.rating_rule import rate_game
from zashiki.table.refusals import Refused
from zashiki.table.settings import NO_NUL, Model

router = new_router("/operator", "operators")
LONGEST_WHY: Final = 500
YEAR: Final = 366 * 86_400

Id = Annotated[str, Path(max_length=32, pattern="^[0-9a-z]+$")]
Why = Annotated[str, Field(min_length=1, max_length=LONGEST_WHY, pattern=NO_NUL)]


class OperatorSignIn(Model):
    """Sign in as an operator."""

    name: str = Field(min_length=1, max_length=200)
    password: str = Field(min_length=1, max_length=200)
    code: SecondCode = None


class ActionReason(Model):
    """Why something is done."""

    why: Why


class Action(ActionReason):
    """Do something about a person."""

    action: Literal["warn", "mute", "unmute", "ban", "unban", "ban-network", "rename", "reset-password"]
    seconds: int | None = Field(default=None, ge=60, le=YEAR, description="How long; null: for good.")
    name: Name | None = None
    network: str | None = Field(default=None, max_length=32, pattern="^[0-9a-f]{32}$")


@router.post("/session", status_code=204, include_in_schema=False)
async def sign_in(body: OperatorSignIn, request: Request, services: ServicesDep) -> Response:
    """Sign in with the name and the password of an account that is an operator."""
    player = await services.people.by_login(body.name)
    await spend_password(services, request, body.name, None if player is None else player.id)
    right = await verify_password(services, player, body.password)
    if not right or player is None or player.role != OPERATOR:
        raise Refused("wrong-password")  # whether the account is an operator is nobody's business
    services.moderation.check_person(player.id)
    await check_code(services, request, player, body.code)
    await services.moderation.audit.note(Operator(player.id, player.name), services.now(), "sign-in", "")
    response = no_content()
    await enter(response, request, services, player.id)
    return response


@router.delete("/session", status_code=204, include_in_schema=False)
async def sign_out(request: Request, by: CurrentOperator, services: ServicesDep) -> Response:
    """Sign out."""
    response = no_content()
    await leave(response, request, services)
    return response


@router.get("/overview", include_in_schema=False)
async def get_overview(by: CurrentOperator, services: ServicesDep) -> Response:
    """Get the state of the server."""
    return json_response(
        {
            "operator": by.name,
            "parts": await services.healthy(),
            "damage": [asdict(one) for one in services.database.damage.incidents],
            "backup": services.backup_state(),
            "clock": services.clock_off(),
            "open_reports": await services.moderation.reports.count_open(),
            "connections": sum(map(len, services.connections.values())),
            "tables": len(services.rooms.loaded()),
            "free_bytes": _free_bytes(services),
            "old": await services.retention.retention.count(),
        }
    )


def _free_bytes(services: Services) -> int | None:
    """The free space on the disk of the database, if it is on this machine."""
    if not services.database.sqlite:
        return None
    return shutil.disk_usage(File(str(services.database.url.database)).resolve().parent).free


@router.get("/reports", include_in_schema=False)
async def list_reports(by: CurrentOperator, services: ServicesDep, closed: bool = False) -> Response:
    """List open or closed reports, without what is private in them."""
    found = await services.moderation.reports.list(closed=closed)
    return json_response([{**asdict(one), "entries": len(one.entries)} for one in found])


@router.get("/reports/{report}", include_in_schema=False)
async def get_report(by: CurrentOperator, services: ServicesDep, report: Id) -> Response:
    """Get a report with its context; that somebody read it is in the audit log."""
    found = await services.moderation.reports.find(report)
    if found is None:
        raise Refused("not-found")
    about: dict[str, Any] = {"player": found.player, "table": found.table, "report": report}
    await services.moderation.audit.note(by, services.now(), "read-report", "", **about)
    return json_response(asdict(found))


@router.post("/reports/{report}/close", status_code=204, include_in_schema=False)
async def close_report(body: ActionReason, by: CurrentOperator, services: ServicesDep, report: Id) -> Response:
    """Close a report."""
    if not await services.moderation.reports.close(report, by, services.now(), body.why):
        raise Refused("not-found")
    return no_content()


@router.get("/people", include_in_schema=False)
async def find_person(
    by: CurrentOperator, services: ServicesDep, who: Annotated[str, Query(min_length=1, max_length=200)]
) -> Response:
    """Get a person by their id or the name of their account; that somebody read it is in the audit log."""
    found = await services.people.find(who) or await services.people.by_login(who)
    if found is None:
        raise Refused("no-such-player")
    moderation = services.moderation
    await moderation.audit.note(by, services.now(), "read-person", "", player=found.id)
    sessions = await services.people.sessions(found.id)
    return json_response(
        {
            "id": found.id,
            "name": found.name,
            "guest": found.guest,
            "role": found.role,
            "created_at": found.created_at,
            "seen_at": found.seen_at,
            "sessions": len(sessions),
            "networks": sorted({one.network for one in sessions if one.network is not None}),
            "statistics": (await player_data(services, found))["statistics"],
            "sanctions": [asdict(one) for one in await moderation.sanctions.of(found.id)],
            "reports": [
                {**asdict(one), "entries": len(one.entries)} for one in await moderation.reports.list(player=found.id)
            ],
            "audit": [asdict(one) for one in await moderation.audit.page(player=found.id, limit=20)],
        }
    )


@router.post("/people/{player}", include_in_schema=False)
async def act(body: Action, by: CurrentOperator, services: ServicesDep, player: Id) -> Response:
    """Warn, mute, ban, rename; a new password is returned once."""
    found = await services.people.find(player)
    if found is None:
        raise Refused("no-such-player")
    if found.role is not None:
        raise Refused("forbidden", "operator.colleague")
    password = await _act(services, by, found, body)
    await services.moderation.follow()  # at once, not within a second
    return json_response({"password": password})


async def _act(services: Services, by: Operator, player: PlayerRow, body: Action) -> str | None:
    operations, now = services.moderation.operations, services.now()
    until = None if body.seconds is None else now + body.seconds
    match body.action:
        case "warn":
            await operations.warn(by, now, player.id, body.why)
        case "mute":
            await operations.mute(by, now, player.id, until, body.why)
        case "ban":
            await operations.ban(by, now, player.id, until, body.why)
        case "unmute":
            await operations.lift(by, now, "mute", body.why, player=player.id)
        case "unban":
            await operations.lift(by, now, "ban", body.why, player=player.id)
        case "ban-network" if body.network is not None:
            await operations.ban_network(by, now, body.network, until, body.why)
        case "rename" if body.name is not None:
            services.words.check_name(body.name)
            try:
                await operations.rename(by, now, player.id, body.name, body.why)
            except NameTaken:
                raise Refused("name-taken") from None
        case "reset-password" if not player.guest:
            password = "-".join(secrets.token_hex(3) for _ in range(4))
            await operations.reset_password(by, now, player.id, await hash_password(services, password), body.why)
            return password
        case _:
            raise Refused("bad-request", where=["body", "action"])
    return None


@router.post("/tables/{table}/chat/{number}/remove", status_code=204, include_in_schema=False)
async def remove_chat(
    body: ActionReason,
    by: CurrentOperator,
    services: ServicesDep,
    table: Id,
    number: Annotated[int, Path(ge=0, le=1_000_000)],
) -> Response:
    """Remove a chat message."""
    if not await services.moderation.operations.remove_chat(by, services.now(), table, number, body.why):
        raise Refused("not-found")
    await services.moderation.follow()
    return no_content()


@router.post("/tables/{table}/annul", include_in_schema=False)
async def annul(body: ActionReason, by: CurrentOperator, services: ServicesDep, table: Id) -> Response:
    """Annul a rated game: it counts for nobody, and the ratings of its kind are computed again."""
    try:
        games = await services.rating_review.annul(by, services.now(), table, body.why, rate_game)
    except NotRated:
        raise Refused("not-found", "operator.not_rated", where=["path", "table"]) from None
    return json_response({"games": games})


@router.get("/pairs", include_in_schema=False)
async def list_pairs(by: CurrentOperator, services: ServicesDep) -> Response:
    """List the pairs of accounts whose rated games look odd."""
    found = await services.rating_review.odd_pairs()
    return json_response(
        [
            {
                "game": one.game,
                "one": one.pair.one,
                "other": one.pair.other,
                "names": one.names,
                "games": one.pair.games,
                "signs": one.signs,
            }
            for one in found
        ]
    )


@router.get("/audit", include_in_schema=False)
async def get_audit(
    by: CurrentOperator, services: ServicesDep, before: Annotated[int | None, Query(ge=1)] = None
) -> Response:
    """List what operators have done, the newest first."""
    return json_response([asdict(one) for one in await services.moderation.audit.page(before=before)])
