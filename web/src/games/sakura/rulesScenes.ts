/** What the pictures of the rules show: groups of cards, each with its caption. */
import type { UiKey } from "$/i18n/index.svelte";
import { sakura } from "../../../contract/pieces.json";

export interface Group {
  readonly label: UiKey;
  readonly cards: readonly string[];
  /** How the cards are shown: side by side, as a stack, or face down. */
  readonly as?: "row" | "stack" | "backs";
}

const { bright, scroll, hawthorn, animal, rain } = sakura.kinds;

/** Cards of the same value together (SK-R1), with only some of the chaff, which is worth nothing. */
export const KINDS: readonly Group[] = [
  { label: "sakura.picture.bright", cards: bright },
  { label: "sakura.picture.scroll", cards: [...scroll, ...hawthorn] },
  { label: "sakura.picture.animal", cards: [...animal, ...rain] },
  {
    label: "sakura.picture.chaff",
    cards: ["pine chaff 1", "plum chaff 2", "iris chaff 1", "pampas chaff 2", sakura.wildcard],
  },
];

/** Scenes of a game, step by step. */
export const SCENES: Readonly<Record<string, readonly Group[]>> = {
  stack: [{ label: "sakura.picture.stack", cards: ["maple scroll", "maple chaff 1", "maple chaff 2"], as: "stack" }],
  turn: [
    { label: "sakura.picture.play", cards: ["plum scroll"] },
    { label: "sakura.picture.field", cards: ["plum chaff 1", "iris chaff 2", "boar"] },
    { label: "sakura.picture.take", cards: ["plum scroll", "plum chaff 1"] },
    { label: "sakura.picture.pile", cards: ["back"], as: "backs" },
    { label: "sakura.picture.flip", cards: ["geese"] },
    { label: "sakura.picture.stays", cards: ["geese", "iris chaff 2", "boar"] },
  ],
  two: [
    { label: "sakura.picture.field", cards: ["pine chaff 1", "pine chaff 2"] },
    { label: "sakura.picture.play", cards: ["crane"] },
    { label: "sakura.picture.take", cards: ["crane", "pine chaff 2"] },
    { label: "sakura.picture.stays", cards: ["pine chaff 1"] },
  ],
  three: [
    { label: "sakura.picture.stack", cards: ["maple scroll", "maple chaff 1", "maple chaff 2"], as: "stack" },
    { label: "sakura.picture.flip", cards: ["deer"] },
    { label: "sakura.picture.take", cards: ["deer", "maple scroll", "maple chaff 1", "maple chaff 2"] },
  ],
  four: [
    { label: "sakura.picture.hand", cards: ["iris scroll", "iris chaff 1", "butterflies"] },
    { label: "sakura.picture.field", cards: ["bridge", "iris chaff 2", "moon"] },
    { label: "sakura.picture.take", cards: ["bridge", "iris scroll", "iris chaff 1", "iris chaff 2"] },
  ],
  wildcard: [
    { label: "sakura.picture.play", cards: ["fireworks"] },
    { label: "sakura.picture.field", cards: ["phoenix", "wisteria chaff 1", "cherry chaff 2"] },
    { label: "sakura.picture.take", cards: ["fireworks", "phoenix"] },
  ],
  interrupt: [
    { label: "sakura.picture.field", cards: ["moon", "oak scroll"] },
    { label: "sakura.picture.play", cards: ["fireworks"] },
    { label: "sakura.picture.theirs", cards: ["geese", "pampas chaff 1", "pampas chaff 2"] },
    { label: "sakura.picture.they-take", cards: ["moon", "geese", "pampas chaff 1", "pampas chaff 2"] },
  ],
  late: [
    { label: "sakura.picture.before", cards: ["fireworks", "boar"] },
    { label: "sakura.picture.left", cards: ["clover chaff 1"] },
    { label: "sakura.picture.take", cards: ["clover chaff 1"] },
  ],
  oak: [
    { label: "sakura.picture.field", cards: ["fireworks", "plum chaff 2"] },
    { label: "sakura.picture.play", cards: ["swallow"] },
    { label: "sakura.picture.take", cards: ["swallow", "fireworks"] },
    { label: "sakura.picture.left", cards: ["rain man"] },
    { label: "sakura.picture.take", cards: ["rain man"] },
  ],
  score: [
    { label: "sakura.picture.score.bright", cards: ["crane", "curtain", "moon"] },
    { label: "sakura.picture.score.scroll", cards: ["iris scroll", "maple scroll"] },
    { label: "sakura.picture.score.hawthorn", cards: ["yellow hawthorn"] },
    { label: "sakura.picture.score.animal", cards: ["sake cup", "deer"] },
    { label: "sakura.picture.score.set", cards: ["curtain", "moon", "sake cup"] },
  ],
};
