"""Reports: what operators get to see, and what keeps them readable."""

from pathlib import Path

from server.client import Json, RunningServer, running_server
from server.test_moderation import HIROBA, running


async def test_a_report_comes_with_what_the_server_knows(server: RunningServer) -> None:
    aki, ben = await server.guests("Aki", "Ben")
    table = await running(aki, ben)
    socket = await ben.connect(table)
    for number in range(3):
        await socket.request("chat", text=f"rude {number}")
    about: Json = {"player": ben.id, "table": table, "message": 1}
    first = await aki.post("reports", 201, reason="abuse", words=" please \u202e look\n", **about)
    again = await aki.post("reports", 201, reason="abuse", words="again", player=ben.id, table=table)
    assert again == first, "one open report for the same"
    (one,) = await server.services.moderation.reports.list()
    assert (one.id, one.reporter, one.player, one.name, one.table) == (first["id"], aki.id, ben.id, "Ben", table)
    assert [entry["words"] for entry in one.entries] == ["please look", "again"]
    context = one.entries[0]["context"]
    assert [line["text"] for line in context["chat"]] == ["rude 0", "rude 1", "rude 2"]
    assert (context["status"], [seat["name"] for seat in context["seats"]]) == ("running", ["Aki", "Ben"])
    state = server.services.rooms.find_loaded(table)
    assert state is not None
    secrets = [state.state.server_seed.hex(), *(seat.seed or "-" for seat in state.state.seats)]
    assert not any(secret in str(one) for secret in secrets)


async def test_what_cannot_be_reported_is_refused(server: RunningServer) -> None:
    aki, ben = await server.guests("Aki", "Ben")
    hidden = (await ben.table(**HIROBA, spectators=False))["id"]
    await ben.post(f"tables/{hidden}/close")
    await aki.refused("bad-request", "POST", "reports", 422, reason="spam")
    await aki.refused("bad-request", "POST", "reports", 422, reason="boring", player=ben.id)
    await aki.refused("no-such-player", "POST", "reports", 404, reason="spam", player="nobody")
    await aki.refused("no-such-table", "POST", "reports", 404, reason="spam", table=hidden)
    await server.anonymous().refused("not-signed-in", "POST", "reports", 401, reason="spam", player=ben.id)
    assert await server.services.moderation.reports.count_open() == 0


async def test_nobody_floods_the_operators(tmp_path: Path) -> None:
    async with running_server(tmp_path, rate_reports="2/hour") as server:
        aki, *others = await server.guests("Aki", "Ben", "Cleo", "Dora")
        for other in others[:2]:
            await aki.post("reports", 201, reason="spam", player=other.id)
        await aki.refused("rate", "POST", "reports", 429, reason="spam", player=others[2].id)
