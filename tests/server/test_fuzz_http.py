"""Schemathesis on the OpenAPI schema: every response matches the schema, and none is an internal error."""

import asyncio
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import schemathesis
from hypothesis import settings
from hypothesis import strategies as st
from schemathesis import Case
from schemathesis.config import SchemathesisConfig
from starlette.types import Receive, Scope, Send

import zashiki
from nightly import examples, tally
from server.client import Json, config, play, running_server
from zashiki import Rng
from zashiki.bots.analysis import RatedMove
from zashiki.server.app import create_app
from zashiki.server.services import Services
from zashiki.table.bot_turn import BotTurn
from zashiki.table.bot_turns import BotTurns, TakeTurn
from zashiki.table.fair_queue import Claim
from zashiki.table.state import TableState

EXAMPLES = examples(4)
"""Of random requests for each operation; those at the limits of what is allowed are made besides."""


class IdleBots(BotTurns):
    """Bots that never move: what they think does not matter here."""

    def open(self, take_turn: TakeTurn) -> None:
        pass

    def ask(self, turn: BotTurn, claim: Claim) -> None:
        pass

    async def hint(self, state: TableState, seat: int, player: str) -> list[RatedMove]:
        return []

    async def close(self) -> None:
        pass

    @property
    def waiting(self) -> int:
        return 0


def disable_bots(services: Services) -> None:
    """Let no bot move."""
    table_service = services.table_service
    for part in (services, table_service, table_service.deadlines, table_service.cluster):
        part.bot_turns = IdleBots()


@cache
def sample_database() -> tuple[Path, str, dict[str, list[str]]]:
    """A database with people and tables as a file, the token of one of them, and the ids that exist."""
    return asyncio.run(_create_sample(Path(tempfile.mkdtemp(prefix="zashiki"))))


async def _create_sample(folder: Path) -> tuple[Path, str, dict[str, list[str]]]:
    two: Json = {"game": "hiroba", "seats": 2}
    async with running_server(folder) as server:
        disable_bots(server.services)
        aki, ben = await server.guests("Aki", "Ben")
        program = await aki.token()
        over = (await aki.table(**two))["id"]
        await ben.sit(over)
        await aki.post(f"tables/{over}/start")
        await play([await aki.connect(over), await ben.connect(over)], Rng(1))
        own = (await aki.table("hagakure"))["id"]
        running = (await aki.post("tables", 201, settings={**two, "one_device": True}, fill=1))["id"]
        others = (await ben.table("sakura", access="open"))["id"]
        sessions = [one["id"] for one in await ben.get("me/sessions")]
        things = {"table": [over, own, running, others], "player": [aki.id, ben.id], "session": sessions}
        return folder / "zashiki.db", program.client.headers["authorization"], {**things, "game": list(zashiki.games())}


_app = create_app()


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    """The application; Schemathesis starts a fresh one for each operation."""
    if scope["type"] != "lifespan":
        await _app(scope, receive, send)
        return
    await receive()
    with tempfile.TemporaryDirectory(prefix="zashiki") as folder:
        shutil.copy(sample_database()[0], folder)
        services = Services(config(Path(folder), allowed_hosts="testserver"))
        disable_bots(services)
        await services.open()
        _app.state.services = services
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await services.close()
    await send({"type": "lifespan.shutdown.complete"})


MORE = {"positive_data_acceptance": {"expected-statuses": ["2xx", "401", "403", "404", "409", "422"]}}
"""For operations that a schema cannot describe in full: `/games` says what a game allows, only the rules say whether
the moves of a record are legal, and only the game or the lesson itself says how long it is."""

BEYOND_SCHEMA = {
    *("check_record", "list_draws", "replay_record", "replay_table", "look_back"),
    *("take_lesson", "create_table", "change_settings", "rematch"),
}
"""The operations for which that holds."""
SAME_SETTINGS = {"change_settings", "rematch"}
"""They take the settings of a new table, so not all limits of these again."""


def operations() -> list[dict[str, Any]]:
    """The checks of these operations."""
    described = _app.openapi()["paths"].values()
    known = {one["operationId"] for path in described for one in path.values()}
    assert known >= BEYOND_SCHEMA, f"there are no operations {sorted(BEYOND_SCHEMA - known)}"
    no_coverage = {"phases": {"coverage": {"enabled": False}}}
    return [
        {"include-operation-id": name, "checks": MORE, **(no_coverage if name in SAME_SETTINGS else {})}
        for name in sorted(BEYOND_SCHEMA)
    ]


# Of one script: a mixture is refused, as are letters that hardly anybody can read.
SCRIPTS = ("abcdefghijklmnopqrstuvwxyzäéñ", "абвгдежзиклмн", "あいうえおかきくけこ", "가나다라마바사")
schemathesis.openapi.format("password", st.uuids().map(str))  # nobody guesses these
schemathesis.openapi.format("name", st.sampled_from(SCRIPTS).flatmap(lambda one: st.text(one, min_size=1, max_size=24)))
schema = schemathesis.openapi.from_dict(
    _app.openapi(),
    config=SchemathesisConfig.from_dict(
        {
            "generation": {"with-security-parameters": False},  # the token is sent with every request anyway
            "operations": operations(),
        }
    ),
)
schema.app = app


def real(case: Case[Any]) -> None:
    """Ask for something that is there, where any name would do."""
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    for name, there in sample_database()[2].items():
        if given := case.path_parameters.get(name):
            case.path_parameters[name] = there[crc32(f"{given}{case.body!r}".encode()) % len(there)]


@schema.parametrize()
@settings(max_examples=EXAMPLES)
def test_every_response_matches_the_openapi_schema(case: Case[Any]) -> None:
    real(case)
    tally("requests")
    case.call_and_validate(headers={"Authorization": sample_database()[1]})
