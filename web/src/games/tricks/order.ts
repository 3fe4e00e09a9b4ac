/** Seats as they sit around the table. */
import type { Sight } from "$/table/sight";

/** Clockwise from the viewer's left, the viewer last; a spectator sees them from the first seat on. */
export function around(sight: Sight): number[] {
  const count = sight.view.scores.length;
  const start = sight.seat === null ? 0 : sight.seat + 1;
  return Array.from({ length: count }, (_, place) => (start + place) % count);
}
