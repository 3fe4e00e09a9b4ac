"""`make play`: set everything up, open the house and a browser in it, as soon as it can be opened.

First come the packages, then the client for browsers; then the house opens, with the rules interpreted. Meanwhile they
are compiled. When that is done, the house closes for a moment and opens again with native code: browsers come back by
themselves, and every table stands as it was. Where nothing has to be compiled, it opens with native code at once.
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


class House:
    """The house as a process."""

    def __init__(self, arguments: list[str]) -> None:
        self.arguments = arguments
        self.process: subprocess.Popen[str] | None = None
        self.opened = threading.Event()
        self.port = ""

    def open(self, *, interpreted: bool) -> None:
        """Start it; `opened` is set when somebody can come in."""
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
        """End it politely; its exit code."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait()


def build_client(step: Step) -> None:
    """Build the client into the environment."""
    step.run([PYTHON, ROOT / "web" / "build.py", CLIENT], env={**os.environ, "ZASHIKI_PROGRESS": "1"}, quietly=True)


def main() -> int:
    """Set up, open, and open again with native code."""
    os.chdir(ROOT)
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    usual = USUAL | remembered(cache())
    house = House(sys.argv[1:])
    packages = Step("Packages", usual["Packages"], lambda step: fill(step, ["run", "build", "docs"]))
    client = Step("Browser client", usual["Browser client"], build_client)
    native = Step("The package", usual["The package"], package.install)
    try:
        packages.start()
        watch([packages])
        if package.is_installed():
            return opened(house)
        client.start()
        watch([client])
        native.start()
        # With the cache it takes a few seconds: then the house need not open twice.
        native.done.wait(0 if usual["The package"] > 20 else 5)
        if native.done.is_set():
            watch([native])
            return opened(house)
        house.open(interpreted=True)
        house.opened.wait()
        sys.stderr.write("Rules run interpreted until they are compiled; you can play.\n")
        watch([native], until=lambda: house.process is None or house.process.poll() is not None)
        if house.process is None or house.process.poll() is not None:
            return 0 if house.process is None else house.process.returncode
        assert house.process is not None
        if any(package.WHEEL.glob("*-none-any.whl")):
            sys.stderr.write("There is no C compiler here: the rules stay interpreted.\n")
            return house.process.wait()
        house.close()
        house.open(interpreted=False)
        house.opened.wait()
        sys.stderr.write("Now with native code.\n")
        return house.process.wait()
    except Failed as error:
        sys.stderr.write(f"{error}\n")
        if house.process is not None and house.process.poll() is None:
            sys.stderr.write("The house stays open, with the rules interpreted.\n")
            return house.process.wait()
        return 1
    except KeyboardInterrupt:  # the house has heard Ctrl-C, too
        return 130 if house.process is None else house.process.wait()
    except SystemExit:
        if house.process is not None:
            house.close()
        raise
    finally:
        remember(cache(), [packages, client, native])


def opened(house: House) -> int:
    """Open the house with native code and wait for its end."""
    house.open(interpreted=False)
    assert house.process is not None
    return house.process.wait()


if __name__ == "__main__":
    sys.exit(main())
