import type { GameParts } from "$/table/gameContext";

export { default as Centre } from "./Centre.svelte";
export { default as Hand } from "./Hand.svelte";
export { default as Seat } from "./Seat.svelte";

export const minHeight: GameParts["minHeight"] = { wide: "20.5rem", narrow: "calc(86vw + 3.1rem)" };

/** How long an event stays on the screen: long enough to spot a pebble, and to understand the end. */
const DWELL: Readonly<Record<string, number>> = {
  "event.tile": 60,
  "event.water": 300,
  "event.first": 300,
  "event.pebble": 1100,
  "event.stone": 900,
  "event.no_stone": 120,
  "event.out": 900,
  "event.over": 1600,
};

export const dwell: GameParts["dwell"] = (code) => DWELL[code] ?? 0;
