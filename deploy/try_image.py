"""Build the image of `Containerfile` without a registry or an engine, and play in it: `make image`, as root on Debian.

The base is a minimal Debian made by debootstrap; Buildah builds with chroot isolation, which also works inside
containers. Then the image runs as an engine would run it, by its own metadata: its command, user, folder and volume, as
process 1, on a read-only file system, without capabilities, in the host's network. Everything is in one temporary
folder, which is removed at the end.

`apt-get install buildah debootstrap caddy iproute2` installs what it needs. The guests are those of the tests:
`PYTHONPATH=tests python -m deploy.try_image --help`.
"""

import argparse
import asyncio
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, Final, TypeVar

from server_process import Guest, Player, Server

ROOT: Final = Path(__file__).resolve().parents[1]
DEBIAN: Final = "http://deb.debian.org/debian"
AUTHORITIES: Final = Path("/etc/ssl/certs/ca-certificates.crt")
PATH: Final = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
NEEDED: Final = ("buildah", "debootstrap", "unshare", "setpriv")
CANNOT: Final = 2
"""The exit code if the image cannot be tried here."""
T = TypeVar("T")

# $1 is the image's root, $2 the folder to mount as its volume at $3; the rest is the command.
CONTAINER: Final = """
set -eu
mount --bind "$1" "$1"
mount -o remount,bind,ro "$1"
mount --bind "$2" "$1$3"
mount -t tmpfs -o mode=1777 tmpfs "$1/tmp"
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
root="$1"
shift 3
exec chroot "$root" "$@"
"""


class Wrong(Exception):
    """The image does not do what it should."""


def check(fine: object, what: str) -> None:
    """Check one requirement and print it."""
    if not fine:
        raise Wrong(what)
    print(f"    {what}", flush=True)


def step(what: str, work: Callable[[], T]) -> T:
    """Do something that takes a while, and say how long."""
    print(f"{what} …", flush=True)
    began = time.monotonic()
    done = work()
    print(f"    {time.monotonic() - began:.0f} s", flush=True)
    return done


class Builder:
    """Buildah with a storage of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.line = ["buildah", "--storage-driver", "vfs", "--root", str(folder / "storage")]
        self.line += ["--runroot", str(folder / "run")]

    def __call__(self, *words: str) -> str:
        # What it has to tell is only of interest if it fails.
        done = subprocess.run(
            [*self.line, *words], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )
        if done.returncode != 0:
            raise Wrong(f"buildah {words[0]} failed:\n{done.stdout[-6000:]}")
        return done.stdout.strip()

    def make_base(self, tree: Path) -> str:
        """An image with Debian and its Python."""
        if not tree.exists():
            line = ["debootstrap", "--variant=minbase", "--include=python3,python3-venv,ca-certificates", "bookworm"]
            done = subprocess.run([*line, str(tree), DEBIAN], capture_output=True, text=True, check=False)
            if done.returncode != 0:
                raise Wrong(f"debootstrap failed:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
        # In some networks PyPI and npm are reached by a proxy, with an authority that only the machines there know.
        shutil.copy(AUTHORITIES, tree / AUTHORITIES.relative_to("/"))
        known = [f"{name}={AUTHORITIES}" for name in ("PIP_CERT", "NODE_EXTRA_CA_CERTS")]
        container = self("from", "scratch")
        self("add", "--quiet", container, str(tree), "/")
        self("config", *[word for pair in (PATH, *known) for word in ("--env", pair)], container)
        self("commit", "--quiet", "--rm", container, "localhost/zashiki-base:try")
        return "localhost/zashiki-base:try"

    def build(self, base: str, lane: str) -> str:
        """Build the Containerfile on this base."""
        arguments = {"BASE": base, "BUILD_PACKAGES": "gcc libc6-dev python3-dev", "ZASHIKI_LANE": lane}
        words = [word for name, value in arguments.items() for word in ("--build-arg", f"{name}={value}")]
        kind = ["--isolation", "chroot", "--format", "docker", "--layers=false"]
        self("build", *kind, "-f", "Containerfile", *words, "-t", "localhost/zashiki:try", ".")
        return "localhost/zashiki:try"


class Container(Server):
    """A server that runs in the image, as an engine would run it; guests of the tests can play on it."""

    def __init__(self, root: Path, about: dict[str, Any], volume: Path, **given: str) -> None:
        super().__init__(database="")
        self.root, self.about, self.volume, self.given = root, about, volume, given
        self.orders: list[str] = about["Cmd"]
        """The arguments of the image's entry point."""
        self.address = f"http://127.0.0.1:{given.get('ZASHIKI_PORT')}"

    def line(self, *command: str) -> list[str]:
        """The command that runs something in the image."""
        user, _, group = self.about["User"].partition(":")
        (mount,) = self.about["Volumes"]
        rights = ["--clear-groups", "--bounding-set=-all", "--inh-caps=-all", "--no-new-privs"]
        inside = ["/usr/bin/setpriv", f"--reuid={user}", f"--regid={group}", *rights]
        inside += ["/usr/bin/env", "--ignore-environment", f"--chdir={self.about['WorkingDir']}", *self.about["Env"]]
        inside += [f"{name}={value}" for name, value in self.given.items()]
        # Its own namespaces; it ends with this process.
        apart = ["unshare", "--mount", "--pid", "--ipc", "--uts", "--fork", "--kill-child=SIGKILL"]
        return [*apart, "sh", "-c", CONTAINER, "sh", str(self.root), str(self.volume), mount, *inside, *command]

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run something in the image, beside the server, to its end."""
        return subprocess.run(
            self.line(*command), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, timeout=120
        )

    def healthy(self) -> bool:
        """Run the image's own health check."""
        kind, *command = self.about["Healthcheck"]["Test"]
        assert kind == "CMD"
        return self.run(*command).returncode == 0

    def zashiki(self, *words: str) -> str:
        """Run the command `zashiki` in the image; returns its output."""
        done = self.run(*self.about["Entrypoint"], *words)
        if done.returncode != 0:
            raise Wrong(f"zashiki {' '.join(words)}: {done.stdout}")
        return done.stdout

    def open(self) -> None:
        """Start the image's command, and wait until the server is ready."""
        with (self.home / "log").open("a") as log:
            self.process = subprocess.Popen(
                self.line(*self.about["Entrypoint"], *self.orders), stdout=subprocess.PIPE, stderr=log, text=True
            )
        assert self.process.stdout is not None
        if not self.process.stdout.readline():
            raise Wrong(f"the server did not start: {self.log()}")
        self.ready.set()

    @property
    def first(self) -> int:
        """The host's id of the container's process 1."""
        assert self.process is not None
        number = self.process.pid
        return int(Path(f"/proc/{number}/task/{number}/children").read_text().split()[0])

    def close(self) -> int:
        """Stop it like `docker stop`, which waits ten seconds; returns the exit code."""
        assert self.process is not None
        os.kill(self.first, signal.Signals[self.about["StopSignal"]])
        self.ready.clear()
        code = self.process.wait(10 + 5)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process = None
        return code

    def clean(self) -> None:
        """Kill it if it is still running, and clean up."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.home)


async def play(server: Container, lane: str) -> None:
    """Play a game in the image, with a restart halfway through."""
    version = server.zashiki("--version").strip()
    check(lane in version, version)
    check(
        server.run("/opt/zashiki/bin/python", "-c", "import asyncpg, redis, saq").returncode == 0, "can join a cluster"
    )
    check(server.run("/opt/zashiki/bin/python", "-m", "pip", "--version").returncode != 0, "has no pip")
    check(server.run("/usr/bin/gcc", "--version").returncode != 0, "has no compiler")
    check(server.run("/usr/bin/touch", "/opt/zashiki/x").returncode != 0, "cannot write outside its volume")
    check(not server.healthy(), "the health check fails before the start")
    server.open()
    check(server.healthy(), "the health check passes after the start")
    status = dict(line.split(":\t", 1) for line in Path(f"/proc/{server.first}/status").read_text().splitlines())
    user = server.about["User"].partition(":")[0]
    check(status["Uid"].split() == [user] * 4, f"runs as user {user}")
    check(int(status["CapEff"], 16) == int(status["CapBnd"], 16) == 0, "has no capability and can get none")
    check(status["NSpid"].split()[-1] == "1", "is process 1")

    guest = await Guest(server, "Aki").arrive()
    page = await guest.http.get(f"{server.address}/")
    check(page.status_code == 200 and "/assets/" in page.text, "serves the client")
    table = await guest.open_table("hiroba", seats=2, fill=3)
    player = Player(guest, table)
    await player.play(lambda: len(player.made) >= 3)
    check(not player.over and len(player.made) >= 3, f"{player.ply} plies are played")
    began = time.monotonic()
    check(server.close() == 0, f"stops when asked ({time.monotonic() - began:.1f} s)")
    before = player.ply
    server.open()
    await player.play()
    check(
        player.over and player.ply > before,
        f"after a restart on its volume, the game continues and ends at ply {player.ply}",
    )
    (server.volume / "record.json").write_text(json.dumps(await guest.record(table)), "utf-8")
    check(server.zashiki("verify", "record.json"), "its record is verified")
    check(server.zashiki("admin", "backup", "zashiki.backup"), "a backup is written while the server runs")
    await guest.leave()
    check(server.healthy() and server.problems() == [], "no problems in the log")
    check(server.close() == 0, "stops when asked")


def free_port() -> int:
    """A free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def bounded(minutes: float) -> Generator[None]:
    """Give up after this many minutes."""

    def late(number: int, frame: FrameType | None) -> None:
        raise Wrong(f"not done after {minutes:g} minutes")

    signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, 60 * minutes)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def try_image(folder: Path, tree: Path, lane: str) -> None:
    """Build and try the image in this folder."""
    buildah = Builder(folder)
    base = step("Debian as the base", lambda: buildah.make_base(tree))
    image = step(f"The image ({lane})", lambda: buildah.build(base, lane))
    about = json.loads(buildah("inspect", "--type", "image", image))["Docker"]["config"]
    root = Path(buildah("mount", buildah("from", image)))
    weight = sum(path.lstat().st_size for path in (root / "opt" / "zashiki").rglob("*") if not path.is_symlink())
    print(f"    {weight / 1e6:.0f} MB beside the base", flush=True)
    volume = folder / "volume"
    shutil.copytree(root / about["WorkingDir"].lstrip("/"), volume)
    owner = (root / about["WorkingDir"].lstrip("/")).stat()
    os.chown(volume, owner.st_uid, owner.st_gid)  # an engine fills a new volume from the image
    server = Container(root, about, volume, ZASHIKI_PORT=str(free_port()), ZASHIKI_BOT_PACE="0")
    try:
        step("A server in it", lambda: asyncio.run(play(server, lane)))
    except BaseException:
        print(server.log()[-3000:] if (server.home / "log").exists() else "", file=sys.stderr)
        raise
    finally:
        server.clean()
    step("The stack with it", lambda: try_stack(folder, root, about))


def try_stack(folder: Path, root: Path, about: dict[str, Any]) -> None:
    """Try the stack in its own network namespace."""
    if missing := [name for name in ("caddy", "ip") if shutil.which(name) is None]:
        print(f"    not tried, for want of {' and '.join(missing)}", flush=True)
        return
    (folder / "about.json").write_text(json.dumps(about), "utf-8")
    line = ["unshare", "--net", "--mount", "--fork", "--kill-child=SIGKILL", sys.executable, "-m", "deploy.try_stack"]
    if subprocess.run([*line, str(folder), str(root)], cwd=ROOT, check=False).returncode != 0:
        raise Wrong("the stack does not work; see above")


def main(arguments: Sequence[str] | None = None) -> int:
    """Try it; 0 if all is well, 1 if not, 2 if it cannot be tried here."""
    parser = argparse.ArgumentParser(description="Build the image and play in it.")
    parser.add_argument(
        "--lane", choices=("compiled", "interpreted"), default="compiled", help="interpreted builds faster"
    )
    parser.add_argument(
        "--tree", type=Path, help="a folder for debootstrap's Debian that is kept, and used if it is there"
    )
    parser.add_argument("--minutes", type=float, default=40, help="give up after so long (40)")
    given = parser.parse_args(arguments)
    if missing := [name for name in NEEDED if shutil.which(name) is None]:
        print(
            f"The image cannot be tried here without {', '.join(missing)} (Debian's packages have them).",
            file=sys.stderr,
        )
        return CANNOT
    if os.geteuid() != 0:
        print("The image can only be tried as root: debootstrap and mounts need it.", file=sys.stderr)
        return CANNOT
    folder = Path(tempfile.mkdtemp(prefix="zashiki-image-"))
    try:
        with bounded(given.minutes):
            try_image(folder, given.tree or folder / "debian", given.lane)
    except Wrong as error:
        print(f"Wrong: {error}", file=sys.stderr)
        return 1
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print("The image is fine.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
