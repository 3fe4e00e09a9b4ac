"""An authenticator app in the browser: set it up, sign in with its code, confirm with it, remove it."""

import base64
import time
from urllib.parse import parse_qs, urlsplit

from playwright.async_api import Browser, Page, expect

from server_process import Server
from web.people import PHONE
from zashiki.server.totp import STEP, code_at

PASSWORD = "tomato-lamp"


def code(secret: bytes, ahead: int) -> str:
    """A code that nobody has used: each is accepted once, and a clock may be ahead by one step."""
    return code_at(secret, int(time.time()) // STEP + ahead)


async def sign_in(page: Page) -> None:
    await page.get_by_role("region", name="Sign out").get_by_role("button").click()
    form = page.locator("form").filter(has=page.get_by_role("button", name="Sign in", exact=True))
    await form.get_by_label("Name").fill("App person")
    await form.get_by_label("Password").fill(PASSWORD)
    await form.get_by_role("button", name="Sign in", exact=True).click()
    await expect(page.get_by_role("heading", name="One more step")).to_be_visible()


async def test_an_app_is_set_up_signs_in_and_is_removed(browser: Browser, server: Server) -> None:
    context = await browser.new_context(base_url=f"http://127.0.0.1:{server.port}", viewport=PHONE, locale="en")
    page = await context.new_page()
    await page.goto("/me")
    guest = page.get_by_role("region", name="Continue as a guest")
    await guest.get_by_label("Name").fill("App person")
    await guest.get_by_role("button").click()
    account = page.get_by_role("region", name="Create an account")
    await account.get_by_role("textbox", name="Password").fill(PASSWORD)
    await account.get_by_role("button", name="Create account").click()
    app = page.get_by_role("region", name="Authenticator app")
    await expect(app.get_by_role("status")).to_contain_text("Off")
    await app.get_by_role("button", name="Set up an app").click()
    await expect(app.get_by_role("img", name="QR code for an authenticator app")).to_be_visible()
    link = await app.get_by_role("link").get_attribute("href")
    (key,) = parse_qs(urlsplit(link or "").query)["secret"]
    assert "".join(await app.locator("code").all_inner_texts()) == key
    secret = base64.b32decode(key)
    field = app.get_by_role("textbox", name="Code")
    await expect(field).to_be_focused()
    await field.fill("00000")
    await field.press("Enter")
    await expect(app.get_by_role("alert").filter(has_text="does not fit")).to_be_visible()
    await field.fill(code(secret, 0))
    await field.press("Enter")
    await expect(app.get_by_role("status")).to_contain_text("On")
    # Recovery codes, for when time does not pass quickly enough for another code.
    recovery = page.get_by_role("region", name="Recovery codes")
    await recovery.get_by_role("button").click()
    await expect(recovery.locator("code")).to_have_count(10)
    spare = await recovery.locator("code").first.inner_text()
    await sign_in(page)
    asked = page.get_by_role("textbox", name="Code")
    await expect(asked).to_be_focused()
    await asked.fill("00000")
    await asked.press("Enter")
    await expect(page.get_by_role("alert").filter(has_text="This code is wrong")).to_be_visible()
    await page.get_by_role("button", name="Back").click()
    await expect(page.get_by_label("Password").first).to_be_visible()
    await page.get_by_role("button", name="Sign in", exact=True).click()
    await asked.fill(code(secret, 1))
    await asked.press("Enter")
    await expect(page.get_by_role("heading", level=1)).to_have_text("App person")
    await sign_in(page)
    await asked.fill(spare)
    await asked.press("Enter")
    await expect(recovery).to_contain_text("Codes left: 9")
    await app.get_by_role("button", name="Remove the app").click()
    await expect(app.get_by_role("status")).to_contain_text("Off")
    await context.close()
