/** Points by round and seat, and where each came from. */
import type { ScoreLine } from "$/generated/api";

export interface RoundScore {
  round: number;
  /** Points of this round, seat by seat. */
  points: number[];
  lines: ScoreLine[];
}

/** The lines by rounds, in their order. */
export function byRound(lines: readonly ScoreLine[], seats: number): RoundScore[] {
  const rounds = new Map<number, RoundScore>();
  for (const line of lines) {
    let found = rounds.get(line.round);
    if (found === undefined) {
      found = { round: line.round, points: Array.from({ length: seats }, () => 0), lines: [] };
      rounds.set(line.round, found);
    }
    found.points[line.seat] = (found.points[line.seat] ?? 0) + line.points;
    found.lines.push(line);
  }
  return [...rounds.values()].sort((one, other) => one.round - other.round);
}

export interface Ranked {
  seat: number;
  /** From 1; tied players have the same. */
  rank: number;
  points: number;
}

/** The final ranking. The rules decide who has won: winners come first, whatever their points. `side` is the team of a
 * seat: teammates stand together, also when teams are tied. */
export function ranking(
  scores: readonly number[],
  winners: readonly number[],
  side: (seat: number) => string | null = () => null,
): Ranked[] {
  const order = scores
    .map((points, seat) => ({ seat, points, won: winners.includes(seat), side: side(seat) ?? "" }))
    .sort(
      (one, other) =>
        Number(other.won) - Number(one.won) ||
        other.points - one.points ||
        one.side.localeCompare(other.side) ||
        one.seat - other.seat,
    );
  return order.map(({ seat, points, won }) => {
    const rank = won ? 1 : 1 + order.filter((one) => one.won || one.points > points).length;
    return { seat, points, rank };
  });
}

/** A number with a true minus. */
export function formatPoints(points: number): string {
  return points < 0 ? `−${-points}` : String(points);
}

/** With a sign. */
export function formatSigned(points: number): string {
  return points > 0 ? `+${points}` : points === 0 ? "±0" : formatPoints(points);
}

/** How a game was decided, as facts for the reader at one seat. */
export interface Decided {
  /** By how many points this seat is ahead of the best other one (or of the winner behind it: negative); 0 on a tie. */
  margin: number;
  /** The rival: the best other seat. */
  rival: number;
  /** Whether the victory is shared with the rival. */
  shared: boolean;
  /** The margin over the same rival before the last round, if that round turned the order of the two around. */
  before: number | null;
  /** Whether the game had several rounds. */
  several: boolean;
  /** The line that gave this seat most, and the one that cost it most. */
  gain: ScoreLine | null;
  loss: ScoreLine | null;
}

/** How the game was decided for a seat; null if it sits alone. Teammates, who have the same points by the rules, are no
 * rivals: `allies` are left out. */
export function decided(
  seat: number,
  scores: readonly number[],
  winners: readonly number[],
  lines: readonly ScoreLine[],
  allies: readonly number[] = [],
): Decided | null {
  const rival = ranking(scores, winners).find((one) => one.seat !== seat && !allies.includes(one.seat))?.seat;
  if (rival === undefined) return null;
  const margin = (scores[seat] ?? 0) - (scores[rival] ?? 0);
  const last = byRound(lines, scores.length).at(-1);
  const several = last !== undefined && last.round > 1;
  const before = several ? margin - ((last.points[seat] ?? 0) - (last.points[rival] ?? 0)) : null;
  const own = lines.filter((line) => line.seat === seat);
  const gain = own.reduce<ScoreLine | null>(
    (most, line) => (line.points > Math.max(0, most?.points ?? 0) ? line : most),
    null,
  );
  const loss = own.reduce<ScoreLine | null>(
    (most, line) => (line.points < Math.min(0, most?.points ?? 0) ? line : most),
    null,
  );
  return {
    several,
    margin,
    rival,
    shared: winners.includes(seat) && winners.includes(rival),
    before: before !== null && before * margin < 0 ? before : null,
    gain,
    loss,
  };
}
