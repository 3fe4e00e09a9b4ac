"""Whether the engine is compiled to native code or interpreted."""

from zashiki.core import game


def lane() -> str:
    """Return `"compiled"` if the rules run as native code, else `"interpreted"`."""
    return "interpreted" if str(game.__file__).endswith(".py") else "compiled"
