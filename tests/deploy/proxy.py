"""A real Caddy in front of a server, with the Caddyfile of the stack, on free ports of this machine."""

import os
import shutil
import socket
import ssl
import subprocess
from collections.abc import AsyncGenerator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Final

from server_process import eventually

ROOT: Final = Path(__file__).parents[2]
CADDYFILE: Final = ROOT / "deploy" / "Caddyfile"
CADDY: Final = shutil.which("caddy")


class Caddy:
    """A running Caddy."""

    def __init__(self, folder: Path, http: int, https: int) -> None:
        self.address = f"https://localhost:{https}"
        self.plain = f"http://localhost:{http}"
        self.root = folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        """The root certificate of its local certificate authority, used for localhost."""


@asynccontextmanager
async def caddy(folder: Path, http: int, https: int, server: int, name: str = "localhost") -> AsyncGenerator[Caddy]:
    """Caddy in front of the servers with this name and port; its files go into the folder."""
    # Its own ports, no admin API, and no certificate installed on this machine.
    options = f"{{\n\tadmin off\n\tskip_install_trust\n\thttp_port {http}\n\thttps_port {https}\n}}\n"
    config = folder / "Caddyfile"
    config.write_text(f"{options}import {CADDYFILE}\n", "utf-8")
    process = start(config, folder, DOMAIN="localhost", SERVER_NAME=name, SERVER_PORT=str(server))
    one = Caddy(folder, http, https)

    def is_up() -> bool:
        assert process.poll() is None, (folder / "log").read_text("utf-8")
        return one.root.exists() and answers(http) and answers(https, one.root)

    try:
        await eventually(is_up)
        yield one
    finally:
        process.terminate()
        process.wait(30)


def start(config: Path, folder: Path, **settings: str) -> subprocess.Popen[bytes]:
    """Start Caddy with this configuration."""
    assert CADDY is not None
    homes = {name: str(folder) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    with (folder / "log").open("wb") as log:
        return subprocess.Popen(
            [CADDY, "run", "--adapter", "caddyfile", "--config", str(config)],
            env={**os.environ, **homes, **settings},
            stdout=log,
            stderr=subprocess.STDOUT,
        )


def answers(port: int, root: Path | None = None) -> bool:
    """Whether the port accepts connections, with a certificate of this authority, issued after the start."""
    try:
        with socket.create_connection(("localhost", port), timeout=5) as plain:
            if root is not None:
                ssl.create_default_context(cafile=str(root)).wrap_socket(plain, server_hostname="localhost").close()
    except OSError:
        return False
    return True


def free_ports(count: int) -> list[int]:
    """Free ports."""
    with ExitStack() as stack:
        probes = [stack.enter_context(socket.socket()) for _ in range(count)]
        for probe in probes:
            probe.bind(("127.0.0.1", 0))
        return [int(probe.getsockname()[1]) for probe in probes]
