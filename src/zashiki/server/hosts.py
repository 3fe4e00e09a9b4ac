"""By which names the server is known.

A browser lets a page talk to the server that its name leads to. Whoever owns a name can let it lead to this machine
("DNS rebinding"), and a page loaded from there could then use a server that only listens on the local network. Such a
request has the foreign name in its `Host` header, so only known names are answered. An address cannot be rebound.
"""

import socket
from ipaddress import ip_address
from typing import Final, final
from urllib.parse import urlsplit

from zashiki.server.config import Config
from zashiki.table.refusals import Refused

LOCAL_SUFFIXES: Final = ("", ".local", ".lan", ".home.arpa")
"""With these the machine's own name is known in a local network; nobody can register names that end like that."""


@final
class KnownHosts:
    """The names under which requests are answered."""

    def __init__(self, config: Config) -> None:
        given = {one.strip().lower().rstrip(".") for one in config.allowed_hosts.split(",")} - {""}
        self._all = "*" in given
        self._suffixes = tuple(one for one in given if one.startswith("."))
        own = socket.gethostname().lower()
        names = {f"{name}{suffix}" for name in (own, own.partition(".")[0]) for suffix in LOCAL_SUFFIXES}
        public = urlsplit(config.public_url).hostname if config.public_url is not None else None
        self._names = given | names | {"localhost", config.host.lower()} | ({public.lower()} if public else set())

    def check(self, host: str) -> None:
        """`Refused` unless the server is known by this name; `host` is the header of that name."""
        name = _name(host)
        if not self._knows(name):
            raise Refused("host", facts={"host": name[:100]}, value=host[:100], where=["header", "host"])

    def _knows(self, name: str) -> bool:
        if name in self._names or self._all or not name:  # without a name it is not a browser that asks
            return True
        return name.endswith((".localhost", *self._suffixes)) or _is_address(name)


def _name(host: str) -> str:
    """The name in a `Host` header, without the port."""
    name = host.strip().lower()
    if name.startswith("["):
        return name[1:].partition("]")[0]
    return name.partition(":")[0].rstrip(".")


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
