"""The two pictures of the manifest, which a browser shows when it offers to install the house: `python web/offer.py`.

They need a house with the client as it is now: `--client web/dist` after `make web`.
"""

import argparse
import asyncio
import base64
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Final

from playwright.async_api import Browser, async_playwright

ROOT: Final = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from houses import House  # noqa: E402
from web.conftest import CALM  # noqa: E402
from web.people import Person  # noqa: E402

PRESS: Final = """async (picture) => {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  canvas.getContext("2d").drawImage(image, 0, 0);
  const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.85 });
  return btoa(Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(""));
}"""
"""A smaller picture of a picture, made by the browser."""


async def offer(house: House, browser: Browser, folder: Path) -> None:
    """The front page on a wide screen, a table on a phone."""
    for phone, name in ((False, "wide"), (True, "narrow")):
        person = await Person.at(house, browser, phone=phone, theme="light")
        await person.page.goto("/")
        if phone:
            await person.play_now("hagakure")
            await person.page.wait_for_selector("#prompt")
        await person.page.wait_for_load_state("networkidle")
        await person.page.wait_for_timeout(400)
        picture = base64.b64encode(await person.page.screenshot()).decode()
        async with await browser.new_context() as blank:  # where no policy forbids pictures from within a page
            pressed: str = await (await blank.new_page()).evaluate(PRESS, picture)
        (folder / f"screenshot-{name}.webp").write_bytes(base64.b64decode(pressed))
        await person.context.close()


async def all_pictures(client: str) -> None:
    """Open a house for them."""
    with tempfile.TemporaryDirectory() as home:
        async with (
            House(database=f"sqlite:///{home}/house.db", bot_pace=0.05, client=client) as house,
            async_playwright() as play,
        ):
            browser = await play.chromium.launch(executable_path=shutil.which("chromium"), args=CALM)
            await offer(house, browser, ROOT / "web" / "public")
            await browser.close()


def main() -> None:
    """Take both."""
    parser = argparse.ArgumentParser(description="The pictures of the manifest.")
    parser.add_argument("--client", default=str(ROOT / "web" / "dist"), help="a client that was built")
    asyncio.run(all_pictures(parser.parse_args().client))


if __name__ == "__main__":
    main()
