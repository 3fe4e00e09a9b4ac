# ruff: noqa: RUF001 - characters that look like others are what this is about
"""Names: what they may consist of, that none looks like an account's, and that they stay reserved for a while."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import create_engine, insert

from server.client import HASHER, PASSWORD, RunningServer, running_server
from zashiki.server.names import plain_name, tidy_name
from zashiki.store import steps
from zashiki.store.lookalikes import mixes_scripts, skeletons
from zashiki.store.names import DAY, KEPT_DAYS
from zashiki.store.schema import players
from zashiki.table.input_errors import InputError

ALIKE = [
    ("Alice", "AIice"),
    ("Alice", "A1ice"),
    ("Alice", "ALICE"),
    ("Bob", "B0b"),
    ("modern", "rnodern"),
    ("scope", "ѕсоре"),
    ("AOK", "АОК"),
    ("AOK", "ΑΟΚ"),
    ("ロック", "口ック"),
    ("エース", "工ース"),
    ("ニコ", "二コ"),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
async def test_names_that_look_alike_are_refused(server: RunningServer, one: str, other: str) -> None:
    await (await server.guest()).account(one)
    guest = await server.guest("Somebody")
    other_account = await (await server.guest()).account("Another")
    await server.anonymous().refused("name-taken", "POST", "guest", 409, name=other)
    await guest.refused("name-taken", "PATCH", "me", 409, name=other)
    await guest.refused("name-taken", "POST", "me/account", 409, name=other, password=PASSWORD)
    await other_account.refused("name-taken", "PATCH", "me", 409, name=other)


@pytest.mark.parametrize(
    ("one", "other"), [("Nico", "Vico"), ("Yuu", "Uuu"), ("秋", "春"), ("Anna", "Hanna"), ("アキ", "あき")]
)
def test_names_that_differ_do_not_look_alike(one: str, other: str) -> None:
    assert not skeletons(one) & skeletons(other)


def test_scripts_that_are_not_written_together_are_not_mixed() -> None:
    for name in (
        "秋子",
        "アキAki",
        "Aki ー",
        "あき and 秋",
        "한글 Aki",
        "ไทย Aki",
        "שלום",
        "Привет",
        "Γειά",
        "心 ♥ 2",
        "İstanbul",
    ):
        assert not mixes_scripts(name), name
        assert tidy_name(name)
    for name in ("Аlice", "Aki α", "あきкири", "한글カナ", "Привет Γειά", "ไทย 日本"):
        with pytest.raises(InputError, match="must not mix alphabets"):
            tidy_name(name)


def test_signs_that_hide_or_cover_are_refused() -> None:
    for name in ("a\ufffcb", "a\U0001d159b", "a\U0001d173b", "a\ufffd", "a\u0301\u0302\u0303", "x\u20dd\u20dd\u20dd"):
        with pytest.raises(InputError):
            tidy_name(name)
    assert tidy_name("Tiếng Việt") == "Tiếng Việt", "two marks on one letter"
    assert tidy_name("\uff21\uff4b\uff49 ①") == "Aki 1"


async def test_the_reason_is_told(server: RunningServer) -> None:
    for name, reason in (("Аlice", "name.scripts"), ("a\u0301\u0302\u0303", "name.marks")):
        error = await server.anonymous().refused("bad-request", "POST", "guest", 422, name=name)
        assert (error["facts"]["reason"], error["where"]) == (reason, ["body", "name"])


async def test_a_name_that_was_given_up_is_kept_from_others(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    services, start = server.services, server.services.now()
    aki, ben, cleo = [await (await server.guest()).account(name) for name in ("Aki", "Ben", "Cleo")]
    await aki.patch("me", name="Aki Ko")
    await ben.delete("me")
    guest = await server.guest("Guest")
    for name in ("Aki", "Ben", "BEN", "AKI"):
        await cleo.refused("name-taken", "PATCH", "me", 409, name=name)
        await guest.refused("name-taken", "PATCH", "me", 409, name=name)
    await aki.patch("me", name="Aki")
    await aki.patch("me", name="Aki Ko")
    monkeypatch.setattr(services, "now", lambda: start + (KEPT_DAYS + 1) * DAY)
    late = await server.guest("Ben")
    await late.account("Ben")
    await late.patch("me", name="Aki")


async def test_two_claims_at_the_same_time(server: RunningServer) -> None:
    people = await server.guests(*"abcd")
    names = ("Alice", "AIice", "A1ice", "ALICE")
    body = [{"name": name, "password": PASSWORD} for name in names]
    found = await asyncio.gather(
        *(one.client.post("/api/v1/me/account", json=json) for one, json in zip(people, body, strict=True))
    )
    assert sorted(one.status_code for one in found) == [201, 409, 409, 409]


async def test_accounts_of_before_keep_their_names(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path}/zashiki.db")
    names = ("Alice", "AIice", "Аki", "a\ufffcb")
    with engine.begin() as connection:
        steps.upgrade(connection, "0007")
        for number, name in enumerate(names):
            values = {"id": f"p{number}", "name": name, "login": name.casefold(), "preferences": {}}
            values["password"] = HASHER.hash(PASSWORD)
            connection.execute(insert(players).values(**values, created_at=float(number), seen_at=0.0))
    engine.dispose()
    async with running_server(tmp_path) as server:
        assert not await server.services.people.is_reserved("Alice", "p0", 0.0)
        assert await server.services.people.is_reserved("Alice", "p1", 0.0), "the oldest has it"
        for number, name in enumerate(names):
            found = await server.anonymous().post("login", name=name, password=PASSWORD)
            assert (found["id"], found["name"]) == (f"p{number}", name)
            assert plain_name(name) == name
        await server.anonymous().refused("name-taken", "POST", "guest", 409, name="AIice")
