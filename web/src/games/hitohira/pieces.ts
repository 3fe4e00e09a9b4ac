import type { Pieces } from "$/table/sight";

export { default as Middle } from "./Middle.svelte";
export { default as Hand } from "./Hand.svelte";
export { default as Seat } from "./Seat.svelte";

/** How long an event stays on the screen. */
export const dwell: Pieces["dwell"] = () => 0;
