"""How ratings follow from a rated game: Bradley-Terry over all pairs of seats, each pair with a weight.

The update of each pair is the one of Weng and Lin (2011), algorithm 1. The weights make ratings hard to farm. What
somebody learns about their strength from one opponent counts less, or not at all,

- the more often the two have met lately;
- if they share a network, or the game was played too fast for people;
- if nobody else knows the opponent: accounts that only ever meet one person are that person's;
- if one wins against the other more often than their ratings can explain: then what was gained is taken back, too;
- if the opponent left. Whoever leaves loses against everybody who stayed, with full weight.

Between games, doubt grows with every period of absence.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp, sqrt
from typing import Final

from zashiki.bots.ratings import new_rating
from zashiki.store.rated_games import Pair, RatedGame, RatedOutcome, RatedSeat, SeatOutcome, Standing

DAY: Final = 86_400.0
PERIOD: Final = 7 * DAY
"""A rating period: doubt grows with each full one without a rated game."""
HALF_LIFE: Final = 30 * DAY
"""After this time, what two people had to do with each other counts half."""
MEETINGS: Final = 4.0
"""After as many recent games with the same opponent, another one counts half."""
MOST_DOUBTFUL: Final = 2.5
"""Standard deviations from the expected score at which a pair's games count no more."""
FEWEST_TO_DOUBT: Final = 4
FEW_ACCOUNTS: Final = 5
"""Among so few rated accounts, everybody counts as known."""
MOST_ACQUAINTED: Final = 3
"""How many others have to know somebody, where many accounts are rated."""
OWN_PART: Final = 0.5
"""The least part of a game that somebody who left must have played for it to count for the others."""
HASTY_WEIGHT: Final = 0.25

FIRST: Final = new_rating()
BETA_SQUARED: Final = (FIRST[0] / 6) ** 2
TAU_SQUARED: Final = (FIRST[0] / 300) ** 2
"""Doubt that every game adds: people change."""
GROWTH: Final = (FIRST[1] ** 2 - (FIRST[1] / 4) ** 2) / 104
"""Squared doubt added by a period of absence: after two years nearly everything is open again."""
LEAST_FACTOR: Final = 0.0001


def doubt_at(standing: Standing, now: float) -> float:
    """The doubt of a rating at a time: it grows with absence, up to that of somebody new."""
    if standing.rated_at is None:
        return standing.sigma
    periods = max(0, int((now - standing.rated_at) // PERIOD))
    return min(FIRST[1], sqrt(standing.sigma**2 + periods * GROWTH)) if periods else standing.sigma


@dataclass(frozen=True)
class _Player:
    """Somebody with an account in the game."""

    seat: int
    player: str
    facts: RatedSeat
    mu: float
    sigma: float


def rate_game(game: RatedGame) -> RatedOutcome:
    """The rule."""
    people = [
        _Player(seat, facts.player, facts, *_before(facts, game.ended_at))
        for seat, facts in enumerate(game.seats)
        if facts.player is not None
    ]
    pairs: list[Pair] = []
    changes: dict[int, list[_Lesson]] = {one.seat: [] for one in people}
    for index, one in enumerate(people):
        for other in people[index + 1 :]:
            first, second = sorted((one, other), key=lambda each: each.player)
            pair, lessons = _meeting(game, people, first, second)
            pairs.append(pair)
            changes[first.seat].append(lessons[0])
            changes[second.seat].append(lessons[1])
    by_seat = {one.seat: one for one in people}
    seats = [
        _outcome(game, by_seat[seat], changes[seat]) if seat in by_seat else SeatOutcome(None)
        for seat in range(len(game.seats))
    ]
    return RatedOutcome(seats, pairs)


def _before(facts: RatedSeat, now: float) -> tuple[float, float]:
    if facts.standing is None:
        return FIRST
    return facts.standing.mu, sqrt(doubt_at(facts.standing, now) ** 2 + TAU_SQUARED)


@dataclass(frozen=True)
class _Lesson:
    """What somebody learns from one opponent."""

    omega: float
    delta: float
    weight: float
    reason: str | None
    taken_back: float = 0.0


def _meeting(game: RatedGame, people: Sequence[_Player], one: _Player, other: _Player) -> tuple[Pair, list[_Lesson]]:
    """The pair after the game, and what each of both learns; `one` has the smaller id."""
    before = _faded(game.pairs.get((one.player, other.player), Pair(one.player, other.player)), game.ended_at)
    scale = sqrt(one.sigma**2 + other.sigma**2 + 2 * BETA_SQUARED)
    expected = 1 / (1 + exp((other.mu - one.mu) / scale))
    score = _score(one.facts, other.facts)
    gone = one.facts.left + other.facts.left
    pair = replace(
        before,
        games=before.games + 1,
        met_at=game.ended_at,
        surplus=before.surplus + (score - expected if gone < 2 else 0.0),
        spread=before.spread + (expected * (1 - expected) if gone < 2 else 0.0),
        left=before.left + (gone > 0),
        hasty=before.hasty + game.hasty,
        shared_at=game.ended_at if (one.player, other.player) in game.shared else before.shared_at,
        always_with=_always_with(before, people, one, other),
    )
    doubtful = is_one_sided(pair)
    lessons: list[_Lesson] = []
    for mine, theirs, won, chance, gain in (
        (one, other, score, expected, before.gain_one),
        (other, one, 1 - score, 1 - expected, before.gain_other),
    ):
        weight, reason = _weight(game, pair, mine, theirs, before.recent, doubtful=doubtful)
        weight *= 2 / len(game.seats)
        squared = mine.sigma**2
        lessons.append(
            _Lesson(
                weight * squared / scale * (won - chance),
                weight * mine.sigma / scale * squared / scale**2 * chance * (1 - chance),
                weight * len(game.seats) / 2,
                reason,
                max(0.0, gain) if doubtful else 0.0,
            )
        )
    pair = replace(
        pair,
        recent=before.recent + 1,
        gain_one=0.0 if doubtful else before.gain_one + lessons[0].omega,
        gain_other=0.0 if doubtful else before.gain_other + lessons[1].omega,
    )
    return pair, lessons


def _faded(pair: Pair, now: float) -> Pair:
    """Its sums as they count now."""
    if pair.games == 0:
        return pair
    part = 0.5 ** (max(0.0, now - pair.met_at) / HALF_LIFE)
    return replace(
        pair,
        recent=pair.recent * part,
        surplus=pair.surplus * part,
        spread=pair.spread * part,
        gain_one=pair.gain_one * part,
        gain_other=pair.gain_other * part,
    )


def _always_with(before: Pair, people: Sequence[_Player], one: _Player, other: _Player) -> tuple[str, ...]:
    there = {each.player for each in people} - {one.player, other.player}
    return tuple(sorted(there if before.games == 0 else there & set(before.always_with)))


def _score(one: RatedSeat, other: RatedSeat) -> float:
    """1 if `one` is ahead, 0 if behind: whoever left is behind, winners come first, then points count."""
    mine, theirs = ((not each.left, each.won, each.score) for each in (one, other))
    if one.left or other.left:
        return 0.5 if one.left and other.left else float(other.left)
    if one.won and other.won:
        return 0.5
    return 0.5 if mine == theirs else float(mine > theirs)


def _weight(
    game: RatedGame, pair: Pair, mine: _Player, theirs: _Player, recent: float, *, doubtful: bool
) -> tuple[float, str | None]:
    """How much of what `mine` could learn from `theirs` counts, and the main reason if it is not all."""
    if mine.facts.left:
        return (0.0 if theirs.facts.left else 1.0), "left"
    if is_sharing(pair, game.ended_at):
        return 0.0, "network"
    if doubtful:
        return 0.0, "one_sided"
    found: list[tuple[float, str]] = []
    if theirs.facts.left:
        ahead = (mine.facts.won, mine.facts.score) > (theirs.facts.won, theirs.facts.score)
        part = theirs.facts.own_part
        found.append((part if ahead and part >= OWN_PART else 0.0, "opponent_left"))
    needed = min(MOST_ACQUAINTED, max(0, (game.accounts - FEW_ACCOUNTS + 3) // 4))
    found.append((min(1.0, _acquainted(game, theirs.player, mine.player) / needed) if needed else 1.0, "unknown"))
    found.append((1 / (1 + recent / MEETINGS), "met_often"))
    found.append((HASTY_WEIGHT if game.hasty else 1.0, "hasty"))
    weight = 1.0
    for part, _ in found:
        weight *= part
    least, reason = min(found, key=lambda one: one[0])
    return weight, (reason if least < 1 else None)


def _acquainted(game: RatedGame, player: str, but: str) -> int:
    """How many others know somebody: those met at tables without `but`, not from the same network."""
    known: set[str] = set()
    for pair in game.met.get(player, ()):
        friend = pair.other if pair.one == player else pair.one
        if friend != but and but not in pair.always_with and pair.shared_at is None and not is_one_sided(pair):
            known.add(friend)
    return len(known)


def is_sharing(pair: Pair, now: float) -> bool:
    """Whether the two were seen in the same network lately."""
    return pair.shared_at is not None and now - pair.shared_at < HALF_LIFE


def is_one_sided(pair: Pair) -> bool:
    """Whether one wins against the other more often than their ratings can explain."""
    return pair.games >= FEWEST_TO_DOUBT and abs(pair.deviation) >= MOST_DOUBTFUL


def _outcome(game: RatedGame, one: _Player, lessons: Sequence[_Lesson]) -> SeatOutcome:
    before = one.facts.standing or Standing(*FIRST)
    weight = sum(lesson.weight for lesson in lessons) / max(1, len(lessons))
    mu = one.mu + sum(lesson.omega - lesson.taken_back for lesson in lessons)
    reasons = tuple(sorted({lesson.reason for lesson in lessons if lesson.reason is not None}))
    if weight == 0.0:  # not rated: neither doubt nor absence change
        taken_back = one.mu - mu
        return SeatOutcome(replace(before, mu=before.mu - taken_back), 0.0, reasons)
    factor = max(LEAST_FACTOR, 1 - sum(lesson.delta for lesson in lessons))
    return SeatOutcome(
        Standing(mu, one.sigma * sqrt(factor), before.games + 1, game.ended_at), min(1.0, weight), reasons
    )
