"""Words that a house does not want."""

import os
from pathlib import Path

import pytest

from server.client import PASSWORD, Json, running_server
from server.test_moderation import running
from server.test_operators import operator
from zashiki.server.config import BadConfig
from zashiki.server.word_list import WordList

ONE_DEVICE: Json = {"game": "hiroba", "seats": 2, "one_device": True}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "words.txt"
    path.write_text("# words\nfool\nばか\n\nStraße\n", "utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("you fool!", "you ****!"),
        ("FOOL and \uff46\uff4f\uff4f\uff4c", "**** and ****"),
        ("foolish is another word", "foolish is another word"),
        ("このばか者", "この**者"),
        ("STRASSE", "*******"),
        ("well played", "well played"),
    ],
)
def test_words_are_masked(path: Path, text: str, shown: str) -> None:
    assert WordList(str(path)).masked(text) == shown


def test_the_file_is_read_again_when_it_changes(path: Path) -> None:
    words = WordList(str(path))
    path.write_text("moss\n", "utf-8")
    os.utime(path, (1, 1))
    words.reload()
    assert words.masked("fool, moss") == "fool, ****"


def test_a_wrong_file_is_refused_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    for name in ("missing", "bytes"):
        with pytest.raises(BadConfig, match="word_list"):
            WordList(str(tmp_path / name))


async def test_chat_and_names(tmp_path: Path, path: Path) -> None:
    async with running_server(tmp_path, word_list=str(path)) as server:
        aki, ben = await server.guests("Aki", "Ben")
        table = await running(aki, ben)
        socket = await ben.connect(table)
        await socket.request("chat", text="you FOOL")
        assert (await (await aki.connect(table)).all_so_far()) is not None
        assert (await aki.connect(table)).welcome["chat"][0]["text"] == "you ****"
        error = await server.anonymous().refused("name-taken", "POST", "guest", 409, name="A Fool")
        assert error["facts"]["reason"] == "name.word"
        await ben.refused("name-taken", "PATCH", "me", 409, name="Fool")
        await ben.refused("name-taken", "POST", "me/account", 409, name="ばかBen", password=PASSWORD)
        path.write_text("", "utf-8")
        await server.services.moderation.follow()
        await ben.patch("me", name="Fool")


async def test_names_that_others_give(tmp_path: Path, path: Path) -> None:
    async with running_server(tmp_path, word_list=str(path)) as server:
        aki = await server.guest("Aki")
        table = (await aki.table(**ONE_DEVICE))["id"]
        error = await aki.refused("name-taken", "POST", f"tables/{table}/sit", 409, seat=1, name="A Fool")
        assert (error["facts"]["reason"], error["where"]) == ("name.word", ["body", "name"])
        await aki.sit(table, seat=1, name="Ben")
        dora = await operator(server)
        renaming = {"action": "rename", "name": "A Fool", "why": "x"}
        await dora.refused("name-taken", "POST", f"operator/people/{aki.id}", 409, **renaming)
