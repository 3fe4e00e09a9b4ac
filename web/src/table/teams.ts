/** The team of a seat as a letter; null without teams. Boards with teams list `sides`. */
export function team(board: unknown, seat: number): string | null {
  const sides = (board as { sides?: unknown }).sides;
  if (!Array.isArray(sides)) return null;
  const seats = (sides as { seats?: number[] }[]).map((side) => side.seats ?? []);
  if (seats.every((side) => side.length < 2)) return null;
  const found = seats.findIndex((side) => side.includes(seat));
  return found < 0 ? null : String.fromCharCode(65 + found);
}
