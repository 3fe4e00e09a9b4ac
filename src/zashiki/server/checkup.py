"""What `zashiki admin doctor` checks beside the database: this machine, the settings, the files, the backup, Redis.

Every check says what it found, and what to do about it. None changes anything.
"""

import os
import platform
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import urlsplit

import zashiki
from zashiki.lane import lane
from zashiki.server.config import FILE, Config
from zashiki.store import files
from zashiki.store.generations import BadBackup, generations
from zashiki.store.recovery import Progress, restore
from zashiki.store.wal import log_bytes

State = Literal["ok", "warn", "fail"]

FEW_FILES: Final = 4096
LITTLE_SPACE: Final = 1_000_000_000
NO_SPACE: Final = 100_000_000
FEW_INODES: Final = 10_000
LONG_LOG: Final = 128_000_000
"""Bytes of a write-ahead log that somebody keeps from being moved into the database."""
LATE: Final = 60.0
"""Seconds after which a continuous backup of a running server is late."""
LOOPBACK: Final = (ip_address("127.0.0.1"), ip_address("::1"))
KEPT: Final = ("unused_guests", "inactive_guests", "closed_tables", "chat", "removed_chat", "reports", "audit")
"""What is kept for ever if the setting is 0."""
LARGE: Final = 500_000_000
"""Bytes of a backup that is restored for a trial with `--full` only."""


@dataclass(frozen=True)
class Check:
    """One line of the doctor."""

    check: str
    state: State
    found: str
    remedy: str = ""
    """What to do; empty if all is well."""


def machine() -> Iterator[Check]:
    """Python, the package, the limits of the process."""
    here = lane()
    version = f"Zashiki {zashiki.__version__}, Python {platform.python_version()}, {here}"
    slow = "install a C compiler and reinstall: bots think several times faster compiled"
    yield Check("version", "ok" if here == "compiled" else "warn", version, "" if here == "compiled" else slow)
    if sys.platform != "win32":
        import resource

        limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        many = limit == resource.RLIM_INFINITY or limit >= FEW_FILES
        remedy = "" if many else "LimitNOFILE=65536 in the service: every connection needs a file"
        shown = "unlimited" if limit == resource.RLIM_INFINITY else f"{limit:,}"
        yield Check("open files", "ok" if many else "warn", f"at most {shown}", remedy)


def settings(config: Config) -> Iterator[Check]:
    """Settings that are valid and still unwise."""
    wrong = list(_unwise(config))
    for found, remedy in wrong:
        yield Check("settings", "warn", found, remedy)
    if not wrong:
        yield Check("settings", "ok", "nothing unusual")
    path = Path(os.environ.get("ZASHIKI_CONFIG", FILE))
    secret = config.webhook_secret is not None or "@" in config.database or config.redis is not None
    if secret and path.exists() and files.readable_by_others(path):
        yield Check("settings file", "warn", f"{path} contains secrets and others can read it", f"chmod 600 {path}")


def _unwise(config: Config) -> Iterator[tuple[str, str]]:
    if config.bot_pace == 0:
        yield "bot_pace is 0", "a bot's time reveals something about its hand: leave it at 0.7"
    if not config.durable:
        yield "durable is false", "a power cut may lose acknowledged moves: leave it at true"
    if config.metrics == "open":
        yield "metrics are open to everybody", "set metrics to 'local', or let the proxy hide them"
    if config.webhook is not None and config.webhook_secret is None:
        yield "the webhook is not signed", "set webhook_secret"
    if "*" in config.trusted_proxies:
        yield "every proxy is trusted", "anybody can pretend any address: name the proxy in trusted_proxies"
    forever = [f"{name}_days" for name in KEPT if getattr(config, f"{name}_days") == 0]
    if forever:
        yield f"kept for ever: {', '.join(forever)} 0", "give them days, or expect the database to grow for ever"
    yield from _unwise_address(config)


def _unwise_address(config: Config) -> Iterator[tuple[str, str]]:
    """Whether the settings about names, TLS and proxies fit each other. Nothing is connected to outside."""
    public = None if config.public_url is None else urlsplit(config.public_url)
    if public is None and not _loopback(config.host):
        yield f"{config.host} is reached without TLS", "put a proxy with TLS in front, and set public_url"
    if public is None:
        return
    name = public.hostname or ""
    if public.scheme not in ("http", "https") or not name or public.path.strip("/") or public.query or public.fragment:
        yield f"public_url is {config.public_url}", "write the scheme and the name alone: https://games.example.org"
    elif public.scheme != "https" and not _loopback(name):
        yield f"public_url is {config.public_url}", "cookies are not Secure without TLS: use https"
    elif public.scheme == "https" and not _loopback(config.host):
        yield f"{config.host} is also reached past the proxy", "listen on 127.0.0.1, or let a firewall do that"
    elif public.scheme == "https" and _address(name) is not None:
        yield f"public_url is {config.public_url}", "browsers make passkeys for names alone: use the server's name"
    if _loopback(config.host) and not _loopback(name) and not _trusts_this_machine(config):
        found = f"a proxy on this machine is not among the trusted_proxies ({config.trusted_proxies or 'none'})"
        yield found, "add 127.0.0.1: without it everybody has the proxy's address, and one limit for all"


def _address(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host.strip("[]"))
    except ValueError:
        return None


def _loopback(host: str) -> bool:
    address = _address(host)
    return host == "localhost" if address is None else address.is_loopback


def _trusts_this_machine(config: Config) -> bool:
    return any(_includes_this_machine(one.strip()) for one in config.trusted_proxies.split(","))


def _includes_this_machine(proxy: str) -> bool:
    try:
        network = ip_network(proxy, strict=False)
    except ValueError:
        return proxy == "*"
    return any(address in network for address in LOOPBACK)


def port(config: Config, running: str | None) -> Check:
    """Whether the server's port is free, or the server is at it."""
    if config.port == 0:
        return Check("port", "ok", "any free one")
    host = "127.0.0.1" if config.host in ("0.0.0.0", "::") else config.host
    try:
        socket.create_connection((host, config.port), 1.0).close()
    except OSError:
        if running is None:
            return Check("port", "ok", f"{host}:{config.port} is free")
        remedy = "if it listens elsewhere, run this with its settings; else look into its log"
        return Check("port", "warn", f"a server is running, but nothing answers at {host}:{config.port}", remedy)
    if running is None:
        remedy = "another program, or a server with another database: choose another port"
        return Check("port", "warn", f"{host}:{config.port} is in use, and no server uses this database", remedy)
    return Check("port", "ok", f"something listens at {host}:{config.port}")


def database_files(file: Path) -> Iterator[Check]:
    """Who may read the files of SQLite, where they are, and how much room there is."""
    bad = [one.name for one in files.files_of(file) if files.readable_by_others(one)]
    if bad:
        remedy = f"chmod 600 {file}*: they contain every hand"
        yield Check("permissions", "fail", f"others can read {', '.join(bad)}", remedy)
    else:
        yield Check("permissions", "ok", "only the owner can read the database")
    folder = file.resolve().parent
    if os.name == "posix" and folder.stat().st_mode & 0o002:
        remedy = f"chmod o-w {folder}: others can replace the database"
        yield Check("folder", "fail", f"others can write in {folder}", remedy)
    elif os.name == "posix" and folder.stat().st_mode & 0o007:
        yield Check("folder", "warn", f"others can look into {folder}", f"chmod 700 {folder}")
    else:
        yield Check("folder", "ok", str(folder))
    kind = files.on_network(folder)
    if kind is not None:
        yield Check("file system", "fail", f"{kind}: SQLite's locks are not safe there", "use a local disk")
    yield from room("disk", folder)
    size = log_bytes(file)
    long = size > LONG_LOG
    remedy = "somebody keeps a transaction open; a restart makes it short" if long else ""
    yield Check("write-ahead log", "warn" if long else "ok", f"{size / 1e6:,.1f} MB", remedy)


def room(check: str, folder: Path) -> Iterator[Check]:
    """Whether there is room for what will be written."""
    free = shutil.disk_usage(folder).free
    state: State = "fail" if free < NO_SPACE else "warn" if free < LITTLE_SPACE else "ok"
    remedy = "" if state == "ok" else "make room: without it nothing can be stored"
    yield Check(check, state, f"{free / 1e9:,.1f} GB free in {folder}", remedy)
    if hasattr(os, "statvfs"):
        left = os.statvfs(folder)
        if left.f_files and left.f_favail < FEW_INODES:
            yield Check(check, "warn", f"{left.f_favail:,} inodes free in {folder}", "delete files that nobody needs")


def continuous_backup(config: Config, running: str | None, progress: Progress, *, full: bool) -> Iterator[Check]:
    """Whether the continuous backup is recent, and can be restored: it is, into a file for the trial."""
    if config.backup_to is None:
        yield Check("backup", "warn", "no continuous backup", "set backup_to to a folder on another disk")
        return
    target = Path(config.backup_to).expanduser()
    complete = [one for one in generations(target) if one.complete]
    if not complete:
        yield Check("backup", "fail", f"nothing to restore in {target}", "look into the log of the server")
        return
    yield from room("backup disk", target)
    last = max((one.stat().st_mtime for one in complete[-1].segments()), default=0.0)
    age = time.time() - last
    late = running is not None and age > LATE + config.backup_every
    found = f"{len(complete)} generations in {target}, the last change {age:,.0f} seconds ago"
    remedy = "the server should add something every second: look into its log" if late else ""
    yield Check("backup", "warn" if late else "ok", found, remedy)
    size = sum(one.stat().st_size for one in complete[-1].folder.iterdir())
    if size > LARGE and not full:
        yield Check("backup", "ok", f"not restored for a trial: {size / 1e9:,.1f} GB", "--full does it")
        return
    with tempfile.TemporaryDirectory(prefix="zashiki") as folder:
        try:
            done = restore(target, Path(folder) / "trial.db", None, progress)
        except (BadBackup, OSError) as error:
            yield Check("backup", "fail", f"cannot be restored: {error}", "restart the server: it begins anew")
            return
    for problem in done.problems:
        yield Check("backup", "fail", problem, "restart the server: it begins a new generation")
    yield Check("backup", "ok", f"restored for a trial, {done.rows['moves']:,} moves")


async def redis(url: str) -> Iterator[Check]:
    """Whether Redis answers, is new enough, deletes nothing by itself, and takes what is written."""
    from redis.asyncio import Redis
    from redis.exceptions import RedisError

    client = Redis.from_url(url, socket_timeout=3, socket_connect_timeout=3)
    try:
        return redis_state(await client.info())
    except (RedisError, OSError) as error:
        return iter([Check("redis", "fail", f"does not answer: {error}", "start it; until then bots wait")])
    finally:
        await client.aclose()


def redis_state(about: Mapping[str, Any]) -> Iterator[Check]:
    """What Redis says about itself."""
    version = str(about["redis_version"])
    old = tuple(int(part) for part in version.split(".")[:2]) < (6, 2)
    yield Check("redis", "fail" if old else "ok", f"Redis {version}", "install 6.2 or newer" if old else "")
    policy = str(about.get("maxmemory_policy", "noeviction"))
    if policy != "noeviction":
        most = int(about.get("maxmemory", 0))
        when = f"at {most / 1e6:,.0f} MB" if most else "as soon as maxmemory is set"
        remedy = "set maxmemory-policy to noeviction: bots' turns are in it"
        yield Check("redis memory", "warn", f"deletes keys {when} ({policy})", remedy)
    failing = [
        what
        for what, key in (("snapshot", "rdb_last_bgsave_status"), ("append-only file", "aof_last_write_status"))
        if about.get(key, "ok") != "ok"
    ]
    if failing:
        remedy = (
            'make room on its disk, or switch persistence off (save "", appendonly no): nothing in it has to be kept'
        )
        yield Check("redis disk", "fail", f"its last {' and '.join(failing)} failed: it may refuse writes", remedy)
        return
    kept = "in an append-only file" if int(about.get("aof_enabled", 0)) else "in snapshots at most"
    yield Check("redis disk", "ok", f"what it contains is stored {kept}; none of it has to be")
