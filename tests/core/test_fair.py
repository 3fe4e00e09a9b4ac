"""Verifiable chance, against a second implementation of `docs/fair-play.md`."""

import hashlib
import hmac
import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zashiki
from zashiki import Fair
from zashiki.core.fair import from_seed

SEED = bytes(range(32))
PAGE = Path(__file__).parents[2] / "docs" / "fair-play.md"


def drawn(server_seed: bytes, player_seeds: list[str], number: int, weights: list[int]) -> int:
    """The algorithm, implemented from its description."""
    players = b"".join(b"%d:%s," % (len(seed.encode()), seed.encode()) for seed in player_seeds)
    total = sum(weights)
    attempt = 0
    while True:
        text = f"zashiki-fair/1|{hashlib.sha256(players).hexdigest()}|{number}|{attempt}"
        value = int(hmac.new(server_seed, text.encode(), hashlib.sha256).hexdigest(), 16)
        if value < 2**256 // total * total:
            break
        attempt += 1
    point = value % total
    return next(index for index in range(len(weights)) if point < sum(weights[: index + 1]))


@given(
    st.binary(min_size=32, max_size=32),
    st.lists(st.text(max_size=20), max_size=5),
    st.integers(0, 10**6),
    st.lists(st.integers(0, 50), min_size=1, max_size=60).filter(any),
)
def test_draws_follow_the_description(seed: bytes, players: list[str], number: int, weights: list[int]) -> None:
    assert Fair(seed, tuple(players)).draw(number, weights) == drawn(seed, players, number, weights)


def test_the_worked_example_on_the_page_is_correct() -> None:
    """Implementations in other languages are checked against these numbers."""
    example = json.loads(PAGE.read_text("utf-8").split("```json")[1].split("```")[0])
    fair = Fair(bytes.fromhex(example["server_seed"]), tuple(example["player_seeds"]))
    assert fair.commitment == example["commitment"]
    assert [fair.draw(number, example["weights"]) for number in range(len(example["draws"]))] == example["draws"]
    assert set(example["draws"]) == set(range(len(example["weights"])))


def test_a_value_past_the_limit_is_drawn_again() -> None:
    """With a total just over half of 2**256 every other value must be rejected."""
    weights = [2**255, 1]
    numbers = range(40)
    assert [Fair(SEED).draw(n, weights) for n in numbers] == [drawn(SEED, [], n, weights) for n in numbers]
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
