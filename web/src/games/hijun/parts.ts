import type { GameParts } from "$/table/gameContext";

export { default as Centre } from "./Centre.svelte";
export { default as Hand } from "./Hand.svelte";
export { default as Seat } from "./Seat.svelte";
export { trickSteps as steps } from "../trick-taking/steps";

export const minHeight: GameParts["minHeight"] = { wide: "17.5rem", narrow: "16.7rem" };

const TIMES: Readonly<Record<string, number>> = {
  "event.lead": 700,
  "event.follow": 700,
  "event.no_follow": 700,
  "event.trick": 1500,
  "event.token": 1800,
  "event.no_token": 1800,
  "event.covered": 1900,
};

/** How long an event stays on the screen: long enough to see who played which card, and to read a trick. */
export const dwell: GameParts["dwell"] = (code) => TIMES[code] ?? 0;
