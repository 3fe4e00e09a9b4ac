"""Network addresses, as limits count them."""

from contextvars import ContextVar
from functools import lru_cache
from ipaddress import AddressValueError, IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final

from starlette.requests import HTTPConnection

NETWORK: Final[ContextVar[str]] = ContextVar("network", default="")
"""The network that the current request comes from, whoever is signed in."""
UNKNOWN: Final = "unknown"
"""Where a connection without an address comes from, such as one over a Unix socket."""


def address_of(connection: HTTPConnection) -> str:
    """The network address that a request comes from."""
    return connection.client.host if connection.client is not None else UNKNOWN


def network_at(connection: HTTPConnection) -> str:
    """The network that a request comes from: whatever is limited per address is counted for it."""
    return network_of(address_of(connection))


def tells_apart(address: str) -> bool:
    """Whether an address says where somebody is: those of this machine are also everybody's behind a proxy."""
    try:
        return not ip_address(address).is_loopback
    except ValueError:
        return False


@lru_cache(4096)
def network_of(address: str) -> str:
    """The network of an address, as limits count it.

    One subscriber has one IPv4 address, but 2^64 IPv6 addresses at least: those that share their first 64 bits count as
    one. An IPv4 address that was written as an IPv6 one (`::ffff:192.0.2.1`) is the IPv4 address.
    """
    try:
        return str(IPv4Address(address))
    except AddressValueError:
        pass
    try:
        found = IPv6Address(address)
    except AddressValueError:
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    # Without the zone of a link-local address (`fe80::1%eth0`).
    return str(IPv6Network((int(found), 64), strict=False))
