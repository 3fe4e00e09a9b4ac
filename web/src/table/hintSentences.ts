/** What a hint says, in sentences: for screen readers, and for the panel. */
import { t, type UiKey } from "$/i18n/index.svelte";
import type { TableState } from "./tableState.svelte";

export type HintContext = Pick<TableState, "label" | "say" | "view"> & {
  hint: Pick<TableState["hint"], "best" | "runnerUp">;
};

const SURE = 0.9;
/** Win chances in words, as multiples of an equal share: 30 % is little between two players and much among five. */
const WORDS: readonly (readonly [number, UiKey])[] = [
  [1.4, "hint.chance.good"],
  [0.8, "hint.chance.fair"],
  [0.4, "hint.chance.small"],
];

/** A win chance in words, with its number. */
export function chanceInWords(chance: number, players: number): string {
  const shares = chance * players;
  const words = WORDS.find(([least]) => shares >= least)?.[1] ?? "hint.chance.slim";
  return t(chance >= SURE ? "hint.chance.sure" : words, { percent: percent(chance) });
}

export function percent(chance: number): number {
  return Math.round(100 * chance);
}

/** The best move, its chance, why it is the best, and the runner-up if it is about as good. */
export function hintSentences(context: HintContext): string[] {
  const { best } = context.hint;
  if (best === null) return [];
  return [
    t("hint.best", { move: context.label(best.action) ?? best.label }),
    chanceInWords(best.chance, context.view.scores.length),
    ...otherSentences(context),
  ];
}

/** The reason and the runner-up. */
export function otherSentences(context: HintContext): string[] {
  const { best, runnerUp } = context.hint;
  const reason = best?.reason ?? null;
  const found = reason === null ? [] : [context.say(reason)];
  // The reason may be just that the two can hardly be told apart.
  if (runnerUp === null || reason?.code === "hint.alike") return found;
  const move = context.label(runnerUp.action) ?? runnerUp.label;
  return [...found, t("hint.close", { move, percent: percent(runnerUp.chance) })];
}
