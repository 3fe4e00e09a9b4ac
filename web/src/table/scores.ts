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

/** The final ranking. The rules decide who has won: winners come first, whatever their points. */
export function ranking(scores: readonly number[], winners: readonly number[]): Ranked[] {
  const order = scores
    .map((points, seat) => ({ seat, points, won: winners.includes(seat) }))
    .sort((one, other) => Number(other.won) - Number(one.won) || other.points - one.points || one.seat - other.seat);
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
