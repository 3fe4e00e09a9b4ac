"""People over HTTP: come in as a guest, keep an account, sign in, take everything along, be forgotten."""

import asyncio
import json
import unicodedata
from functools import cache
from typing import Annotated, Any, Final, Literal

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from fastapi import Path, Query, Request
from pydantic import AfterValidator, Field, JsonValue
from starlette.responses import Response
from typing_extensions import TypedDict

from zashiki.server.authentication import DAY, House, Me, Somebody, Visitor, address_of, let_in, let_out
from zashiki.server.responses import answer, nothing, problems
from zashiki.server.services import Services
from zashiki.server.strict_json import ANYBODY, new_router
from zashiki.store.people import LONGEST_LOGIN, folded
from zashiki.store.rows import PlayerRow
from zashiki.table import serializers
from zashiki.table.messages import TableData
from zashiki.table.persistence import record_of_rows
from zashiki.table.refusals import Refused
from zashiki.table.rooms import new_id
from zashiki.table.settings import NO_NUL, Model
from zashiki.table.state import Change, TableState

router = new_router("", "people")
LONGEST_NAME: Final = 24
MOST_TOKENS: Final = 20
MOST_PREFERENCES: Final = 8000
"""Characters of a person's preferences, as JSON."""
UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Categories of characters that nobody sees, or that are nothing yet."""
BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Letters and signs that are blank all the same."""
_hasher = PasswordHasher()  # Argon2id, with the parameters that RFC 9106 recommends for little memory


def tidy_name(name: str) -> str:
    """A name as it is shown: nothing in it that cannot be seen, single spaces."""
    if len(name) > 10 * LONGEST_NAME:
        raise ValueError(f"a name has 1 to {LONGEST_NAME} characters")
    kept = "".join(" " if char.isspace() else char for char in unicodedata.normalize("NFC", name))
    tidy = " ".join("".join(char for char in kept if not _is_variation(char)).split())
    if not 1 <= len(tidy) <= LONGEST_NAME or len(folded(tidy)) > LONGEST_LOGIN:
        raise ValueError(f"a name has 1 to {LONGEST_NAME} characters")
    if any(unicodedata.category(char) in UNSEEN or char in BLANK for char in tidy):
        raise ValueError("a name is made of letters, digits, signs and spaces")
    return tidy


def _is_variation(char: str) -> bool:
    """Whether it only says how the character before it is drawn: it would make two names of one."""
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"


Name = Annotated[
    str,
    AfterValidator(tidy_name),
    Field(json_schema_extra={"format": "name", "minLength": 1, "maxLength": LONGEST_NAME}),
]
"""A name from outside: letters, digits, signs and spaces that can be seen."""


class NewGuest(Model):
    """Come in as a guest."""

    name: Name | None = Field(default=None, description="Any name but an account's; one is found if there is none.")


class Credentials(Model):
    """A name and its password."""

    name: Name
    password: str = Field(min_length=8, max_length=200)


class SignIn(Credentials):
    """Sign in."""

    keep: bool = Field(default=True, description="Whether the account takes over what the guest has played so far.")


class NewPassword(Model):
    """Change the password."""

    old: str = Field(min_length=8, max_length=200)
    new: str = Field(min_length=8, max_length=200)


class Changes(Model):
    """Change what others see, or the client's own settings."""

    name: Name | None = None
    preferences: dict[str, JsonValue] | None = Field(default=None, description="Whatever a client wants to remember.")


class NewToken(Model):
    """A token for a program."""

    label: str = Field(min_length=1, max_length=60, pattern=NO_NUL, description="What it is for.")


class StatisticsData(TypedDict):
    """What somebody has played of one game."""

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
    """What everybody may know of a person."""

    id: str
    name: str
    guest: bool
    created_at: float
    statistics: list[StatisticsData]


class MyData(PlayerData):
    """What a person knows of themselves."""

    preferences: dict[str, Any]
    muted: list[str]


class SessionData(TypedDict):
    """A way in."""

    id: str
    kind: Literal["cookie", "token"]
    label: str
    created_at: float
    expires_at: float
    current: bool


class TokenData(TypedDict):
    """A new token; it is shown only this once."""

    token: str


async def player_data(services: Services, player: PlayerRow) -> PlayerData:
    """A person as others see them."""
    statistics: list[Any] = await services.people.statistics(player.id)
    return {
        "id": player.id,
        "name": player.name,
        "guest": player.guest,
        "created_at": player.created_at,
        "statistics": statistics,
    }


async def _my_data(services: Services, player: PlayerRow) -> MyData:
    return {
        **(await player_data(services, player)),
        "preferences": player.preferences,
        "muted": await services.people.muted(player.id),
    }


async def _fresh(services: Services, player: str) -> PlayerRow:
    found = await services.people.find(player)
    if found is None:
        raise Refused("not-signed-in")
    return found


async def _hashed(house: Services, password: str) -> str:
    async with house.hashing:
        return await asyncio.to_thread(_hasher.hash, password)


@cache
def _nobody() -> str:
    return _hasher.hash("nobody has this password")


async def _fits(house: Services, player: PlayerRow | None, password: str) -> bool:
    """Whether it is the password; takes as long where there is no such account."""
    kept = player.password if player is not None and player.password is not None else None

    def verify() -> bool:
        try:
            return _hasher.verify(kept or _nobody(), password)
        except (VerificationError, InvalidHashError):
            return False

    async with house.hashing:
        return await asyncio.to_thread(verify) and kept is not None


@router.post("/guest", response_model=MyData, status_code=201, responses=problems(401, 403, 409), openapi_extra=ANYBODY)
async def come_in(body: NewGuest, request: Request, who: Somebody, house: House) -> Response:
    """Come in as a guest: a cookie says from now on who you are."""
    if who is not None:
        return answer(await _my_data(house, who.player), 201)
    await house.rate_limits.spend(house.config.rate_guests, "guests", address_of(request))
    name = body.name or f"Guest {new_id(4)}"
    await _must_be_free(house, name)
    player = await house.people.new_guest(new_id(), name, house.rooms.now())
    response = answer(await _my_data(house, player), 201)
    await _new_cookie(response, request, house, player.id)
    return response


async def _must_be_free(house: Services, name: str) -> None:
    """A guest may have any name but that of an account: nobody is taken for somebody else."""
    if await house.people.by_login(name) is not None:
        raise Refused("name-taken")


async def _new_cookie(response: Response, request: Request, house: Services, player: str) -> None:
    label = request.headers.get("user-agent", "a browser")[:60]
    lasts = house.config.session_days * DAY
    secret = await house.people.new_session(player, "cookie", label, house.rooms.now(), lasts)
    let_in(response, request, secret)


@router.get("/me", response_model=MyData, responses=problems(401))
async def me(who: Me, house: House) -> Response:
    """Tell who I am, and what I have played."""
    return answer(await _my_data(house, who.player))


@router.patch("/me", response_model=MyData, responses=problems(401, 403, 409))
async def change_me(body: Changes, who: Me, house: House) -> Response:
    """Change my name or my preferences."""
    values: dict[str, Any] = {}
    if body.name is not None:
        values["name"] = body.name
        if who.player.guest:
            await _must_be_free(house, body.name)
        else:
            values["login"] = folded(body.name)
    if body.preferences is not None:
        values["preferences"] = _checked(body.preferences)
    if values and not await house.people.change(who.id, **values):
        raise Refused("name-taken")
    house.rooms.person_changed(who.id)
    return answer(await _my_data(house, await _fresh(house, who.id)))


def _checked(preferences: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """Preferences that can be kept in any database, and given back as JSON."""
    try:
        text = json.dumps(preferences, allow_nan=False)
    except ValueError:
        raise Refused("bad-request", "preferences: a number is too large") from None
    if len(text) > MOST_PREFERENCES:
        raise Refused("too-big", f"preferences: at most {MOST_PREFERENCES} characters")
    return preferences


@router.post("/me/account", response_model=MyData, status_code=201, responses=problems(401, 403, 409))
async def keep_account(body: Credentials, request: Request, who: Me, house: House) -> Response:
    """Make the guest an account: everything played so far stays."""
    await house.rate_limits.spend(house.config.rate_passwords, "passwords", address_of(request))
    if not who.player.guest:
        raise Refused("name-taken", "You have an account already.")
    hashed = await _hashed(house, body.password)
    if not await house.people.change(who.id, name=body.name, login=folded(body.name), password=hashed):
        raise Refused("name-taken")
    house.rooms.person_changed(who.id)
    return answer(await _my_data(house, await _fresh(house, who.id)), 201)


@router.post("/login", response_model=MyData, responses=problems(401, 403, 409), openapi_extra=ANYBODY)
async def sign_in(body: SignIn, request: Request, who: Somebody, house: House) -> Response:
    """Sign in to an account; a guest's tables and results come along."""
    await house.rate_limits.spend(house.config.rate_passwords, "passwords", address_of(request))
    await house.rate_limits.spend(house.config.rate_passwords, "passwords of", folded(body.name))
    player = await house.people.by_login(body.name)
    if not await _fits(house, player, body.password) or player is None:
        raise Refused("wrong-password")
    if who is not None and who.session.kind == "cookie":
        if who.player.guest and body.keep:
            await _tell_changed(house, await house.people.merge(who.id, player.id))
        else:
            await house.people.end_session(who.id, who.session.id)
        house.rooms.person_changed(who.id)
    response = answer(await _my_data(house, player))
    await _new_cookie(response, request, house, player.id)
    return response


async def _tell_changed(house: Services, tables: list[str]) -> None:
    for table in tables:
        await house.rooms.changed_outside(table)


@router.post("/logout", status_code=204, response_class=Response, responses=problems(401, 403))
async def sign_out(request: Request, who: Me, house: House) -> Response:
    """End this session. A guest without an account cannot come back."""
    await house.people.end_session(who.id, who.session.id)
    house.rooms.person_changed(who.id)
    response = nothing()
    let_out(response, request)
    return response


@router.put("/me/password", status_code=204, response_class=Response, responses=problems(401, 403))
async def change_password(body: NewPassword, request: Request, who: Me, house: House) -> Response:
    """Change my password; all other sessions and tokens end."""
    await house.rate_limits.spend(house.config.rate_passwords, "passwords", address_of(request))
    if not await _fits(house, who.player, body.old):
        raise Refused("wrong-password")
    await house.people.change(who.id, password=await _hashed(house, body.new))
    await house.people.end_other_sessions(who.id, but=who.session.id)
    house.rooms.person_changed(who.id)
    return nothing()


@router.get("/me/sessions", response_model=list[SessionData], responses=problems(401))
async def my_sessions(who: Me, house: House) -> Response:
    """List my browsers and tokens."""
    rows = await house.people.sessions(who.id)
    return answer(
        [
            {
                "id": row.id,
                "kind": row.kind,
                "label": row.label,
                "created_at": row.created_at,
                "expires_at": row.expires_at,
                "current": row.id == who.session.id,
            }
            for row in rows
        ]
    )


SessionId = Annotated[str, Path(max_length=32, pattern="^[0-9a-f]+$")]


@router.delete("/me/sessions/{session}", status_code=204, response_class=Response, responses=problems(401, 403, 404))
async def end_session(who: Me, house: House, session: SessionId) -> Response:
    """End one of my sessions, or a token."""
    if not await house.people.end_session(who.id, session):
        raise Refused("no-such-session")
    house.rooms.person_changed(who.id)
    return nothing()


@router.post("/me/tokens", response_model=TokenData, status_code=201, responses=problems(401, 403, 409))
async def new_token(body: NewToken, who: Me, house: House) -> Response:
    """Make a token, so that a program can play as me."""
    tokens = [row for row in await house.people.sessions(who.id) if row.kind == "token"]
    if len(tokens) >= MOST_TOKENS:
        raise Refused("too-many", f"{MOST_TOKENS} tokens are the most: end one first")
    lasts = house.config.token_days * DAY
    secret = await house.people.new_session(who.id, "token", body.label, house.rooms.now(), lasts)
    return answer({"token": secret}, 201)


@router.get("/me/tables", response_model=list[TableData], responses=problems(401))
async def my_tables(
    who: Me,
    house: House,
    status: Annotated[Literal["open", "running", "over"], Query()] = "running",
    after: Annotated[
        str | None,
        Query(max_length=32, pattern="^[0-9a-z]+$", description="The last table of one page: gives the next page."),
    ] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> Response:
    """List the tables where I sit or am the host; what changed last comes first."""
    found = await house.rooms.tables.tables_of(who.id, [status], limit, after)
    return answer([serializers.listed(row, places, who.id) for row, places in found])


@router.get("/me/export", response_model=dict[str, Any], responses=problems(401))
async def export(who: Me, house: House) -> Response:
    """Give me all that is kept about me: who I am, what I played and said, records of finished games."""
    kept = await house.people.everything(who.id)
    records: list[Any] = []
    for table in sorted({row["table"] for row in kept["results"]}):
        found = await house.rooms.tables.find(table)
        if found is not None and found[0].status == "over":
            records.append({"table": table, **record_of_rows(*found).data})
    return answer({"format": "zashiki-export/1", **kept, "records": records})


@router.delete("/me", status_code=204, response_class=Response, responses=problems(401, 403))
async def forget_me(request: Request, who: Me, house: House) -> Response:
    """Delete my data. Bots play on for me; finished games stay, without my name."""
    await leave_everything(house, who)
    await _tell_changed(house, await house.people.delete(who.id))
    house.rooms.person_changed(who.id)
    response = nothing()
    let_out(response, request)
    return response


async def leave_everything(house: Services, who: Visitor) -> None:
    """Get up from every table."""
    for row, _ in await house.rooms.tables.tables_of(who.id, ["open", "running"], limit=10_000):
        try:
            room = await house.rooms.room(row.id)
            await room.change(lambda state: _without(state, who.id, house.rooms.now()))
        except Refused as refused:
            if refused.code != "game-changed":  # nobody can play there now; the seat is given up all the same
                raise


def _without(state: TableState, player: str, now: float) -> Change | None:
    if state.status not in ("open", "running"):
        return None  # it ended just now
    if state.seats_of(player):
        return state.leave(player, now)
    return state.close(player) if state.status == "open" else None


PlayerId = Annotated[str, Path(max_length=32, pattern="^[0-9a-z]+$", description="The player's id.")]


@router.get("/players/{player}", response_model=PlayerData, responses=problems(401, 404), openapi_extra=ANYBODY)
async def player(who: Somebody, house: House, player: PlayerId) -> Response:
    """Tell what everybody may know of somebody: name, statistics, ratings."""
    found = await house.people.find(player)
    if found is None:
        raise Refused("no-such-player")
    return answer(await player_data(house, found))


@router.put("/me/muted/{player}", status_code=204, response_class=Response, responses=problems(401, 403, 404))
async def mute(who: Me, house: House, player: PlayerId) -> Response:
    """Do not hear any more what somebody writes."""
    if await house.people.find(player) is None:
        raise Refused("no-such-player")
    await house.people.mute(who.id, player, on=True)
    house.rooms.person_changed(who.id)
    return nothing()


@router.delete("/me/muted/{player}", status_code=204, response_class=Response, responses=problems(401, 403))
async def unmute(who: Me, house: House, player: PlayerId) -> Response:
    """Hear somebody again."""
    await house.people.mute(who.id, player, on=False)
    house.rooms.person_changed(who.id)
    return nothing()
