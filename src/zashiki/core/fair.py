"""Verifiable chance: after the game, anyone can check that nobody chose the deal.

There are two algorithms; `docs/fair-play.md` describes them for other languages. Both work like this:

1. Before the game the server draws a 256-bit *server seed* and publishes its SHA-256, the *commitment*.
2. The seats add *player seeds*. None of the players can know the server seed.
3. Draw number `n` (0 for the first outcome of chance in the game, 1 for the next, and so on) is
   `HMAC-SHA-256(key = server seed, message)`, read as a big-endian number, where the message is the UTF-8 text
   `<algorithm>|<players>|<n>|<attempt>` and `<players>` is a lower-case hex SHA-256 of the player seeds.
4. With outcomes of total weight `w`, numbers from `2**256 - 2**256 % w` up are rejected and `attempt` (from 0) grows
   by one; any other number's remainder by `w` is the point. The outcomes, in ascending order of their ids, share out
   `0 … w - 1` by their weights, and the one that holds the point is drawn.
5. After the game the server seed is revealed. It must hash to the commitment, and reproduce every draw.

In `zashiki-fair/1` (`Fair`) player seeds are texts, known to the server as soon as they are given: whoever runs the
server and gives the last one can choose it. In `zashiki-fair/2` (`SealedFair`) every seat has a seed of 256 bits and
publishes its SHA-256 first; seeds are revealed only after all these commitments are fixed, so that nobody can choose.
"""

import hashlib
import hmac
import json
from collections.abc import Sequence
from typing import Final, TypeGuard, final

from zashiki.core.errors import BadSeed
from zashiki.core.jsontypes import Json
from zashiki.core.shapes import FairData, RecordData

ALGORITHM: Final = "zashiki-fair/1"
SEALED: Final = "zashiki-fair/2"
ALGORITHMS: Final = (ALGORITHM, SEALED)
SEED_BYTES: Final = 32
MAX_PLAYER_SEED: Final = 256
"""The most characters of one player seed."""
MAX_PLAYER_SEEDS: Final = 64
_SPAN: Final = 2**256


class Fair:
    """A committed stream of chance: every draw follows from the seeds.

    Examples:
        >>> import zashiki
        >>> fair = zashiki.Fair(bytes(32), ("mine", "yours"))
        >>> fair
        <Fair: commitment 66687aadf862bd77…, 2 player seeds>
        >>> fair.draw(0, [1, 1, 1, 1]) == fair.draw(0, [1, 1, 1, 1])
        True
    """

    algorithm: str = ALGORITHM
    """How draws follow from the seeds."""

    def __init__(self, server_seed: bytes, player_seeds: tuple[str, ...] = ()) -> None:
        if not isinstance(server_seed, bytes) or len(server_seed) != SEED_BYTES:
            raise BadSeed(server_seed, f"{SEED_BYTES} bytes", "server seed")
        if len(player_seeds) > MAX_PLAYER_SEEDS:
            raise BadSeed(len(player_seeds), f"at most {MAX_PLAYER_SEEDS} player seeds", "player seeds")
        for seed in player_seeds:
            self._check(seed)
        self.server_seed = server_seed
        """The server's secret until the end of the game."""
        self.player_seeds = player_seeds
        """What the players added, in the order of their seats."""
        self.commitment = hashlib.sha256(server_seed).hexdigest()
        """The SHA-256 of the server seed, published before the game."""
        self._prefix = f"{self.algorithm}|{self._players()}|"

    def __repr__(self) -> str:
        # Matches and errors are printed and logged: the server seed never is.
        return f"<{type(self).__name__}: commitment {self.commitment[:16]}…, {len(self.player_seeds)} player seeds>"

    def draw(self, number: int, weights: list[int]) -> int:
        """The index that draw `number` gives among outcomes with these weights."""
        total = sum(weights)
        if total <= 0 or min(weights) < 0:
            raise ValueError(f"weights must be whole numbers with a positive sum, not {weights}")
        point = self._point(number, total)
        for index, weight in enumerate(weights):
            point -= weight
            if point < 0:
                return index
        raise AssertionError("unreachable: the point lies below the total")

    def _point(self, number: int, total: int) -> int:
        limit = _SPAN - _SPAN % total
        attempt = 0
        while True:
            text = f"{self._prefix}{number}|{attempt}"
            value = int.from_bytes(hmac.digest(self.server_seed, text.encode(), "sha256"), "big")
            if value < limit:
                return value % total
            attempt += 1

    def data(self, *, reveal: bool = True) -> FairData:
        """For a record; without the server seed if it is not to be revealed."""
        return {
            "algorithm": self.algorithm,
            "commitment": self.commitment,
            "server_seed": self.server_seed.hex() if reveal else None,
            "player_seeds": list(self.player_seeds),
        }

    def _check(self, seed: object) -> None:
        """`BadSeed` unless it is a player seed."""
        if not isinstance(seed, str) or len(seed) > MAX_PLAYER_SEED or not _is_unicode(seed):
            raise BadSeed(seed, f"a text of at most {MAX_PLAYER_SEED} characters", "player seed")

    def _players(self) -> str:
        """The hash of all player seeds: for each its length in bytes, a colon, the text, a comma."""
        whole = hashlib.sha256()
        for seed in self.player_seeds:
            text = seed.encode("utf-8")
            whole.update(str(len(text)).encode() + b":" + text + b",")
        return whole.hexdigest()


@final
class SealedFair(Fair):
    """The same for `zashiki-fair/2`: every seat was committed to its seed before any seed was revealed.

    Seeds are written in hexadecimal: `secrets.token_hex(32)` makes one, `commitment_of` gives its commitment.

    Examples:
        >>> import zashiki
        >>> seeds = (64 * "a", 64 * "b")
        >>> fair = zashiki.SealedFair(bytes(32), seeds)
        >>> fair
        <SealedFair: commitment 66687aadf862bd77…, 2 player seeds>
        >>> fair.seat_commitments[0] == commitment_of(seeds[0])
        True
    """

    algorithm = SEALED

    def __init__(self, server_seed: bytes, player_seeds: tuple[str, ...], attempt: int = 1) -> None:
        super().__init__(server_seed, player_seeds)
        if type(attempt) is not int or attempt < 1:
            raise BadSeed(attempt, "a whole number from 1", "attempt")
        self.attempt = attempt
        """How often the seats had to commit themselves until all seeds were revealed."""
        self.seat_commitments = tuple(commitment_of(seed) for seed in player_seeds)
        """The SHA-256 of each player seed, published before any of them."""

    def data(self, *, reveal: bool = True) -> FairData:
        """For a record; without any seed if they are not to be revealed."""
        data = super().data(reveal=reveal)
        if not reveal:
            data["player_seeds"] = []
        data["seat_commitments"] = list(self.seat_commitments)
        data["attempt"] = self.attempt
        return data

    def _check(self, seed: object) -> None:
        _raw(seed)

    def _players(self) -> str:
        return hashlib.sha256(b"".join(_raw(seed) for seed in self.player_seeds)).hexdigest()


def commitment_of(seed: str) -> str:
    """The commitment to a seed in hexadecimal: the SHA-256 of its 32 bytes.

    Examples:
        >>> commitment_of(64 * "0")[:16]
        '66687aadf862bd77'
    """
    return hashlib.sha256(_raw(seed)).hexdigest()


def seal_of(
    game: str,
    version: int,
    options: dict[str, Json],
    commitment: str,
    seat_commitments: Sequence[str],
    attempt: int = 1,
) -> str:
    """The seal of a `zashiki-fair/2` table: one hash of everything that is fixed before any seed is revealed.

    Players who see the same seal are committed to the same game, version of its rules, options and seeds.
    """
    written = json.dumps(options, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    lines = (SEALED, game, str(version), written, str(attempt), commitment, *seat_commitments)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def seal_of_record(record: RecordData) -> str | None:
    """The seal that the players of a record must have seen; None if it is of `zashiki-fair/1`."""
    fair = record["fair"]
    if fair is None or "seat_commitments" not in fair or "attempt" not in fair:
        return None
    commitments, attempt = fair["seat_commitments"], fair["attempt"]
    return seal_of(record["game"], record["version"], record["options"], fair["commitment"], commitments, attempt)


def server_made_seed(server_seed: bytes, seat: int, attempt: int) -> str:
    """The seed of a seat whose player has none of their own, a bot's for instance: fixed by the server's commitment."""
    return hmac.digest(server_seed, f"{SEALED}|seat|{seat}|{attempt}".encode(), "sha256").hex()


def from_seed(seed: int | str) -> Fair:
    """The stream of a plain seed, for games that want to be repeatable rather than secret."""
    if isinstance(seed, bool) or not isinstance(seed, (int, str)):
        raise BadSeed(seed, "a whole number or a text", "seed")
    if isinstance(seed, str) and not _is_unicode(seed):
        raise BadSeed(seed, "a text of whole characters", "seed")
    kind = "int" if isinstance(seed, int) else "str"
    return Fair(hashlib.sha256(f"zashiki-seed/1|{kind}|{seed}".encode()).digest())


def from_data(data: FairData) -> Fair | None:
    """The stream of a record's seeds; None if the server seed is not revealed. `BadSeed` if they do not fit."""
    written = data["server_seed"]
    if written is None:
        return None
    if not _is_hex(written):
        raise BadSeed(written, f"{2 * SEED_BYTES} lower-case hexadecimal digits", "server seed")
    server_seed = bytes.fromhex(written)
    seeds = tuple(data["player_seeds"])
    return SealedFair(server_seed, seeds, data["attempt"]) if "attempt" in data else Fair(server_seed, seeds)


def _raw(seed: object) -> bytes:
    """The bytes of a seat's seed. Upper case is refused: a seed has one spelling."""
    if _is_hex(seed):
        return bytes.fromhex(seed)
    # It may be a secret that was only mistyped: it is not repeated.
    raise BadSeed("this seed", f"{2 * SEED_BYTES} lower-case hexadecimal digits", "player seed")


def _is_hex(seed: object) -> TypeGuard[str]:
    """Whether it is a seed, a commitment or a seal: 32 bytes in their one spelling."""
    return isinstance(seed, str) and len(seed) == 2 * SEED_BYTES and not set(seed) - set("0123456789abcdef")


def _is_unicode(text: str) -> bool:
    """Whether the text can be written as UTF-8: half of a surrogate pair cannot."""
    return not any("\ud800" <= character <= "\udfff" for character in text)
