/** What the pictures of the rules show. Squares are named as on the board: columns from a, rows from 1 at the bottom. */
import { hiroba } from "../../../contract/pieces.json";

export interface Scene {
  /** The ground, written as in HB-R1. */
  rows: readonly string[];
  /** Pebbles: square, seat, number. */
  pebbles?: readonly (readonly [string, number, number])[];
  /** Stones: square, seat. */
  stones?: readonly (readonly [string, number])[];
  /** Where the number in hand may go; `hand` is its seat and the number. */
  lit?: readonly string[];
  hand?: readonly [number, number];
  /** Where nothing may go. */
  crossed?: readonly string[];
  /** Koi in gardens. */
  koi?: readonly string[];
  /** Ponds whose koi was taken. */
  empty?: readonly string[];
  /** Sums of the leaders: square, seat, sum. */
  sums?: readonly (readonly [string, number, number])[];
  /** Gardens that were won: a square of the garden, seat. */
  won?: readonly (readonly [string, number])[];
  /** Signs explained below the picture: square, sign. */
  signs?: readonly (readonly [string, string])[];
  named?: boolean;
}

/** Four tiles that may be next to each other (HB-2.1). */
const FOUR = ["~aba~b", "babAab", "bbBbbb", "~aaa~b", "babaab", "bBbabB"] as const;
const FIRST = hiroba.tiles[0] ?? [];

export const SCENES: Readonly<Record<string, Scene>> = {
  tile: {
    rows: FIRST,
    signs: [
      ["a3", "1"],
      ["b3", "2"],
      ["a1", "3"],
      ["c1", "4"],
    ],
  },
  where: {
    rows: ["~abwww", "babwww", "bbBwww"],
    pebbles: [["b2", 0, 6]],
    stones: [["c3", 1]],
    crossed: ["a3", "e2"],
  },
  setup: {
    rows: [
      "bb~bbBAbb",
      "abbaabaab",
      "Aab~bb~ab",
      "bb~bBbbAa",
      "bAaaabba~",
      "baa~aabbb",
      "Bbbwwwwww",
      "b~awwwwww",
      "baawwwwww",
    ],
    named: true,
  },
  first: {
    rows: FOUR,
    pebbles: [["d5", 0, 9]],
    lit: ["c4", "b1", "f1"],
    named: true,
  },
  lines: {
    rows: FOUR,
    pebbles: [
      ["d5", 0, 9],
      ["b1", 1, 8],
    ],
    lit: ["a5", "b5", "c5", "e5", "f5", "d6", "d4", "d3", "d2", "d1"],
    named: true,
  },
  numbers: {
    rows: FOUR,
    pebbles: [
      ["d5", 0, 9],
      ["d2", 0, 7],
      ["b1", 1, 8],
      ["b6", 1, 7],
    ],
    hand: [0, 7],
    lit: ["a5", "c5", "e5", "f5"],
    crossed: ["b5", "d6", "d4", "d3", "d1", "a2", "b2", "c2", "e2", "f2"],
    named: true,
  },
  stone: {
    rows: FOUR.slice(0, 3),
    pebbles: [
      ["d2", 0, 9],
      ["c1", 1, 8],
      ["f1", 1, 9],
    ],
    stones: [["e2", 1]],
    named: true,
  },
  koi: {
    rows: FOUR.slice(3),
    pebbles: [
      ["d3", 0, 4],
      ["f3", 1, 3],
      ["e2", 1, 2],
    ],
    sums: [["e3", 0, 4]],
    named: true,
  },
  between: {
    rows: ["bAaAaa", "ba~a~b", "bbbbbb"],
    pebbles: [
      ["d2", 0, 1],
      ["c3", 1, 2],
      ["e1", 1, 3],
    ],
    sums: [
      ["c2", 0, 1],
      ["e2", 0, 1],
    ],
    named: true,
  },
  garden: {
    rows: FIRST,
    pebbles: [
      ["a2", 0, 7],
      ["c1", 0, 2],
      ["c2", 1, 8],
    ],
    won: [["a2", 0]],
    sums: [["c3", 0, 9]],
    named: true,
  },
  double: {
    rows: FIRST,
    pebbles: [
      ["a2", 0, 7],
      ["c1", 0, 2],
      ["c2", 1, 8],
    ],
    won: [["a2", 0]],
    koi: ["b1"],
    empty: ["a3"],
    named: true,
  },
};
