"""Hitohira: worlds consistent with what a seat has seen (HT-5.2), each equally likely.

Unknown to a seat are the pieces that the others drew unseen, those removed unseen with 2 players, hence what exactly
the pouch holds, and divisions that are not yet open. Everything else was seen by all; a seat is taken to remember it,
in a game with `memory="strict"` too.

Pieces that were drawn and went back into the pouch had been in it, so they tell something about the pieces that had
left it unseen before: of no colour can more have left than was never seen outside at once. The dealings of real
pieces that agree with this are all equally likely here.
"""

from mypy_extensions import i64

from zashiki.core.rng import Rng
from zashiki.games.hitohira.pieces import ONE, colour_at, counts, in_game, most_of_each, number, total
from zashiki.games.hitohira.position import DIVISION, END, Position, Secret
from zashiki.games.hitohira.score import division_limits


def redraw(world: Position, seat: i64, rng: Rng) -> None:
    """Redraw in `world` all that the seat cannot know, uniformly over all worlds that it considers possible."""
    pool = world.pouch + world.removed
    unknown = total(world.removed)
    for secret in world.secrets:
        if _is_hidden(world, secret, seat):
            pool += ONE[secret.colour]
            unknown += 1
    if unknown > 0:
        limits = _limits(world)
        while not _deal(world, seat, rng, pool, limits):
            pass
    if world.phase == DIVISION:
        _divide_again(world, seat, rng)


def _is_hidden(world: Position, secret: Secret, seat: i64) -> bool:
    return secret.owner != seat and world.phase != END


def _limits(world: Position) -> list[int]:
    """How many pieces of each colour can have left unseen, at most: before the first secret, with it, and so on."""
    everything = in_game(world.seats)
    most_seen = world.peak
    limits: list[int] = [int(everything - most_seen)]
    for secret in reversed(world.secrets):
        most_seen = most_of_each(most_seen, secret.peak)
        limits.append(int(everything - most_seen))
    limits.reverse()
    return limits


def _deal(world: Position, seat: i64, rng: Rng, pool: i64, limits: list[int]) -> bool:
    """Deal the pool anew to all unknown places; False, and nothing is changed, as soon as a limit is passed."""
    left = pool
    size = total(pool)
    unseen: i64 = 0  # all that has left the pouch unseen so far
    for _ in range(total(world.removed)):
        colour = colour_at(left, rng.below(size))
        left -= ONE[colour]
        size -= 1
        unseen += ONE[colour]
        if number(unseen, colour) > number(limits[0], colour):
            return False
    removed = unseen
    secrets: list[Secret] = []
    for secret in world.secrets:
        colour = secret.colour
        if _is_hidden(world, secret, seat):
            colour = colour_at(left, rng.below(size))
            left -= ONE[colour]
            size -= 1
        unseen += ONE[colour]
        secrets.append(Secret(secret.owner, colour, secret.peak))
        if number(unseen, colour) > number(limits[len(secrets)], colour):
            return False
    world.pouch = left
    world.removed = removed
    world.secrets = tuple(secrets)
    return True


def _divide_again(world: Position, seat: i64, rng: Rng) -> None:
    """Redraw the divisions that the others have made, each of those they may make equally likely (HT-6.2)."""
    other: i64 = 0
    while other < world.seats:
        made = number(world.divided, other)
        if made > 0 and other != seat:
            low, high = division_limits(counts(world.screen(other)))
            again = low + 1 + rng.below(high - low + 1)
            world.divided += (again - made) * ONE[other]
        other += 1
