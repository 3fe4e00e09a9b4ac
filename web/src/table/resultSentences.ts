/** The result of a game in words, for whoever reads it. */
import type { ScoreLine } from "$/generated/api";
import type { Facts } from "$/i18n/sentence";
import { t } from "$/i18n/index.svelte";
import { formatPoints, formatSigned, type Decided, type Ranked } from "./scores";
import type { TableState } from "./tableState.svelte";

type Named = Pick<TableState, "name" | "say">;

/** The heading: how I did, or who won, for spectators and for several players on one device. Teammates win together:
 * `allies` do not share my victory, they are part of it. */
export function resultTitle(
  places: readonly Ranked[],
  winners: readonly number[],
  own: readonly number[],
  name: (seat: number) => string,
  allies: readonly number[] = [],
): string {
  const [mine, ...more] = own;
  if (mine === undefined || more.length > 0) return t("end.won", { winners: winners.map(name) });
  if (winners.includes(mine))
    return t(winners.every((seat) => seat === mine || allies.includes(seat)) ? "end.you_won" : "end.you_shared");
  return t("end.you_came", { n: places.find(({ seat }) => seat === mine)?.rank ?? 0 });
}

/** How it was decided. Before the breakdown is loaded, that is the margin alone. */
export function decidedSentences(
  { several, margin, rival, shared, before, gain, loss }: Decided,
  won: boolean,
  by: Named,
): string[] {
  const name = by.name(rival);
  const points = Math.abs(margin);
  const found = [
    shared
      ? t("end.shared_with", { name })
      : margin === 0
        ? t(won ? "end.tiebreak_won" : "end.tiebreak_lost", { name })
        : t(margin > 0 ? "end.ahead" : "end.behind", { points, name }),
  ];
  if (before !== null) found.push(t(before < 0 ? "end.overtook" : "end.overtaken", { points: Math.abs(before), name }));
  const facts = (line: ScoreLine): Facts => ({ points: formatSigned(line.points), what: by.say(line), n: line.round });
  if (gain !== null) found.push(t(several ? "end.gain.round" : "end.gain", facts(gain)));
  if (loss !== null) found.push(t(several ? "end.loss.round" : "end.loss", facts(loss)));
  return found;
}

/** One row of the ranking, read out: "1st: Bot 4, level 3, 23 points". */
export function rowSentence({ rank, points }: Ranked, name: string, notes: readonly string[]): string {
  const parts = [name, ...notes, t("end.row_points", { points, shown: formatPoints(points) })];
  return t("end.row", { place: t("end.place", { n: rank }), rest: parts.join(t("end.row_comma")) });
}
