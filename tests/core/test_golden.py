"""Transcripts of whole games, as last reviewed. `make golden` writes them again."""

import pytest

from support import Setting
from transcripts import FOLDER, path_of, told_settings, transcript


@pytest.mark.parametrize("setting", told_settings(), ids=str)
def test_the_transcript_of_a_game_is_unchanged(setting: Setting) -> None:
    assert transcript(setting) == path_of(setting).read_text("utf-8").splitlines()


def test_every_transcript_belongs_to_a_setting() -> None:
    assert set(FOLDER.rglob("*.txt")) == {path_of(setting) for setting in told_settings()}
