import type { GameParts } from "$/table/gameContext";

export { default as Centre } from "./Centre.svelte";
export { default as Hand } from "./Hand.svelte";
export { default as Seat } from "./Seat.svelte";

/** Three rows of cards that can be touched; in a replay they need not be. */
export const minHeight: GameParts["minHeight"] = {
  wide: "19.5rem",
  narrow: "calc(17.8rem - 2.4rem * var(--untouched, 0))",
};

/** Long enough to see what came, and what it took. */
const DWELL: Readonly<Record<string, number>> = {
  "event.play": 450,
  "event.play_stays": 500,
  "event.play_captures": 700,
  "event.flip": 500,
  "event.flip_stays": 650,
  "event.flip_captures": 850,
  "event.captures": 700,
  "event.leaves": 500,
  "event.four": 1000,
  "event.dealer_four": 1000,
  "event.interrupts": 1200,
  "event.set": 1200,
  "event.late": 900,
  "event.points": 1500,
};

/** How long an event stays on the screen. */
export const dwell: GameParts["dwell"] = (code) => DWELL[code] ?? 0;
