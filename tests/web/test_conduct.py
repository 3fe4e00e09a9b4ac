"""Reports, blocks and bans, as people and operators see them in a browser."""

import asyncio
import os
import subprocess
import sys

from playwright.async_api import Browser, expect

from server_process import Server
from web.people import Person, asked, introduced
from web.test_pages import TOO_WIDE, found_by_axe

PASSWORD = "a fine pass phrase"


async def an_operator(server: Server, browser: Browser) -> Person:
    """Somebody at the page for operators, on a phone, who has not signed in there."""
    dora = await introduced(server, browser, "Dora", phone=True)
    await asked(dora, "/me/account", name="Dora", password=PASSWORD)
    grant = [sys.executable, "-m", "zashiki", "admin", "operator", "Dora", "--why", "trusted"]
    environment = {**os.environ, "ZASHIKI_DATABASE": server.settings["ZASHIKI_DATABASE"]}
    await asyncio.to_thread(subprocess.run, grant, check=True, capture_output=True, env=environment)
    await dora.visit("/operator")
    return dora


async def test_a_report_is_made_by_keyboard_and_an_operator_acts(own_server: Server, browser: Browser) -> None:
    aki, ben = [await introduced(own_server, browser, name) for name in ("Aki", "Ben")]
    table = (await asked(aki, "/tables", settings={"game": "hiroba", "seats": 2}))["id"]
    await asked(ben, f"/tables/{table}/sit")
    for person in (aki, ben):
        await person.visit(f"/table/{table}")
    await ben.page.get_by_role("textbox", name="Say something").fill("something rude")
    await ben.page.keyboard.press("Enter")
    # From the line of the chat, by keyboard alone.
    page, dialog = aki.page, aki.page.get_by_role("dialog", name="Report or block")
    await page.get_by_role("button", name="Report Ben").press("Enter")
    assert await found_by_axe(aki) == []
    await dialog.get_by_label("In your own words").fill("look")
    await dialog.get_by_role("button", name="Send report").press("Enter")
    await expect(dialog.get_by_role("status")).to_have_text("Thank you. It is done.")
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("button", name="Report Ben")).to_be_focused()
    # The operator sees it with what was said before, removes the line, and bans.
    dora = await an_operator(own_server, browser)
    page = dora.page
    await page.get_by_label("Name").fill("Dora")
    await page.get_by_label("Password").fill(PASSWORD)
    await page.get_by_role("button", name="Sign in").click()
    await page.get_by_role("button", name="Insults or threats: Ben").click()
    reports = page.get_by_role("region", name="Reports")
    await reports.get_by_label("Reason, for the audit log").fill("rude")
    assert await found_by_axe(dora) == []
    assert await page.evaluate(TOO_WIDE) == []
    await page.get_by_role("button", name="Remove: Ben: something rude").click()
    await expect(ben.page.get_by_text("Removed by an operator")).to_be_visible()
    # The list is read again after every action.
    report = page.get_by_role("button", name="Insults or threats: Ben")
    await expect(report).to_have_attribute("aria-expanded", "false")
    await report.click()
    await page.get_by_role("button", name="Open the person's file").click()
    await page.get_by_label("What to do").select_option("warn")
    await page.get_by_label("Reason; the person is told").fill("Be kind.")
    await page.get_by_role("button", name="Do it").click()
    await expect(ben.page.get_by_role("alert").get_by_text("Be kind.")).to_be_visible()
    await page.get_by_label("What to do").select_option("ban")
    await page.get_by_label("Reason; the person is told").fill("Enough.")
    await page.get_by_role("button", name="Do it").click()
    await expect(ben.page.get_by_role("alert").get_by_text("Enough.").first).to_be_visible()
    log = page.get_by_role("region", name="Audit log")
    await expect(log.locator("code").first).to_have_text("read-person")
    await dora.settled()
    found = (await log.locator("code").all_text_contents())[::-1]
    # A file that is open is read again after each action, and not by itself.
    read = ["read-report", "remove-chat", "read-report", "read-person", "warn", "read-person", "ban", "read-person"]
    assert found == ["grant-operator", "sign-in", *read]
    await page.emulate_media(color_scheme="dark")
    await expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert await found_by_axe(dora, "cat.color") == []
    # That nobody had signed in yet is a 403, which the browser logs.
    assert (aki.errors, [one for one in dora.errors if "403 (Forbidden)" not in one]) == ([], [])


async def test_a_person_is_blocked_at_their_seat(server: Server, browser: Browser) -> None:
    aki = await introduced(server, browser, "Aki", phone=True)
    ben = await introduced(server, browser, "Ben", phone=True)
    table = (await asked(aki, "/tables", settings={"game": "hiroba", "seats": 2}))["id"]
    await asked(ben, f"/tables/{table}/sit")
    await aki.visit(f"/table/{table}")
    button = aki.page.get_by_role("button", name="Ben: mute, report or block")
    await button.click()
    menu = aki.page.get_by_role("group", name="Ben")
    await menu.get_by_role("button", name="Block").click()
    await expect(menu.get_by_role("button", name="Unblock")).to_be_visible()
    assert await found_by_axe(aki) == []
    await aki.page.keyboard.press("Escape")
    await asked(aki, f"/tables/{table}/start")
    await aki.page.wait_for_selector("#prompt")
    # The same menu in the game.
    await button.press("Enter")
    await menu.get_by_role("button", name="Unblock").press("Enter")
    await expect(menu.get_by_role("button", name="Block", exact=True)).to_be_visible()
    await menu.get_by_role("button", name="Report…").press("Enter")
    dialog = aki.page.get_by_role("dialog", name="Report or block")
    await expect(dialog.get_by_label("Whom is it about?")).to_have_value(await player_of(ben))
    await aki.page.keyboard.press("Escape")
    await expect(button).to_be_focused()
    assert aki.errors == []


async def player_of(person: Person) -> str:
    """The person's id."""
    found: str = (await (await person.context.request.get("/api/v1/me")).json())["id"]
    return found
