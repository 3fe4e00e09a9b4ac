"""`make play`: set everything up, and start the server and a browser as soon as possible.

First come the packages, then the browser client; then the server starts with interpreted rules, while these are
compiled. When that is done, the server restarts with native code: browsers reconnect by themselves, and every table is
as it was. If nothing has to be compiled, it starts with native code at once.
"""

import os
import re
import signal
import subprocess
import sys
import threading
from typing import Final

import package
from environment import PYTHON, ROOT, VENV, cache, fill
from progress import Failed, Step, remember, remembered, watch

CLIENT: Final = VENV / "client"
USUAL: Final = {"Packages": 25.0, "Browser client": 25.0, "The package": 60.0}


class Server:
    """The server as a process."""

    def __init__(self, arguments: list[str]) -> None:
        self.arguments = arguments
        self.process: subprocess.Popen[str] | None = None
        self.opened = threading.Event()
        self.port = ""

    def open(self, *, interpreted: bool) -> None:
        """Start it; `opened` is set once it accepts connections."""
        env = dict(os.environ)
        arguments = list(self.arguments)
        if interpreted:
            env |= {"PYTHONPATH": str(ROOT / "src"), "ZASHIKI_CLIENT": str(CLIENT)}
        if self.port:
            env["ZASHIKI_PORT"] = self.port
            arguments.append("--no-browser")  # there is one already
        self.opened = threading.Event()
        self.process = subprocess.Popen(
            [str(PYTHON), "-m", "zashiki", *dict.fromkeys(arguments)], stdout=subprocess.PIPE, text=True, env=env
        )
        threading.Thread(target=self._listen, args=(self.process, self.opened, bool(self.port)), daemon=True).start()

    def _listen(self, process: "subprocess.Popen[str]", opened: threading.Event, again: bool) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            found = re.search(r"https?://\S*?:(\d+)", line)
            if found is not None:
                self.port = found[1]
            if not (again and found):
                sys.stdout.write(line)
                sys.stdout.flush()
            opened.set()
        opened.set()

    def close(self) -> int:
        """Terminate it gracefully; return its exit code."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait()


def build_client(step: Step) -> None:
    """Build the client into the environment."""
    step.run([PYTHON, ROOT / "web" / "build.py", CLIENT], env={**os.environ, "ZASHIKI_PROGRESS": "1"}, quietly=True)


def main() -> int:
    """Set up, start the server, and restart it with native code."""
    os.chdir(ROOT)
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    usual = USUAL | remembered(cache())
    server = Server(sys.argv[1:])
    packages = Step("Packages", usual["Packages"], lambda step: fill(step, ["run", "build", "docs"]))
    client = Step("Browser client", usual["Browser client"], build_client)
    native = Step("The package", usual["The package"], package.install)
    try:
        packages.start()
        watch([packages])
        if package.is_installed():
            return opened(server)
        client.start()
        watch([client])
        native.start()
        # With a warm cache it takes a few seconds: then the server need not start twice.
        native.done.wait(0 if usual["The package"] > 20 else 5)
        if native.done.is_set():
            watch([native])
            return opened(server)
        server.open(interpreted=True)
        server.opened.wait()
        sys.stderr.write("Rules run interpreted until they are compiled; you can play.\n")
        watch([native], until=lambda: server.process is None or server.process.poll() is not None)
        if server.process is None or server.process.poll() is not None:
            return 0 if server.process is None else server.process.returncode
        assert server.process is not None
        if any(package.WHEEL.glob("*-none-any.whl")):
            sys.stderr.write("No C compiler found: the rules stay interpreted.\n")
            return server.process.wait()
        server.close()
        server.open(interpreted=False)
        server.opened.wait()
        sys.stderr.write("Now with native code.\n")
        return server.process.wait()
    except Failed as error:
        sys.stderr.write(f"{error}\n")
        if server.process is not None and server.process.poll() is None:
            sys.stderr.write("The server keeps running, with interpreted rules.\n")
            return server.process.wait()
        return 1
    except KeyboardInterrupt:  # the server got Ctrl-C, too
        return 130 if server.process is None else server.process.wait()
    except SystemExit:
        if server.process is not None:
            server.close()
        raise
    finally:
        remember(cache(), [packages, client, native])


def opened(server: Server) -> int:
    """Start the server with native code and wait until it ends."""
    server.open(interpreted=False)
    assert server.process is not None
    return server.process.wait()


if __name__ == "__main__":
    sys.exit(main())
