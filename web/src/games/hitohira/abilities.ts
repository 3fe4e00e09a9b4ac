/** The six abilities, each named after a cherry tree: their names and pictures. */
import { hitohira } from "../../../contract/pieces.json";
import type { Ability } from "$/generated/hitohira";
import type { Message } from "$/generated/outgoing";

export type Tree = "yoshino" | "otome" | "sumizome" | "hime" | "kumagai" | "kokonoe";

const TREES: Readonly<Record<string, string>> = hitohira.abilities;
const TRIGGERS: Readonly<Record<string, string>> = {
  "4 colours": "trigger.four_colours",
  "2 pairs": "trigger.two_pairs",
  "6 pieces": "trigger.six_pieces",
};

export function treeOf(ability: Ability): Tree {
  return (TREES[ability.name] ?? "yoshino") as Tree;
}

export function abilityWord(ability: Ability): Message {
  return { code: `ability.${treeOf(ability)}`, facts: {}, text: ability.name };
}

export function triggerWord(ability: Ability): Message {
  return { code: TRIGGERS[ability.trigger] ?? ability.trigger, facts: {}, text: ability.trigger };
}

/** Rings of petals: how many, how far out, how long, and their colour. */
export type Ring = readonly [count: number, length: number, width: number, fill: string];

/** The blossoms of these trees: single and pale, single and pink, white, half double, and two with petals by the dozen. */
export const BLOSSOMS: Readonly<Record<Tree, { rings: readonly Ring[]; heart: string }>> = {
  yoshino: { rings: [[5, 17, 7.5, "#f6d3da"]], heart: "#c8402b" },
  otome: { rings: [[5, 16, 6, "#e893aa"]], heart: "#8d2440" },
  sumizome: { rings: [[5, 17, 8, "#f4f1e6"]], heart: "#4a5a52" },
  hime: {
    rings: [
      [6, 17, 7, "#f3bccb"],
      [5, 11, 6, "#fbe3e8"],
    ],
    heart: "#c8402b",
  },
  kumagai: {
    rings: [
      [13, 18, 4, "#eeb2c2"],
      [11, 13, 3.6, "#e08ea5"],
      [8, 8, 3, "#c95a78"],
    ],
    heart: "#9c2f4c",
  },
  kokonoe: {
    rings: [
      [9, 18, 5.5, "#f7dbe1"],
      [8, 13, 5, "#f0bfcb"],
      [6, 8, 4, "#e59fb1"],
    ],
    heart: "#b9853a",
  },
};
