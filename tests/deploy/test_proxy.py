"""The stack's Caddyfile in a real Caddy before a real server; skipped without Caddy (`apt-get install caddy`)."""

import shutil
import subprocess
import tempfile
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from deploy.proxy import CADDY, CADDYFILE, Caddy, caddy, free_ports
from server_process import Guest, Player, Server, at_once

pytestmark = [pytest.mark.once, pytest.mark.skipif(CADDY is None, reason="there is no caddy on this machine")]


class Inner(Server):
    """A server that is reached through a proxy."""

    def read_ready_line(self, line: str) -> None:
        self.address = self.settings["ZASHIKI_PUBLIC_URL"]
        assert self.address in line


@asynccontextmanager
async def behind_proxy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, **settings: object
) -> AsyncGenerator[tuple[Server, Caddy]]:
    """A server behind Caddy; guests connect through Caddy."""
    http, https = free_ports(2)
    address = f"https://localhost:{https}"
    # Whatever Caddy says about who asks is believed, as in the stack.
    server = Inner(
        database=f"sqlite:///{tmp_path}/zashiki.db",
        redis=None,
        public_url=address,
        trusted_proxies="127.0.0.0/8,::1",
        metrics="open",
        durable=False,
        **settings,
    )
    server.port = free_ports(1)[0]
    folder = Path(tempfile.mkdtemp(prefix="zcaddy"))
    try:
        async with server, caddy(folder, http, https, server.port) as proxy:
            monkeypatch.setenv("SSL_CERT_FILE", str(proxy.root))
            yield server, proxy
    finally:
        shutil.rmtree(folder)


def test_the_caddyfile_is_valid_and_formatted(tmp_path: Path) -> None:
    assert CADDY is not None
    homes = {name: str(tmp_path) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    for domain in ("games.example.org", "localhost"):
        done = subprocess.run(
            [CADDY, "validate", "--adapter", "caddyfile", "--config", str(CADDYFILE)],
            env={"DOMAIN": domain, **homes},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
    tidy = subprocess.run([CADDY, "fmt", str(CADDYFILE)], capture_output=True, text=True, check=False).stdout
    assert tidy == CADDYFILE.read_text("utf-8")


async def test_a_game_is_played_through_the_proxy_with_tls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with behind_proxy(tmp_path, monkeypatch) as (server, _):
        aki, ben = [await Guest(server, name).arrive() for name in ("Aki", "Ben")]
        (cookie,) = aki.http.cookies.jar
        assert cookie.secure
        table = await aki.open_table("hiroba", seats=2)
        await ben.sit(table)
        await aki.start(table)
        players = [Player(aki, table), Player(ben, table)]
        await at_once(*[player.play() for player in players])
        for player in players:
            assert player.over
            assert player.connects == 1  # the proxy let the websocket be, from the first move to the last
        for guest in (aki, ben):
            await guest.leave()


async def test_players_survive_a_restart_behind_the_proxy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with behind_proxy(tmp_path, monkeypatch) as (server, proxy):
        aki = await Guest(server, "Aki").arrive()
        table = await aki.open_table("hiroba", seats=2, fill=1)
        player = Player(aki, table)
        await player.play(lambda: len(player.made) >= 2)
        assert await server.stop() == 0
        answer, _ = await at_once(aki.http.get(f"{proxy.address}/api/v1/tables/{table}"), server.start())
        assert answer.status_code == 200  # Caddy kept it until somebody was there
        await player.play()
        assert player.over
        await aki.leave()


async def test_http_is_redirected_to_https(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with behind_proxy(tmp_path, monkeypatch) as (_, proxy), httpx.AsyncClient() as browser:
        answer = await browser.get(f"{proxy.plain}/table/x8?y=1")
        assert answer.status_code == 308
        # Without the port: outside, Caddy's port for https:// is always the usual one.
        assert answer.headers["location"] == "https://localhost/table/x8?y=1"


async def test_metrics_are_not_reachable_through_the_proxy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with behind_proxy(tmp_path, monkeypatch) as (server, proxy), httpx.AsyncClient() as browser:
        inside = await browser.get(f"http://127.0.0.1:{server.port}/metrics")
        assert inside.status_code == 200
        for path in ("/metrics", "/metrics/", "/Metrics", "/%6detrics", "//metrics", "/api/../metrics"):
            answer = await browser.get(proxy.address + path)
            assert "zashiki_requests_total" not in answer.text, path
        assert (await browser.get(f"{proxy.address}/metrics")).status_code == 404
        assert (await browser.get(f"{proxy.address}/healthz")).json()["status"] == "ok"


async def test_forged_forwarded_headers_are_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with behind_proxy(tmp_path, monkeypatch, rate_guests="1/day") as (_, proxy), httpx.AsyncClient() as browser:
        codes = []
        for address in ("203.0.113.1", "203.0.113.2"):
            headers = {"X-Forwarded-For": address, "Forwarded": f"for={address}"}
            answer = await browser.post(f"{proxy.address}/api/v1/guest", json={"name": "Aki"}, headers=headers)
            codes.append(answer.status_code)
            browser.cookies.clear()
        assert codes[0] < 300
        assert codes[1] == 429
