import { expect, test } from "vitest";
import { qr } from "./qr";

/** Read by a scanner as "zashiki". */
const CODE = `
#######.#..#..#######
#.....#....#..#.....#
#.###.#..#.#..#.###.#
#.###.#.#.##..#.###.#
#.###.#.##..#.#.###.#
#.....#.#.##..#.....#
#######.#.#.#.#######
........##.##........
#...#.######.#####..#
..#....##.###.....##.
#.#####.#.##..###..#.
#.####.####..##.#...#
...##.##....###.##.#.
........#.#.###.#.#..
#######.#.#.##..#.##.
#.....#...###......##
#.###.#.##.#..#.#...#
#.###.#..#.##...#..##
#.###.#..###..#.##...
#.....#...#..##.#....
#######.##..###.#...#
`;

test("a code is the one that a scanner has read", () => {
  const drawn = qr("zashiki")?.map((row) => row.map((dark) => (dark ? "#" : ".")).join(""));
  expect(drawn).toEqual(CODE.trim().split("\n"));
});

test("a longer text has a larger code, and a text that is too long has none", () => {
  expect(qr("x".repeat(14))?.length).toBe(21);
  expect(qr("x".repeat(15))?.length).toBe(25);
  expect(qr("https://games.example.org/table/k3v9w2m7x5c8rt")?.length).toBe(33);
  expect(qr("桜".repeat(71))?.length).toBe(57);
  expect(qr("x".repeat(214))).toBeNull();
});
