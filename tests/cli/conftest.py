"""The command and a record, for every test here."""

import io
import sys
from pathlib import Path

import pytest

import zashiki
from cli.command import Command, Ran, played
from zashiki.cli import main as cli


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Run the command in this process; `typed` is what the person types."""

    def run(*arguments: object, typed: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = cli.main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return run


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A finished game of two rounds in a file."""
    path = tmp_path / "game.json"
    zashiki.save(played(rounds=2).record(), path)
    return path
