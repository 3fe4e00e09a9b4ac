/** What bots say now and then: at the beginning, after a round, at the end. It depends on scores alone, which
 * everybody sees, so it reveals no secret. */
import type { View } from "$/generated/outgoing";
import type { UiKey } from "$/i18n/index.svelte";

type Occasion = "start" | "best" | "worst" | "won" | "lost";

export interface Line {
  seat: number;
  key: UiKey;
}

/** A bot at the table. */
export interface Bot {
  seat: number;
  level: number;
}

/** How somebody of each level speaks. */
const MANNERS = ["beginner", "beginner", "regular", "expert", "expert"] as const;
const VARIANTS = 2;

/** What happened between two views that somebody might comment on, and who. */
function occasion(before: View | null, after: View, bots: readonly number[]): [Occasion, number] | null {
  const first = bots[0];
  if (first === undefined) return null;
  if (before === null) return after.over ? null : ["start", first];
  if (after.over && !before.over) {
    const winner = after.winners.find((seat) => bots.includes(seat));
    return winner === undefined ? ["lost", first] : ["won", winner];
  }
  if (roundOf(after) === roundOf(before) || after.over) return null;
  const gains = after.scores.map((score, seat) => score - (before.scores[seat] ?? 0));
  if (Math.max(...gains) === Math.min(...gains)) return null;
  const best = bots.find((seat) => gains[seat] === Math.max(...gains));
  const worst = bots.find((seat) => gains[seat] === Math.min(...gains));
  if (best !== undefined) return ["best", best];
  return worst === undefined ? null : ["worst", worst];
}

/** The round that a view belongs to; undefined in games without rounds. */
export function roundOf(view: View): unknown {
  return (view.board as { round?: unknown }).round;
}

/** A small number from a text, the same in every browser. */
function hash(text: string): number {
  let found = 7;
  for (const letter of text) found = (found * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return found;
}

/** The line for what happened between the views at two round ends, or null: bots are not talkative. */
export function lineAfter(before: View | null, after: View, bots: readonly Bot[], table: string): Line | null {
  const found = occasion(
    before,
    after,
    bots.map((bot) => bot.seat),
  );
  if (found === null) return null;
  const [what, seat] = found;
  const chance = hash(`${table} ${after.ply} ${what}`);
  if ((what === "best" || what === "worst") && chance % 2 === 0) return null;
  const level = bots.find((bot) => bot.seat === seat)?.level ?? 1;
  const manner = MANNERS[Math.min(level, MANNERS.length) - 1] ?? MANNERS[0];
  // Not by the same digit that decided whether anything is said.
  const variant = (Math.floor(chance / 2) % VARIANTS) + 1;
  return { seat, key: `bot.line.${manner}.${what}.${variant}` as UiKey };
}
