import type { GameParts } from "$/table/gameContext";

export { default as Centre } from "./Centre.svelte";
export { default as Hand } from "./Hand.svelte";
export { default as Seat } from "./Seat.svelte";
export { turnSteps as steps } from "./steps";

export const minHeight: GameParts["minHeight"] = { wide: "21.2rem", narrow: "21.2rem" };

/** How long an event stays on the screen: long enough to see a draw, and longer for a failure. */
const DWELL: Readonly<Record<string, number>> = {
  "event.drawn": 1100,
  "event.obtained": 700,
  "event.fails_three": 1600,
  "event.fails_five": 1600,
  "event.fails_three_black": 1600,
  "event.fails_five_black": 1600,
  "event.returned": 800,
  "event.takes": 800,
  "event.uses": 1100,
  "event.picks_field": 800,
  "event.picks_turn": 800,
  "event.unseen": 1000,
  "event.unseen.seen": 1000,
  "event.swaps": 1200,
  "event.takes_from": 1000,
  "event.puts_field": 800,
  "event.puts_other": 1000,
  "event.puts_screen": 800,
  "event.hides": 900,
  "event.ends": 1200,
  "event.opens": 1800,
};

export const dwell: GameParts["dwell"] = (code) => DWELL[code] ?? 0;
