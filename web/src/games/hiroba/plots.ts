/** Squares as they are drawn. */
import type { Board, Garden, Pond, Square } from "$/generated/hiroba";
import type { Spot } from "./outline";

export interface Plot extends Spot {
  terrain: string;
  /** Which garden, numbered so that the two of a tile have different parity; null elsewhere. */
  garden: number | null;
  start: boolean;
  koi: boolean;
  /** The tile that was drawn for its place, to be turned next; null where it lies already, or is not known. */
  tile: number | null;
}

/** The whole board. */
export function plotsOf(board: Board): Plot[] {
  return board.squares.map((square) => ({
    ...spotOf(square),
    terrain: square.terrain,
    garden: square.garden,
    start: square.start,
    koi: square.koi,
    tile: square.terrain === "bare" ? (board.tiles[square.place]?.tile ?? null) : null,
  }));
}

/** Where a square is, counted from the top left. */
export function spotOf({ row, column }: Pick<Square, "row" | "column">): Spot {
  return { x: column - 1, y: 9 - row };
}

/** Tiles written as in HB-R1: letters a and b are gardens, ~ is the pond, w is water, a dot nothing, a capital letter is
 * the starting square. `rows` may hold several tiles side by side and below each other. */
export function plotsFrom(rows: readonly string[]): Plot[] {
  const across = (rows[0] ?? "").length / 3;
  return rows.flatMap((row, y) =>
    [...row].map((letter, x) => {
      const tile = across * Math.floor(y / 3) + Math.floor(x / 3);
      const garden = letter.toLowerCase() === "a" ? 2 * tile : letter.toLowerCase() === "b" ? 2 * tile + 1 : null;
      const terrain = garden !== null ? "garden" : letter === "~" ? "pond" : letter === "w" ? "water" : "bare";
      return { x, y, terrain, garden, start: letter === "A" || letter === "B", koi: letter === "~", tile: null };
    }),
  );
}

/** What a player looks at: a garden or a pond. */
export type Region = { kind: "garden"; at: string; garden: Garden } | { kind: "pond"; at: string; pond: Pond };

export function regionOf(board: Board, name: string | null): Region | null {
  const square = board.squares.find((one) => one.name === name);
  if (square === undefined) return null;
  const garden = square.garden === null ? undefined : board.gardens[square.garden];
  if (garden !== undefined) return { kind: "garden", at: garden.squares[0] ?? square.name, garden };
  const pond = board.ponds.find((one) => one.square === square.name);
  return pond === undefined ? null : { kind: "pond", at: pond.square, pond };
}
