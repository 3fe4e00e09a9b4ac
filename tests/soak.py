"""A night of random play: every game, number of seats and option through `zashiki simulate`. Run by `make soak`.

Any error ends it at once with the command that shows it again.
"""

import argparse
import contextlib
import io
import json
import sys
import time

from support import settings
from zashiki.cli.main import main as zashiki_command


def main() -> int:
    """Simulate every setting; 0 if all went well."""
    parser = argparse.ArgumentParser(description="Random play of every game, number of seats and option.")
    parser.add_argument("--games", type=int, default=10_000, help="games of each setting")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for setting in settings():
        command = ["simulate", setting.key, "--seats", str(setting.seats), "--games", str(args.games)]
        command += ["--seed", str(args.seed), "--json"]
        for name, value in setting.given:
            command += ["--option", f"{name}={value}"]
        began = time.perf_counter()
        with contextlib.redirect_stdout(io.StringIO()) as out:
            code = zashiki_command(command)
        if code != 0:
            sys.stderr.write("failed: zashiki " + " ".join(command) + "\n")
            return 1
        result = json.loads(out.getvalue())
        spent = time.perf_counter() - began
        sys.stdout.write(f"{setting!s:60} {result['games']:>7,} games  {spent:6.1f} s\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
