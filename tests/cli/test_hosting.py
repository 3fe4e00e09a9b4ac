"""`zashiki` without a command: starts a server, and opens a browser if there is a display."""

import re
import signal
import socket
import subprocess
import sys
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from cli.command import POSIX, Command, environment, refused, usage_refused
from zashiki.server import serve as serving
from zashiki.server.config import Config

PATIENCE = 60


class Opened:
    """A fake server, and a browser that records which pages it is sent to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, address: str) -> None:
        self.sent = threading.Event()
        self.pages: list[str] = []
        self.config: Config | None = None

        def serve(config: Config, ready: Callable[[str], None]) -> None:
            self.config = config
            ready(address)

        def show(page: str) -> bool:
            self.pages.append(page)
            self.sent.set()
            return True

        monkeypatch.setattr(serving, "serve", serve)
        monkeypatch.setattr(webbrowser, "open", show)


@pytest.mark.parametrize(
    ("address", "page"),
    [
        ("http://127.0.0.1:8765", "http://127.0.0.1:8765"),
        ("http://0.0.0.0:8000", "http://127.0.0.1:8000"),
        ("http://[::]:8000", "http://127.0.0.1:8000"),
        ("http://[::1]:8000", "http://[::1]:8000"),
    ],
)
def test_the_browser_opens_the_servers_page(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, address: str, page: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISPLAY", ":0")
    opened = Opened(monkeypatch, address)
    ran = command()
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == f"Zashiki is running at {page} (Ctrl-C stops it).\n"
    assert opened.sent.wait(PATIENCE)
    assert opened.pages == [page]
    assert opened.config == Config()


def test_no_browser_opens_with_the_option_or_without_a_display(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    opened = Opened(monkeypatch, "http://127.0.0.1:1")
    monkeypatch.setattr(threading, "Thread", lambda **_: pytest.fail("no browser may be opened"))
    monkeypatch.setenv("DISPLAY", ":0")
    assert command("--no-browser").out.startswith("Zashiki is running at http://127.0.0.1:1 ")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert command().code == 0
    assert opened.pages == []


def test_settings_are_read_from_the_current_folder(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "zashiki.toml").write_text("port = 1234\n", "utf-8")
    opened = Opened(monkeypatch, "http://127.0.0.1:1234")
    command("--no-browser")
    assert opened.config is not None
    assert opened.config.port == 1234
    (tmp_path / "zashiki.toml").write_text("prt = 1234\n", "utf-8")
    assert "'prt' is not possible" in usage_refused(command("--no-browser"))


def test_a_command_opens_no_browser(command: Command) -> None:
    assert "games opens no browser" in usage_refused(command("--no-browser", "games"))


def test_a_port_in_use_suggests_that_zashiki_is_already_running(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as other:
        monkeypatch.setenv("ZASHIKI_PORT", str(other.getsockname()[1]))
        ran = command("--no-browser")
    assert "if Zashiki is already running there, open it" in refused(ran, 1)
    assert list(tmp_path.iterdir()) == [], "and no database was created"


@POSIX
def test_a_real_server_starts_and_stops(tmp_path: Path) -> None:
    line = [sys.executable, "-m", "zashiki", "--no-browser"]
    settings = environment(ZASHIKI_PORT="0", ZASHIKI_BOT_PROCESSES="1", ZASHIKI_LOG_LEVEL="error")
    with subprocess.Popen(line, cwd=tmp_path, env=settings, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            said = re.fullmatch(r"Zashiki is running at (http://\S+) \(Ctrl-C stops it\)\.\n", server.stdout.readline())
            assert said
            page = httpx.get(said[1], timeout=PATIENCE)
            assert page.status_code == 200
            assert "Zashiki" in page.text
        finally:
            server.send_signal(signal.SIGINT)
        assert server.wait(PATIENCE) == 0
    assert (tmp_path / "zashiki.db").exists()
