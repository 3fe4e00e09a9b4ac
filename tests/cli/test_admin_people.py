"""`zashiki admin` about people: each command does what it says while a server runs, and is in the audit log."""

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest

from cli.command import Command, refused, usage_refused
from old_databases import KINDS, SampleDatabase, at, fill, new_address
from zashiki.server.passwords import _hasher
from zashiki.store.people import People
from zashiki.store.reports import Reports
from zashiki.store.rows import PlayerRow, SanctionRow
from zashiki.store.sanctions import Sanctions, network_hash
from zashiki.store.tables import Tables


async def prepare(sample: SampleDatabase) -> None:
    await fill(sample)
    await sample.say("one", "something rude")
    for player, login in (("p1", "aki"), ("p4", "dora")):
        await People(sample.database).change(player, login=login, password="x")
    await Reports(sample.database).add(
        1.0,
        "p4",
        "abuse",
        {"at": 1.0, "words": "look at this", "context": {"chat": [{"n": 0, "name": "Aki", "text": "something rude"}]}},
        player="p1",
        name="Aki",
        table="one",
    )


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    found = new_address(request.param, tmp_path)
    at(found, prepare)
    return found


@pytest.fixture
def sample_url(tmp_path: Path) -> str:
    """For tests where the kind of database makes no difference."""
    found = new_address("sqlite", tmp_path)
    at(found, prepare)
    return found


def holding(url: str) -> list[SanctionRow]:
    return at(url, lambda sample: Sanctions(sample.database).in_force(time.time()))


def found(url: str, player: str) -> PlayerRow | None:
    return at(url, lambda sample: People(sample.database).find(player))


def test_people_are_warned_muted_and_banned(command: Command, url: str) -> None:
    for line, said in (
        (("warn", "Aki", "--why", "Be kind."), "Aki (p1) is warned\n"),
        (("mute", "AKI", "--for", "2h", "--why", "Be kind."), "Aki (p1) is muted: until "),
        (("ban", "p2", "--why", "Cheated."), "(p2) is banned: for good\n"),
        (("ban", "--network", "2001:db8:1:2::7", "--for", "1d", "--why", "Floods."), "network 2001:db8:1:2::/64 is "),
    ):
        ran = command("admin", *line, "--database", url)
        assert (ran.code, ran.err) == (0, ""), ran
        assert said in ran.out
    warning, mute, ban, network = holding(url)
    assert [(one.kind, one.player) for one in (warning, mute, ban)] == [
        ("warning", "p1"),
        ("mute", "p1"),
        ("ban", "p2"),
    ]
    assert mute.until is not None
    assert abs(mute.until - time.time() - 7200) < 60
    assert (ban.until, ban.reason) == (None, "Cheated.")
    key = at(url, lambda sample: Sanctions(sample.database).network_key())
    assert network.network == network_hash(key, "2001:db8:1:2::/64")
    for again in (("unmute", "Aki"), ("unban", "p2"), ("unban", "--network", "2001:db8:1:2:ffff::1")):
        assert command("admin", *again, "--why", "enough", "--database", url).out.endswith(("muted\n", "banned\n"))
    assert [one.kind for one in holding(url)] == ["warning"]
    assert "is not banned" in refused(command("admin", "unban", "p2", "--why", "again", "--database", url), 1)
    rows = json.loads(command("admin", "audit", "--json", "--database", url).out)
    assert [row["action"] for row in rows] == ["unban", "unban", "unmute", "ban", "ban", "mute", "warn"]
    assert {row["by_name"] for row in rows} == {"command line"}
    assert "Be kind." in command("admin", "audit", "--who", "Aki", "--database", url).out


def test_chat_is_removed(command: Command, url: str) -> None:
    line = ("admin", "remove-chat", "one", "0", "--why", "rude", "--database", url)
    assert command(*line).out == "message 0 of table one is removed\n"
    assert "has no chat message 0" in refused(command(*line), 1)
    (kept,) = at(url, lambda sample: Tables(sample.database).said("one"))
    assert (kept.text, kept.removed_at is not None) == (None, True)


def test_a_password_is_reset(command: Command, url: str) -> None:
    ran = command("admin", "reset-password", "aki", "--why", "forgotten", "--database", url)
    password = ran.out.split()[-1]
    assert re.fullmatch(r"([0-9a-f]{6}-){3}[0-9a-f]{6}", password)
    player = found(url, "p1")
    assert player is not None
    assert _hasher.verify(player.password or "", password)
    assert password not in command("admin", "audit", "--json", "--database", url).out
    assert "is a guest" in refused(command("admin", "reset-password", "p2", "--why", "x", "--database", url), 1)


def test_people_are_renamed_and_merged(
    command: Command, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert command("admin", "rename", "p1", " Koi  Two", "--why", "rude", "--database", url).code == 0
    player = found(url, "p1")
    assert player is not None
    assert (player.name, player.login) == ("Koi Two", "koi two")
    taken = command("admin", "rename", "koi two", "DORA", "--why", "x", "--database", url)
    assert "another account is called DORA" in refused(taken, 1)
    assert "1 to 24 characters" in refused(
        command("admin", "rename", "p1", "x" * 25, "--why", "x", "--database", url), 1
    )
    with monkeypatch.context() as patch:
        (words := tmp_path / "words.txt").write_text("fool\n", "utf-8")
        patch.setenv("ZASHIKI_WORD_LIST", str(words))
        unwanted = command("admin", "rename", "p1", "A Fool", "--why", "x", "--database", url)
        assert "A Fool" in refused(unwanted, 1)
    assert command("admin", "merge", "p2", "dora", "--why", "the same", "--database", url).code == 0
    assert found(url, "p2") is None
    assert "with themselves" in refused(command("admin", "merge", "p4", "Dora", "--why", "x", "--database", url), 1)


def test_the_role_is_granted_and_revoked(command: Command, url: str) -> None:
    assert command("admin", "operator", "--database", url).out == "there are no operators\n"
    assert "is now an operator" in command("admin", "operator", "dora", "--why", "helps", "--database", url).out
    assert command("admin", "operator", "--database", url).out == "Dora (p4)\n"
    assert "only an account" in refused(command("admin", "operator", "p2", "--why", "x", "--database", url), 1)
    command("admin", "operator", "dora", "--revoke", "--why", "gone", "--database", url)
    assert command("admin", "operator", "--database", url).out == "there are no operators\n"


def test_reports_are_listed_shown_and_closed(command: Command, url: str) -> None:
    listed: list[dict[str, Any]] = json.loads(command("admin", "reports", "--json", "--database", url).out)
    (one,) = listed
    assert "abuse" in command("admin", "reports", "--database", url).out
    shown = command("admin", "reports", one["id"], "--database", url).out
    assert "look at this" in shown
    assert "0 Aki: something rude" in shown
    assert command("admin", "reports", one["id"], "--close", "warned", "--database", url).code == 0
    assert command("admin", "reports", "--database", url).out == "there are no reports\n"
    assert one["id"] in command("admin", "reports", "--closed", "--database", url).out
    again = command("admin", "reports", one["id"], "--close", "warned", "--database", url)
    assert "there is no open report" in refused(again, 1)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("warn Aki", "--why"),
        ("warn", "WHO"),
        ("mute Aki --why x --for 5", "expected a duration such as 30m, 12h, 7d or 2w"),
        ("mute Aki --why x --for 0d", "expected a duration"),
        ("ban --why x", "expected either WHO or --network ADDRESS"),
        ("ban Aki --network 192.0.2.1 --why x", "expected either WHO or --network ADDRESS"),
        ("operator Aki", "--why TEXT is needed"),
        ("reports --close done", "needs a REPORT"),
    ],
)
def test_wrong_lines_about_people(command: Command, sample_url: str, line: str, words: str) -> None:
    assert words in usage_refused(command("admin", *line.split(" "), "--database", sample_url))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("warn Nobody --why x", "'Nobody' is neither the id of a person nor the name of an account"),
        ("ban --network nowhere --why x", "'nowhere' is not an address such as 192.0.2.1"),
        ("reports x", "there is no report 'x'"),
    ],
)
def test_what_is_not_there_is_named(command: Command, sample_url: str, line: str, words: str) -> None:
    assert words in refused(command("admin", *line.split(" "), "--database", sample_url), 1)
    assert holding(sample_url) == []


def test_what_is_old_is_counted_and_deleted(command: Command, url: str) -> None:
    counted = json.loads(command("admin", "prune", "--dry-run", "--json", "--database", url).out)
    assert set(counted) >= {"unused guests", "closed tables", "expired sessions"}
    before = at(url, lambda sample: sample.everything())
    assert before["audit"] == [], "counting writes nothing"
    done = json.loads(command("admin", "prune", "--json", "--database", url).out)
    assert done == counted
    after = at(url, lambda sample: sample.everything())
    assert after["moves"] == before["moves"]
    assert "nothing" not in command("admin", "prune", "--database", url).out


def test_odd_pairs_and_annulled_games(command: Command, tmp_path: Path) -> None:
    url = new_address("sqlite", tmp_path)
    at(url, lambda sample: sample.create(accounts=True))
    at(url, lambda sample: sample.table("t1", rated=True))
    assert command("admin", "pairs", "--database", url).out == "no two accounts look odd\n"
    ran = command("admin", "annul", "t1", "--why", "a test", "--database", url)
    assert "t1 counts for nobody; 0 rated games computed again" in ran.out
    again = command("admin", "annul", "t1", "--why", "a test", "--database", url)
    assert again.code == 1
    assert "'t1' is not a table with a rated game that counts" in again.err
