/** A round's points, seat by seat, for the tally. */
import type { ScoreLine } from "$/generated/api";
import { t } from "$/i18n/index.svelte";
import { formatPoints, formatSigned, ranking } from "./scores";
import type { RoundOver } from "./scenes";

export interface TallyRow {
  seat: number;
  /** From 1; tied players have the same. */
  rank: number;
  /** Points of this round. */
  points: number;
  before: number;
  total: number;
  /** Where they came from: gains, then losses, the largest first; nothing if the seat got no points and no line says why. */
  lines: ScoreLine[];
}

/** Seconds after the end of a round until its tally closes by itself. */
const STAYS = 12;
/** The same while the player's own clock runs, from when the tally opens. */
const HURRY = 3;
/** The shortest time that a tally is seen, if it opens late. */
const SHORTEST = 2;

/** When a tally that opens `now` closes by itself, by the server's clock: for everybody at the same moment, however long each has
 * watched what came before. Whoever is `timed` has no time for that. */
export function closesAt(over: RoundOver, now: number, timed: boolean): number {
  return timed ? now + HURRY : Math.max(over.at + STAYS, now + SHORTEST);
}

/** Everybody, the leader first: also those who got nothing. */
export function tallyRows(over: RoundOver, lines: readonly ScoreLine[]): TallyRow[] {
  const known = over.round === null ? lines : lines.filter((line) => line.round === over.round);
  return ranking(over.after, []).map(({ seat, rank, points: total }) => {
    const own = known.filter((line) => line.seat === seat);
    const points = known.length > 0 ? sum(own) : total - (over.before[seat] ?? 0);
    // Gains first: a loss often cancels one of them.
    const sorted = [...own].sort(
      (one, other) =>
        Number(other.points > 0) - Number(one.points > 0) || Math.abs(other.points) - Math.abs(one.points),
    );
    return { seat, rank, points, before: total - points, total, lines: sorted };
  });
}

function sum(lines: readonly ScoreLine[]): number {
  return lines.reduce((all, line) => all + line.points, 0);
}

/** The scores in words, one's own first. */
export function tallySentences(
  over: RoundOver,
  name: (seat: number) => string,
  mine: readonly number[],
  rows: readonly TallyRow[] = tallyRows(over, []),
): string[] {
  const title = over.over || over.round === null ? t("tally.last") : t("round.over", { n: over.round });
  const order = [...rows].sort((one, other) => Number(mine.includes(other.seat)) - Number(mine.includes(one.seat)));
  return [
    `${title}:`,
    ...order.map(({ seat, points, total }) =>
      t("tally.seat", { name: name(seat), points: formatSigned(points), total: formatPoints(total) }),
    ),
  ];
}
