/** Painting a tile. A tile is its nine squares, row by row, as in HB-R1. */

/** The two gardens, the pond, and the starting square. */
export const BRUSHES = ["a", "b", "pond", "start"] as const;
export type Brush = (typeof BRUSHES)[number];

const POND = "~";

const isStart = (square: string): boolean => square === "A" || square === "B";

/** The tile after a stroke. There is one pond and one start: either moves to the painted square and swaps with what was
 * there, so that a valid tile stays as valid as possible. */
export function paint(tile: string, at: number, brush: Brush): string {
  const squares = [...tile];
  const here = squares[at];
  if (here === undefined) return tile;
  if (brush === "a" || brush === "b") squares[at] = isStart(here) ? brush.toUpperCase() : brush;
  else if (brush === "pond") movePond(squares, at, here);
  else moveStart(squares, at, here);
  return squares.join("");
}

function movePond(squares: string[], at: number, here: string): void {
  if (here === POND && squares.indexOf(POND) === squares.lastIndexOf(POND)) return;
  const left = here === POND ? "a" : here;
  squares.forEach((square, other) => {
    if (square !== POND || other === at) return;
    // A start that is painted over moves to where the pond was, once.
    squares[other] = isStart(left) && squares.some((one, n) => n !== at && isStart(one)) ? left.toLowerCase() : left;
  });
  squares[at] = POND;
}

function moveStart(squares: string[], at: number, here: string): void {
  const before = squares.findIndex((square, other) => other !== at && isStart(square));
  const garden = here === POND ? (squares[before] ?? "a") : here;
  squares.forEach((square, other) => {
    if (other !== at && isStart(square)) squares[other] = square.toLowerCase();
  });
  if (here === POND && before >= 0) squares[before] = POND;
  squares[at] = garden.toUpperCase();
}

/** The tile turned clockwise by 90°. */
export function turn(tile: string): string {
  return [6, 3, 0, 7, 4, 1, 8, 5, 2].map((from) => tile[from] ?? "").join("");
}

/** Three rows of three, as drawings take them. */
export function rowsOf(tile: string): string[] {
  return [tile.slice(0, 3), tile.slice(3, 6), tile.slice(6)];
}
