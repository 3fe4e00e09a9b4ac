"""Words that a house does not want: masked in chat, refused in names. The file is read again when it changes."""

import re
import unicodedata
from pathlib import Path
from typing import Final, final

from zashiki.server.config import BadConfig
from zashiki.table.refusals import Refused

MASK: Final = "*"
LONGEST: Final = 1_000_000
"""Most bytes of the file."""


@final
class WordList:
    """The words of one file, one in each line; lines that begin with `#` are comments."""

    def __init__(self, path: str | None) -> None:
        self.path = None if path is None else Path(path)
        self._seen: tuple[int, int] | None = None
        self._pattern: re.Pattern[str] | None = None
        if self.path is not None:
            try:
                self.reload()
            except (OSError, ValueError) as error:
                expected = f"a text file in UTF-8 with a word in each line ({error})"
                raise BadConfig(str(self.path), expected, "word_list") from None

    def reload(self) -> None:
        """Read the file if it has changed."""
        if self.path is None:
            return
        about = self.path.stat()
        if (about.st_mtime_ns, about.st_size) == self._seen:
            return
        if about.st_size > LONGEST:
            raise ValueError(f"at most {LONGEST:,} bytes")
        lines = (line.strip() for line in self.path.read_text("utf-8").splitlines())
        words = sorted({_folded(line)[0] for line in lines if line and not line.startswith("#")}, key=len, reverse=True)
        # A word of letters is meant as a whole word: it may be a part of a harmless one. Others stand anywhere.
        parts = [rf"(?<!\w){re.escape(word)}(?!\w)" if word.isascii() else re.escape(word) for word in words]
        self._pattern = re.compile("|".join(parts)) if parts else None
        self._seen = (about.st_mtime_ns, about.st_size)

    def masked(self, text: str) -> str:
        """The text with every unwanted word masked."""
        if self._pattern is None:
            return text
        folded, places = _folded(text)
        hidden = {places[at] for found in self._pattern.finditer(folded) for at in range(found.start(), found.end())}
        return "".join(MASK if place in hidden else char for place, char in enumerate(text))

    def check_name(self, name: str) -> None:
        """`Refused` if a name contains an unwanted word."""
        if self._pattern is not None and self._pattern.search(_folded(name)[0]):
            raise Refused("name-taken", "name.word", where=["body", "name"])


def _folded(text: str) -> tuple[str, list[int]]:
    """The text without case and width, and for each of its characters which of the original it comes from."""
    parts = [unicodedata.normalize("NFKC", char).casefold() for char in text]
    return "".join(parts), [place for place, part in enumerate(parts) for _ in part]
