"""An arena's journal: one line for the contest, and one for each finished deal, so that no deal is played twice."""

import json
import os
from pathlib import Path
from typing import Final, cast, final

from zashiki import registry
from zashiki.bots.arena import Contest, DealLine
from zashiki.bots.entrants import meaning
from zashiki.core.errors import BadJournal

FORMAT: Final = "zashiki-arena/1"


def header_of(contest: Contest) -> str:
    """The first line of a contest's journal: everything that determines its results, except the code of the bots."""
    players = [meaning(word, contest.game) for word in contest.bots]
    version = registry.find(contest.game).version
    header = {"format": FORMAT, **contest.data(), "players": players, "version": version}
    return json.dumps(header, ensure_ascii=False, sort_keys=True)


@final
class Journal:
    """The finished deals of a contest, in a file that grows line by line."""

    def __init__(self, path: Path, contest: Contest) -> None:
        """Open the journal, or start one; `BadJournal` if the file is something else."""
        self.path = path
        """The file."""
        self.deals: dict[int, DealLine] = {}
        """The finished deals by number."""
        self._header = header_of(contest)
        kept = self._read() if path.exists() and path.stat().st_size else 0
        self._stream = path.open("ab")
        # Drop a line that was cut short by a crash or a full disk: its deal will be played again.
        self._stream.truncate(kept)
        if kept == 0:
            self._write(self._header)

    def _read(self) -> int:
        """Read the finished deals; returns the number of bytes in whole lines."""
        raw = self.path.read_bytes()
        whole = raw.rfind(b"\n") + 1
        lines = raw[:whole].split(b"\n")[:-1]
        if not lines or lines[0].decode("utf-8", "replace") != self._header:
            first = lines[0].decode("utf-8", "replace")[:200] if lines else raw[:40].decode("utf-8", "replace")
            raise BadJournal(first, f"the journal of this contest, {self._header}", str(self.path))
        for number, line in enumerate(lines[1:], 2):
            try:
                deal = json.loads(line)
                self.deals[deal["deal"]] = cast(DealLine, deal)
            except (ValueError, KeyError, TypeError):
                raise BadJournal(line[:80].decode("utf-8", "replace"), "a deal", f"{self.path}:{number}") from None
        return whole

    def add(self, deal: DealLine) -> None:
        """Append one deal; it is on the disk when this returns."""
        self._write(json.dumps(deal))
        self.deals[deal["deal"]] = deal

    def _write(self, text: str) -> None:
        self._stream.write(text.encode() + b"\n")
        self._stream.flush()
        os.fsync(self._stream.fileno())

    def close(self) -> None:
        """Close the file."""
        self._stream.close()
