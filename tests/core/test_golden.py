"""Transcripts of whole games, as last reviewed. `make golden` writes them again."""

import pytest

from support import Setting
from transcripts import FOLDER, golden_settings, path_of, transcript


@pytest.mark.parametrize("setting", golden_settings(), ids=str)
def test_the_game_is_told_as_before(setting: Setting) -> None:
    assert transcript(setting) == path_of(setting).read_text("utf-8").splitlines()


def test_no_transcript_is_left_over() -> None:
    assert set(FOLDER.rglob("*.txt")) == {path_of(setting) for setting in golden_settings()}
