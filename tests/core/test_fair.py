"""Verifiable chance, against a second implementation of `docs/fair-play.md`."""

import hashlib
import hmac
import json
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zashiki
from zashiki import Fair, SealedFair
from zashiki.core.fair import (
    ALGORITHM,
    SEALED,
    commitment_of,
    from_seed,
    seal_of,
    seal_of_record,
    server_made_seed,
)
from zashiki.core.record import Record, checksum, from_json
from zashiki.testing.case import play_at_random

SEED = bytes(range(32))
PAGE = Path(__file__).parents[2] / "docs" / "fair-play.md"


def drawn(algorithm: str, server_seed: bytes, player_seeds: list[str], number: int, weights: list[int]) -> int:
    """The algorithm, implemented from its description."""
    players = b"".join(b"%d:%s," % (len(seed.encode()), seed.encode()) for seed in player_seeds)
    if algorithm == SEALED:
        players = b"".join(bytes.fromhex(seed) for seed in player_seeds)
    total = sum(weights)
    attempt = 0
    while True:
        text = f"{algorithm}|{hashlib.sha256(players).hexdigest()}|{number}|{attempt}"
        value = int(hmac.new(server_seed, text.encode(), hashlib.sha256).hexdigest(), 16)
        if value < 2**256 // total * total:
            break
        attempt += 1
    point = value % total
    return next(index for index in range(len(weights)) if point < sum(weights[: index + 1]))


def examples() -> dict[str, Any]:
    """The worked examples on the page, by algorithm."""
    found = [json.loads(block.split("```")[0]) for block in PAGE.read_text("utf-8").split("```json\n")[1:]]
    return {one["algorithm"]: one for one in found}


@given(
    st.binary(min_size=32, max_size=32),
    st.lists(st.text(max_size=20), max_size=5),
    st.integers(0, 10**6),
    st.lists(st.integers(0, 50), min_size=1, max_size=60).filter(any),
)
def test_draws_follow_the_description(seed: bytes, players: list[str], number: int, weights: list[int]) -> None:
    assert Fair(seed, tuple(players)).draw(number, weights) == drawn(ALGORITHM, seed, players, number, weights)
    sealed = [hashlib.sha256(player.encode()).hexdigest() for player in players]
    fair = SealedFair(seed, tuple(sealed))
    assert fair.draw(number, weights) == drawn(SEALED, seed, sealed, number, weights)


def test_the_worked_examples_on_the_page_are_correct() -> None:
    """Implementations in other languages are checked against these numbers."""
    assert examples().keys() == {ALGORITHM, SEALED}
    for algorithm, example in examples().items():
        kind = SealedFair if algorithm == SEALED else Fair
        fair = kind(bytes.fromhex(example["server_seed"]), tuple(example["player_seeds"]))
        assert fair.commitment == example["commitment"]
        assert [fair.draw(number, example["weights"]) for number in range(len(example["draws"]))] == example["draws"]
        assert set(example["draws"]) == set(range(len(example["weights"])))


def test_the_seal_of_the_worked_example_is_correct() -> None:
    example = examples()[SEALED]
    commitments = example["seat_commitments"]
    assert [commitment_of(seed) for seed in example["player_seeds"]] == commitments
    parts = [example[field] for field in ("game", "version", "options", "commitment", "seat_commitments", "attempt")]
    assert hashlib.sha256("\n".join(example["sealed_text"]).encode()).hexdigest() == example["seal"] == seal_of(*parts)
    players = b"".join(bytes.fromhex(seed) for seed in example["player_seeds"])
    assert hashlib.sha256(players).hexdigest() == example["players"]
    seat = example["player_seeds"][2]
    assert server_made_seed(bytes.fromhex(example["server_seed"]), 2, example["attempt"]) == seat


def test_a_value_past_the_limit_is_drawn_again() -> None:
    """With a total just over half of 2**256 every other value must be rejected."""
    weights = [2**255, 1]
    numbers = range(40)
    assert [Fair(SEED).draw(n, weights) for n in numbers] == [drawn(ALGORITHM, SEED, [], n, weights) for n in numbers]
    values = [
        int.from_bytes(hmac.digest(SEED, f"zashiki-fair/1|{hashlib.sha256().hexdigest()}|{n}|0".encode(), "sha256"))
        for n in numbers
    ]
    assert any(value >= 2**255 + 1 for value in values)


def test_draws_are_uniform() -> None:
    fair = Fair(SEED, ("a", "b"))
    counts = Counter(fair.draw(number, [1, 2, 3]) for number in range(12000))
    assert all(abs(counts[index] - 2000 * (index + 1)) < 250 for index in range(3))


def test_every_player_seed_changes_the_game() -> None:
    def moves(*seeds: str) -> list[str]:
        return zashiki.new("hagakure", fair=Fair(SEED, seeds)).record().moves

    assert moves("a", "b") == moves("a", "b")
    games = [moves(), moves("a"), moves("a", "b"), moves("b", "a"), moves("ab"), moves("", "ab"), moves("a", "b", "")]
    assert len({tuple(game) for game in games}) == len(games)


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    assert Fair(SEED).commitment == hashlib.sha256(SEED).hexdigest()


@pytest.mark.parametrize(
    ("server_seed", "player_seeds"),
    [
        (b"short", ()),
        ("0" * 32, ()),
        (None, ()),
        (SEED, ("x" * 257,)),
        (SEED, (5,)),
        (SEED, ("",) * 65),
        (SEED, ("\ud800",)),
    ],
)
def test_bad_seeds_are_refused(server_seed: bytes, player_seeds: tuple[str, ...]) -> None:
    with pytest.raises(zashiki.BadSeed):
        Fair(server_seed, player_seeds)


@pytest.mark.parametrize("seed", [1.5, b"7", True, [7], (1, 2), "\udfff"])
def test_a_seed_is_a_number_or_a_text(seed: object) -> None:
    with pytest.raises(zashiki.BadSeed, match=r"seed: .* expected a (whole number or a )?text"):
        zashiki.new("hagakure", seed=seed)  # type: ignore[arg-type]


def test_a_number_and_its_digits_are_different_seeds() -> None:
    assert from_seed(7).commitment != from_seed("7").commitment


def test_seed_and_fair_exclude_each_other() -> None:
    with pytest.raises(zashiki.BadSeed, match="not both"):
        zashiki.new("hagakure", seed=7, fair=Fair(SEED))


def test_without_a_seed_every_game_is_different() -> None:
    assert zashiki.new("hagakure").record().data["fair"] != zashiki.new("hagakure").record().data["fair"]


def test_the_tests_that_the_page_names_exist() -> None:
    """Each attack on the page names the tests that show what stops it."""
    text = PAGE.read_text("utf-8").split("## Attacks and what stops them")[1].split("\n## ")[0]
    rows = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 10
    for attack, _, tests in rows:
        assert "`test_" in tests or tests.strip().startswith("–"), f"no test for {attack}"
    files = [PAGE.parents[1] / name for name in re.findall(r"`(tests/[\w/.]+)`", text)]
    defined = {
        name for file in files for name in re.findall(r"^(?:async )?def (test_\w+)", file.read_text("utf-8"), re.M)
    }
    assert set(re.findall(r"`(test_\w+)`", text)) <= defined


# Sealed seats

SEEDS = ("a" * 64, "b" * 64, "c" * 64)


def sealed_game() -> dict[str, Any]:
    """The record of a whole game from sealed seats, as JSON."""
    fair = SealedFair(SEED, SEEDS, 2)
    match = play_at_random(zashiki.new("hagakure", seats=3, rounds=1, fair=fair), zashiki.Rng(1))
    record: dict[str, Any] = json.loads(match.record().to_json())
    return record


def signed(record: dict[str, Any]) -> Record:
    """A record with the checksum that fits, as whoever tampers with one would write it."""
    record = {**record, "checksum": ""}
    record["checksum"] = checksum(record)  # type: ignore[arg-type]
    return from_json(json.dumps(record))


def test_equal_seeds_do_not_cancel_out() -> None:
    """Whoever copies a commitment, and learns the seed, has steered nothing: the order of the seats counts."""

    def stream(*seeds: str) -> tuple[int, ...]:
        fair = SealedFair(SEED, seeds)
        return tuple(fair.draw(number, [1] * 52) for number in range(8))

    one, other, third = SEEDS
    deals = [
        stream(*seeds) for seeds in ((one,), (one, one), (one, one, one), (one, one, other), (third, third, other))
    ]
    assert len(set(deals)) == len(deals)


def test_every_part_changes_the_seal() -> None:
    commitments = [commitment_of(seed) for seed in SEEDS]
    first = ("hagakure", 1, {"rounds": 8}, Fair(SEED).commitment, commitments, 1)
    others: list[Any] = [
        ("hitohira", *first[1:]),
        ("hagakure", 2, *first[2:]),
        (*first[:2], {"rounds": 9}, *first[3:]),
        (*first[:2], {"rounds": 8, "more": 1}, *first[3:]),
        (*first[:3], Fair(bytes(32)).commitment, *first[4:]),
        (*first[:4], commitments[::-1], 1),
        (*first[:4], commitments[:2], 1),
        (*first[:4], [*commitments[:2], commitment_of("d" * 64)], 1),
        (*first[:5], 2),
    ]
    assert len({seal_of(*parts) for parts in [first, *others]}) == len(others) + 1
    assert seal_of("hiroba", 1, {"b": 1, "a": ["é\x7f"]}, "", []) == seal_of(
        "hiroba", 1, {"a": ["é\x7f"], "b": 1}, "", []
    )


def test_the_options_in_the_seal_are_plain_ascii() -> None:
    """As the page says, so that other languages come to the same text."""
    text = 'zashiki-fair/2\nhiroba\n1\n{"tiles":["\\u685c\\ud83c\\udf38\\u007f\\n"]}\n1\nserver\nseat'
    assert (
        seal_of("hiroba", 1, {"tiles": ["桜🌸\x7f\n"]}, "server", ["seat"]) == hashlib.sha256(text.encode()).hexdigest()
    )


@pytest.mark.parametrize(
    ("field", "wrong", "complaint"),
    [
        ("server_seed", "0" * 64, "commitment"),
        ("commitment", "0" * 64, "commitment"),
        ("player_seeds", ["a" * 64, "b" * 64, "d" * 64], "seat_commitments"),
        ("player_seeds", ["a" * 64, "b" * 64], "seat_commitments"),
        ("player_seeds", [*SEEDS, "d" * 64], "seat_commitments"),
        ("player_seeds", ["A" * 64, "b" * 64, "c" * 64], "player seed"),
        ("server_seed", SEED.hex().upper(), "server seed"),
        ("server_seed", SEED.hex()[:60] + " " + SEED.hex()[60:], "server seed"),
        ("seat_commitments", [commitment_of(seed) for seed in SEEDS[::-1]], "seat_commitments"),
        ("seat_commitments", [commitment_of(seed) for seed in SEEDS[:2]], "seat_commitments"),
        ("attempt", 0, "attempt"),
        ("attempt", "2", "attempt"),
        ("algorithm", ALGORITHM, "fair"),
        ("algorithm", "zashiki-fair/3", "fair"),
    ],
)
def test_a_tampered_sealed_record_is_refused(field: str, wrong: object, complaint: str) -> None:
    record = sealed_game()
    assert zashiki.verify(signed(record)) > 0
    record["fair"][field] = wrong
    with pytest.raises(zashiki.ZashikiError, match=complaint):
        zashiki.verify(signed(record))


def test_a_tampered_draw_of_sealed_seats_is_refused() -> None:
    record = sealed_game()
    moves = record["moves"]
    deals = [ply for ply, move in enumerate(moves) if move.startswith("* deal")]
    first, second = next((one, other) for one, other in pairwise(deals) if moves[one] != moves[other])
    moves[first], moves[second] = moves[second], moves[first]
    with pytest.raises(zashiki.ZashikiError, match=r"moves\["):
        zashiki.verify(signed(record))


def test_a_draw_of_another_attempt_is_another_seal() -> None:
    """The attempt is in no draw, but in the seal that the players have seen."""
    record = sealed_game()
    seal = seal_of_record(signed(record).data)
    record["fair"]["attempt"] = 1
    assert zashiki.verify(signed(record)) > 0
    assert seal_of_record(signed(record).data) != seal


def test_no_seed_is_in_the_record_of_a_sealed_game_before_its_end() -> None:
    match = zashiki.new("hagakure", seats=3, fair=SealedFair(SEED, SEEDS))
    for text in (match.record(reveal=False).to_json(), repr(match), repr(match.fair), str(match.view(0))):
        assert not [seed for seed in (*SEEDS, SEED.hex()) if seed in text]


@pytest.mark.parametrize("seed", ["A" * 64, "a" * 63, "g" * 64, "a" * 64 + "\n", 5, None])
def test_a_seat_has_a_seed_of_64_digits_in_one_spelling(seed: Any) -> None:
    with pytest.raises(zashiki.BadSeed) as refusal:
        SealedFair(SEED, (seed,))
    assert str(seed) not in str(refusal.value) or seed in (5, None), "it may be a secret that was mistyped"
