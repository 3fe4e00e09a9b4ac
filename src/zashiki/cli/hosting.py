"""`zashiki serve` and `zashiki bot-worker`: run a server; and plain `zashiki`: run one and open a browser."""

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

ALL_INTERFACES: Final = frozenset({"0.0.0.0", "::"})


def serve(output: Output, file: str | None, given: dict[str, Any]) -> int:
    """Run a server until interrupted."""
    config = load(file, **given)

    def ready(address: str) -> None:
        output.say(f"Zashiki is running at {config.public_url or address} (Ctrl-C stops it).")

    return _serve(config, ready)


def play_here(output: Output, *, browser: bool) -> int:
    """Run a server with the settings that are found, and open a browser."""
    config = load()

    def ready(address: str) -> None:
        local = reachable(address)
        output.say(f"Zashiki is running at {local} (Ctrl-C stops it).")
        if browser and has_screen():
            # In a thread: finding and starting a browser takes a while.
            threading.Thread(target=webbrowser.open, args=(local,), daemon=True).start()

    return _serve(config, ready)


def reachable(address: str) -> str:
    """The URL for a browser on this machine: one that listens on all interfaces is reachable locally."""
    parts = urlsplit(address)
    if parts.hostname in ALL_INTERFACES:
        return f"{parts.scheme}://127.0.0.1:{parts.port}"
    return address


def has_screen() -> bool:
    """Whether a browser can open a window: not over plain SSH, where a terminal browser would start."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))


def _serve(config: Config, ready: Callable[[str], None]) -> int:
    try:
        serving.serve(config, ready)
    except OSError as error:
        why = error.strerror or str(error)
        if error.errno == errno.EADDRINUSE:
            why += "; if Zashiki is already running there, open it, else choose another port (ZASHIKI_PORT=8766)"
        raise CommandError(f"cannot listen on {config.host} port {config.port}: {why}") from None
    return 0


def bot_worker(output: Output, file: str | None, given: dict[str, Any]) -> int:
    """Run a bot-worker until interrupted."""
    serving.bot_worker(load(file, **given), lambda about: output.say(f"Ready: {about} (Ctrl-C stops it)."))
    return 0
