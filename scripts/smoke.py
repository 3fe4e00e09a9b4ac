"""Smoke test of the installed package: `python scripts/smoke.py`. Every wheel of a release has to pass it.

It needs only the package itself, so it runs wherever a wheel is tested: no compiler, no Node, no test tools.
"""

import argparse
import os
import re
import signal
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
from importlib.metadata import entry_points
from pathlib import Path
from typing import Final
from urllib.request import Request, urlopen

GAMES: Final = sorted(point.name for point in entry_points(group="zashiki.games"))
PATIENCE: Final = 120
COMMAND: Final = Path(sysconfig.get_path("scripts"), "zashiki.exe" if os.name == "nt" else "zashiki")


def main() -> None:
    """Run the checks one after the other, and stop at the first failure."""
    parser = argparse.ArgumentParser(description="Try the installed package.")
    parser.add_argument("--lane", default="compiled", choices=["compiled", "interpreted"], help="the expected lane")
    parser.add_argument("--no-client", action="store_true", help="it was built without the browser client")
    wanted = parser.parse_args()
    # Not in the sources, to test what is installed; the server leaves its database there.
    with tempfile.TemporaryDirectory(prefix="zashiki-smoke-", ignore_cleanup_errors=True) as folder:
        version = ran("--version", folder=folder)
        expect(f"({wanted.lane}, " in version, f"runs {wanted.lane}", version)
        listed = ran("games", folder=folder)
        expect(len(GAMES) >= 5 and all(game in listed for game in GAMES), "lists all games", listed)
        for game in GAMES:
            played = ran("simulate", game, "--games", "5", folder=folder)
            expect("5 games" in played, f"plays {game}", played)
        server(folder, client=not wanted.no_client)


def ran(*arguments: str, folder: str) -> str:
    """Return the output of the command."""
    line = [str(COMMAND), *arguments]
    done = subprocess.run(
        line, cwd=folder, env=environment(), capture_output=True, text=True, encoding="utf-8", timeout=PATIENCE
    )
    expect(done.returncode == 0, " ".join(["zashiki", *arguments]), done.stdout + done.stderr)
    return done.stdout


def server(folder: str, client: bool) -> None:
    """Start a server, load its first page as a browser would, and stop it."""
    settings = environment(ZASHIKI_PORT="0", ZASHIKI_BOT_PROCESSES="1", ZASHIKI_LOG_LEVEL="error")
    line = [str(COMMAND), "--no-browser"]
    with subprocess.Popen(
        line, cwd=folder, env=settings, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as running:
        # Do not wait longer than that for a server that never starts.
        alarm = threading.Timer(PATIENCE, running.kill)
        alarm.start()
        try:
            assert running.stdout is not None
            said = running.stdout.readline()
            address = re.search(r"http://\S+", said)
            expect(address is not None, "starts a server", said)
            assert address is not None
            check_pages(address[0], client)
        finally:
            alarm.cancel()
            if os.name == "nt":
                running.terminate()
            else:
                running.send_signal(signal.SIGINT)
            ended = running.wait(PATIENCE)
    expect(os.name == "nt" or ended == 0, "stops the server", f"it ended with {ended}")


def check_pages(address: str, client: bool) -> None:
    """Check the first page and what it loads."""
    page = fetched(address + "/")
    expect("Zashiki" in page, "serves its first page", page)
    healthy = fetched(address + "/healthz")
    expect("ok" in healthy, "is healthy", healthy)
    if client:
        parts = re.findall(r'(?:src|href)="(/assets/[^"]+\.(?:js|css))"', page)
        size = sum(len(fetched(address + part)) for part in parts)
        expect(size > 10_000, f"serves the browser client: {len(parts)} scripts and styles, {size} characters", page)
        licences = fetched(address + "/licences.txt")
        expect("Open Font License" in licences, "serves the licences of what is built into the client", licences)


def fetched(address: str) -> str:
    """Return the content at an address, or raise."""
    with urlopen(Request(address, headers={"Accept": "text/html,*/*"}), timeout=PATIENCE) as answer:
        text: str = answer.read().decode("utf-8")
    return text


def environment(**more: str) -> dict[str, str]:
    """Return the environment of this process without Zashiki's settings."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ZASHIKI_", "PYTHONPATH"))}
    return {**kept, "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1", **more}


def expect(held: bool, what: str, seen: str) -> None:
    """Print one line for a check; exit if it failed."""
    print(f"{time.monotonic() - BEGUN:6.1f} s  {'ok    ' if held else 'FAILED'}  {what}", flush=True)
    if not held:
        sys.exit(f"zashiki: the installed package failed: {what}. What was seen:\n{seen[-2000:]}")


BEGUN: Final = time.monotonic()

if __name__ == "__main__":
    main()
