"""Limits count networks: all addresses of one IPv6 subscriber are the same."""

from pathlib import Path

import pytest

from server.client import running_server
from zashiki.server.addresses import network_of


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("::FFFF:C000:0207", "192.0.2.7"),
        ("2001:db8:1:2::7", "2001:db8:1:2::/64"),
        ("2001:0DB8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::7", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("unknown", "unknown"),
        ("", ""),
        ("192.0.2", "192.0.2"),
        ("192.0.2.7:8765", "192.0.2.7:8765"),
    ],
)
def test_the_network_of_an_address(address: str, network: str) -> None:
    assert network_of(address) == network


async def test_addresses_of_one_network_share_its_limits(tmp_path: Path) -> None:
    async with running_server(tmp_path, rate_requests="2/day") as server:
        own = [server.anonymous(f"2001:db8:1:2::{number}") for number in range(3)]
        answers = [await one.client.get("/api/v1/games") for one in own]
        assert [one.status_code for one in answers] == [200, 200, 429]
        assert (await own[0].websocket("/ws/me").bye())["code"] == "rate"
        await server.anonymous("2001:db8:1:3::1").get("games")
        await server.anonymous("192.0.2.1").get("games")
        await server.anonymous("::ffff:192.0.2.1").get("games")
        await server.anonymous("192.0.2.1").get("games", 429)


async def test_guests_of_one_network_are_counted_together(tmp_path: Path) -> None:
    async with running_server(tmp_path, rate_guests="2/day") as server:
        answers = [
            await server.anonymous(f"2001:db8::{number}").client.post("/api/v1/guest", json={}) for number in range(3)
        ]
        assert [one.status_code for one in answers] == [201, 201, 429]
