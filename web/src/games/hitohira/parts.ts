import type { GameParts } from "$/table/gameContext";

export { default as Centre } from "./Centre.svelte";
export { default as Hand } from "./Hand.svelte";
export { default as Seat } from "./Seat.svelte";

export const minHeight: GameParts["minHeight"] = { wide: "21.2rem", narrow: "21.2rem" };

/** How long an event stays on the screen: a draw is looked at, a failure regretted. */
const DWELL: Readonly<Record<string, number>> = {
  "event.drawn": 600,
  "event.obtained": 300,
  "event.fails_three": 900,
  "event.fails_five": 900,
  "event.fails_three_black": 900,
  "event.fails_five_black": 900,
  "event.returned": 450,
  "event.takes": 450,
  "event.uses": 500,
  "event.picks_field": 500,
  "event.picks_turn": 500,
  "event.unseen": 600,
  "event.unseen.seen": 600,
  "event.swaps": 700,
  "event.takes_from": 600,
  "event.puts_field": 500,
  "event.puts_other": 600,
  "event.puts_screen": 500,
  "event.hides": 600,
  "event.ends": 700,
};

export const dwell: GameParts["dwell"] = (code) => DWELL[code] ?? 0;
