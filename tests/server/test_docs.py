"""`docs/protocol.md` matches the code: every request, message, field and refusal is documented, and the bot plays."""

import asyncio
import hashlib
import json
import re
import sys
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest
from pydantic import BaseModel, TypeAdapter

import zashiki
from server.client import TIMEOUT, Json, cached_app, listening_server
from zashiki.core.shapes import (
    ChanceData,
    DrawData,
    EventView,
    FrameData,
    OptionProblemData,
    ReplayData,
    ScoreLine,
    View,
)
from zashiki.server import notifications
from zashiki.server.games import OptionData, game_data
from zashiki.server.records import MOST_FRAMES
from zashiki.server.responses import STATUS
from zashiki.server.sockets import GOING_AWAY, REFUSED
from zashiki.store.people import TOKEN
from zashiki.table import messages
from zashiki.table.messages import ChatData, ClockData, SealingData, SeatData, TableData, UnrevealedData
from zashiki.table.refusals import CODES, REASONS
from zashiki.table.settings import Clock, Settings

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
INCOMING = {kind.model_fields["type"].annotation.__args__[0]: kind for kind in get_args(get_args(messages.Incoming)[0])}
OUTGOING = {get_args(kind.__annotations__["type"])[0]: kind for kind in get_args(messages.Outgoing)}
PARTS = {
    "Options": OptionData,
    "An option's problem": OptionProblemData,
    "A table": TableData,
    "A seat": SeatData,
    "The sealing of a table": SealingData,
    "A seed kept back": UnrevealedData,
    "A clock": ClockData,
    "A chat message": ChatData,
    "A view": View,
    "An event": EventView,
    "A line of points": ScoreLine,
    "A replay": ReplayData,
    "A frame": FrameData,
    "What chance decided": ChanceData,
    "A draw": DrawData,
}


def section(title: str) -> str:
    """The text under a heading, up to the next one."""
    found = re.search(rf"^(#+) {re.escape(title)}\n(.*?)(?=^#|\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, f"no section {title!r}"
    return found[2]


def table(text: str, number: int = 0) -> list[list[str]]:
    """The rows of a table."""
    tables = re.findall(r"^\|.*\|\n\|[-|]+\|\n((?:\|.*\|\n)*)", text, re.MULTILINE)
    return [[cell.strip() for cell in line.strip("|\n").split("|")] for line in tables[number].splitlines()]


def words(rows: list[list[str]]) -> list[str]:
    """The first column, without its quotes."""
    return [row[0].strip("`") for row in rows]


def example(text: str) -> Json:
    (block,) = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    found: Json = json.loads(block)
    return found


# HTTP


def requests() -> list[list[str]]:
    """The table of requests as it should be."""
    api = cached_app().openapi()
    rows = []
    for path, operations in api["paths"].items():
        for method, about in operations.items():
            rows.append([method.upper(), f"`{path}`", taken(api, about), about["description"]])
    return rows


def taken(api: Json, about: Json) -> str:
    """What a request takes: in its address, and in its body."""
    parts = [f"`?{one['name']}`" for one in about.get("parameters", []) if one["in"] == "query"]
    if "requestBody" in about:
        body = about["requestBody"]["content"]["application/json"]["schema"]
        name = body.get("$ref", "").rpartition("/")[2]
        if name in ("", "Settings"):
            parts.append("the [settings](#settings)" if name else "a record")
        else:
            fields = api["components"]["schemas"][name]
            needed = fields.get("required", [])
            parts += [f"`{field}`{'' if field in needed else '?'}" for field in fields["properties"]]
    return ", ".join(parts)


def test_every_request_is_documented() -> None:
    assert table(section("HTTP")) == requests()


def test_every_setting_is_documented() -> None:
    text = section("Settings")
    kinds: tuple[type[BaseModel], ...] = (Settings, Clock)
    for number, kind in enumerate(kinds):
        rows = table(text, number)
        assert words(rows) == list(kind.model_fields)
        for name, default, *_ in rows:
            field = kind.model_fields[name.strip("`")]
            if default.startswith("`") and name != "`options`":
                assert json.loads(default.strip("`")) == field.default, name
    assert Settings.model_validate(example(text))


def test_every_refusal_is_documented() -> None:
    wanted = [[f"`{code}`", str(STATUS[code]), CODES[code]] for code in sorted(CODES)]
    assert table(section("Refusals")) == wanted
    error = example(section("Refusals"))["error"]
    assert error["text"] == CODES[error["code"]]
    assert table(section("Reasons")) == [[f"`{reason}`", REASONS[reason]] for reason in sorted(REASONS)]


# Messages


def test_exactly_the_existing_messages_are_documented() -> None:
    headings = set(re.findall(r"^### `(\w+)`$", PAGE, re.MULTILINE))
    assert headings == INCOMING.keys() | OUTGOING.keys()


@pytest.mark.parametrize("kind", INCOMING)
def test_documentation_of_client_messages(kind: str) -> None:
    text = section(f"`{kind}`")
    assert words(table(text)) == list(INCOMING[kind].model_fields)
    message = messages.read(json.dumps(example(text)))
    assert message.type == kind


@pytest.mark.parametrize("kind", OUTGOING)
def test_documentation_of_server_messages(kind: str) -> None:
    text = section(f"`{kind}`")
    fields = list(OUTGOING[kind].__annotations__)
    assert words(table(text)) == fields
    found = example(text)
    assert list(found) == fields
    assert found["type"] == kind


@pytest.mark.parametrize("title", PARTS)
def test_documentation_of_message_parts(title: str) -> None:
    text, kind = section(title), PARTS[title]
    assert words(table(text)) == list(kind.__annotations__)
    found = example(text)
    if title == "A table":
        assert found.pop("seats") == [{"…": "a seat"}]
        found["seats"] = [example(section("A seat"))]
        assert found.pop("sealing") == {"…": "the sealing"}
        found["sealing"] = example(section("The sealing of a table"))
    if title == "A frame":
        assert found.pop("view") == {"…": "a view"}
        found["view"] = example(section("A view"))
    TypeAdapter(kind).validate_python(found)


def test_the_options_of_the_example_are_those_of_the_game() -> None:
    (rounds,) = game_data(zashiki.games()["hagakure"])["options"]
    assert example(section("Options")) == {**rounds}


def test_every_kind_of_option_is_documented() -> None:
    documented = next(row[1] for row in table(section("Options")) if row[0] == "`kind`")
    kinds = {option.kind for game in zashiki.games().values() for option in game.options}
    assert set(re.findall(r"`(\w+)`:", documented)) == kinds


def test_the_personal_websocket_comes_last_and_has_its_own_messages() -> None:
    personal = PAGE.split("## The personal websocket")[1].split("\n## ")[0]
    assert re.findall(r"^### `(\w+)`$", personal, re.MULTILINE) == ["hello", "turn", "lobby", "me"]


# The rest


def test_documented_limits() -> None:
    assert f"at most {MOST_FRAMES} frames" in section("Replays")
    assert f"The protocol is version **{messages.PROTOCOL}**" in PAGE
    assert f"at most {messages.LONGEST} bytes; one of more than {4 * messages.LONGEST} closes" in PAGE
    assert f"1 to {messages.LONGEST_CHAT} characters" in section("`chat`")
    assert f"Bearer {TOKEN}" in section("Who you are")
    codes = {int(code) for code in words(table(section("How a connection ends")))}
    assert {REFUSED, GOING_AWAY, 1007, 1009} <= codes
    assert f"is retried {['no', 'one', 'two', 'three', 'four'][notifications.TRIES - 1]} times" in " ".join(
        PAGE.split()
    )


def test_the_refusals_named_at_the_end_of_a_connection_exist() -> None:
    for code in re.findall(r"`([a-z]+(?:-[a-z]+)*)`", section("How a connection ends")):
        assert code in CODES or code in OUTGOING, code


def test_links_within_the_page_are_valid() -> None:
    titles = re.findall(r"^#+ (.*)$", PAGE, re.MULTILINE)
    anchors = {re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-") for title in titles}
    assert set(re.findall(r"\]\(#([^)]*)\)", PAGE)) <= anchors


async def test_the_program_reveals_its_seed_to_the_list_that_it_has_seen(tmp_path: Path) -> None:
    (source,) = re.findall(r"```python\n(.*?)```", section("A seed of your own"), re.DOTALL)
    names: dict[str, Any] = {}
    exec(source, names)
    seed = bytes(range(32))
    async with listening_server(tmp_path) as (server, address):
        aki = await server.guest("Aki")
        token = (await aki.post("me/tokens", 201, label="bot"))["token"]
        settings: dict[str, Any] = {"game": "hiroba", "seats": 2}
        table = await aki.post("tables", 201, settings=settings, commitment=hashlib.sha256(seed).hexdigest(), fill=1)
        assert table["status"] == "open"
        identity = {"Authorization": f"Bearer {token}"}
        with httpx.Client(base_url=f"{address}/api/v1", headers=identity) as api:

            def reveal(shown: Json, seed: bytes = seed, first: str = table["commitment"]) -> None:
                names["reveal"](api, shown, {0: seed}, first)

            swapped = {**table, "seats": [*table["seats"][:1], {**table["seats"][1], "commitment": "0" * 64}]}
            for wrong in ((swapped,), (table, bytes(32)), (table, seed, "0" * 64)):
                with pytest.raises(ValueError, match=r"give the seal|made for|first shown"):
                    reveal(*wrong)
            await asyncio.to_thread(reveal, table)
        assert (await aki.get(f"tables/{table['id']}"))["status"] == "running"


def is_full(table: Json) -> bool:
    return all(seat["kind"] != "empty" for seat in table["seats"])


async def test_the_bot_plays_a_whole_game(tmp_path: Path) -> None:
    (source,) = re.findall(r"```python\n(.*?)```", section("A bot, complete"), re.DOTALL)
    assert len(source.splitlines()) <= 45
    program = tmp_path / "bot.py"
    program.write_text(source, "utf-8")

    async def run(*arguments: str) -> str:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            str(program),
            *arguments,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        output, _ = await asyncio.wait_for(process.communicate(), 3 * TIMEOUT)
        assert process.returncode == 0, output.decode()
        return output.decode()

    async with listening_server(tmp_path) as (server, address):
        aki, ben = await server.guests("Aki", "Ben")
        tokens = [(await one.post("me/tokens", 201, label="bot"))["token"] for one in (aki, ben)]
        assert (await run(address, tokens[0])).startswith("The game is over: [")
        settings: dict[str, Any] = {"game": "hiroba", "seats": 2}
        host = await server.guest("Host")
        shared = (await host.post("tables", 201, settings=settings, sit=False))["id"]
        watching = await host.connect(shared)
        both = [asyncio.create_task(run(address, token, shared)) for token in tokens]
        await watching.until(lambda one: one["type"] == "table" and is_full(one["table"]))
        await host.post(f"tables/{shared}/start")
        for output in await asyncio.gather(*both):
            assert output.startswith("The game is over: ["), output
        assert (await host.get(f"tables/{shared}"))["status"] == "over"
