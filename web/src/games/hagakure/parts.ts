import type { GameParts } from "$/table/gameContext";

export { default as Centre } from "./Centre.svelte";
export { default as Hand } from "./Hand.svelte";
export { default as Seat } from "./Seat.svelte";

export const minHeight: GameParts["minHeight"] = { wide: "calc(9.4rem + 1.2rem * var(--seats))", narrow: "11.7rem" };

const TIMES: Readonly<Record<string, number>> = {
  "event.pass": 250,
  "event.token": 500,
  "event.exchange": 700,
  "event.exchange.seen": 700,
  "event.look": 700,
  "event.look.seen": 700,
  "event.card": 350,
  "event.trick": 900,
  "event.trick_fools": 1100,
  "event.points": 1600,
};

/** How long an event stays on the screen: a card is seen, a trick is read, and the end of a round more so. */
export const dwell: GameParts["dwell"] = (code) => TIMES[code] ?? 0;
