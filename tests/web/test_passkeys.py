"""Passkeys in Chromium, with an authenticator of its own: add one, sign out, sign in, remove it."""

from playwright.async_api import Browser, expect

from server_process import Server
from web.people import PHONE

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


async def test_a_passkey_is_added_signs_in_and_is_removed(browser: Browser, server: Server) -> None:
    # Not 127.0.0.1: passkeys are made for names.
    context = await browser.new_context(base_url=f"http://localhost:{server.port}", viewport=PHONE, locale="en")
    page = await context.new_page()
    devices = await context.new_cdp_session(page)
    await devices.send("WebAuthn.enable")
    await devices.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    await page.goto("/me")
    guest = page.get_by_role("region", name="Continue as a guest")
    await guest.get_by_label("Name").fill("Passkey person")
    await guest.get_by_role("button").click()
    account = page.get_by_role("region", name="Create an account")
    await account.get_by_role("textbox", name="Password").fill("tomato-lamp")
    await account.get_by_role("button", name="Create account").click()
    passkeys = page.get_by_role("region", name="Passkeys")
    await passkeys.get_by_label("Name of the passkey").fill("This phone")
    await passkeys.get_by_role("button", name="Add a passkey").click()
    await expect(passkeys.get_by_role("listitem")).to_contain_text("This phone")
    await page.get_by_role("region", name="Sign out").get_by_role("button").click()
    await page.get_by_role("button", name="Sign in with a passkey").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Passkey person")
    await expect(passkeys.get_by_role("listitem")).to_contain_text("last used")
    await passkeys.get_by_role("button", name="Remove").click()
    await expect(passkeys.get_by_role("listitem")).to_have_count(0)
    await page.get_by_role("region", name="Sign out").get_by_role("button").click()
    await page.get_by_role("button", name="Sign in with a passkey").click()
    await expect(page.get_by_role("alert").filter(has_text="This passkey does not fit")).to_be_visible()
    await context.close()
