/** The table of a game that the client was not built with: drawn from the `places` of its board. */
import type { GameParts } from "$/table/gameContext";

export { default as Centre } from "./Centre.svelte";
export { default as Hand } from "./Hand.svelte";
export { default as Seat } from "./Seat.svelte";

export const minHeight: GameParts["minHeight"] = { wide: "16rem", narrow: "14rem" };

/** How long an event stays on the screen: long enough to read a short sentence. */
const READING = 700;

export const dwell: GameParts["dwell"] = () => READING;
