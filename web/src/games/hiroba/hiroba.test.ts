import { describe, expect, it } from "vitest";
import type { Board } from "$/generated/hiroba";
import { hiroba } from "../../../contract/pieces.json";
import { NewPieces } from "./newPieces.svelte";
import { loops, outline, seams } from "./outline";
import { SCENES } from "./rulesScenes";
import { plotsFrom } from "./plots";

const beside = (one: { x: number; y: number }, other: { x: number; y: number }): boolean =>
  Math.abs(one.x - other.x) + Math.abs(one.y - other.y) === 1;

describe("the edge of a garden", () => {
  /** The squares of a drawing, row by row, that have a letter. */
  const drawn = (...rows: string[]): { x: number; y: number }[] =>
    rows.flatMap((row, y) => [...row].flatMap((letter, x) => (letter === "a" ? [{ x, y }] : [])));

  it("goes around a single square", () => {
    expect(loops([{ x: 2, y: 1 }])).toEqual([
      [
        [2, 1],
        [3, 1],
        [3, 2],
        [2, 2],
      ],
    ]);
  });

  it("has a corner wherever it turns, and nowhere else", () => {
    expect(loops(drawn("aa", ".a")).map((one) => one.length)).toEqual([6]);
  });

  it("goes around each part of a garden that is in pieces", () => {
    expect(loops(drawn("a.a", "...", "aa.")).map((one) => one.length)).toEqual([4, 4, 4]);
  });

  it("keeps parts apart that only meet at a corner", () => {
    const parts = loops(drawn("a..", ".a.", "..a"));
    expect(parts.map((one) => one.length)).toEqual([4, 4, 4]);
    expect(new Set(parts.map((one) => JSON.stringify(one[0]))).size).toBe(3);
  });

  it("leaves out what a garden surrounds", () => {
    const [around, hole] = loops(drawn("aaa", "a.a", "aaa"));
    expect(around).toHaveLength(4);
    // The other way around, so that the hole is not filled.
    expect(hole?.toSorted()).toEqual([
      [1, 1],
      [1, 2],
      [2, 1],
      [2, 2],
    ]);
    const turn = (one: typeof hole): number =>
      (one ?? []).reduce((sum, [x, y], at, all) => {
        const [nextX, nextY] = all[(at + 1) % all.length] ?? [x, y];
        return sum + x * nextY - nextX * y;
      }, 0);
    expect(turn(around)).toBeGreaterThan(0);
    expect(turn(hole)).toBeLessThan(0);
  });

  it("lies inside of its squares", () => {
    const path = outline([{ x: 0, y: 0 }], 8, 0);
    expect(
      path
        .match(/-?\d+(\.\d+)?/g)
        ?.map(Number)
        .every((one) => one === 8 || one === 92),
    ).toBe(true);
  });

  it("has a seam between neighbours only", () => {
    const apart = [
      { x: 0, y: 0 },
      { x: 1, y: 1 },
    ];
    expect(seams(apart, 10)).toBe("");
    expect(seams([...apart, { x: 1, y: 0 }], 10).match(/M/g)).toHaveLength(2);
  });
});

describe("tiles (HB-1.1)", () => {
  it.each(hiroba.tiles.map((tile, index) => [index + 1, plotsFrom(tile)] as const))(
    "number %i is as the rules say",
    (_, plots) => {
      expect(plots.filter(({ terrain }) => terrain === "garden")).toHaveLength(8);
      expect(plots.filter(({ terrain }) => terrain === "pond")).toHaveLength(1);
      expect(plots.filter(({ start }) => start)).toHaveLength(1);
    },
  );
});

describe("pictures of the rules", () => {
  it.each(Object.entries(SCENES))("%s shows what can happen", (_, scene) => {
    const plots = plotsFrom(scene.rows);
    const find = (name: string): (typeof plots)[number] | undefined =>
      plots.find(({ x, y }) => `${"abcdefghi"[x] ?? ""}${scene.rows.length - y}` === name);
    const laid = [...(scene.pebbles ?? []), ...(scene.stones ?? [])].map(([name]) => name);
    const free = [...(scene.lit ?? []), ...(scene.koi ?? [])];
    for (const name of [...laid, ...free]) expect(find(name)?.terrain, name).toBe("garden");
    expect(new Set([...laid, ...free]).size).toBe(laid.length + free.length);
    for (const [name] of scene.sums ?? []) expect(find(name), name).toBeDefined();

    // HB-2.1: no pond next to a starting square.
    const ponds = plots.filter(({ terrain }) => terrain === "pond");
    for (const start of plots.filter((plot) => plot.start))
      expect(ponds.some((pond) => beside(pond, start))).toBe(false);

    // HB-3.3: no number twice in a row, a column or a garden.
    const pebbles = (scene.pebbles ?? []).map(([name, , number]) => ({ plot: find(name), number }));
    const hand =
      scene.hand === undefined ? [] : (scene.lit ?? []).map((name) => ({ plot: find(name), number: scene.hand?.[1] }));
    for (const one of [...pebbles, ...hand]) {
      for (const other of pebbles) {
        if (one === other || one.number !== other.number) continue;
        expect(one.plot?.x).not.toBe(other.plot?.x);
        expect(one.plot?.y).not.toBe(other.plot?.y);
        expect(one.plot?.garden).not.toBe(other.plot?.garden);
      }
    }
  });
});

describe("what was placed last", () => {
  const board = (...names: string[]): Board =>
    ({
      players: [{}, {}],
      squares: ["a1", "a2", "a3", "a4"].map((name) => ({
        name,
        pebble: names.includes(name) ? { seat: 0, number: 1 } : null,
        stone: null,
      })),
    }) as unknown as Board;

  it("is found by comparing", () => {
    const fresh = new NewPieces();
    fresh.see(board("a1"));
    expect(fresh.of("a1")).toBe(0);
    fresh.see(board("a1", "a2"));
    fresh.see(board("a1", "a2", "a3"));
    expect([fresh.of("a1"), fresh.of("a2"), fresh.of("a3")]).toEqual([0, 2, 1]);
  });

  it("is forgotten when a replay goes back", () => {
    const fresh = new NewPieces();
    fresh.see(board("a1"));
    fresh.see(board("a1", "a2"));
    fresh.see(board("a1"));
    expect(fresh.recent).toEqual([]);
  });
});
