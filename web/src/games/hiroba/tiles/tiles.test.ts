import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { hiroba } from "../../../../contract/pieces.json";
import { fakeServer, type FakeRequest } from "$/net/testing";
import { Check } from "./check.svelte";
import { Drawing, type Tile } from "./drawing.svelte";
import { BRUSHES, paint, rowsOf, turn } from "./paint";
import { led } from "./roving";

const FIRST = "~abbabbbB";
const OURS = hiroba.tiles.map((rows) => rows.join(" "));
const LIMITS = { low: 9, high: 12 };
const count = (tile: string, sign: RegExp): number => tile.match(sign)?.length ?? 0;

describe("a touch with a brush", () => {
  it("makes a square part of a garden", () => {
    expect(paint(FIRST, 3, "a")).toBe("~abaabbbB");
    expect(paint(FIRST, 1, "b")).toBe("~bbbabbbB");
  });

  it("leaves the start where it is when its square changes gardens", () => {
    expect(paint(FIRST, 8, "a")).toBe("~abbabbbA");
  });

  it("moves the pond, which trades places with what was there", () => {
    expect(paint(FIRST, 4, "pond")).toBe("aabb~bbbB");
    expect(paint(FIRST, 8, "pond")).toBe("Babbabbb~");
  });

  it("moves the start, and the garden stays", () => {
    expect(paint(FIRST, 4, "start")).toBe("~abbAbbbb");
    expect(paint(FIRST, 0, "start")).toBe("Babbabbb~");
  });

  it("changes nothing where that is painted already", () => {
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

  it("makes one of what a link has several of", () => {
    expect(paint("~~~aaabbB", 0, "pond")).toBe("~aaaaabbB");
    expect(paint("AAAaaabb~", 3, "start")).toBe("aaaAaabb~");
    expect(paint("~~AAAaabb", 2, "pond")).toBe("aa~AAaabb");
  });

  it("brings back what a tile lacks", () => {
    expect(paint("aaabbbbbb", 0, "pond")).toBe("~aabbbbbb");
    expect(paint("aaabbbbb~", 0, "start")).toBe("Aaabbbbb~");
    expect(paint("~aabbbbbb", 0, "start")).toBe("Aaabbbbbb");
  });

  it("beside the tile does nothing", () => {
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

  it("is told after every change, as the house writes it", () => {
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

  it("gets one of ours that is not there yet, to be drawn over", () => {
    drawing.current = drawing.tiles[4]?.id ?? 0;
    drawing.remove();
    expect(drawing.at).toBe(4);
    drawing.add();
    expect(told.at(-1)?.at(-1)).toBe(OURS[4]);
    expect(drawing.at).toBe(11);
  });

  it("can be taken back step by step, with the tile that it was about", () => {
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
    expect(led("ArrowRight", 2, 9, 3, false)).toBeNull();
    expect(led("ArrowLeft", 3, 9, 3, false)).toBeNull();
    expect(led("ArrowDown", 8, 9, 3, false)).toBeNull();
    expect([led("ArrowUp", 4, 9, 3, false), led("ArrowDown", 4, 9, 3, false)]).toEqual([1, 7]);
  });

  it("go on with the next row of a list", () => {
    expect(led("ArrowRight", 5, 12, 6, true)).toBe(6);
    expect(led("ArrowRight", 11, 12, 6, true)).toBeNull();
    expect([led("Home", 4, 12, 6, true), led("End", 4, 12, 6, true), led("x", 4, 12, 6, true)]).toEqual([0, 11, null]);
  });
});

describe("what the house says", () => {
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

  it("is about a tile, wherever that lies by then", async () => {
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

  it("is asked for when somebody pauses, not at every touch", () => {
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

  it("stays while the next answer is on its way", async () => {
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

  it("counts only if nothing was asked since, in whatever order answers come", async () => {
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

  it("is asked for again until the house can be reached, and what was known stays", async () => {
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

  it("is not wanted any more when the editor is closed", async () => {
    check.ask(2, tiles(1));
    vi.runAllTimers();
    check.stop();
    await asked[0]?.fail();
    vi.runAllTimers();
    expect(asked).toHaveLength(1);
  });
});
