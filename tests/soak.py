"""Long random play: every game, number of seats and option through `zashiki simulate`. Run by `make soak`.

Hiroba is also played with many sets of random tiles (HB-R8).

Any error ends it at once with the command that reproduces it. With `--seconds` (`make night`) the other settings are
played all the same, in random order, until the time is over, and `--report` writes a line of JSON for each. Ctrl-C ends
it between two games; a setting that it cuts short has not failed, and is not reported.
"""

import argparse
import contextlib
import io
import json
import random
import shlex
import sys
import time
import traceback
from typing import Any

from hiroba.tilings import random_tiles
from support import Setting, settings
from zashiki.cli.console import INTERRUPTED
from zashiki.cli.main import main as zashiki_command

TILINGS = 30
"""Sets of random tiles, each with its share of the games."""


def tilings(seed: int) -> list[Setting]:
    """Return Hiroba with random tiles, for 2, 3 and 4 players in turn."""
    sets = [json.dumps(random_tiles(TILINGS * seed + number)) for number in range(TILINGS)]
    return [Setting("hiroba", 2 + number % 3, (("tiles", tiles),)) for number, tiles in enumerate(sets)]


def simulated(setting: Setting, games: int, seed: int) -> dict[str, Any] | None:
    """Simulate one setting; return the number of games, the time, and the error, if any. None after Ctrl-C."""
    command = ["simulate", setting.key, "--seats", str(setting.seats), "--games", str(games)]
    command += ["--seed", str(seed), "--json"]
    for name, value in setting.given:
        command += ["--option", f"{name}={value}"]
    began = time.perf_counter()
    out, said = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(said):
        try:
            code = zashiki_command(command)
        except Exception:  # whatever fails, the run continues and reports it
            code = 1
            said.write(traceback.format_exc())
    if code == INTERRUPTED:
        return None
    result = {"setting": str(setting), "seed": seed, "seconds": round(time.perf_counter() - began, 1)}
    if code != 0:
        return {**result, "games": 0, "command": shlex.join(["zashiki", *command]), "said": said.getvalue()}
    return {**result, "games": json.loads(out.getvalue())["games"]}


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Random play of every game, number of seats and option.")
    parser.add_argument("--games", type=int, default=10_000, help="games of each setting")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, help="start no further setting after this time")
    parser.add_argument("--report", metavar="FILE", help="append a line of JSON for every setting to this file")
    return parser.parse_args()


def main() -> int:
    """Simulate every setting; return 0 if all succeeded, 1 if one failed, 130 after Ctrl-C."""
    args = arguments()
    end = time.monotonic() + (float("inf") if args.seconds is None else args.seconds)
    work = [(setting, args.games) for setting in settings()]
    work += [(setting, max(1, 3 * args.games // TILINGS)) for setting in tilings(args.seed)]
    if args.seconds is not None:
        random.Random(args.seed).shuffle(work)  # vary which settings come last
    failed = False
    for setting, games in work:
        if time.monotonic() > end:
            break
        result = simulated(setting, games, args.seed)
        if result is None:
            return INTERRUPTED
        if args.report is not None:
            with open(args.report, "a", encoding="utf-8") as report:
                report.write(json.dumps(result) + "\n")
        if "command" in result:
            sys.stderr.write(f"{result['said']}failed: {result['command']}\n")
            failed = True
            if args.seconds is None:
                return 1
        sys.stdout.write(f"{setting!s:60.60} {result['games']:>7,} games  {result['seconds']:6.1f} s\n")
        sys.stdout.flush()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
