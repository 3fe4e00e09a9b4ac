"""`zashiki serve` and `zashiki bot-worker`: open the house to others."""

from typing import Any

from zashiki.cli.speech import Trouble, Voice
from zashiki.server import serve as serving
from zashiki.server.config import load


def serve(voice: Voice, file: str | None, given: dict[str, Any]) -> int:
    """Open the house, and keep it open until somebody ends it."""
    config = load(file, **given)

    def ready(address: str) -> None:
        voice.say(f"The house is open at {config.public_url or address} (Ctrl-C closes it).")

    try:
        serving.serve(config, ready)
    except OSError as error:
        raise Trouble(f"cannot listen on {config.host} port {config.port}: {error.strerror or error}") from None
    return 0


def bot_worker(voice: Voice, file: str | None, given: dict[str, Any]) -> int:
    """Think for the bots of a house, until somebody ends it."""
    serving.bot_worker(load(file, **given), lambda about: voice.say(f"Ready: {about} (Ctrl-C ends it)."))
    return 0
