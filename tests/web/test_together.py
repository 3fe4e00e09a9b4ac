"""Two people at one table: an invitation, a reload, a restart of the server; and what neither may see."""

import json

from playwright.async_api import Browser, Response, expect

import zashiki
from server_process import Server
from web.people import PATIENCE, Person, all_move, finished, next_move


async def two_at_a_table(server: Server, browser: Browser) -> tuple[Person, Person]:
    """One creates a table for a short game of Sakura, the other follows the link; the game has started."""
    aki = await Person.at(server, browser, seed=1)
    ren = await Person.at(server, browser, seed=2)
    await aki.page.goto("/new/sakura")
    await aki.page.get_by_role("textbox", name="Your name").fill("Aki")
    await aki.page.get_by_role("group", name="Rounds").get_by_text("3", exact=True).click()
    await aki.page.get_by_role("button", name="Create table").click()
    await aki.page.wait_for_url("**/table/*")
    link = await aki.page.get_by_role("textbox", name="Invite with this link").input_value()
    await ren.page.goto(link)
    await ren.page.get_by_role("textbox", name="What's your name?").fill("Ren")
    await ren.page.get_by_role("button", name="Join").click()
    await expect(aki.page.get_by_text("Ren").first).to_be_visible()
    await aki.page.get_by_role("button", name="Start", exact=True).click()
    for person in (aki, ren):
        await person.page.wait_for_selector("#prompt")
    return aki, ren


async def test_invitation_reload_restart_and_no_leaked_secrets_in_one_game(
    own_server: Server, browser: Browser
) -> None:
    aki, ren = await two_at_a_table(own_server, browser)
    for _ in range(2):
        await next_move(aki, ren)
    await aki.page.reload()
    await aki.page.wait_for_selector("#prompt")
    before = (await aki.views())[-1]
    await own_server.stop()
    slip = aki.page.locator(".slip.lost")
    await expect(slip).to_be_visible()
    await own_server.start()
    await expect(slip).to_be_hidden(timeout=PATIENCE)  # it retries less and less often while the server is down
    after = (await aki.views())[-1]
    assert after["ply"] >= before["ply"]
    answers: list[Response] = []
    aki.page.on("response", lambda answer: answers.append(answer))
    await all_move(aki, ren)
    await finished(aki, ren)
    assert (await aki.views())[-1]["scores"] == (await ren.views())[-1]["scores"]
    # The browser logs that the server was down; the page had no error.
    unreachable = ("WebSocket", "net::ERR_CONNECTION_REFUSED")
    assert [error for error in aki.errors if not any(word in error for word in unreachable)] == []
    await assert_no_secrets_leaked(aki, ren, answers)


async def assert_no_secrets_leaked(aki: Person, ren: Person, answers: list[Response]) -> None:
    """No message, response or stored data gave Aki anything of Ren's, before or after the reload and the restart."""
    record = await (await aki.context.request.get(f"/api/v1/tables/{aki.table}/record")).json()
    whole = zashiki.replay(record)
    views, seat = await aki.views(), (await aki.views())[0]["seat"]
    theirs = {card["name"] for view in await ren.views() for card in view["board"]["players"][1 - seat]["hand"] or []}
    assert theirs, "there was something to hide"
    for view in views:
        assert view == zashiki.replay(record, view["ply"]).view(seat), "exactly the view of the seat"
    allowed = whole.events(seat)
    for message in map(json.loads, aki.heard):
        for event in message.get("events", ()):
            assert event == allowed[event["n"]]
        known = KNOWN | REFUSAL if message["type"] in ("no", "bye") else KNOWN
        assert set(message) <= known, "no message has a field that could carry more"
    running = [one for one in answers if "/api/" in one.url and "/record" not in one.url]
    for text in [await one.text() for one in running]:
        assert '"hand"' not in text
    kept = await stored(aki)
    assert not [name for name in theirs if name in kept]


KNOWN = {
    *("type", "id", "protocol", "now", "table", "seat", "view", "events", "chat"),
    *("version", "clocks", "code", "text", "rule", "facts", "player", "game", "deadline"),
}

REFUSAL = {"value", "expected", "where"}
"""What was wrong with a message of one's own."""


async def stored(person: Person) -> str:
    """Everything that the page stores in the browser."""
    text: str = await person.page.evaluate(
        """async () => {
          const kept = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie];
          for (const one of await indexedDB.databases()) kept.push(String(one.name));
          for (const key of await caches.keys()) {
            for (const request of await (await caches.open(key)).keys()) kept.push(request.url);
          }
          return kept.join("\\n");
        }"""
    )
    return text
