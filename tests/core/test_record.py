"""Records: errors name exactly what is wrong, and are always our own."""

import copy
import errno
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zashiki
from nightly import examples
from support import changed
from zashiki import Rng
from zashiki.core.record import bot, checksum, from_data, from_json, person
from zashiki.testing.case import play_at_random


def finished() -> zashiki.Record:
    return play_at_random(zashiki.new("hagakure", seats=3, seed=1, rounds=1), Rng(1)).record()


RECORD = finished()
DATA: dict[str, Any] = json.loads(RECORD.to_json())


def test_a_record_is_readable() -> None:
    lines = RECORD.to_json().splitlines()
    assert ' "game": "hagakure",' in lines
    assert "* dealer" in RECORD.moves[0]
    assert all(line.split(" ", 1)[0] in ("*", "0", "1", "2") for line in RECORD.moves)


@pytest.mark.parametrize("field", sorted(DATA))
def test_a_missing_field_is_named(field: str) -> None:
    broken = {key: value for key, value in DATA.items() if key != field}
    with pytest.raises(zashiki.MalformedRecord, match=f"a field '{field}'"):
        zashiki.replay(json.dumps(broken))


@pytest.mark.parametrize("field", sorted(set(DATA) - {"format"}))
def test_a_field_of_the_wrong_type_is_named(field: str) -> None:
    with pytest.raises(zashiki.MalformedRecord, match=field):
        zashiki.replay(json.dumps({**DATA, field: 1.5}))


@pytest.mark.parametrize(
    ("field", "value", "error"),
    [
        ("format", "zashiki-record/9", zashiki.RecordVersion),
        ("version", 99, zashiki.RecordVersion),
        ("game", "go", zashiki.UnknownGame),
        ("seats", 9, zashiki.BadSeats),
        ("options", {"rounds": 0}, zashiki.BadOption),
        ("options", {"dice": 1}, zashiki.UnknownOption),
        ("moves", ["x"] * len(RECORD.moves), zashiki.MalformedRecord),
        ("moves", ["0 play 99"] * len(RECORD.moves), zashiki.TamperedRecord),
        ("moves", ["7 pass", *RECORD.moves[1:]], zashiki.TamperedRecord),
        ("moves", ["-1 dealer 0", *RECORD.moves[1:]], zashiki.MalformedRecord),
        ("moves", [*RECORD.moves, RECORD.moves[-1]], zashiki.TamperedRecord),
        ("moves", [RECORD.moves[0], RECORD.moves[1], *RECORD.moves[1:]], zashiki.TamperedRecord),
        ("moves", RECORD.moves[:-1], zashiki.TruncatedRecord),
        ("unknown", 1, zashiki.MalformedRecord),
    ],
)
def test_a_forged_field_is_refused(field: str, value: Any, error: type[zashiki.ZashikiError]) -> None:
    """Each with a valid checksum, so that the next check is reached."""
    forged = changed(RECORD, **{field: value})
    before = copy.deepcopy(forged)
    with pytest.raises(error) as refusal:
        zashiki.replay(forged)
    assert forged == before
    assert "expected" in str(refusal.value)
    assert refusal.value.where


def test_a_changed_byte_is_noticed() -> None:
    with pytest.raises(zashiki.TamperedRecord, match="checksum"):
        zashiki.replay({**DATA, "seats": 4})


def test_a_forged_result_is_noticed() -> None:
    for change in ({"scores": [9, 9, 9]}, {"winners": [0, 1, 2]}, {"over": False}):
        with pytest.raises(zashiki.TamperedRecord, match="result"):
            zashiki.replay(changed(RECORD, result={**DATA["result"], **change}))


def test_a_forged_deal_is_noticed_by_verify() -> None:
    """Two cards swapped in the deal: the moves may even be legal, but do not match the seeds."""
    match = zashiki.new("hagakure", seats=4, seed=2)
    record = match.record()
    moves = list(record.moves)
    moves[1], moves[2] = moves[2], moves[1]
    forged = changed(record, moves=moves)
    assert zashiki.replay(forged).ply == len(moves)
    with pytest.raises(zashiki.TamperedRecord, match=r"moves\[1\].*which the seeds give for draw 1"):
        zashiki.verify(forged)


def test_a_seed_that_does_not_match_its_commitment_is_noticed() -> None:
    fair = {**DATA["fair"], "commitment": "0" * 64}
    with pytest.raises(zashiki.TamperedRecord, match="the hash of the server seed"):
        zashiki.verify(changed(RECORD, fair=fair))
    with pytest.raises(zashiki.BadSeed, match="hexadecimal"):
        zashiki.verify(changed(RECORD, fair={**DATA["fair"], "server_seed": "xyz"}))
    with pytest.raises(zashiki.RecordVersion, match="zashiki-fair/1"):
        zashiki.verify(changed(RECORD, fair={**DATA["fair"], "algorithm": "dice"}))


def test_a_record_without_its_server_seed() -> None:
    match = zashiki.new("hagakure", seats=3, seed=1)
    hidden = match.record(reveal=False)
    assert match.fair is not None
    assert match.fair.server_seed.hex() not in hidden.to_json()
    assert hidden.data["fair"] is not None
    assert hidden.data["fair"]["commitment"] == match.fair.commitment
    assert zashiki.replay(hidden).view(0) == match.view(0)
    with pytest.raises(zashiki.BadSeed, match="only its commitment is known so far"):
        zashiki.verify(hidden)


def test_chance_entered_by_hand() -> None:
    """A game at a real table: somebody types in what was dealt."""
    match = zashiki.Match(zashiki.games()["hagakure"], 3, {}, None)
    with pytest.raises(zashiki.BadChance, match="expected one of: dealer 0, dealer 1, dealer 2"):
        match.chance(match.parse(zashiki.CHANCE, "deal 9"))
    for line in RECORD.moves:
        if not line.startswith("*"):
            break
        match.chance(match.parse(zashiki.CHANCE, line[2:]))
    with pytest.raises(zashiki.BadChance, match="a moment at which chance acts"):
        match.chance(0)
    record = match.record()
    assert zashiki.replay(record).record() == record
    with pytest.raises(zashiki.BadRecord, match="entered by hand"):
        zashiki.verify(record)


@settings(max_examples=examples(60))
@given(st.integers(0, len(RECORD.to_json()) - 3))
def test_a_cut_off_record_says_so(length: int) -> None:
    with pytest.raises((zashiki.TruncatedRecord, zashiki.MalformedRecord)):
        zashiki.replay(RECORD.to_json()[:length])


@settings(max_examples=examples(150))
@given(st.integers(0, len(RECORD.to_json()) - 1), st.characters())
def test_a_record_with_one_other_character(position: int, character: str) -> None:
    text = RECORD.to_json()
    fuzzed = text[:position] + character + text[position + 1 :]
    try:
        same = zashiki.replay(fuzzed).record()
    except zashiki.ZashikiError:
        return
    assert same == RECORD


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=examples(150))
@given(st.data())
def test_a_record_with_any_value_in_any_place(data: st.DataObject) -> None:
    whole = copy.deepcopy(DATA)
    where: Any = whole
    key: Any = data.draw(st.sampled_from(sorted(where)))
    while isinstance(where[key], (dict, list)) and where[key] and data.draw(st.booleans()):
        where = where[key]
        key = data.draw(st.sampled_from(sorted(where) if isinstance(where, dict) else list(range(len(where)))))
    where[key] = data.draw(json_values)
    for forged in (whole, changed(RECORD, **whole)):
        try:
            zashiki.verify(forged)
        except zashiki.ZashikiError as error:
            said = str(error)
        else:
            said = ""
        assert "\n" not in said


@given(st.text(max_size=40) | json_values.map(json.dumps))
def test_arbitrary_text_is_not_a_record(text: str) -> None:
    with pytest.raises(zashiki.BadRecord):
        zashiki.replay(text)


def test_deep_nesting_is_refused() -> None:
    with pytest.raises(zashiki.BadRecord):
        zashiki.replay("[" * 100_000 + "]" * 100_000 + "}")


def test_saving_and_loading(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    zashiki.save(RECORD, file)
    assert zashiki.load(file) == RECORD
    assert list(tmp_path.iterdir()) == [file]
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(zashiki.MalformedRecord, match="UTF-8"):
        zashiki.load(file)


def test_a_failed_save_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.json"
    zashiki.save(RECORD, file)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        zashiki.save(zashiki.new("hagakure", seed=1).record(), file)
    assert zashiki.load(file) == RECORD
    assert list(tmp_path.iterdir()) == [file]


def test_only_files_are_replaced(tmp_path: Path) -> None:
    with pytest.raises(FileExistsError):
        zashiki.save(RECORD, tmp_path)
    with pytest.raises(IsADirectoryError):
        zashiki.load(tmp_path)
    link = tmp_path / "link.json"
    link.symlink_to(tmp_path / "game.json")
    zashiki.save(RECORD, link)
    assert link.is_symlink()
    assert zashiki.load(tmp_path / "game.json") == RECORD


def test_an_endless_file_is_refused() -> None:
    endless = Path("/dev/zero")
    if endless.exists():
        with pytest.raises(zashiki.MalformedRecord, match="more than 8000000 bytes"):
            zashiki.load(endless)


def test_a_number_of_thousands_of_digits() -> None:
    with pytest.raises(zashiki.MalformedRecord):
        zashiki.replay('{"seats": ' + "9" * 5000 + "}")


def test_players_are_people_or_bots_whatever_they_are_called() -> None:
    match = zashiki.new("hiroba", seats=3, seed=1)
    record = match.record(players=["level 5", bot(5), person(None)])
    assert [player["kind"] for player in record.players] == ["person", "bot", "person"]
    assert zashiki.replay(record.to_json()).ply == match.ply
    assert from_json(record.to_json()).players == record.players


def test_players_of_earlier_versions_are_still_read() -> None:
    data = dict(zashiki.new("hiroba", seats=4, seed=1).record().data, players=["Aki", "level 3", "somebody", ""])
    data["checksum"] = checksum(data)  # type: ignore[arg-type]
    assert from_data(data).players == [person("Aki"), bot(3), person(None), person(None)]
    assert from_data(data).data["players"] == ["Aki", "level 3", "somebody", ""], "its checksum stays true"


@pytest.mark.parametrize(
    ("player", "told"),
    [
        ({"kind": "dog", "name": None, "level": None}, r"players\[0\]\.kind: 'dog' .* expected 'person' or 'bot'"),
        ({"kind": "person", "name": "Aki", "level": 3}, r"players\[0\]\.level: 3 .* expected null for a person"),
        ({"kind": "bot", "name": None, "level": None}, r"players\[0\]\.level: None .* expected a whole number"),
        ({"kind": "bot", "level": 1}, r"players\[0\]: .* expected a field 'name'"),
        (7, r"players\[0\]: 7 .* expected an object"),
    ],
)
def test_a_player_that_makes_no_sense_is_refused(player: object, told: str) -> None:
    data = dict(zashiki.new("hiroba", seats=2, seed=1).record().data, players=[player, bot(1)])
    with pytest.raises(zashiki.MalformedRecord, match=told):
        from_data(data)


@pytest.mark.parametrize("players", [["a"], ["a"] * 5, [1, 2, 3, 4], {0: "a"}, "abcd", 3])
def test_players_that_do_not_fit_are_refused_before_they_are_saved(players: Any) -> None:
    with pytest.raises(zashiki.MalformedRecord, match=r"^players"):
        zashiki.new("hagakure", seats=4, seed=7).record(players=players)


def test_where_there_are_seeds_chance_gives_what_they_give() -> None:
    whole = zashiki.new("hagakure", seats=4, seed=7)
    match = whole.at(3)
    (given,) = match.moves()
    assert given == list(whole)[3]
    other = next(action for action in match.state().legal(zashiki.CHANCE) if action != given.action)
    with pytest.raises(zashiki.BadChance, match=f"expected '{given.name}', as the seeds give it"):
        match.chance(other)
    match.play(given)
    assert match.record() == whole.record()
    assert zashiki.verify(match.record()) == whole.ply
