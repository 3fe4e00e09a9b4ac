import type { GameParts } from "$/table/gameContext";

export { default as Centre } from "./Centre.svelte";
export { default as Hand } from "./Hand.svelte";
export { default as Seat } from "./Seat.svelte";

export const minHeight: GameParts["minHeight"] = { wide: "17.5rem", narrow: "16.7rem" };

const TIMES: Readonly<Record<string, number>> = {
  "event.lead": 350,
  "event.follow": 350,
  "event.no_follow": 350,
  "event.trick": 900,
  "event.token": 1100,
  "event.no_token": 1100,
  "event.covered": 1300,
  "event.points": 1600,
};

/** How long an event stays on the screen: a card is seen, a trick is read, and the end of a round more so. */
export const dwell: GameParts["dwell"] = (code) => TIMES[code] ?? 0;
