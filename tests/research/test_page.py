"""The table of sizes on the research page is correct."""

import re
import sys
from pathlib import Path

import pytest

import zashiki

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT))

from bench.sizes import BEGIN, END, HEADS, fixed, put  # noqa: E402

PAGE = (ROOT / "docs" / "research.md").read_text("utf-8")


def lines() -> list[list[str]]:
    table = PAGE[PAGE.index(BEGIN) : PAGE.index(END)]
    return [
        [cell.strip() for cell in line.strip("|").split("|")] for line in re.findall(r"^\|.*\|$", table, re.MULTILINE)
    ]


def test_every_number_of_seats_of_every_game_is_in_the_table() -> None:
    head, _, *rows = lines()
    assert tuple(head) == HEADS
    expected = [(game.key, str(seats)) for game in zashiki.games().values() for seats in game.seat_counts]
    assert [(row[0], row[1]) for row in rows] == expected
    for row in rows:
        moves, outcomes, width, plies = fixed(zashiki.games()[row[0]], int(row[1]))
        assert [row[2], row[3], row[4], row[7]] == [str(moves), str(outcomes), str(width), str(plies)], row


def test_only_the_table_between_the_marks_is_replaced() -> None:
    page = f"before\n{BEGIN}\nold\n{END}\nafter\n"
    once = put(page, [["1"] * len(HEADS)])
    assert once.startswith("before\n")
    assert once.endswith("\nafter\n")
    assert "old" not in once
    assert put(once, [["1"] * len(HEADS)]) == once


def test_the_observation_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    example = next(block for block in blocks if "registry.package" in block)
    exec(example, {})
    assert capsys.readouterr().out.startswith("seat 4 ")
