"""Sealed deals in the browser: it commits itself, checks, reveals, shows the seal, and checks the record afterwards."""

import json
from collections.abc import Callable
from typing import Any

from playwright.async_api import Browser, WebSocketRoute, expect

from server_process import Server
from web.people import Person, asked, finished, introduced
from web.test_pages import found_by_axe
from zashiki.core.fair import commitment_of

SHORT = {"game": "sakura", "seats": 2, "options": {"rounds": 3}}


async def sealed_table(server: Server, browser: Browser) -> tuple[Person, Person, str]:
    """Two people sit at a table in their browsers; Aki is its host.

    Ren's context is new: nobody uses it after a test that puts itself between Ren's browser and the server.
    """
    aki, ren = await introduced(server, browser, "Aki"), await Person.at(server, browser)
    await asked(ren, "/guest", name="Ren")
    table = str((await asked(aki, "/tables", settings=SHORT))["id"])
    await aki.page.goto(f"/table/{table}")
    await ren.page.goto(f"/table/{table}")
    await ren.page.get_by_role("button", name="Join", exact=True).click()
    await expect(aki.page.get_by_text("here", exact=True)).to_be_visible()
    return aki, ren, table


async def shown(person: Person, table: str) -> dict[str, Any]:
    found: dict[str, Any] = await (await person.context.request.get(f"/api/v1/tables/{table}")).json()
    return found


async def kept(person: Person, table: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(await person.page.evaluate("localStorage.getItem('zashiki.seeds') ?? '{}'"))
    return dict(found[table])


async def test_both_browsers_commit_reveal_and_find_their_seeds_in_the_record(server: Server, browser: Browser) -> None:
    aki, ren, table = await sealed_table(server, browser)
    await aki.page.get_by_role("button", name="Start", exact=True).click()
    seals = []
    for person in (aki, ren):
        page = person.page
        await page.wait_for_selector("#prompt")
        await page.get_by_role("button", name="The sealed deal").click()
        facts = page.get_by_role("region", name="The sealed deal")
        await expect(facts).to_contain_text("2 players' secret seeds and the server's")
        await expect(facts).to_contain_text("its own seed is in it")
        seals.append((await facts.locator("code").inner_text()).replace(" ", ""))
        assert await found_by_axe(person) == []
        await page.keyboard.press("Escape")
        await expect(facts).to_be_hidden()
    found = await shown(aki, table)
    assert seals == [found["sealing"]["seal"]] * 2
    await finished(aki, ren)
    record = await (await aki.context.request.get(f"/api/v1/tables/{table}/record")).json()
    for seat, person in enumerate((aki, ren)):
        commitment = record["fair"]["seat_commitments"][seat]
        seed = (await kept(person, table))["seeds"][commitment]["seed"]
        assert record["fair"]["player_seeds"][seat] == seed
        assert commitment_of(seed) == commitment
    await ren.page.goto(f"/replay/{table}")
    await ren.page.get_by_role("tab", name="Fair").click()
    await expect(ren.page.get_by_text("Your browser made its seed at")).to_be_visible()
    await expect(ren.page.get_by_text("Every draw follows from the seeds.")).to_be_visible()
    # A server that deals from other seeds, and forges the whole record to match, is found out here.
    forged = await kept(ren, table)
    forged["revealed"]["seal"] = "0" * 64
    await ren.page.evaluate("one => localStorage.setItem('zashiki.seeds', one)", json.dumps({table: forged}))
    await ren.page.reload()
    await ren.page.get_by_role("tab", name="Fair").click()
    await expect(ren.page.get_by_text("The record has another list")).to_be_visible()
    await expect(ren.page.get_by_text("Something is wrong with this deal.")).to_be_visible()
    assert aki.errors == ren.errors == []


async def test_a_browser_without_its_seed_says_where_to_go(server: Server, browser: Browser) -> None:
    aki, ren, table = await sealed_table(server, browser)
    # Ren's commitment is replaced by one from another device of Ren's.
    elsewhere = commitment_of("00" * 32)
    await asked(ren, f"/tables/{table}/commit", commitments=[{"seat": 1, "commitment": elsewhere}])
    await aki.page.get_by_role("button", name="Start", exact=True).click()
    await expect(ren.page.get_by_text("made in another browser or on another device")).to_be_visible()
    await expect(aki.page.get_by_text("Waiting for the devices of: Ren.")).to_be_visible()
    seal = (await shown(ren, table))["sealing"]["seal"]
    await asked(ren, f"/tables/{table}/reveal", seal=seal, seeds=[{"seat": 1, "seed": "00" * 32}])
    for person in (aki, ren):
        await person.page.wait_for_selector("#prompt")
    # It may have been somebody else: the host, for instance, in the database.
    await expect(ren.page.get_by_role("alert").filter(has_text="If that wasn't you")).to_be_visible()
    await expect(aki.page.get_by_role("alert").filter(has_text="If that wasn't you")).to_be_hidden()


async def test_whoever_keeps_a_seed_back_is_named_and_the_others_go_on(server: Server, browser: Browser) -> None:
    aki, ren, table = await sealed_table(server, browser)
    await asked(ren, f"/tables/{table}/commit", commitments=[{"seat": 1, "commitment": commitment_of("00" * 32)}])
    before = (await shown(aki, table))["seats"][0]["commitment"]
    await aki.page.get_by_role("button", name="Start", exact=True).click()
    await expect(aki.page.get_by_text("Waiting for the devices of: Ren.")).to_be_visible()
    await asked(ren, f"/tables/{table}/leave", seat=1)
    await expect(aki.page.get_by_text("The last deal did not happen")).to_contain_text("Ren")
    await expect(ren.page.get_by_text("The last deal did not happen")).to_be_visible()
    await ren.page.get_by_role("button", name="Join", exact=True).click()
    await expect(ren.page.get_by_role("alert").filter(has_text="seed")).to_contain_text("You did not reveal your seed")
    await aki.page.get_by_role("button", name="Start with bots").click()
    await aki.page.wait_for_selector("#prompt")
    after = await shown(aki, table)
    assert after["sealing"]["attempt"] == 2
    assert after["seats"][0]["commitment"] not in (None, before)
    await aki.page.get_by_role("button", name="The sealed deal").click()
    facts = aki.page.get_by_role("region", name="The sealed deal")
    await expect(facts).to_contain_text("1 earlier attempt was broken off")


async def lied_to(person: Person, lie: Callable[[dict[str, Any]], None]) -> None:
    """From now on the person's browser sees tables as `lie` alters them: the server is not to be trusted."""

    def altered(text: str) -> str:
        message = json.loads(text)
        if isinstance(message.get("table"), dict):
            lie(message["table"])
        return json.dumps(message)

    def between(page: WebSocketRoute) -> None:
        page.connect_to_server().on_message(lambda text: page.send(altered(str(text))))

    await person.page.route_web_socket("**/ws/**", between)
    await person.page.reload()
    await expect(person.page.get_by_role("button", name="Leave seat")).to_be_visible()


async def test_a_deal_without_my_seed_is_told_at_the_table(server: Server, browser: Browser) -> None:
    aki, ren, table = await sealed_table(server, browser)

    def made_by_the_server(shown: dict[str, Any]) -> None:
        for seat in shown["seats"]:
            seat["own_seed"] = seat["own_seed"] and not seat["yours"]

    await lied_to(ren, made_by_the_server)
    await aki.page.get_by_role("button", name="Start", exact=True).click()
    alert = ren.page.get_by_role("alert").filter(has_text="seed")
    await expect(alert).to_contain_text("made without your browser's seed")
    assert "revealed" not in await kept(ren, table)


async def test_whoever_swaps_seats_after_the_reveal_is_found_out_by_the_browser(
    server: Server, browser: Browser
) -> None:
    aki, ren, _ = await sealed_table(server, browser)

    def taken_by_somebody_else(shown: dict[str, Any]) -> None:
        if shown["status"] == "running":
            shown["seats"][0]["name"] = "Somebody else"

    await lied_to(ren, taken_by_somebody_else)
    await aki.page.get_by_role("button", name="Start", exact=True).click()
    await ren.page.wait_for_selector("#prompt")
    alert = ren.page.get_by_role("alert").filter(has_text="moved to another seat")
    await expect(alert).to_be_visible()
    await alert.get_by_role("button", name="Understood").press("Enter")
    await expect(alert).to_be_hidden()
    await aki.page.wait_for_selector("#prompt")
    await expect(aki.page.get_by_role("alert").filter(has_text="seat")).to_be_hidden()
