import type { GameParts } from "$/table/gameContext";

export { default as Centre } from "./Centre.svelte";
export { default as Hand } from "./Hand.svelte";
export { default as Seat } from "./Seat.svelte";
export { trickSteps as steps } from "../trick-taking/steps";

export const minHeight: GameParts["minHeight"] = { wide: "calc(9.4rem + 1.2rem * var(--seats))", narrow: "11.7rem" };

const TIMES: Readonly<Record<string, number>> = {
  "event.pass": 500,
  "event.token": 1100,
  "event.exchange": 1200,
  "event.exchange.seen": 1200,
  "event.look": 1200,
  "event.look.seen": 1200,
  "event.card": 700,
  "event.trick": 1500,
  "event.trick_fools": 1700,
};

/** How long an event stays on the screen: long enough to see who played which card, and to read a trick. */
export const dwell: GameParts["dwell"] = (code) => TIMES[code] ?? 0;
