/** Scores as tables: by round, and where each point came from. */
import type { ScoreLine } from "$/generated/api";

export interface RoundSum {
  round: number;
  /** Points of each seat; null where the round gave the seat no line at all. */
  points: (number | null)[];
  lines: ScoreLine[];
}

/** The rounds in their order, each with its sums and its lines. */
export function byRound(lines: readonly ScoreLine[], seats: number): RoundSum[] {
  const found = new Map<number, RoundSum>();
  for (const line of lines) {
    const one = found.get(line.round) ?? {
      round: line.round,
      points: new Array<number | null>(seats).fill(null),
      lines: [],
    };
    one.points[line.seat] = (one.points[line.seat] ?? 0) + line.points;
    one.lines.push(line);
    found.set(line.round, one);
  }
  return [...found.values()].sort((a, b) => a.round - b.round);
}

/** The seats from the best to the last, winners first. */
export function ranked(totals: readonly number[], winners: readonly number[]): number[] {
  const first = (seat: number): number => (winners.includes(seat) ? 0 : 1);
  return totals
    .map((_, seat) => seat)
    .sort((a, b) => first(a) - first(b) || (totals[b] ?? 0) - (totals[a] ?? 0) || a - b);
}

/** A number with a real minus. */
export function plain(points: number): string {
  return points < 0 ? `−${-points}` : String(points);
}

/** A number of points that came to others, with its sign. */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : plain(points);
}
