"""The replay of a finished game, and the error for a tampered record."""

import json
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from server_process import Server
from web.people import Person, finished
from web.test_games import scores_shown


@pytest.mark.parametrize("game", ["hagakure", "hitohira"])
async def test_the_replay_ends_with_the_same_scores(
    game: str, server: Server, browser: Browser, tmp_path: Path
) -> None:
    person = await Person.back(server, browser)
    page = person.page
    await person.play_now(game)
    await person.move_and_see()
    await finished(person)
    scores = await scores_shown(person)
    table = person.table
    await page.get_by_role("dialog").get_by_role("link", name="Replay").click()
    await page.wait_for_url("**/replay/*")
    await page.wait_for_selector("[data-at]")
    await page.keyboard.press("End")
    record = await (await person.context.request.get(f"/api/v1/tables/{table}/record")).json()
    last = page.locator(f'[data-at="{record["result"]["plies"]}"][aria-busy="false"]')
    await expect(last).to_be_visible()
    assert await scores_shown(person) == scores == record["result"]["scores"]

    changed = {**record, "result": {**record["result"], "scores": [one + 1 for one in scores]}}
    tampered = tmp_path / "tampered.json"
    tampered.write_text(json.dumps(changed), "utf-8")
    await page.goto("/replay")
    await page.locator('input[type="file"]').set_input_files(tampered)
    await expect(page.get_by_role("alert")).to_contain_text("checksum")
    await page.locator('input[type="file"]').set_input_files(files=[])
    good = tmp_path / "good.json"
    good.write_text(json.dumps(record), "utf-8")
    await page.locator('input[type="file"]').set_input_files(good)
    await page.wait_for_selector("[data-at]")
    await page.get_by_role("tab", name="Fair").click()
    await expect(page.get_by_text("Every draw follows from the seeds.")).to_be_visible()
    # The browser logs that the tampered record was refused; the page had no error.
    assert [error for error in person.errors if "422" not in error] == []
