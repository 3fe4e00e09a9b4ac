"""Verifiable chance: after the game, anyone can check that nobody chose the deal.

The algorithm is `zashiki-fair/1`; `docs/fair-play.md` describes it for other languages.

1. Before the game the server draws a 256-bit *server seed* and publishes its SHA-256, the *commitment*.
2. Each player may add a *player seed*: any text. None of them can know the server seed, and the server has fixed its
   own before it sees theirs, so nobody can steer the outcome alone.
3. Draw number `n` (0 for the first outcome of chance in the game, 1 for the next, and so on) is
   `HMAC-SHA-256(key = server seed, message)`, read as a big-endian number, where the message is the UTF-8 text
   `zashiki-fair/1|<players>|<n>|<attempt>` and `<players>` is the lower-case hex SHA-256 of the player seeds
   (each one: its length in bytes as a decimal number, a colon, the text, a comma).
4. With outcomes of total weight `w`, numbers from `2**256 - 2**256 % w` up are rejected and `attempt` (from 0) grows
   by one; any other number's remainder by `w` is the point. The outcomes, in ascending order of their ids, share out
   `0 … w - 1` by their weights, and the one that holds the point is drawn.
5. After the game the server seed is revealed. It must hash to the commitment, and reproduce every draw.
"""

import hashlib
import hmac
from typing import Final, final

from zashiki.core.errors import BadSeed

ALGORITHM: Final = "zashiki-fair/1"
SEED_BYTES: Final = 32
MAX_PLAYER_SEED: Final = 256
"""The most characters of one player seed."""
MAX_PLAYER_SEEDS: Final = 64
_SPAN: Final = 2**256


@final
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

    def __init__(self, server_seed: bytes, player_seeds: tuple[str, ...] = ()) -> None:
        if not isinstance(server_seed, bytes) or len(server_seed) != SEED_BYTES:
            raise BadSeed(server_seed, f"{SEED_BYTES} bytes", "server seed")
        if len(player_seeds) > MAX_PLAYER_SEEDS:
            raise BadSeed(len(player_seeds), f"at most {MAX_PLAYER_SEEDS} player seeds", "player seeds")
        for seed in player_seeds:
            if not isinstance(seed, str) or len(seed) > MAX_PLAYER_SEED or not _is_unicode(seed):
                raise BadSeed(seed, f"a text of at most {MAX_PLAYER_SEED} characters", "player seed")
        self.server_seed = server_seed
        """The server's secret until the end of the game."""
        self.player_seeds = player_seeds
        """The texts that the players added, in the order of their seats."""
        self.commitment = hashlib.sha256(server_seed).hexdigest()
        """The SHA-256 of the server seed, published before the game."""
        self._prefix = f"{ALGORITHM}|{_players_hash(player_seeds)}|"

    def __repr__(self) -> str:
        # Matches and errors are printed and logged: the server seed never is.
        return f"<Fair: commitment {self.commitment[:16]}…, {len(self.player_seeds)} player seeds>"

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


def from_seed(seed: int | str) -> Fair:
    """The stream of a plain seed, for games that want to be repeatable rather than secret."""
    if isinstance(seed, bool) or not isinstance(seed, (int, str)):
        raise BadSeed(seed, "a whole number or a text", "seed")
    if isinstance(seed, str) and not _is_unicode(seed):
        raise BadSeed(seed, "a text of whole characters", "seed")
    kind = "int" if isinstance(seed, int) else "str"
    return Fair(hashlib.sha256(f"zashiki-seed/1|{kind}|{seed}".encode()).digest())


def from_hex(server_seed: str, player_seeds: tuple[str, ...]) -> Fair:
    """The stream of a server seed in hexadecimal, as records have it."""
    try:
        raw = bytes.fromhex(server_seed)
    except (ValueError, TypeError):
        raise BadSeed(server_seed, f"{2 * SEED_BYTES} hexadecimal digits", "server seed") from None
    return Fair(raw, player_seeds)


def _is_unicode(text: str) -> bool:
    """Whether the text can be written as UTF-8: half of a surrogate pair cannot."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


def _players_hash(player_seeds: tuple[str, ...]) -> str:
    whole = hashlib.sha256()
    for seed in player_seeds:
        text = seed.encode("utf-8")
        whole.update(str(len(text)).encode() + b":" + text + b",")
    return whole.hexdigest()
