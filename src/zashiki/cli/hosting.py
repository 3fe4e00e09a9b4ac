"""`zashiki serve` and `zashiki bot-worker`: open the house to others; and `zashiki` alone: sit down in it at once."""

import errno
import os
import sys
import threading
import webbrowser
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlsplit

from zashiki.cli.console import CommandError, Output
from zashiki.server import serve as serving
from zashiki.server.config import Config, load

EVERYWHERE: Final = frozenset({"0.0.0.0", "::"})


def serve(output: Output, file: str | None, given: dict[str, Any]) -> int:
    """Open the house, and keep it open until somebody ends it."""
    config = load(file, **given)

    def ready(address: str) -> None:
        output.say(f"The house is open at {config.public_url or address} (Ctrl-C closes it).")

    return _serve(config, ready)


def play_here(output: Output, *, browser: bool) -> int:
    """Open the house with the settings that are found, and a browser in it."""
    config = load()

    def ready(address: str) -> None:
        local = reachable(address)
        output.say(f"The house is open: {local} (Ctrl-C closes it).")
        if browser and has_screen():
            # Finding a browser and starting it takes a while, in which nobody else should have to wait.
            threading.Thread(target=webbrowser.open, args=(local,), daemon=True).start()

    return _serve(config, ready)


def reachable(address: str) -> str:
    """An address that a browser on this machine can go to: a house that listens everywhere does so here, too."""
    parts = urlsplit(address)
    if parts.hostname in EVERYWHERE:
        return f"{parts.scheme}://127.0.0.1:{parts.port}"
    return address


def has_screen() -> bool:
    """Whether a browser can show itself: not over a plain SSH connection, where one in the terminal would start."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))


def _serve(config: Config, ready: Callable[[str], None]) -> int:
    try:
        serving.serve(config, ready)
    except OSError as error:
        why = error.strerror or str(error)
        if error.errno == errno.EADDRINUSE:
            why += "; if the house is open there already, go in, else choose another port (ZASHIKI_PORT=8766)"
        raise CommandError(f"cannot listen on {config.host} port {config.port}: {why}") from None
    return 0


def bot_worker(output: Output, file: str | None, given: dict[str, Any]) -> int:
    """Think for the bots of a house, until somebody ends it."""
    serving.bot_worker(load(file, **given), lambda about: output.say(f"Ready: {about} (Ctrl-C ends it)."))
    return 0
