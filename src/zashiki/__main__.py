"""The command `zashiki`, which is also `python -m zashiki`."""

import sys

from zashiki.extras import MissingPart, needs


def main() -> int:
    """Run the command; its exit code."""
    try:
        with needs("cli", "the zashiki command"):
            from zashiki.cli.main import main as run
    except MissingPart as missing:
        sys.stderr.write(f"zashiki: {missing}\n")
        return 1
    return run()


if __name__ == "__main__":
    sys.exit(main())
