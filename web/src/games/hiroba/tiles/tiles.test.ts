import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { hiroba } from "../../../../contract/pieces.json";
import { fakeServer, type FakeRequest } from "$/net/testing";
import { Check } from "./check.svelte";
import { Drawing, type Tile } from "./drawing.svelte";
import { BRUSHES, paint, rowsOf, turn } from "./paint";
import { nextIndex } from "./roving";

const FIRST = "~abbabbbB";
const OURS = hiroba.tiles.map((rows) => rows.join(" "));
const LIMITS = { low: 9, high: 12 };
const count = (tile: string, sign: RegExp): number => tile.match(sign)?.length ?? 0;

describe("a brush stroke", () => {
  it("makes a square part of a garden", () => {
    expect(paint(FIRST, 3, "a")).toBe("~abaabbbB");
    expect(paint(FIRST, 1, "b")).toBe("~bbbabbbB");
  });

  it("leaves the start where it is when its square changes gardens", () => {
    expect(paint(FIRST, 8, "a")).toBe("~abbabbbA");
  });

  it("moves the pond, which swaps places with what was there", () => {
    expect(paint(FIRST, 4, "pond")).toBe("aabb~bbbB");
    expect(paint(FIRST, 8, "pond")).toBe("Babbabbb~");
  });

  it("moves the start, and the garden stays", () => {
    expect(paint(FIRST, 4, "start")).toBe("~abbAbbbb");
    expect(paint(FIRST, 0, "start")).toBe("Babbabbb~");
  });

  it("changes nothing that is painted already", () => {
    expect(paint(FIRST, 0, "pond")).toBe(FIRST);
    expect(paint(FIRST, 8, "start")).toBe(FIRST);
    expect(paint(FIRST, 1, "a")).toBe(FIRST);
  });

  it.each(OURS.map((tile) => [tile.replaceAll(" ", "")]))("never makes a second pond or start of %s", (tile) => {
    for (let at = 0; at < 9; at += 1) {
      for (const brush of ["pond", "start"] as const) {
        const painted = paint(tile, at, brush);
        expect([count(painted, /~/g), count(painted, /[AB]/g)]).toEqual([1, 1]);
        const sizes = (one: string): number[] => [count(one, /a/gi), count(one, /b/gi)];
        expect(sizes(painted)).toEqual(sizes(tile));
      }
    }
  });

  it("leaves one pond and one start, even if a link has several", () => {
    expect(paint("~~~aaabbB", 0, "pond")).toBe("~aaaaabbB");
    expect(paint("AAAaaabb~", 3, "start")).toBe("aaaAaabb~");
    expect(paint("~~AAAaabb", 2, "pond")).toBe("aa~AAaabb");
  });

  it("adds what a tile lacks", () => {
    expect(paint("aaabbbbbb", 0, "pond")).toBe("~aabbbbbb");
    expect(paint("aaabbbbb~", 0, "start")).toBe("Aaabbbbb~");
    expect(paint("~aabbbbbb", 0, "start")).toBe("Aaabbbbbb");
  });

  it("outside the tile does nothing", () => {
    for (const brush of BRUSHES) expect(paint(FIRST, 9, brush)).toBe(FIRST);
  });
});

describe("turning", () => {
  it("goes clockwise by a quarter, and four times around", () => {
    expect(rowsOf(turn(FIRST))).toEqual(["bb~", "baa", "Bbb"]);
    expect(turn(turn(turn(turn(FIRST))))).toBe(FIRST);
  });
});

describe("a set of tiles", () => {
  let told: string[][];
  let drawing: Drawing;
  beforeEach(() => {
    told = [];
    drawing = new Drawing(OURS, OURS, LIMITS, (tiles) => told.push(tiles));
  });

  it("is reported after every change, in the server's notation", () => {
    drawing.brush = "pond";
    drawing.paint(4);
    expect(told).toEqual([["aab b~b bbB", ...OURS.slice(1)]]);
    drawing.paint(4);
    expect(told).toHaveLength(1);
  });

  it("keeps within its limits", () => {
    drawing.add();
    expect(drawing.tiles).toHaveLength(12);
    for (let n = 0; n < 5; n += 1) drawing.remove();
    expect(drawing.tiles).toHaveLength(9);
    expect([drawing.canAdd, drawing.canRemove]).toEqual([true, false]);
  });

  it("gets a missing standard tile to edit", () => {
    drawing.current = drawing.tiles[4]?.id ?? 0;
    drawing.remove();
    expect(drawing.at).toBe(4);
    drawing.add();
    expect(told.at(-1)?.at(-1)).toBe(OURS[4]);
    expect(drawing.at).toBe(11);
  });

  it("can be undone step by step, with the selected tile", () => {
    drawing.brush = "a";
    drawing.paint(3);
    drawing.current = drawing.tiles[5]?.id ?? 0;
    drawing.turn();
    drawing.remove();
    drawing.reset();
    expect(drawing.isOurs).toBe(true);
    drawing.undo();
    expect(drawing.tiles).toHaveLength(11);
    drawing.undo();
    expect(drawing.at).toBe(5);
    drawing.undo();
    drawing.undo();
    expect(told.at(-1)).toEqual(OURS);
    expect(drawing.canUndo).toBe(false);
    drawing.undo();
    expect(told.at(-1)).toEqual(OURS);
  });
});

describe("arrows", () => {
  it("stop at the edge of a tile", () => {
    expect(nextIndex("ArrowRight", 2, 9, 3, false)).toBeNull();
    expect(nextIndex("ArrowLeft", 3, 9, 3, false)).toBeNull();
    expect(nextIndex("ArrowDown", 8, 9, 3, false)).toBeNull();
    expect([nextIndex("ArrowUp", 4, 9, 3, false), nextIndex("ArrowDown", 4, 9, 3, false)]).toEqual([1, 7]);
  });

  it("go on with the next row of a list", () => {
    expect(nextIndex("ArrowRight", 5, 12, 6, true)).toBe(6);
    expect(nextIndex("ArrowRight", 11, 12, 6, true)).toBeNull();
    expect([
      nextIndex("Home", 4, 12, 6, true),
      nextIndex("End", 4, 12, 6, true),
      nextIndex("x", 4, 12, 6, true),
    ]).toEqual([0, 11, null]);
  });
});

describe("the server's verdict", () => {
  const problem = (at: number | null, code: string): object => ({
    option: "tiles",
    at,
    code,
    rule: "HB-1.1",
    facts: { count: 2 },
    text: code,
  });
  const answer = (...problems: object[]): object => ({ options: null, problems });
  const tiles = (...ids: number[]): Tile[] => ids.map((id) => ({ id, squares: FIRST }));
  const codes = (check: Check): [number | null, string][] => check.problems.map(({ tile, code }) => [tile, code]);
  let asked: FakeRequest[];
  let check: Check;

  beforeEach(() => {
    vi.useFakeTimers();
    asked = fakeServer();
    check = new Check("hiroba", "tiles");
  });
  afterEach(() => {
    check.stop();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("belongs to a tile, wherever that has moved", async () => {
    check.ask(2, tiles(7, 3, 5));
    vi.runAllTimers();
    expect(asked.map(({ what }) => what)).toEqual(["POST /games/hiroba/options"]);
    await asked[0]?.answer(answer(problem(1, "tile.ponds"), problem(null, "tiles.count")));
    expect(codes(check)).toEqual([
      [3, "tile.ponds"],
      [null, "tiles.count"],
    ]);
    expect(check.known).toBe(true);
  });

  it("is requested after a pause, not at every stroke", () => {
    check.ask(2, tiles(1));
    vi.runAllTimers();
    for (let n = 0; n < 5; n += 1) {
      check.ask(2, tiles(1));
      vi.advanceTimersByTime(100);
    }
    expect(asked).toHaveLength(1);
    vi.runAllTimers();
    expect(asked).toHaveLength(2);
  });

  it("stays while the next one is pending", async () => {
    check.ask(2, tiles(1));
    vi.runAllTimers();
    await asked[0]?.answer(answer(problem(0, "tile.ponds")));
    check.ask(2, tiles(1));
    vi.runAllTimers();
    expect(codes(check)).toEqual([[1, "tile.ponds"]]);
    expect(check.known).toBe(false);
    await asked[1]?.answer(answer());
    expect([codes(check), check.known]).toEqual([[], true]);
  });

  it("counts only for the newest request, in whatever order responses arrive", async () => {
    check.ask(2, tiles(1));
    vi.runAllTimers();
    check.ask(2, tiles(1));
    vi.runAllTimers();
    await asked[1]?.answer(answer(problem(0, "tile.starts")));
    await asked[0]?.answer(answer(problem(0, "tile.ponds")));
    expect(codes(check)).toEqual([[1, "tile.starts"]]);

    check.ask(2, tiles(1));
    vi.runAllTimers();
    check.ask(2, tiles(1));
    await asked[2]?.answer(answer());
    expect(codes(check)).toEqual([[1, "tile.starts"]]);
    expect(check.known).toBe(false);
  });

  it("is requested again until the server can be reached, and the last one stays", async () => {
    check.ask(2, tiles(1));
    vi.runAllTimers();
    await asked[0]?.answer(answer(problem(0, "tile.ponds")));
    check.ask(2, tiles(1));
    vi.advanceTimersByTime(300);
    await asked[1]?.fail();
    expect(check.problem).toBe("The server can't be reached.");
    expect(codes(check)).toEqual([[1, "tile.ponds"]]);
    vi.runAllTimers();
    await asked[2]?.answer(answer());
    expect([check.problem, codes(check)]).toEqual([null, []]);
  });

  it("is ignored when the editor is closed", async () => {
    check.ask(2, tiles(1));
    vi.runAllTimers();
    check.stop();
    await asked[0]?.fail();
    vi.runAllTimers();
    expect(asked).toHaveLength(1);
  });
});
