"""Parts of Zashiki that need more packages than the library: if one is missing, one line says how to add it."""

from collections.abc import Generator
from contextlib import contextmanager


class MissingPart(ModuleNotFoundError):
    """A part of Zashiki whose packages are not installed."""


@contextmanager
def needs(extra: str, what: str) -> Generator[None]:
    """Import within this: if a package of the extra is missing, the error names the command that installs it."""
    try:
        yield
    except MissingPart:
        raise
    except ModuleNotFoundError as missing:
        name = missing.name or ""
        if not name or name.partition(".")[0] == "zashiki":
            raise
        raise MissingPart(f"{what} needs {name}: pip install 'zashiki[{extra}]'", name=name) from missing
