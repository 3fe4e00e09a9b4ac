"""Tables of figures: in a terminal, and as Markdown."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table as Grid


@dataclass(frozen=True)
class Sheet:
    """A table of figures with an explanation."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    about: str = ""
    """How it was measured, in a sentence or two."""
    left: int = 1
    """The number of leading columns that are text; the others are figures."""

    @property
    def lines(self) -> list[str]:
        """Return it as Markdown, without the explanation."""
        return markdown(self.heads, self.rows, self.left)

    def show(self) -> None:
        """Print it in the terminal."""
        grid = Grid(title=self.about)
        for number, head in enumerate(self.heads):
            grid.add_column(head, justify="left" if number < self.left else "right")
        for row in self.rows:
            grid.add_row(*row)
        # As wide as the table needs: truncated figures are useless.
        Console(width=max(100, min(200, Console(width=500).measure(grid).maximum))).print(grid)


def markdown(heads: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> list[str]:
    """Return the lines of a table; the first columns are text, the others figures."""
    lines = [f"| {' | '.join(heads)} |", "|" + "---|" * left + "---:|" * (len(heads) - left)]
    return lines + [f"| {' | '.join(cell.replace('|', '/') for cell in row)} |" for row in rows]


def tell(title: str, sheet: Sheet, page: Path | None) -> None:
    """Print a table and, if a page is named, write it there."""
    sheet.show()
    if page is not None:
        page.write_text("\n".join([f"# {title}", "", sheet.about, "", *sheet.lines, ""]), "utf-8")
