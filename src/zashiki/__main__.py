"""`python -m zashiki` is the command `zashiki`."""

import sys

from zashiki.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
