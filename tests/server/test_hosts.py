"""Only requests under known names are answered: whoever owns another name cannot let it lead here."""

import socket
from pathlib import Path

import pytest

from server.client import running_server
from zashiki.server.config import Config
from zashiki.server.hosts import KnownHosts
from zashiki.table.refusals import Refused

OWN = socket.gethostname().lower()


@pytest.mark.parametrize(
    "host",
    [
        *(
            "localhost",
            "localhost:8765",
            "LOCALHOST.",
            "play.localhost:1",
            "127.0.0.1:8765",
            "192.168.1.7:8765",
            "[::1]:8765",
        ),
        *(OWN, f"{OWN}:8765", f"{OWN}.local", "games.example.org", "games.example.org:443", "", "[fe80::1]"),
        *("nas.fritz.box:8765", "a.lab.example", "b.a.lab.example:80"),
    ],
)
def test_known_names(host: str) -> None:
    config = Config(public_url="https://games.example.org", allowed_hosts="nas.fritz.box, .lab.example")
    KnownHosts(config).check(host)


@pytest.mark.parametrize(
    "host",
    [
        *(
            "evil.example",
            "evil.example:8765",
            "games.example.org.evil.example",
            "127.0.0.1.evil.example",
            "lab.example",
        ),
        *("localhost.evil.example", "evillocalhost", "nas.fritz.box.evil.example", f"{OWN}.evil.example", "0x7f000001"),
    ],
)
def test_foreign_names(host: str) -> None:
    config = Config(public_url="https://games.example.org", allowed_hosts="nas.fritz.box, .lab.example")
    with pytest.raises(Refused) as found:
        KnownHosts(config).check(host)
    assert found.value.code == "host"
    KnownHosts(Config(allowed_hosts="*")).check(host)


async def test_a_page_under_a_foreign_name_gets_nothing(tmp_path: Path) -> None:
    async with running_server(tmp_path, allowed_hosts="") as server:
        evil = {"host": "evil.example", "origin": "http://evil.example"}
        page = server.anonymous(**evil)
        for method, path in (
            ("GET", "/metrics"),
            ("GET", "/api/v1/tables"),
            ("POST", "/api/v1/guest"),
            ("GET", "/"),
        ):
            response = await page.client.request(method, path, json={} if method == "POST" else None)
            assert response.status_code == 421, path
            assert response.json()["error"]["code"] == "host"
            assert "allowed_hosts" in response.json()["error"]["text"]
        assert (await page.websocket("/ws/me", headers=evil).bye())["code"] == "host"
        assert (await page.client.get("/healthz")).status_code == 200
        at_home = server.anonymous(host="192.168.1.7:8765", origin="http://192.168.1.7:8765")
        await at_home.post("guest", 201)
