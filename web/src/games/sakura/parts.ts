import type { GameParts } from "$/table/gameContext";

export { default as Centre } from "./Centre.svelte";
export { default as Hand } from "./Hand.svelte";
export { default as Seat } from "./Seat.svelte";
export { turnSteps as steps } from "./steps";

/** Three rows of tappable cards; in a replay they can be smaller. */
export const minHeight: GameParts["minHeight"] = {
  wide: "17.6rem",
  narrow: "calc(17rem - 1.6rem * var(--untouched, 0))",
};

/** Long enough to see which card came, and what it captured. */
const DWELL: Readonly<Record<string, number>> = {
  "event.play": 800,
  "event.play_stays": 800,
  "event.play_captures": 1000,
  "event.flip": 800,
  "event.flip_stays": 900,
  "event.flip_captures": 1100,
  "event.captures": 1000,
  "event.leaves": 800,
  "event.four": 1400,
  "event.dealer_four": 1400,
  "event.interrupts": 1600,
  "event.set": 1800,
  "event.late": 1300,
};

/** How long an event stays on the screen. */
export const dwell: GameParts["dwell"] = (code) => DWELL[code] ?? 0;
